"""Setting a table up: no way of choosing leads to a button that cannot be pressed without saying why."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.driver import DESKTOP, PHONE, ready, snapshot

Opener = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


@SIZES
def test_one_player_gets_a_puzzle_and_two_get_none(opened: Opener, size: dict[str, Any]) -> None:
    page = opened(**size)
    page.goto("/new/bigxbang")
    page.get_by_role("group", name="Players").get_by_text("1", exact=True).click()
    expect(page.get_by_role("group", name="Seat 2")).to_have_count(0)
    expect(page.get_by_role("radio", name="Universe of Light")).to_be_checked()
    expect(page.get_by_role("status").filter(has_text="Set along with it: Puzzle: Universe of Light")).to_be_in_viewport()
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    expect(page.get_by_role("group", name="Seat 2")).to_be_visible()
    page.get_by_role("group", name="Players").get_by_text("1", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    assert ready(page)
    assert snapshot(page)["table"]["options"]["puzzle"] == "light"


def test_a_puzzle_sets_the_number_of_players(opened: Opener) -> None:
    page = opened()
    page.goto("/new/bigxbang")
    players = page.get_by_role("group", name="Players")
    players.get_by_text("2", exact=True).click()
    page.get_by_text("Universe of Light", exact=True).click()
    expect(players.get_by_role("radio", name="1")).to_be_checked()
    page.get_by_role("button", name="Start", exact=True).click()
    assert ready(page)
    assert len(snapshot(page)["table"]["players"]) == 1


def test_a_table_that_takes_its_time_is_told_of(opened: Opener) -> None:
    """The rules of a game may still have to be prepared."""
    page = opened()
    page.goto("/new/bigxbang")
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_enabled()
    held: list[Route] = []
    page.route("**/api/matches", lambda route: held.append(route))
    with page.expect_request("**/api/matches"):
        start.click()
    expect(page.get_by_role("status").filter(has_text="your table is being laid")).to_be_in_viewport()
    expect(start).to_be_disabled()
    held[0].continue_()
    assert ready(page)


def test_what_cannot_be_set_up_is_said_beside_the_button(opened: Opener) -> None:
    page = opened()
    page.goto("/new/bigxbang")
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_enabled()
    refused = {"players": 0, "options": {}, "refused": {"code": "odd", "text": "That is not possible.", "rule": None}}
    page.evaluate(
        """problem => { const real = fetch
          window.fetch = async (path, how) => String(path).endsWith('/seats')
            ? { ok: true, status: 200, json: async () => problem } : real(path, how) }""",
        refused,
    )
    page.get_by_text("Short game").click()
    expect(start).to_be_disabled()
    note = page.get_by_role("status").filter(has_text="That is not possible.")
    expect(note).to_be_in_viewport()
    beside, button = note.bounding_box(), start.bounding_box()
    assert beside
    assert button
    assert abs(beside["y"] + beside["height"] / 2 - button["y"] - button["height"] / 2) < 40


def test_a_game_is_played_as_soon_as_its_rules_are_there(opened: Opener) -> None:
    """On a server that has just been installed a card says what it waits for, while the others can be played."""
    page = opened()
    compiling = ["brains"]

    def answer(route: Route) -> None:
        games = [game | {"ready": game["id"] not in compiling} for game in route.fetch().json()]
        route.fulfill(json=games)

    page.route("**/api/games?*", answer)
    page.goto("/")
    waits, plays = (page.locator(f"article[data-game={game}]") for game in ("brains", "bigxbang"))
    expect(waits.get_by_role("status")).to_contain_text("being prepared")
    expect(waits.get_by_role("button", name="Play now")).to_be_disabled()
    expect(plays.get_by_role("button", name="Play now")).to_be_enabled()
    compiling.clear()
    expect(waits.get_by_role("button", name="Play now")).to_be_enabled()
    expect(waits.get_by_role("status")).to_have_count(0)
    page.unroute_all(behavior="wait")


def test_an_invitation_says_what_is_played(opened: Opener) -> None:
    host, guest = opened(), opened()
    host.goto("/new/bigxbang")
    host.get_by_role("group", name="Seat 2").get_by_text("A friend, by link").click()
    host.get_by_role("button", name="Open the table").click()
    guest.goto(host.locator("[data-invitation]").input_value())
    about = guest.get_by_role("region", name="What you will play")
    expect(about).to_contain_text("particles")
    expect(about.get_by_role("link", name="Rules")).to_have_attribute("target", "_blank")
    expect(about.get_by_role("link", name="A two-minute tour")).to_be_visible()
    expect(guest.locator("main")).to_contain_text(f"{host.request.get('/api/me').json()['name']} invites you")
    guest.get_by_role("button", name="Sit down").click()  # a name is made up for whoever gives none
    expect(guest.locator(".play")).to_be_visible()


def test_a_table_is_found_by_its_spoken_words(opened: Opener) -> None:
    host, guest = opened(), opened()
    host.goto("/new/tictactoe")
    host.get_by_role("group", name="Seat 2").get_by_text("A friend, by link").click()
    host.get_by_role("button", name="Open the table").click()
    words = host.locator("[data-words]").inner_text()
    guest.goto("/")
    guest.get_by_label("Invited to a table?").fill(words.replace("-", " ").title())
    guest.locator("form").get_by_role("button").first.click()
    guest.get_by_label("Your name at the table").fill("Bruno")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator(".play")).to_be_visible()
