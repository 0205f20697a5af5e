"""A German browser sees German everywhere: front page, set-up, match, rules; the language can be switched, which is kept."""

import gzip
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Response, expect

from tests.web.driver import bots, new_match, ready

Opener = Callable[..., Page]
ENGLISH = r"\b(the|your|you|and|with|of|players?|rules|choose|travel|throw)\b"


def words(page: Page, where: str = "main") -> str:
    """All that is read or spoken there: texts, labels, titles, placeholders."""
    found: str = page.locator(where).evaluate(
        """root => [root.innerText, ...[...root.querySelectorAll('[aria-label],[title],[placeholder]')].flatMap(
             node => ['aria-label', 'title', 'placeholder'].map(name => node.getAttribute(name) ?? ''))].join('\\n')"""
    )
    return found


def english(page: Page, where: str = "main") -> list[str]:
    """Lines with English words, but for names of games and people."""
    names = r"The Great Brain Robbery|Big Brain Bang|Mmm… Brains!|Bot \d"
    lines = [re.sub(names, "", line) for line in words(page, where).splitlines()]
    return [line for line in lines if re.search(ENGLISH, line, re.IGNORECASE)]


def test_a_german_browser_reads_german(opened: Opener) -> None:
    page = opened(locale="de-AT")
    page.goto("/")
    expect(page.get_by_role("heading", name="Was spielen wir?")).to_be_visible()
    expect(page.locator("article").first).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "de"
    page.evaluate("document.querySelectorAll('[data-game=magpie], [data-game=tictactoe]').forEach(game => game.remove())")
    assert english(page, "body") == []  # but for the games of the tests
    for game, title in (("bigxbang", "Big×Bang"), ("robbery", "The Great Brain Robbery")):
        page.goto(f"/new/{game}")
        expect(page.get_by_role("button", name="Anfangen")).to_be_visible()
        assert english(page) == [], game
        page.goto(f"/rules/{game}")
        expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
        assert english(page) == [], game


def test_a_match_is_played_in_german_on_every_board(opened: Opener) -> None:
    page = opened(locale="de-DE")
    page.goto("/")
    tables: dict[str, dict[str, Any]] = {
        "bigxbang": {"first": 0},
        "brains": {"players": 3, "first": 0},
        "urknall": {"players": 3, "first": 0},
        "robbery": {"players": 3, "first": 0},
        "bigbrainbang": {},
    }
    for game, options in tables.items():
        seats = bots(2 if "players" in options else 1)
        page.goto(f"/match/{new_match(page, game, seats, options=options)}")
        assert ready(page)
        page.locator(".tools").get_by_role("button", name="Regeln").click()
        expect(page.locator("dialog[open] .rule").first).to_be_visible()
        assert english(page, "dialog[open]") == [], game
        page.keyboard.press("Escape")
        assert english(page) == [], game


def test_the_language_is_switched_without_losing_the_table_and_kept(opened: Opener) -> None:
    page = opened(locale="en-GB")
    page.goto("/")
    page.goto(f"/match/{new_match(page, 'bigxbang', bots(1), options={'first': 0})}")
    assert ready(page)
    expect(page.locator("[data-prompt]")).to_contain_text("Matter to act")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog[open]").get_by_text("Deutsch").click()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-prompt]")).to_contain_text("Materie ist dran")
    assert page.locator("html").get_attribute("lang") == "de"
    assert english(page) == []
    assert not any(url.endswith("/live") or "/live?" in url for url in asked)
    page.reload()
    expect(page.locator("[data-prompt]")).to_contain_text("Materie ist dran")
    page.get_by_role("button", name="Einstellungen").click()
    page.locator("dialog[open]").get_by_text("English").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def test_a_tour_goes_on_in_another_language(opened: Opener) -> None:
    page = opened(locale="en")
    page.goto("/tour/brains")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog[open]").get_by_text("Deutsch").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Zeig es mir")).to_be_visible()
    expect(page.locator(".tour[data-step='2']")).to_be_visible()
    expect(page.locator(".coach .task")).to_contain_text("behalten")
    assert english(page) == []


def test_english_is_not_fetched_twice_and_german_only_when_it_is_spoken(opened: Opener) -> None:
    page = opened(locale="en-GB")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    expect(page.locator("article").first).to_be_visible()
    page.goto("/new/brains")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    assert not any("/assets/de-" in url or url.endswith("/de") for url in asked)
    texts = [url for url in asked if "/messages/" in url]
    assert texts
    assert sorted(texts) == sorted(set(texts))


def test_german_pages_are_as_light(opened: Opener) -> None:
    """Two languages in the first page's script would be one too many.

    It also brings the texts of refusals, which in English come from the server.
    """
    page = opened(locale="de")
    loaded: list[Response] = []
    page.on("response", lambda answer: loaded.append(answer))
    page.goto("/")
    expect(page.locator("article svg").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    scripts = {answer.url: len(gzip.compress(answer.body())) for answer in loaded if answer.url.endswith(".js")}
    assert any("/assets/de-" in url for url in scripts)
    assert sum(scripts.values()) <= 60_000, scripts


def test_taking_back_and_stopping_are_said_in_good_german(opened: Opener) -> None:
    """Taking a move back is not the way back to another page; dice kept at the end stand in the right case."""
    page = opened(locale="de")
    page.goto(f"/match/{new_match(page, 'brains', bots(2), options={'players': 3}, position='1 80 5,5,10 r,y,g 0 1 *1415')}")
    assert ready(page)
    expect(page.locator(".tools").get_by_role("button", name="Zug zurück")).to_be_visible()
    expect(page.get_by_role("button", name="Zurück", exact=True)).to_have_count(0)
    page.locator("#tab-choices").click()
    listed = page.locator("#panel")
    expect(listed.get_by_role("button", name=re.compile("^rotes Hirn, .* behalten und aufhören"))).to_be_visible()
    expect(listed).not_to_contain_text("mit rotes")
