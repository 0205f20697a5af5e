"""The facts that must hold in every position of Mmm… Brains!, and that breaking one is noticed."""

import pytest

import bangbox
from bangbox.core.record import record


@pytest.mark.rule("M2")
@pytest.mark.parametrize(
    ("text", "field", "place", "value", "fact"),
    [
        ("1 88 20,12,5 r,y,g 2 3 5*4*2", "middle", None, 87, 1),
        ("2 88 20,12,5 r,y,g 2 3 5*4*2", "held", 1, 13, 1),
        ("2 0 20,12,5 r,y,g 2 3 5*4*2", "phase", None, 1, 2),
        ("2 88 20,12,5 r,y,g 2 3 5*4*2", "left", None, 2, 3),
        ("2 88 20,x,5 r,y,g 2 3 5*4*2", "seat", None, 1, 4),
        ("2 88 20,12,5 r,y,g 2 3 5*4*2", "total", 0, 25, 5),
    ],
)
def test_a_broken_fact_is_noticed(text: str, field: str, place: int | None, value: int, fact: int) -> None:
    pos = bangbox.game("brains").position(text)
    states = pos.states()
    assert pos.game.engine.invariant(states, 0) == 0
    s = record(states)
    if place is None:
        setattr(s, field, value)
    else:
        getattr(s, field)[place] = value
    assert pos.game.engine.invariant(states, 0) == fact
