"""A map of the table: what a die that rests at each spot is worth; and the throws whose dice come to the best spots."""

import numpy as np

from bangbox.core.rules import below, rule, table

from ..data import TABLES
from ..rules.cheap import fly
from ..rules.geometry import QUARTER
from ..rules.packing import (
    DIRECTION_LEAST,
    DIRECTIONS,
    ELEVATION_LEAST,
    FLAT,
    HEIGHT_LEAST,
    HEIGHT_STEP,
    SPEED_LEAST,
    SPEEDS,
    SPIN_LEAST,
    pack_pose,
    steps_to_throw,
    unpack_pose,
    unpack_throw,
)
from ..rules.record import FLIGHT, HALF_TABLE, wide
from .worth import worth_at_rest

WIDEST = max(TABLES)
HEIGHT = 50  # millimetres: low throws are the most accurate
# How far a low, level throw goes from the hand on average (mm), by speed: from 50 cm/s in steps of 10.
FIRST_SPEED, SPEED_STEP = 50, 10
TRAVEL = table([100, 128, 158, 189, 219, 252, 288, 327, 370, 416, 466, 520, 577, 639, 705, 775, 849, 927, 1009, 1095], np.int32)
TURNS = 7  # dice rest at any angle: neighbouring spots try different ones


@rule
def fill_map(states, spacing, step, nothing, spots, out):
    """Writes what every spot of a square grid is worth to the seat to throw; where a die is of no use, `nothing`."""
    half = HALF_TABLE[wide(states[0])]
    n = 2 * half // spacing
    for i in range(n):
        for j in range(n):
            states[1] = states[0]
            states[1].phase = FLIGHT
            x, y = (2 * i + 1) * spacing // 2 - half, (2 * j + 1) * spacing // 2 - half
            pose = pack_pose(FLAT, x, y, (i * 3 + j * 5) % TURNS * QUARTER // TURNS)
            found = worth_at_rest(states, 1, pose, step, out)
            spots[i, j] = nothing if found < 0.0 else found
    return n


@rule
def expected(s, throw, count, spacing, nothing, spots, rng):
    """What a throw is worth on average, over so many tremors of the hand."""
    half = HALF_TABLE[wide(s)]
    last = 2 * half // spacing - 1
    s.throw = throw
    total = 0.0
    for _ in range(count):
        outcome, x, y, _ = unpack_pose(fly(s, rng))
        if outcome == FLAT:
            total += spots[min((x + half) // spacing, last), min((y + half) // spacing, last)]
        else:
            total += nothing
    return total / count


@rule
def speed_for(distance):
    """The speed (cm/s) of a low, level throw that goes so far (mm)."""
    k = 0
    while k < len(TRAVEL) - 2 and TRAVEL[k + 1] < distance:
        k += 1
    return FIRST_SPEED + SPEED_STEP * k + SPEED_STEP * (distance - TRAVEL[k]) // (TRAVEL[k + 1] - TRAVEL[k])


@rule
def limited(value, least, count):
    """A number counted in steps above its least value, within its range."""
    return min(max(value - least, 0), count - 1)


@rule
def low_throw(around, direction, speed):
    """A low, level throw without spin."""
    return steps_to_throw(
        around,
        (HEIGHT - HEIGHT_LEAST) // HEIGHT_STEP,
        limited(direction, DIRECTION_LEAST, DIRECTIONS),
        -ELEVATION_LEAST,
        limited(speed, SPEED_LEAST, SPEEDS),
        -SPIN_LEAST,
    )


@rule
def varied(throw, around_most, rng):
    """A throw that differs a little from another."""
    around, height, direction, elevation, speed, spin = unpack_throw(throw)
    around = (around + below(rng, 41) - 20) % around_most
    direction += below(rng, 7) - 3
    speed += (below(rng, 21) - 10) * speed // 100
    height = HEIGHT_LEAST + HEIGHT_STEP * min(max((height - HEIGHT_LEAST) // HEIGHT_STEP + below(rng, 5) - 2, 0), 20)
    return steps_to_throw(
        around,
        (height - HEIGHT_LEAST) // HEIGHT_STEP,
        limited(direction, DIRECTION_LEAST, DIRECTIONS),
        elevation - ELEVATION_LEAST,
        limited(speed, SPEED_LEAST, SPEEDS),
        spin - SPIN_LEAST,
    )


@rule
def harder(throw, percent):
    """The same throw, faster."""
    around, height, direction, elevation, speed, spin = unpack_throw(throw)
    return steps_to_throw(
        around,
        (height - HEIGHT_LEAST) // HEIGHT_STEP,
        direction - DIRECTION_LEAST,
        elevation - ELEVATION_LEAST,
        limited(speed + speed * percent // 100, SPEED_LEAST, SPEEDS),
        spin - SPIN_LEAST,
    )
