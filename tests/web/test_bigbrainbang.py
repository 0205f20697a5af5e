"""Big Brain Bang on its own table, flat and deep: by clicking, flicking and keys, at desktop and phone size."""

import os
import random
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import visiting
from tests.web.driver import DESKTOP, PHONE, bots, confirm, expect_end, gone_on, new_match, number, ready, snapshot
from tests.web.test_access import findings, too_wide
from tools.browser import FLAGS, WEBGL

Opener = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
CHEAP = {"players": 2, "throws": "cheap"}
TILES = (
    "S1:1a@9358,-6841,2473/S9:1b@21205,-6674,3006/S11:1a@20830,-3222,3185/M1:1b@3203,6949,121/M2:1b@-1230,8270,2567/"
    "M3:1a@11667,-6333,1044/M11:1b@17454,-4627,1302/L1:2a@-3813,-19692,171/L6:1b@-9499,23955,1321"
)
LATE = f"start 0 30 3,2 1,1,1 {TILES} S1,-/M2,L1 0 - - - - - cheap"  # three tiles to go, much free table
AIM = f"aim 0 30 3,2 1,1,1 {TILES} S1,-/M2,L1 rk0 - - - - - cheap"
SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
BURN = f"burn 0 30 2,2 1,1,1 {TILES} S1,-/M2,L1 0B - - 12000,3000,100 - - cheap"
# a medium tile between my own M1 and the other's M2 and S1
NEIGHBOURS = "S1:1a@1600,-1480,0/M1:1a@-2200,3700,0/M2:1a@9000,3700,0/L1:1a@-400,8700,0"
PLACE = f"place 0 5 0,0 15,12,9 {NEIGHBOURS} M1,-/M2,S1 kr0 - - 3400,4200,0 - - cheap"

ASKED = "localStorage.setItem('bangbox.bigbrainbang.box', 'ask')"  # before every throw, about box and Burner
WITHOUT_WEBGL = """
    const given = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind.startsWith('webgl') ? null : given.call(this, kind, ...rest)
    }
"""


def flat(opened: Opener, **wishes: Any) -> Page:
    """A page in a browser without WebGL: the table is flat."""
    page = opened(**wishes)
    page.add_init_script(WITHOUT_WEBGL)
    page.add_init_script(ASKED)
    return page


@SIZES
def test_a_match_of_big_brain_bang(opened: Opener, soak_count: Callable[[int, int], int], size: dict[str, Any]) -> None:
    """Dice, box, throws, tiles, pawns and Burner by clicking until all tiles are placed; without WebGL the table is flat."""
    page = flat(opened, **size)
    setup = {} if soak_count(0, 1) else {"position": LATE}
    page.goto(f"/match/{new_match(page, 'bigbrainbang', bots(1), options=CHEAP, **setup)}")
    chance, phases = random.Random(4), []
    while ready(page):
        phases.append(step(page, chance))
        assert len(phases) < 2000
    expect_end(page)
    assert {"start", "aim"} <= set(phases)


def test_a_hint_takes_the_throw_in_hand(opened: Opener) -> None:
    page = flat(opened)
    page.goto(f"/match/{new_match(page, 'bigbrainbang', bots(1), options=CHEAP, position=AIM)}")
    assert ready(page)
    with page.expect_response("**/hint") as answered:
        page.get_by_role("button", name="Hint").click()
    word, *numbers = answered.value.json()["choices"][0]["name"].split(" ")
    assert word == "throw"
    expect(page.get_by_text("So the bot would do it.")).to_be_visible()
    for name, value in zip(("Around the table", "Speed"), (numbers[0], numbers[4]), strict=True):
        expect(page.get_by_role("slider", name=name)).to_have_value(value)
    since = number(page)
    page.locator(".stage [data-throw]").click()
    gone_on(page, since)


def step(page: Page, chance: random.Random) -> str:
    """One decision by clicking; which phase it belonged to."""
    since, now = number(page), snapshot(page)["now"]
    phase: str = now["view"]["phase"]
    DECISIONS.get(phase, choose_listed)(page, now, chance)
    confirm(page, since)
    return phase


