"""On a phone whatever is to be done next is in view, at every decision of a match, and nothing lies over what it is about."""

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web import test_bigbrainbang, test_robbery, test_urknall
from tests.web.driver import PATIENCE, bots, confirm, gone_on, new_match, number, ready, snapshot, tap
from tests.web.test_matches import LATE, keep
from tests.web.test_tours import steps_of, taps

Opener = Callable[..., Page]
Choosing = Callable[[Page, dict[str, Any], random.Random], None]
SIZES = {"tall": (390, 844), "low": (390, 664), "small": (360, 640)}
OPENING = 10  # decisions looked at from the start of a game that is too long to play whole

# the buttons of a board that do something now; in a longer list than three only the first must be seen
HIDDEN = """() => {
  const floor = document.querySelector('nav.tools').getBoundingClientRect().top + 1
  const seen = node => {
    const box = node.getBoundingClientRect()
    const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const within = box.top >= 0 && box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= floor
    return within && (node.contains(on) || on?.contains(node))
  }
  const does = ':is(.primary, .buttons .button, .fight .close):not(:disabled, .listed :nth-child(n+4))'
  const all = document.querySelectorAll(`.stage ${does}`)
  document.body.dataset.board = document.querySelector('.play .board').getBoundingClientRect().top
  const main = [...all].filter(node => node.checkVisibility() && !node.closest('[inert]'))
  const places = JSON.parse(document.body.dataset.places ?? '[]')
  const pieces = places.flatMap(place => [...document.querySelectorAll(`.stage [data-place="${place}"]`)])
  const told = main.filter(node => !seen(node)).map(node => `hidden: ${node.textContent.trim()}`)
  if (document.scrollingElement.scrollHeight > innerHeight + 1) told.push('the page is scrolled')
  if (!main.length && pieces.length && !pieces.some(seen)) told.push('no piece that can be chosen is seen')
  return told
}"""
# where the question lies, whether it moved anything, and whether the last of the places it is about can be seen
QUESTION = """async (places) => {
  await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))  // its effect may have come just now
  const ask = document.querySelector('.ask').getBoundingClientRect()
  const yes = document.querySelector('.ask .primary').getBoundingClientRect()
  const board = document.querySelector('.play .board').getBoundingClientRect(), scroll = document.querySelector('.scroll')
  const top = node => node.getBoundingClientRect().top
  const lifted = top(document.querySelector('.stage')) + scroll.scrollTop - top(scroll)
  const told = []
  if (yes.top < 0 || yes.bottom > innerHeight || yes.right > innerWidth) told.push('the answer is out of sight')
  if (ask.top < board.bottom - 1) told.push('the question lies over the board')
  const moved = [board.top - document.body.dataset.board, lifted]
  if (moved[0] || Math.abs(lifted) > 1) told.push(`the board and what is on it have moved by ${moved}`)
  const piece = document.querySelector(`.stage [data-place="${places.at(-1)}"]:not(.button)`)
  const box = piece?.getBoundingClientRect()
  if (box && (box.bottom < 0 || box.top > board.bottom)) told.push(`${places.at(-1)} is out of sight`)
  return told
}"""

# every height that the words above the board ever have
HEIGHTS = """() => {
  window.heights = []
  const seen = new ResizeObserver(([found]) => window.heights.push(found.contentRect.height))
  seen.observe(document.querySelector('.prompt'))
}"""


def phone(width: int, height: int) -> dict[str, Any]:
    return {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}


