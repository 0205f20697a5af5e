"""The tours of all five games walked through on their real boards, and the ways into them."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.driver import bots, new_match, ready, tap
from tests.web.test_access import findings

Opener = Callable[..., Page]
TOURS = Path(__file__).parents[2] / "web" / "src" / "tours"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def steps_of(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((TOURS / f"{game}.json").read_text("utf-8"))["steps"]
    return found


def taps(game: str, name: str) -> list[str]:
    """The places to tap for a choice, where tapping places is all there is to it."""
    patterns = {"bigxbang": r"(\w+)[+x](\w+)", "urknall": r"(?:place (\w+)|join (\w+) (\w+))", "robbery": r"go (\w+)"}
    found = re.fullmatch(patterns[game], name) if game in patterns else None
    return [place for place in found.groups() if place] if found else []


def do(page: Page, game: str, step: dict[str, Any]) -> None:
    """What a step asks for: on the board, or by letting it be shown."""
    asked = step["choose"]
    places = taps(game, asked[0]) if isinstance(asked, list) else []
    for place in places:
        tap(page, place)
    if not places:
        page.locator(".coach .row button").nth(1).click()


@pytest.mark.parametrize(
    ("game", "language", "device"),
    [
        ("bigxbang", "de", {}),
        ("brains", "en", PHONE),
        ("urknall", "de", {}),
        ("robbery", "en", {}),
        ("bigbrainbang", "de", PHONE),
    ],
)
def test_a_tour_is_walked_through(opened: Opener, game: str, language: str, device: dict[str, Any]) -> None:
    page = opened(locale=language, **device)
    page.add_init_script("localStorage.setItem('bangbox.bigbrainbang.view', 'flat')")  # the deep view is painted slowly here
    page.goto(f"/tour/{game}")
    steps = steps_of(game)
    for number, step in enumerate(steps, 1):
        expect(page.locator(f".tour[data-step='{number}']")).to_be_visible()
        expect(page.locator(".coach .text")).to_have_text(step["text"][language])
        if "choose" in step:
            page.wait_for_selector(".tour[data-open]")
            do(page, game, step)
        elif number < len(steps):
            page.locator(".coach .row .primary").click()
    expect(page.locator(".coach .end .primary")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nothing_is_counted_before_it_is_seen(opened: Opener) -> None:
    """The light of an annihilation counts when the stacks meet, not when they set out."""
    page = opened(calm=False)
    page.goto("/tour/bigxbang")
    steps = steps_of("bigxbang")
    page.get_by_role("button", name="Next").click()
    page.wait_for_selector(".tour[data-step='2'][data-open]")
    do(page, "bigxbang", steps[1])
    page.wait_for_selector(".tour[data-step='3']")
    page.get_by_role("button", name="Next").click()
    page.wait_for_selector(".tour[data-step='4'][data-open]")
    count = "[...document.querySelectorAll('.stage .goal')].map(goal => goal.innerText).join()"
    before = page.evaluate(count)
    page.evaluate(
        f"""() => {{ window.early = []
            const look = () => {{
                if (document.querySelector('.stage .mover')) window.early.push({count})
                if (window.early.length < 1000) requestAnimationFrame(look)
            }}
            look() }}"""
    )
    do(page, "bigxbang", steps[3])
    page.wait_for_selector(".tour[data-step='5']")
    seen = page.evaluate("[...new Set(window.early)]")
    assert seen and seen[0] == before, "as the first stack sets out"
    assert len(seen) <= 2, "and it changes once, for the rival's answer"


def test_another_choice_is_not_played_and_what_cannot_be_done_is_explained(opened: Opener) -> None:
    page = opened()
    page.goto("/tour/bigxbang")
    page.get_by_role("button", name="Next").click()
    tap(page, "b5")
    tap(page, "c5")  # possible, but not what is asked for
    expect(page.locator(".coach .note")).to_contain_text("You could do that")
    tap(page, "b4")
    tap(page, "h2")  # not on a line
    expect(page.locator(".coach .note strong")).to_contain_text("X")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".tour[data-step='3']")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".tour[data-step='2']")).to_be_visible()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".tour[data-step='3']")).to_be_visible()


def test_a_tour_is_offered_once_and_can_be_found_again(opened: Opener) -> None:
    page = opened()
    page.goto("/")
    expect(page.locator("article").get_by_role("link", name="Tour of")).to_have_count(5)
    match = f"/match/{new_match(page, 'brains', bots(2), options={'players': 3})}"
    page.goto(match)
    assert ready(page)
    page.get_by_role("link", name="A two-minute tour").click()
    expect(page.locator(".tour[data-step='1']")).to_be_visible()
    page.get_by_role("link", name="Leave the tour").click()
    page.wait_for_url(f"**{match}")
    assert ready(page)
    expect(page.get_by_text("New here?")).to_have_count(0)
    page.locator(".tools").get_by_role("button", name="Rules").click()
    page.locator("dialog[open]").get_by_role("link", name="A two-minute tour").click()
    expect(page.locator(".tour")).to_be_visible()


def test_no_tour_is_offered_for_a_game_that_was_played_to_its_end(opened: Opener) -> None:
    """Nor if the end came while nobody looked; other games still offer theirs."""
    page = opened()
    match = new_match(page, "brains", bots(2), options={"players": 3})
    page.goto(f"/match/{match}")
    assert ready(page)
    page.goto("/")
    assert page.request.post(f"/api/matches/{match}/resign", data={"seat": 0}).ok
    page.goto(f"/match/{match}")
    page.wait_for_selector(".play[data-status=over]")
    for game, offers in (("brains", 0), ("urknall", 1)):
        page.goto(f"/new/{game}")
        page.locator(".setup").wait_for()
        expect(page.get_by_text("New here?")).to_have_count(offers)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_tour_has_no_serious_findings(opened: Opener, look: str) -> None:
    page = opened(color_scheme=look)
    page.goto("/tour/brains")
    page.get_by_role("button", name="Next").click()
    page.wait_for_selector(".tour[data-open]")
    assert findings(page) == []


def test_a_tour_can_be_declined_for_good(opened: Opener) -> None:
    page = opened()
    page.goto("/new/urknall")
    page.get_by_role("button", name="No tour, thanks").click()
    expect(page.get_by_text("New here?")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    expect(page.get_by_text("New here?")).to_have_count(0)


@pytest.mark.parametrize("game", sorted(path.stem for path in TOURS.glob("*.json")))
def test_the_rules_open_with_pictures(opened: Opener, game: str) -> None:
    """The set-up, a turn and the score on the game's own board; nothing of it can be touched or tabbed to."""
    page = opened()
    page.goto(f"/rules/{game}")
    pictures = page.locator("figure")
    expect(pictures).to_have_count(3)
    for picture in pictures.all():
        expect(picture.locator(".stage .board")).to_be_visible()
        expect(picture.locator("figcaption")).not_to_be_empty()
        assert picture.locator("[inert] .stage").count() == 1
    first, heading = pictures.first.bounding_box(), page.locator("h2").first.bounding_box()
    assert first
    assert heading
    assert first["y"] < heading["y"]
