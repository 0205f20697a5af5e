"""A real server with the built pages, and a real browser."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.processes import Server
from tests.web.driver import DESKTOP, PATIENCE
from tools.browser import chromium

Opener = Callable[..., Page]
ALL_GAMES = "bigbrainbang,bigxbang,brains,magpie,robbery,tictactoe,urknall"


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server is: a new one, or the running one that BANGBOX_AT names (quicker while one works on pages)."""
    if running := os.environ.get("BANGBOX_AT"):
        yield running
        return
    server = Server(tmp_path_factory.mktemp("pages"), only=ALL_GAMES, away_seconds=1).start()
    yield server.url
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with chromium() as started:
        yield started


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Opener]:
    """`opened(**options)` opens a page of somebody new; whatever goes wrong in any of them fails the test."""
    contexts, troubles = [], []

    def open_page(base: str = address, calm: bool = True, **options: Any) -> Page:
        wishes = DESKTOP | {"reduced_motion": "reduce" if calm else "no-preference"} | options
        context = browser.new_context(base_url=base, **wishes)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(f"{page.url}: {error}"))
        page.on("console", lambda said: troubles.append(f"{page.url}: {said.text}") if trouble(said) else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not troubles, troubles


def trouble(said: Any) -> bool:
    """Errors on the console, but for questions that are answered with no (who am I, a server that is away)."""
    return said.type == "error" and not said.text.startswith(("Failed to load resource", "WebSocket connection to"))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    running = Server(tmp_path, only="bigxbang,tictactoe").start()
    yield running
    running.stop()
