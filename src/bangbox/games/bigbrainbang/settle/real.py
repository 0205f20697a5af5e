"""The throw of a position by physics: from the record to the engine, and from where the die rests to an outcome."""

import math

from bangbox.core.contract import Seen
from bangbox.core.record import Record

from ..data import PIECES, TABLES, UNITS
from ..inputs import Pose, Throw
from ..notation.signs import THROWS
from ..rules.packing import ABSENT, OUTCOMES, STANDING
from ..rules.record import DROP
from . import hand, physics

DIE: float = PIECES["die"]["size"]
LENGTH: float = PIECES["box"]["length"]
HEIGHT: float = PIECES["box"]["height"]


def is_real(pos: Seen) -> bool:
    """Whether dice are thrown by physics, or scattered by the rules themselves."""
    return THROWS[pos.s.throws] == "real"


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
