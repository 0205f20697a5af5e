"""Throws without physics: recorded offsets of real ones, for simulation and bots (integers only).

A throw trembles and flies as the real one does until it touches down. From there it goes as far and as much aside as dice do on
average that touch down so, give or take as much as one that was recorded (recording/). The way is taken as straight; where
it meets the box, rebound.py says how it goes on. How well this agrees with real throws is measured in docs/physics.md.
"""

import math

import numpy as np

from bangbox.core.rules import below, rule, table

from .aiming import FASTEST, GRAVITY, TOUCH, attitude_after, flight, root, turn_after
from .geometry import FULL_TURN, QUARTER, SINE
from .impact import length
from .landing import LEANS, RECORDINGS, place, touch_class
from .packing import ABSENT, FLAT, OFF, ON_BOX, POSE_MISFIRE, POSE_OFF, POSE_ON_BOX, pack_pose
from .rebound import (
    FLUSH,
    HALF_LENGTH,
    HALF_WIDTH,
    TOP,
    WHOLE,
    bounced,
    caromed,
    crossing,
    fallen,
    gets_over,
    meeting,
    pushed_out,
    speed_left,
)
from .record import HALF_TABLE, wide

MEANS = table(RECORDINGS["means"], np.int16)  # [five coordinates]: mean along and across (0.1 mm)
SPREADS = table(RECORDINGS["spreads"], np.int16)  # [five coordinates]: mean deviation along and across (0.1 mm)
LUCK = table(RECORDINGS["luck"], np.int8)  # [class, recording]: off the mean along and across (1/20 of the spread), turn (0.4°)
DROPS = table(RECORDINGS["drops"], np.int16)  # [recording]: distance (0.1 mm), turn (0.1°)
QUOTA, DROPPED = RECORDINGS["luck"].shape[1], len(RECORDINGS["drops"])

# A die whose middle is lower than this at the edge does not get onto the table: a falling one does rather, a fast or leaning one
# rather not, and there is luck (fitted to real throws at the edge).
TOO_LOW, FALLING_HELPS, SPEED_HARMS, LOW_LUCK = 342, 219, 100, 200  # the middle two for every metre a second
LEAN_HARMS = table(
    [
        round(-66 * math.cos(4 * lean) + 141 * math.sin(4 * lean) + 155 * math.sin(2 * lean))
        for lean in (math.radians(angle) for angle in range(90))
    ],
    np.int32,
)
# A die that would rest so near the edge may fall yet, half of them at the very edge; one in so many strays farther on its way.
BRINK, STRAYING, STRAYS = 1000, 9, 4500
EDGE = 200  # a die whose middle is nearer to an edge of the box's top falls from it
FRAMES = 120  # a second: whoever is over the table between two frames only was never there
# Of 256: what it keeps of its way when it strikes the edge of the table with its middle level with the top, at least and at most;
# how much more for every millimetre higher; and how much may go astray.
LEAST_STRUCK, MOST_STRUCK, LEAST_HIGHER, MOST_HIGHER, STRUCK_ASTRAY = 13, 51, 10, 35, 52


@rule
def turned(x, y, angle):
    """A vector turned by an angle."""
    sin = SINE[angle]
    cos = SINE[angle + QUARTER]
    return (x * cos - y * sin) >> 24, (x * sin + y * cos) >> 24


@rule
def drop(s, rng):
    """Where a die dropped on the middle comes to rest (B4)."""
    n = below(rng, DROPPED)
    angle = below(rng, FULL_TURN)
    distance = DROPS[n, 0] * 10 + below(rng, 10)
    x, y = turned(distance, below(rng, 10), angle)
    return at_rest(s, x, y, (DROPS[n, 1] + angle) % QUARTER, 0)


@rule
def fly(s, rng):
    """The throw that is in the air comes to rest."""
    azimuth, x, y, height, forward, up, down, time, spin, lean, tilt, held, yawing, rolling = flight(s.throw, wide(s), rng)
    way = forward * time // 10_000  # from release to touching down
    go_x, go_y = turned(way, 0 * way, azimuth)
    half = HALF_TABLE[wide(s)]
    comes, leaves, _ = crossing(x, y, go_x, go_y, half, half)
    if comes >= leaves or comes > 4 * 65536 or unseen(time * comes >> 16, time * leaves >> 16):  # past a corner
        return POSE_MISFIRE
    at_edge = height_after(height, up, time * comes >> 16)
    if at_edge < too_low(forward, down, lean, rng):
        return POSE_MISFIRE
    along, across, turn = rolled(place(forward, down, spin, lean, tilt), tilt < 0, rng)
    if comes > 65536:  # it would have touched down before the table begins
        along, across = struck(along, across, at_edge, rng)
        go_x, go_y, time = go_x * comes >> 16, go_y * comes >> 16, time * comes >> 16
    turn = (azimuth + turn) % QUARTER
    if s.box != ABSENT:
        azimuth = (azimuth + FULL_TURN - s.box_angle * 10) % FULL_TURN
        x, y, ended = past_box(s, x, y, height, forward, azimuth, up, time, spin, held, yawing, rolling, along, across, rng)
        if ended != FLAT:
            return POSE_ON_BOX if ended == ON_BOX else POSE_OFF
        return at_rest(s, x, y, turn, brink(rng))
    if leaves < 65536:
        return POSE_OFF
    roll_x, roll_y = turned(along, across, azimuth)
    return at_rest(s, x + go_x + roll_x, y + go_y + roll_y, turn, brink(rng))


