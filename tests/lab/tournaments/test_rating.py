"""Ratings: what shares of the win tell of strengths, and levels' ratings written where the levels stand."""

import itertools

import msgspec
import numpy as np
import pytest

from bangbox.bots.levels import COMMON, Levels, levels
from bangbox.core.errors import BangboxError
from bangbox.lab.tournaments.pairings import Pairing
from bangbox.lab.tournaments.rating import level_ratings, ratings, ratings_table, with_ratings
from bangbox.lab.tournaments.standings import Standing


def stand(one: str, others: str, share: float, players: int = 2, matches: int = 1000) -> Standing:
    return Standing(Pairing("tictactoe", one, others, players), matches, share, 0.03, 1.0 - share, 0.0, 0.0, 0.0)


def ladder(share: float) -> list[Standing]:
    names = levels("tictactoe").names
    return [stand(one, others, share) for others, one in itertools.pairwise(names)]


def test_three_of_four_won_is_about_two_hundred_points_each_time() -> None:
    assert level_ratings("tictactoe", ladder(0.76)) == {"beginner": 0, "easy": 200, "medium": 400, "hard": 600, "expert": 800}


def test_a_fair_share_is_no_strength_however_many_play() -> None:
    rated = level_ratings("tictactoe", [*ladder(0.5)[2:], stand("easy", "beginner", 1 / 3, players=3)])
    assert rated["easy"] == 0


def test_strengths_are_found_again_with_intervals_that_hold_them() -> None:
    true, names = {"a": 200.0, "b": 50.0, "c": -250.0}, "abc"
    rng, inside = np.random.default_rng(1), 0
    for _ in range(200):
        told = []
        for one, others in itertools.permutations(names, 2):
            chance = 1 / (1 + 3 * 10 ** ((true[others] - true[one]) / 400))
            told.append(stand(one, others, rng.binomial(60, chance) / 60, players=4, matches=60))
        for found in ratings(told, "tictactoe"):
            inside += abs(found.rating - true[found.player]) < found.margin
    assert 0.92 < inside / 600 < 0.98


def test_a_series_without_a_loss_is_no_certainty() -> None:
    strong, weak = ratings([stand("hard", "easy", 1.0, matches=10)], "tictactoe")
    assert (strong.player, weak.player) == ("hard", "easy")
    assert 300 < strong.rating - weak.rating < 900
    assert strong.margin > 150
    assert ratings_table("tictactoe", [strong, weak]).row_count == 2


def test_what_was_not_played_is_not_rated() -> None:
    with pytest.raises(BangboxError, match="no tournament leads from beginner to easy"):
        level_ratings("tictactoe", ladder(0.5)[2:])


def test_a_table_keeps_everything_else() -> None:
    text = COMMON.read_text("utf-8")
    rated = with_ratings(with_ratings(text, {"easy": 5}), {"easy": 120, "hard": 400})
    read = msgspec.toml.decode(rated, type=Levels)
    assert {level.name: level.rating for level in read.levels if level.rating is not None} == {"easy": 120, "hard": 400}
    assert with_ratings(rated, {}) == text
    with pytest.raises(BangboxError, match="no level 'best'"):
        with_ratings(text, {"best": 1})
