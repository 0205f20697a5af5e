"""What the pages show by themselves: waiting, whose turn it is, the log on the board, hints, sounds, dice that tumble, series."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.driver import PHONE, bots, gone_on, new_match, number, play_plain, ready, snapshot, tap
from tests.web.test_bigbrainbang import AIM, WITHOUT_WEBGL

Opener = Callable[..., Page]
TWO = [{"kind": "me"}, {"kind": "here", "name": "Bruno"}]
COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "k": "black"}
SHORT = {"options": {"short": True}}


def sky(page: Page, seats: list[dict[str, Any]], **setup: Any) -> str:
    """A match of Big×Bang with a turn to take."""
    match = new_match(page, "bigxbang", seats, **(SHORT | setup))
    page.goto(f"/match/{match}")
    assert ready(page)
    return match


def play_one(page: Page) -> list[str]:
    """Takes the first move on the sky; its places."""
    since, places = number(page), snapshot(page)["now"]["choices"][0]["about"]["places"]
    for place in places:
        tap(page, place)
    gone_on(page, since)
    return [str(place) for place in places]


def test_the_log_under_the_pointer_is_shown_on_the_board(opened: Opener) -> None:
    page = opened()
    sky(page, TWO)
    play_one(page)
    assert page.locator(".stage circle.mark").count() == 0
    page.locator(".log li").last.hover()
    expect(page.locator(".stage circle.mark")).to_have_count(2)
    page.locator(".log li").first.hover()
    expect(page.locator(".stage circle.mark")).to_have_count(0)


def test_hints_are_shown_on_the_board(opened: Opener) -> None:
    page = opened()
    sky(page, TWO)
    held = page.locator('.stage [data-place][aria-pressed="true"]')
    place = snapshot(page)["now"]["choices"][0]["about"]["places"][0]
    tap(page, place)
    expect(held).to_have_count(1)
    expect(page.locator(".stage text.name.shown")).to_have_text(place)
    page.locator(".tools").get_by_role("button", name="Hint").click()
    hinted = page.locator('.stage [data-place][aria-label*="hint"]')
    expect(hinted.first).to_be_visible()
    expect(held).to_have_count(0)  # what is in hand would lie over it
    play_one(page)
    expect(hinted).to_have_count(0)


def test_a_table_without_hints_and_take_backs(opened: Opener) -> None:
    page = opened()
    sky(page, TWO, hints=False, take_backs=False)
    tools = page.locator(".tools")
    expect(tools.get_by_role("button", name="Rules")).to_be_visible()
    expect(tools.get_by_role("button", name=re.compile("Hint|Take back"))).to_have_count(0)


def test_what_is_played_is_shown(opened: Opener) -> None:
    """Variants stand below the sky; the three goals are counted above it."""
    page = opened()
    sky(page, TWO, options={"short": True, "dark_matter": True})
    expect(page.locator(".stage .variants li")).to_have_text(["Short game", "Dark matter"])
    expect(page.locator(".stage")).to_contain_text("Helium")


def test_a_bot_that_thinks_and_a_move_on_its_way(opened: Opener) -> None:
    """The page says so, each in its own place."""
    page = opened()
    held: list[Any] = []
    answers: list[Any] = []  # what the bot plays, however quickly it thinks
    holding = [False]

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda said: held.append((server, said)) if holding[0] else server.send(said))
        server.on_message(lambda said: answers.append((socket, said)) if is_from_bot(said) else socket.send(said))

    def is_from_bot(said: Any) -> bool:
        return any(event["seat"] == 1 for event in json.loads(said).get("events", ()))

    page.route_web_socket(re.compile("/live"), between)
    sky(page, [{"kind": "me"}, {"kind": "bot", "level": "medium", "name": "Thinker"}])
    since, places = number(page), snapshot(page)["now"]["choices"][0]["about"]["places"]
    holding[0] = True
    for place in places:
        tap(page, place)
    expect(page.locator(".prompt")).to_contain_text("Sending")
    holding[0] = False
    for server, said in held:
        server.send(said)
    gone_on(page, since)
    expect(page.locator("[data-prompt]")).to_contain_text("Thinker is thinking")
    while not answers:
        page.wait_for_timeout(100)
    for socket, said in answers:
        socket.send(said)
    assert ready(page)
    expect(page.locator("[data-prompt]")).not_to_contain_text("Thinker")


def test_my_turn_in_the_title_as_a_badge_and_as_a_notification(opened: Opener) -> None:
    page = opened(permissions=["notifications"])
    page.add_init_script(
        """window.told = []; window.badges = []
           window.Notification = class { static permission = 'granted'; static requestPermission = async () => 'granted'
             constructor(title, { body }) { window.told.push(body) } close() {} }
           Object.defineProperty(document, 'hidden', { get: () => window.elsewhere ?? false })
           navigator.setAppBadge = async n => { window.badges.push(n) }
           navigator.clearAppBadge = async () => { window.badges.push(0) }"""
    )
    match = sky(page, bots(1))
    expect(page).to_have_title("● Your turn · Big×Bang")
    assert "icon-turn" in str(page.locator("link[rel=icon]").get_attribute("href"))
    assert page.evaluate("badges.at(-1)") == 1
    assert page.evaluate("told") == []
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Tell me when it is my turn").click()
    page.keyboard.press("Escape")
    page.evaluate("window.elsewhere = true")
    now = snapshot(page)["now"]
    choice = {"number": now["number"], "seat": 0, "choice": now["choices"][0]["number"]}
    assert page.request.post(f"/api/matches/{match}/move", data=choice).ok
    page.wait_for_function("() => told.length > 0")
    assert "Big×Bang" in page.evaluate("told[0]")


def test_sounds_have_a_switch(opened: Opener) -> None:
    """Made by the browser, heard when something happens, and never while they are off."""
    page = opened()
    page.add_init_script(
        """window.heard = 0
           for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
             const start = kind.prototype.start
             kind.prototype.start = function (...how) { window.heard += 1; return start.apply(this, how) } }"""
    )
    sky(page, TWO)
    switch = page.get_by_role("button", name="Sound", exact=True)
    if switch.get_attribute("aria-pressed") == "false":
        switch.click()
    play_one(page)
    page.wait_for_function("() => heard > 0")
    switch.click()
    page.wait_for_timeout(400)
    page.evaluate("window.heard = 0")
    play_one(page)
    page.wait_for_timeout(400)
    assert page.evaluate("heard") == 0


def test_dice_tumble_and_come_to_rest_on_the_servers_result(opened: Opener) -> None:
    page = opened(calm=False)
    page.goto(f"/match/{new_match(page, 'brains', bots(2), options={'players': 3, 'first': 0})}")
    assert ready(page)
    since = number(page)
    page.locator(".stage").get_by_role("button", name="Throw all five again").click()
    gone_on(page, since)
    page.wait_for_function("() => document.getAnimations().length > 0")
    assert ready(page)
    page.wait_for_function("() => document.getAnimations().every(one => one.effect.getTiming().iterations === Infinity)")
    dice = snapshot(page)["now"]["view"]["dice"]
    assert len(dice) == 5
    for die in dice:
        face = f"{COLOURS[die['colour'] or die['brain']]} {die['top'].replace('*', 'brain')}"
        expect(page.locator(f'.stage [data-place="{die["place"]}"]')).to_contain_text(face)


def test_brains_fly_to_their_owner(opened: Opener) -> None:
    page = opened(calm=False)
    page.goto(f"/match/{new_match(page, 'brains', bots(2), options={'players': 3}, position='1 80 5,5,10 r,y,g 0 3 51415')}")
    assert ready(page)
    since = number(page)
    best = max(snapshot(page)["now"]["choices"], key=lambda choice: len(choice["about"]["places"]))
    tap(page, best["about"]["places"][0])
    page.wait_for_selector(".stage .flying")
    gone_on(page, since)


def test_a_clock_runs_for_whoever_is_to_act(opened: Opener) -> None:
    page = opened()
    sky(page, TWO, clock={"kind": "move", "seconds": 30, "increment": 0})
    clocks = page.get_by_role("timer")
    expect(clocks).to_have_count(2)
    running = page.locator(".clock.running")
    expect(running).to_have_count(1)
    expect(running).to_have_text(re.compile(r"0:(2[0-8]|1\d|0\d)"))
    expect(page.locator("li[aria-current=true] .clock.running")).to_have_count(1)


def test_who_would_pay_is_shown_before_choosing(opened: Opener) -> None:
    """In the second phase each colour that can be chosen says whose plate it takes brains from, and how many."""
    page = opened()
    match = new_match(page, "brains", bots(2), options={"players": 3}, position="2 8 34,31,27 r,y,g 0 3 51415")
    page.goto(f"/match/{match}")
    assert ready(page)
    view = snapshot(page)["now"]["view"]
    assert view["phase"] == 2
    costly = [found for found in view["colours"] if found["total"] and found["payer"] is not None]
    assert costly
    names = ["you", "Bot 1", "Bot 2"]
    for found in costly:
        ticket = page.locator(f'.stage .ticket[data-place="{found["colour"]}"]')
        expect(ticket.locator(".payer")).to_contain_text(names[found["payer"]])
        expect(ticket.locator(".cost")).to_contain_text(f"−{found['brains']}")


def test_a_puzzle_has_undo_a_best_score_and_a_text_to_share(opened: Opener) -> None:
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    sky(page, [{"kind": "me"}], options={"short": True, "puzzle": "light"})
    play_one(page)
    since = number(page)
    page.locator(".tools").get_by_role("button", name="Take back").click()
    gone_on(page, since)
    assert ready(page)
    play_one(page)
    since = number(page)
    page.locator(".stage").get_by_role("button", name=re.compile("Pass|End|Stop|Leave", re.I)).click()
    gone_on(page, since)
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".tally")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".stage .best .chip")).to_be_visible()
    page.locator(".stage .best button").click()
    text = page.evaluate("navigator.clipboard.readText()")
    assert "🟠" in text
    assert re.search(r"\d", text)


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_a_series_with_its_standing(opened: Opener, size: dict[str, Any]) -> None:
    """After the first game everybody goes on to the second; points add up."""
    page = opened(**size)
    first = new_match(page, "tictactoe", bots(1), series=2)
    page.goto(f"/match/{first}")
    assert ready(page)
    standing = page.locator(".series:visible")
    expect(standing).to_contain_text("Game 1 of 2")
    play_plain(page)
    page.locator("dialog[open]").get_by_role("link", name="To the next game").click()
    expect(page).not_to_have_url(re.compile(first))
    assert ready(page)
    expect(standing.first).to_contain_text("Game 2 of 2")
    series = snapshot(page)["table"]["series"]
    assert series["played"] == 1
    assert sum(series["points"]) in (0, 1)
    for name, points in zip(series["names"], series["points"], strict=True):
        expect(standing.first).to_contain_text(re.compile(rf"{re.escape(name)}\s*{points}"))


def test_open_tables_my_matches_and_finished_ones(opened: Opener) -> None:
    """A table for everybody is found on the front page; what is played and what is over on the profile."""
    host, guest = opened(), opened()
    host.goto("/new/tictactoe")
    host.get_by_role("group", name="Seat 2").get_by_text("A friend, by link").click()
    host.get_by_text("Open to everybody").click()
    host.get_by_role("button", name="Open the table").click()
    expect(host.locator("[data-invitation]")).to_be_visible()
    match = host.url.rsplit("/", 1)[1].split("?")[0]
    guest.goto("/")
    guest.locator(f'a[href*="{match}"]').first.click()
    guest.get_by_label("Your name at the table").fill("Bruno")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator(".play")).to_be_visible()
    expect(host.locator(".play")).to_be_visible()
    host.goto("/")
    expect(host.locator(f'a[href*="{match}"]').first).to_be_visible()
    guest.locator(".tools").get_by_role("button", name="More").click()
    guest.get_by_role("button", name="Give up").click()
    guest.locator("dialog[open]").get_by_role("button", name="Give up").click()
    expect(guest.locator(".play[data-status=over]")).to_be_visible()
    host.goto("/me")
    finished = host.locator("section", has=host.get_by_role("heading", name="Finished")).locator(f'a[href*="{match}"]')
    expect(finished).to_be_visible()


def test_somebody_who_leaves_is_shown_as_away(opened: Opener) -> None:
    host, guest = opened(), opened()
    host.goto("/new/tictactoe")
    host.get_by_role("group", name="Seat 2").get_by_text("A friend, by link").click()
    host.get_by_role("button", name="Open the table").click()
    guest.goto(host.locator("[data-invitation]").input_value())
    guest.get_by_label("Your name at the table").fill("Bruno")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator(".play")).to_be_visible()
    bruno = host.locator("ul.players li", has_text="Bruno")
    expect(bruno).to_contain_text("here")
    guest.goto("about:blank")
    expect(bruno).to_contain_text("away")
    guest.go_back()
    expect(bruno).to_contain_text("here")


def test_my_page_keeps_the_record(opened: Opener) -> None:
    """Won, drawn and lost by game and opponents, and every match to look at again."""
    page = opened()
    match = new_match(page, "tictactoe", bots(1))
    page.goto(f"/match/{match}")
    play_plain(page)
    winners = page.request.get(f"/api/matches/{match}").json()["result"]["winners"]
    page.goto("/me")
    record = page.locator("article", has=page.get_by_role("heading", name="Tic-tac-toe"))
    row = record.get_by_role("row").nth(1)
    expect(row.get_by_role("rowheader")).to_have_text("Random")
    won, drawn, lost = (int(cell) for cell in row.get_by_role("cell").all_inner_texts())
    assert (won, drawn, lost) == (int(winners == [0]), int(winners == []), int(winners == [1]))
    expect(page.locator(f'a[href$="{match}"]')).to_be_visible()


def test_after_a_win_the_next_level_is_offered(opened: Opener) -> None:
    page = opened()
    page.goto(f"/match/{new_match(page, 'brains', bots(2), options={'players': 3}, position='2 90 9,1,x r,y,g 0 3 4*541')}")
    assert ready(page)
    tap(page, "y")  # whose last brain that is
    page.get_by_role("dialog").get_by_role("button", name="Try the next level").click()
    expect(page.locator(".play[data-status=running]")).to_be_visible()


def test_all_that_makes_a_throw_is_seen_at_once_also_with_a_hint(opened: Opener) -> None:
    """Big Brain Bang in a window of 1440 x 900, for somebody to whom the tour is offered."""
    page = opened(viewport={"width": 1440, "height": 900})
    page.add_init_script(WITHOUT_WEBGL)
    page.goto(f"/match/{new_match(page, 'bigbrainbang', bots(1), options={'players': 2, 'throws': 'cheap'}, position=AIM)}")
    assert ready(page)
    spin = page.get_by_role("slider", name="Spin")
    expect(page.locator(".stage .forecast")).to_be_visible()
    expect(spin).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("So the bot would do it.")).to_be_visible()
    expect(spin).to_be_in_viewport(ratio=1)
