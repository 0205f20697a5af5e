"""A server that is stopped: whoever listens is sent away at once, not when its patience ends."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.guests import Guest
from tests.server.processes import Server

PATIENCE = 5  # seconds that a server waits for its connections when it is stopped


@pytest.fixture
def own(folder: Path) -> Iterator[Server]:
    found = Server(folder, only="tictactoe").start()
    yield found
    found.stop()


def stopped_within(server: Server) -> float:
    """Stops a server; how long that took."""
    begun = time.monotonic()
    server.stop()
    return time.monotonic() - begun


def test_streams_end_when_the_server_is_stopped(own: Server) -> None:
    with Guest(own, "Ann") as ann:
        match = ann.table("tictactoe", "mh")["id"]
        with ann.http.stream("GET", "/api/bot/stream") as turns, ann.http.stream("GET", f"/api/matches/{match}/stream") as play:
            lines = turns.iter_lines(), play.iter_lines()
            assert all(next(line) for line in lines)
            assert stopped_within(own) < PATIENCE
            assert "goodbye" in list(lines[1])[-1]
            assert not any(lines[0])
    assert "Traceback" not in own.logged()
    assert "timeout" not in own.logged()


def test_streams_that_are_opened_again_at_once_end_too(own: Server) -> None:
    """As bots do."""
    with Guest(own, "Ann") as ann:
        ann.table("tictactoe", "mh")
        opened, listening = [], threading.Event()

        def listen() -> None:
            try:
                while True:
                    with ann.http.stream("GET", "/api/bot/stream") as turns:
                        for _ in turns.iter_lines():
                            listening.set()
                    opened.append(turns)
            except httpx.TransportError:
                return  # nobody there any more

        bot = threading.Thread(target=listen)
        bot.start()
        assert listening.wait(30)
        assert stopped_within(own) < PATIENCE
        bot.join(30)
        assert opened
    assert "Traceback" not in own.logged()
    assert "timeout" not in own.logged()
