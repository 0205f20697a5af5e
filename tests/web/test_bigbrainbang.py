"""Big Brain Bang on its own table, flat and deep: by clicking, flicking and keys, at desktop and phone size."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.driver import DESKTOP, PHONE, bots, confirm, expect_end, gone_on, new_match, number, ready, snapshot

Opener = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
CHEAP = {"players": 2, "throws": "cheap"}
TILES = (
    "S1:1a@9358,-6841,2473/S9:1b@21205,-6674,3006/S11:1a@20830,-3222,3185/M1:1b@3203,6949,121/M2:1b@-1230,8270,2567/"
    "M3:1a@11667,-6333,1044/M11:1b@17454,-4627,1302/L1:2a@-3813,-19692,171/L6:1b@-9499,23955,1321"
)
LATE = f"start 0 30 3,2 1,1,1 {TILES} S1,-/M2,L1 0 - - - - - cheap"  # three tiles to go, much free table
AIM = f"aim 0 30 3,2 1,1,1 {TILES} S1,-/M2,L1 rk0 - - - - - cheap"

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
    """A quick drag over the table, in parts of its width and height."""
    box = page.locator(".stage .table").bounding_box()
    assert box
    (x, y), (a, b) = ((box["x"] + px * box["width"], box["y"] + py * box["height"]) for px, py in (start, end))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + (a - x) / 3, y + (b - y) / 3)
    page.mouse.move(x + (a - x) * 2 / 3, y + (b - y) * 2 / 3)
    page.mouse.move(a, b)
    page.mouse.up()


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
