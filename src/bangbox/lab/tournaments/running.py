"""Plays a tournament, on any executor: this process, several here, or a cluster. The results are the same."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path

import msgspec

from bangbox.lab.executors import spread
from bangbox.lab.tournaments.entrants import sources
from bangbox.lab.tournaments.keeping import Results, head
from bangbox.lab.tournaments.pairings import Pairing, fixtures
from bangbox.lab.tournaments.playing import Played, check, play
from bangbox.lab.tournaments.rating import Rating, ratings
from bangbox.lab.tournaments.standings import Standing, standings

Told = Callable[[int, int, Pairing], None]  # (matches played, of how many, which pairing)


class Tournament(msgspec.Struct, frozen=True):
    """What a tournament comes to."""

    standings: list[Standing]
    ratings: dict[str, list[Rating]]  # by game
    played: list[Played]


def tournament(
    pairings: Sequence[Pairing],
    games: int,
    seed: int = 1,
    executor: Executor | None = None,
    file: Path | None = None,
    records: Path | None = None,
    told: Told | None = None,
) -> Tournament:
    """So many games of each pairing. Whatever `file` holds of it already is not played again; `told` hears of every match.

    Without an executor they are played here, one after another. With `records` every match record is written into that folder.
    """
    texts = sources(who for pairing in pairings for who in (pairing.one, pairing.others))
    for pairing in pairings:
        check(pairing, texts)
    with Results(head(pairings, seed, texts), file, records) as results:
        wanted = list(fixtures(pairings, games, seed, texts, records is not None))
        missing = [fixture for fixture in wanted if not results.has(fixture.number)]
        done = len(wanted) - len(missing)
        for one in spread(play, missing, executor):
            results.add(one)
            done += 1
            if told is not None:
                told(done, len(wanted), pairings[one.pairing])
        played = [results.played[fixture.number] for fixture in wanted]
    table = standings(pairings, played)
    return Tournament(table, {name: ratings(table, name) for name in dict.fromkeys(one.game for one in pairings)}, played)
