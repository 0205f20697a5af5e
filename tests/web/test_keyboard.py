"""A whole match of Big×Bang without a mouse and without looking: keys, and what a screen reader says."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.driver import bots, gone_on, new_match, number, ready, snapshot

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
