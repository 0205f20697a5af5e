"""For everybody: keyboard alone, no serious finding of axe-core on any page, nothing wider than a small phone."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.driver import PHONE, bots, gone_on, new_match, number, ready, snapshot, tap

Opener = Callable[..., Page]
BOARDS: dict[str, dict[str, Any]] = {
    "bigxbang": {},
    "brains": {"players": 3},
    "urknall": {"players": 3},
    "robbery": {"players": 3},
    "bigbrainbang": {"throws": "cheap"},
    "magpie": {"players": 3},  # on the plain board
}
FIVE = list(BOARDS)[:5]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def findings(page: Page) -> list[str]:
    """What axe-core finds serious or critical on the page as it is now."""
    page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate("axe.run({ resultTypes: ['violations'] }).then(found => found.violations)")
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in serious]


def too_wide(page: Page) -> int:
    """By how many pixels the page is wider than the screen (a phone's `innerWidth` would grow with it)."""
    assert page.viewport_size
    return int(page.evaluate("document.documentElement.scrollWidth")) - page.viewport_size["width"]


@pytest.mark.parametrize("look", ["light", "dark"])
def test_no_serious_findings_on_any_page(opened: Opener, look: str) -> None:
    page = opened(color_scheme=look)
    troubles: list[str] = []

    def check(where: str) -> None:
        troubles.extend(f"{where}: {finding}" for finding in findings(page))

    page.goto("/")
    expect(page.locator("article").first).to_be_visible()
    check("front")
    page.get_by_role("button", name="Settings").click()
    check("settings")
    page.goto("/new/brains")
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    check("new table")
    page.get_by_role("group", name="Seat 2").get_by_text("A friend, by link").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("[data-invitation]")).to_be_visible()
    check("waiting")
    page.goto("/me")
    expect(page.get_by_role("heading", name="Finished")).to_be_visible()
    check("me")
    page.goto("/rules/bigxbang")
    expect(page.locator(".rule").first).to_be_visible()
    check("rules")
    page.goto("/nowhere/at/all")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
    check("missing")
    for game, options in BOARDS.items():
        page.goto(f"/match/{new_match(page, game, bots(options.get('players', 2) - 1), options=options)}")
        assert ready(page)
        check(f"match of {game}")
        page.locator(".tools").get_by_role("button", name="Rules").click()
        expect(page.locator("dialog[open] .rule").first).to_be_visible()
        check(f"rules drawer of {game}")
        page.keyboard.press("Escape")
        page.locator(".tools").get_by_role("button", name="More").click()
        expect(page.get_by_role("button", name="Propose to stop")).to_be_visible()
        check("more")
        page.get_by_role("button", name="Propose to stop").click()
        expect(page.locator("dialog[open] .tally")).to_be_visible()
        check(f"end of {game}")
        page.locator("dialog[open]").get_by_role("link", name="Replay").click()
        expect(page.locator(".controls")).to_be_visible()
        check(f"replay of {game}")
    assert troubles == []


@pytest.mark.parametrize("look", ["light", "dark"])
def test_no_serious_findings_on_what_newcomers_meet_first(opened: Opener, look: str) -> None:
    """Tours, puzzles of the day, a table to which one is invited, and one that takes days."""
    page, host = opened(color_scheme=look), opened(permissions=["notifications"], color_scheme=look)
    page.add_init_script("localStorage.setItem('bangbox.bigbrainbang.view', 'flat')")
    troubles: list[str] = []

    def check(where: str, on: Page = page) -> None:
        troubles.extend(f"{where}: {finding}" for finding in findings(on))

    for game in FIVE:
        page.goto(f"/tour/{game}")
        expect(page.locator(".tour")).to_be_visible()
        check(f"tour of {game}")
        page.goto(f"/rules/{game}")
        expect(page.locator(".rule").first).to_be_visible()
        check(f"rules of {game}")
        page.goto(f"/puzzle/today/{game}")
        page.wait_for_selector(".puzzle[data-open]")
        check(f"puzzle of {game}")
    days = {"kind": "days", "seconds": 3 * 86_400, "increment": 0}
    host.goto("/")
    match = new_match(host, "urknall", [{"kind": "me"}, {"kind": "open"}], options={"players": 2}, clock=days)
    page.goto(str(host.request.post(f"/api/matches/{match}/invite").json()["path"]))
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    check("invitation")
    host.goto(f"/match/{match}")
    expect(host.get_by_role("button", name="Tell me")).to_be_visible()
    check("a table of days", host)
    assert troubles == []


