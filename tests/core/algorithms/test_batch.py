"""Many games at once: the same as one at a time, in any number of threads."""

import numpy as np
import pytest
from numpy.typing import ArrayLike

import bangbox
from bangbox.core.dice import rng_state
from bangbox.core.rules import OVER

N = 300  # enough for several threads


def game() -> bangbox.Game:
    return bangbox.game("magpie", throws="cheap", players=4)


def played_out(threads: int, seed: int = 3) -> bangbox.Batch:
    batch = bangbox.Batch(game(), N, seed=seed, threads=threads)
    while not batch.over.all():
        batch.play(batch.random_choices())
    return batch


def test_threads_do_not_matter() -> None:
    one, three = played_out(1), played_out(3)
    assert one.states.tobytes() == three.states.tobytes()
    assert np.array_equal(one.rngs, three.rngs)
    assert one.states.tobytes() != played_out(1, seed=4).states.tobytes()


def test_choices_and_actors_are_those_of_each_game() -> None:
    batch = bangbox.Batch(game(), 70, seed=1)
    for _ in range(12):
        actions, counts = batch.choices()
        assert actions.shape == (70, game().engine.max_choices)
        for i in range(0, 70, 9):
            pos = batch.position(i)
            assert pos.actor == batch.actors[i]
            assert pos.choices() == actions[i, : counts[i]].tolist()
            assert pos.scores == batch.scores[i].tolist()
            assert pos.over == batch.over[i]
        batch.play(batch.random_choices())
    assert len(batch) == 70


def test_ended_games_are_left_alone() -> None:
    batch = bangbox.Batch(bangbox.game("tictactoe"), 4)
    for square in range(5):
        batch.play([square] * 4)  # a1 … b2: nobody has a row
    batch.play([5, 5, 6, 6])  # the second player takes b3 or c1
    batch.play([6, 6, 5, 5])  # c1 completes a diagonal for the first; b3 does not
    assert batch.over.tolist() == [True, True, False, False]
    assert batch.actors.tolist() == [OVER, OVER, 1, 1]
    ended = batch.states[:2].tobytes()
    assert batch.random_choices()[:2].tolist() == [-1, -1]
    batch.play([-1, 99, 7, 8])
    assert batch.states[:2].tobytes() == ended
    assert batch.choices()[1].tolist()[:2] == [0, 0]
    assert batch.scores.shape == (4, 2)


def test_one_illegal_action_plays_nothing() -> None:
    batch = bangbox.Batch(bangbox.game("tictactoe"), N, threads=3)
    before = batch.states.tobytes()
    actions = np.zeros(N, np.int64)
    actions[[130, 250]] = 9
    with pytest.raises(bangbox.IllegalMove, match="game 130: action 9"):
        batch.play(actions)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("actions", [[], [0], [[0, 0]], 3])
def test_a_batch_needs_one_action_a_game(actions: ArrayLike) -> None:
    batch = bangbox.Batch(bangbox.game("tictactoe"), 2)
    with pytest.raises(bangbox.IllegalMove, match="needs 2 actions"):
        batch.play(actions)


def test_bad_batches_are_refused() -> None:
    with pytest.raises(bangbox.OptionError, match="at least one"):
        bangbox.Batch(game(), 0)
    with pytest.raises(bangbox.OptionError, match="cheap"):
        bangbox.Batch(bangbox.game("magpie"), 2)


def test_positions_taken_out_are_copies() -> None:
    batch = bangbox.Batch(bangbox.game("tictactoe"), 2)
    before = batch.states.tobytes()
    assert batch.position(1).play("b2").actor == 1
    assert batch.states.tobytes() == before


def test_random_choices_are_picked_and_played_in_one_go() -> None:
    one, two = bangbox.Batch(game(), N, seed=2), bangbox.Batch(game(), N, seed=2)
    out = np.zeros(N, np.int64)
    for _ in range(15):
        picked = one.random_choices()
        one.play(picked, check=False)
        assert two.play_random(out) is out
        assert np.array_equal(picked, out)
    assert one.states.tobytes() == two.states.tobytes()
    moves = one.play_out()
    assert one.over.all() and moves.shape == (N,)


def test_games_begin_again_with_seeds_of_their_own() -> None:
    """Round r of game i is what start(seed=(seed, i + r * n)) plays; a result can be read until the next play."""
    n, rounds = 5, 3
    batch = bangbox.Batch(bangbox.game("tictactoe"), n, seed=7, autoreset=True)
    plain = bangbox.Batch(bangbox.game("tictactoe"), n * rounds, seed=7)
    plain.play_out()
    ended: dict[int, bytes] = {}
    while batch.rounds.min() < rounds:
        batch.play_random()
        for i in np.flatnonzero(batch.over):
            ended[int(i + batch.rounds[i] * n)] = batch.states[i].tobytes()
    for number in range(n * rounds):
        assert ended[number] == plain.states[number].tobytes(), f"game {number}"


@pytest.mark.parametrize("seed", [0, -5, 10**40, 10**130, -(10**250)])
def test_seeds_are_those_of_single_games(seed: int) -> None:
    batch = bangbox.Batch(bangbox.game("tictactoe"), 120, seed=seed)
    assert batch.rngs[:, 0].tolist() == [rng_state((seed, i)) for i in range(120)]


def test_observations_and_masks_go_into_given_arrays() -> None:
    batch = bangbox.Batch(bangbox.game("tictactoe"), 8, seed=1)
    seen, masks = batch.observe(), batch.masks()
    assert batch.observe(out=seen) is seen and batch.masks(masks) is masks
    assert masks.sum(1).tolist() == batch.choices()[1].tolist()
    batch.play(batch.actions(masks.argmax(1)))
    assert not np.array_equal(batch.masks(), masks)
    with pytest.raises(ValueError, match="contiguous array"):
        batch.observe(out=seen[:, ::2])
