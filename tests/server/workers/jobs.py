"""Jobs for tests of workers, in a module that worker processes can import."""

import os
import signal
import time
from pathlib import Path
from typing import Any


def nap(seconds: float, cancel: Any) -> str:
    """Sleeps until cancelled."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if cancel.is_set():
            return "cancelled"
        time.sleep(0.01)
    return "slept"


def die_once(mark: str, cancel: Any) -> str:
    """Kills its process the first time."""
    if not Path(mark).exists():
        Path(mark).write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def die(cancel: Any) -> None:
    """Kills its process."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_thinking(seen: Any, level: str, seed: int | None, cancel: Any) -> None:
    """A bot that kills its process."""
    os.kill(os.getpid(), signal.SIGKILL)


def fail(cancel: Any) -> None:
    """Has no idea."""
    raise ValueError("no idea")


def miss_a_file(cancel: Any) -> None:
    """Runs into an error of the system."""
    Path("/nowhere/at/all").read_text()


def draw_large(size: int, cancel: Any) -> bytes:
    """More than a pipe holds."""
    return bytes(size)


def measure(given: bytes, cancel: Any) -> int:
    """How much it was given."""
    return len(given)


def process(cancel: Any) -> int:
    """The process in which it runs."""
    return os.getpid()
