"""Bots of Big Brain Bang: always legal, the same by seed, sensible with tiles, throws and the Burner; stronger by level."""

import functools

import numpy as np
import pytest

import bangbox
from bangbox.bots import bot
from bangbox.bots.levels import levels
from bangbox.core.dice import SeededDice
from bangbox.games.bigbrainbang.bot import decide
from bangbox.games.bigbrainbang.bot.aim import Settings, Table
from bangbox.games.bigbrainbang.inputs import Throw
from bangbox.games.bigbrainbang.throwing import aimed
from bangbox.lab.tournaments.pairings import Fixture, Pairing
from bangbox.lab.tournaments.playing import play

from .tables import table, tile

NAMES = levels("bigbrainbang").names


@functools.cache
def level(name: str) -> bangbox.bots.Bot:
    return bot("bigbrainbang", name)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_matches_are_legal(players: int) -> None:
    pos = bangbox.game("bigbrainbang", players=players, throws="cheap").start(seed=players)
    for number in range(5000):
        if pos.over:
            break
        action = level(NAMES[1 + number % 3]).choose(pos, seed=number)
        assert pos.is_legal(action)
        pos.play(action)
    assert pos.over


def test_the_same_seed_gives_the_same_choice() -> None:
    pos = table("start", tile("M1", 0, 0), pawns="M1,-/-,-")
    assert level("medium").choose(pos, seed=4) == level("medium").choose(pos, seed=4)


def test_a_tile_is_laid_so_that_it_joins_its_own_network() -> None:
    pos = table("place", tile("M1", 0, 0), pawns="M1,-/-,-", die=("S", 58, 10))
    before = pos.scores[0]
    while pos.actor == 0 and pos.view().phase in ("place", "pawn"):
        pos.play(level("hard").choose(pos, seed=1))
    assert pos.scores[0] == before + 1
    assert len(pos.view().tiles) == 2


def test_no_tile_is_given_to_somebody_else_if_it_can_lie_apart() -> None:
    pos = table("place", tile("L1", 0, 0), pawns="-,-/L1,-", die=("S", 110, 10))
    theirs = pos.scores[1]
    pos.play(level("hard").choose(pos, seed=1))
    assert pos.scores[1] == theirs


def test_a_lonely_tile_is_claimed() -> None:
    pos = table("pawn", tile("L1", 0, 0, fresh=True), dice="wr0")
    assert pos.name(level("hard").choose(pos, seed=1)) == "pawn"


def test_the_burner_spares_its_own_network() -> None:
    pos = table("after", tile("L1", 0, 0), tile("L2", 0, 50), pawns="L1,-/-,-", tokens="3,3", dice="rk2")
    assert pos.name(level("hard").choose(pos, seed=1)) == "end"


def test_throws_go_to_where_tiles_can_join() -> None:
    pos = table("aim", tile("L1", -50, -25), tile("L2", -50, 25), pawns="L1,-/-,-", dice="rk0")
    throw = Throw.unpack(level("hard").choose(pos, seed=3))
    flat = joined = 0
    for tremor in range(60):
        after = pos.copy().play(throw.pack())
        after.play(int(after.pick(np.array([tremor], np.uint64))))
        if after.view().phase == "place":
            flat += 1
            before = after.scores[0]
            while after.actor == 0 and after.view().phase in ("place", "pawn"):
                after.play(level("hard").choose(after, seed=1))
            joined += after.scores[0] > before
    assert flat > 15
    assert joined > flat // 2


def test_low_throws_come_to_the_spot_they_are_aimed_at() -> None:
    pos = aimed(Throw(350), players=2, throws="cheap")
    there = Table(pos.states(5), Settings(), SeededDice(1).rng, lambda: False)
    for x, y in ((0.0, 0.0), (-120.0, 90.0), (150.0, -200.0)):
        throws = [Throw.unpack(throw) for throw in there.throws_at(x, y)]
        assert {throw.around // 700 for throw in throws} == {0, 1, 2, 3}  # from every side


def test_thinking_stops_when_told_to() -> None:
    pos = table("aim", tile("M1", 0, 0), pawns="M1,-/-,-", dice="rk0")
    found = decide(pos.seen_by(0), dict(levels("bigbrainbang").named("expert").settings), SeededDice(1).rng, lambda: True)
    assert found
    assert all(pos.is_legal(candidate.action) for candidate in found)


@pytest.mark.parametrize(("one", "others", "matches"), [("easy", "random", 4), ("hard", "beginner", 4)])
def test_higher_levels_win(one: str, others: str, matches: int) -> None:
    pairing = Pairing("bigbrainbang", one, others, 2)
    assert sum(play(Fixture(pairing, seed, seed % 2)).share for seed in range(matches)) >= matches - 1
