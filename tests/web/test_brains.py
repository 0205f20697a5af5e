"""Mmm… Brains! on its own board: who takes what, dice that are still in the cup, and the result."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.driver import DESKTOP, PHONE, bots, confirm, gone_on, new_match, number, ready, snapshot, tap

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
            expect(ticket.locator(".effect")).to_have_text(f"you +{found['brains']}")
    assert page.evaluate(OUTSIDE) == []


# names and totals that reach over the edge of their card
OUTSIDE = """() => [...document.querySelectorAll('.stage .ticket')].flatMap(ticket => {
  const edge = ticket.getBoundingClientRect()
  return [...ticket.querySelectorAll('.payer, .owner, .total')].map(part => part.getBoundingClientRect())
    .filter(box => box.left < edge.left || box.right > edge.right).map(box => [ticket.dataset.place, box.left, box.right])
})"""
# looks at the board in every frame: what is told while dice are in the air, and what moves when they are not
WATCH = """() => {
  window.told = new Set(), window.late = new Set(), window.rolled = 0
  const look = () => {
    const board = document.querySelector('.stage .board')
    if (board?.classList.contains('rolling')) {
      rolled++
      if (board.querySelector('.times')) told.add('the pill of brains')
      for (const ticket of board.querySelectorAll('.ticket')) {
        const classes = [...ticket.classList].filter(name => name.length > 1 && !name.startsWith('svelte-'))
        const [total, effect] = ['.total', '.effect'].map(part => ticket.querySelector(part).textContent.trim())
        told.add(`${classes} ${total} ${effect}`)
        if (/[0-9]/.test(ticket.querySelector('.unseen').textContent)) told.add('a total that is read out')
      }
    } else if (board)
      for (const { effect } of document.getAnimations())
        if (effect.target.matches('.tosser, .cube')) late.add(effect.target.className)
    requestAnimationFrame(look)
  }
  look()
}"""


@pytest.mark.parametrize("speed", [1, 4])
def test_a_throw_is_not_told_before_the_dice_lie_still(opened: Opener, speed: int) -> None:
    """Dice that fly give away neither brains nor colours, and whatever is told is told over dice that lie still."""
    page = opened(calm=False, speed=speed)
    page.goto(f"/match/{new_match(page, 'brains', THREE, options={'players': 3}, position='1 80 5,5,10 r,y,g 0 1 5*4*5')}")
    assert ready(page)
    page.evaluate(WATCH)
    for _ in range(2):
        since = number(page)
        page.locator(".stage").get_by_role("button", name="Throw all five again").click()
        gone_on(page, since)
        page.wait_for_selector(".stage .board:not(.rolling)")
        assert ready(page)
    assert page.evaluate("rolled") > 0
    assert page.evaluate("[...told]") == ["ticket … ·"]
    assert page.evaluate("[...late]") == []


def test_a_skipped_throw_lies_still_at_once(opened: Opener) -> None:
    page = opened(calm=False)
    page.goto(f"/match/{new_match(page, 'brains', THREE, options={'players': 3}, position='1 80 5,5,10 r,y,g 0 1 5*4*5')}")
    assert ready(page)
    page.evaluate(WATCH)
    page.locator(".stage").get_by_role("button", name="Throw all five again").click()
    page.wait_for_selector(".stage .board.rolling")
    page.get_by_role("button", name="Skip this").click()
    page.wait_for_selector(".stage .board:not(.rolling)")
    assert ready(page)
    assert page.evaluate("[...late]") == []


def test_seats_have_the_games_colours_and_signs_in_every_sheet(opened: Opener) -> None:
    page = opened(**PHONE)
    page.goto(f"/match/{new_match(page, 'brains', THREE, options={'players': 3}, position='1 80 5,5,10 r,y,g 0 3 51415')}")
    assert ready(page)
    sign = "mark => [getComputedStyle(mark).backgroundColor, getComputedStyle(mark).maskImage]"
    on_board = page.locator(".stage .ticket .payer [aria-hidden]").first.evaluate(sign)
    page.locator(".tools").get_by_role("button", name="More").click()
    assert page.locator("dialog[open] li [aria-hidden]").first.evaluate(sign) == on_board


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
    expect(rows.nth(2)).to_contain_text("3rd")  # nor has the other anything left, but it was out before


# how far each ring was from the place it rings, at the end
FARTHEST = """window.apart = {}; (function look() {
  const middle = (one) => { const box = one.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2] }
  const dice = [...document.querySelectorAll('.stage .die')].map(middle)
  document.querySelectorAll('.stage .traces i').forEach((ring, i) => {
    const [x, y] = middle(ring)
    if (dice.length) window.apart[`${document.querySelector('.play').dataset.number} ${i}`] =
      Math.min(...dice.map(([a, b]) => Math.hypot(a - x, b - y)))
  })
  requestAnimationFrame(look)
})()"""


def test_rings_go_with_the_dice_they_are_around(opened: Opener) -> None:
    """Kept dice slide into the tray: the traces of the last move are not left behind around nothing."""
    page = opened(calm=False)
    page.add_init_script(FARTHEST)
    setup = {"options": {"players": 3}, "position": "1 80 5,5,10 r,y,g 0 2 5143*"}
    page.goto(f"/match/{new_match(page, 'brains', bots(2), **setup)}")
    assert ready(page)
    page.evaluate("window.apart = {}")
    since = number(page)
    for die in ("die-r", "die-y"):
        page.locator(f'.stage .die[data-place="{die}"]').click()
    page.locator(".stage [data-place=cup]").click()
    gone_on(page, since)
    page.wait_for_function("() => Object.keys(window.apart).length > 1 && !document.querySelector('.stage .traces i')")
    assert max(page.evaluate("Object.values(window.apart)")) < 6


@pytest.mark.parametrize(("locale", "change"), [("en", "−1 brain"), ("de", "−1 Hirn")])
def test_before_one_confirms_the_change_says_what_it_counts(opened: Opener, locale: str, change: str) -> None:
    page = opened(**PHONE, locale=locale)
    page.goto(f"/match/{new_match(page, 'brains', THREE, options={'players': 3}, position='2 89 9,1,1 r,y,g 0 3 4*541')}")
    assert ready(page)
    tap(page, "y")
    expect(page.locator(".ask .chip")).to_have_text(change)


def test_places_go_by_who_went_out_when(opened: Opener) -> None:
    """Nobody but the winner has brains at the end: whoever went out last is second, and who was out before nobody knows."""
    page = opened()
    seats = [*THREE, {"kind": "here", "name": "Di"}, {"kind": "here", "name": "Ed"}]
    page.goto(
        f"/match/{new_match(page, 'brains', seats, options={'players': 5}, position='2 140 9,1,x,x,x r,y,g,b,k 0 3 4*541')}"
    )
    assert ready(page)
    since = number(page)
    tap(page, "y")
    confirm(page, since)
    expect(page.locator("dialog[open] .tally .head strong")).to_have_text(["Ada", "Bo", "Cy", "Di", "Ed"])
    expect(page.locator("dialog[open] .tally .place")).to_have_text(["1st", "2nd"])
