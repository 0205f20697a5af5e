"""Throws, boxes and rest poses packed into one integer each: the layout, for compiled rules (inputs.py has it for people).

A throw, from the lowest bit: spin 6 bits, speed 9, elevation 7, direction 8, height 6, place around the table 12; each counts
the steps above the least value. A box: angle 8 bits, y 10, x 10 (both above -512), and 1 for lying or 2 for standing. A pose:
angle 10 bits, y 17, x 17 (both above -65536), and how the throw ended: 0 flat, 1 off, 2 on the box, 3 leaning, 4 misfire.
Lengths of throws and boxes are millimetres, angles degrees; poses are finer (0.01 mm, 0.1°).
"""

from bangbox.core.rules import rule

from ..data import PIECES

ABSENT, LYING, STANDING = 0, 1, 2
BOXES = ("absent", "lying", "standing")
FLAT, OFF, ON_BOX, LEANING, MISFIRE = range(5)
OUTCOMES = ("flat", "off", "box", "lean", "miss")

KNOBS = ("height", "direction", "elevation", "speed", "spin")
LEAST = {knob: int(PIECES["throw"][knob]["low"]) for knob in KNOBS}
MOST = {knob: int(PIECES["throw"][knob]["high"]) for knob in KNOBS}
STEP = {knob: int(PIECES["throw"][knob]["step"]) for knob in KNOBS}

SPIN_LEAST, SPEED_LEAST, ELEVATION_LEAST = LEAST["spin"], LEAST["speed"], LEAST["elevation"]
DIRECTION_LEAST, HEIGHT_LEAST, HEIGHT_STEP = LEAST["direction"], LEAST["height"], STEP["height"]
SPINS, SPEEDS, ELEVATIONS, DIRECTIONS, HEIGHTS = (
    (MOST[knob] - LEAST[knob]) // STEP[knob] + 1 for knob in ("spin", "speed", "elevation", "direction", "height")
)
assert SPINS <= 1 << 6 and SPEEDS <= 1 << 9 and ELEVATIONS <= 1 << 7 and DIRECTIONS <= 1 << 8 and HEIGHTS <= 1 << 6
assert all(STEP[knob] == 1 for knob in KNOBS if knob != "height")
BOX_MIDDLE = 512
POSE_MIDDLE = 1 << 16


@rule
def unpack_throw(throw):
    """Around (mm), height (mm), direction, elevation (degrees), speed (cm/s), spin (rad/s)."""
    return (
        throw >> 36,
        (throw >> 30 & 63) * HEIGHT_STEP + HEIGHT_LEAST,
        (throw >> 22 & 255) + DIRECTION_LEAST,
        (throw >> 15 & 127) + ELEVATION_LEAST,
        (throw >> 6 & 511) + SPEED_LEAST,
        (throw & 63) + SPIN_LEAST,
    )


@rule
def steps_to_throw(around, height, direction, elevation, speed, spin):
    """A throw from its numbers, each counted in steps above its least value."""
    return ((((around << 6 | height) << 8 | direction) << 7 | elevation) << 9 | speed) << 6 | spin


@rule
def is_throw(throw, around):
    """Whether an integer is a throw at a table that is `around` millimetres around."""
    return (
        0 <= throw < around << 36
        and throw & 63 < SPINS
        and throw >> 6 & 511 < SPEEDS
        and throw >> 15 & 127 < ELEVATIONS
        and throw >> 22 & 255 < DIRECTIONS
        and throw >> 30 & 63 < HEIGHTS
    )


@rule
def pack_box(kind, x, y, angle):
    """A box from its kind, its middle and its turn."""
    return ((kind << 10 | x + BOX_MIDDLE) << 10 | y + BOX_MIDDLE) << 8 | angle


@rule
def unpack_box(box):
    """LYING or STANDING, x, y (mm), angle (degrees)."""
    return box >> 28, (box >> 18 & 1023) - BOX_MIDDLE, (box >> 8 & 1023) - BOX_MIDDLE, box & 255


@rule
def pack_pose(outcome, x, y, angle):
    """A rest pose from its parts."""
    return ((outcome << 17 | x + POSE_MIDDLE) << 17 | y + POSE_MIDDLE) << 10 | angle


@rule
def unpack_pose(pose):
    """How the throw ended, x, y (0.01 mm), angle (0.1°, less than a quarter turn)."""
    return pose >> 44, (pose >> 27 & 131071) - POSE_MIDDLE, (pose >> 10 & 131071) - POSE_MIDDLE, pose & 1023


# A throw that is spoilt has no place.
POSE_OFF, POSE_ON_BOX, POSE_LEANING, POSE_MISFIRE = (
    ((outcome << 17 | POSE_MIDDLE) << 17 | POSE_MIDDLE) << 10 for outcome in (OFF, ON_BOX, LEANING, MISFIRE)
)
