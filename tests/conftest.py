"""What all tests share: the tests-only games, small or large counts, the table of a soak, and the runs in other modes."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import bangbox
from tests.soak_page import write_row

ROOT = Path(__file__).parents[1]

bangbox.add_folder(ROOT / "tests" / "games")
os.environ["BANGBOX_GAMES"] = str(ROOT / "tests" / "games")  # for child processes

# The same walks in other modes: uncompiled, and with bounds checks. Each is one child process for all games.
MODES = {"plain_run": {"BANGBOX_PLAIN": "1"}, "bounds_run": {"NUMBA_BOUNDSCHECK": "1"}}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run with the large counts and write docs/soak.md")


def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis tries the same texts every time, many more when soaking."""
    settings.register_profile("quick", max_examples=100, deadline=None, derandomize=True, database=None)
    settings.register_profile(
        "soak", max_examples=1000, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("soak" if config.getoption("--soak") else "quick")


class Child:
    """A run of `tests.games.replay` in another mode, going on beside the other tests."""

    def __init__(self, mode: dict[str, str], amount: list[str], cases: list[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.games.replay", *amount, *cases],
            cwd=ROOT, env=os.environ | mode, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._walks: dict[str, Any] | None = None

    def walks(self) -> dict[str, Any]:
        """What it found, by case; waits for its end."""
        if self._walks is None:
            output, errors = self._process.communicate()
            self._walks = {line["case"]: line for line in map(json.loads, output.splitlines())}
            assert self._process.returncode == 0, f"after {list(self._walks)}: {errors}"
        return self._walks

    def stop(self) -> None:
        """Ends it if nobody waited for it."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()


CHILDREN: dict[str, Child] = {}


def replayed(config: pytest.Config) -> list[str]:
    """How many games of each case the other modes play, and for how many seconds at most each."""
    return ["30", "60"] if config.getoption("--soak") else ["2", "2.5"]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Starts the runs in other modes early, so that the second core has something to do."""
    if session.config.option.collectonly:
        return
    wanted: dict[str, list[str]] = {}
    for item in session.items:
        for name in MODES.keys() & set(getattr(item, "fixturenames", ())):
            wanted.setdefault(name, []).append(str(item.callspec.params["case"]))  # type: ignore[attr-defined]
    for name, cases in wanted.items():
        CHILDREN[name] = Child(MODES[name], replayed(session.config), cases)


def pytest_unconfigure(config: pytest.Config) -> None:
    for child in CHILDREN.values():
        child.stop()


@pytest.fixture(scope="session")
def plain_run() -> dict[str, Any]:
    """The walks of tests.games.replay, uncompiled."""
    return CHILDREN["plain_run"].walks()


@pytest.fixture(scope="session")
def bounds_run() -> dict[str, Any]:
    """The walks of tests.games.replay, compiled with bounds checks."""
    return CHILDREN["bounds_run"].walks()


@pytest.fixture(scope="session")
def soak_count(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """`soak_count(small, large)`: the small count in an ordinary run, the large one with --soak."""
    soaking = bool(request.config.getoption("--soak"))
    return lambda small, large: large if soaking else small


@pytest.fixture
def soak_row(request: pytest.FixtureRequest) -> Callable[[str, int, str, float], None]:
    """`soak_row(what, how_many, found, seconds)`: a row of docs/soak.md when soaking."""

    def write(what: str, how_many: int, found: str, seconds: float) -> None:
        if request.config.getoption("--soak"):
            write_row(what, how_many, found, seconds)

    return write


@pytest.fixture
def progress(request: pytest.FixtureRequest) -> Iterator[Callable[[str], None]]:
    """`progress(text)`: a line on the terminal that replaces itself; shown only when soaking."""
    capture = request.config.pluginmanager.getplugin("capturemanager")
    shown = False

    def show(text: str) -> None:
        nonlocal shown
        if request.config.getoption("--soak") and sys.stderr.isatty():
            with capture.global_and_fixture_disabled():
                sys.stderr.write(f"\r\x1b[K{text}")
                sys.stderr.flush()
            shown = True

    yield show
    if shown:
        show("")
