"""Whole matches without a mouse and, of Big×Bang, without looking: keys, and what a screen reader says."""

import random
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web import test_bigbrainbang, test_urknall
from tests.web.driver import PATIENCE, bots, confirm, expect_end, gone_on, new_match, number, ready, snapshot, tap
from tests.web.test_matches import LATE
from tests.web.test_phone import GAMES, OPENING

Opener = Callable[..., Page]
MOST_TABS = 120
# as a screen reader would say it: the label of what has the focus, or its text
SPOKEN = """() => { const here = document.activeElement
  return here.getAttribute('aria-label') ?? (here.labels?.[0] ?? here).innerText }"""


def spoken(page: Page) -> str:
    """What is said about the thing that has the focus."""
    return str(page.evaluate(SPOKEN)).strip()


def tab_until(page: Page, wanted: str, key: str = "Tab") -> str:
    """Presses Tab until something is said that begins like this."""
    for _ in range(MOST_TABS):
        said = spoken(page)
        if re.match(wanted, said):
            return said
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {wanted!r}")


def fly(page: Page) -> str | None:
    """Takes the next stack that leads somewhere, lets it fly to the next target; what was said of both. None: nothing flies."""
    tab_until(page, r"[a-h]\d+: ")
    page.keyboard.press("PageDown")
    stack = spoken(page)
    if not re.search(r"\d+ flights?", stack):
        return None
    page.keyboard.press("Enter")
    page.keyboard.press("PageDown")
    target = spoken(page)
    page.keyboard.press("Enter")
    return f"{stack} -> {target}"


def test_a_whole_match_of_bigxbang_by_keyboard_with_the_announcements_read(opened: Opener) -> None:
    page = opened()
    page.goto("/")
    expect(page.get_by_role("article", name="Big×Bang")).to_be_visible()
    page.evaluate("localStorage.setItem('bangbox.level', 'random')")  # a quick opponent
    page.keyboard.press("Tab")
    assert spoken(page) == "Skip to the page"
    while page.evaluate("document.activeElement.getAttribute('href')") != "/new/bigxbang":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    tab_until(page, "Short game")
    page.keyboard.press("Space")
    tab_until(page, "Start$")
    page.keyboard.press("Enter")

    heard: list[str] = []
    while ready(page):
        since, told = number(page), page.locator("[data-said]").inner_text()
        if told:
            assert "Your turn" in told
            assert "to act" in told
            heard.append(told)
        moved = fly(page)
        if moved is None:
            tab_until(page, "Pass")
            page.keyboard.press("Enter")
        else:
            stack, target = moved.split(" -> ")
            assert re.match(r"[a-h]\d+: (n|H1|H2|H3|He3|He4), (matter|antimatter)", stack), stack
            assert re.match(r"[a-h]\d+: ", target), target
        gone_on(page, since)

    # the opponent's moves were all read out, by name
    shown = snapshot(page)
    mine = shown["table"]["mine"][0]
    opponent = next(player["name"] for player in shown["table"]["players"] if player["seat"] != mine)
    theirs = [event for event in shown["log"] if event["kind"] == "choice" and event["seat"] not in (None, mine)]
    assert len(theirs) >= 5
    assert sum(told.count(f"{opponent}: ") for told in heard) >= len(theirs) - 2
    assert any("Fuse" in told or "Annihilate" in told for told in heard)

    # and so is the end: in the live region, and by the focus in the dialog that tells it
    expect(page.locator("[data-said]")).to_contain_text("The match is over")
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".tally")).to_be_visible()
    expect(dialog).to_have_accessible_name(re.compile(r"win|won|draw|over", re.IGNORECASE))
    assert page.evaluate("document.querySelector('dialog[open]').contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


# a ring of two pixels at least around what has the focus, around its label, or drawn inside it
RINGED = """() => { const here = document.activeElement
  if (here === document.body) return null
  const ring = node => { const look = node && getComputedStyle(node)
    return look && look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) >= 2 }
  const drawn = [...here.querySelectorAll('[class*=focus]')].some(node => { const look = getComputedStyle(node)
    return look.stroke !== 'none' && look.opacity !== '0' && look.display !== 'none' && look.visibility !== 'hidden' })
  return ring(here) || ring(here.closest('label')) || drawn ? '' : here.outerHTML.slice(0, 120) }"""


def unringed(page: Page, tabs: int = 15) -> set[str]:
    """What gets the focus by Tab without showing it."""
    found: set[str] = set()
    for _ in range(tabs):
        page.keyboard.press("Tab")
        shown = page.evaluate(RINGED)
        if shown is None:
            break
        found.add(shown)
    assert found
    return found - {""}


MOVING = """document.getAnimations().filter(one => one.playState === 'running' && one.effect.getComputedTiming().duration > 20)
  .map(one => one.effect.target.outerHTML.slice(0, 90))"""


def test_the_focus_is_seen_everywhere_and_nothing_moves_for_those_who_do_not_want_it(opened: Opener) -> None:
    page = opened(calm=True)
    for path, shown in (("/", "article"), ("/new/urknall", ".setup"), ("/me", ".me"), ("/tour/brains", ".tour")):
        page.goto(path)
        page.wait_for_selector(shown)
        assert unringed(page) == set(), path
        assert page.evaluate(MOVING) == [], path
    for game, players in (("bigxbang", 2), ("brains", 3), ("urknall", 3), ("robbery", 3), ("bigbrainbang", 2)):
        match = new_match(page, game, bots(players - 1), options={"players": players} if players > 2 else {})
        page.goto(f"/match/{match}")
        assert ready(page)
        assert unringed(page) == set(), game
        assert page.evaluate(MOVING) == [], game


# The way to a thing by keys: whether it has the focus; else the next key. Of many stops that are one for Tab, the one that has
# the focus is left by the arrow that leads nearest.
WAY = """(target) => {
  const stops = 'button, a, input, [role=button], [tabindex]'
  const wanted = target.closest(stops) ?? target.querySelector(stops)
  const here = document.activeElement
  if (!wanted) return 'nothing'
  if (wanted === here || wanted.contains(here)) return ''
  let group = wanted.parentElement
  while (wanted.tabIndex < 0 && group && !group.querySelector('[tabindex="0"], input')) group = group.parentElement
  if (wanted.tabIndex >= 0 || !group?.contains(here) || here.tabIndex < 0) return 'Tab'
  const middle = one => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] }
  const [[x, y], [a, b]] = [middle(wanted), middle(here)]
  const aside = x < a ? 'ArrowLeft' : 'ArrowRight', along = y < b ? 'ArrowUp' : 'ArrowDown'
  return Math.abs(x - a) > Math.abs(y - b) ? [aside, along] : [along, aside] }"""
HERE = "() => { const box = document.activeElement.getBoundingClientRect(); return `${box.x} ${box.y}` }"
ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]


