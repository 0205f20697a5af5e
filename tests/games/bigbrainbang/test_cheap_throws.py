"""Cheap throws against real ones, with and without the box, also at edges and corners (measured: docs/physics.md)."""

import math
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import bangbox
from bangbox.core.contract import Picking
from bangbox.core.dice import SeededDice
from bangbox.games.bigbrainbang.bench import make_draw_many, rates
from bangbox.games.bigbrainbang.inputs import Box, Throw
from bangbox.games.bigbrainbang.recording.touches import random_throw
from bangbox.games.bigbrainbang.throwing import Scatter, aimed, components, draw, throw_many, told

from .situations import FEW, Ends, ends_of, real_ends, situation

Count = Callable[[int, int], int]
Numbers = NDArray[np.float64]

# Throws that no class of the recordings was made for: low and high, slow and fast, steep and level, over edges and corners.
THROWS = [
    (2, Throw(350, 50, 0, 0, 120, 0)),
    (2, Throw(180, 85, 17, 12, 95, -13)),
    (2, Throw(1260, 140, -24, 33, 108, 22)),
    (4, Throw(2030, 195, -11, 14, 119, 13)),
    (4, Throw(3428, 30, 21, 1, 183, -4)),
    (4, Throw(500, 120, 8, -12, 212, 27)),
    (4, Throw(896, 260, 18, 7, 65, -4)),
    (4, Throw(3728, 230, -16, 8, 132, 7)),
    (2, Throw(350, 60, 5, 5, 62, 0)),
]


def ks_probability(a: Numbers, b: Numbers) -> float:
    """How likely two samples of one distribution differ as much (Kolmogorov and Smirnov)."""
    both = np.concatenate([a, b])
    shares = [np.searchsorted(np.sort(x), both, "right") / len(x) for x in (a, b)]
    size = math.sqrt(len(a) * len(b) / (len(a) + len(b)))
    z = (size + 0.12 + 0.11 / size) * float(np.abs(shares[0] - shares[1]).max())
    return min(1.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * k * k * z * z) for k in range(1, 60)))


def test_the_two_sample_test_itself_can_fail() -> None:
    rng = np.random.default_rng(1)
    a = rng.normal(size=300)
    assert ks_probability(a, rng.normal(size=300)) > 0.01
    assert ks_probability(a, rng.normal(0.5, size=300)) < 1e-4
    assert ks_probability(a, 1.6 * rng.normal(size=300)) < 1e-2


def parts(scatter: Scatter) -> tuple[Numbers, Numbers]:
    along, across = components(scatter.throw, scatter.players, scatter.rests)
    return np.array(along), np.array(across)


def share(scatter: Scatter, outcome: str) -> float:
    return scatter.outcomes.get(outcome, 0) / sum(scatter.outcomes.values())


@pytest.mark.parametrize(
    ("players", "throw"), THROWS, ids=lambda value: "-".join(map(str, value)) if isinstance(value, Throw) else ""
)
def test_without_a_box_both_agree(players: int, throw: Throw, soak_count: Count) -> None:
    n = soak_count(50, 400)
    real = throw_many(throw, count=n, players=players)
    cheap = throw_many(throw, count=20 * n, players=players, throws="cheap", seed=10**6)
    for outcome in ("off", "miss"):  # off-table rate: within the noise of the sample and 3 in 100
        noise = 4 * math.sqrt(share(cheap, outcome) * (1 - share(cheap, outcome)) / n)
        assert abs(share(real, outcome) - share(cheap, outcome)) <= 0.03 + noise, (real.outcomes, cheap.outcomes)
    rests = len(real.rests)
    if rests < 20:
        return
    for mine, his in zip(parts(real), parts(cheap), strict=True):
        assert ks_probability(mine, his) > 1e-3
        assert abs(mine.mean() - his.mean()) < 0.08 * mine.std() + 3.5 * mine.std() / math.sqrt(rests)
        most = 1.1 * (1 + 4 / math.sqrt(2 * rests))
        assert 1 / most < his.std() / mine.std() < most


