"""The pages stay light, keep to the content policy and ask nobody else for anything."""

import gzip
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, Response, expect

Opener = Callable[..., Page]
BUDGET = 60_000


def test_the_first_page_has_at_most_60_kb_of_script(opened: Opener) -> None:
    page = opened()
    loaded: list[Response] = []
    page.on("response", lambda answer: loaded.append(answer))
    page.goto("/")
    expect(page.locator("article svg").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    scripts = {answer.url: len(gzip.compress(answer.body())) for answer in loaded if urlsplit(answer.url).path.endswith(".js")}
    assert scripts
    assert sum(scripts.values()) <= BUDGET, scripts


def test_nothing_comes_from_elsewhere(opened: Opener, address: str) -> None:
    page = opened()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/new/brains", "/rules/brains", "/me"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
    assert asked
    assert {urlsplit(url).netloc for url in asked if not url.startswith("data:")} == {urlsplit(address).netloc}


def test_the_content_policy_allows_no_inline_script(opened: Opener, expected: list[str]) -> None:
    expected.append("Content Security Policy")
    page = opened()
    answer = page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    scripts = next(part for part in policy.split(";") if part.strip().startswith("script-src"))
    assert "unsafe" not in scripts
    blocked = page.evaluate(
        """() => { const script = document.createElement('script'); script.textContent = 'window.slipped = 1'
           document.head.append(script); return window.slipped ?? null }"""
    )
    assert blocked is None
