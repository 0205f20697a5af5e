"""Before a server is ready it says so, and only then is the browser opened."""

import socket
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from bangbox.server.running import app
from bangbox.server.running.ready import GettingReady, warm_up
from bangbox.server.settings import Settings, SettingsError
from bangbox.server.storage.opening import migrate
from tests.server.processes import Postgres, Server, free_port


def asked(url: str) -> tuple[int, str]:
    """Status and text of an answer."""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_a_game_that_does_not_exist_is_not_offered_silently() -> None:
    with pytest.raises(SettingsError, match="no game nope; there are"):
        warm_up(Settings(only="tictactoe,nope"))


def test_whoever_comes_too_early_is_told_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url, ready = f"http://127.0.0.1:{listening.getsockname()[1]}", GettingReady(listening)
        with ready.answering():
            ready.stage = "brains, 2 of 5"
            assert asked(f"{url}/healthz") == (503, "getting ready: brains, 2 of 5\n")
            status, page = asked(f"{url}/new/brains")
            assert status == 503
            assert 'http-equiv="refresh"' in page
            with socket.create_connection(listening.getsockname()) as silent:  # somebody who connects and says nothing
                silent.close()
            assert asked(f"{url}/healthz")[0] == 503


def test_a_first_start_answers_while_it_compiles(folder: Path) -> None:
    """With an empty cache of compiled rules."""
    server = Server(folder, only="tictactoe", cache=folder / "cache").start(wait=False)
    seen = set()
    deadline = time.monotonic() + 200
    while "ok\n" not in seen and time.monotonic() < deadline:
        try:
            seen.add(asked(f"{server.url}/healthz")[1])
        except OSError:
            time.sleep(0.02)  # the socket is not there yet, or is being handed over
    server.stop()
    assert seen - {"getting ready: starting\n"} == {"getting ready: tictactoe, 1 of 1\n", "ok\n"}
    assert "rules ready game=tictactoe" in server.logged()


def test_several_processes_are_announced_by_their_parent(folder: Path, postgres: Postgres) -> None:
    database = postgres.new_database()
    migrate(Settings(database=database))
    server = Server(folder, only="tictactoe", database=database, workers=2).start(wait=False)
    seen: list[str] = []
    deadline = time.monotonic() + 200
    while seen[-1:] != ["ok\n"] and time.monotonic() < deadline:
        try:
            seen.append(asked(f"{server.url}/healthz")[1])
        except OSError as error:  # in the moment at which the parent hands over, a visitor may be cut off, but never refused
            refused = isinstance(getattr(error, "reason", error), ConnectionRefusedError)
            assert not (refused and seen), f"nobody answers after {seen[-1]}"
            time.sleep(0.02)
    time.sleep(1)
    after = {asked(f"{server.url}/healthz")[1] for _ in range(20)}
    server.stop()
    assert {"getting ready: processes\n", "ok\n"} <= set(seen)
    assert after == {"ok\n"}


def test_the_browser_opens_when_the_server_answers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[tuple[str, int, str]] = []
    server: list[app.PoliteServer] = []
    made = app.PoliteServer.__init__

    def remember(self: app.PoliteServer, *given: object) -> None:
        made(self, *given)  # type: ignore[arg-type]
        server.append(self)

    def open_page(url: str) -> None:
        answers.append((url, *asked(f"{url.partition('/new')[0]}/healthz")))
        server[0].should_exit = True

    monkeypatch.setattr(app.PoliteServer, "__init__", remember)
    monkeypatch.setattr("webbrowser.open", open_page)
    port = free_port()
    app.run(Settings(port=port, data=str(folder), only="tictactoe"), page="new/tictactoe")
    assert answers == [(f"http://127.0.0.1:{port}/new/tictactoe", 200, "ok\n")]
