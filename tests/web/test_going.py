"""Going from page to page: each page lives exactly as long as its address."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Request, expect

from tests.web.driver import bots, gone_on, new_match, number, play_plain, ready, snapshot

Opener = Callable[..., Page]


def asked(page: Page) -> list[str]:
    """The requests of a page to the API, from now on."""
    found: list[str] = []

    def note(request: Request) -> None:
        if "/api/" in request.url:
            found.append(request.url)

    page.on("request", note)
    return found


def test_no_page_asks_for_what_is_on_the_next_one(opened: Opener) -> None:
    """In and out of a tour, a replay, rules, set-up and the front page, by links and by the browser's buttons."""
    page = opened()
    page.goto("/")
    match = new_match(page, "brains", bots(2), options={"players": 3})
    requests = asked(page)
    page.goto(f"/match/{match}")
    assert ready(page)
    page.get_by_role("link", name="A two-minute tour").click()
    expect(page.locator(".tour[data-step='1']")).to_be_visible()
    page.get_by_role("link", name="Leave the tour").click()
    assert ready(page)
    expect(page.locator(".toast")).to_have_count(0)
    moment = page.locator(".log .at").first
    expect(moment).to_have_text("")  # events have numbers with gaps, for not all of them are lines
    expect(moment).to_have_attribute("href", re.compile(rf"/match/{match}/at/\d+$"))
    moment.click()
    expect(page.locator(".replay")).to_be_visible()
    page.go_back()
    assert ready(page)
    page.get_by_role("link", name="Bangbox, to the front page").click()
    page.locator("article[data-game=urknall]").get_by_role("link", name="Set up a table").click()
    page.get_by_role("link", name="How is it played?").click()
    expect(page.locator(".rule").first).to_be_visible()
    for shown in (".setup", "article", ".play", ".tour"):
        page.go_back()
        expect(page.locator(shown).first).to_be_visible()
    assert requests
    assert [url for url in requests if "undefined" in url or "null" in url] == []
    expect(page.locator(".toast")).to_have_count(0)


def test_a_replay_runs_by_itself_to_the_end(opened: Opener) -> None:
    page = opened()
    match = new_match(page, "tictactoe", bots(1))
    page.goto(f"/match/{match}")
    assert ready(page)
    play_plain(page)
    requests = asked(page)
    page.goto(f"/match/{match}/replay")
    expect(page.locator(".replay")).to_be_visible()
    page.evaluate("document.querySelector('.replay').dataset.first = ''")
    end = int(page.get_by_label("Moment of the match").get_attribute("max") or 0)
    page.get_by_role("button", name="Let it run").click()
    expect(page.locator(".count")).to_have_text(f"{end} of {end}")
    expect(page.get_by_role("button", name="Let it run")).to_be_visible()  # it stops at the end
    expect(page.locator(".replay[data-first]")).to_have_count(1)  # the same page all the way
    assert page.url.endswith(f"/match/{match}/at/{end}")
    assert len([url for url in requests if re.search(r"/api/matches/\w+$", url)]) == 1


def test_a_moment_of_a_replay_is_played_on(opened: Opener) -> None:
    """From the position after the third event, with a bot on the other seat."""
    page = opened()
    match = new_match(page, "tictactoe", bots(1))
    page.goto(f"/match/{match}")
    play_plain(page)
    page.goto(f"/match/{match}/at/3")
    page.get_by_role("button", name="Play on from here").click()
    wish = page.get_by_role("dialog", name="Play on from here")
    wish.get_by_text("Friends, by link").click()
    expect(wish.get_by_role("radio", name="Friends, by link")).to_be_checked()
    wish.get_by_text("Medium").click()
    wish.get_by_role("button", name="Begin").click()
    expect(page.locator(".play")).to_be_visible()
    assert match not in page.url
    page.goto(f"/match/{match}/replay")
    end = page.get_by_label("Moment of the match").get_attribute("max")
    page.goto(f"/match/{match}/at/{end}")
    expect(page.locator(".controls")).to_be_visible()
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)


def test_a_replay_of_dice_goes_by_whole_throws(opened: Opener) -> None:
    page = opened()
    match = new_match(page, "brains", bots(2), options={"players": 3})
    page.goto(f"/match/{match}")
    for _ in range(3):
        assert ready(page)
        since, choices = number(page), snapshot(page)["now"]["choices"]
        moved = page.request.post(f"/api/matches/{match}/move", data={"number": since, "seat": 0, "choice": choices[0]["number"]})
        assert moved.ok, moved.text()
        gone_on(page, since)
    log = page.request.get(f"/api/matches/{match}/log?from=1&to={number(page)}").json()
    decided = [event["number"] for event in log if event["kind"] != "chance"]
    assert len(log) > len(decided) > 3
    page.goto(f"/match/{match}/at/{log[-1]['number']}")
    end = int(page.get_by_label("Moment of the match").get_attribute("max") or 0)
    expect(page.locator(".replay ol li")).to_have_count(end)
    page.get_by_role("button", name="To the start").click()
    for step, later in enumerate(decided[1:], 1):
        expect(page.locator(".controls .count")).to_have_text(f"{step} of {end}")
        expect(page).to_have_url(re.compile(rf"/at/{later - 1}$"))  # all that chance did is in it
        page.get_by_role("button", name="One step on").click()
