"""Every game plays the same compiled, uncompiled, with bounds checks, one at a time and in a batch."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import bangbox
from bangbox.core.dice import SeededDice
from tests.games.replay import FEWEST, steps
from tests.games.suite import CASES, Case

every_case = pytest.mark.parametrize("case", CASES, ids=str)

SEED = 5


@functools.cache
def compiled_walk(case: Case, seed: int) -> list[str]:
    return steps(case, seed)


def assert_same(case: Case, run: dict[str, Any]) -> None:
    assert "error" not in run[str(case)], run[str(case)]["error"]
    for seed, there in enumerate(run[str(case)]["walks"]):
        here = compiled_walk(case, seed)
        assert len(there) == len(here) or FEWEST <= len(there) < len(here)  # it may have run out of time, not of nodes
        differing = [i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b]
        assert not differing, f"seed {seed} differs from node {differing[0]} on"


@every_case
def test_uncompiled_rules_make_the_same_states_byte_for_byte(case: Case, plain_run: dict[str, Any]) -> None:
    assert_same(case, plain_run)


@every_case
def test_no_index_leaves_its_array(case: Case, bounds_run: dict[str, Any]) -> None:
    assert_same(case, bounds_run)


def is_real(game: bangbox.Game) -> bool:
    return game.kind.settle is not None and game.kind.settle.is_real(game.start(dice=None))


@every_case
def test_game_i_of_a_batch_is_the_one_its_seed_starts(case: Case, soak_count: Callable[[int, int], int]) -> None:
    game = case.game
    if is_real(game):
        with pytest.raises(bangbox.OptionError, match="cheap"):
            bangbox.Batch(game, 2)
        return
    n = soak_count(3, 200)
    batch = bangbox.Batch(game, n, seed=SEED)
    singles = [game.start(seed=(SEED, i)) for i in range(n)]
    while True:
        for i, pos in enumerate(singles):
            assert batch.states[i].tobytes() == pos.states().tobytes(), f"game {i} after {len(pos.history)} actions"
            assert batch.actors[i] == pos.actor
        if batch.over.all():
            break
        played = batch.random_choices()
        for i, pos in enumerate(singles):
            if not pos.over:
                assert isinstance(pos.dice, SeededDice)
                action = pos.pick(pos.dice.rng)
                assert played[i] == action
                pos.play(action)
        batch.play(played)
    assert batch.scores.tolist() == [pos.scores for pos in singles]


@every_case
def test_one_illegal_action_leaves_a_batch_unchanged(case: Case) -> None:
    if is_real(case.game):
        return
    batch = bangbox.Batch(case.game, 3, seed=SEED)
    actions = batch.random_choices()
    before, rngs = batch.states.tobytes(), batch.rngs.copy()
    for wrong in (-1, 2**52 + 12345):
        with pytest.raises(bangbox.IllegalMove, match="game 1"):
            batch.play([actions[0], wrong, actions[2]])
        assert batch.states.tobytes() == before
        assert np.array_equal(batch.rngs, rngs)
