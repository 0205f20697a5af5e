"""A table with people at it: the log and what was taken back, talk, the host's orders, offers, and time that runs out."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.driver import DESKTOP, PHONE, bots, gone_on, new_match, number, ready, snapshot
from tests.web.test_together import invited, sit

Opener = Callable[..., Page]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
TWO = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bruno"}]
AT_END = "list => list.scrollHeight - list.scrollTop - list.clientHeight < 8"


def together(opened: Opener, size: dict[str, Any], game: str = "tictactoe") -> tuple[Page, Page]:
    """A host and a guest at one table, the match running."""
    host, guest = opened(**size), opened()
    sit(guest, invited(host, game), "Bruno")
    for page in (host, guest):
        expect(page.locator(".play")).to_be_visible()
    return host, guest


def play_some(page: Page, moves: int) -> None:
    """So many moves of Big×Bang over the API, for both sides."""
    for _ in range(moves):
        shown = snapshot(page)
        now = shown["now"]
        choice = next(choice for choice in now["choices"] if choice["about"]["places"])
        move = {"number": now["number"], "seat": now["actor"], "choice": choice["number"]}
        assert page.request.post(f"/api/matches/{shown['table']['id']}/move", data=move).ok
    page.wait_for_function("n => +document.querySelector('.play').dataset.number >= n", arg=snapshot(page)["now"]["number"])


def log_of(page: Page, size: dict[str, Any]) -> Locator:
    """The log, opened where it has to be."""
    if size is PHONE:
        page.locator(".tools").get_by_role("button", name="Log").click()
    return page.locator(".log:visible")


@SIZES
def test_the_log_opens_at_its_end_and_follows(opened: Opener, size: dict[str, Any]) -> None:
    page = opened(**size)
    page.goto(f"/match/{new_match(page, 'bigxbang', TWO)}")
    assert ready(page)
    play_some(page, 24)
    page.reload()
    assert ready(page)
    log = log_of(page, size)
    expect(log.locator("li").last).to_be_in_viewport()
    assert log.evaluate("list => list.scrollHeight > list.clientHeight")
    assert log.evaluate(AT_END)
    play_some(page, 6)
    expect(log.locator("li").last).to_be_in_viewport()
    assert log.evaluate(AT_END)
    log.evaluate("list => { list.scrollTop = 0 }")  # whoever reads what was before is left alone
    page.wait_for_timeout(100)
    play_some(page, 3)
    assert log.evaluate("list => list.scrollTop") == 0


@SIZES
def test_moves_taken_back_are_marked_in_the_log(opened: Opener, size: dict[str, Any]) -> None:
    page = opened(**size)
    page.goto(f"/match/{new_match(page, 'bigxbang', TWO)}")
    assert ready(page)
    play_some(page, 1)
    since = number(page)
    page.locator(".tools").get_by_role("button", name="Take back").click()
    gone_on(page, since)
    assert ready(page)
    play_some(page, 1)
    log = log_of(page, size)
    expect(log.locator("li s")).to_have_count(1)
    expect(log.locator("li", has=page.locator("s"))).to_contain_text("taken back")
    expect(log.locator("li.choice").last.locator("s")).to_have_count(0)


def test_phrases_raise_the_unread_mark_and_lines_are_spaced(opened: Opener) -> None:
    host, guest = together(opened, PHONE)
    guest.locator("#tab-talk").click()
    guest.get_by_role("button", name="Good luck!").click()
    talk = host.locator(".tools").get_by_role("button", name=re.compile("Talk"))
    expect(talk).to_have_accessible_name("Talk 1 line unread")
    guest.get_by_label("Say something").fill("How are you?")
    guest.get_by_role("button", name="Say", exact=True).click()
    expect(talk).to_have_accessible_name("Talk 2 lines unread")
    talk.click()
    said = host.locator("dialog[open] .lines p")
    expect(said.filter(has_text="Good luck!")).to_have_text("Bruno Good luck!")
    expect(said.filter(has_text="How are you?")).to_have_text("Bruno How are you?")
    host.get_by_role("button", name="Hello!").click()
    expect(said.filter(has_text="Hello!")).to_have_count(1)
    host.keyboard.press("Escape")
    expect(talk).to_have_accessible_name("Talk")  # what was read, and what one says oneself, is not unread


def to_the_players(page: Page, size: dict[str, Any]) -> None:
    """Where all is said about the players: beside the board, on a phone under More."""
    if size is PHONE and not page.locator("dialog[open] .players").count():
        page.locator(".tools").get_by_role("button", name="More").click()


@SIZES
def test_the_hosts_orders_can_be_seen_and_given(opened: Opener, size: dict[str, Any]) -> None:
    host, guest = together(opened, size)
    to_the_players(host, size)
    host.get_by_role("button", name="Host's orders for Bruno").click()
    orders = host.get_by_role("dialog", name="Bruno")
    for name in ("Mute in the talk", "Remove from the table"):
        expect(orders.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    orders.get_by_role("button", name="Mute in the talk").click()
    expect(orders).to_have_count(0)
    to_the_players(host, size)
    host.get_by_role("button", name="Host's orders for Bruno").click()
    expect(orders.get_by_role("button", name="Let talk again")).to_be_visible()
    orders.get_by_role("button", name="Remove from the table").click()
    expect(guest.locator(".play[data-status=over]")).to_be_visible()


@SIZES
def test_players_are_shown_once_and_all_about_them_under_more(opened: Opener, size: dict[str, Any]) -> None:
    """Where the board itself shows who plays."""
    page = opened(**size)
    for game, players in (("bigxbang", 2), ("brains", 3), ("urknall", 3), ("robbery", 3), ("bigbrainbang", 2)):
        page.goto(f"/match/{new_match(page, game, bots(players - 1), options={'players': players} if players > 2 else {})}")
        assert ready(page)
        expect(page.locator("ul.players:visible")).to_have_count(0)
        expect(page.locator(".stage").get_by_text("Bot 1", exact=True).filter(visible=True)).to_have_count(1)
        page.locator(".tools").get_by_role("button", name="More").click()
        expect(page.locator("dialog[open] ul.players li")).to_have_count(players)
        expect(page.locator("dialog[open] ul.players")).to_contain_text("Random")


@SIZES
def test_an_offer_covers_nothing(opened: Opener, size: dict[str, Any]) -> None:
    """While the other proposes to stop, every button of the board can be tapped."""
    host, guest = together(opened, size, "bigxbang")
    guest.locator(".tools").get_by_role("button", name="More").click()
    guest.get_by_role("button", name="Propose to stop").click()
    offer = host.get_by_text("proposes to stop without a result")
    expect(offer).to_be_visible()
    covered = """() => [...document.querySelectorAll('.stage button, .stage [role=button]')].filter(one => {
        one.scrollIntoView({ block: 'center' })
        const { x, y, width, height } = one.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return top?.closest('.offer') }).length"""
    assert host.evaluate(covered) == 0
    host.get_by_role("button", name="Decline").click()
    expect(offer).to_have_count(0)


def test_time_that_ran_out_is_called_so_and_the_winner_comes_first(opened: Opener) -> None:
    page = opened()
    page.goto(f"/match/{new_match(page, 'bigxbang', TWO, clock={'kind': 'game', 'seconds': 5, 'increment': 0})}")
    assert ready(page)
    play_some(page, 2)
    late = snapshot(page)["now"]["actor"]
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".tally")).to_be_visible()
    names = [player["name"] for player in snapshot(page)["table"]["players"]]
    rows = dialog.locator(".tally .head")
    expect(rows.nth(0)).to_contain_text(re.compile(f"1st.*{names[1 - late]}"))
    expect(rows.nth(1)).to_contain_text(re.compile(f"2nd.*{names[late]}"))
    page.keyboard.press("Escape")
    loser = page.locator("ul.players li", has_text=names[late])
    expect(loser).to_contain_text("ran out of time")
    expect(page.get_by_text("has given up")).to_have_count(0)
