"""What a player can do beside moving: ask why not, hints, previews, rules, replay, the dice, the profile, settings."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.driver import DESKTOP, PHONE, bots, gone_on, new_match, number, ready, snapshot, tap

Opener = Callable[..., Page]
SKY = {"options": {"short": True}}


def on_the_sky(page: Page) -> str:
    """A match of Big×Bang with a turn to take."""
    match = new_match(page, "bigxbang", bots(1), **SKY)
    page.goto(f"/match/{match}")
    assert ready(page)
    return match


def test_an_impossible_tap_shows_the_rule(opened: Opener) -> None:
    page = opened()
    on_the_sky(page)
    empty = next(circle["name"] for circle in snapshot(page)["now"]["view"]["circles"] if not circle["side"])
    tap(page, empty)
    why = page.locator(".why")
    expect(why.locator(".number")).to_have_text("X6")
    expect(why).to_contain_text("direction")
    why.locator(".rule").click()
    expect(page.locator("dialog[open] .rule.now .number")).to_have_text("X6")


# how one wins, and who I am; options
AIMS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "bigxbang": ("Most of three wins: light, helium, larger star; or carbon", "Matter", {}),
    "brains": ("Fill your plate: in phase 2 the last one with brains wins", "Red", {"players": 3}),
    "urknall": ("Most points win, if no second colour beats you both", "the circle", {"players": 2}),
    "robbery": ("The highest IQ in a Head wins, once the lone Engine brakes", "the circle", {"players": 3}),
    "bigbrainbang": ("Most points win: tiles in your networks and tokens kept", "the circle", {"throws": "cheap"}),
}
ONE_LINE = "node => node.getBoundingClientRect().height < 1.9 * parseFloat(getComputedStyle(node).lineHeight)"


@pytest.mark.parametrize(
    "size", [DESKTOP, PHONE, PHONE | {"viewport": {"width": 360, "height": 640}}], ids=["desk", "phone", "small"]
)
def test_a_line_says_how_one_wins_and_another_who_i_am(opened: Opener, size: dict[str, Any]) -> None:
    page = opened(**size)
    for game, (aim, called, options) in AIMS.items():
        page.goto(f"/match/{new_match(page, game, bots(options.get('players', 2) - 1), options=options)}")
        assert ready(page)
        for line in (aim, f"Your turn: you are {called}"):
            expect(page.locator(".prompt").get_by_text(line)).to_be_in_viewport(ratio=1)
        assert page.locator(".prompt .aim").evaluate(ONE_LINE) or size is DESKTOP, game


def test_a_stack_without_a_move_says_so(opened: Opener) -> None:
    page = opened()
    sky = ".n.....t./p..D..n.../..d..N..p../..d..D.....n/...P.AD..D../.h....N...P/..n..T..a./P..N..p.. m 0 6,5,6,5 5,5,5,5 -"
    page.goto(f"/match/{new_match(page, 'bigxbang', bots(1), position=sky)}")
    assert ready(page)
    now = snapshot(page)["now"]
    moving = {place for choice in now["choices"] for place in choice["about"]["places"]}
    stuck = [circle["name"] for circle in now["view"]["circles"] if circle["side"] == "matter" and circle["name"] not in moving]
    tap(page, stuck[0])
    expect(page.locator(".why")).to_contain_text("This stack has no move now")
    page.locator(".why").get_by_role("button", name="Close").click()
    expect(page.locator(".why")).to_have_count(0)
    tap(page, stuck[0])
    expect(page.locator(".why")).to_have_count(1)
    goes = next(choice["about"]["places"][0] for choice in now["choices"] if choice["about"]["places"])
    tap(page, goes)  # whoever goes on has read it
    expect(page.locator(".why")).to_have_count(0)


def test_the_rules_open_where_they_matter(opened: Opener) -> None:
    page = opened()
    on_the_sky(page)
    page.locator(".tools").get_by_role("button", name="Rules").click()
    topic = page.locator("dialog[open] .rule.now")
    expect(topic).to_be_in_viewport()
    expect(topic.locator(".number")).to_have_text(snapshot(page)["now"]["topic"])


def test_consequences_before_confirming(opened: Opener) -> None:
    """With the list of choices: the pointer shows what a choice leads to; asked first, the page says so too."""
    page = opened()
    on_the_sky(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Always", exact=True).click()
    page.keyboard.press("Escape")
    move = snapshot(page)["now"]["choices"][0]
    page.locator("#tab-choices").click()
    with page.expect_response(re.compile("/preview")) as asked:
        page.locator("#panel").get_by_role("button").first.hover()
    assert asked.value.ok
    page.locator("#panel").get_by_role("button").first.click()
    expect(page.locator(".ask")).to_be_visible()
    since = number(page)
    page.locator(".ask").get_by_role("button", name="No").click()
    expect(page.locator(".ask")).to_be_hidden()
    assert number(page) == since
    page.locator("#panel").get_by_role("button").first.click()
    page.locator(".ask").get_by_role("button", name="Play it").click()
    gone_on(page, since)
    assert move["name"] in [line["name"] for line in snapshot(page)["log"]]


def test_what_waits_to_be_confirmed_is_dropped_when_something_else_is_taken(opened: Opener) -> None:
    page = opened(**PHONE)
    on_the_sky(page)
    choices = [choice["about"]["places"] for choice in snapshot(page)["now"]["choices"] if len(choice["about"]["places"]) == 2]
    first, goal = choices[0]
    with_first = {place for places in choices if first in places for place in places}  # a tap on one of these asks another choice
    other = next(places[0] for places in choices if places[0] not in with_first)
    tap(page, first)
    tap(page, goal)
    expect(page.locator(".ask")).to_be_visible()
    tap(page, other)
    expect(page.locator(".ask")).to_be_hidden()


def test_hints_and_take_back(opened: Opener) -> None:
    page = opened()
    seats = [{"kind": "me"}, {"kind": "here", "name": "Bruno"}]
    page.goto(f"/match/{new_match(page, 'bigxbang', seats, **SKY)}")
    assert ready(page)
    page.locator(".tools").get_by_role("button", name="Hint").click()
    page.locator("#tab-choices").click()
    expect(page.locator("#panel .chip").first).to_contain_text("hint")
    said = page.locator("[aria-live] [data-hint]")
    expect(said).to_contain_text(re.compile(r"^\s*Hint: .+ .+\.\s*$"))
    since = number(page)
    for place in snapshot(page)["now"]["choices"][0]["about"]["places"]:
        tap(page, place)
    gone_on(page, since)
    page.locator(".tools").get_by_role("button", name="Take back").click()
    gone_on(page, since + 1)
    assert snapshot(page)["log"][-1]["kind"] == "back"


def test_the_end_the_dice_and_the_replay(opened: Opener) -> None:
    """Two at one screen pass: who won and why, the dice recomputed, the match replayed, a link to a moment."""
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    seats = [{"kind": "me"}, {"kind": "here", "name": "Bruno"}]
    page.goto(f"/match/{new_match(page, 'bigxbang', seats, **SKY)}")
    assert ready(page)
    for turn in range(4):
        since, moves = number(page), snapshot(page)["now"]["choices"]
        if turn < 2:
            for place in moves[0]["about"]["places"]:
                tap(page, place)
        else:
            page.locator(".stage").get_by_role("button", name="Pass").click()
        gone_on(page, since)
        ready(page)
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".tally")).to_be_visible()
    dialog.get_by_role("button", name="Check what was drawn").click()
    expect(dialog.locator("[data-dice=fair]")).to_contain_text("draws follow from the sealed secret")
    dialog.get_by_role("link", name="Replay").click()
    count = page.locator(".controls .count")
    expect(count).to_have_text(re.compile(r"^1 of"))
    page.get_by_role("button", name="One step on").click()
    expect(count).to_have_text(re.compile(r"^2 of"))
    page.get_by_label("Moment of the match").fill("3")
    expect(page).to_have_url(re.compile(r"/at/3$"))
    page.get_by_role("button", name="Link to this moment").click()
    address = page.evaluate("navigator.clipboard.readText()")
    other = opened()
    other.goto(address)
    expect(other.locator(".controls .count")).to_have_text(re.compile(r"^3 of"))
    other.get_by_role("button", name="Let it run").click()
    expect(other.locator(".controls .count")).to_have_text("6 of 6")  # it does not stop after one step


def test_a_name_and_another_device(opened: Opener) -> None:
    page, other = opened(), opened()
    page.goto("/me")
    page.get_by_label("Your name at tables").fill("Ada L.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("header")).to_contain_text("Ada L.")
    page.get_by_role("button", name="Go on playing on another device").click()
    link = page.get_by_label("Link", exact=True)
    other.goto(link.input_value())
    expect(other.locator("header")).to_contain_text("Ada L.")


def test_entering_a_code(opened: Opener) -> None:
    page = opened()
    match = new_match(page, "tictactoe", bots(1))
    page.goto("/")
    page.get_by_label("Invited to a table?").fill("not a table at all")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("alert")).to_contain_text("does not look like a table")
    page.get_by_label("Invited to a table?").fill(match)
    page.get_by_role("button", name="Enter").click()
    expect(page.locator(".play")).to_be_visible()


def test_settings_stay(opened: Opener) -> None:
    page = opened()
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Dark", exact=True).click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert json.loads(page.evaluate("localStorage.getItem('bangbox.settings')"))["theme"] == "dark"
