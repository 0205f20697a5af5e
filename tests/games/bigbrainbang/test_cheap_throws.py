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
from bangbox.core.dice import SeededDice
from bangbox.games.bigbrainbang import queries
from bangbox.games.bigbrainbang.bench import rates
from bangbox.games.bigbrainbang.inputs import Box, Throw
from bangbox.games.bigbrainbang.recording.rebounds import Wall, random_release, random_wall, recorded
from bangbox.games.bigbrainbang.recording.touches import DIE, falling_time, later, random_throw
from bangbox.games.bigbrainbang.settle import hand, physics
from bangbox.games.bigbrainbang.settle.physics import Release
from bangbox.games.bigbrainbang.throwing import Scatter, components, draw, throw_many, told

from .situations import situation

Count = Callable[[int, int], int]
Numbers = NDArray[np.float64]
FEW = 15  # so few good dice have no mean worth comparing

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


def apart(real: Scatter, cheap: Scatter) -> tuple[float, float, float, float]:
    """How far shares of good dice and mean places (metres) differ, each with its standard error."""
    n, good = sum(real.outcomes.values()), share(real, "flat")
    noise = math.sqrt(max(good * (1 - good), 1 / n) / n)
    if min(len(real.rests), len(cheap.rests)) < FEW:
        return abs(good - share(cheap, "flat")), noise, 0.0, 0.0
    mine, his = np.array(real.rests), np.array(cheap.rests)
    return (
        abs(good - share(cheap, "flat")),
        noise,
        float(np.hypot(*(mine.mean(0) - his.mean(0)))),
        float(np.hypot(*mine.std(0))) / math.sqrt(len(mine)),
    )


def test_random_situations_agree_with_the_box_and_at_edges(soak_count: Count, soak_row: Any) -> None:
    began, situations, n = time.perf_counter(), soak_count(9, 200), soak_count(40, 250)
    close = right = 0
    for number in range(situations):
        players, throw, box = situation(number)
        real = throw_many(throw, box, n, players=players)
        cheap = throw_many(throw, box, 10 * n, players=players, throws="cheap", seed=10**6)
        off, off_noise, far, far_noise = apart(real, cheap)
        close += off <= 0.08 and far <= 0.015
        right += off <= 0.08 + 2 * off_noise and far <= 0.015 + 2 * far_noise
    assert right >= (0.75 if situations < 50 else 0.85) * situations
    soak_row(
        f"random situations of bigbrainbang, box and edges: {n} real throws against cheap ones (0.08 of good dice, 15 mm)",
        situations,
        f"{close / situations:.2f} within, {right / situations:.2f} within or not told apart from it",
        time.perf_counter() - began,
    )


def test_a_flying_die_leaves_the_box_as_physics_says() -> None:
    """Speeds after meeting a wall, without luck: the same corner springs and friction, in whole numbers."""
    dice = SeededDice(77)
    differences: list[float] = []
    while len(differences) < 40:
        release = random_release(dice)
        wall = random_wall(release, dice)
        time_to = met_after(release, wall)
        if time_to is not None and (row := recorded(release, wall)) is not None and row[0]:
            differences.append(math.dist(impact_of(later(release, time_to), wall), row[4:6]) / math.hypot(*row[1:3]))
    assert np.median(differences) < 0.12
    assert np.mean(differences) < 0.25


def met_after(release: Release, wall: Wall) -> float | None:
    """When a corner of the die comes to the wall, if well before the die comes down."""
    x, y = wall.away
    for step in range(int(2000 * falling_time(release, 0.03))):
        die = later(release, step / 2000)
        reach = DIE / 2 * sum(abs(axis[0] * x + axis[1] * y) for axis in physics.axes(die.turn))
        if (die.place[0] - wall.x) * x + (die.place[1] - wall.y) * y < reach:
            return step / 2000 if step > 40 else None
    return None


def impact_of(die: Release, wall: Wall) -> tuple[float, float]:
    """Speed away and aside after the wall, as the rules work it out."""
    azimuth = math.atan2(die.velocity[1], die.velocity[0])
    turn = hand.product(hand.turned((0.0, 0.0, -azimuth)), die.turn)
    east, north = queries.bounced(die.velocity, wall.away, azimuth, turn, hand.rotated(-azimuth, die.spin))
    return east * wall.away[0] + north * wall.away[1], east * wall.aside[0] + north * wall.aside[1]


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
