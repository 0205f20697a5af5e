"""Whatever goes wrong on any page fails the test that opened it, and no test opens pages past that check."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import visiting

HERE = Path(__file__).parent
TROUBLES = {
    "an error": ("setTimeout(() => { throw new Error('oops') })", "error: .*oops"),
    "a word on the console": ("console.error('alas')", "console: alas"),
    "a refusal": ("fetch('/api/matches/nosuchmatch')", "404: .*/api/matches/nosuchmatch"),
    "a question that makes no sense": ("fetch('/api/games/undefined/rules/en')", "senseless: .*undefined"),
    "a request that fails": ("fetch('http://127.0.0.1:1/').catch(() => {})", "(failed|console): .*127.0.0.1:1/"),
}


@pytest.mark.parametrize("what", TROUBLES)
@pytest.mark.parametrize("where", ["the page itself", "a page that it opened"])
def test_what_goes_wrong_is_noticed(browser: Browser, address: str, where: str, what: str) -> None:
    does, told = TROUBLES[what]
    with pytest.raises(AssertionError, match=told), visiting(browser, address, []) as open_page:
        page = open_page()
        page.goto("/me")
        if where != "the page itself":
            with page.context.expect_page() as opening:
                page.evaluate("() => void window.open('/me')")
            page = opening.value
        expect(page.locator("main .me")).to_be_visible()
        page.evaluate(f"() => void {does}")
        page.wait_for_timeout(300)


def test_every_page_is_opened_by_the_fixture() -> None:
    past = r"\bnew_(page|context)\("
    assert [path.name for path in HERE.glob("*.py") if re.search(past, path.read_text("utf-8"))] == ["conftest.py"]
