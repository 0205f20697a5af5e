"""Real dice thrown at a long wall, for offsets.py: what a die does that meets the box, in the air or on the table.

What matters is the angle at which it meets the wall; how far it goes grows with its speed, and is counted in parts of what is
usual. Directions: away from the wall, and aside: to the left of that.
"""

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bangbox.core.dice import SeededDice

from ..data import UNITS
from ..inputs import Throw
from ..rules.landing import EASE, PARTS
from ..settle import hand, physics
from ..settle.physics import Release
from .touches import DIE, ENDLESS, GRAVITY, TOUCH, falling_time

Numbers = NDArray[np.float64]
COLUMNS = (
    "air", "away", "aside", "up", "away_after", "aside_after", "up_after", "height_after", "went_away", "went_aside",
    "spin_away", "spin_aside",
)  # fmt: skip
WALL = (12.0, 0.07, 0.30)  # a box so long that no die misses it
STEEPEST = 75  # degrees from straight at the wall
NEAR, CLOSE = 0.0145, 0.02  # metres: no die is farther from a wall that it touches; it may be before and after
SLOWEST = 0.1, 0.03  # m/s, in all and towards the wall: slower dice tell nothing
SLIDE = 0.12  # metres that a die goes at most on the table for its squared speed
THROWS = 1500  # a part


class Wall(NamedTuple):
    """A wall: a point of its face, and the directions away from it and along it."""

    x: float
    y: float
    away: tuple[float, float]
    aside: tuple[float, float]

    def seen(self, poses: Numbers) -> tuple[Numbers, Numbers]:
        """Where poses are, away from the wall and along it."""
        x, y = poses[:, 0] - self.x, poses[:, 1] - self.y
        return x * self.away[0] + y * self.away[1], x * self.aside[0] + y * self.aside[1]


def random_release(dice: SeededDice) -> Release:
    """A die thrown by somebody who wants to use the box."""
    throw = Throw(
        dice.below(700), 20 + 5 * dice.below(27), 0, dice.below(41) - 10, 60 + dice.below(230), dice.below(61) - 30
    )  # fmt: skip
    return hand.release(throw, 0, dice.below(2**32))


def random_wall(release: Release, dice: SeededDice) -> Wall:
    """A wall in the way of a die: half of them while it flies, half where it bounces or slides."""
    east, north, _ = release.velocity
    speed, azimuth = math.hypot(east, north), math.atan2(north, east)
    flown, part = speed * falling_time(release, TOUCH), dice.below(1000) / 1000
    distance = 0.03 + part * flown if dice.below(2) else flown + part * SLIDE * speed * speed
    slant = math.radians(dice.below(20 * STEEPEST + 1) / 10 - STEEPEST)
    away = math.cos(azimuth + math.pi + slant), math.sin(azimuth + math.pi + slant)
    x, y = (release.place[i] + distance * (math.cos(azimuth), math.sin(azimuth))[i] for i in range(2))
    return Wall(x, y, away, (-away[1], away[0]))


def recorded(release: Release, wall: Wall) -> list[float] | None:
    """The columns above; None if the die does not get there."""
    (x, y), thick = wall.away, WALL[1] / 2
    box = physics.Obstacle(wall.x - x * thick, wall.y - y * thick, math.atan2(y, x) - math.pi / 2, WALL)
    poses = np.array(physics.throw(release, ENDLESS, DIE, box).poses)
    away, aside = wall.seen(poses)
    frame = met(away)
    if frame is None:
        return None
    speeds = np.diff(np.column_stack([away, aside, poses[:, 2]]), axis=0) * physics.FRAMES_PER_SECOND
    before, after = frame - 2, min(frame + 1, len(speeds) - 1)
    flying = (frame - 1) / physics.FRAMES_PER_SECOND < falling_time(release, TOUCH) + 0.004
    start = after if flying else frame
    spin = spinning(poses[after], poses[min(after + 1, len(poses) - 1)])
    return [
        flying, *speeds[before], *speeds[after], poses[after, 2], away[-1] - away[start], aside[-1] - aside[start],
        spin[0] * x + spin[1] * y, spin[0] * wall.aside[0] + spin[1] * wall.aside[1],
    ]  # fmt: skip


