"""Rules are compiled in a process of their own, once; the server answers meanwhile."""

import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from bangbox.core.compiled.compiling import PLAIN
from bangbox.server.running.loading import load, offered
from bangbox.server.settings import Settings, SettingsError
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
    def fails(*_: object, **__: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 1, "", "no room on the disk")

    monkeypatch.setattr("bangbox.server.running.loading.cache_folder", lambda folder: tmp_path)
    monkeypatch.setattr("subprocess.run", fails)
    if PLAIN:
        load("tictactoe")  # there is nothing to compile
    else:
        with pytest.raises(Exception, match="no room on the disk"):
            load("tictactoe")


@pytest.mark.skipif(PLAIN, reason="nothing is compiled in this mode")
def test_compiling_ends_with_the_server_that_asked_for_it(folder: Path) -> None:
    """A server that is killed closes the pipe; an empty cache gives its helper more to do than it has time for."""
    words = [sys.executable, "-m", "bangbox.server.running.loading", "robbery", "rules"]
    helper = subprocess.Popen(words, stdin=subprocess.PIPE, env=os.environ | {"BANGBOX_CACHE": str(folder / "cache")})
    assert helper.stdin is not None
    helper.stdin.close()
    assert helper.wait(60) == 1, "it did not compile to its end"


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
