"""What a game's bots bring, as types: an optional package `bot`, each function of it optional too. Search takes what is there.

Beside it: `why.py`, which explains choices, and `bot/learning.py`, which makes anew what bots have learned.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from bangbox.core.contract.notation import Options
from bangbox.core.contract.showing import Seen
from bangbox.core.messages import Message
from bangbox.core.record import Numbers, Record, Rng

Memory = tuple[NDArray[np.generic], ...]


@runtime_checkable
class Remembering(Protocol):
    """Optional: weights, and arrays to compute in."""

    def memory(self) -> Memory:
        """What every compiled function below gets as `m`, made once for each search."""


@runtime_checkable
class Valuing(Protocol):
    """Optional: how a position stands, instead of random play to its end."""

    def value(self, s: Record, m: Memory, out: NDArray[np.float64]) -> None:
        """Writes the payoff that each seat may expect, where a seat is to act."""


@runtime_checkable
class Preferring(Protocol):
    """Optional: which choices look good before anything is searched."""

    def priors(self, s: Record, m: Memory, actions: Numbers, n: int, out: NDArray[np.float64]) -> None:
        """Writes how likely each of n choices is to be the best; they add up to 1."""


@runtime_checkable
class Pruning(Protocol):
    """Optional: choices that no sensible player takes."""

    def prune(self, s: Record, m: Memory, actions: Numbers, n: int) -> int:
        """Keeps those of n choices that are worth a look, in their order; returns how many, at least one."""


@runtime_checkable
class Proposing(Protocol):
    """Optional: choices over ranges that make sense."""

    def propose(self, s: Record, m: Memory, rng: Rng) -> int:
        """A choice worth a look, another one at each call."""


@runtime_checkable
class Following(Protocol):
    """Optional: how play-outs go on, instead of at random."""

    def follow(self, s: Record, m: Memory, actions: Numbers, n: int, rng: Rng) -> int:
        """One of n choices."""


class Candidate(NamedTuple):
    """A choice that a bot has looked at."""

    action: int
    visits: int  # how closely it looked
    value: float  # the payoff that it expects


@runtime_checkable
class Deciding(Protocol):
    """Optional: an own way to decide, where the game has a better one than search."""

    def decide(self, seen: Seen, settings: dict[str, float], rng: Rng, stop: Callable[[], bool]) -> Sequence[Candidate] | None:
        """All choices worth naming, best first; None: search. Gives up early once `stop()` is true.

        `seen` is the position as the seat to act sees it; `settings` are the level's own of this game.
        """


class Solution(NamedTuple):
    """What a solver of puzzles has found."""

    actions: list[int]  # none: it is best to stop at once
    score: int
    looked: int  # at so many positions


@runtime_checkable
class Solving(Protocol):
    """Optional: puzzles for one that a bot can solve."""

    def solve(
        self, seen: Seen, rng: Rng, stop: Callable[[], bool], *, report: Callable[[int, int], None] | None = None
    ) -> Solution:
        """The best line that it finds from here; `report(score, tries)` is told how far it is. Ends once `stop()` is true."""

    def stars(self, seen: Seen, par: int) -> list[int]:
        """The scores that earn one, two and three stars, where `par` is the best that is known."""


# -- what a coach says


class Tried(Seen, Protocol):
    """A position on which choices are tried."""

    def then(self, action: int) -> "Tried":
        """What an action leads to, before chance."""


class Compared(NamedTuple):
    """A choice beside another one, at a position as the seat to act sees it."""

    seen: Tried
    action: int
    other: int | None  # the next best, or what was played instead; None: nothing else was looked at

    @property
    def after(self) -> Tried:
        """What the choice leads to, before chance."""
        return self.seen.then(self.action)

    @property
    def instead(self) -> Tried | None:
        """What the other one leads to."""
        return None if self.other is None else self.seen.then(self.other)


class Explaining(Protocol):
    """Optional module: why a choice is a good one, in the words of the game."""

    def why(self, compared: Compared) -> Sequence[Message]:
        """Short sentences, the weightiest first: what it gains, what it prevents, what happens otherwise; or none."""


# -- learning: an optional module `bot/learning.py`, which makes anew what bots have learned


class Teacher(Protocol):
    """What the lab lends to a bot that learns. Shares and features are by slot: a seat, or what else can keep it from winning."""

    def fitted(self, features: NDArray[np.float64], shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """The weights with which features [match, slot, feature] foretell shares of the win [match, slot] best."""

    def surprise(self, features: NDArray[np.float64], shares: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
        """How badly weights foretell them: the mean of -log(chance)."""

    def played(
        self, options: Options, memory: Memory, matches: int, seed: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Features and shares of positions out of matches of the bot against itself; needs `Observing` and `Preferring`."""

    def foretelling(
        self, tables: Sequence[Options], matches: int, simulations: int, start: Path, report: Callable[[str], None]
    ) -> dict[str, NDArray[np.generic]]:
        """The layers, by name, of a network that foretells how matches end: goes on from those in a file with so many matches of
        the bot against itself at each table; needs `Foretelling`."""


class Learning(Protocol):
    """The module."""

    @property
    def TABLES(self) -> Path:
        """The file with what was learned."""

    def learn(self, teacher: Teacher, report: Callable[[str], None]) -> dict[str, NDArray[np.generic]]:
        """The tables for that file, by name."""


@runtime_checkable
class Observing(Protocol):
    """Optional, in a `Learning`: it learns from matches against itself."""

    @property
    def SHAPE(self) -> tuple[int, int]:
        """How many slots and features."""

    def features(self, s: Record, m: Memory, out: NDArray[np.float64], row: int) -> None:
        """Writes out[row, slot, feature]; compiled like rules."""


@runtime_checkable
class Foretelling(Protocol):
    """Optional: what a network sees of each seat when it foretells how a match ends."""

    @property
    def FEATURES(self) -> int:
        """How many numbers of a seat."""

    @property
    def ROOM(self) -> int:
        """Of a row of f, which may be longer than there are features."""

    def moment(self, s: Record) -> int:
        """A number that changes whenever features are to be taken."""

    def features(self, s: Record, f: NDArray[np.float64]) -> None:
        """Fills f[seat] for every seat; compiled like rules."""