def spinning(pose: Numbers, later: Numbers) -> Numbers:
    """The spin of a die between two frames."""
    w, *axis = pose[3:]
    cos, *sines = hand.product(tuple(later[3:]), (w, -axis[0], -axis[1], -axis[2]))
    return np.array(sines) * math.copysign(2 * physics.FRAMES_PER_SECOND, cos)


def met(away: Numbers) -> int | None:
    """The frame in which a die has met the wall, or None."""
    speeds = np.diff(away) * physics.FRAMES_PER_SECOND
    for frame in range(2, len(speeds) - 2):
        if away[frame] < CLOSE and (
            speeds[frame] > -0.02 or (speeds[frame] > speeds[frame - 1] / 2 and speeds[frame - 1] < -0.05)
        ):
            return frame if away[: frame + 2].min() < NEAR else None
    return None


def record_part(part: int) -> Numbers:
    """One part of the recordings: a row each."""
    dice, rows = SeededDice((21, part)), []
    for _ in range(THROWS):
        release = random_release(dice)
        if release.place[2] > TOUCH and (row := recorded(release, random_wall(release, dice))) is not None:
            rows.append(row)
    return np.array(rows)


def kept_part(part: int, folder: Path) -> Path:
    """The file of a part, recorded if it is not there yet."""
    path = folder / f"rebounds-{part}.npy"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        np.save(path, record_part(part))
    return path


def tabled(rows: Numbers) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int16]]:
    """What dice do that meet a wall on the table, sorted by angle; after a fall; and what is usual then (rules/rebound.py)."""
    air, towards, aside = rows[:, 0] > 0, -rows[:, 1], rows[:, 2]
    speed = np.hypot(towards, aside)
    fit = (speed > SLOWEST[0]) & (towards > SLOWEST[1])
    slid, s = rows[fit & ~air], speed[fit & ~air]
    angle = np.degrees(np.arctan2(np.abs(aside), towards))[fit & ~air] * 10
    usual_slide = s * (s + EASE / 1000) / PARTS
    slides = np.column_stack([angle, slid[:, 8] / usual_slide, slid[:, 9] * np.sign(slid[:, 2]) / usual_slide])
    falls, usual = _falls(rows[fit & air])
    return _whole(slides[np.argsort(angle, kind="stable")]), _whole(falls * PARTS), _whole(usual)


def _falls(rows: Numbers) -> tuple[Numbers, Numbers]:
    """How far each die goes along and across after a fall, in parts of what is usual; and what is usual by speeds and spin."""
    velocity, up, height, spin = rows[:, 4:6], rows[:, 6], rows[:, 7], rows[:, 10:12]
    time = np.maximum(0, up + np.sqrt(np.maximum(up * up + 2 * GRAVITY * (height - TOUCH), 0))) / GRAVITY
    went = rows[:, 8:10] - velocity * time[:, None]
    speed = np.maximum(np.hypot(*velocity.T), 2 * SLOWEST[0])
    ahead = velocity / speed[:, None]
    along, across = (went * ahead).sum(axis=1), went[:, 1] * ahead[:, 0] - went[:, 0] * ahead[:, 1]
    rolling, swerving = spin[:, 1] * ahead[:, 0] - spin[:, 0] * ahead[:, 1], (spin * ahead).sum(axis=1)
    terms = np.column_stack([speed, speed * speed, speed * (GRAVITY * time - up), rolling])
    far = np.linalg.lstsq(terms, along, rcond=None)[0]
    swerve = float((across * swerving).sum() / (swerving * swerving).sum())
    usual = np.maximum(terms @ far, 0.03 * speed)
    luck = np.column_stack([along, across - swerve * swerving]) / usual[:, None]
    return luck, np.array([*far[:3] * 1000, far[3] * UNITS, swerve * UNITS])


def _whole(numbers: Numbers) -> NDArray[np.int16]:
    return np.clip(np.rint(numbers), -32767, 32767).astype(np.int16)
