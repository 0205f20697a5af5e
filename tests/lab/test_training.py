"""Learning by play: after seconds on one core the loss has fallen and random players lose; matrices and rows agree."""

import importlib.util
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bangbox
from bangbox.lab.training import kernels
from bangbox.lab.training.check import facts, hold
from bangbox.lab.training.games import Games, Mind, at_random, by_score, versus
from bangbox.lab.training.machines import Cpu
from bangbox.lab.training.network import Learner, Lesson, Weights, first_weights, values
from bangbox.lab.training.run import SMALL, Training, turned, turned_touched
from bangbox.lab.training.saving import PICTURE, WEIGHTS, read_curve, read_weights
from bangbox.lab.training.teaching import teach

TINY = SMALL._replace(games=32, stages=2, league_games=16, lesson=256, rounds=400)


@pytest.fixture(scope="module")
def machine() -> Cpu:
    return kernels.cpu("bigxbang")


@pytest.fixture(scope="module")
def firsts() -> Any:
    return kernels.firsts("bigxbang")


def test_a_little_learning_lowers_the_loss_and_beats_random_play(tmp_path: Path) -> None:
    told: list[str] = []
    weights = teach("bigxbang", 0.0, tmp_path, "cpu", 1, None, told.append, TINY)
    curve, league = read_curve(tmp_path)
    assert len(curve) == len(told) == len(league) == 2
    assert curve[-1].value_loss < np.log(2)  # what a network loses that says ½ of everything
    assert curve[-1].against_random > 0.7
    assert league[0] > 0.6  # the network that had learned nothing
    assert weights == tmp_path / WEIGHTS
    assert (tmp_path / PICTURE).stat().st_size > 10_000 or importlib.util.find_spec("matplotlib") is None
    about = kernels.about("bigxbang")
    again = read_weights(weights, about)
    assert len(again) == Weights.size(about)
    with pytest.raises(bangbox.BangboxError, match="of the game; this is 2-new"):
        read_weights(weights, about | {"version": "2-new"})
    (tmp_path / "text.npz").write_text("no weights")
    with pytest.raises(bangbox.BangboxError, match="holds no weights"):
        read_weights(tmp_path / "text.npz", about)


def test_what_cannot_be_learned(tmp_path: Path) -> None:
    with pytest.raises(bangbox.BangboxError, match="no network to be trained"):
        teach("brains", 1.0, tmp_path, "cpu", 1, None, print)
    with pytest.raises(bangbox.OptionError, match="no device 'abacus'"):
        teach("bigxbang", 1.0, tmp_path, "abacus", 1, None, print)


def lesson(machine: Cpu, firsts: Any) -> Lesson:
    """A few positions with made-up returns, and their choices with made-up worths."""
    games = Games(machine, 6, 3, machine.records(firsts))
    for _ in range(20):
        at_random(games)
    total = games.survey()
    training = Training(machine, firsts, TINY._replace(games=16))
    inputs = training.eyes.see(np.concatenate([games.rows, games.rows])).copy()
    worths = np.random.default_rng(2).random(total).astype(np.float32)
    slots = (games.slot_game[:total], games.slot_touched[:total])
    return Lesson(inputs, np.linspace(0, 1, 6, dtype=np.float32), *slots, games.starts, games.counts, worths)


def test_slopes_are_those_of_the_losses(machine: Cpu, firsts: Any) -> None:
    """Each layer's slopes against the difference that a small change of it makes."""
    given, about = lesson(machine, firsts), machine.about
    rng = np.random.default_rng(4)

    def loss(flat: Any) -> float:
        value, policy = Learner(machine, flat)._find_slopes(given, 0.3, 0.25)
        return float(value) + 0.25 * float(policy)

    flat = first_weights(about, 3)
    learner = Learner(machine, flat)
    learner._find_slopes(given, 0.3, 0.25)
    for name, slopes in learner.slopes.layers.items():
        way = Weights(about, np.zeros_like(flat))
        way[name][...] = np.sign(slopes) * (rng.random(slopes.shape) < 0.5)
        step = 2e-3 / max(1.0, float(np.abs(way.flat).sum()) ** 0.5)
        measured = (loss(flat + step * way.flat) - loss(flat - step * way.flat)) / (2 * step)
        assert measured == pytest.approx(float((slopes * way[name]).sum()), rel=0.05, abs=2e-3), name


