"""The fair dice between two browsers: numbers are sealed first, and shown when everybody has sealed."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.driver import PHONE, bots, new_match, ready, snapshot
from tests.web.test_together import sit

Opener = Callable[..., Page]


def dice(page: Page, match: str) -> Any:
    """The dice as the server tells of them."""
    return page.request.get(f"/api/matches/{match}").json()["dice"]


def sealed_table(host: Page) -> str:
    """A table for two at whose dice the host's browser has sealed a number, and where nobody looks at it any more."""
    match = new_match(host, "magpie", [{"kind": "me"}, {"kind": "open"}], options={"players": 2}, public=True)
    host.goto(f"/match/{match}")
    while dice(host, match)["commitments"][0] is None:
        host.wait_for_timeout(50)
    host.goto("about:blank")
    return match


def test_a_match_waits_for_numbers_that_are_sealed_and_not_yet_shown(opened: Opener) -> None:
    """The host is away when the friend sits down; wherever the host comes back, the page shows the number by itself."""
    host, guest = opened(), opened(**PHONE)
    match = sealed_table(host)
    sit(guest, f"/match/{match}", "Bruno")
    expect(guest.locator("[data-sealed]")).to_contain_text("All numbers for the dice are sealed")
    guest.wait_for_function("() => document.body.innerText.includes('as soon as Ada opens')")
    found = dice(guest, match)
    assert all(found["commitments"])
    assert [bool(number) for number in found["contributions"]] == [False, True]
    guest.reload()
    expect(guest.locator("[data-sealed]")).to_be_visible()
    host.goto("/")
    expect(guest.locator(".play")).to_be_visible()

    guest.locator(".tools").get_by_role("button", name="More").click()
    guest.get_by_role("button", name="Give up").click()
    guest.locator("dialog[open]").get_by_role("button", name="Give up").click()
    guest.locator("dialog[open]").get_by_role("button", name="Check the dice").click()
    report = guest.locator("dialog[open] [data-dice=fair]")
    expect(report).to_contain_text("All seats had sealed their numbers before the first was shown.")
    expect(report).to_contain_text("This browser saw the seals before it showed its own number")
    seals = r"bangbox verify FILE --commitment \w{64} --commitment 1=\w{64} --commitment 2=\w{64} --contribution 2="
    expect(report).to_contain_text(re.compile(seals))


def test_who_leaves_a_sealed_table_closes_it_for_all(opened: Opener) -> None:
    host, guest = opened(), opened()
    match = sealed_table(host)
    sit(guest, f"/match/{match}", "Bruno")
    expect(guest.locator("[data-sealed]")).to_be_visible()
    guest.get_by_role("button", name="Close this table").click()
    guest.wait_for_url("/")
    host.goto(f"/match/{match}")
    host.get_by_role("button", name="Points").click()
    expect(host.locator("dialog[open]")).to_contain_text("The match did not begin.")
    host.locator("dialog[open]").get_by_role("button", name="Check the dice").click()
    expect(host.locator("dialog[open] [data-dice=fair]")).to_contain_text("All seats had sealed their numbers")
    host.goto("/me")
    expect(host.get_by_text("did not begin")).to_be_visible()


def test_another_browser_of_mine_can_seal_a_number_of_its_own(opened: Opener) -> None:
    first, second, friend = opened(), opened(), opened()
    match = sealed_table(first)
    second.context.add_cookies(first.context.cookies())  # type: ignore[arg-type]
    second.goto(f"/match/{match}")
    expect(second.get_by_text("kept in the browser in which you sat down")).to_be_visible()
    second.get_by_role("button", name="Seal a new number here instead").click()
    expect(second.get_by_text("kept in the browser in which you sat down")).to_be_hidden()
    sit(friend, f"/match/{match}", "Bruno")
    for page in (friend, second):
        expect(page.locator(".play")).to_be_visible()


def test_against_bots_nothing_is_waited_for(opened: Opener) -> None:
    page = opened()
    page.goto(f"/match/{new_match(page, 'magpie', bots(1), options={'players': 2})}")
    assert ready(page)
    shown = snapshot(page)["table"]["dice"]
    assert all(shown["commitments"])
    assert all(shown["contributions"])
