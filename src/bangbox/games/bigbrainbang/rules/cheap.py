"""Throws without the physics engine: recorded offsets of real ones, for simulation and bots (integers only).

A throw trembles and flies as the real one does until it touches down. From there it goes as far and as much aside as dice do on
average that touch down so, give or take as much as one that was recorded (recording/). The way is taken as straight; where the
box may be in it, the die is followed step by step (tumbling.py). How well this agrees with real throws: docs/physics.md.
"""

import math

import numpy as np

from bangbox.core.rules import below, rule, table

from ..data import BOX_HEIGHT, BOX_LENGTH, DIE
from .aiming import GRAVITY, flight, root, turn_after
from .contact import HALF_EDGE
from .geometry import FULL_TURN, ONE, QUARTER
from .landing import LEANS, RECORDINGS, place, touch_class
from .packing import ABSENT, FLAT, ON_BOX, POSE_MISFIRE, POSE_OFF, POSE_ON_BOX, pack_pose
from .record import HALF_TABLE, wide
from .tumbling import tumbled, turned

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
FRAMES = 120  # a second: whoever is over the table between two frames only was never there
# Of 256: what it keeps of its way when it strikes the edge of the table with its middle level with the top, at least and at most;
# how much more for every millimetre higher; and how much may go astray.
LEAST_STRUCK, MOST_STRUCK, LEAST_HIGHER, MOST_HIGHER, STRUCK_ASTRAY = 13, 51, 10, 35, 52
ON_EDGE = 1200  # how high the middle of a die is that has struck the edge of the table and got onto it
FAR = 1 << 40
WHOLE = 1 << 16  # ways are counted in parts of this
BOX_TOP = table([0, BOX_HEIGHT, BOX_LENGTH], np.int64)  # of a box absent, lying, standing
BOX_HALF_LENGTH = BOX_LENGTH // 2
BOX_HALF_WIDTH = table([0, BOX_LENGTH // 2, BOX_HEIGHT // 2], np.int64)
BESIDE = 1400  # a die whose middle passes the box so near may touch it
STRAYING_MOST = 4  # usual deviations: so far nearly every die stays


@rule
def drop(s, rng):
    """Where a die dropped on the middle comes to rest (B4)."""
    n = below(rng, DROPPED)
    angle = below(rng, FULL_TURN)
    distance = DROPS[n, 0] * 10 + below(rng, 10)
    x, y = turned(distance, below(rng, 10), angle)
    return at_rest(s, x, y, (DROPS[n, 1] + angle) % QUARTER, 0)


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
    """When a way comes into a rectangle and out again."""
    in_x, out_x = span(x, step_x, half_x)
    in_y, out_y = span(y, step_y, half_y)
    return max(in_x, in_y), min(out_x, out_y)


@rule
def fly(s, rng):
    """The throw that is in the air comes to rest."""
    azimuth, x, y, height, forward, up, down, time, spin, lean, tilt, held, yawing, rolling = flight(s.throw, wide(s), rng)
    way = forward * time // 10_000  # from release to touching down
    go_x, go_y = turned(way, 0 * way, azimuth)
    half = HALF_TABLE[wide(s)]
    comes, leaves = crossing(x, y, go_x, go_y, half, half)
    if comes >= leaves or comes > 4 * WHOLE or unseen(time * comes >> 16, time * leaves >> 16):  # past a corner
        return POSE_MISFIRE
    at_edge = height_after(height, up, time * comes >> 16)
    if at_edge < too_low(forward, down, lean, rng):
        return POSE_MISFIRE
    at = place(forward, down, spin, lean, tilt)
    strikes = comes > WHOLE  # it would have touched down before the table begins
    if strikes:
        x, y, time = x + (go_x * comes >> 16), y + (go_y * comes >> 16), time * comes >> 16
    if s.box != ABSENT and may_meet(s, x, y, azimuth, 0 if strikes else way, usual(at)):
        if strikes:
            turn = turn_after(held, spin, yawing, rolling, time)
            forward = forward * root(kept(at_edge, rng) << 8, 1 << 9) >> 8
            return past_box(s, x, y, max(at_edge, ON_EDGE), forward, azimuth, 0 * up, turn, (rolling, spin, yawing))
        return past_box(s, x, y, height, forward, azimuth, up, held, (rolling, spin, yawing))
    along, across, turn = rolled(at, tilt < 0, rng)
    if strikes:
        stray = below(rng, 2 * STRUCK_ASTRAY + 1) - STRUCK_ASTRAY
        along, across = along * kept(at_edge, rng) >> 8, across + (along * stray >> 8)
    else:
        x, y = x + go_x, y + go_y
        if leaves < WHOLE:
            return POSE_OFF
    roll_x, roll_y = turned(along, across, azimuth)
    return at_rest(s, x + roll_x, y + roll_y, (azimuth + turn) % QUARTER, brink(rng))


@rule
def may_meet(s, x, y, azimuth, way, usually):
    """Whether the box may be in the way of a die that flies so far and then rolls as dice usually do."""
    along, across, along_spread, across_spread = usually
    far = way + 10 * (max(along, 0) + STRAYING_MOST * along_spread)
    beside = BESIDE + 10 * (abs(across) + STRAYING_MOST * across_spread)
    turn = (FULL_TURN - s.box_angle * 10) % FULL_TURN
    x, y = turned(x - s.box_x * 100, y - s.box_y * 100, turn)
    step_x, step_y = turned(far, 0 * far, (azimuth + turn) % FULL_TURN)
    comes, leaves = crossing(x, y, step_x, step_y, BOX_HALF_LENGTH + beside, BOX_HALF_WIDTH[s.box] + beside)
    return comes < leaves and comes < WHOLE and leaves > 0


@rule
def fine(length):
    """A length as tumbling.py counts it."""
    return length * 2048 // 25


@rule
def past_box(s, x, y, height, forward, azimuth, up, held, spins):
    """What becomes of a die that may meet the box. It is held and spins as seen in the direction of the throw."""
    turn = (FULL_TURN - s.box_angle * 10) % FULL_TURN
    ahead = (azimuth + turn) % FULL_TURN
    table_x, table_y = turned(-s.box_x * 100, -s.box_y * 100, turn)
    x, y = turned(x, y, turn)
    speed_x, speed_y = turned(forward << 8, 0 * forward, ahead)
    spin_x, spin_y = turned(spins[0] * 256 // 25, spins[1] * 256 // 25, ahead)
    first, second = half_edges(held, ahead)
    outcome, x, y, yaw = tumbled(
        (fine(x + table_x), fine(y + table_y), fine(height)), (speed_x, speed_y, up << 8), (spin_x, spin_y, spins[2] * 256 // 25),
        first, second, fine(BOX_HALF_LENGTH), fine(BOX_HALF_WIDTH[s.box]), fine(BOX_TOP[s.box]),
        (fine(HALF_TABLE[wide(s)]), fine(table_x), fine(table_y), s.box_angle * 10),
    )  # fmt: skip
    if outcome != FLAT:
        return POSE_ON_BOX if outcome == ON_BOX else POSE_OFF
    x, y = pushed_out(x * 25 >> 11, y * 25 >> 11, BOX_HALF_WIDTH[s.box])
    x, y = turned(x, y, s.box_angle * 10)
    return at_rest(s, x + s.box_x * 100, y + s.box_y * 100, (yaw + s.box_angle * 10) % QUARTER, 0)


@rule
def half_edges(turn, ahead):
    """Two half edges of a die that is turned so, seen in a direction."""
    w, x, y, z = turn
    a, b = turned(ONE - ((y * y + z * z) >> 23), (x * y + w * z) >> 23, ahead)
    c, d = turned((x * y - w * z) >> 23, ONE - ((x * x + z * z) >> 23), ahead)
    shift = ONE // HALF_EDGE
    return (a // shift, b // shift, ((x * z - w * y) >> 23) // shift), (c // shift, d // shift, ((y * z + w * x) >> 23) // shift)


@rule
def pushed_out(x, y, half_width):
    """A die that would rest in the box lies beside it."""
    deep_x, deep_y = BOX_HALF_LENGTH + DIE // 2 - abs(x), half_width + DIE // 2 - abs(y)
    if deep_x <= 0 or deep_y <= 0:
        return x, y
    if deep_x < deep_y:
        return (x + deep_x if x > 0 else x - deep_x), y
    return x, (y + deep_y if y > 0 else y - deep_y)


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
def kept(at_edge, rng):
    """How much (of 256) is left of a way when the die strikes the edge of the table first."""
    at_edge = max(at_edge, 0)
    least = LEAST_STRUCK + LEAST_HIGHER * at_edge // 100
    most = MOST_STRUCK + MOST_HIGHER * at_edge // 100
    return least + below(rng, most - least)


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
