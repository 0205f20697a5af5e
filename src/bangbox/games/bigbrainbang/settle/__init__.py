"""What a thrown die does: the real one by physics, the cheap one by the rules themselves; both from one tremor (B25, B26)."""

import math

from bangbox.core.contract import Seen
from bangbox.core.forms import Settled

from ..inputs import Pose
from ..notation.signs import THROWS
from ..queries import cheap_outcome
from . import physics
from .foreseeing import foresee, is_rough
from .real import is_real, obstacle, outcome, simulate

__all__ = ["TREMOR", "agrees", "foresee", "is_real", "is_rough", "obstacle", "outcome", "physics", "settle", "simulate"]

TREMOR = 2**32
DECIMALS = 4
NEAR = 100  # 0.01 mm
NEARLY_TURNED = 50  # 0.1°


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


def rounded(landing: physics.Landing) -> list[list[float]]:
    """The flight as rows x y z qw qx qy qz, short enough to send."""
    return [[round(number, DECIMALS) for number in pose] for pose in landing.poses]
