"""Real dice thrown onto a table without edges: how each touches down and where it comes to rest, for offsets.py.

Random throws over all that a hand can do are sorted by forward speed, falling speed and spin at touch-down, and equally many of
each sort are simulated. They come in parts, each with its own seed, so that several processes can share them and an
interrupted recording goes on where it was.
"""

import math
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bangbox.core.dice import SeededDice

from ..data import PIECES, TABLES, UNITS
from ..inputs import Throw, around
from ..rules import aiming, packing
from ..settle import hand, physics
from ..settle.physics import Quaternion, Release

Numbers = NDArray[np.float32]
COLUMNS = ("forward", "down", "spin", "lean", "roll", "yaw", "rolling", "yawing", "time", "along", "across", "turn")

ENDLESS = 40.0  # a table on which no throw finds an edge, in metres
DIE: float = PIECES["die"]["size"]
GRAVITY = aiming.GRAVITY / 1000
TOUCH = aiming.TOUCH / UNITS
CLEAR = 0.0145  # no corner of a die reaches the table while its middle is above this
DRAWS = 60_000  # tried for a part
QUOTA = 8  # of one sort in a part
FAST = 2.3  # m/s: half as many of those, which mostly leave the table
SPEED_STEP, SPIN_STEP = math.log(1.2), 6.0


def random_throw(dice: SeededDice) -> Throw:
    """A throw anywhere in the ranges of a hand."""
    knobs = {
        knob: packing.LEAST[knob]
        + packing.STEP[knob] * dice.below((packing.MOST[knob] - packing.LEAST[knob]) // packing.STEP[knob] + 1)
        for knob in packing.KNOBS
    }
    return Throw(dice.below(around(TABLES[0])), **knobs)


def falling_time(release: Release, height: float) -> float:
    """When a die in free flight is so high, on its way down; 0 if it starts lower."""
    up, above = release.velocity[2], release.place[2] - height
    square = up * up + 2 * GRAVITY * above
    return max(0.0, (up + math.sqrt(square)) / GRAVITY) if square > 0 else 0.0


def later(release: Release, time: float) -> Release:
    """A die in free flight some time after it left the hand. A cube spins on evenly about any axis."""
    (x, y, z), (east, north, up) = release.place, release.velocity
    place = x + east * time, y + north * time, z + up * time - GRAVITY * time * time / 2
    a, b, c = (part * time for part in release.spin)
    return Release(place, (east, north, up - GRAVITY * time), hand.product(hand.turned((a, b, c)), release.turn), release.spin)


def attitude(turn: Quaternion) -> tuple[float, float, float]:
    """How a die is turned, seen in the direction of the throw: lean (0 to a quarter turn), roll and yaw of its axle.

    The axle is that of the die's axes which points aside most; the die leans about it.
    """
    axes = physics.axes(turn)
    axle = max(range(3), key=lambda i: abs(axes[i][1]))
    sign = 1 if axes[axle][1] > 0 else -1
    x, y, z = (sign * part for part in axes[axle])
    roll, yaw = math.atan2(z, math.hypot(x, y)), math.atan2(-x, y)
    level = math.cos(yaw), math.sin(yaw), 0.0  # ahead, at right angles to the axle
    spoke = axes[(axle + 1) % 3]
    ahead = sum(p * q for p, q in zip(spoke, level, strict=True))
    above = sum(p * q for p, q in zip(spoke, _cross(level, (x, y, z)), strict=True))
    return math.atan2(-above, ahead) % (math.pi / 2), roll, yaw


def _cross(a: tuple[float, float, float], b: tuple[float, float, float]) -> tuple[float, float, float]:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def touching_down(release: Release) -> tuple[float, list[float]]:
    """The azimuth of a throw, and the first nine columns: how the die touches down (SI units, radians)."""
    east, north, _ = release.velocity
    azimuth = math.atan2(north, east)
    time = falling_time(release, TOUCH)
    end = later(release, time)
    lean, roll, yaw = attitude(hand.product(hand.turned((0.0, 0.0, -azimuth)), end.turn))
    rolling, pitching, yawing = hand.rotated(-azimuth, release.spin)
    return azimuth, [math.hypot(east, north), -end.velocity[2], pitching, lean, roll, yaw, rolling, yawing, time]


def recorded(release: Release) -> list[float]:
    """All columns of one throw; along, across and turn are counted from where it touches down."""
    azimuth, touch = touching_down(release)
    end = later(release, touch[-1])
    landing = physics.throw(later(release, falling_time(release, CLEAR)), ENDLESS, DIE)
    assert landing.outcome == physics.FLAT, "a die on an endless table lies flat"
    along, across, _ = hand.rotated(-azimuth, (landing.x - end.place[0], landing.y - end.place[1], 0.0))
    return [*touch, along, across, (landing.angle - azimuth) % (math.pi / 2)]


def sort(touch: list[float]) -> tuple[int, int, int]:
    """How a die touches down, roughly."""
    forward, down, spin = touch[:3]
    return math.floor(math.log(forward) / SPEED_STEP), math.floor(math.log(down) / SPEED_STEP), math.floor(spin / SPIN_STEP)


def record_part(part: int) -> Numbers:
    """One part of the recordings: a row each, with the columns above."""
    dice, found = SeededDice((20, part)), Counter[tuple[int, int, int]]()
    rows = []
    for _ in range(DRAWS):
        release = hand.release(random_throw(dice), 0, dice.below(2**32))
        if release.place[2] <= TOUCH:  # too low a hand for the table
            continue
        touch = touching_down(release)[1]
        kind = sort(touch)
        if found[kind] < (QUOTA if touch[0] < FAST else QUOTA // 2):
            found[kind] += 1
            rows.append(recorded(release))
    return np.array(rows, np.float32)


def kept_part(part: int, folder: Path) -> Path:
    """The file of a part, recorded if it is not there yet."""
    path = folder / f"touches-{part}.npy"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        np.save(path, record_part(part))
    return path
