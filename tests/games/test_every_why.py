"""Every game, as its coach explains it: sentences in both languages, from nothing but what the seat may know."""

import random
import re
from collections.abc import Callable

import pytest

from bangbox.bots.why import reasons, told
from bangbox.core.dice import SeededDice
from tests.games.suite import CASES, SECRET, Case, nodes

NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_any_choice_can_be_explained_beside_any_other(case: Case, soak_count: Callable[[int, int], int]) -> None:
    dice = SeededDice(1)
    for pos in nodes(case, soak_count(1, 20)):
        if pos.actor < 0:
            continue
        seen = pos.seen_by(pos.actor)
        said = reasons(seen, seen.pick(dice.rng), seen.pick(dice.rng))
        assert len(said) <= 2
        for language in ("en", "de"):
            text = told(case.game.kind, said, NAMES, language)
            assert not re.search(r"[{}]", text), text
            assert not said or text.endswith("."), text


@pytest.mark.parametrize("case", SECRET, ids=str)
def test_it_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(case: Case) -> None:
    dice, order = SeededDice(2), random.Random(2)
    for pos in nodes(case, 1):
        if pos.actor < 0:
            continue
        seen = pos.seen_by(pos.actor)
        other = seen.guessed(dice.rng).seen_by(pos.actor)
        for action in order.sample(seen.choices(), min(4, len(seen.choices()))):
            assert reasons(seen, action) == reasons(other, action), pos.text
