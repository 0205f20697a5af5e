"""Who plays whom: one player of a kind among others of another kind, with seats rotated over the same seeds."""

import itertools
from collections.abc import Iterator, Sequence

import msgspec

from bangbox.bots.levels import levels
from bangbox.core.contract import Options
from bangbox.core.errors import OptionError
from bangbox.core.registry import kind


class Pairing(msgspec.Struct, frozen=True):
    """One player among others of another kind. What a player can be called is said in `entrants.py`."""

    game: str
    one: str
    others: str
    players: int
    options: Options = {}

    @property
    def fair(self) -> float:
        """The share of the win that nobody deserves more than another."""
        return 1.0 / self.players


class Fixture(msgspec.Struct, frozen=True):
    """One match of a tournament, with all that whoever plays it needs to know."""

    about: Pairing
    seed: int
    seat: int  # of the one
    number: int = 0  # in the tournament
    pairing: int = 0  # the number of its pairing
    sources: dict[str, str] = {}  # the texts of players that are files
    record: bool = False  # whether the match record is wanted


def fixtures(
    pairings: Sequence[Pairing], games: int, seed: int, sources: dict[str, str] | None = None, record: bool = False
) -> Iterator[Fixture]:
    """All matches: each seed is played with the one on every seat in turn, so that nobody owes a win to the dice.

    The pairings go on side by side, so that what is known after half of the time is known of all of them.
    """
    for game, (index, pairing) in itertools.product(range(games), enumerate(pairings)):
        number = game * len(pairings) + index
        again, seat = divmod(game, pairing.players)
        yield Fixture(pairing, seed + again, seat, number, index, sources or {}, record)


def ladder(name: str, players: Sequence[int] | None = None, options: Options | None = None) -> list[Pairing]:
    """Each level of a game against the next lower one, for each of these numbers of players (its usual one if None)."""
    names = levels(name).names
    steps = list(zip(names[1:], names, strict=False))
    return [Pairing(name, one, others, n, options or {}) for n in players or [usual_players(name)] for one, others in steps]


def round_robin(
    name: str, bots: Sequence[str], players: Sequence[int] | None = None, options: Options | None = None
) -> list[Pairing]:
    """Everybody against everybody; with more than two seats, each of a pair alone among the other kind."""
    _check_names(bots)
    return [
        Pairing(name, one, others, n, options or {})
        for n in players or [usual_players(name)]
        for one, others in (itertools.combinations(bots, 2) if n == 2 else itertools.permutations(bots, 2))
    ]


def gauntlet(
    name: str, bots: Sequence[str], players: Sequence[int] | None = None, options: Options | None = None
) -> list[Pairing]:
    """The first of them against each of the others."""
    _check_names(bots)
    return [Pairing(name, bots[0], others, n, options or {}) for n in players or [usual_players(name)] for others in bots[1:]]


def _check_names(bots: Sequence[str]) -> None:
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise OptionError(f"a tournament needs two bots or more, each named once, not {', '.join(bots) or 'none'}")


def usual_players(name: str) -> int:
    """How many play a game against each other, if nothing else is said."""
    return max(2, kind(name).manifest.players.default)


def numbers_of_players(name: str) -> list[int]:
    """How many can play a game against each other."""
    limits = kind(name).manifest.players
    return list(range(max(2, limits.min), limits.max + 1))


def quick(name: str) -> Options:
    """Options with which matches take less time: throws from recordings, where there are throws."""
    throws = next((option for option in kind(name).manifest.options if option.name == "throws"), None)
    return {"throws": "cheap"} if throws is not None else {}
