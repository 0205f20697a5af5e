"""Big×Bang on its own board: a goal says how it stands, a group has one outline, a side has one sign."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.driver import DESKTOP, PHONE, bots, new_match, ready, tap

Opener = Callable[..., Page]
SMALL = PHONE | {"viewport": {"width": 360, "height": 640}}
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE, SMALL], ids=["desktop", "phone", "small phone"])
SKY = ".T.dHNPD./..h....dP./D.NTP.D...p/n.p..pd..DNp/PPdpd.....tn/pnPPT.T..nn/N.d....h.P/dN.tP..aA m 0 0,1,0,1 0,0,0,0 -"
SAID = {
    "en": [
        "Light: matter has 2 particles in reserve, antimatter 0; more count, so matter is ahead.",
        "Helium: 1 He4 each on the sky, so He3 counts, 1 to 2; more count, so antimatter is ahead.",
        "Star: matter’s heaviest group holds 8 particles, antimatter’s 8; level, so nobody gets the token.",
    ],
    "de": [
        "Licht: Materie hat 2 Teilchen im Vorrat, Antimaterie 0; mehr zählt, also führt Materie.",
        "Helium: je 1 He4 am Himmel, darum zählt He3, 1 zu 2; mehr zählt, also führt Antimaterie.",
        "Stern: Die schwerste Gruppe hat bei Materie 8 Teilchen, bei Antimaterie 8; Gleichstand, niemand bekommt die Marke.",
    ],
}


def on_the_sky(page: Page, position: str = SKY) -> None:
    page.goto(f"/match/{new_match(page, 'bigxbang', bots(1), position=position)}")
    assert ready(page)


@SIZES
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_goal_that_is_tapped_says_how_it_stands(opened: Opener, size: dict[str, Any], language: str) -> None:
    """All of the sentence is in view, nothing of the sky lies under it or moves, and a tap on the sky sends it away."""
    page = opened(**size, locale=language)
    on_the_sky(page)
    hits = "[...document.querySelectorAll('.stage [data-place] .hit')]"
    circles = f"{hits}.map(hit => Math.round(hit.getBoundingClientRect().top))"
    page.wait_for_function(
        f"standing => {{ const all = {circles}; return all[0] > all[8] + 99 === standing }}", arg=size is not DESKTOP
    )
    before = page.evaluate(circles)
    for goal, said in zip(page.locator(".stage .goal").all(), SAID[language], strict=True):
        goal.click()
        expect(page.locator(".stage .says")).to_have_text(said)
        page.wait_for_function(CUT)
        assert page.evaluate(circles) == before
        assert goal.bounding_box()["y"] + goal.bounding_box()["height"] <= min(before)  # type: ignore[index]
        goal.click()
        expect(page.locator(".stage .says")).to_have_count(0)
    page.locator(".stage .goal").last.click()
    expect(page.locator(".stage .group line").first).to_be_attached()
    tap(page, "a7")
    expect(page.locator(".stage .says")).to_have_count(0)


# whether all of the sentence lies within its goal
CUT = """() => {
  const [said, goal] = ['.says', '.goal.asked'].map(part => document.querySelector('.stage ' + part).getBoundingClientRect())
  return goal.top <= said.top && said.bottom <= goal.bottom && said.right <= goal.right }"""


def test_a_star_is_one_shape(opened: Opener) -> None:
    """What joins its circles is as broad as their discs: else slices of discs stick out beside straight edges."""
    page = opened()
    on_the_sky(page)
    page.locator(".stage .goal").last.click()
    parts = page.locator(".stage .group > g")
    expect(parts).to_have_count(4)  # an edge and what is within, for each side
    for part in parts.all():
        drawn = part.locator("*").evaluate_all("all => all.map(one => one.tagName + getComputedStyle(one).strokeWidth)")
        assert len(set(drawn)) == 1
        assert part.locator("*").first.evaluate("one => getComputedStyle(one).strokeLinecap") == "round"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["bigxbang", "brains"])
def test_a_seat_has_one_sign_on_the_whole_page(opened: Opener, game: str, size: dict[str, Any]) -> None:
    """The lists beside the board wear the signs that the game gives its sides or colours."""
    page = opened(**size)
    others = [{"kind": "here", "name": name} for name in ("Bo", "Cy", "Di")[: 3 if game == "brains" else 1]]
    page.goto(f"/match/{new_match(page, game, [{'kind': 'me'}, *others])}")
    assert ready(page)
    plain = page.evaluate("() => getComputedStyle(document.documentElement).getPropertyValue('--sign-0')")
    signs = page.evaluate(
        "() => [0, 1, 2, 3].map(n => getComputedStyle(document.querySelector('.play')).getPropertyValue(`--sign-${n}`))"
    )
    assert plain not in signs
    assert page.locator(".prompt .sign span").evaluate("one => getComputedStyle(one).maskImage") in signs
    if game == "bigxbang":
        plates = page.locator(".stage .side span[aria-hidden]" if size is DESKTOP else ".stage .reserve strong span")
        assert plates.evaluate_all("all => all.map(one => getComputedStyle(one).maskImage)") == signs[:2]
    else:  # the dice's own shapes
        shapes = page.locator(".stage .player .sign path").evaluate_all("all => all.map(one => one.getAttribute('d'))")
        assert len(shapes) == 4
        assert all(shape in sign for shape, sign in zip(shapes, signs, strict=True))
