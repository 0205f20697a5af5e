"""Puzzles solved: lines that can be played and come to what they promise, and how good they are over many set-ups."""

import time
from collections.abc import Callable

import numpy as np
import pytest

import bangbox
from bangbox.core.compiled.engine import engine
from bangbox.core.contract import Options
from bangbox.core.contract.minds import Deciding, Solving
from bangbox.core.dice import SeededDice
from bangbox.core.registry import kind
from bangbox.core.rules import below
from bangbox.games.bigxbang.bot import beam
from bangbox.games.bigxbang.bot.solving import BEAMS, _compiled, looks, solve, stars, tables
from bangbox.games.bigxbang.rules.record import MAX_CHOICES

SMALL: list[Options] = [
    {"puzzle": "light"},
    {"puzzle": "parallel", "dark_matter": True, "decay": True},
    {"puzzle": "life", "short": True, "meet": True},
]


def never() -> bool:
    return False


@pytest.mark.parametrize("options", SMALL, ids=str)
def test_a_line_comes_to_what_it_promises(options: Options) -> None:
    start = bangbox.game("bigxbang", **options).start(seed=3)
    found = solve(start, SeededDice(1).rng, never, beams=2, width=10)
    after = start.copy()
    for action in found.actions:
        after.play(action)
    assert after.scores[0] == found.score > start.scores[0]
    assert found == solve(start, SeededDice(1).rng, never, beams=2, width=10), "the same seed finds the same"


@pytest.mark.parametrize("options", [*SMALL, {"puzzle": "life", "meet": True, "decay": True, "dark_matter": True}], ids=str)
def test_what_a_move_changes_is_all_that_its_rank_changes_by(options: Options) -> None:
    own, pos, dice = engine(kind("bigxbang")), bangbox.game("bigxbang", **options).start(seed=5), SeededDice(5).rng
    expand, _ = _compiled(own)
    room, buffer, scratch, per_circle = 2 * MAX_CHOICES, own.buffer(), own.states(1), (np.zeros(85), np.zeros(85, np.int64))
    ranks, keys, parents, moves = np.zeros(room), np.zeros(room, np.uint64), np.zeros(room, np.int64), np.zeros(room, np.int64)
    look, listed = tables(looks()["life"].late or looks()["life"].early), 0
    while not pos.over:
        states = pos.seen_by(0).states()
        n = expand(states, 0, 1, scratch, *per_circle, look, 0.0, 8, 0, buffer, ranks, keys, parents, moves, 0)
        for k in range(n):
            own.apply(following := states.copy(), 0, int(moves[k]))
            assert ranks[k] == pytest.approx(beam.look(following[0], look, np.zeros(85)) + beam.grouped(following[0], look))
            assert keys[k] == beam.key(following[0])
        listed += n
        pos.play(int(moves[below(dice, n)]) if n else pos.choices()[0])
    assert listed > 100


def test_more_beams_are_never_worse() -> None:
    start = bangbox.game("bigxbang", puzzle="life").start(seed=3)
    scores = [solve(start, SeededDice(1).rng, never, beams, width=5).score for beams in (1, 4)]
    assert scores == sorted(scores)


def test_it_stops_when_nobody_waits() -> None:
    start = bangbox.game("bigxbang", puzzle="life").start(seed=3)
    looks = iter([False] * 10)
    found = solve(start, SeededDice(1).rng, lambda: next(looks, True))
    assert 0 < found.looked < 100_000
    assert solve(start, SeededDice(1).rng, lambda: True).actions == []


def test_where_nothing_gets_better_it_stops() -> None:
    pos = bangbox.game("bigxbang").position(
        "D......../........../.........../............/.....p....../.........../........../......... - 0 1,1,1,1 0,0,0,0 light"
    )
    assert pos.over


def test_stars_are_given_by_par() -> None:
    light, life = (bangbox.game("bigxbang", puzzle=puzzle).start(seed=1) for puzzle in ("light", "life"))
    assert stars(light, -2) == [-14, -6, -2]
    assert stars(life, 5) == [2, 4, 5]
    assert stars(life, 0) == [1, 1, 1]


def test_only_levels_that_may_solve_do() -> None:
    pos, own = bangbox.game("bigxbang", puzzle="light").start(seed=1), kind("bigxbang").bot
    assert isinstance(own, Deciding) and isinstance(own, Solving)
    seen = pos.seen_by(0)
    assert own.decide(seen, {"exact": 28}, SeededDice(1).rng, never) is None
    candidates = own.decide(seen, {"beams": 1}, SeededDice(1).rng, never)
    assert candidates is not None
    assert pos.is_legal(candidates[0].action)
    assert candidates[0].value == 1.0  # nothing will be left


@pytest.mark.parametrize(("puzzle", "most", "least"), [("light", 100, 0.0), ("parallel", 100, -0.5), ("life", 100, 5.3)])
def test_puzzles_of_many_set_ups(
    puzzle: str, most: int, least: float, soak_count: Callable[[int, int], int], progress: Callable[[str], None],
    soak_row: Callable[[str, int, str, float], None],
) -> None:  # fmt: skip
    game = bangbox.game("bigxbang", puzzle=puzzle)
    count, beams, began, scores, slowest = soak_count(2, most), soak_count(2, BEAMS), time.process_time(), [], 0.0
    for seed in range(count):
        progress(f"{puzzle} {seed}")
        start, since = game.start(seed=(15, seed)), time.process_time()
        scores.append(solve(start, SeededDice(seed).rng, never, beams).score)
        slowest = max(slowest, time.process_time() - since)
    mean = sum(scores) / count
    found = ", ".join(f"{score} in {scores.count(score)}" for score in sorted(set(scores), reverse=True))
    seconds = time.process_time() - began
    soak_row(f"set-ups of Big×Bang's puzzle {puzzle} solved, {slowest:.1f} s at most", count, f"{mean:.2f}: {found}", seconds)
    if count == most:
        assert mean >= least
    else:
        assert min(scores) >= {"light": 0, "parallel": -40, "life": 2}[puzzle]
