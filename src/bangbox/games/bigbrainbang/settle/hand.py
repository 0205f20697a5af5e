"""What leaves the hand: a throw and a tremor give a release for the physics, in metres (B25)."""

import math

import numpy as np

from bangbox.core.record import Rng

from .. import queries
from ..data import PIECES, UNITS
from ..inputs import Throw
from .physics import Quaternion, Release, Triple

TREMOR = PIECES["tremor"]
DROP = PIECES["drop"]


def shakes(tremor: int) -> Rng:
    """The random numbers that a tremor stands for."""
    return np.array([tremor], np.uint64)


def _shake(rng: Rng, deviation: float) -> float:
    return queries.shake(rng) * deviation


def release(throw: Throw, wide: int, tremor: int) -> Release:
    """A die as it leaves a trembling hand. It is held flat, its front in the direction of the throw."""
    rng = shakes(tremor)
    side, x, y = queries.release_point(throw.around, wide)
    speed = throw.speed / 100 * (1 + _shake(rng, TREMOR["speed"]))
    direction = math.radians(90 * (side + 1) + throw.direction + _shake(rng, TREMOR["direction"]))
    elevation = math.radians(throw.elevation + _shake(rng, TREMOR["elevation"]))
    place = (
        x / UNITS + _shake(rng, TREMOR["place"]),
        y / UNITS + _shake(rng, TREMOR["place"]),
        throw.height / 1000 + _shake(rng, TREMOR["place"]),
    )
    pitch, pitching = math.radians(_shake(rng, TREMOR["turn"])), throw.spin + _shake(rng, TREMOR["spin"])
    roll, yaw = (math.radians(_shake(rng, TREMOR["turn"])) for _ in range(2))
    rolling, yawing = (_shake(rng, TREMOR["spin"]) for _ in range(2))
    level = speed * math.cos(elevation)
    velocity = (level * math.cos(direction), level * math.sin(direction), speed * math.sin(elevation))
    facing = turned((0.0, 0.0, direction))
    return Release(place, velocity, product(facing, turned((roll, pitch, yaw))), rotated(direction, (rolling, pitching, yawing)))


def drop(tremor: int) -> Release:
    """A die let go over the middle of the table, anyhow turned (B4)."""
    rng = shakes(tremor)
    turn = [_shake(rng, 1.0) for _ in range(4)]
    length = math.sqrt(sum(part * part for part in turn)) or 1.0
    w, x, y, z = (part / length for part in turn)
    sideways = (_shake(rng, DROP["speed"]), _shake(rng, DROP["speed"]), 0.0)
    spin = (_shake(rng, DROP["spin"]), _shake(rng, DROP["spin"]), _shake(rng, DROP["spin"]))
    return Release((0.0, 0.0, DROP["height"]), sideways, (w, x, y, z), spin)


def turned(rotation: Triple) -> Quaternion:
    """The quaternion of a rotation about an axis, given as axis times angle."""
    angle = math.sqrt(sum(part * part for part in rotation))
    if angle == 0:
        return 1.0, 0.0, 0.0, 0.0
    x, y, z = (math.sin(angle / 2) * part / angle for part in rotation)
    return math.cos(angle / 2), x, y, z


def product(a: Quaternion, b: Quaternion) -> Quaternion:
    """First b, then a."""
    w, x, y, z = a
    p, q, r, t = b
    return (
        w * p - x * q - y * r - z * t,
        w * q + x * p + y * t - z * r,
        w * r - x * t + y * p + z * q,
        w * t + x * r - y * q + z * p,
    )


def rotated(angle: float, vector: Triple) -> Triple:
    """A vector turned about the vertical."""
    x, y, z = vector
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle), z
