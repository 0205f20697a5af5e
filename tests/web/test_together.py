"""Several people: an invitation link, reloading, a server that dies, spectators, one screen for two."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.processes import Server
from tests.web.driver import PATIENCE, PHONE, bots, gone_on, new_match, number, plain_step, ready, snapshot, tap

Opener = Callable[..., Page]


def invited(page: Page, game: str) -> str:
    """Sets a table up on the page, with a seat for a friend; the link for the friend."""
    page.goto(f"/new/{game}")
    page.get_by_role("group", name="Seat 2").get_by_text("A friend, by link").click()
    page.get_by_role("button", name="Open the table").click()
    link = page.locator("[data-invitation]")
    expect(link).to_have_value(re.compile("#join="))
    expect(page.get_by_role("img", name="QR")).to_be_visible()
    expect(page.locator("[data-here]")).to_contain_text("this computer only")  # as long as the address is 127.0.0.1
    return link.input_value()


def sit(page: Page, link: str, name: str) -> None:
    """Follows a link and sits down."""
    page.goto(link)
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Sit down").click()


def test_two_browsers_over_an_invitation(opened: Opener) -> None:
    """A friend comes by link and they play, talk, take back by consent, give up and play again."""
    host, guest = opened(), opened(**PHONE)
    link = invited(host, "tictactoe")
    sit(guest, link, "Bruno")
    expect(guest.locator(".play")).to_be_visible()
    expect(host.locator(".play")).to_be_visible()
    assert "#" not in guest.url
    mover, other = (host, guest) if snapshot(host)["now"]["actor"] == 0 else (guest, host)
    since = number(other)
    choose(mover, 0)
    gone_on(other, since)

    ask_back = mover.get_by_role("button", name="Take back")
    expect(ask_back).to_be_enabled()
    choose(other, 0)
    gone_on(mover, since + 1)
    mover.get_by_role("button", name="Ask to take back").click()
    other.get_by_role("button", name="Agree").click()
    gone_on(mover, since + 2)
    assert snapshot(mover)["now"]["view"]["board"].count(-1) in (0, 9)

    host.locator("#tab-talk").click()
    host.get_by_role("button", name="Hello!").click()
    host.get_by_label("Say something").fill("How are you?")
    host.get_by_role("button", name="Say", exact=True).click()
    guest.locator(".tools").get_by_role("button", name=re.compile("Talk")).click()
    expect(guest.locator("dialog[open] .lines")).to_contain_text("How are you?")
    guest.keyboard.press("Escape")

    guest.locator(".tools").get_by_role("button", name="More").click()
    guest.get_by_role("button", name="Give up").click()
    guest.locator("dialog[open]").get_by_role("button", name="Give up").click()
    expect(host.locator("dialog[open] h2")).to_have_text("You win!")
    host.locator("dialog[open]").get_by_role("button", name="Play again").click()
    guest.locator("dialog[open]").get_by_role("button", name="Agree to play again").click()
    old = re.search(r"/match/(\w+)", link)
    assert old
    for page in (host, guest):
        expect(page).not_to_have_url(re.compile(old[1]), timeout=PATIENCE)
        expect(page.locator(".play")).to_be_visible()


def choose(page: Page, which: int) -> None:
    """Plays a choice on the plain board, saying yes if asked."""
    assert ready(page)
    page.locator(".stage .choices [data-action]").nth(which).click()
    if page.locator(".ask").count():
        page.locator(".ask .primary").click()


def test_a_used_link_says_so(opened: Opener, expected: list[str]) -> None:
    expected.append(r"403")
    host, guest, late = opened(), opened(), opened()
    host.goto("/new/magpie")
    host.get_by_role("group", name="Seat 2").get_by_text("A friend, by link").click()
    host.get_by_role("group", name="Seat 3").get_by_text("A friend, by link").click()
    host.get_by_role("button", name="Open the table").click()
    link = host.locator("[data-invitation]").input_value()
    sit(guest, link, "Bruno")
    expect(guest.get_by_text("Bruno").first).to_be_visible()
    sit(late, link, "Chiara")
    expect(late.locator(".toast")).to_contain_text("used already")


def test_reload_in_mid_game(opened: Opener) -> None:
    page = opened()
    page.goto(f"/match/{new_match(page, 'bigxbang', bots(1), options={'short': True})}")
    assert ready(page)
    since, move = number(page), snapshot(page)["now"]["choices"][0]
    for place in move["about"]["places"]:
        tap(page, place)
    gone_on(page, since)
    assert ready(page)
    before = number(page)
    page.reload()
    assert ready(page)
    assert number(page) == before
    expect(page.locator(".log li").first).to_be_visible()


def test_the_server_dies_and_comes_back(opened: Opener, own_server: Server, expected: list[str]) -> None:
    """The page says that the line is lost, and goes on by itself where it was, also with a move that was on its way."""
    expected.append(r"WebSocket connection|net::ERR_CONNECTION")
    page = opened(base=own_server.url)
    page.goto(f"/match/{new_match(page, 'bigxbang', bots(1), options={'short': True})}")
    assert ready(page)
    since, moves = number(page), [c for c in snapshot(page)["now"]["choices"] if c["about"]["places"]]
    own_server.kill()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    for place in moves[0]["about"]["places"]:
        tap(page, place)  # nobody hears it yet
    expect(page.get_by_text("Connection lost")).to_be_visible()
    own_server.start()
    gone_on(page, since)
    assert ready(page)
    names = [line["name"] for line in snapshot(page)["log"]]
    assert names.count(moves[0]["name"]) == 1
    expect(page.get_by_text("Connection lost")).to_be_hidden()


def test_a_spectator_sees_it_live_and_touches_nothing(opened: Opener) -> None:
    player, watcher = opened(), opened()
    match = new_match(player, "tictactoe", bots(1))
    player.goto(f"/match/{match}")
    assert ready(player)
    watcher.goto(f"/match/{match}")
    expect(watcher.locator(".play")).to_be_visible()
    assert watcher.locator(".stage .choices").count() == 0
    expect(watcher.get_by_role("button", name="Take back")).to_have_count(0)
    since = number(watcher)
    choose(player, 0)
    gone_on(watcher, since)


def test_two_at_one_screen_with_secrets(opened: Opener) -> None:
    """Between turns everything is covered until the next player says that it is them."""
    page = opened()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bruno"}]
    page.goto(f"/match/{new_match(page, 'magpie', seats, options={'players': 2})}")
    seen = set()
    for _ in range(4):
        cover = page.locator(".cover")
        expect(cover).to_be_visible()
        assert page.locator(".stage").count() == 0
        ready_button = cover.get_by_role("button")
        seen.add(ready_button.inner_text())
        ready_button.click()
        assert ready(page)
        while page.locator(".cover").count() == 0 and page.locator(".play[data-open]").count():
            plain_step_at(page)
    assert seen == {"I am Ada", "I am Bruno"}


def plain_step_at(page: Page) -> None:
    plain_step(page, random.Random(2))
    page.wait_for_selector(".cover, .play[data-open], .play[data-status=over]")


def test_a_front_page_with_many_matches_still_shows_the_games(opened: Opener) -> None:
    page = opened()
    page.goto("/")
    for _ in range(4):
        new_match(page, "tictactoe", bots(1))
    page.reload()
    mine = page.get_by_role("region", name=re.compile("match"))
    expect(mine.get_by_role("listitem")).to_have_count(3)
    mine.get_by_role("link", name="All 4 of your matches").click()
    expect(page.get_by_role("main").locator("a[href^='/match/']")).to_have_count(4)
