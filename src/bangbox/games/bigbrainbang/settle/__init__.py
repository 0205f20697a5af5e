"""What a thrown die does: the real one by physics, the cheap one by the rules themselves; both from one tremor (B25, B26)."""

import math

from bangbox.core.contract import Seen
from bangbox.core.forms import Settled
from bangbox.core.record import Record

from ..data import PIECES, TABLES, UNITS
from ..inputs import Pose, Throw
from ..notation.signs import THROWS
from ..queries import cheap_outcome
from ..rules.packing import ABSENT, OUTCOMES, STANDING
from ..rules.record import DROP
from . import hand, physics

TREMOR = 2**32
DIE: float = PIECES["die"]["size"]
LENGTH: float = PIECES["box"]["length"]
HEIGHT: float = PIECES["box"]["height"]
DECIMALS = 4
NEAR = 100  # 0.01 mm
NEARLY_TURNED = 50  # 0.1°


def is_real(pos: Seen) -> bool:
    """Whether dice are thrown by physics, or scattered by the rules themselves."""
    return THROWS[pos.s.throws] == "real"


def settle(pos: Seen, tremor: int, throws: str | None = None) -> Settled:
    """The rest pose as an outcome, and the flight for whoever watches. `throws` overrules the option of the game."""
    if (throws or THROWS[pos.s.throws]) == "cheap":
        return Settled(cheap_outcome(pos.s, tremor), {"throws": "cheap"})
    landing = simulate(pos.s, tremor)
    return Settled(outcome(landing).pack(), {"throws": "real", "rate": physics.FRAMES_PER_SECOND, "poses": rounded(landing)})


def agrees(action: int, other: int) -> bool:
    """Whether two outcomes are the same throw: the engine repeats itself to the bit, another processor within a millimetre."""
    a, b = Pose.unpack(action), Pose.unpack(other)
    turned = (a.angle - b.angle + 450) % 900 - 450
    return a.outcome == b.outcome and math.dist((a.x, a.y), (b.x, b.y)) <= NEAR and abs(turned) <= NEARLY_TURNED


def simulate(s: Record, tremor: int) -> physics.Landing:
    """The throw in the air (or the drop for the first player) by physics."""
    table = TABLES[s.players > 2] / UNITS
    if s.phase == DROP:
        return physics.throw(hand.drop(tremor), table, DIE)
    return physics.throw(hand.release(Throw.unpack(s.throw), int(s.players > 2), tremor), table, DIE, obstacle(s))


def obstacle(s: Record) -> physics.Obstacle | None:
    """The box, if it is on the table."""
    if s.box == ABSENT:
        return None
    size = (LENGTH, HEIGHT, LENGTH) if s.box == STANDING else (LENGTH, LENGTH, HEIGHT)
    return physics.Obstacle(s.box_x / 1000, s.box_y / 1000, math.radians(s.box_angle), size)


def outcome(landing: physics.Landing) -> Pose:
    """A landing in the whole numbers of the rules: 0.01 mm, 0.1°."""
    if landing.outcome != physics.FLAT:
        return Pose(OUTCOMES[landing.outcome])
    return Pose("flat", round(landing.x * UNITS), round(landing.y * UNITS), round(math.degrees(landing.angle) * 10) % 900)


def rounded(landing: physics.Landing) -> list[list[float]]:
    """The flight as rows x y z qw qx qy qz, short enough to send."""
    return [[round(number, DECIMALS) for number in pose] for pose in landing.poses]
