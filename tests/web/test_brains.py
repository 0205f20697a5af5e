"""Mmm… Brains! on its own board: who takes what, dice that are still in the cup, and the result."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.driver import DESKTOP, PHONE, bots, confirm, new_match, number, ready, snapshot, tap

Opener = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
THREE = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bo"}, {"kind": "here", "name": "Cy"}]


@SIZES
def test_in_the_first_phase_whoever_is_on_turn_takes(opened: Opener, size: dict[str, Any]) -> None:
    """A colour says its own name and who gets its brains, not whose colour it is."""
    page = opened(**size)
    match = new_match(page, "brains", bots(2), options={"players": 3}, position="1 80 5,5,10 r,y,g 0 3 51415")
    page.goto(f"/match/{match}")
    assert ready(page)
    for found in snapshot(page)["now"]["view"]["colours"]:
        ticket = page.locator(f'.stage .ticket[data-place="{found["colour"]}"]')
        expect(ticket).not_to_contain_text("Bot")
        if found["total"]:
            expect(ticket.locator(".effect")).to_have_text(f"Ada +{found['brains']}")


@SIZES
def test_dice_in_the_cup_are_not_on_the_table(opened: Opener, size: dict[str, Any]) -> None:
    page = opened(**size)
    page.goto(f"/match/{new_match(page, 'brains', THREE, options={'players': 3}, dice='typed')}")
    dice = page.locator(".stage .die")
    expect(dice).to_have_count(5)
    for die in dice.all():
        expect(die).to_have_accessible_name("a die in the cup")
        expect(die.locator(".cube")).to_be_hidden()
        place = die.locator(".cupped").bounding_box()
        assert place
        assert abs(place["width"] - place["height"]) < 1  # a square, seen from above
    page.locator(".outcomes button").first.click()
    expect(dice.first.locator(".cube")).to_be_visible()
    expect(dice.first.locator(".cupped")).to_have_count(0)


@SIZES
def test_the_result_counts_brains_and_tells_places(opened: Opener, size: dict[str, Any]) -> None:
    page = opened(**size)
    match = new_match(page, "brains", THREE, options={"players": 3}, position="2 90 9,1,x r,y,g 0 3 4*541")
    page.goto(f"/match/{match}")
    assert ready(page)
    since = number(page)
    tap(page, "y")
    confirm(page, since)
    rows = page.locator("dialog[open] .tally > li")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("1st")
    expect(rows.nth(0)).to_contain_text("Ada")
    expect(rows.nth(0)).to_contain_text("9 brains on the plate")
    expect(rows.nth(1)).to_contain_text("2nd")
    expect(rows.nth(1)).to_contain_text("0 brains on the plate")
    expect(rows.nth(2)).to_contain_text("2nd")  # neither of them has anything left
