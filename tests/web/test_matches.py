"""Whole matches of every game, by clicking only, at desktop and phone size."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.driver import (
    DESKTOP,
    PHONE,
    bots,
    confirm,
    expect_end,
    gone_on,
    new_match,
    number,
    play_plain,
    ready,
    snapshot,
    tap,
)

Opener = Callable[..., Page]
LATE: dict[str, str] = json.loads((Path(__file__).parent / "late.json").read_text("utf-8"))
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
PLAIN: dict[str, tuple[dict[str, Any], int]] = {  # options, seats
    "urknall": ({"players": 2}, 2),
    "robbery": ({"players": 3}, 3),
    "bigbrainbang": ({"throws": "cheap"}, 2),
    "magpie": ({"players": 2}, 2),
    "tictactoe": ({}, 2),
}


@SIZES
def test_a_match_of_big_bang(opened: Opener, size: dict[str, Any]) -> None:
    """Fusing and annihilating on the sky, against a bot, until both have passed."""
    page = opened(**size)
    page.goto(f"/match/{new_match(page, 'bigxbang', bots(1), options={'short': True})}")
    steps = 0
    while ready(page):
        since, now = number(page), snapshot(page)["now"]
        moves = [choice for choice in now["choices"] if choice["about"]["places"]]
        if moves and steps < 6:  # then we pass; the bot plays on at random until it passes too
            for place in moves[steps * 7 % len(moves)]["about"]["places"]:
                tap(page, place)
        else:
            page.locator(".stage").get_by_role("button", name="Pass").click()
        confirm(page, since)
        steps += 1
    expect_end(page)
    assert steps  # how many is the luck of the match


@SIZES
def test_a_match_of_brains(opened: Opener, size: dict[str, Any]) -> None:
    """Tapping dice to keep, throwing again, stopping, choosing colours, until one player is left."""
    page = opened(**size)
    page.goto(f"/match/{new_match(page, 'brains', bots(2), options={'players': 3})}")
    chance, steps = random.Random(3), 0
    while ready(page):
        since, now = number(page), snapshot(page)["now"]
        if now["view"]["stage"] == "keep" and steps < 12:
            keep(page, now, chance)
        elif now["view"]["stage"] == "keep":
            page.locator(".stage").get_by_role("button", name="Stop here").click()
        else:
            colours = [choice for choice in now["choices"] if choice["about"]["places"]]
            best = max(colours, key=lambda choice: (choice["about"]["effect"] != "own", choice["number"]))
            tap(page, best["about"]["places"][0])
        confirm(page, since)
        steps += 1
    expect_end(page)
    assert steps  # how many is the luck of the match


@SIZES
def test_five_brains_are_passed_on(opened: Opener, size: dict[str, Any]) -> None:
    """Nothing can be taken for five brains (M10): the one button left says so."""
    page = opened(**size)
    position = "2 20 30,30,20 r,y,g 0 3 *****"
    page.goto(f"/match/{new_match(page, 'brains', bots(2), options={'players': 3}, position=position)}")
    assert ready(page)
    since = number(page)
    tap(page, "pass")
    confirm(page, since)


def keep(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    """Keeps all dice or throws some again."""
    wanted = chance.choice(now["choices"])["about"]["places"]
    for place in wanted:
        if place != "cup":
            tap(page, place)
    tap(page, "cup")


@SIZES
@pytest.mark.parametrize("game", PLAIN)
def test_a_match_on_the_plain_board(opened: Opener, request: pytest.FixtureRequest, game: str, size: dict[str, Any]) -> None:
    """Long games are played from a late position on; `--soak` plays the whole of them."""
    options, seats = PLAIN[game]
    page = opened(**size)
    setup: dict[str, Any] = {"options": options}
    if game in LATE and not request.config.getoption("--soak"):
        setup["position"] = LATE[game]
    page.goto(f"/match/{new_match(page, game, bots(seats - 1), **setup)}?plain")
    steps = play_plain(page)
    expect_end(page)
    assert steps  # how many is the luck of the match


def test_one_click_into_a_game(opened: Opener) -> None:
    """From the front page: one click, and the board is there with a turn to take."""
    page = opened()
    page.goto("/")
    page.locator("article[data-game=bigxbang]").get_by_role("button", name="Play now").click()
    assert ready(page)
    expect(page.locator("[data-prompt]")).not_to_be_empty()
    expect(page).to_have_title("● Your turn · Big×Bang")


def test_a_choice_is_one_message_and_nothing_shifts(opened: Opener) -> None:
    """The effect is there after one message to the server; while the bot thinks, nothing on the page moves."""
    page = opened(calm=True)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.goto(f"/match/{new_match(page, 'bigxbang', [{'kind': 'me'}, {'kind': 'bot', 'level': 'easy'}])}")
    assert ready(page)
    page.wait_for_timeout(500)
    page.evaluate(
        """() => { window.shifted = 0; new PerformanceObserver(list => { for (const entry of list.getEntries())
           if (!entry.hadRecentInput) window.shifted += entry.value }).observe({ type: 'layout-shift' }) }"""
    )
    since, move = number(page), snapshot(page)["now"]["choices"][0]
    sent.clear()
    for place in move["about"]["places"]:
        tap(page, place)
    gone_on(page, since)
    assert [frame for frame in sent if '"move"' in frame] == sent[:1]
    assert ready(page)
    assert page.evaluate("window.shifted") < 0.01
