"""One match of a tournament: the same wherever it is played."""

import hashlib
import time

import msgspec

from bangbox.core.dice import rng_state
from bangbox.core.errors import BangboxError
from bangbox.core.game import game
from bangbox.core.matches.match import record_of
from bangbox.core.registry import kind
from bangbox.lab.tournaments.entrants import player
from bangbox.lab.tournaments.pairings import Fixture, Pairing, quick

SEED_BITS = 53  # of what bots draw from: a number that every language can read
NO_TIME = "-"  # in records: the same match gives the same record whenever it is played


class Played(msgspec.Struct, frozen=True):
    """What came of one match. All but its times is the same whenever and wherever it is played."""

    number: int  # in the tournament
    pairing: int  # its number
    seat: int  # of the one
    seed: int
    share: float  # of the win, for the one
    rest: float  # for the others together; neither wins anything if nobody does
    points: list[int]  # by seat
    moves: int  # of the one
    digest: str  # of every choice, and how it ended
    seconds: float = 0.0  # that the one thought
    slowest: float = 0.0  # of its moves
    record: str = ""  # the match record, if it was wanted

    def without_times(self) -> "Played":
        """What must be the same."""
        return msgspec.structs.replace(self, seconds=0.0, slowest=0.0)


def play(fixture: Fixture) -> Played:
    """Plays a match."""
    about, seat, seed = fixture.about, fixture.seat, fixture.seed
    pos = game(about.game, **{**quick(about.game), **about.options, "players": about.players}).start(seed=seed)
    one, others = (player(about.game, who, fixture.sources.get(who)) for who in (about.one, about.others))
    moves, spent, slowest, chosen = 0, 0.0, 0.0, hashlib.sha256()
    for turn in range(1 << 30):
        if pos.over:
            break
        own = rng_state((seed, turn)) >> 64 - SEED_BITS
        if pos.actor == seat:
            began = time.perf_counter()
            action = one(pos, own)
            took = time.perf_counter() - began
            moves, spent, slowest = moves + 1, spent + took, max(slowest, took)
        else:
            action = others(pos, own)
        chosen.update(b"%d," % action)
        pos.play(action)
    chosen.update(pos.key)
    share, text = pos.payoffs[seat], ""
    if fixture.record:
        seats = [about.one if number == seat else about.others for number in range(about.players)]
        record = record_of(pos, seats)
        for event in record.events:
            event.time = NO_TIME
        text = record.write()
    return Played(
        fixture.number, fixture.pairing, seat, seed, share, sum(pos.payoffs) - share, pos.scores, moves,
        chosen.hexdigest()[:16], spent, slowest, text,
    )  # fmt: skip


def check(pairing: Pairing, sources: dict[str, str]) -> None:
    """Refuses a pairing that cannot be played, before anything starts."""
    if pairing.players < 2:
        raise BangboxError("a tournament needs two players or more")
    kind(pairing.game).complete({**pairing.options, "players": pairing.players})
    for who in (pairing.one, pairing.others):
        player(pairing.game, who, sources.get(who))
