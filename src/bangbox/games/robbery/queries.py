"""Single rules, asked from Python about a record: for notation and views, so that no rule is written twice."""

from bangbox.core.record import Record
from bangbox.core.rules import plain

from .data import ENGINE
from .rules import cards as compiled_cards
from .rules import fighting as compiled_fighting
from .rules import train as compiled_train

cards, fighting, train = plain(compiled_cards), plain(compiled_fighting), plain(compiled_train)


def dice_count(s: Record, seat: int) -> int:
    """How many dice a seat would roll now (R7, R18)."""
    return int(cards.dice_of(s, seat))


def limit(s: Record, seat: int) -> int:
    """How many cards a seat may keep (R23)."""
    return int(cards.hand_limit(s, seat))


def fighters(s: Record) -> list[int]:
    """The seats on the active player's space (R17)."""
    return [seat for seat in range(s.players) if fighting.fights(s, seat)]


def strength_of(s: Record, seat: int) -> int:
    """What a seat has in the fight so far (R18, R19)."""
    return int(fighting.strength(s, seat))


def steps_left(s: Record) -> int:
    """The movement not yet used (R8, R13)."""
    return int(train.movement(s, 0)) - int(s.steps)


def front_is_open(s: Record) -> bool:
    """Whether a car can be coupled on (R10, R14, R29)."""
    return bool(s.train[s.cars - 1] != ENGINE and (s.pack > 1 or train.engine_may_come(s)))
