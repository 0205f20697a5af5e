"""The rules of tic-tac-toe by their numbers."""

import pytest

import bangbox
from bangbox.core.rules import CHANCE


def at(text: str) -> bangbox.Position:
    return bangbox.game("tictactoe").position(text)


@pytest.mark.rule("T1")
def test_a_seat_begins_or_chance_decides() -> None:
    assert bangbox.game("tictactoe").start().actor == 0
    assert bangbox.game("tictactoe", first=1).start().actor == 1
    pos = bangbox.game("tictactoe", first="random").start(dice=None)
    assert pos.actor == CHANCE
    assert pos.play("first1").actor == 1


@pytest.mark.rule("T2")
def test_each_marks_a_free_square_in_turn() -> None:
    pos = at("xo./.../... 0").play("a3")
    assert pos.text == "xox/.../... 1"
    with pytest.raises(bangbox.IllegalMove, match="T2"):
        pos.play("a1")
    assert pos.text == "xox/.../... 1"


@pytest.mark.rule("T3")
@pytest.mark.parametrize("text", ["xxx/oo./... 1", "xo./xo./x.. 1", "x.o/ox./..x 1", "oox/.x./x.. 1"])
def test_three_in_a_row_win(text: str) -> None:
    assert at(text).winners == [0]
    assert at(text).payoffs == [1, 0]


@pytest.mark.rule("T4")
def test_a_full_board_is_drawn() -> None:
    pos = at("xox/xox/ox. 1")
    assert not pos.over
    pos.play("c3")
    assert (pos.over, pos.winners, pos.payoffs) == (True, [], [0.5, 0.5])
