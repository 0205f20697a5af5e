"""Whole matches of every game, by clicking only, at desktop and phone size."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import bangbox
from bangbox.core.rules import CHANCE
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
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
# Long games are played from a late position; `--soak` plays them whole.
PLAIN: dict[str, tuple[dict[str, Any], int]] = {
    "urknall": ({"players": 2}, 20),
    "robbery": ({"players": 3}, 45),
    "bigbrainbang": ({"throws": "cheap"}, 40),
    "magpie": ({"players": 2}, 0),
    "tictactoe": ({}, 0),
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
        if moves and steps < 6:
            for place in moves[steps * 7 % len(moves)]["about"]["places"]:
                tap(page, place)
        else:
            page.locator(".stage").get_by_role("button", name="Pass").click()
        confirm(page, since)
        steps += 1
        if steps >= 6 and page.locator(".play").get_attribute("data-status") != "over":
            # the bot plays on at random; once there is nothing left to do it passes too
            continue
    expect_end(page)
    assert steps > 6


@SIZES
def test_a_match_of_brains(opened: Opener, size: dict[str, Any]) -> None:
    """Tapping dice to keep, throwing again, choosing colours, until one player is left."""
    page = opened(**size)
    page.goto(f"/match/{new_match(page, 'brains', bots(2), options={'players': 3})}")
    chance, steps = random.Random(3), 0
    while ready(page):
        since, now = number(page), snapshot(page)["now"]
        if now["view"]["stage"] == "keep":
            keep(page, now, chance)
        else:
            colours = [choice for choice in now["choices"] if choice["about"]["places"]]
            best = max(colours, key=lambda choice: (choice["about"]["effect"] != "own", choice["number"]))
            tap(page, best["about"]["places"][0])
        confirm(page, since)
        steps += 1
    expect_end(page)
    assert steps > 5


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
    soaking = request.config.getoption("--soak")
    if size is PHONE and game in ("robbery", "bigbrainbang", "urknall") and not soaking:
        pytest.skip("the long games are clicked through once; at phone size with --soak")
    options, left = PLAIN[game]
    page = opened(**size)
    setup: dict[str, Any] = {"options": options}
    if left and not soaking:
        setup["position"] = late_position(game, options, left)
    count = bangbox.game(game, **options).players
    page.goto(f"/match/{new_match(page, game, bots(count - 1), **setup)}?plain")
    steps = play_plain(page)
    expect_end(page)
    assert steps > 1


def late_position(game: str, options: dict[str, Any], left: int) -> str:
    """A position of a random game with about so many decisions to go."""
    texts = []
    pos, chance = bangbox.game(game, **options).start(seed=5), random.Random(5)
    while not pos.over:
        if pos.actor != CHANCE:
            texts.append(pos.text)
        choices = pos.choices()
        if choices and (not pos.ranges() or chance.random() < 0.5):
            pos.play(chance.choice(choices))
        else:
            fill_in(pos, chance)
    return texts[-left]


def fill_in(pos: bangbox.Position, chance: random.Random) -> None:
    """Plays a form with any values that are allowed."""
    form = chance.choice(pos.ranges())
    while True:
        values = {f.name: f.low + f.step * chance.randrange((f.high - f.low) // f.step + 1) for f in form.fields}
        try:
            pos.play(pos.pack(form.name, **values))
            return
        except bangbox.IllegalMove:
            continue


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
