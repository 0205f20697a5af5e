"""What is legal in Urknall is what is listed: every number that could be an action is tried, at every node of random games."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import bangbox
from bangbox.games.urknall.rules import MAX_CHOICES
from bangbox.games.urknall.rules.record import COMET
from tests.games.urknall import slow
from tests.games.urknall.test_independent import dense, walk

BEYOND = 2 * COMET + 300  # no action is that large


def make_count(engine: Any) -> Callable[..., Any]:
    """count(states, i, out) -> how many numbers are legal, or -1 - a for one that is legal but not listed"""
    rules_legal, rules_choices = engine.rules.is_legal, engine.rules.choices

    def count(states: Any, i: int, out: Any) -> int:
        n = rules_choices(states[i], out)
        found = 0
        for action in range(-300, BEYOND):
            found += rules_legal(states[i], action)
        for k in range(n):
            if not rules_legal(states[i], out[k]):
                return -1 - out[k]
        return found - n

    return count


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_number_is_legal_or_not_as_it_is_listed(players: int, soak_count: Callable[[int, int], int]) -> None:
    engine = bangbox.game("urknall").engine
    count, out, lot = engine.compiled(make_count(engine)), engine.buffer(), random.Random(players)
    for seed in range(soak_count(1, 10)):
        for pos, _ in walk(players, seed % 2 == 0, seed):
            assert count(pos.states(), 0, out) == 0, pos.text
        pos = bangbox.game("urknall", players=players, first="random").start(dice=None)
        while pos.actor < 0 and pos.view().phase != "place":
            assert count(pos.states(), 0, out) == 0, pos.text
            pos.play(lot.choice(pos.choices()))
    for _ in range(soak_count(20, 300)):
        pos = bangbox.game("urknall").position(dense(lot, players))
        for _ in range(4):
            if not pos.over:
                assert count(pos.states(), 0, out) == 0, pos.text
                pos.play(lot.choice(pos.choices()))


def test_the_widest_position_has_as_many_choices_as_declared() -> None:
    alone = "/".join(f"{name}:{'rgb'[i % 3]}." for i, name in enumerate(slow.NAMES))
    pos = bangbox.game("urknall").position(f"{alone} 100 0 change 2 aaa 4,4,4 -")
    assert len(pos.choices()) == 36 * 35 // 2 + 35 * 34 // 2 == MAX_CHOICES
