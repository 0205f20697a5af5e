"""Ratings: leads added up from level to level, and written where the levels stand."""

import itertools

import msgspec
import pytest

from bangbox.bots.levels import COMMON, Levels, levels
from bangbox.core.errors import BangboxError
from bangbox.lab.rating import ratings, with_ratings
from bangbox.lab.tournament import Pairing, Standing


def stand(one: str, others: str, share: float, players: int = 2) -> Standing:
    return Standing(Pairing("tictactoe", one, others, players), 1000, share, 0.03, 0.0, 0.0, 0.0)


def ladder(share: float) -> list[Standing]:
    names = levels("tictactoe").names
    return [stand(one, others, share) for others, one in itertools.pairwise(names)]


def test_three_of_four_won_is_about_two_hundred_points_each_time() -> None:
    assert ratings("tictactoe", ladder(0.76)) == {"beginner": 0, "easy": 200, "medium": 400, "hard": 600, "expert": 800}


def test_it_is_the_mean_over_numbers_of_players() -> None:
    more = [*ladder(0.5), stand("easy", "beginner", 0.76)]
    assert ratings("tictactoe", more)["easy"] == 100
    assert ratings("tictactoe", [*ladder(0.5)[2:], stand("easy", "beginner", 1 / 3, 3)])["easy"] == 0, "a fair share of three"


def test_what_was_not_played_is_not_rated() -> None:
    with pytest.raises(BangboxError, match="no tournament of easy against beginner"):
        ratings("tictactoe", ladder(0.5)[2:])


def test_a_table_keeps_everything_else() -> None:
    text = COMMON.read_text("utf-8")
    rated = with_ratings(with_ratings(text, {"easy": 5}), {"easy": 120, "hard": 400})
    read = msgspec.toml.decode(rated, type=Levels)
    assert {level.name: level.rating for level in read.levels if level.rating is not None} == {"easy": 120, "hard": 400}
    assert with_ratings(rated, {}) == text
    with pytest.raises(BangboxError, match="no level 'best'"):
        with_ratings(text, {"best": 1})
