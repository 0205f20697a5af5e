"""Plays in a real browser by clicking: what the tests of the pages have in common."""

import random
import re
from typing import Any

from playwright.sync_api import Page, expect

PATIENCE = 60_000  # a busy machine may take its time, above all while bots are compiled
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def new_match(page: Page, game: str, seats: list[dict[str, Any]], **setup: Any) -> str:
    """A table set up over the API by whoever the page's cookie says; its name."""
    if page.request.get("/api/me").json() is None:
        page.request.post("/api/me", data={"name": "Ada"})
    answer = page.request.post("/api/matches", data={"game": game, "seats": seats, **setup})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def bots(count: int) -> list[dict[str, Any]]:
    """Seats for me and so many bots that choose quickly."""
    return [{"kind": "me"}, *({"kind": "bot", "level": "random", "name": f"Bot {n + 1}"} for n in range(count))]


def snapshot(page: Page) -> dict[str, Any]:
    """What the server says of the match on the page, from the seat to act if it is ours."""
    match = re.search(r"/match/(\w+)", page.url)
    assert match
    shown: dict[str, Any] = page.request.get(f"/api/matches/{match[1]}/snapshot").json()
    actor = shown["now"]["actor"]
    if actor != shown["seat"] and actor in shown["table"]["mine"]:
        shown = page.request.get(f"/api/matches/{match[1]}/snapshot?seat={actor}").json()
    return shown


def number(page: Page) -> int:
    """The last event that the page shows."""
    return int(page.locator(".play").get_attribute("data-number") or 0)


def ready(page: Page) -> bool:
    """Waits until something is to be chosen; False if the match is over."""
    page.wait_for_selector(".play[data-open], .play[data-status=over]", timeout=PATIENCE)
    return page.locator(".play").get_attribute("data-status") != "over"


def gone_on(page: Page, since: int) -> None:
    """Waits until the page shows something newer than event `since`."""
    page.wait_for_function("n => +document.querySelector('.play')?.dataset.number > n", arg=since, timeout=PATIENCE)


def confirm(page: Page, since: int) -> None:
    """Says yes if the page asks; then waits for the effect."""
    page.wait_for_function(
        "n => document.querySelector('.ask') || +document.querySelector('.play').dataset.number > n", arg=since, timeout=PATIENCE
    )
    if page.locator(".ask").is_visible():
        page.locator(".ask .primary").click()
    gone_on(page, since)


def tap(page: Page, place: str) -> None:
    """Taps a place on the board."""
    found = page.locator(f'.stage [data-place="{place}"]').first
    spot = found.locator(".hit")  # where a drawing is larger than the place that takes the tap
    (spot.first if spot.count() else found).click(timeout=PATIENCE)


def plain_step(page: Page, chance: random.Random) -> None:
    """One choice on the plain board: a listed one, by tapping places if there are many, or a form as it stands."""
    since = number(page)
    listed = page.locator(".stage .choices [data-action]")
    places = page.locator(".stage .view .open, .stage .view .place")
    while not listed.count() and places.count():
        places.nth(chance.randrange(places.count())).click()
        if page.locator(".ask").count() or not page.locator(".play[data-open]").count():
            break  # that was a whole choice already
    else:
        if listed.count():
            listed.nth(chance.randrange(listed.count())).click()
        else:
            page.locator(".stage .choices form .primary").first.click()
    confirm(page, since)


def play_plain(page: Page, seed: int = 1, most: int = 2000) -> int:
    """A whole match on the plain board; how often something was chosen."""
    chance, steps = random.Random(seed), 0
    while ready(page):
        plain_step(page, chance)
        steps += 1
        assert steps < most
    return steps


def expect_end(page: Page) -> None:
    """The end is shown: who won and why."""
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible(timeout=PATIENCE)
    expect(dialog.locator("h2")).not_to_be_empty()
    expect(dialog.locator(".tally")).to_be_visible()
