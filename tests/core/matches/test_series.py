"""A series: points add up by person, people move on one seat after every game."""

import pytest

import bangbox


def won_by(seat: int) -> bangbox.Position:
    return bangbox.game("tictactoe").position(["xxx/oo./... 1", "xx./ooo/x.. 0"][seat])


def drawn() -> bangbox.Position:
    return bangbox.game("tictactoe").position("xox/xox/oxo 1")


def test_people_swap_seats_and_keep_their_points() -> None:
    series = bangbox.Series(bangbox.game("tictactoe"), 3)
    assert [series.seat_of(person) for person in (0, 1)] == [0, 1]
    series.add(won_by(0))
    assert (series.points, [series.seat_of(person) for person in (0, 1)]) == ([1, 0], [1, 0])
    series.add(won_by(0))
    assert (series.points, series.leaders, series.winners) == ([1, 1], [0, 1], [])
    series.add(won_by(1))
    assert (series.points, series.over, series.winners) == ([1, 2], True, [1])


def test_nobody_wins_a_series_that_is_level_or_going_on() -> None:
    series = bangbox.Series(bangbox.game("tictactoe"), 2)
    series.add(won_by(0))
    assert (series.leaders, series.winners) == ([0], [])
    series.add(won_by(0))
    assert (series.over, series.leaders, series.winners) == (True, [0, 1], [])


def test_three_people_move_round() -> None:
    series = bangbox.Series(bangbox.game("magpie"), 4)
    seats = []
    for _ in range(4):
        series.add_scores([5, 1, 0])
        seats.append(series.seat_of(0))
    assert seats == [1, 2, 0, 1]
    assert series.points == [5 + 1 + 0 + 5, 1 + 0 + 5 + 1, 0 + 5 + 1 + 0]


def test_who_begins_is_drawn_once() -> None:
    game = bangbox.game("tictactoe", first="random")
    series = bangbox.Series(game, 2)
    assert series.next_game() == game
    ended = game.start(dice=None).play("first1")
    for square in ("a1", "b1", "a2", "b2", "a3"):
        ended.play(square)
    series.add(ended)
    assert series.points == [0, 1]
    assert series.next_game(ended) == bangbox.game("tictactoe", first=1)
    assert bangbox.Series(bangbox.game("tictactoe", first=0), 2).next_game(ended) == bangbox.game("tictactoe", first=0)


def test_bad_use_is_refused() -> None:
    with pytest.raises(bangbox.BangboxError, match="at least one"):
        bangbox.Series(bangbox.game("tictactoe"), 0)
    series = bangbox.Series(bangbox.game("tictactoe"), 1)
    with pytest.raises(bangbox.BangboxError, match="not over"):
        series.add(bangbox.game("tictactoe").start())
    assert series.played == 0
    series.add(drawn())
    assert (series.points, series.winners) == ([0, 0], [])
    with pytest.raises(bangbox.BangboxError, match="all 1 games"):
        series.add(drawn())
