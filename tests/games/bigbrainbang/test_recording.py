"""How cheap throws are made from real ones: touching down, recording, fitting."""

import math

import numpy as np
import pytest

from bangbox.core.dice import SeededDice
from bangbox.games.bigbrainbang import queries
from bangbox.games.bigbrainbang.inputs import Throw
from bangbox.games.bigbrainbang.recording import fitting
from bangbox.games.bigbrainbang.recording.touches import (
    CLEAR,
    COLUMNS,
    DIE,
    ENDLESS,
    TOUCH,
    attitude,
    falling_time,
    later,
    random_throw,
    recorded,
    touching_down,
)
from bangbox.games.bigbrainbang.rules import landing
from bangbox.games.bigbrainbang.settle import hand, physics


def test_the_rules_know_how_a_die_touches_down() -> None:
    dice = SeededDice(5)
    for _ in range(500):
        throw, tremor = random_throw(dice), dice.below(2**32)
        release = hand.release(throw, 0, tremor)
        if release.place[2] <= TOUCH:
            continue
        azimuth, touch = touching_down(release)
        forward, down, spin, lean, roll = touch[:5]
        told = queries.touch_down(throw.pack(), tremor)
        assert (told[0] / 10 - math.degrees(azimuth) + 180) % 360 - 180 == pytest.approx(0, abs=0.2)
        assert told[4] == pytest.approx(1000 * forward, abs=5)
        assert told[6] == pytest.approx(1000 * down, abs=5)
        assert told[8] == pytest.approx(100 * spin, abs=2)
        assert (told[9] / 10 - math.degrees(lean) + 45) % 90 - 45 == pytest.approx(0, abs=1.5)
        assert told[10] / 2**24 == pytest.approx(math.sin(roll), abs=0.02)


@pytest.mark.parametrize(
    ("turn", "lean", "roll", "yaw"),
    [((0, 0.3, 0), 0.3, 0, 0), ((0, -0.3, 0), math.pi / 2 - 0.3, 0, 0), ((0.2, 0, 0), 0, 0.2, 0), ((0, 0, -0.2), 0, 0, -0.2)],
)
def test_lean_roll_and_yaw(turn: tuple[float, float, float], lean: float, roll: float, yaw: float) -> None:
    assert attitude(hand.turned(turn)) == pytest.approx((lean, roll, yaw), abs=1e-9)


def test_a_die_in_free_flight_is_where_physics_says() -> None:
    release = hand.release(Throw(350, 250, 10, 30, 150, 20), 0, 7)
    frames = int(falling_time(release, CLEAR) * physics.FRAMES_PER_SECOND)
    pose = physics.throw(release, ENDLESS, DIE).poses[frames]
    free = later(release, frames / physics.FRAMES_PER_SECOND)
    assert pose[:3] == pytest.approx(free.place, abs=0.001)
    assert abs(sum(a * b for a, b in zip(pose[3:], free.turn, strict=True))) == pytest.approx(1, abs=1e-6)


def test_a_recording_is_the_same_again_and_says_where_the_die_rests() -> None:
    release = hand.release(Throw(350, 50, 0, 0, 120, 0), 0, 3)
    row = dict(zip(COLUMNS, recorded(release), strict=True))
    assert list(row.values()) == recorded(release)
    assert 0.05 < row["along"] < 0.4
    assert abs(row["across"]) < 0.15
    assert 0 <= row["turn"] < math.pi / 2


def test_a_fit_finds_means_and_spreads_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, stops in (("FORWARD", [500, 1000, 1500]), ("DOWN", [500, 1000, 1500]), ("SPIN", [-500, 0, 500])):
        monkeypatch.setattr(landing, name, np.array(stops))
    monkeypatch.setattr(landing, "STOPS", (3, 3, 3, *landing.STOPS[3:]))
    rng = np.random.default_rng(1)
    forward, down = rng.uniform(0.5, 1.5, (2, 4000))
    spin, lean, roll = rng.uniform(-5, 5, 4000), rng.uniform(0, math.pi / 2, 4000), rng.uniform(0, 0.5, 4000)
    along = 0.3 * forward + 0.1 * down + 0.1 * np.cos(4 * lean)
    touches = np.zeros((4000, len(COLUMNS)))
    touches[:, :5] = np.column_stack([forward, down, spin, lean, roll])
    touches[:, 9] = along + 0.05 * forward * rng.normal(size=4000)
    touches[:, 10] = 0.2 * roll + 0.02 * rng.normal(size=4000)
    usual, places = fitting.fit(touches), fitting.places(touches)
    found = fitting.between(usual / fitting.TENTHS, places)
    middle = np.abs(places[:, :3] - 1).max(axis=1) < 0.7
    assert np.abs(found[:, 0] - along)[middle].mean() < 0.012
    assert np.abs(found[:, 1] - 0.2 * roll)[middle].mean() < 0.006
    assert found[middle, 2].mean() == pytest.approx(0.05 * math.sqrt(2 / math.pi), rel=0.1)  # a mean absolute deviation
    luck = fitting.luck(touches, usual, places)[middle] / fitting.LUCK
    assert np.abs(luck[:, :2]).mean(axis=0) == pytest.approx([1, 1], abs=0.1)