def test_without_a_box_random_throws_agree_on_the_whole(soak_count: Count) -> None:
    dice, n = SeededDice(2026), soak_count(40, 150)
    apart, off, surprises = [], [], []
    for _ in range(soak_count(8, 40)):
        players = 2 + 2 * dice.below(2)
        throw = random_throw(dice)
        real = throw_many(throw, count=n, players=players)
        cheap = throw_many(throw, count=20 * n, players=players, throws="cheap", seed=10**6)
        off.append(share(cheap, "off") - share(real, "off"))
        if len(real.rests) < n // 2:
            continue
        for mine, his in zip(parts(real), parts(cheap), strict=True):
            surprises.append(-math.log(max(1e-9, ks_probability(mine, his))))
            apart.append((his.mean() - mine.mean()) / mine.std() * math.sqrt(len(mine)))
    assert abs(np.mean(off)) < 0.01 + 1.5 / math.sqrt(n * len(off))
    assert max(surprises) < math.log(10_000)
    assert np.mean(surprises) < 1.3 + 3 / math.sqrt(len(surprises))  # 1 if both were drawn from one distribution
    assert np.mean(np.square(apart)) < 1.5 + 4 * math.sqrt(2 / len(apart))  # 1 likewise


# Throws that strike the edge of the table, or pass over a corner.
EDGES = [
    (4, Throw(350, 40, 0, -30, 150, -8)),
    (4, Throw(350, 50, 0, -25, 90, 5)),
    (4, Throw(837, 100, -68, 16, 201, 11)),
    (2, Throw(1874, 210, -74, -12, 196, -1)),
]


@pytest.mark.parametrize(("players", "throw"), EDGES)
def test_as_many_misfire_at_the_edge(players: int, throw: Throw, soak_count: Count) -> None:
    n = soak_count(60, 400)
    real = throw_many(throw, count=n, players=players)
    cheap = throw_many(throw, count=20 * n, players=players, throws="cheap", seed=10**6)
    expected = share(cheap, "miss")
    assert 0.1 < expected < 0.97
    assert abs(share(real, "miss") - expected) <= 0.04 + 4 * math.sqrt(expected * (1 - expected) / n)
    if len(real.rests) > n // 4:
        assert abs(real.along - cheap.along) < 0.25 * real.along_spread + 4 * real.along_spread / math.sqrt(len(real.rests))


def agree(real: Ends, cheap: Ends) -> bool:
    """Whether shares of good dice and mean places are near enough to each other to aim by."""
    if abs(real.share - cheap.share) > 0.08:
        return False
    return min(real.share, cheap.share) < FEW or math.dist((real.x, real.y), (cheap.x, cheap.y)) <= 15


def throws_per_second(count: int) -> float:
    """Cheap throws in all situations in turn, on one core, by its own clock."""
    positions = [aimed(throw, box, players, "cheap") for players, throw, box in map(situation, range(200))]
    states, engine = np.concatenate([pos.states() for pos in positions]), positions[0].game.engine
    assert isinstance(engine.rules, Picking)
    draw_many, rng = engine.compiled(make_draw_many(engine.rules)), np.array([1], np.uint64)
    draw_many(states, 1, rng)
    began = time.process_time()
    draw_many(states, count, rng)
    return count / (time.process_time() - began)


