"""How long a start takes, from nothing and again: `bangbox bench start`, or `python benchmarks/start.py` in a checkout.

The first start has an empty cache of compiled rules and an empty database; the second one finds both. A game can be played once
its rules are there; its bots answer once they are compiled too. The baseline is the machine itself: how long a fresh interpreter
takes to import NumPy and Numba.
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

LONGEST = 600.0  # seconds to wait for anything
STEP = 0.05


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def started(folder: Path, command: list[str]) -> Iterator[tuple[str, float, Path]]:
    """A server with its data and cache in a folder: its address, when it was started, its log."""
    port, log = free_port(), folder / f"start-{time.monotonic_ns()}.log"
    environment = os.environ | {"BANGBOX_CACHE": str(folder / "cache"), "BANGBOX_DATA": str(folder / "data")}
    (folder / "data").mkdir(exist_ok=True)
    with log.open("wb") as out:
        began = time.monotonic()
        words = [*command, "play", "--no-browser", "--port", str(port)]
        process = subprocess.Popen(words, env=environment, stdout=out, stderr=out)
    try:
        yield f"http://127.0.0.1:{port}", began, log
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


def measure(folder: Path, command: list[str]) -> dict[str, float]:
    """Seconds from the start until the page is there, until each game can be played, and until all bots can answer."""
    found: dict[str, float] = {}
    with started(folder, command) as (address, began, log):
        games: list[str] = []
        while time.monotonic() - began < LONGEST:
            now = time.monotonic() - began
            if "page" not in found:
                if fetched(f"{address}/") is not None:
                    found["page"] = now
            else:
                shelf = json.loads(fetched(f"{address}/api/games") or b"[]")
                games = [game["id"] for game in shelf]
                found |= {game["id"]: now for game in shelf if game["ready"] and game["id"] not in found}
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
    first = sorted(cold.values())[1]  # the page comes before any game
    print(f"The first game takes {first / base:.0f} times as long as importing NumPy and Numba ({base:.2f} s).")


if __name__ == "__main__":
    main()