@rule
def past_box(s, x, y, height, forward, azimuth, up, time, spin, held, yawing, rolling, along, across, rng):
    """The same throw with the box in its way, seen from the box: where it ends, and how."""
    x, y = turned(x - s.box_x * 100, y - s.box_y * 100, (FULL_TURN - s.box_angle * 10) % FULL_TURN)
    speed_x, speed_y = turned(forward, 0 * forward, azimuth)
    go_x, go_y = speed_x * time // 10_000, speed_y * time // 10_000
    half_width = HALF_WIDTH[s.box]
    comes, leaves, away_x, away_y = meeting(x, y, go_x, go_y, half_width)
    if comes < WHOLE:
        at = time * comes >> 16
        over = height_after(height, up, at) - TOP[s.box]
        lands = time_above(height, up, TOP[s.box] + TOUCH)
        if not gets_over(over, rng) or strikes_edge(x, y, speed_x, speed_y, at, lands, half_width):
            x, y, turn = x + (go_x * comes >> 16), y + (go_y * comes >> 16), turn_after(held, spin, yawing, rolling, at)
            ahead_x, ahead_y = turned(4096 + 0 * at, 0 * at, azimuth)
            speed_x, speed_y, up, spin_x, spin_y = bounced(
                speed_x, speed_y, up - GRAVITY * at // 1_000_000, away_x, away_y, ahead_x, ahead_y, turn, (rolling, spin, yawing)
            )
            x, y, from_x, from_y = fallen(x, y, speed_x, speed_y, up, over + TOP[s.box], spin_x, spin_y, rng)
            return back_on_table(s, x, y, from_x, from_y)
        if lands < (time * leaves >> 16) and lands < time:
            return on_top(s, x, y, height, forward, azimuth, up, lands, spin, held, yawing, rolling, rng)
    x, y = x + go_x, y + go_y
    roll_x, roll_y = turned(along, across, azimuth)
    from_x, from_y = x, y
    comes, _, away_x, away_y = meeting(x, y, roll_x, roll_y, half_width)
    if comes < WHOLE:
        x, y = x + (roll_x * comes >> 16), y + (roll_y * comes >> 16)
        roll_x, roll_y = caromed(roll_x * (WHOLE - comes) >> 16, roll_y * (WHOLE - comes) >> 16, away_x, away_y, rng)
    return back_on_table(s, x + roll_x, y + roll_y, from_x, from_y)


