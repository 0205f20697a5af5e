"""What differs between Linux, macOS and Windows: where files lie, how they are locked, how many cores there are."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import IO, Any

import platformdirs

try:
    import fcntl as posix_locks
except ImportError:  # Windows
    posix_locks = None  # type: ignore[assignment]


def data_folder() -> Path:
    """Where this system keeps a user's data."""
    return platformdirs.user_data_path("bangbox", appauthor=False)


def cache_folder() -> Path:
    """Where this system keeps what can be made again: BANGBOX_CACHE names another place."""
    chosen = os.environ.get("BANGBOX_CACHE")
    return Path(chosen) if chosen else platformdirs.user_cache_path("bangbox", appauthor=False)


def lock(file: IO[Any]) -> None:
    """Keeps a file for this process until it is closed; raises OSError where another process has it."""
    if posix_locks is not None:
        posix_locks.flock(file, posix_locks.LOCK_EX | posix_locks.LOCK_NB)
    else:
        _lock_a_byte(file, _windows_locks())


def _windows_locks() -> ModuleType:
    import msvcrt

    return msvcrt


LOOK_AGAIN_SECONDS = 0.1
FAR = 1 << 40  # a byte that no file of ours reaches: Windows keeps others from reading what is locked


def _lock_a_byte(file: IO[Any], locks: Any) -> None:
    """Windows locks bytes, from where the file is read next."""
    here = file.tell()
    file.seek(FAR)
    try:
        locks.locking(file.fileno(), locks.LK_NBLCK, 1)
    finally:
        file.seek(here)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Waits until this file belongs to no other process, then keeps it; where files cannot be locked, nobody waits."""
    with path.open("ab") as file:
        while True:
            try:
                lock(file)
            except (BlockingIOError, PermissionError):  # what Linux and macOS say of a held file, and what Windows says
                time.sleep(LOOK_AGAIN_SECONDS)
                continue
            except OSError:
                pass
            break
        yield


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
