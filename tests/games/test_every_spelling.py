"""Every game, as people type it: names and places are known as such, typos are not, and players are counted from 1."""

import pytest

from bangbox.core.errors import IllegalMove
from bangbox.terminal.telling import heard, spoken
from tests.games.suite import CASES, Case, nodes

every_case = pytest.mark.parametrize("case", CASES, ids=str)
LOOKED_AT = 40  # choices of a node


@every_case
def test_choices_and_their_places_are_spelled_as_choices_are(case: Case) -> None:
    for pos in nodes(case):
        if pos.actor >= 0:
            for action in pos.choices()[:LOOKED_AT]:
                assert pos.is_spelled(pos.name(action)), pos.name(action)
                places = " ".join(pos.about(action).places)
                assert not places or pos.is_spelled(places), places


@every_case
def test_what_is_read_can_be_typed(case: Case) -> None:
    for pos in nodes(case):
        if pos.actor >= 0:
            for action in pos.choices()[:LOOKED_AT]:
                assert heard(pos, spoken(pos, action)) == pos.name(action)


@every_case
def test_no_rule_is_to_blame_for_a_typo(case: Case) -> None:
    for pos in nodes(case):
        if pos.actor < 0 or not hasattr(case.game.kind.notation, "spelled"):
            continue
        for typo in ("xyzzy", "z99 q", "??", "ä", "1" * 40):
            assert not pos.is_spelled(typo)
            with pytest.raises(IllegalMove) as refused:
                pos.parse(typo)
            assert refused.value.rule is None, str(refused.value)
