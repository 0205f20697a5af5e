"""From a packed throw to a die touching down, in whole numbers: release point, tremor of the hand, flight (B7, B25).

Units: 0.01 mm, 0.1°, mm/s, 0.01 rad/s, microseconds. Both kinds of throws tremble by the same numbers in the same order.
"""

import math

import numpy as np

from bangbox.core.rules import below, rule, table

from ..data import OUTSIDE, PIECES, TABLES, units
from .geometry import FULL_TURN, HALF, ONE, QUARTER, SINE
from .packing import unpack_throw

SIDE = table([(length + 2 * OUTSIDE) // 100 for length in TABLES], np.int32)  # of the square on which hands are, in millimetres
REACH = table([length // 2 + OUTSIDE for length in TABLES], np.int32)
SIGMA = 37837  # standard deviation of the sum of four uniform numbers below 65536
SHAKE = 1024  # one standard deviation of what `shake` draws
SPEED_SHAKE = round(PIECES["tremor"]["speed"] * 1000)
DIRECTION_SHAKE = round(PIECES["tremor"]["direction"] * 10)
ELEVATION_SHAKE = round(PIECES["tremor"]["elevation"] * 10)
PLACE_SHAKE = units(PIECES["tremor"]["place"])
TURN_SHAKE = round(PIECES["tremor"]["turn"] * 100)
SPIN_SHAKE = round(PIECES["tremor"]["spin"] * 100)
GRAVITY = 9810
FASTEST = 4096  # no die falls as fast
ARC = table([round(math.degrees(math.atan(part / 1024)) * 10) for part in range(1025)], np.int32)
TOUCH = 1000  # touching down is when the middle of the die would be this high


@rule
def shake(rng):
    """One part of the tremor: bell-shaped, in parts of a standard deviation, never beyond three and a half."""
    total = below(rng, 65536) + below(rng, 65536) + below(rng, 65536) + below(rng, 65536)
    return (total - 131070) * SHAKE // SIGMA


@rule
def release_point(around, wide):
    """The side of the table where the hand is (0 south, 1 east, 2 north, 3 west), and where: x, y."""
    side = around // SIDE[wide]
    along = around % SIDE[wide] * 100 - REACH[wide]
    if side == 0:
        return side, along, -REACH[wide]
    if side == 1:
        return side, REACH[wide], along
    if side == 2:
        return side, -along, REACH[wide]
    return side, -REACH[wide], -along


@rule
def root(square, guess):
    """The whole part of a square root, from a guess that is not too low."""
    if square <= 0:
        return 0
    better = (guess + square // guess) >> 1
    while better < guess:
        guess = better
        better = (guess + square // guess) >> 1
    return guess


@rule
def flight(throw, wide, rng):
    """A trembling throw up to the table: azimuth, release x, y and height, speed forward, up, down, time, spin, lean, tilt;
    and how it was held and spins otherwise."""
    around, height, direction, elevation, speed, spin = unpack_throw(throw)
    side, x, y = release_point(around, wide)
    speed = speed * 10 + speed * SPEED_SHAKE * shake(rng) // (100 * SHAKE)
    azimuth = ((side + 1) * QUARTER + direction * 10 + DIRECTION_SHAKE * shake(rng) // SHAKE) % FULL_TURN
    elevation = (elevation * 10 + (ELEVATION_SHAKE * shake(rng) + SHAKE // 2) // SHAKE) % FULL_TURN
    x += PLACE_SHAKE * shake(rng) // SHAKE
    y += PLACE_SHAKE * shake(rng) // SHAKE
    height = max(height * 100 + PLACE_SHAKE * shake(rng) // SHAKE, TOUCH + 1)
    pitch = TURN_SHAKE * shake(rng) // SHAKE
    spin = spin * 100 + SPIN_SHAKE * shake(rng) // SHAKE
    roll = TURN_SHAKE * shake(rng) // SHAKE
    yaw = TURN_SHAKE * shake(rng) // SHAKE
    rolling = SPIN_SHAKE * shake(rng) // SHAKE
    yawing = SPIN_SHAKE * shake(rng) // SHAKE
    forward = (speed * SINE[elevation + QUARTER] + HALF) >> 24
    up = (speed * SINE[elevation] + HALF) >> 24
    down = (root(4 * up * up + 8 * GRAVITY * (height - TOUCH) // 100, 2 * FASTEST) + 1) >> 1
    time = (up + down) * 1_000_000 // GRAVITY
    held = rotation(roll, pitch, yaw)
    lean, tilt = attitude_after(held, spin, yawing, rolling, time)
    return azimuth, x, y, height, forward, up, down, time, spin, lean, tilt, held, yawing, rolling


@rule
def attitude_after(held, spin, yawing, rolling, time):
    """Lean and tilt of a die that was held so and has spun for a time."""
    return attitude(turn_after(held, spin, yawing, rolling, time))


@rule
def turn_after(held, spin, yawing, rolling, time):
    """How a die is turned that was held so and has spun for a time."""
    return product(rotation(spun_angle(rolling, time), spun_angle(spin, time), spun_angle(yawing, time)), held)


@rule
def spun_angle(spin, time):
    """How far a die turns in a time (0.01°)."""
    return spin * time * 572_958 // 10_000_000_000


@rule
def rotation(a, b, c):
    """The quaternion of a rotation about an axis, given as axis times angle (0.01°)."""
    angle = root(a * a + b * b + c * c, abs(a) + abs(b) + abs(c))
    half = angle // 20 % FULL_TURN
    sin = SINE[half]
    angle = max(angle, 1)
    return SINE[half + QUARTER] + 0, a * sin // angle, b * sin // angle, c * sin // angle


@rule
def product(a, b):
    """First b, then a."""
    w, x, y, z = a
    p, q, r, t = b
    return (
        (w * p - x * q - y * r - z * t) >> 24,
        (w * q + x * p + y * t - z * r) >> 24,
        (w * r - x * t + y * p + z * q) >> 24,
        (w * t + x * r - y * q + z * p) >> 24,
    )


@rule
def attitude(turn):
    """How a die is turned, seen in the direction of the throw: lean about its axle, and the sine of the axle's tilt.

    The axle is that of the die's axes which points aside most.
    """
    w, x, y, z = turn
    aside_1, above_1 = (x * y + w * z) >> 23, (x * z - w * y) >> 23
    aside_2, above_2 = ONE - ((x * x + z * z) >> 23), (y * z + w * x) >> 23
    aside_3, above_3 = (y * z - w * x) >> 23, ONE - ((x * x + y * y) >> 23)
    if abs(aside_2) >= max(abs(aside_1), abs(aside_3)):
        return leaning(aside_2, above_2, above_3, above_1)
    if abs(aside_3) >= abs(aside_1):
        return leaning(aside_3, above_3, above_1, above_2)
    return leaning(aside_1, above_1, above_2, above_3)


@rule
def leaning(aside, above, nose, back):
    """Lean and tilt from how far the axle points aside, and how far it and the other two axes point upwards."""
    if aside < 0:
        above, back = -above, -back
    a, b = abs(nose), abs(back)
    angle = ARC[(min(a, b) << 10) // max(a, b, 1)]  # away from the nearer of the two
    if (a > b) == ((nose < 0) == (back < 0)):
        angle = QUARTER - angle
    return angle % QUARTER, above
