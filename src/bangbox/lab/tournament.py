"""How strong bots are: one of a level among others of another level, seats rotated, many matches, in several processes."""

import functools
import importlib
import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import msgspec

from bangbox.bots import bot
from bangbox.bots.levels import levels
from bangbox.core.contract import Options
from bangbox.core.errors import BangboxError, OptionError
from bangbox.core.game import game
from bangbox.core.position import Position
from bangbox.core.registry import kind

Player = Callable[[Position, int], int]  # (position, seed) -> action
SURE = 1.96  # standard errors on either side of a 95 % interval
EVEN_ODDS_POINTS = 400.0  # Elo points for odds of ten to one


class Pairing(msgspec.Struct, frozen=True):
    """One player of a kind among others of another kind.

    A player is a level of the game's bots, or `module:function` for any function of a position and a seed.
    """

    game: str
    one: str
    others: str
    players: int
    options: Options = {}

    @property
    def fair(self) -> float:
        """The share of the win that nobody deserves more than another."""
        return 1.0 / self.players


class Played(msgspec.Struct, frozen=True):
    """One match of a pairing."""

    share: float  # of the win, for the one
    points: float  # of the one
    moves: int  # of the one
    seconds: float  # that the one thought
    slowest: float  # of its moves


class Standing(msgspec.Struct, frozen=True):
    """What the matches of a pairing come to."""

    pairing: Pairing
    matches: int
    share: float
    margin: float  # half of the 95 % interval
    points: float
    seconds: float  # a move
    slowest: float

    @property
    def ratio(self) -> float:
        """The share, as a multiple of the fair one."""
        return self.share / self.pairing.fair

    @property
    def lead(self) -> float:
        """How much stronger the one is than the others, in Elo points; at most what so many matches can tell."""
        share = min(max(self.share, 0.5 / self.matches), 1.0 - 0.5 / self.matches)
        odds = share / (1.0 - share) * (self.pairing.players - 1)
        return EVEN_ODDS_POINTS * math.log10(odds)


def ladder(name: str, players: Sequence[int] | None = None, options: Options | None = None) -> list[Pairing]:
    """Each level of a game against the next lower one, for each of these numbers of players (its usual one if None)."""
    of, names = kind(name), levels(name).names
    counts = [of.manifest.players.default] if players is None else players
    steps = list(zip(names[1:], names, strict=False))
    return [Pairing(name, one, others, n, options or {}) for n in counts for one, others in steps]


def numbers_of_players(name: str) -> list[int]:
    """How many can play a game against each other."""
    limits = kind(name).manifest.players
    return list(range(max(2, limits.min), limits.max + 1))


def tournament(
    pairings: Sequence[Pairing], matches: int, seed: int = 1, processes: int = 1, told: Callable[[Pairing], None] | None = None
) -> Iterator[Standing]:
    """The standing of each pairing, as soon as its matches are played; `told` hears of every match."""
    for pairing in pairings:
        _check(pairing)
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        queued = [
            [pool.submit(play, pairing, seed + number, number % pairing.players) for number in range(matches)]
            for pairing in pairings
        ]  # all at once, so that no process waits for the longest match of a pairing
        for pairing, waiting in zip(pairings, queued, strict=True):
            for one in as_completed(waiting):
                one.result()
                if told is not None:
                    told(pairing)
            yield standing(pairing, [one.result() for one in waiting])


def standing(pairing: Pairing, played: Sequence[Played]) -> Standing:
    """What matches come to."""
    shares = [one.share for one in played]
    mean, n = statistics.fmean(shares), len(played)
    spread = statistics.pstdev(shares) if n > 1 else 0.5
    spread = max(spread, math.sqrt(1.0 / (n + 4)) / 2)  # a series without a single loss is not certainty
    moves = max(1, sum(one.moves for one in played))
    return Standing(
        pairing, n, mean, SURE * spread / math.sqrt(n), statistics.fmean(one.points for one in played),
        sum(one.seconds for one in played) / moves, max(one.slowest for one in played),
    )  # fmt: skip


def play(pairing: Pairing, seed: int, seat: int) -> Played:
    """One match, with the one on that seat."""
    pos = game(pairing.game, **{**quick(pairing.game), **pairing.options, "players": pairing.players}).start(seed=seed)
    one, others = player(pairing.game, pairing.one), player(pairing.game, pairing.others)
    moves, spent, slowest = 0, 0.0, 0.0
    while not pos.over:
        if pos.actor != seat:
            pos.play(others(pos, seed + moves))
            continue
        began = time.perf_counter()
        action = one(pos, seed + moves)
        took = time.perf_counter() - began
        moves, spent, slowest = moves + 1, spent + took, max(slowest, took)
        pos.play(action)
    return Played(pos.payoffs[seat], pos.scores[seat], moves, spent, slowest)


@functools.cache
def player(name: str, who: str) -> Player:
    """Whoever plays a game under that name."""
    if ":" in who:
        module, _, function = who.partition(":")
        try:
            found: Player = getattr(importlib.import_module(module), function)
        except (ImportError, AttributeError):
            raise OptionError(f"there is no function {who}") from None
        return found
    playing = bot(name, who)
    return lambda pos, seed: playing.choose(pos, seed=seed)


def quick(name: str) -> Options:
    """Options with which matches take less time: throws from recordings, where there are throws."""
    throws = next((option for option in kind(name).manifest.options if option.name == "throws"), None)
    return {"throws": "cheap"} if throws is not None else {}


def _check(pairing: Pairing) -> None:
    """Refuses a pairing that cannot be played, before any process starts."""
    for who in (pairing.one, pairing.others):
        player(pairing.game, who)
    if pairing.players < 2:
        raise BangboxError("a tournament needs two players or more")
    kind(pairing.game).complete({**pairing.options, "players": pairing.players})
