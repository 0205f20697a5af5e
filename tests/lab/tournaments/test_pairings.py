"""Who plays whom: ladders, round robins and gauntlets; every seed is played from every seat."""

from collections import Counter

import pytest

from bangbox.core.errors import OptionError
from bangbox.lab.tournaments.pairings import Pairing, fixtures, gauntlet, ladder, numbers_of_players, round_robin


def pairs(found: list[Pairing]) -> list[tuple[str, str]]:
    return [(pairing.one, pairing.others) for pairing in found]


def test_each_level_plays_the_next_lower_one() -> None:
    assert pairs(ladder("tictactoe")) == [
        ("beginner", "random"), ("easy", "beginner"), ("medium", "easy"), ("hard", "medium"), ("expert", "hard"),
    ]  # fmt: skip
    assert {pairing.players for pairing in ladder("robbery", numbers_of_players("robbery"))} == {3, 4, 5, 6, 7}


def test_everybody_plays_everybody_or_the_first_plays_all() -> None:
    bots = ["hard", "easy", "random"]
    assert pairs(round_robin("tictactoe", bots)) == [("hard", "easy"), ("hard", "random"), ("easy", "random")]
    assert len(round_robin("brains", bots, [4])) == 6, "one among three others is not three among one"
    assert pairs(gauntlet("brains", bots, [4])) == [("hard", "easy"), ("hard", "random")]


@pytest.mark.parametrize("bots", [[], ["easy"], ["easy", "easy"]])
def test_nobody_plays_alone_or_against_itself(bots: list[str]) -> None:
    with pytest.raises(OptionError, match="two bots or more, each named once"):
        round_robin("tictactoe", bots)


def test_every_seed_is_played_from_every_seat() -> None:
    pairings = round_robin("brains", ["hard", "easy"], [3])
    played = list(fixtures(pairings, games=6, seed=40))
    assert [one.number for one in played] == list(range(12))
    assert Counter((one.pairing, one.seed, one.seat) for one in played) == {
        (pairing, seed, seat): 1 for pairing in (0, 1) for seed in (40, 41) for seat in (0, 1, 2)
    }
