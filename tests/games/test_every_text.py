"""Every game, given any text: a sound position or a TextError, an action that is legal or an IllegalMove, never anything else."""

import functools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bangbox
from bangbox.core.position import Position
from tests.games.forging import STRANGE, Forger
from tests.games.suite import CASES, nodes

every_game = pytest.mark.parametrize("name", sorted({case.id for case in CASES}))

Count = Callable[[int, int], int]
ROOT = Path(__file__).parents[2]


@functools.cache
def some_positions(name: str) -> list[Position]:
    return [pos for case in CASES if case.id == name for pos in nodes(case)]


@functools.cache
def some_texts(name: str) -> list[str]:
    return [pos.text for pos in some_positions(name)]


def assert_sound_or_refused(name: str, text: str) -> None:
    try:
        pos = bangbox.game(name).position(text)
    except bangbox.TextError:
        return
    assert pos.game.engine.invariant(pos.states(), 0) == 0, text
    assert bangbox.game(name).position(pos.text) == pos


@every_game
def test_any_text_is_a_position_or_a_text_error(name: str) -> None:
    @given(st.one_of(st.text(), st.text(STRANGE, max_size=120)))
    def check(text: str) -> None:
        assert_sound_or_refused(name, text)

    check()


@every_game
def test_what_is_read_can_be_shown_and_played_on(name: str, soak_count: Count, soak_row: Callable[..., None]) -> None:
    n, began = soak_count(300, 100_000), time.perf_counter()
    found = forged_texts_of(name, n)
    assert not found["fault"], found["fault"]
    assert found["tried"] == n
    assert found["accepted"] > n // 30, "hardly a text is accepted: the forger is too clumsy to find anything"
    soak_row(
        f"texts of {name} that are nearly positions, shown and played on if they are accepted", n,
        f"{found['accepted']:,} sound, all others refused", time.perf_counter() - began,
    )  # fmt: skip


def forged_texts_of(name: str, n: int) -> dict[str, Any]:
    """What `tests.games.hostile` says of n texts; with bounds checks, so that no index leaves its array unnoticed."""
    with tempfile.TemporaryFile("w+") as told:
        child = subprocess.run(
            [sys.executable, "-m", "tests.games.hostile", name, str(n)],
            cwd=ROOT, env=os.environ | {"NUMBA_BOUNDSCHECK": "1"}, stdout=subprocess.PIPE, stderr=told, text=True,
        )  # fmt: skip
        told.seek(0)
        last = "".join(told.readlines()[-30:])
    assert child.returncode == 0, f"the last text, and what was going on then: {last}"
    return json.loads(child.stdout)


def assert_legal_or_refused(pos: Position, text: str) -> None:
    before = pos.key
    try:
        action = pos.parse(text)
        assert pos.is_legal(action)
    except bangbox.IllegalMove:
        pass
    assert pos.key == before


@every_game
def test_any_move_text_is_an_action_or_illegal(name: str) -> None:
    @given(st.data())
    def check(data: st.DataObject) -> None:
        pos = data.draw(st.sampled_from(some_positions(name)))
        assert_legal_or_refused(pos, data.draw(st.one_of(st.text(), st.text(STRANGE, max_size=12))))

    check()


@every_game
def test_a_move_text_that_is_nearly_right_is_an_action_or_illegal(name: str, soak_count: Count) -> None:
    forger, pool = Forger(name, some_texts(name)), some_positions(name)
    for _ in range(soak_count(400, 40_000)):
        pos = forger.lot.choice(pool)
        names = [pos.name(action) for action in pos.choices()[:40]] or ["x"]
        assert_legal_or_refused(pos, forger.edited(forger.lot.choice(names)))
