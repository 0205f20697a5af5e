"""How long a start takes, from nothing and again: `bangbox bench start`, or `python benchmarks/start.py` in a checkout.

The first start has an empty cache of compiled rules and an empty database; the second one finds both. A game can be played once
its rules are there; its bots answer once they are compiled too. The baseline is the machine itself: how long a fresh interpreter
takes to import NumPy and Numba. On a machine that does other things as well, the seconds of processor time say more: those of the
server, of all that it started to compile, and of the workers.
"""

import argparse
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

LONGEST = 600.0  # seconds to wait for anything
STEP = 0.05
NOT_GAMES = ("page", "all games", "all bots", "processor time")


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Started(NamedTuple):
    """A server that was started: its address, when that was, its log, its process."""

    address: str
    began: float
    log: Path
    process: subprocess.Popen[bytes]

    def need(self) -> None:
        """Ends this program if the server has ended, saying why."""
        if self.process.poll() is not None:
            raise SystemExit(f"the server ended: {self.log.read_text('utf-8').strip()[-3000:]}")


@contextmanager
def started(folder: Path, command: list[str]) -> Iterator[Started]:
    """A server with its data and cache in a folder."""
    port, log = free_port(), folder / f"start-{time.monotonic_ns()}.log"
    environment = os.environ | {"BANGBOX_CACHE": str(folder / "cache"), "BANGBOX_DATA": str(folder / "data")}
    (folder / "data").mkdir(exist_ok=True)
    with log.open("wb") as out:
        began = time.monotonic()
        words = [*command, "play", "--no-browser", "--port", str(port)]
        process = subprocess.Popen(words, env=environment, stdout=out, stderr=out)
    try:
        yield Started(f"http://127.0.0.1:{port}", began, log, process)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def fetched(address: str) -> bytes | None:
    """What is there; None while nobody answers."""
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return bytes(answer.read())
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return None


def processor_seconds() -> float:
    """Processor time of all that was started here and has ended; 0 where the system does not count it."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(folder: Path, command: list[str]) -> dict[str, float]:
    """Seconds from the start until each thing is there; the last entry is processor time, until all bots can answer."""
    before = processor_seconds()
    found = until_ready(folder, command)
    return found | {"processor time": processor_seconds() - before}


def until_ready(folder: Path, command: list[str]) -> dict[str, float]:
    """Seconds from the start until the page is there, until each game can be played, and until all bots can answer."""
    found: dict[str, float] = {}
    with started(folder, command) as server:
        address, began, log, _ = server
        games: list[str] = []
        while time.monotonic() - began < LONGEST:
            server.need()
            now = time.monotonic() - began
            if "page" not in found:
                if fetched(f"{address}/") is not None:
                    found["page"] = now
            else:
                shelf = json.loads(fetched(f"{address}/api/games") or b"[]")
                games = [game["id"] for game in shelf]
                found |= {game["id"]: now for game in shelf if game["ready"] and game["id"] not in found}
                if games and all(game in found for game in games):
                    found.setdefault("all games", now)
            ready = re.findall(r"bots ready", log.read_text("utf-8"))
            if games and all(game in found for game in games) and len(ready) == len(games):
                found["all bots"] = time.monotonic() - began
                return found
            time.sleep(STEP)
        raise SystemExit(f"not ready after {LONGEST:.0f} seconds:\n{log.read_text('utf-8')[-3000:]}")


def baseline() -> float:
    """Seconds to import NumPy and Numba in a fresh interpreter."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", "import numpy, numba"], check=True)
    return time.monotonic() - began


def main() -> None:
    """Measures both starts and prints them side by side."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--command", default=f"{sys.executable} -m bangbox", help="what is started (default: this one)")
    asked.add_argument("--json", action="store_true", help="print JSON for a program to read")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="bangbox-start-", ignore_cleanup_errors=True) as folder:
        base = baseline()
        cold = measure(Path(folder), given.command.split())
        warm = measure(Path(folder), given.command.split())
    if given.json:
        print(json.dumps({"baseline": base, "cold": cold, "warm": warm}))
        return
    print(f"{'seconds until':<24}{'first start':>12}{'again':>12}")
    for what in cold:
        print(f"{what:<24}{cold[what]:>12.1f}{warm[what]:>12.1f}")
    first = min(cold[game] for game in cold if game not in NOT_GAMES)
    print(f"The first game takes {first / base:.0f} times as long as importing NumPy and Numba ({base:.2f} s).")


if __name__ == "__main__":
    main()
