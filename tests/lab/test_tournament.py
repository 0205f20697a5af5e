"""Tournaments: seats are rotated, seeds repeat, shares and intervals are right, and bad pairings are refused."""

import pytest

import bangbox
from bangbox.core.position import Position
from bangbox.lab.tournament import Pairing, Played, ladder, numbers_of_players, play, standing, tournament


def first_free(pos: Position, seed: int) -> int:
    """A player who takes the first choice there is."""
    return pos.choices()[0]


def played(share: float) -> Played:
    return Played(share, points=10 * share, moves=4, seconds=0.2, slowest=0.1)


def test_each_level_plays_the_next_lower_one() -> None:
    steps = [(pairing.one, pairing.others) for pairing in ladder("tictactoe")]
    assert steps == [
        ("beginner", "random"), ("easy", "beginner"), ("medium", "easy"), ("hard", "medium"), ("expert", "hard"),
    ]  # fmt: skip
    assert {pairing.players for pairing in ladder("robbery", numbers_of_players("robbery"))} == {3, 4, 5, 6, 7}


def test_a_match_is_the_same_for_the_same_seed() -> None:
    pairing = Pairing("tictactoe", "easy", f"{__name__}:first_free", 2)
    once, again = (play(pairing, seed=5, seat=1) for _ in range(2))
    assert (once.share, once.points, once.moves) == (again.share, again.points, again.moves)
    assert once.moves >= 3
    assert once.slowest <= once.seconds


def test_the_stronger_one_wins_most_from_every_seat() -> None:
    (found,) = tournament([Pairing("tictactoe", "medium", f"{__name__}:first_free", 2)], matches=8, seed=1)
    assert found.matches == 8
    assert found.share >= 0.8
    assert found.ratio == 2 * found.share
    assert 0.0 < found.margin < 0.5


def test_what_matches_come_to() -> None:
    pairing = Pairing("brains", "hard", "easy", 4)
    found = standing(pairing, [played(1.0), played(0.0), played(1.0), played(0.5)])
    assert found.share == 0.625
    assert found.ratio == 2.5
    assert found.points == 6.25
    assert found.seconds == pytest.approx(0.05)
    assert found.lead > 0
    even = standing(pairing, [played(1.0), played(0.0), played(0.0), played(0.0)])
    assert even.lead == pytest.approx(0.0)
    sure = standing(pairing, [played(1.0)] * 10)
    assert sure.margin > 0.05, "ten wins in a row are no certainty"


@pytest.mark.parametrize(("pairing", "word"), [
    (Pairing("tictactoe", "godlike", "easy", 2), "no level 'godlike'"),
    (Pairing("tictactoe", "easy", "no.such.module:player", 2), "no function"),
    (Pairing("tictactoe", "easy", "easy", 1), "two players or more"),
    (Pairing("brains", "easy", "easy", 9), "players"),
])  # fmt: skip
def test_what_cannot_be_played_is_refused_before_anything_starts(pairing: Pairing, word: str) -> None:
    with pytest.raises(bangbox.BangboxError, match=word):
        list(tournament([pairing], matches=2))
