"""Where a flicked coin stops: a few lines of integer physics, the same on every machine."""

from bangbox.core.contract import Seen
from bangbox.core.forms import Settled

from .rules import resting_place
from .rules.record import COSINE, SIDE, SINE, START_X, START_Y, STRENGTH_LOW, STRENGTH_STEP, STRENGTHS

TREMOR = 21 * 41  # how the hand trembles: 21 strengths, 41 directions
UNIT = 1000  # thousandths of a centimetre
FRICTION = 25  # of the speed lost in each step


def is_real(pos: Seen) -> bool:
    """Whether coins are flicked by physics, or scattered by the rules themselves."""
    return not pos.s.cheap


def settle(pos: Seen, tremor: int) -> Settled:
    """Slides the coin until friction stops it."""
    angle, strength = divmod(pos.s.flick - 1, STRENGTHS)
    distance = (STRENGTH_LOW + strength * STRENGTH_STEP) * UNIT * (100 + tremor % 21 - 10) // 100
    along, across = COSINE[angle], SINE[angle]
    swerve = tremor // 21 - 20  # a few thousandths to the side
    x, y = START_X * UNIT, START_Y * UNIT
    speed = distance // FRICTION
    flight = [[x // UNIT, y // UNIT]]
    while speed > UNIT // 20 and 0 <= x <= SIDE * UNIT and 0 <= y <= SIDE * UNIT:
        x += speed * (int(across) + 4 * swerve) // 1000
        y += speed * (int(along) - swerve * int(across) // 250) // 1000
        speed -= max(1, speed // FRICTION)
        flight.append([x // UNIT, y // UNIT])
    return Settled(int(resting_place(x // UNIT, y // UNIT)), {"flight": flight})
