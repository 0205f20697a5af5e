"""Throws without physics: recorded offsets of real ones, for simulation and bots (integers only).

A throw trembles and flies as the real one does until it touches down. From there it goes as far and as much aside as dice do on
average that touch down so, give or take as much as one that was recorded (recording/). The way is taken as straight: where
it meets the box it is reflected. How well this agrees with real throws is measured in docs/physics.md.
"""

import hashlib
import math
from io import BytesIO
from pathlib import Path

import numpy as np

from bangbox.core.rules import below, rule, table

from ..data import BOX_HEIGHT, BOX_LENGTH, DIE
from .aiming import GRAVITY, flight
from .geometry import FULL_TURN, QUARTER, SINE
from .landing import LEANS, place, touch_class
from .packing import ABSENT, FLAT, POSE_LEANING, POSE_MISFIRE, POSE_OFF, POSE_ON_BOX, pack_pose
from .record import HALF_TABLE, wide

RECORDED = "fd9031ceecba7819"  # of offsets.npz: named here so that compiled code never outlives its data


def recordings() -> tuple[np.ndarray, ...]:
    """The recorded offsets, checked against the name above."""
    data = (Path(__file__).parents[1] / "offsets.npz").read_bytes()
    found = hashlib.sha256(data).hexdigest()[:16]
    if found != RECORDED:
        raise RuntimeError(f"offsets.npz is {found}, rules/cheap.py expects {RECORDED}")
    with np.load(BytesIO(data)) as arrays:
        return arrays["means"], arrays["spreads"], arrays["luck"], arrays["drops"]


_means, _spreads, _luck, _drops = recordings()
MEANS = table(_means, np.int16)  # [five coordinates]: mean along and across (0.1 mm)
SPREADS = table(_spreads, np.int16)  # [five coordinates]: mean deviation along and across (0.1 mm)
LUCK = table(_luck, np.int8)  # [class, recording]: off the mean along and across (1/20 of the spread), turn (0.4°)
DROPS = table(_drops, np.int16)  # [recording]: distance (0.1 mm), turn (0.1°)
QUOTA, DROPPED = _luck.shape[1], len(_drops)

FAR = 1 << 40
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
REFLECTIONS = 3
# Of 256: what a die keeps of its way when it meets the box, across (at least, at most) and along, and how much may go astray.
LEAST_ACROSS, MOST_ACROSS, KEPT_ALONG, STRAY = 24, 104, 200, 72
# Of 256: what it keeps of its way when it strikes the edge of the table with its middle level with the top, at least and at most;
# how much more for every millimetre higher; and how much may go astray.
LEAST_STRUCK, MOST_STRUCK, LEAST_HIGHER, MOST_HIGHER, STRUCK_ASTRAY = 13, 51, 10, 35, 52
TOP = table([0, BOX_HEIGHT, BOX_LENGTH], np.int32)  # of a box absent, lying, standing
WIDTH = table([0, BOX_LENGTH, BOX_HEIGHT], np.int64)
CLEAR = DIE // 2


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
def span(place, step, half):
    """After how much of a way (of 65536) it comes between two parallel lines, and out again."""
    if step == 0:
        within = -half <= place <= half
        return (-FAR if within else FAR), (FAR if within else -FAR)
    edge = half if step > 0 else -half
    return ((-edge - place) << 16) // step, ((edge - place) << 16) // step


@rule
def crossing(x, y, step_x, step_y, half_x, half_y):
    """When a way comes into a rectangle and out again (of 65536), and whether it meets a side that x crosses."""
    in_x, out_x = span(x, step_x, half_x)
    in_y, out_y = span(y, step_y, half_y)
    return max(in_x, in_y), min(out_x, out_y), in_x > in_y


@rule
def fly(s, rng):
    """The throw that is in the air comes to rest."""
    azimuth, x, y, height, forward, up, down, time, spin, lean, tilt = flight(s.throw, wide(s), rng)
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
    roll_x, roll_y = turned(along, across, azimuth)
    turn = (azimuth + turn) % QUARTER
    if s.box != ABSENT:
        return rebound(s, x, y, go_x, go_y, roll_x, roll_y, turn, height, up, time, rng)
    if leaves < 65536:
        return POSE_OFF
    return at_rest(s, x + go_x + roll_x, y + go_y + roll_y, turn, brink(rng))


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


@rule
def reflected(x, y, end_on, luck):
    """What is left of a way after meeting the box: thrown back, slowed along its side, astray, by luck (of 65536)."""
    kept = LEAST_ACROSS + ((MOST_ACROSS - LEAST_ACROSS) * (luck >> 8) >> 8)
    stray = ((luck & 255) - 128) * STRAY >> 7
    if end_on:
        return -x * kept >> 8, (y * KEPT_ALONG + x * stray) >> 8
    return (x * KEPT_ALONG + y * stray) >> 8, -y * kept >> 8


@rule
def rebound(s, x, y, go_x, go_y, roll_x, roll_y, turn, height, up, time, rng):
    """The same way with the box in it, seen from the box: first the flight, then the roll."""
    back = (FULL_TURN - s.box_angle * 10) % FULL_TURN
    half_x = BOX_LENGTH // 2 + CLEAR
    half_y = WIDTH[s.box] // 2 + CLEAR
    at_x, at_y = turned(x - s.box_x * 100, y - s.box_y * 100, back)
    fly_x, fly_y = turned(go_x, go_y, back)
    on_x, on_y = turned(roll_x, roll_y, back)
    comes, leaves, end_on = crossing(at_x, at_y, fly_x, fly_y, half_x, half_y)
    on_top = False
    if comes < leaves and 0 <= comes < 65536:
        top = TOP[s.box] + CLEAR
        if height_after(height, up, time * comes >> 16) > top:
            on_top = height_after(height, up, time * min(leaves, 65536) >> 16) < top
        else:
            left = 65536 - comes
            at_x += fly_x * comes >> 16
            at_y += fly_y * comes >> 16
            luck = below(rng, 65536)
            fly_x, fly_y = reflected(fly_x * left >> 16, fly_y * left >> 16, end_on, luck)
            on_x, on_y = reflected(on_x, on_y, end_on, luck)
    at_x += fly_x
    at_y += fly_y
    x, y = turned(at_x, at_y, s.box_angle * 10)
    if max(abs(x + s.box_x * 100), abs(y + s.box_y * 100)) > HALF_TABLE[wide(s)]:
        return POSE_OFF
    return roll(s, at_x, at_y, on_x, on_y, half_x, half_y, turn, on_top, rng)


@rule
def roll(s, at_x, at_y, on_x, on_y, half_x, half_y, turn, on_top, rng):
    """From touching down to rest, seen from the box: reflected at its sides, or starting on top of it."""
    for _ in range(REFLECTIONS):
        comes, leaves, end_on = crossing(at_x, at_y, on_x, on_y, half_x, half_y)
        if on_top or comes >= leaves or comes < 0 or comes >= 65536:
            break
        left = 65536 - comes
        at_x += on_x * comes >> 16
        at_y += on_y * comes >> 16
        on_x, on_y = reflected(on_x * left >> 16, on_y * left >> 16, end_on, below(rng, 65536))
    at_x += on_x
    at_y += on_y
    if abs(at_x) < half_x and abs(at_y) < half_y:
        if on_top:
            return POSE_ON_BOX
        if abs(at_x) < half_x - CLEAR and abs(at_y) < half_y - CLEAR:
            return POSE_LEANING
    x, y = turned(at_x, at_y, s.box_angle * 10)
    return at_rest(s, x + s.box_x * 100, y + s.box_y * 100, turn, brink(rng))
