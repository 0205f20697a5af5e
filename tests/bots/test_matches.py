"""Bots of all levels at one table, match after match: every choice is legal, and every match comes to its end."""

import random
import time
from collections.abc import Callable
from typing import NamedTuple

import pytest

import bangbox
from bangbox.bots.player import Player
from bangbox.core.contract import Options
from bangbox.lab.tournaments.pairings import numbers_of_players, quick
from tests.games.suite import BOUND, CASES, data

GAMES = ["bigbrainbang", "bigxbang", "brains", "robbery", "urknall"]
OFTEN = {"random": 8, "beginner": 24, "easy": 24, "medium": 24, "hard": 8, "expert": 1}  # the quick ones most often
PATIENCE = 3_600  # seconds for the matches of a game


class Match(NamedTuple):
    """What came of one match."""

    choices: int
    cut: int  # of them, because their time was up


def tables(name: str) -> list[Options]:
    """Every number of players, then every variant for two or more; dice are thrown from recordings."""
    variants = [dict(case.options) for case in CASES if case.id == name and case.game.players > 1]
    return [{**options, **quick(name)} for options in [{"players": n} for n in numbers_of_players(name)] + variants]


def match(name: str, options: Options, seed: int) -> Match:
    """Plays a match with levels by chance. Each bot gets what its seat may see; `play` refuses an illegal choice."""
    pos, bound = bangbox.game(name, **options).start(seed=seed), data(name).get("bound", BOUND)
    levels = random.Random(seed).choices(list(OFTEN), list(OFTEN.values()), k=pos.players)
    players = [Player(bangbox.bot(name, level), seed) for level in levels]
    choices = cut = 0
    while not pos.over:
        chosen = players[pos.actor].choose(pos.seen_by(pos.actor))
        choices, cut = choices + 1, cut + chosen.cut
        pos.play(chosen)
        assert choices <= bound, f"{options}, seed {seed}, {levels}: no end after {choices} choices"
    return Match(choices, cut)


@pytest.mark.parametrize("name", GAMES)
def test_bots_play_match_after_match(
    name: str, soak_count: Callable[[int, int], int], soak_row: Callable[..., None], progress: Callable[[str], None]
) -> None:
    wanted, some = soak_count(3, 1_000), tables(name)
    began, played = time.perf_counter(), list[Match]()
    while len(played) < wanted and time.perf_counter() - began < PATIENCE:
        played.append(match(name, some[len(played) % len(some)], seed=len(played)))
        progress(f"{name}: {len(played):,} of {wanted:,} matches")
    choices, cut = (sum(counts) for counts in zip(*played, strict=True))
    found = f"all ended, none of {choices:,} choices illegal, {cut:,} cut by time"
    soak_row(f"matches of {name} among bots of all levels", len(played), found, time.perf_counter() - began)
