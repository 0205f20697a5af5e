"""Bangbox as a stranger gets it: built in a clean clone, installed into an empty environment, played over HTTP.

`python -m tools.installing [FOLDER]` does all of it in an empty folder and prints how many seconds each step took.
"""

import argparse
import json
import os
import random
import re
import secrets
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.start import LONGEST, STEP, fetched, free_port

ROOT = Path(__file__).parents[1]
STALE = "stale.html"  # a page that lies in the clone before it is built, and must not be shipped
GAME, SEATS = "brains", 4


def run(*words: object, folder: Path | None = None, environment: dict[str, str] | None = None) -> str:
    """Runs a program; what it printed. Ends this one if it fails, saying how."""
    here = clean() | (environment or {})
    ran = subprocess.run([str(word) for word in words], cwd=folder, env=here, capture_output=True, text=True)
    if ran.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, words))} failed:\n{ran.stdout[-2000:]}\n{ran.stderr[-4000:]}")
    return ran.stdout


def clean() -> dict[str, str]:
    """The environment of a stranger: nothing of ours in it."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("BANGBOX_", "PYTHON"))}


def build(folder: Path) -> tuple[Path, Path]:
    """A source archive, built in a clean clone, and a wheel, built out of that archive as `python -m build` does."""
    clone, out = folder / "clone", folder / "dist"
    run("git", "clone", "--quiet", ROOT, clone)
    pages = clone / "src" / "bangbox" / "web"
    pages.mkdir()
    (pages / STALE).write_text("from another time")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", out, folder=clone)
    archive = next(out.glob("*.tar.gz"))
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "unpacked", filter="data")
    source = next((folder / "unpacked").iterdir())
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", out, folder=source)
    return archive, next(out.glob("*.whl"))


def environment(folder: Path, package: str) -> Path:
    """An empty environment with a package in it: the folder of its programs."""
    run(sys.executable, "-m", "venv", folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package)
    return programs


@contextmanager
def playing(folder: Path, programs: Path) -> Iterator[str]:
    """`bangbox play` of an environment with data and cache in an empty folder, and no other programs: its address."""
    port, log = free_port(), folder / "play.log"
    own = {
        "PATH": str(programs), "BANGBOX_CACHE": str(folder / "cache"), "BANGBOX_DATA": str(folder),
        "BANGBOX_MESSAGES_PER_SECOND": "10000",
    }  # fmt: skip
    with log.open("wb") as out:
        words = [str(programs / "bangbox"), "play", "--no-browser", "--port", str(port)]
        process = subprocess.Popen(words, cwd=folder, env=clean() | own, stdout=out, stderr=out)
    try:
        address, deadline = f"http://127.0.0.1:{port}", time.monotonic() + LONGEST
        while fetched(f"{address}/healthz") is None:
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"the server does not start:\n{log.read_text('utf-8')[-4000:]}")
            time.sleep(STEP)
        yield address
    finally:
        process.terminate()
        process.wait(60)


def opened_page(address: str) -> int:
    """Opens the page as a browser does, with all that it names; how many files these are."""
    page = (fetched(f"{address}/") or b"").decode()
    named = set(re.findall(r'(?:src|href)="(/[^"]+)"', page))
    if not any(name.endswith(".js") for name in named) or STALE in page:
        raise SystemExit(f"this is not our page: {page[:500]}")
    missing = [name for name in sorted(named) if not fetched(address + name)]
    if missing:
        raise SystemExit(f"the page names what is not there: {missing}")
    return 1 + len(named)


class Person:
    """A guest, with a cookie as in a browser."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        self.ask("/api/me", {"name": "Ada"})

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """GET, or POST of a body; the answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, data, {"Content-Type": "application/json"})
        try:
            with self._browser.open(request, timeout=LONGEST) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            raise SystemExit(f"{path} was refused: {refused.code} {refused.read().decode()}") from None

    def table(self, game: str = GAME, seats: int = SEATS) -> str:
        """A table with all seats for people who sit here; waits until its rules are there. The name of the match."""
        kinds = [{"kind": "me"}, *({"kind": "here"} for _ in range(seats - 1))]
        match: str = self.ask("/api/matches", {"game": game, "seats": kinds})["id"]
        for seat in range(seats):
            self.ask(f"/api/matches/{match}/contribute", {"seat": seat, "contribution": secrets.token_hex(16)})
        return match

    def play(self, match: str, most: int = 10_000) -> dict[str, Any]:
        """Plays every seat at random, to the end or so many moves; the last thing seen."""
        dice, seat = random.Random(1), 0
        for _ in range(most + 1):
            now: dict[str, Any] = self.ask(f"/api/matches/{match}/snapshot?seat={seat}")["now"]
            if now["actor"] >= 0 and now["actor"] != seat:
                seat = now["actor"]
                now = self.ask(f"/api/matches/{match}/snapshot?seat={seat}")["now"]
            if now["actor"] < 0 or most == 0:
                break
            most -= 1
            choice = dice.choice(now["choices"])["number"]
            self.ask(f"/api/matches/{match}/move", {"seat": seat, "number": now["number"], "choice": choice})
        return now


def trial(folder: Path) -> Iterator[tuple[str, float]]:
    """Every step of a stranger, with the seconds it took."""
    began = time.monotonic()

    def took(what: str) -> tuple[str, float]:
        nonlocal began
        before, began = began, time.monotonic()
        return what, began - before

    archive, wheel = build(folder)
    yield took("source archive and wheel built in a clean clone")
    programs = environment(folder / "environment", f"{wheel}[play]")
    yield took("wheel installed with [play] into an empty environment")
    home = folder / "home"
    home.mkdir()
    with playing(home, programs) as address:
        yield took("bangbox play --no-browser answers, with an empty cache")
        count = opened_page(address)
        yield took(f"the page and all it names opened: {count} files")
        person = Person(address)
        match = person.table()
        yield took(f"first game ({GAME}) ready, a table set up over HTTP")
        now = person.play(match)
        if now["actor"] != -2:
            raise SystemExit(f"the match does not end: {now}")
        yield took(f"a match of {now['number']} events played over HTTP")
    other = environment(folder / "from-source", str(archive))
    version = run(other / "bangbox", "--version").strip()
    yield took(f"pip install of the source archive, without extras: bangbox {version}")
    own = {"BANGBOX_CACHE": str(folder / "cache")}
    if "1 " not in run(other / "bangbox", "perft", GAME, "--depth", "1", environment=own):
        raise SystemExit("the library does not count")
    yield took("the library compiles and counts")


def main() -> None:
    """Does it all and prints it."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", nargs="?", type=Path, help="an empty folder outside of the repository (default: a new one)")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="bangbox-trial-", ignore_cleanup_errors=True) as new:
        folder = given.folder or Path(new)
        folder.mkdir(parents=True, exist_ok=True)
        for what, seconds in trial(folder):
            print(f"{seconds:7.1f} s  {what}", flush=True)


if __name__ == "__main__":
    main()
