"""Setting a table up: no way of choosing leads to a button that cannot be pressed without saying why."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.driver import DESKTOP, PHONE, ready, snapshot

Opener = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
REFUSED = r"422.*/seats"  # the server is asked what goes together


@SIZES
def test_one_player_gets_a_puzzle_and_two_get_none(opened: Opener, expected: list[str], size: dict[str, Any]) -> None:
    expected.append(REFUSED)
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


def test_a_puzzle_sets_the_number_of_players(opened: Opener, expected: list[str]) -> None:
    expected.append(REFUSED)
    page = opened()
    page.goto("/new/bigxbang")
    players = page.get_by_role("group", name="Players")
    players.get_by_text("2", exact=True).click()
    page.get_by_text("Universe of Light", exact=True).click()
    expect(players.get_by_role("radio", name="1")).to_be_checked()
    page.get_by_role("button", name="Start", exact=True).click()
    assert ready(page)
    assert len(snapshot(page)["table"]["players"]) == 1


def test_what_cannot_be_set_up_is_said_beside_the_button(opened: Opener) -> None:
    page = opened()
    page.goto("/new/bigxbang")
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_enabled()
    refused = {"code": "odd", "text": "That is not possible.", "rule": None}
    page.evaluate(
        """problem => { const real = fetch
          window.fetch = async (path, how) => String(path).endsWith('/seats')
            ? { ok: false, status: 422, json: async () => problem } : real(path, how) }""",
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
