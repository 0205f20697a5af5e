"""Small parts of the core: forms check their values, perft counts sequences."""

import pytest

import bangbox
from bangbox.core.algorithms.counting import perft, perfts
from bangbox.core.forms import Field, Form

THROW = Form("throw", [Field("speed", 70, 220, 5, "cm/s", 100), Field("turn", -180, 180)])


def test_a_form_fills_in_defaults() -> None:
    assert THROW.checked({"turn": -180}) == {"speed": 100, "turn": -180}
    assert THROW.checked({"turn": 180, "speed": 220}) == {"speed": 220, "turn": 180}


@pytest.mark.parametrize(("values", "expected"), [
    ({}, "throw needs a whole number for turn, not None"),
    ({"turn": 1.5}, "throw needs a whole number for turn"),
    ({"turn": True}, "throw needs a whole number for turn"),
    ({"turn": "3"}, "throw needs a whole number for turn"),
    ({"turn": 181}, "turn must be from -180 to 180, not 181"),
    ({"turn": 0, "speed": 71}, "speed must be from 70 to 220 in steps of 5, not 71"),
    ({"turn": 0, "spin": 1}, "throw has no field 'spin'; it has speed, turn"),
])  # fmt: skip
def test_wrong_values_are_named(values: dict[str, object], expected: str) -> None:
    with pytest.raises(bangbox.IllegalMove, match=expected):
        THROW.checked(values)


def slow_perft(pos: bangbox.Position, depth: int) -> int:
    return 1 if depth == 0 else sum(slow_perft(pos.copy().play(action), depth - 1) for action in pos.choices())


@pytest.mark.parametrize("text", [".../.../... 0", "xo./.x./o.. 1", ".../.../... ?", "xxx/oo./... 1"])
def test_perft_counts_what_can_be_played(text: str) -> None:
    pos = bangbox.game("tictactoe").position(text)
    before = pos.key
    assert dict(perfts(pos, 3)) == {depth: slow_perft(pos, depth) for depth in (1, 2, 3)}
    assert perft(pos, 0) == 1
    assert pos.key == before


def test_perft_counts_outcomes_of_chance_as_choices() -> None:
    pos = bangbox.game("magpie", players=2).start(dice=None)
    assert [perft(pos, depth) for depth in (1, 2, 3)] == [3, 8, slow_perft(pos, 3)]


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(bangbox.OptionError, match="depth"):
        perft(bangbox.game("tictactoe").start(), -1)
