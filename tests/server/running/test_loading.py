"""Rules are compiled in a process of their own, once; the server answers meanwhile."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from bangbox.core.compiled.compiling import PLAIN, cache_folder
from bangbox.core.registry import kind
from bangbox.server.running.loading import BUSY, DONE, Loader, offered
from bangbox.server.running.stopping import LIMIT_SECONDS
from bangbox.server.settings import Settings, SettingsError
from bangbox.system import alone
from tests.server.processes import Server


def test_a_game_that_does_not_exist_is_not_offered_silently() -> None:
    with pytest.raises(SettingsError, match="no game nope; there are"):
        offered(Settings(only="tictactoe,nope"))


def test_short_rules_come_first_and_the_longest_not_last() -> None:
    assert offered(Settings(only="robbery,tictactoe")) == ["tictactoe", "robbery"]
    assert offered(Settings(only="robbery")) == ["robbery"]
    everything = "bigbrainbang,bigxbang,brains,robbery,urknall"
    assert offered(Settings(only=everything)) == ["brains", "bigxbang", "bigbrainbang", "robbery", "urknall"]


def test_a_game_that_does_not_compile_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    failing = tmp_path / "python"
    failing.write_text("#!/bin/sh\necho no room on the disk >&2\nexit 1\n")
    failing.chmod(0o700)
    monkeypatch.setattr("bangbox.server.running.loading.cache_folder", lambda folder: tmp_path)
    monkeypatch.setattr("sys.executable", str(failing))
    if PLAIN:
        Loader().load("tictactoe")  # there is nothing to compile
    else:
        with pytest.raises(Exception, match="no room on the disk"):
            Loader().load("tictactoe")


@pytest.mark.skipif(PLAIN, reason="nothing is compiled in this mode")
def test_compiling_ends_with_the_server_that_asked_for_it(folder: Path) -> None:
    """A server that is killed closes the pipe; an empty cache gives its helper more to do than it has time for."""
    words = [sys.executable, "-m", "bangbox.server.running.loading", "robbery", "rules"]
    helper = subprocess.Popen(words, stdin=subprocess.PIPE, env=os.environ | {"BANGBOX_CACHE": str(folder / "cache")})
    assert helper.stdin is not None
    helper.stdin.close()
    assert helper.wait(60) == 1, "it did not compile to its end"


@pytest.mark.skipif(PLAIN, reason="nothing is compiled in this mode")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("everybody", [True, False], ids=["with all its processes", "alone"])
def test_a_server_that_is_stopped_while_it_compiles_ends_soon_and_quietly(
    folder: Path, number: signal.Signals, everybody: bool
) -> None:
    """Ctrl-C and service managers tell whole groups of processes, others the server alone."""
    server = Server(folder, only="robbery", cache=folder / "cache").start(wait=False)
    server.wait()
    assert server.process is not None
    compiling, deadline = Path(), time.monotonic() + 60
    while not compiling.name and time.monotonic() < deadline:
        compiling = next((folder / "cache").glob(f"*/{BUSY}"), compiling)
        time.sleep(0.1)
    assert compiling.name, "it compiles"
    for child in psutil.Process(server.process.pid).children(recursive=True) if everybody else ():
        child.send_signal(number)
    began = time.monotonic()
    server.process.send_signal(number)
    server.process.wait(60)
    assert time.monotonic() - began < LIMIT_SECONDS, "before it would have been killed"
    assert not compiling.with_name(DONE).exists()
    assert "error" not in server.logged(), server.logged()


@pytest.mark.skipif(PLAIN, reason="nothing is compiled in this mode")
def test_what_another_process_compiles_is_waited_for_and_not_compiled_again(folder: Path) -> None:
    cache = folder / "cache" / cache_folder(kind("tictactoe").folder).name
    cache.mkdir(parents=True)
    words = [sys.executable, "-m", "bangbox.server.running.loading", "tictactoe", "rules"]
    here = os.environ | {"BANGBOX_CACHE": str(folder / "cache")}
    with ExitStack() as meanwhile:
        meanwhile.enter_context(alone(cache / BUSY))
        with subprocess.Popen(words, stdin=subprocess.PIPE, env=here) as helper:
            with pytest.raises(subprocess.TimeoutExpired):
                helper.wait(5)
            (cache / DONE).touch()
            meanwhile.close()
            assert helper.wait(60) == 0
    assert sorted(path.name for path in cache.iterdir()) == [DONE, BUSY], "nothing was compiled"


def test_a_first_start_answers_while_it_compiles(folder: Path) -> None:
    """With an empty cache of compiled rules, a page is there before the game is, and a table waits for it."""
    server = Server(folder, only="tictactoe", cache=folder / "cache").start(wait=False)
    try:
        server.wait()
        began = urllib.request.urlopen(f"{server.url}/metrics", timeout=60).read().decode()
        deadline = time.monotonic() + 300
        while "games_ready 1" not in began and time.monotonic() < deadline:
            time.sleep(0.1)
            began = urllib.request.urlopen(f"{server.url}/metrics", timeout=60).read().decode()
        assert "games_ready 1" in began
        assert any(name == "compiled" for _, _, names in os.walk(folder / "cache") for name in names)
    finally:
        server.stop()
    assert "rules ready game=tictactoe" in server.logged()
