"""From a packed throw to a die touching down, in whole numbers: release point, tremor of the hand, flight (B7, B25).

Units: 0.01 mm, 0.1°, mm/s, 0.01 rad/s, microseconds. Both kinds of throws tremble by the same numbers in the same order.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-check-untyped-defs

import numpy as np

from bangbox.core.rules import below, rule, table

from .pieces import OUTSIDE, PIECES, TABLES, units
from .rules_geometry import FULL_TURN, QUARTER, SINE
from .rules_packing import unpack_throw

SIDE = table([(length + 2 * OUTSIDE) // 100 for length in TABLES], np.int32)  # of the square on which hands are, in millimetres
REACH = table([length // 2 + OUTSIDE for length in TABLES], np.int32)
SIGMA = 37837  # standard deviation of the sum of four uniform numbers below 65536
SHAKE = 1024  # one standard deviation of what `shake` draws
SPEED_SHAKE = round(PIECES["tremor"]["speed"] * 1000)
DIRECTION_SHAKE = round(PIECES["tremor"]["direction"] * 10)
ELEVATION_SHAKE = round(PIECES["tremor"]["elevation"] * 10)
PLACE_SHAKE = units(PIECES["tremor"]["place"])
TURN_SHAKE = round(PIECES["tremor"]["turn"] * 10)
SPIN_SHAKE = round(PIECES["tremor"]["spin"] * 100)
GRAVITY = 9810
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
def root(square):
    """The whole part of a square root."""
    if square <= 0:
        return 0
    guess = 4096
    better = (guess + square // guess) >> 1
    while better < guess or guess * guess > square:
        guess = better
        better = (guess + square // guess) >> 1
    return guess


@rule
def flight(throw, wide, rng):
    """A trembling throw up to the table: azimuth, release x, y and height, speed forward, up, down, time, spin and lean."""
    around, height, direction, elevation, speed, spin = unpack_throw(throw)
    side, x, y = release_point(around, wide)
    speed = speed * 10 + speed * SPEED_SHAKE * shake(rng) // (100 * SHAKE)
    azimuth = ((side + 1) * QUARTER + direction * 10 + DIRECTION_SHAKE * shake(rng) // SHAKE) % FULL_TURN
    elevation = (elevation * 10 + ELEVATION_SHAKE * shake(rng) // SHAKE) % FULL_TURN
    x += PLACE_SHAKE * shake(rng) // SHAKE
    y += PLACE_SHAKE * shake(rng) // SHAKE
    height = max(height * 100 + PLACE_SHAKE * shake(rng) // SHAKE, TOUCH + 1)
    lean = TURN_SHAKE * shake(rng) // SHAKE
    spin = spin * 100 + SPIN_SHAKE * shake(rng) // SHAKE
    forward = speed * SINE[elevation + QUARTER] >> 24
    up = speed * SINE[elevation] >> 24
    down = root(up * up + 2 * GRAVITY * (height - TOUCH) // 100)
    time = (up + down) * 1_000_000 // GRAVITY
    lean += spin * time * 572_958 // 100_000_000_000
    return azimuth, x, y, height, forward, up, down, time, spin, lean % QUARTER


# Classes of dice touching down; what a die does afterwards was recorded for each.
FORWARD = table([250, 325, 420, 550, 715, 930, 1200, 1570, 2040, 2650], np.int32)
DOWN = table([620, 800, 1050, 1360, 1770, 2300, 2900], np.int32)
SPIN = table([-1800, -600, 600, 1800], np.int32)
LEAN_WIDTH = 75
FORWARDS, DOWNS, SPINS, LEANS = len(FORWARD) + 1, len(DOWN) + 1, len(SPIN) + 1, QUARTER // LEAN_WIDTH
CLASSES = FORWARDS * DOWNS * SPINS * LEANS


@rule
def touch_class(forward, down, spin, lean):
    """The class of a die that touches down so."""
    a = 0
    for i in range(FORWARDS - 1):
        a += forward >= FORWARD[i]
    b = 0
    for i in range(DOWNS - 1):
        b += down >= DOWN[i]
    c = 0
    for i in range(SPINS - 1):
        c += spin >= SPIN[i]
    return ((a * DOWNS + b) * SPINS + c) * LEANS + lean // LEAN_WIDTH
