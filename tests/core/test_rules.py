"""What rules are written with: constant tables, and the same functions as plain Python over a record."""

import numpy as np
import pytest

import bangbox
from bangbox.core.compiled.compiling import PLAIN
from bangbox.core.record import record
from bangbox.core.registry import kind
from bangbox.core.rules import plain, table
from tests.games.suite import CASES, nodes


def test_a_table_is_constant_and_of_its_type() -> None:
    numbers = table([[1, 2], [3, 250]], np.uint8)
    assert int(numbers[1, 1]) == 250
    with pytest.raises((TypeError, ValueError)):
        numbers[0, 0] = 5
    with pytest.raises(OverflowError):
        table([300], np.uint8)


def test_plain_rules_do_what_compiled_ones_do() -> None:
    rules = plain(kind("magpie").rules)
    case = next(case for case in CASES if case.id == "magpie")
    for pos in nodes(case):
        twin, states = pos.copy(), pos.states()
        s = record(states)
        assert rules.actor(s) == pos.actor
        assert rules.invariant(s) == 0
        for action in pos.choices()[:1]:
            rules.apply(s, action)
            assert states.tobytes() == twin.play(action).states().tobytes()


def test_plain_rules_notice_what_compiled_ones_do_not() -> None:
    rules = plain(kind("magpie").rules)
    states = bangbox.game("magpie").start(dice=None).states()
    s = record(states)
    with pytest.raises(ValueError):
        for _ in range(9):
            rules.draw(s, 0, 2)  # there is one crown only
    if not PLAIN:
        assert rules.draw is not kind("magpie").module("rules").draw
    assert plain(kind("magpie").rules).apply is rules.apply
