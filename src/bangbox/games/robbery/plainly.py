"""Single rules, asked from Python about a record: for notation and views, so that no rule is written twice."""

from collections.abc import Callable
from typing import Any

from bangbox.core.record import Record

from .data import ENGINE
from .rules_cards import dice_of, hand_limit
from .rules_fight import fights, strength
from .rules_train import engine_may_come, movement


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """A rule as ordinary Python. It must not call other rules."""
    return getattr(function, "py_func", function)


def dice_count(s: Record, seat: int) -> int:
    """How many dice a seat would roll now (R7, R18)."""
    return int(plain(dice_of)(s, seat))


def limit(s: Record, seat: int) -> int:
    """How many cards a seat may keep (R23)."""
    return int(plain(hand_limit)(s, seat))


def fighters(s: Record) -> list[int]:
    """The seats on the active player's space (R17)."""
    return [seat for seat in range(s.players) if plain(fights)(s, seat)]


def strength_of(s: Record, seat: int) -> int:
    """What a seat has in the fight so far (R18, R19)."""
    return int(plain(strength)(s, seat))


def steps_left(s: Record) -> int:
    """The movement not yet used (R8, R13)."""
    return int(plain(movement)(s, 0)) - int(s.steps)


def front_is_open(s: Record) -> bool:
    """Whether a car can be coupled on (R10, R14, R29)."""
    return bool(s.train[s.cars - 1] != ENGINE and (s.pack > 1 or plain(engine_may_come)(s)))
