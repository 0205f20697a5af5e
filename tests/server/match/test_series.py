"""Matches that follow each other: who sits where next, and how points add up."""

import pytest

from bangbox.server.match.fold import Match
from bangbox.server.match.series import counted, following, standing, wants_next
from bangbox.server.protocol import Result
from tests.server.matches import begin, end, new_match, play


def finished(reason: str = "rules", winners: tuple[int, ...] = (0,), series: int = 3, place: int = 0) -> Match:
    """A match of a series that has ended."""
    match = end(play(begin(new_match(series=series)), "b2"), reason, winners)
    match.row.series, match.row.place, match.row.result = "s1", place, match.result
    return match


@pytest.mark.parametrize("reason", ["rules", "resign", "timeout", "agreed", "update"])
def test_a_series_goes_on_until_its_last_match(reason: str) -> None:
    assert wants_next(finished(reason).row)
    assert wants_next(finished(reason, place=1).row)
    assert not wants_next(finished(reason, place=2).row)


@pytest.mark.parametrize("reason", ["aborted", "abandoned"])
def test_closing_or_abandoning_a_table_ends_its_series(reason: str) -> None:
    assert not wants_next(finished(reason).row)


def test_there_is_one_next_match_and_none_without_a_series() -> None:
    match = finished()
    match.row.next = "m2"
    assert not wants_next(match.row)
    match.row.next = match.row.series = None
    assert not wants_next(match.row)


@pytest.mark.parametrize(
    ("reason", "winners", "scores", "points"),
    [
        ("rules", [0], [3, 1], [3, 1]),
        ("resign", [1], [3, 0], [0, 1]),
        ("resign", [1], [3, 2], [0, 2]),
        ("timeout", [0], [0, 5], [1, 0]),
        ("agreed", [], [3, 1], [0, 0]),
        ("fault", [], [3, 1], [0, 0]),
    ],
)
def test_what_a_match_adds(reason: str, winners: list[int], scores: list[int], points: list[int]) -> None:
    assert counted(Result(reason=reason, winners=winners, scores=scores)) == points  # type: ignore[arg-type]


def test_points_follow_people_who_move_on_one_seat_each_time() -> None:
    rows = []
    for place, scores in enumerate([[1, 0], [1, 0]]):  # the first seat wins twice: each person once
        match = finished(place=place)
        assert match.row.result is not None
        match.row.result.scores = scores
        rows.append(match.row)
    third = finished(place=2).row
    third.result = None
    found = standing(third, [*rows, third])
    assert found is not None
    assert (found.length, found.played, found.points, found.seats) == (3, 2, [1, 1], [0, 1])
    assert standing(rows[1], rows).seats == [1, 0]  # type: ignore[union-attr]
    third.series = None
    assert standing(third, []) is None


def test_in_the_next_match_everybody_sits_one_seat_further() -> None:
    match = finished()
    row, seats = following(match, "m2", 5000, rematch=False)
    assert (row.id, row.before, row.series, row.place, row.status) == ("m2", "m1", "s1", 1, "waiting")
    assert [(seat.seat, seat.guest, seat.contribution) for seat in seats] == [(0, "bob", None), (1, "ann", None)]
    assert row.secret != match.row.secret
    assert len(row.secret) == 32


def test_a_rematch_is_no_part_of_the_series() -> None:
    row, _ = following(finished(), "m2", 5000, rematch=True)
    assert (row.series, row.place, row.setup.series, row.before) == (None, 0, 1, "m1")


def test_bots_contribute_at_once() -> None:
    match = end(begin(new_match(seats="a*")))
    _, seats = following(match, "m2", 5000, rematch=True)
    assert [(seat.kind, seat.contribution is None) for seat in seats] == [("bot", False), ("person", True)]
    assert seats[0].contribution != match.seats[1].contribution


def test_whichever_seat_chance_let_begin_begins_again() -> None:
    match = new_match(series=3, options={"first": "random"})
    begin(match, seed=2)
    first = match.actor
    row, _ = following(end(match), "m2", 5000, rematch=False)
    assert row.setup.options["first"] == first
