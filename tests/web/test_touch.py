"""Whatever can be tapped on a phone is as large as a fingertip: 44 pixels either way."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.driver import PHONE, bots, new_match, ready

Opener = Callable[..., Page]
# links within a text may be as small as the text
TAPPED = ":is(a[href], button, select, input, textarea, label:has(input), [role=button], [role=tab])"
SMALL = """(where) => [...document.querySelectorAll(where)]
  .filter(node => { const { width, height } = node.getBoundingClientRect(), look = getComputedStyle(node)
    return width > 2 && height > 2 && look.visibility !== 'hidden' && !node.disabled
      && !node.closest('.unseen, [inert], dialog:not([open])')
      && !(node.tagName === 'A' && look.display === 'inline') && !['radio', 'checkbox'].includes(node.type)
      && !(node.role === 'switch' && node.closest('label').getBoundingClientRect().height >= 44)
      && Math.min(width, height) < 43.5 })
  .map(node => `${node.tagName} ${(node.ariaLabel ?? node.textContent).trim().slice(0, 40)}`)"""


def small(page: Page, where: str = "body") -> list[str]:
    found: list[str] = page.evaluate(SMALL, f"{where} {TAPPED}")
    return found


def test_pages_can_be_tapped(opened: Opener) -> None:
    page = opened(**PHONE)
    page.goto("/")
    expect(page.locator("article").first).to_be_visible()
    assert small(page) == []
    page.get_by_role("button", name="Settings").click()
    assert small(page, "dialog[open]") == []
    for path, shown in (("/new/robbery", ".setup"), ("/me", ".me"), ("/rules/brains", ".rule"), ("/tour/brains", ".tour")):
        page.goto(path)
        expect(page.locator(shown).first).to_be_visible()
        assert small(page) == [], path


def test_a_match_can_be_tapped(opened: Opener) -> None:
    page = opened(**PHONE)
    page.goto("/")
    for game, players in (("brains", 3), ("urknall", 3), ("robbery", 3), ("bigbrainbang", 2), ("bigxbang", 2)):
        options = {"players": players} if players > 2 else {}
        match = new_match(page, game, bots(players - 1), options=options)
        page.goto(f"/match/{match}")
        assert ready(page)
        assert small(page) == [], game
    for name in ("Choices", "Log", "Talk", "More", "Rules"):
        page.locator(".tools").get_by_role("button", name=name).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert small(page, "dialog[open]") == [], name
        page.keyboard.press("Escape")
    page.goto(f"/match/{match}/replay")
    expect(page.locator(".controls")).to_be_visible()
    assert small(page, "main :is(.controls, aside)") == []