def test_rows_and_matrices_give_the_same_values(machine: Cpu, firsts: Any) -> None:
    training = Training(machine, firsts, TINY._replace(games=16))
    training.play(0.9)
    rows = training.games.rows
    found = np.zeros(len(rows), np.float32)
    training.mind.value(training.eyes, rows, found)
    assert found == pytest.approx(values(np, training.mind.weights, training.eyes.see(rows)), abs=1e-4)


def test_half_a_turn_changes_no_choice(machine: Cpu, firsts: Any) -> None:
    """Turned twice, everything is as before; turned once, each circle's code lies opposite."""
    games = Games(machine, 8, 3, machine.records(firsts))
    total = games.survey()
    once = turned(machine, games.rows)
    assert (turned(machine, once) == games.rows).all()
    assert (once[:, 0] == games.rows[:, machine.about["circles"] - 1]).all()
    touched = games.slot_touched[:total]
    assert (turned_touched(machine, turned_touched(machine, touched)) == touched).all()


def test_returns_come_from_the_end_of_a_game_backwards(machine: Cpu) -> None:
    """Three moves: seat 0 moved last and won. With decay 1 only the outcome counts, with 0 only the next value."""
    seen, plies = np.zeros((1, 4, machine.about["columns"]), np.uint8), np.array([3], np.int32)
    best = np.array([[0.5, 0.3, 0.9, 0.0]], np.float32)
    for decay, wanted in ((1.0, [1.0, 0.0, 1.0]), (0.0, [0.7, 0.1, 1.0])):
        rows, returns = np.zeros((4, machine.about["columns"]), np.uint8), np.zeros(4, np.float32)
        done, outcomes, places = np.array([3], np.int32), np.ones(1, np.float32), np.zeros(1, np.int64)
        machine.run("gather", 1, seen, best, plies.copy(), done, outcomes, places, rows, returns, decay)
        assert returns[:3] == pytest.approx(wanted)


def test_whoever_counts_points_beats_whoever_counts_nothing(machine: Cpu, firsts: Any) -> None:
    score = versus(Games(machine, 40, 3, machine.records(firsts)), by_score, at_random)
    assert score.games == 80
    assert score.points - score.margin > 0.6


class HalfPrecision(Cpu):
    """A machine that plays by matrices in half precision, as a GPU does, so that this path is tested without one."""

    half, by_rows = "float16", False

    def run(self, name: str, n: int, *given: Any) -> None:
        bits = (one.view(np.uint16) if isinstance(one, np.ndarray) and one.dtype == np.float16 else one for one in given)
        self._loops[name](n, self._room, *bits)


def test_a_machine_is_held_against_another(machine: Cpu, firsts: Any) -> None:
    few = firsts[:32]
    expected = facts(machine, few)
    hold(facts(HalfPrecision(machine.about, machine._loops, machine._dtype), few), expected)
    with pytest.raises(bangbox.BangboxError, match="counts: 1 of 48 numbers differ"):
        hold(expected | {"counts": expected["counts"] + (np.arange(48) == 7)}, expected)


def test_a_mind_keeps_its_weights_until_it_follows(machine: Cpu) -> None:
    weights = first_weights(machine.about, 1)
    mind = Mind(machine, weights)
    weights += 1
    assert not (mind.weights.flat == weights).any()
    mind.follow(weights)
    assert (mind.weights.flat == weights).all()


@pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None or shutil.which("ptxas") is None, reason="kernels are made by bangbox[gpu]"
)
def test_kernels_are_made_without_a_gpu(tmp_path: Path) -> None:
    from bangbox.lab.training.ptx import make_kernels

    make_kernels("bigxbang", tmp_path)
    for name in kernels.bodies_of("bigxbang").SIGNATURES:
        assert (tmp_path / f"{name}.cubin").stat().st_size > 1000
