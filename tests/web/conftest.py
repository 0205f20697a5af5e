"""A real server with the built pages, and a real browser."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.server.processes import Server
from tests.web.driver import DESKTOP, PATIENCE
from tools.browser import WITHOUT, chromium, found, wishing

Opener = Callable[..., Page]
ABORTED = "net::ERR_ABORTED"
ALL_GAMES = "bigbrainbang,bigxbang,brains,magpie,robbery,tictactoe,urknall"


HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser the other tests still run."""
    if found() is None:
        for item in items:
            if item.path.is_relative_to(HERE):
                item.add_marker(pytest.mark.skip(reason=WITHOUT))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says loudly what was left out."""
    left_out = [report for report in terminalreporter.stats.get("skipped", []) if WITHOUT in str(report.longrepr)]
    if left_out:
        terminalreporter.write_sep("!", f"NOT TESTED: the pages, {len(left_out)} tests", red=True, bold=True)
        terminalreporter.write_line(WITHOUT, red=True)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server is: a new one, or the running one that BANGBOX_AT names (quicker while one works on pages)."""
    if running := os.environ.get("BANGBOX_AT"):
        yield running
        return
    server = Server(tmp_path_factory.mktemp("pages"), only=ALL_GAMES, away_seconds=1, push_anywhere=True).start()
    yield server.url
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with chromium() as started:
        yield started


@pytest.fixture
def expected() -> list[str]:
    """Troubles that a test provokes: a test appends patterns of them, and they are no failure."""
    return []


@pytest.fixture
def opened(browser: Browser, address: str, expected: list[str]) -> Iterator[Opener]:
    """`opened(**options)` opens a page of somebody new; whatever goes wrong in any of them fails the test."""
    with visiting(browser, address, expected) as open_page:
        yield open_page


@contextmanager
def visiting(browser: Browser, address: str, expected: list[str]) -> Iterator[Opener]:
    """Opens pages in a browser; fails at the end if one of them had a trouble that is not expected."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_page(base: str = address, calm: bool = True, speed: int | None = None, **options: Any) -> Page:
        """Without movement everything is shown at once, unless a test wants to watch."""
        wishes = DESKTOP | {"reduced_motion": "reduce" if calm else "no-preference"} | options
        context = browser.new_context(base_url=base, **wishes)
        context.add_init_script(wishing(speed=speed if speed is not None else 0 if calm else 1))
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        watch(context, troubles)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    left = [trouble for trouble in troubles if not any(re.search(pattern, trouble) for pattern in expected)]
    assert not left, "\n".join(left)


def watch(context: BrowserContext, troubles: list[str]) -> None:
    """Writes down what goes wrong on any page of a context, also one that another opened: errors, console, requests."""

    def note(what: str) -> None:
        troubles.append(f"{', '.join(page.url for page in context.pages)}: {what}")

    def said(message: ConsoleMessage) -> None:
        if message.type == "error":
            note(f"console: {message.text} {message.location['url']}")

    context.on("weberror", lambda found: note(f"error: {found.error}"))
    context.on("console", said)
    context.on("request", lambda request: note(f"senseless: {request.url}") if "undefined" in request.url else None)
    context.on("response", lambda answer: note(f"{answer.status}: {answer.url}") if answer.status >= 400 else None)
    # whoever goes on to another page does not wait for the answers to this one
    context.on("requestfailed", lambda one: note(f"failed: {one.url} {one.failure}") if one.failure != ABORTED else None)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    running = Server(tmp_path, only="bigxbang,tictactoe").start()
    yield running
    running.stop()