def on_the_sky(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    moves = [choice for choice in now["choices"] if choice["about"]["places"]]
    if not moves or chance.random() < 0.15:
        page.locator(".stage .buttons .button").last.click()
        return
    for place in chance.choice(moves)["about"]["places"]:
        tap(page, place)


def at_the_plates(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    if now["view"]["stage"] == "keep":
        keep(page, now, chance)
        return
    chosen = chance.choice(now["choices"])["about"]
    tap(page, chosen["places"][0] if chosen["places"] else "pass")


def among_worlds(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    test_urknall.choose(page, chance.choice(now["choices"])["about"]["places"], by_finger=True)


def on_the_train(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    test_robbery.play_any(page, now, chance)


def at_the_table(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    test_bigbrainbang.DECISIONS.get(now["view"]["phase"], test_bigbrainbang.choose_listed)(page, now, chance)


GAMES: dict[str, tuple[Choosing, int, dict[str, Any]]] = {  # how it is played by tapping, players, options
    "bigxbang": (on_the_sky, 2, {"short": True}),
    "brains": (at_the_plates, 3, {"players": 3}),
    "urknall": (among_worlds, 2, test_urknall.OPTIONS),
    "robbery": (on_the_train, 3, {"players": 3}),
    "bigbrainbang": (at_the_table, 2, test_bigbrainbang.CHEAP),
}


def decide(page: Page, choosing: Choosing, chance: random.Random) -> list[str]:
    """One decision by tapping; what was not in view before and while it was asked about."""
    since, now = number(page), snapshot(page)["now"]
    places = sorted({place for choice in now["choices"] for place in choice["about"]["places"]})
    page.evaluate("places => document.body.dataset.places = JSON.stringify(places)", places)
    told: list[str] = page.evaluate(HIDDEN)
    choosing(page, now, chance)
    page.wait_for_function(
        "n => document.querySelector('.ask') || +document.querySelector('.play').dataset.number > n", arg=since, timeout=PATIENCE
    )
    if page.locator(".ask").is_visible():
        asked = page.locator(".ask").get_attribute("data-asked")
        about = [choice["about"]["places"] for choice in now["choices"] if str(choice["number"]) == asked]
        told += page.evaluate(QUESTION, about[0] if about else [])
        page.locator(".ask .primary").click()
    gone_on(page, since)
    return told


def walk(page: Page, game: str, most: int, **setup: Any) -> int:
    """Plays a match and looks at every decision; how many there were."""
    choosing, players, options = GAMES[game]
    page.goto(f"/match/{new_match(page, game, bots(players - 1), options=options, **setup)}")
    chance, steps = random.Random(7), 0
    while steps < most and ready(page):
        assert decide(page, choosing, chance) == [], f"decision {steps}: {page.locator('[data-prompt]').inner_text()}"
        steps += 1
    return steps


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_to_be_done_is_in_view(
    opened: Opener,
    soak_count: Callable[[int, int], int],
    soak_row: Callable[[str, int, str, float], None],
    game: str,
    size: str,
) -> None:
    """Whole matches; of the long games the opening and the end (`--soak`: all of it)."""
    page = opened(**phone(*SIZES[size]))
    page.add_init_script(test_bigbrainbang.WITHOUT_WEBGL)
    ends = {"urknall": test_urknall.late_position(18), "bigbrainbang": test_bigbrainbang.LATE, "robbery": LATE["robbery"]}
    began = time.monotonic()
    if (late := ends.get(game)) and not soak_count(0, 1):
        assert walk(page, game, OPENING) == OPENING
        assert walk(page, game, 2000, position=late)
    else:
        steps = walk(page, game, 2000)
        assert steps
        screen = "×".join(map(str, SIZES[size]))
        found = "what is to be done is in view, nothing moves"
        soak_row(f"decisions of a whole match of {game} by tapping on {screen}", steps, found, time.monotonic() - began)
    expect(page.locator("dialog[open]")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("size", [(195, 422), (640, 400)], ids=["phone", "desktop"])
def test_enlarged_to_twice_the_size_half_of_it_is_board(opened: Opener, size: tuple[int, int]) -> None:
    page = opened(**phone(*size))
    for game, (_, players, options) in GAMES.items():
        page.goto(f"/match/{new_match(page, game, bots(players - 1), options=options)}")
        assert ready(page)
        board = page.locator(".play .board").first.bounding_box()
        assert board
        assert board["height"] >= size[1] / 2, game
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), game


WIDE = {"viewport": {"width": 1440, "height": 900}, "has_touch": True}
NARROW = {"viewport": {"width": 1024, "height": 768}, "has_touch": True, "locale": "de-DE"}


@pytest.mark.parametrize(
    ("game", "called", "size"),
    [
        ("bigxbang", "Your turn: you are Matter", phone(*SIZES["tall"])),
        ("brains", "Your turn: you are Red", phone(*SIZES["tall"])),
        ("urknall", "Your turn: you are the circle", phone(*SIZES["tall"])),
        ("bigxbang", "Your turn: you are Matter", WIDE),
        ("urknall", "Your turn: you are the circle", WIDE),
        ("urknall", "Du bist dran: du bist der Kreis", NARROW),
    ],
)
def test_whose_turn_it_is_stays_above_the_board_and_nothing_jumps(
    opened: Opener, game: str, called: str, size: dict[str, Any]
) -> None:
    """Beside it stands what a bot did last; long questions, the buttons of the speed and "sending" push nothing down."""
    page = opened(**size, calm=False)
    choosing, players, options = GAMES[game]
    page.goto(f"/match/{new_match(page, game, bots(players - 1), options=options)}")
    chance, told = random.Random(2), 0
    ready(page)
    page.evaluate(HEIGHTS)
    for _ in range(OPENING):
        if not ready(page):
            break
        expect(page.locator("[data-who] .turn")).to_have_text(called)
        told += page.locator("[data-who] .before").count()
        since = number(page)
        choosing(page, snapshot(page)["now"], chance)
        confirm(page, since)
    heights = page.evaluate("window.heights")
    assert max(heights) - min(heights) < 0.5, heights
    assert told or game == "brains"  # where dice are thrown at once, they came last


@pytest.mark.parametrize("size", [phone(*SIZES["small"]), WIDE, NARROW], ids=["phone", "wide", "narrow"])
def test_hints_and_refusals_lie_over_nothing_of_the_board(opened: Opener, size: dict[str, Any]) -> None:
    """They stand in the place of the question, where even a long hint is read without scrolling."""
    page = opened(**size | {"locale": "de-DE"})
    page.add_init_script(test_bigbrainbang.WITHOUT_WEBGL)
    for game, (_, players, options) in GAMES.items():
        setup = {"position": "1 100 0,0,0 r,y,g 0 1 45***"} if game == "brains" else {}
        page.goto(f"/match/{new_match(page, game, bots(players - 1), options=options, **setup)}")
        assert ready(page)
        page.evaluate("document.fonts.ready.then(() => null)")  # in another typeface the question may take a line more
        top = top_of_the_board(page)
        page.locator(".tools").get_by_role("button", name="Tipp").click()
        hint = page.locator("[data-hint]")
        expect(hint).to_be_visible()
        assert bottom(hint) <= top == top_of_the_board(page), game
        if setup:
            assert len(hint.inner_text()) > 200
            assert hint.locator("p").evaluate("words => words.scrollHeight <= words.clientHeight")
        hint.get_by_role("button", name="Schließen").click()
        expect(hint).to_have_count(0)
    page.goto(f"/match/{new_match(page, 'bigxbang', bots(1), options={'short': True})}")
    assert ready(page)
    tap(page, next(circle["name"] for circle in snapshot(page)["now"]["view"]["circles"] if not circle["side"]))
    expect(page.locator(".why .rule")).to_contain_text("Richtungen")  # the rule is there: it stays as long as it takes to read
    assert bottom(page.locator(".why")) <= top_of_the_board(page)


@pytest.mark.parametrize("language", ["de-DE", "en-GB"])
@pytest.mark.parametrize("size", SIZES)
def test_the_longest_refusal_is_read_whole(opened: Opener, size: str, language: str) -> None:
    """No sentence that forbids something is longer than the first one of U14; it is said above the board, without scrolling."""
    page = opened(**phone(*SIZES[size]), locale=language, service_workers="block")  # it would fetch the rules itself
    rules = page.request.get(f"/api/games/urknall/rules/{language[:2]}").text()
    page.route("**/games/bigxbang/rules/*", lambda asked: asked.fulfill(body=rules))
    page.route("**/why-not", lambda asked: asked.fulfill(json={"rule": "U14.1"}))
    page.goto(f"/match/{new_match(page, 'bigxbang', bots(1), options={'short': True})}")
    assert ready(page)
    tap(page, next(circle["name"] for circle in snapshot(page)["now"]["view"]["circles"] if not circle["side"]))
    words = page.locator(".why .rule")
    expect(words).to_contain_text("Astronauten stehen." if language == "de-DE" else "astronauts stand.")
    assert words.evaluate("words => words.scrollHeight <= words.clientHeight")
    assert bottom(page.locator(".why")) <= top_of_the_board(page)


def bottom(thing: Locator) -> float:
    box = thing.bounding_box()
    assert box
    return box["y"] + box["height"]


def top_of_the_board(page: Page) -> float:
    box = page.locator(".play .board").first.bounding_box()
    assert box
    return box["y"]


def test_a_replay_is_stepped_without_scrolling(opened: Opener) -> None:
    page = opened(**phone(*SIZES["low"]))
    page.goto(f"/match/{new_match(page, 'brains', bots(2), options={'players': 3})}")
    ready(page)
    page.goto(f"{page.url}/replay")
    for name in ("One step back", "Let it run", "One step on"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)


# what is hidden of the places that a step of a tour asks for, of its words and of its buttons; and whether half of it is board
TOUR = """places => {
  const seen = node => {
    const box = node.getBoundingClientRect()
    const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return box.top >= 0 && box.bottom <= innerHeight + 1 && (node.contains(on) || on?.contains(node))
  }
  const pieces = places.map(place => [...document.querySelectorAll(`.stage [data-place="${place}"]`)])
  const does = pieces.length ? pieces : [[...document.querySelectorAll('.stage :is(button, [role=button])')]]
  const told = does.filter(all => !all.some(seen)).map(all => `hidden: ${all[0]?.dataset.place}`)
  for (const node of document.querySelectorAll('.coach :is(.text, .row .button)'))
    if (!seen(node)) told.push(`hidden: ${node.textContent.trim()}`)
  if (document.scrollingElement.scrollHeight > innerHeight + 1) told.push('the page is scrolled')
  if (document.querySelector('.tour .board').clientHeight < innerHeight / 2) told.push('the board is small')
  return told
}"""


@pytest.mark.parametrize("game", GAMES)
def test_what_a_tour_asks_for_is_in_view_with_its_words(opened: Opener, game: str) -> None:
    page = opened(**phone(*SIZES["small"]), locale="de")
    page.add_init_script("localStorage.setItem('bangbox.bigbrainbang.view', 'flat')")  # the deep view is painted slowly here
    page.goto(f"/tour/{game}")
    steps = steps_of(game)
    for at, step in enumerate(steps, 1):
        expect(page.locator(f".tour[data-step='{at}']")).to_be_visible()
        asked = step.get("choose")
        if asked:
            page.wait_for_selector(".tour[data-open]")
        page.wait_for_timeout(100)
        assert page.evaluate(TOUR, taps(game, asked[0]) if isinstance(asked, list) else []) == [], at
        if at < len(steps):
            page.locator(".coach .row button").nth(1).click()
