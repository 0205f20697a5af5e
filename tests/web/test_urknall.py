"""Matches of Urknall on its own board, by clicking only, at desktop and phone size."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import bangbox
from bangbox.core.rules import CHANCE
from tests.web.driver import DESKTOP, PHONE, bots, confirm, expect_end, new_match, number, ready, snapshot, tap

Opener = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
OPTIONS = {"players": 2, "black_hole": True}


@SIZES
def test_a_match_of_urknall(opened: Opener, soak_count: Callable[[int, int], int], size: dict[str, Any]) -> None:
    """Travelling, marking, combining and separating by tapping bodies and elements, until all markers are used."""
    page = opened(**size)
    setup = {} if soak_count(0, 1) else {"position": late_position(18)}
    page.goto(f"/match/{new_match(page, 'urknall', bots(1), options=OPTIONS, **setup)}")
    chance, steps = random.Random(2), 0
    while ready(page):
        since, now = number(page), snapshot(page)["now"]
        choose(page, chance.choice(now["choices"])["about"]["places"], by_finger=size is PHONE)
        confirm(page, since)
        steps += 1
    expect_end(page)
    assert steps  # how many is the luck of the match


def choose(page: Page, places: list[str], by_finger: bool) -> None:
    """Taps what a choice names: the comet, bodies, elements; a finger takes elements from the closer look."""
    if "comet" in places:
        tap(page, "comet")
    places = [place for place in places if place != "comet"]
    if by_finger and all(":" in place for place in places):
        return pick_below(page, places)
    seen: Counter[str] = Counter()
    for place in places:
        page.locator(f'.stage [data-place="{place}"]').nth(seen[place]).click()
        seen[place] += 1


def pick_below(page: Page, places: list[str]) -> None:
    """Takes hold of a body with a finger, then taps its elements where they are large."""
    body = places[0][0]
    page.locator(f'.stage [data-body="{body}"] .hit').first.tap()
    look = page.locator(".stage .look")
    expect(look).to_contain_text(f"Body {body}")
    seen: Counter[str] = Counter()
    for place in places:
        look.locator(f'button[data-place="{place}"]').nth(seen[place]).tap()
        seen[place] += 1


def late_position(left: int) -> str:
    """A position of a random game with about so many decisions to go."""
    pos, chance, texts = bangbox.game("urknall", **OPTIONS).start(seed=5), random.Random(5), []
    while not pos.over:
        if pos.actor != CHANCE:
            texts.append(pos.text)
        pos.play(chance.choice(pos.choices()))
    return texts[-left]


def test_what_a_body_is_worth_before_and_after(opened: Opener) -> None:
    """Tapping a body tells what it is worth to everybody; pointing at a choice tells what it will be worth."""
    page = opened()
    page.goto(f"/match/{new_match(page, 'urknall', bots(1), options=OPTIONS, position=late_position(18))}")
    assert ready(page)
    look = page.locator(".stage .look")
    expect(look).to_contain_text("Tap a body")
    page.locator(".stage [data-body]").first.hover()
    expect(look.locator(".worth li")).to_have_count(4)  # two players and their second colours


def test_an_impossible_tap_names_the_rule(opened: Opener) -> None:
    """At the start only bodies of one element can be tapped; the others answer with the rule."""
    page = opened()
    page.goto(f"/match/{new_match(page, 'urknall', bots(1), options={'players': 2, 'first': 0})}")
    assert ready(page)
    places = {place for choice in snapshot(page)["now"]["choices"] for place in choice["about"]["places"]}
    other = next(body["name"] for body in snapshot(page)["now"]["view"]["bodies"] if body["name"] not in places)
    tap(page, other)
    expect(page.get_by_text("U4").first).to_be_visible()