def go_to(target: Locator, chance: random.Random) -> None:
    """Brings the focus to a thing with Tab and arrows alone."""
    page = target.page
    expect(target).to_be_enabled()
    for _ in range(3 * MOST_TABS):
        way: str | list[str] = target.evaluate(WAY)
        if way == "":
            return
        if way == "Tab":
            page.keyboard.press("Tab")
            continue
        assert way != "nothing", f"no key leads to {target}"
        before = page.evaluate(HERE)
        for arrow in (*way, chance.choice(ARROWS)):  # where nothing lies straight that way, around it
            page.keyboard.press(arrow)
            if page.evaluate(HERE) != before:
                break
        if chance.random() < 0.1:
            page.keyboard.press(chance.choice(ARROWS))
    raise AssertionError(f"no keys lead to {target}")


@pytest.fixture
def keys_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is clicked from now on is gone to by keys and entered; sliders are moved by arrows."""
    chance = random.Random(5)

    def press(target: Locator, **_: Any) -> None:
        go_to(target.first, chance)
        target.page.keyboard.press("Enter")

    def move(target: Locator, value: str, **_: Any) -> None:
        go_to(target.first, chance)
        for _time in range(int(value) % 9):
            target.page.keyboard.press(chance.choice(["ArrowRight", "PageUp", "ArrowLeft"]))

    monkeypatch.setattr(Locator, "click", press)
    monkeypatch.setattr(Locator, "fill", move)


def among_worlds(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    """Bodies are entered on the sky; their elements where the body that is held is seen closely."""
    places = chance.choice(now["choices"])["about"]["places"]
    bodies, seen = {place[0] for place in places if ":" in place}, Counter[str]()
    if "comet" in places:
        tap(page, "comet")
    for body in bodies:
        page.locator(f'.stage [data-body="{body}"]').click()
        expect(page.locator(".stage .look")).to_contain_text(f"Body {body}")
    for place in places:
        if place != "comet":
            where = ".stage .look button" if ":" in place else ".stage "
            page.locator(f'{where}[data-place="{place}"]').nth(seen[place]).click()
            seen[place] += 1


def play_by_keys(page: Page, game: str, most: int = 2000, **setup: Any) -> int:
    """A match on the game's own board; how many decisions there were."""
    choosing, players, options = GAMES[game]
    choosing = among_worlds if game == "urknall" else choosing
    page.goto(f"/match/{new_match(page, game, bots(players - 1), options=options, **setup)}")
    chance, steps = random.Random(7), 0
    while steps < most and ready(page):
        since, now = number(page), snapshot(page)["now"]
        choosing(page, now, chance)
        confirm(page, since)
        steps += 1
    return steps


ENDS = {
    "brains": "2 86 7,4,3 r,y,g 0 3 4*541",
    "urknall": test_urknall.late_position(12),
    "robbery": LATE["robbery"],
    "bigbrainbang": test_bigbrainbang.LATE,
}


@pytest.mark.parametrize("game", ENDS)
@pytest.mark.usefixtures("keys_only")
def test_a_match_by_keyboard(
    opened: Opener, soak_count: Callable[[int, int], int], soak_row: Callable[[str, int, str, float], None], game: str
) -> None:
    """Openings and ends; `--soak` plays whole matches."""
    page = opened()
    page.add_init_script(test_bigbrainbang.WITHOUT_WEBGL)
    began = time.monotonic()
    if soak_count(0, 1):
        steps = play_by_keys(page, game)
        assert steps
        soak_row(f"decisions of a whole match of {game} by keys alone", steps, "played to its end", time.monotonic() - began)
    else:
        assert play_by_keys(page, game, OPENING) == OPENING
        assert play_by_keys(page, game, position=ENDS[game])
    expect(page.locator("[data-said]")).to_contain_text("The match is over", timeout=PATIENCE)
    expect_end(page)
    assert page.evaluate("document.querySelector('dialog[open]').contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