def choose_dice(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    pairs = [choice["about"]["places"] for choice in now["choices"] if choice["about"]["effect"] == "dice"]
    for die in chance.choice(pairs):
        page.locator(f'.stage .dice [data-place="{die}"]').click()


def choose_box(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    if chance.random() < 0.3:
        page.locator(".stage [data-box=standing]").click()
        put = page.locator(".stage [data-put=box]")
        page.get_by_role("slider", name="Near, far").fill(str(chance.randrange(-200, 200)))
        page.wait_for_timeout(300)  # the rules are asked whether it fits
        if page.get_by_text("It does not fit there").count() == 0:
            return put.click()
        page.get_by_role("button", name="Not the box").click()
    page.locator(".stage [data-name=keep]").click()


def choose_throw(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    around, _, direction, *_ = now["forms"][0]["fields"]
    page.get_by_role("slider", name="Around the table").fill(str(chance.randrange(around["high"])))
    page.get_by_role("slider", name="Speed").fill(str(chance.randrange(90, 150)))
    assert direction["name"] == "direction"
    page.locator(".stage [data-throw]").click()


def choose_way(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    way = chance.choice(now["choices"])["about"]["places"][0]
    found = page.locator(f'.stage .ways [data-place="{way}"]')
    if found.get_attribute("aria-pressed") == "false":
        found.click()
    page.locator(".stage [data-put=tile]").click()


def choose_angle(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    page.locator(".stage [data-angle]").fill(str(chance.randrange(360)))
    page.locator(".stage [data-put=burner]").click()


def choose_listed(page: Page, now: dict[str, Any], chance: random.Random) -> None:
    choice = chance.choice(now["choices"])
    listed = page.locator(f'.stage .panel [data-name="{choice["name"]}"]')
    (listed if listed.count() else page.locator(f'.stage [data-place="{choice["about"]["places"][0]}"]').first).click()


DECISIONS = {
    "start": choose_dice,
    "box": choose_box,
    "aim": choose_throw,
    "place": choose_way,
    "burn": choose_angle,
}


def at_the_aim(page: Page, throws: str = "cheap", **setup: Any) -> None:
    """A match in which it is my turn to throw the red die."""
    position = AIM.replace("cheap", throws)
    options = {"players": 2, "throws": throws}
    page.goto(f"/match/{new_match(page, 'bigbrainbang', bots(1), options=options, position=position, **setup)}")
    assert ready(page)
    expect(page.locator(".stage [data-throw]")).to_be_visible()


def flick(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A drag over the table in 80 ms, in parts of its width and height, however long painting takes meanwhile."""
    box = page.locator(".stage .table").bounding_box()
    assert box
    (x, y), (a, b) = ((box["x"] + px * box["width"], box["y"] + py * box["height"]) for px, py in (start, end))
    hand, began = page.context.new_cdp_session(page), time.time()
    way = [("mousePressed", 0.0), *(("mouseMoved", step / 4) for step in range(1, 5)), ("mouseReleased", 1.0)]
    for kind, part in way:
        hand.send("Input.dispatchMouseEvent", {
            "type": kind, "x": x + (a - x) * part, "y": y + (b - y) * part, "button": "left", "buttons": 1, "clickCount": 1,
            "timestamp": began + 0.08 * part,
        })  # fmt: skip


def thrown(page: Page) -> list[int]:
    """The numbers of the last throw: around, height, direction, elevation, speed, spin."""
    log = page.request.get(f"/api/matches/{page.url.rsplit('/', 1)[1]}/log").json()
    return [int(n) for n in next(event["name"] for event in reversed(log) if event["name"].startswith("throw")).split()[1:]]


def test_a_throw_by_flick_on_the_flat_table(opened: Opener) -> None:
    """Across the felt with the mouse: the die flies that way, the faster the farther; a slow pull only aims."""
    page = flat(opened)
    at_the_aim(page)
    assert page.locator(".stage .table > svg").count() == 1
    assert page.locator(".stage .table canvas").count() == 0
    since = number(page)
    box = page.locator(".stage .table").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.5, steps=3)
    page.wait_for_timeout(300)
    page.mouse.up()
    expect(page.locator(".stage output").nth(4)).not_to_have_text("130 cm/s")
    assert number(page) == since, "nothing was thrown"
    flick(page, (0.5, 0.85), (0.45, 0.5))
    gone_on(page, since)
    _, _, direction, _, speed, _ = thrown(page)
    assert 0 < direction < 45, "a little to the left"
    assert speed > 40


def test_a_throw_by_keyboard(opened: Opener) -> None:
    """Arrow keys aim, Enter throws; the sliders follow."""
    page = flat(opened)
    at_the_aim(page)
    since = number(page)
    page.locator(".stage .table").focus()
    for key in ("ArrowLeft", "ArrowLeft", "Shift+ArrowLeft", "ArrowUp", "Control+ArrowRight", "PageUp"):
        page.keyboard.press(key)
    expect(page.get_by_role("slider", name="Aside")).to_have_value("7")
    page.keyboard.press("Enter")
    gone_on(page, since)
    assert thrown(page) == [370, 80, 7, 0, 135, 0]


def test_learners_see_what_real_dice_do_near_the_box(opened: Opener) -> None:
    """A quick answer at once; when the aim rests, real throws replace it. Both say what becomes of a hundred dice."""
    page = flat(opened)
    boxed = f"aim 0 30 3,2 1,1,1 {TILES} S1,-/M2,L1 rk0 standing,-150,-40,0 - - - - real"
    with page.expect_response("**/foresee") as answered:
        page.goto(f"/match/{new_match(page, 'bigbrainbang', bots(1), options={'players': 2, 'throws': 'real'}, position=boxed)}")
        assert ready(page)
        forecast = page.locator(".stage .forecast")
        expect(forecast).to_contain_text("of 100 place a tile")
    spread = answered.value.json()["view"]["spread"]
    assert spread["thrown"] == len(spread["rests"]) + spread["astray"] >= 20
    expect(page.locator(".stage .forecast[data-rough]")).to_have_count(0)
    numbers = [int(text) for text in forecast.locator("b").all_inner_texts()]
    assert sum(numbers) == 100
    assert numbers[2] == round(100 * spread["astray"] / spread["thrown"])
    for said in ("end on a tile or touch one", "fall off"):
        expect(forecast).to_contain_text(said)
    with page.expect_response("**/foresee"):  # another aim is looked at anew
        page.get_by_role("slider", name="Speed").press("ArrowRight")


@pytest.fixture(scope="module")
def deep_browser(browser: Browser) -> Iterator[Browser]:
    """A browser that draws in three dimensions, in software."""
    flags = [*FLAGS, *WEBGL, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    path = os.environ.get("BANGBOX_CHROMIUM", "/usr/bin/chromium")
    started = browser.browser_type.launch(executable_path=path if os.path.exists(path) else None, args=flags)
    yield started
    started.close()


@pytest.fixture
def deep(deep_browser: Browser, address: str, expected: list[str]) -> Iterator[Page]:
    """A page with a deep table, not calm: dice fly. Whatever goes wrong fails the test."""
    with visiting(deep_browser, address, expected) as open_page:
        yield open_page(calm=False, viewport={"width": 800, "height": 560})


def test_a_real_throw_by_flick_on_the_deep_table(deep: Page) -> None:
    """A flick over the canvas throws; physics decides; the recorded flight is shown, and the tile is placed by keys."""
    page = deep
    at_the_aim(page, throws="real")
    expect(page.locator(".stage .table canvas")).to_be_visible()
    since = number(page)
    page.evaluate(
        """() => { window.flown = 0; new MutationObserver(() => {
            if (document.querySelector('[data-flying]')) window.flown++
        }).observe(document.querySelector('.stage'), { subtree: true, attributes: true, attributeFilter: ['data-flying'] }) }"""
    )
    flick(page, (0.5, 0.8), (0.5, 0.6))
    gone_on(page, since + 1)
    assert thrown(page)[4] > 40
    page.wait_for_function("window.flown > 0")
    poses = flight(page)
    assert len(poses) > 20
    assert all(len(pose) == 7 for pose in poses)
    expect(page.locator("[data-flying]")).to_have_count(0)
    assert ready(page)
    if snapshot(page)["now"]["view"]["phase"] != "place":
        return  # it went over the edge or onto a tile: that is the game
    before, since = page.locator(".ways .on").get_attribute("data-place"), number(page)
    page.locator(".stage .table").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".ways .on")).not_to_have_attribute("data-place", before or "")
    page.keyboard.press("Enter")
    gone_on(page, since)
    assert any(tile["name"] == "S16" for tile in snapshot(page)["now"]["view"]["tiles"])


def test_a_failure_is_told_before_the_next_die_is_in_hand(opened: Opener) -> None:
    """Whoever only throws is not asked about the box, but reads what became of the first die before the second."""
    page = opened(calm=False)
    page.add_init_script(WITHOUT_WEBGL)
    at_the_aim(page)
    since = number(page)
    page.get_by_role("slider", name="Speed").fill("300")
    page.locator(".stage [data-throw]").click()
    expect(page.locator(".stage [data-banner=off]")).to_contain_text("the throw is used up")
    expect(page.locator(".stage [data-banner]")).to_have_count(0)
    gone_on(page, since + 2)
    log = page.request.get(f"/api/matches/{page.url.rsplit('/', 1)[1]}/log").json()
    assert [event["name"] for event in log[-2:]] == ["off", "keep"]
    expect(page.locator(".stage [data-throw]")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=["desktop", "phone"])
def test_box_and_burner_say_what_they_do_and_cost_where_they_are_chosen(opened: Opener, size: dict[str, Any]) -> None:
    page = flat(opened, **size)
    for position, said in (
        (LATE, "The token (3 points) is gone even if the throw fails."),
        (AIM.replace("aim", "box", 1), "It stops a rolling die and costs nothing."),
        (BURN, "The token is spent already."),
    ):
        page.goto(f"/match/{new_match(page, 'bigbrainbang', bots(1), options=CHEAP, position=position)}")
        assert ready(page)
        expect(page.locator(".stage .panel").get_by_text(said)).to_be_in_viewport(ratio=1)


def test_where_the_box_does_not_fit_nothing_fails(opened: Opener) -> None:
    """The board answers with the rule, however quickly it is put there; a forecast of it is no error either."""
    page = flat(opened)
    position = AIM.replace("aim", "box", 1).replace(TILES, "M1:1a@0,0,0")
    position = position.replace("S1,-/M2,L1", "-,-/-,-").replace("1,1,1", "16,13,10")
    match = new_match(page, "bigbrainbang", bots(1), options=CHEAP, position=position)
    page.goto(f"/match/{match}")
    assert ready(page)
    page.locator(".stage [data-box=lying]").click()
    page.locator(".stage [data-put=box]").click()
    expect(page.locator(".why .number")).to_have_text("B6")
    page.goto(f"/match/{match}?plain")
    assert ready(page)
    with page.expect_response("**/preview") as answered:
        page.get_by_role("slider", name="Turn").first.press("ArrowRight")
    assert answered.value.json() is None


def flight(page: Page) -> list[list[float]]:
    """The poses that came with the last throw."""
    log = page.request.get(f"/api/matches/{page.url.rsplit('/', 1)[1]}/log").json()
    found: list[list[float]] = next(event["data"]["poses"] for event in reversed(log) if (event["data"] or {}).get("poses"))
    return found


def test_a_flight_can_be_skipped(deep: Page) -> None:
    """Skipping shows the result at once; the switch leads to the flat table and is remembered."""
    page = deep
    at_the_aim(page, throws="real")
    page.get_by_role("button", name="From above").click()
    expect(page.locator(".stage .table > svg")).to_be_visible()
    expect(page.locator(".stage .table canvas")).to_have_count(0)
    since = number(page)
    page.locator(".stage [data-throw]").click()
    page.get_by_role("button", name="Skip this").click()
    gone_on(page, since + 1)
    expect(page.locator("[data-flying]")).to_have_count(0)
    page.reload()
    assert ready(page)
    expect(page.locator(".stage .table > svg")).to_be_visible()
    assert page.locator(".stage .table canvas").count() == 0


# in which order the canvas is made another size (which empties it), drawn on and shown
DRAWING = """window.done = []
  const size = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'width')
  const set = function (to) { window.done.push('sized'); size.set.call(this, to) }
  Object.defineProperty(HTMLCanvasElement.prototype, 'width', { ...size, set })
  for (const name of ['drawElements', 'drawArrays']) {
    const draw = WebGL2RenderingContext.prototype[name]
    WebGL2RenderingContext.prototype[name] = function (...what) { window.done.push('drawn'); return draw.apply(this, what) }
  }
  const shown = () => { window.done.push('shown'); requestAnimationFrame(shown) }
  shown()"""


def test_the_deep_table_is_never_empty_when_its_size_changes(deep: Page) -> None:
    page = deep
    at_the_aim(page)
    expect(page.locator(".stage .table canvas")).to_be_visible()
    page.evaluate(DRAWING)
    page.set_viewport_size({"width": 760, "height": 620})
    page.wait_for_function("() => window.done.includes('sized') && window.done.at(-1) === 'shown'")
    done = page.evaluate("window.done")
    last = len(done) - 1 - done[::-1].index("sized")
    assert next(one for one in done[last:] if one != "sized") == "drawn"


def test_three_is_fetched_for_big_brain_bang_only(deep: Page) -> None:
    """Neither the first page nor another game's match loads it; opening Big Brain Bang does."""
    page, loaded = deep, set()
    page.on("response", lambda answer: loaded.add(answer.url) if urlsplit(answer.url).path.endswith(".js") else None)

    def fetched() -> bool:
        return any("THREE.WebGLRenderer" in page.request.get(url).text() for url in loaded)

    page.goto("/")
    expect(page.locator("article svg").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.goto(f"/match/{new_match(page, 'bigxbang', bots(1), options={'short': True})}")
    assert ready(page)
    assert loaded
    assert not fetched()
    loaded.clear()
    at_the_aim(page)
    expect(page.locator(".stage .table canvas")).to_be_visible()
    assert fetched()


@pytest.mark.parametrize("look", ["light", "dark"])
def test_everybody_can_play(opened: Opener, look: str) -> None:
    """Nothing serious for axe-core, nothing wider than a phone, nothing to tap that is smaller than a finger."""
    page = flat(opened, **PHONE, color_scheme=look)
    for position in (LATE, AIM, PLACE, BURN):
        page.goto(f"/match/{new_match(page, 'bigbrainbang', bots(1), options=CHEAP, position=position)}")
        assert ready(page)
        assert findings(page) == []
        assert too_wide(page) <= 0
        assert too_small(page) == []


def too_small(page: Page) -> list[str]:
    """What can be tapped on the board and is lower or narrower than 44 pixels."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.stage button:enabled, .stage input[type=range]')].filter(one => {
            const box = one.getBoundingClientRect()
            return box.width > 0 && (box.height < 43.5 || box.width < 43.5)
        }).map(one => one.outerHTML.slice(0, 90))"""
    )
    return found


def test_what_a_placement_would_do_is_shown(opened: Opener) -> None:
    """Between the own network and another's: what joins, what is beaten, and what it would be worth."""
    page = flat(opened)
    page.goto(f"/match/{new_match(page, 'bigbrainbang', bots(1), options=CHEAP, position=PLACE)}")
    assert ready(page)
    previews = snapshot(page)["now"]["view"]["previews"]
    for preview in previews:
        button = page.locator(f'.ways [data-place="{preview["name"]}"]')
        if button.get_attribute("aria-pressed") == "false":
            button.click()
        fates = page.locator(".stage svg .fate")
        expect(fates).to_have_count(len(preview["touches"]))
        if preview["effect"] == "fight":
            beaten = {tile for foe in preview["foes"] if foe["beaten"] for tile in foe["touched"]}
            expect(page.locator(".stage .tile.beaten")).to_have_count(len(beaten))
    assert {"fight", "join"} & {preview["effect"] for preview in previews}


def test_a_fight_is_fought_by_tapping_tiles(opened: Opener) -> None:
    """The new tile meets two networks of the other: M2 is attacked first and beaten, S1 then beats the new tile (B15)."""
    page = flat(opened)
    page.goto(f"/match/{new_match(page, 'bigbrainbang', bots(1), options=CHEAP, position=PLACE)}")
    assert ready(page)
    since = number(page)
    page.locator(".stage [data-put=tile]").click()
    gone_on(page, since)
    tile = page.locator('.stage .table [data-place="M2"]')
    expect(tile).to_have_attribute("role", "button")
    tile.focus()
    expect(page.locator(".stage .tile.beaten")).to_have_count(1)
    page.locator('.stage .table [data-place="L1"]').click()
    expect(page.locator(".why .number")).to_have_text("B17")  # a neutral tile cannot be attacked
    tile.press("Enter")
    gone_on(page, since + 1)
    lying = {found["name"] for found in snapshot(page)["now"]["view"]["tiles"]}
    assert "M2" not in lying
    assert {"M1", "S1", "L1"} <= lying