@pytest.mark.parametrize("look", ["light", "dark"])
def test_no_serious_findings_on_what_lies_over_a_match(opened: Opener, look: str) -> None:
    """On a phone: every sheet, a hint, a refusal, the question before a choice, and the way from a replay into a match."""
    page = opened(color_scheme=look, **PHONE)
    troubles: list[str] = []

    def check(where: str) -> None:
        troubles.extend(f"{where}: {finding}" for finding in findings(page))

    match = new_match(page, "bigxbang", bots(1), options={"short": True})
    page.goto(f"/match/{match}")
    assert ready(page)
    tools = page.locator(".tools")
    for name in ("Log", "Choices", "Talk", "More"):
        tools.get_by_role("button", name=name).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        check(name)
        page.keyboard.press("Escape")
    tools.get_by_role("button", name="Hint").click()
    expect(page.locator("[data-hint]")).to_be_visible()
    check("hint")
    page.locator("[data-hint]").get_by_role("button", name="Close").click()
    now = snapshot(page)["now"]
    tap(page, next(circle["name"] for circle in now["view"]["circles"] if not circle["side"]))
    expect(page.locator(".why .number")).to_be_visible()
    check("refusal")
    for place in next(choice["about"]["places"] for choice in now["choices"] if choice["about"]["places"]):
        tap(page, place)
    expect(page.locator(".ask")).to_be_visible()
    check("question")
    assert page.request.post(f"/api/matches/{match}/resign", data={"seat": 0}).ok
    page.goto(f"/match/{match}/at/1")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    check("play on")
    assert troubles == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_is_wider_than_a_small_phone(opened: Opener, language: str) -> None:
    page = opened(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True, locale=language)
    page.goto("/")
    expect(page.locator("article").first).to_be_visible()
    assert too_wide(page) <= 0
    over = new_match(page, "bigbrainbang", bots(1), options=BOARDS["bigbrainbang"])  # so that the record has a table
    page.goto(f"/match/{over}")
    page.wait_for_selector(".play[data-number]")
    assert page.request.post(f"/api/matches/{over}/resign", data={"seat": 0}).ok
    for path, shown in (("/new/bigxbang", ".setup"), ("/me", ".me"), ("/rules/robbery", ".rule"), ("/tour/brains", ".tour")):
        page.goto(path)
        expect(page.locator(shown).first).to_be_visible()
        assert too_wide(page) <= 0, path
        if path == "/me":
            card, table = (page.locator(found).bounding_box() for found in (".me article", ".me article table"))
            assert card and table and table["x"] + table["width"] <= card["x"] + card["width"]
    for game, options in BOARDS.items():
        match = new_match(page, game, bots(options.get("players", 2) - 1), options=options)
        for how in ("", "?plain"):
            page.goto(f"/match/{match}{how}")
            assert ready(page)
            assert too_wide(page) <= 0, game + how
        if game == "brains":
            page.goto(f"/match/{match}")
            assert ready(page)
            plate = page.locator(".stage .plate").first.bounding_box()
            assert plate
            assert plate["width"] > 40, "the board's height is known to what is drawn on it"


def test_a_match_with_the_keyboard_alone(opened: Opener) -> None:
    """From the front page to the end of a match: Tab, arrows, Enter."""
    page = opened()
    page.goto("/")
    expect(page.locator("article[data-game=tictactoe]")).to_be_visible()
    tab_to(page, "article[data-game=tictactoe] .button.primary")
    page.keyboard.press("Enter")
    while ready(page):
        since = number(page)
        tab_to(page, ".stage .choice")
        page.keyboard.press("Enter")
        gone_on(page, since)
    expect(page.locator("dialog[open] .tally")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_moves_on_the_sky_with_the_keyboard_alone(opened: Opener) -> None:
    """One Tab stop for the board; arrows go from circle to circle, Page Down to the next of use, Enter takes and lets fly."""
    page = opened()
    page.goto(f"/match/{new_match(page, 'bigxbang', bots(1), options={'short': True})}")
    assert ready(page)
    since = number(page)
    tab_to(page, ".stage [data-place]")
    first = focused(page)
    page.keyboard.press("ArrowRight")
    assert focused(page) != first
    page.keyboard.press("ArrowLeft")
    assert focused(page) == first
    page.keyboard.press("PageDown")
    assert page.evaluate("document.activeElement.classList.contains('useful')")
    page.keyboard.press("Enter")
    expect(page.locator(".stage [aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".stage [aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("PageDown")
    assert page.evaluate("document.activeElement.classList.contains('goal')")
    page.keyboard.press("Enter")
    gone_on(page, since)
    while ready(page):
        since = number(page)
        page.get_by_role("button", name=re.compile("^Pass")).focus()
        page.keyboard.press("Enter")
        gone_on(page, since)
    expect(page.locator("dialog[open] .tally")).to_be_visible()


def focused(page: Page) -> str:
    """The place on the board that has the focus."""
    return str(page.evaluate("document.activeElement.dataset.place"))


def tab_to(page: Page, selector: str, most: int = 120) -> None:
    """Presses Tab until the focus is on one of these."""
    for _ in range(most):
        if page.evaluate("wanted => document.activeElement?.matches(wanted) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def test_a_step_is_read_out(opened: Opener) -> None:
    page = opened()
    page.goto(f"/match/{new_match(page, 'tictactoe', bots(1))}")
    assert ready(page)
    since = number(page)
    page.locator(".stage .choice").first.click()
    gone_on(page, since)
    expect(page.locator("[data-said]")).not_to_be_empty()


def test_every_button_on_the_front_page_has_a_name_of_its_own(opened: Opener) -> None:
    page = opened()
    page.goto("/")
    expect(page.get_by_role("button", name="Play now: Big×Bang")).to_be_visible()
    names = [
        found.evaluate("one => one.ariaLabel ?? one.textContent.trim()") for found in page.locator("article :is(button, a)").all()
    ]
    assert len(names) > 10
    assert len(names) == len(set(names)), names