@rule
def strikes_edge(x, y, speed_x, speed_y, comes, lands, half_width):
    """Whether a die comes down on the near edge of the box's top: its middle is still beside the box."""
    middle = lands + comes >> 1
    return (
        lands > comes
        and outside(x + speed_x * lands // 10_000, y + speed_y * lands // 10_000, half_width)
        and outside(x + speed_x * middle // 10_000, y + speed_y * middle // 10_000, half_width)
    )


@rule
def outside(x, y, half_width):
    """Whether a point is beside the box, or too near to its edge to stay."""
    return abs(x) > HALF_LENGTH - EDGE or abs(y) > half_width - EDGE


@rule
def on_top(s, x, y, height, forward, azimuth, up, time, spin, held, yawing, rolling, rng):
    """A die comes down on the box: it stays there, or falls from it."""
    lean, tilt = attitude_after(held, spin, yawing, rolling, time)
    down = max(GRAVITY * time // 1_000_000 - up, 0)
    along, across, _ = rolled(place(forward, down, spin, lean, tilt), tilt < 0, rng)
    go_x, go_y = turned(forward * time // 10_000, 0 * time, azimuth)
    x, y = x + go_x, y + go_y
    roll_x, roll_y = turned(along, across, azimuth)
    half_width = HALF_WIDTH[s.box]
    _, leaves, _ = crossing(x, y, roll_x, roll_y, HALF_LENGTH, half_width)
    leaves = max(leaves, 0)
    if leaves >= WHOLE:
        return x, y, ON_BOX
    x, y = x + (roll_x * leaves >> 16), y + (roll_y * leaves >> 16)
    way = max(length(roll_x, roll_y), 1)
    speed = speed_left(way * (WHOLE - leaves) >> 16, rng)
    x, y, from_x, from_y = fallen(x, y, roll_x * speed // way, roll_y * speed // way, 0, TOP[s.box] + FLUSH, 0, 0, rng)
    return back_on_table(s, x, y, from_x, from_y)


@rule
def back_on_table(s, x, y, from_x, from_y):
    """Where a die rests, seen from the table again, unless it came down beyond the table's edge."""
    x, y = pushed_out(x, y, HALF_WIDTH[s.box])
    x, y = turned(x, y, s.box_angle * 10)
    from_x, from_y = turned(from_x, from_y, s.box_angle * 10)
    if max(abs(from_x + s.box_x * 100), abs(from_y + s.box_y * 100)) > HALF_TABLE[wide(s)]:
        return x, y, OFF
    return x + s.box_x * 100, y + s.box_y * 100, FLAT


@rule
def time_above(height, up, least):
    """For how long (microseconds) a die is higher than that."""
    square = up * up + 2 * GRAVITY * (height - least) // 100
    if square <= 0:
        return 0
    return (up + root(square, FASTEST + abs(up))) * 1_000_000 // GRAVITY


@rule
def unseen(comes, leaves):
    """Whether no frame falls between two times (microseconds)."""
    return comes * FRAMES // 1_000_000 == leaves * FRAMES // 1_000_000


@rule
def too_low(forward, down, lean, rng):
    """How high a die must come to the edge of the table to get onto it."""
    luck = below(rng, 2 * LOW_LUCK) - LOW_LUCK
    return TOO_LOW + (SPEED_HARMS * forward - FALLING_HELPS * down) // 1000 + LEAN_HARMS[lean // 10] + luck


@rule
def struck(along, across, at_edge, rng):
    """What is left of a way when the die strikes the edge of the table first."""
    at_edge = max(at_edge, 0)
    least = LEAST_STRUCK + LEAST_HIGHER * at_edge // 100
    most = MOST_STRUCK + MOST_HIGHER * at_edge // 100
    stray = below(rng, 2 * STRUCK_ASTRAY + 1) - STRUCK_ASTRAY
    return along * (least + below(rng, most - least)) >> 8, across + (along * stray >> 8)


@rule
def usual(at):
    """What dice that touch down at a place do on average, between stops: mean along and across, spread along and across."""
    a, b, c, lean, tilt = at
    along, across, along_spread, across_spread = 0, 0, 0, 0
    for corner in range(32):
        i, j, k, m, n = corner >> 4, corner >> 3 & 1, corner >> 2 & 1, corner >> 1 & 1, corner & 1
        weight = share(a, i) * share(b, j) * share(c, k) * share(lean, m) * share(tilt, n) >> 8
        i, j, k, m, n = (a >> 8) + i, (b >> 8) + j, (c >> 8) + k, ((lean >> 8) + m) % LEANS, (tilt >> 8) + n
        along += weight * MEANS[i, j, k, m, n, 0]
        across += weight * MEANS[i, j, k, m, n, 1]
        along_spread += weight * SPREADS[i, j, k, m, n, 0]
        across_spread += weight * SPREADS[i, j, k, m, n, 1]
    return along >> 32, across >> 32, along_spread >> 32, across_spread >> 32


@rule
def share(at, upper):
    """How much the stop below or above a coordinate counts."""
    return at & 255 if upper else 256 - (at & 255)


@rule
def rolled(at, mirrored, rng):
    """What a die does after touching down at a place: along, across (0.01 mm), turn."""
    along, across, along_spread, across_spread = usual(at)
    a, b, c, lean, tilt = at
    touch = touch_class(a, b, c, lean, tilt, rng)
    n = below(rng, QUOTA)
    along = along * 10 + along_spread * (LUCK[touch, n, 0] * 16 + below(rng, 16) - 8) // 32
    across = across * 10 + across_spread * (LUCK[touch, n, 1] * 16 + below(rng, 16) - 8) // 32
    turn = LUCK[touch, n, 2] * 4 + 450 + below(rng, 4)
    if mirrored:
        return along, -across, QUARTER - turn
    return along, across, turn


@rule
def brink(rng):
    """How near to the edge is too near."""
    if below(rng, STRAYING) == 0:
        return below(rng, STRAYS)
    return max(below(rng, 2 * BRINK) - BRINK, 0)


@rule
def at_rest(s, x, y, turn, brink):
    """Flat on the table, or over its edge."""
    if max(abs(x), abs(y)) > HALF_TABLE[wide(s)] - brink:
        return POSE_OFF
    return pack_pose(FLAT, x, y, turn)


@rule
def height_after(height, up, time):
    """How high a die flies after so many microseconds."""
    return height + up * time // 10_000 - GRAVITY * (time // 1000) * (time // 1000) // 20_000