def test_random_situations_agree_with_the_box_and_at_edges(soak_count: Count, soak_row: Any) -> None:
    """Over 200 situations: good dice within 0.08, mean place within 15 mm in 90 of 100, at 50,000 throws a second or more."""
    began, n = time.perf_counter(), soak_count(1000, 5000)
    right = []
    for number, real in enumerate(real_ends()):
        players, throw, box = situation(number)
        cheap = throw_many(throw, box, n, players=players, throws="cheap", seed=10**6)
        right.append(agree(real, ends_of(n, cheap.rests)))
    by_kind = [np.mean(right[kind::3]) for kind in range(3)]
    assert len(right) == 200
    assert np.mean(right) >= (0.87 if n < 5000 else 0.9), by_kind  # few throws are less certain
    rate = throws_per_second(5 * n)
    assert rate > (25_000 if n < 5000 else 50_000)
    thrown = sum(real.thrown for real in real_ends())
    soak_row(
        f"random situations of bigbrainbang, box and edges: {n} cheap throws each, {thrown} real ones (0.08 of good dice, 15 mm)",
        len(right),
        f"{np.mean(right):.3f} within (no box {by_kind[0]:.2f}, lying {by_kind[1]:.2f}, standing {by_kind[2]:.2f}), "
        f"{rate:,.0f} throws/s",
        time.perf_counter() - began,
    )


def test_what_is_kept_of_real_dice_is_what_they_do(soak_count: Count) -> None:
    n = soak_count(60, 300)
    for number in range(1, 200, 199 // soak_count(3, 20)):
        kept, (players, throw, box) = real_ends()[number], situation(number)
        found = ends_of(n, throw_many(throw, box, n, players=players, seed=2 * 10**6).rests)
        assert abs(found.share - kept.share) <= 4 * math.sqrt(max(kept.share * (1 - kept.share), 0.02) / n)
        if found.good > 10:
            assert math.dist((found.x, found.y), (kept.x, kept.y)) <= 4 * math.hypot(found.unsure, kept.unsure)


def test_cheap_dice_never_rest_in_the_box() -> None:
    lot = random.Random(8)
    for _ in range(40):
        throw = Throw(
            lot.randrange(2800), lot.randrange(20, 301, 5), lot.randint(-50, 50), lot.randint(-30, 60), lot.randint(60, 300), 0
        )
        box = Box("standing", lot.randint(-100, 100), lot.randint(-100, 100), lot.randrange(180))
        angle = math.radians(box.angle)
        for x, y in throw_many(throw, box, 50, throws="cheap", seed=lot.randrange(10**6)).rests:
            dx, dy = x - box.x / 1000, y - box.y / 1000
            along, across = dx * math.cos(angle) + dy * math.sin(angle), dy * math.cos(angle) - dx * math.sin(angle)
            assert abs(along) > 0.1499 or abs(across) > 0.0349


def test_random_games_with_cheap_throws_end_by_themselves(soak_count: Count, soak_row: Any) -> None:
    began, n = time.perf_counter(), soak_count(100, 1_000)
    for players in (2, 3, 4):
        engine = (game := bangbox.game("bigbrainbang", players=players, throws="cheap")).engine
        states, counts = game.start(dice=None).states(2), np.zeros(2, np.int64)
        assert engine.checked_play_outs(states, n, SeededDice(players).rng, engine.buffer(), engine.buffer(), counts, 20_000) == 0
    soak_row(
        "games of bigbrainbang with cheap throws, for 2, 3 and 4 players, every invariant after every action",
        3 * n,
        "all ended",
        time.perf_counter() - began,
    )


def test_rates_are_measured() -> None:
    found = rates(0.2)
    assert set(found) == {"throws_per_s", "cheap_throws_per_s"}
    assert found["cheap_throws_per_s"] > 100 * found["throws_per_s"] > 0


@pytest.mark.parametrize("throws", ["real", "cheap"])
def test_a_scatter_is_told_and_drawn(throws: str, tmp_path: Path) -> None:
    scatter = throw_many(Throw(350, 50, 0, 0, 250, 0), Box("standing", 0, 200, 0), 8, throws=throws)
    first, second = told(scatter).splitlines()
    assert first == f"8 {throws} throws: 8 flat"
    assert second.startswith("from the hand ")
    draw(scatter, tmp_path / "throws.png", "Eight dice")
    assert (tmp_path / "throws.png").read_bytes().startswith(b"\x89PNG")


def test_unknown_throws_are_refused() -> None:
    with pytest.raises(bangbox.OptionError, match="real or cheap"):
        throw_many(Throw(0), throws="loaded")
