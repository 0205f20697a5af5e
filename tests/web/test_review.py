"""Looking back on a match: the curve, the moments on the board, luck and play, and trying again from there."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.driver import PHONE, gone_on, new_match, number, ready, snapshot
from tests.web.test_access import findings

Opener = Callable[..., Page]
HERE = [{"kind": "me"}, {"kind": "here", "name": "Bruno"}]


def blundered(page: Page) -> str:
    """A short match in which Bruno overlooks three in a row."""
    match = new_match(page, "tictactoe", HERE)
    page.goto(f"/match/{match}")
    for name in ("a1", "b2", "a2", "c3", "a3"):
        assert ready(page)
        since, seat = number(page), snapshot(page)["now"]["actor"]
        move = {"type": "move", "number": since, "seat": seat, "name": name}
        answer = page.request.post(f"/api/matches/{match}/move", data=move)
        assert answer.ok, answer.text()
        gone_on(page, since)
    return match


def test_the_review_of_a_match_from_its_end(opened: Opener) -> None:
    page = opened()
    blundered(page)
    page.get_by_role("dialog").get_by_role("link", name="Review").click()
    expect(page.locator("[data-reviewed]")).to_be_visible()
    card = page.locator(".turning", has_text="Bruno played:").first
    expect(card).to_contain_text("Better:")
    expect(page.get_by_role("table")).to_contain_text("Accuracy")
    curve = page.get_by_role("slider", name="Chances")
    curve.focus()
    page.keyboard.press("End")
    expect(curve).to_have_attribute("aria-valuetext", "Ada: 100 of 100, Bruno: 0 of 100")
    page.keyboard.press("Home")
    expect(curve).to_have_attribute("aria-valuenow", "1")
    card.get_by_role("button", name=re.compile("Show moment")).click()
    expect(card.get_by_role("button", name=re.compile("Show moment"))).to_have_attribute("aria-pressed", "true")


def test_trying_again_from_the_moment_where_it_turned(opened: Opener) -> None:
    page = opened()
    match = blundered(page)
    page.goto(f"/match/{match}/review")
    page.locator(".turning", has_text="Bruno played:").first.get_by_role("button", name="Try again from here").click()
    page.wait_for_url(lambda url: match not in url)
    assert ready(page)
    mine = page.request.get(f"/api/matches/{page.url.rsplit('/', 1)[1]}").json()["mine"]
    assert mine == [1], "on Bruno's seat"


def test_the_review_on_a_phone_in_german(opened: Opener) -> None:
    page = opened(**PHONE, locale="de")
    match = blundered(page)
    page.goto(f"/match/{match}/review")
    expect(page.get_by_text("Wo es sich drehte")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"
    assert findings(page) == []


def test_a_running_match_has_no_review(opened: Opener, expected: list[str]) -> None:
    expected.append("409")
    page = opened()
    match = new_match(page, "tictactoe", HERE)
    page.goto(f"/match/{match}")
    assert ready(page)
    page.goto(f"/match/{match}/review")
    expect(page.get_by_role("alert")).to_contain_text("when it is over")
    page.get_by_role("link", name="Back to the match").click()
    assert ready(page)
