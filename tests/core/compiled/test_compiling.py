"""The cache of compiled rules is never stale and never mixes games; indices are trusted in our own functions only."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import config as numba_config

from bangbox.core.compiled.compiling import PLAIN, STALE_AFTER_DAYS, cache_folder, compiled, forget_stale

MANIFEST = """
title = "{0}"
version = 1
rule_letter = "Z"
[players]
min = 1
max = 1
default = 1
"""
RULES = """
import numpy as np
from bangbox.core.rules import OVER, rule
from .steps import stride

STATE = np.dtype([("place", np.int64)], align=True)
MAX_CHOICES, MAX_PLAYERS = 1, 1

@rule
def setup(s, players):
    s.place = 100

@rule
def actor(s):
    return OVER if s.place > 200 else 0

@rule
def choices(s, out):
    out[0] = 0
    return 1

@rule
def apply(s, action):
    s.place += stride(action)
"""
STEPS = """
from bangbox.core.rules import rule

@rule
def stride(action):
    return {0}
"""
# Plays two actions through the closures of the engine, and tells what they did and where their machine code came from.
CHILD = """
import json, sys
from bangbox.core.compiled.engine import engine
from bangbox.core.registry import add_folder, kind

add_folder(sys.argv[1])
told = {}
for name in sys.argv[2:]:
    e = engine(kind(name))
    states = e.states(1)
    e.setup(states, 0, (1,))
    e.apply(states, 0, 0)
    functions = [e.setup, e.apply, e.rules.setup, e.rules.apply]
    told[name] = {
        "place": int(states[0]["place"]),
        "hits": sum(sum(f.stats.cache_hits.values()) for f in functions[:2]),
        "misses": sum(sum(f.stats.cache_misses.values()) for f in functions),
    }
