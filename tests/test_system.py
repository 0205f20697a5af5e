"""What differs between systems: the ways of other systems, tried here."""

import builtins
import errno
import faulthandler
import importlib
import math
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from bangbox import system
from bangbox.core.compiled import compiling
from bangbox.lab.summing import peak_memory
from bangbox.server.running.connections import allow_open_files
from bangbox.server.running.processes import listen
from bangbox.server.running.stopping import insist_on_end
from bangbox.server.settings import Settings, SettingsError
from tests.server.guests import Guest
from tests.server.processes import Server


def test_folders_are_where_the_system_keeps_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("BANGBOX_CACHE", raising=False)
    assert system.data_folder() == tmp_path / "data" / "bangbox"
    assert system.cache_folder() == tmp_path / "cache" / "bangbox"
    monkeypatch.setenv("BANGBOX_CACHE", str(tmp_path / "own"))
    assert system.cache_folder() == tmp_path / "own"


HOLD = """
import sys
from bangbox import system
with open(sys.argv[1], "ab") as file:
    system.lock(file)
    print("held", flush=True)
    input()
"""


def test_a_locked_file_belongs_to_one_process(tmp_path: Path) -> None:
    path = tmp_path / "results"
    holder = subprocess.Popen([sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with path.open("ab") as file:
        with pytest.raises(OSError):
            system.lock(file)
        holder.communicate("\n")
        system.lock(file)


def test_where_files_cannot_be_locked_nobody_waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(file: object) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(system, "lock", refuse)
    with system.alone(tmp_path / "compiling"):
        pass


class ByteLocks:
    """Locks bytes as Windows does: from where the file stands."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: set[int] = set()

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        at = os.lseek(descriptor, 0, os.SEEK_CUR)
        if at in self.held:
            raise PermissionError(errno.EACCES, "Permission denied")
        self.held.add(at)


def test_where_there_is_no_flock_a_byte_is_locked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    locks = ByteLocks()
    monkeypatch.setattr(system, "posix_locks", None)
    monkeypatch.setattr(system, "_windows_locks", lambda: locks)
    path = tmp_path / "results"
    path.write_bytes(b"one line\n")
    with path.open("r+b", buffering=0) as first, path.open("r+b", buffering=0) as second:
        first.seek(4)
        system.lock(first)
        assert first.tell() == 4
        with pytest.raises(OSError):
            system.lock(second)
        assert second.read() == b"one line\n"  # what is locked lies beyond what anybody reads


def test_where_there_is_no_flock_what_is_held_is_waited_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    locks, waits = ByteLocks(), []

    def release(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            locks.held.clear()

    monkeypatch.setattr(system, "posix_locks", None)
    monkeypatch.setattr(system, "_windows_locks", lambda: locks)
    monkeypatch.setattr(time, "sleep", release)
    with system.alone(tmp_path / "compiling"):
        assert locks.held == {system.FAR} and not waits
        with system.alone(tmp_path / "compiling"):
            assert len(waits) == 3 and locks.held == {system.FAR}


def test_cores_are_counted_without_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    assert system.cores() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert system.cores() == os.cpu_count()


def test_several_processes_need_an_address_that_can_be_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("socket.SO_REUSEPORT")
    with pytest.raises(SettingsError, match="--workers 1"):
        listen(Settings(port=0, workers=2))


def test_where_an_address_could_be_taken_away_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has an option of its own for that; another one stands for it here."""
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    with listen(Settings(port=0)) as found:
        assert found.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert not found.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)


def test_indices_are_trusted_only_in_a_numba_that_we_know(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiling.trusting_is_possible()
    monkeypatch.setattr(compiling, "_mend_index", lambda context, builder, idx: idx)
    assert not compiling.trusting_is_possible()
    monkeypatch.setattr(compiling, "_mend_index", None)
    assert not compiling.trusting_is_possible()


NOT_ON_WINDOWS = ("fcntl", "resource", "termios", "pty", "pwd", "grp", "uvloop")


@pytest.fixture
def as_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules that Windows does not have cannot be imported."""
    real = builtins.__import__

    def missing(name: str, *rest: Any, **more: Any) -> Any:
        if name in NOT_ON_WINDOWS:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *rest, **more)

    for name in NOT_ON_WINDOWS:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(builtins, "__import__", missing)


@pytest.mark.usefixtures("as_on_windows")
def test_without_fcntl_locks_are_those_of_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert vars(importlib.reload(system))["posix_locks"] is None
    monkeypatch.undo()
    assert vars(importlib.reload(system))["posix_locks"] is not None


@pytest.mark.usefixtures("as_on_windows")
def test_without_resource_nothing_is_limited_or_counted() -> None:
    allow_open_files()
    assert math.isnan(peak_memory())


def test_without_signals_to_faulthandler_the_servers_own_have_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(faulthandler, "register")
    before, handlers = threading.active_count(), [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    insist_on_end()
    assert threading.active_count() == before
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)] == handlers


# A server and its workers, in processes that have nothing of what only POSIX has.
PORTABLE = """
import asyncio, faulthandler, os, socket, sys, types
for name in ("fcntl", "resource", "termios", "pty", "pwd", "grp", "uvloop"):
    sys.modules[name] = None
for owner, name in ((os, "sched_getaffinity"), (os, "nice"), (faulthandler, "register"), (socket, "SO_REUSEPORT")):
    delattr(owner, name)
os.process_cpu_count = os.cpu_count  # from Python 3.13 on, as where nothing is known of affinity
def refuse(*_):
    raise NotImplementedError
asyncio.SelectorEventLoop.add_reader = refuse
asyncio.SelectorEventLoop.add_signal_handler = refuse
import bangbox.system as system
held = types.SimpleNamespace(LK_NBLCK=2, locking=lambda *_: None)
system._windows_locks = lambda: held
from bangbox.server.running.app import serve
if __name__ == "__main__":
    serve()
"""


class Portable(Server):
    """A server in such a process."""

    def words(self) -> list[str]:
        script = self.folder / "portable.py"
        script.write_text(PORTABLE)
        return [sys.executable, str(script)]


def test_a_server_plays_with_bots_where_nothing_of_posix_is(tmp_path: Path) -> None:
    """Its locks, signals, event loop and workers are those of Windows, as far as that can be had here."""
    server = Portable(tmp_path, only="tictactoe").start()
    try:
        with Guest(server, "Ann") as ann:
            match = ann.table("tictactoe", "mb")["id"]
            ann.move(match, 0, 1, name="b2")
            deadline = time.monotonic() + 300
            while ann.snapshot(match)["now"]["number"] < 3:
                assert time.monotonic() < deadline, server.logged()
                time.sleep(0.05)
    finally:
        server.stop()
    assert "Traceback" not in server.logged(), server.logged()
    assert server.process is not None
    assert server.process.returncode in (0, -signal.SIGTERM)
