"""Playing again with people one has played with: two browsers, invitations, a refusal, a mute."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.driver import PHONE, new_match, ready
from tests.web.test_access import findings

Opener = Callable[..., Page]


def together(host: Page, guest: Page) -> str:
    """A match of two people that is over: the guest resigns."""
    host.request.post("/api/me", data={"name": "Ada"})
    guest.request.post("/api/me", data={"name": "Ben"})
    match = new_match(host, "tictactoe", [{"kind": "me"}, {"kind": "open"}])
    path = host.request.post(f"/api/matches/{match}/invite").json()["path"]
    guest.goto(path)
    guest.get_by_role("button", name="Sit down").click()
    host.goto(f"/match/{match}")
    assert ready(host)
    guest.wait_for_selector(".play")
    answer = guest.request.post(f"/api/matches/{match}/resign", data={"seat": 1})
    assert answer.ok, answer.text()
    return match


def test_inviting_again_coming_declining_and_muting(opened: Opener) -> None:
    host, guest = opened(), opened(**PHONE)
    together(host, guest)
    host.locator("dialog[open]").get_by_role("button", name="Invite again").click()
    host.wait_for_url("**/match/*")
    expect(host.locator("main")).to_contain_text("Waiting for 1 more player")

    guest.goto("/")
    section = guest.locator("section[aria-labelledby=invitations]")
    expect(section).to_contain_text("Ada would like to play")
    assert findings(guest) == []
    section.get_by_role("button", name="Not this time").click()
    expect(section).to_have_count(0)

    host.goto("/me")
    person = host.locator("section[aria-labelledby=people] li")
    expect(person).to_contain_text("Ben")
    assert findings(host) == []
    person.get_by_role("button", name="Invite again: Ben").click()
    host.wait_for_url("**/match/*")
    guest.goto("/")
    section.get_by_role("button", name="I come").click()
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_selector(".play[data-number]")
    guest.goto("/me")
    guest.locator("section[aria-labelledby=people]").get_by_role("button", name="Invitations on: Ada").click()
    expect(guest.locator("section[aria-labelledby=people]")).to_contain_text("Invitations off")