print(json.dumps(told))
"""


def write_game(folder: Path, name: str, stride: int) -> None:
    (folder / name / "rules").mkdir(parents=True)
    for file, text in {
        "__init__.py": "", "game.toml": MANIFEST.format(name),
        "rules/__init__.py": RULES, "rules/steps.py": STEPS.format(stride),
    }.items():  # fmt: skip
        (folder / name / file).write_text(text, "utf-8")


def run(folder: Path, *names: str, **variables: str) -> dict[str, Any]:
    environment = os.environ | {"BANGBOX_CACHE": str(folder / "cache"), "BANGBOX_GAMES": "", "BANGBOX_PLAIN": "", **variables}
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(folder / "games"), *names], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_the_cache_hits_and_is_never_stale_and_never_mixes_games(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    write_game(games, "alpha", 1)
    write_game(games, "beta", 7)  # the same text of rules; the other module differs

    first = run(tmp_path, "alpha", "beta")
    assert [first[name]["place"] for name in ("alpha", "beta")] == [101, 107]
    assert [first[name]["hits"] for name in ("alpha", "beta")] == [0, 0]
    assert all(first[name]["misses"] >= 4 for name in ("alpha", "beta"))

    again = run(tmp_path, "beta", "alpha")
    assert [again[name]["place"] for name in ("alpha", "beta")] == [101, 107]
    assert [again[name] for name in ("alpha", "beta")] == [{"place": place, "hits": 2, "misses": 0} for place in (101, 107)]

    steps = games / "alpha" / "rules" / "steps.py"
    steps.write_text(STEPS.format(5), "utf-8")  # another module than that of the cached functions
    edited = run(tmp_path, "alpha", "beta")
    assert edited["alpha"]["place"] == 105
    assert edited["alpha"]["hits"] == 0
    assert edited["beta"] == again["beta"]

    steps.write_text(STEPS.format(1), "utf-8")
    assert run(tmp_path, "alpha")["alpha"] == again["alpha"]

    assert run(tmp_path, "alpha", NUMBA_BOUNDSCHECK="1")["alpha"]["hits"] == 0  # other machine code, a cache of its own


@pytest.mark.parametrize("file", ["views.py", "rules/steps.py", "cards.toml", "rules/tiles.toml", "physics/offsets.npz"])
def test_a_cache_is_named_by_all_that_the_code_can_depend_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    monkeypatch.setenv("BANGBOX_CACHE", str(tmp_path / "cache"))
    source = tmp_path / "game" / file
    source.parent.mkdir(parents=True)
    named = set()
    for text in (b"1", b"2", b"1"):
        source.write_bytes(text)
        cache_folder.cache_clear()
        named.add(cache_folder(tmp_path / "game"))
    assert len(named) == 2


# -- indices


def last_but(cells: Any, i: int) -> Any:
    return cells[i]


CHECKED = PLAIN or bool(getattr(numba_config, "BOUNDSCHECK", None))
needs_machine_code = pytest.mark.skipif(CHECKED, reason="indices are checked in this mode")


@needs_machine_code
def test_an_index_is_taken_as_it_is_in_our_functions_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANGBOX_CACHE", str(tmp_path / "cache"))
    memory = np.arange(10, 20)
    cells = memory[5:]  # so that what lies before it is known
    ours = compiled(last_but, tmp_path, "test")
    theirs = numba.njit(last_but)
    assert ours(cells, 2) == theirs(cells, 2) == 17
    assert ours(cells, -1) == 14  # not mended: what lies before the first
    assert theirs(cells, -1) == 19  # mended: the last
    later = numba.njit(lambda cells, i: cells[i])
    assert later(cells, -1) == 19


# -- two processes at a time


def twice(x: Any) -> Any:
    return x + x


@pytest.mark.skipif(PLAIN, reason="nothing is compiled in this mode")
def test_code_that_another_process_wrote_over_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after two processes that chose the same file for two signatures: each name in the index leads to the other's code."""
    monkeypatch.setenv("BANGBOX_CACHE", str(tmp_path / "cache"))
    first = compiled(twice, tmp_path, "test")
    assert (first(2), first(2.5)) == (4, 5.0)
    whole, broken = sorted((tmp_path / "cache").rglob("*.nbc"))
    whole.rename(tmp_path / "aside")
    broken.rename(whole)
    (tmp_path / "aside").rename(broken)
    second: Any = compiled(twice, tmp_path, "test")
    assert (second(2), second(2.5)) == (4, 5.0)
    assert sum(second.stats.cache_hits.values()) == 0
    third: Any = compiled(twice, tmp_path, "test")
    assert (third(2), third(2.5)) == (4, 5.0)
    assert sum(third.stats.cache_hits.values()) == 2, "what was compiled again lies in its place"


# -- tidying


def test_caches_that_nobody_used_for_a_month_are_removed(tmp_path: Path) -> None:
    for name, days in {
        "mine-1": 0,
        "old-2": STALE_AFTER_DAYS + 1,
        "young-3": STALE_AFTER_DAYS - 1,
        "kept-4": STALE_AFTER_DAYS + 9,
    }.items():
        (tmp_path / name / "deep").mkdir(parents=True)
        then = time.time() - days * 86400
        os.utime(tmp_path / name, (then, then))
    forget_stale(tmp_path / "kept-4")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept-4", "mine-1", "young-3"]
    assert time.time() - (tmp_path / "kept-4").stat().st_mtime < 3600


# The whole of a game with a Numba whose way to mend indices we do not know.
UNKNOWN = """
from numba.np import arrayobj
known = arrayobj.fix_integer_index
arrayobj.fix_integer_index = unknown = lambda *given: known(*given)
from bangbox.core.compiled import compiling
from tests.golden import playthroughs
assert arrayobj.fix_integer_index is unknown and not compiling.trusting_is_possible()
assert playthroughs("tictactoe") == open("tests/games/tictactoe/golden.txt", encoding="utf-8").read()
"""


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_with_a_numba_that_we_do_not_know_rules_are_compiled_as_it_does(tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    environment = os.environ | {"BANGBOX_CACHE": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", UNKNOWN], cwd=root, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
