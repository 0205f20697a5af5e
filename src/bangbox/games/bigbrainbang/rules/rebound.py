"""The box in the way of a die without physics: its sides and corners, its top, and what recorded dice did that met it.

Everything is seen from the box: lengths in 0.01 mm, speeds in mm/s, times in microseconds, ways in parts of 65536. A die is taken
for a disc, so that corners of the box scatter it. One that flies is pushed back as physics does it (impact.py). One that bounces
or slides on the table does what one of those recorded dice did that met a wall at about the same angle (recording/rebounds.py).
"""

import numpy as np

from bangbox.core.rules import below, rule, table

from ..data import BOX_HEIGHT, BOX_LENGTH, DIE
from .aiming import ARC, FASTEST, GRAVITY, TOUCH, root
from .geometry import ONE
from .impact import HALF_EDGE, impact, length
from .landing import EASE, PARTS, RECORDINGS

NEIGHBOURS = 60  # recordings on either side of an angle from which one is drawn
BRAKING_LEAST, BRAKING_MOST = 1600, 3400  # mm/s²: how a die on the table loses speed
ONE_UNIT = 1 << 12  # of directions
RADIUS = 950  # of the disc for which a die is taken
FLUSH = DIE // 2
FAR = 1 << 40
WHOLE = 1 << 16
TOP = table([0, BOX_HEIGHT, BOX_LENGTH], np.int32)  # of a box absent, lying, standing
HALF_LENGTH = BOX_LENGTH // 2
HALF_WIDTH = table([0, BOX_LENGTH // 2, BOX_HEIGHT // 2], np.int64)
OVER_LEAST, OVER_MOST = 200, 1100  # how far its middle is above the top's edge when a die never, or always, gets over it


def _first_of_each_angle(rows: np.ndarray) -> np.ndarray:
    """The place of every tenth of a degree among recordings sorted by angle."""
    return np.searchsorted(rows[:, 0], np.arange(901))


SLIDES_AT = table(_first_of_each_angle(RECORDINGS["slides"]), np.int32)
SLIDES = table(RECORDINGS["slides"], np.int16)  # [recording]: angle, way away, way aside
FALLS = table(RECORDINGS["falls"], np.int16)  # [recording]: way along and across, in parts of what is usual
LAST_SLIDE, FALLEN = len(RECORDINGS["slides"]) - 1, len(RECORDINGS["falls"])
# What is usual after a fall: milliseconds, more by speed and by falling speed; and 0.01 mm along and across for every rad/s.
FALL, FALL_BY_SPEED, FALL_BY_DOWN, ROLLS, SWERVES = (int(number) for number in RECORDINGS["usual_fall"])
SLIGHTEST_FALL = 30


@rule
def span(place, step, half):
    """After how much of a way it comes between two parallel lines, and out again."""
    if step == 0:
        within = -half <= place <= half
        return (-FAR if within else FAR), (FAR if within else -FAR)
    edge = half if step > 0 else -half
    return ((-edge - place) << 16) // step, ((edge - place) << 16) // step


@rule
def crossing(x, y, step_x, step_y, half_x, half_y):
    """When a way comes into a rectangle and out again, and whether it meets a side that x crosses."""
    in_x, out_x = span(x, step_x, half_x)
    in_y, out_y = span(y, step_y, half_y)
    return max(in_x, in_y), min(out_x, out_y), in_x > in_y


@rule
def meeting(x, y, step_x, step_y, half_width):
    """When a way meets the box (FAR: never), when it is past it, and the direction in which the box pushes the die there."""
    comes, leaves, end_on = crossing(x, y, step_x, step_y, HALF_LENGTH + RADIUS, half_width + RADIUS)
    if comes >= leaves or comes < 0:
        return FAR, leaves, 0, 0
    at_x = x + (step_x * comes >> 16)
    at_y = y + (step_y * comes >> 16)
    if abs(at_x) <= HALF_LENGTH or abs(at_y) <= half_width:
        if end_on:
            return comes, leaves, (ONE_UNIT if at_x > 0 else -ONE_UNIT), 0
        return comes, leaves, 0, (ONE_UNIT if at_y > 0 else -ONE_UNIT)
    return at_corner(
        x, y, step_x, step_y, HALF_LENGTH if at_x > 0 else -HALF_LENGTH, half_width if at_y > 0 else -half_width, leaves
    )


@rule
def at_corner(x, y, step_x, step_y, corner_x, corner_y, leaves):
    """The same for a way that comes to a corner: a disc against a point."""
    way = max(length(step_x, step_y), 1)
    ahead_x, ahead_y = (step_x << 12) // way, (step_y << 12) // way
    to_x, to_y = corner_x - x, corner_y - y
    aside = (ahead_x * to_y - ahead_y * to_x) >> 12  # how far the corner is to the left of the way
    if abs(aside) >= RADIUS:
        return FAR, leaves, 0, 0
    deep = root(RADIUS * RADIUS - aside * aside, RADIUS)
    comes = ((((ahead_x * to_x + ahead_y * to_y) >> 12) - deep) << 16) // way
    away_x = (ahead_y * aside - ahead_x * deep) // RADIUS
    away_y = (-ahead_x * aside - ahead_y * deep) // RADIUS
    return max(comes, 0), leaves, away_x, away_y


@rule
def angle_of(towards, aside):
    """At which angle (0.1°) a die meets a wall: 0 straight at it."""
    towards, aside = max(towards, 1), abs(aside)
    if aside <= towards:
        return ARC[(aside << 10) // towards]
    return 900 - ARC[(towards << 10) // aside]


@rule
def nearby(place, last, rng):
    """A recording near a place in their order."""
    return min(max(place + below(rng, 2 * NEIGHBOURS + 1) - NEIGHBOURS, 0), last)


@rule
def parts(x, y, away_x, away_y):
    """A vector's part towards the box, and its part aside as a length and a direction: 1 to the left of the box's push, or -1."""
    towards = -(x * away_x + y * away_y) >> 12
    aside = (y * away_x - x * away_y) >> 12
    return max(towards, 0), abs(aside), 1 if aside >= 0 else -1


@rule
def bounced(speed_x, speed_y, up, away_x, away_y, ahead_x, ahead_y, turn, spins):
    """Speeds and spins of a flying die after it has met the box; it is turned and spins as seen in the direction of the throw."""
    cos, sin = (ahead_x * away_x + ahead_y * away_y) >> 12, (ahead_y * away_x - ahead_x * away_y) >> 12  # as the wall sees it
    first, second, third = half_edges(turn, cos, sin)
    roll, pitch, yaw = spins
    spin = ((roll * cos - pitch * sin) * 1024 // 409_600, (roll * sin + pitch * cos) * 1024 // 409_600, yaw * 1024 // 100)
    speed = (
        (speed_x * away_x + speed_y * away_y) * 256 >> 12,
        (speed_y * away_x - speed_x * away_y) * 256 >> 12,
        up * 256,
    )
    (vx, vy, vz), (a, b, _) = impact(speed, spin, first, second, third)
    return (
        (vx * away_x - vy * away_y) >> 20,
        (vx * away_y + vy * away_x) >> 20,
        vz >> 8,
        (a * away_x - b * away_y) >> 12,
        (a * away_y + b * away_x) >> 12,
    )


@rule
def half_edges(turn, cos, sin):
    """The half edges of a die, seen from the wall."""
    w, x, y, z = turn
    return (
        seen_from_wall(ONE - ((y * y + z * z) >> 23), (x * y + w * z) >> 23, (x * z - w * y) >> 23, cos, sin),
        seen_from_wall((x * y - w * z) >> 23, ONE - ((x * x + z * z) >> 23), (y * z + w * x) >> 23, cos, sin),
        seen_from_wall((x * z + w * y) >> 23, (y * z - w * x) >> 23, ONE - ((x * x + y * y) >> 23), cos, sin),
    )


@rule
def seen_from_wall(x, y, z, cos, sin):
    """An axis of the die as half an edge, turned about the vertical."""
    x, y, z = x * HALF_EDGE >> 24, y * HALF_EDGE >> 24, z * HALF_EDGE >> 24
    return (x * cos - y * sin) >> 12, (x * sin + y * cos) >> 12, z


@rule
def fallen(x, y, speed_x, speed_y, up, height, spin_x, spin_y, rng):
    """Where a die comes to rest that flies on so (spins in 1/1024 rad/s), by luck; and where it comes down."""
    down = (root(4 * up * up + 8 * GRAVITY * max(height - TOUCH, 0) // 100, 2 * FASTEST) + 1) >> 1
    time = (up + down) * 1_000_000 // GRAVITY
    x += speed_x * time // 10_000
    y += speed_y * time // 10_000
    speed = max(length(speed_x, speed_y), 1)
    ahead_x, ahead_y = (speed_x << 12) // speed, (speed_y << 12) // speed
    usual = speed * (FALL + (FALL_BY_SPEED * speed + FALL_BY_DOWN * down) // 1000) // 10
    usual = max(usual + (ROLLS * ((spin_y * ahead_x - spin_x * ahead_y) >> 12) >> 10), speed * SLIGHTEST_FALL // 10)
    n = below(rng, FALLEN)
    along = usual * FALLS[n, 0] // PARTS
    across = (usual * FALLS[n, 1] // PARTS) * (2 * below(rng, 2) - 1)
    across += SWERVES * ((spin_x * ahead_x + spin_y * ahead_y) >> 12) >> 10
    return x + ((ahead_x * along - ahead_y * across) >> 12), y + ((ahead_y * along + ahead_x * across) >> 12), x, y


@rule
def speed_left(way, rng):
    """How fast a die on the table is which has so far to go yet."""
    return root(2 * (BRAKING_LEAST + below(rng, BRAKING_MOST - BRAKING_LEAST)) * way // 100, 20_000)


@rule
def caromed(way_x, way_y, away_x, away_y, rng):
    """What is left of a way on the table after meeting the box."""
    towards, aside, left = parts(way_x, way_y, away_x, away_y)
    n = nearby(SLIDES_AT[angle_of(towards, aside)], LAST_SLIDE, rng)
    speed = speed_left(length(way_x, way_y), rng)
    usual = speed * (speed + EASE) // 10
    back = usual * max(SLIDES[n, 1], 0) // PARTS
    aside = left * usual * SLIDES[n, 2] // PARTS
    return (back * away_x - aside * away_y) >> 12, (back * away_y + aside * away_x) >> 12


@rule
def gets_over(height, rng):
    """Whether a die that comes so high above the top's edge gets onto or over the box."""
    return height > OVER_LEAST + below(rng, OVER_MOST - OVER_LEAST)


@rule
def pushed_out(x, y, half_width):
    """A die that would rest in the box lies beside it."""
    deep_x, deep_y = HALF_LENGTH + FLUSH - abs(x), half_width + FLUSH - abs(y)
    if deep_x <= 0 or deep_y <= 0:
        return x, y
    if deep_x < deep_y:
        return (x + deep_x if x > 0 else x - deep_x), y
    return x, (y + deep_y if y > 0 else y - deep_y)
