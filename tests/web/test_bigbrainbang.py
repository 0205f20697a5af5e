"""Big Brain Bang on its own table, flat and deep: by clicking, flicking and keys, at desktop and phone size."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.driver import DESKTOP, PHONE, bots, confirm, expect_end, new_match, number, ready, snapshot

Opener = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
CHEAP = {"players": 2, "throws": "cheap"}
TILES = (
    "S1:1a@9358,-6841,2473/S9:1b@21205,-6674,3006/S11:1a@20830,-3222,3185/M1:1b@3203,6949,121/M2:1b@-1230,8270,2567/"
    "M3:1a@11667,-6333,1044/M11:1b@17454,-4627,1302/L1:2a@-3813,-19692,171/L6:1b@-9499,23955,1321"
)
LATE = f"start 0 30 3,2 1,1,1 {TILES} S1,-/M2,L1 0 - - - - - cheap"  # three tiles to go, much free table


@SIZES
def test_a_match_of_big_brain_bang(opened: Opener, soak_count: Callable[[int, int], int], size: dict[str, Any]) -> None:
    """Dice, box, throws, tiles, pawns and Burner by clicking until all tiles are placed; without WebGL the table is flat."""
    page = opened(**size)
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
