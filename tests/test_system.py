"""What differs between systems: the ways of other systems, tried here."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bangbox import system
from bangbox.core.compiled import compiling
from bangbox.server.running.processes import listen
from bangbox.server.settings import Settings, SettingsError


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


class ByteLocks:
    """Locks bytes as Windows does: from where the file stands."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: set[int] = set()

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        at = os.lseek(descriptor, 0, os.SEEK_CUR)
        if at in self.held:
            raise OSError("locked")
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


def test_cores_are_counted_without_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    assert system.cores() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert system.cores() == os.cpu_count()


def test_several_processes_need_an_address_that_can_be_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("socket.SO_REUSEPORT")
    with pytest.raises(SettingsError, match="--workers 1"):
        listen(Settings(port=0, workers=2))


def test_indices_are_trusted_only_in_a_numba_that_we_know(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiling.trusting_is_possible()
    monkeypatch.setattr(compiling, "_mend_index", lambda context, builder, idx: idx)
    assert not compiling.trusting_is_possible()
    monkeypatch.setattr(compiling, "_mend_index", None)
    assert not compiling.trusting_is_possible()
