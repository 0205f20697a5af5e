"""What the rules of a game bring: the functions of its rules.py. All but `Rules` are optional."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from bangbox.core.record import Numbers, Record, Rng


class Rules(Protocol):
    """A game's rules: functions over one record, in integers, compiled by Numba."""

    @property
    def STATE(self) -> np.dtype[np.void]:
        """The layout of the record."""

    @property
    def MAX_CHOICES(self) -> int:
        """The most choices at any node, chance included."""

    @property
    def MAX_PLAYERS(self) -> int:
        """The most seats."""

    @property
    def setup(self) -> Callable[..., None]:
        """setup(s, players, option, …): fills a zeroed record; as many options as the manifest names."""

    def players(self, s: Record) -> int:
        """The number of seats."""

    def actor(self, s: Record) -> int:
        """A seat, CHANCE or OVER."""

    def choices(self, s: Record, out: Numbers) -> int:
        """Writes the actor's choices, or the outcomes of chance; returns how many."""

    def apply(self, s: Record, action: int) -> None:
        """Plays a legal action."""

    def score(self, s: Record, out: Numbers) -> None:
        """Writes the points that players see, by seat."""

    def winners(self, s: Record) -> int:
        """The seats that share the win, as bits."""

    def payoff(self, s: Record, out: NDArray[np.float64]) -> None:
        """Writes what search and lab use, by seat."""


@runtime_checkable
class Weighted(Protocol):
    """Optional: outcomes of chance are not always equally likely."""

    def weights(self, s: Record, out: Numbers) -> None:
        """Writes the weights of the outcomes, in the order of `choices`."""


@runtime_checkable
class Derived(Protocol):
    """Optional: the record holds fields that follow from others."""

    @property
    def DERIVED(self) -> str:
        """The name of the first of them."""

    def derive(self, s: Record) -> None:
        """Works them out."""


@runtime_checkable
class Judging(Protocol):
    """Optional for speed, needed with ranges: an action is judged without listing all."""

    def is_legal(self, s: Record, action: int) -> bool:
        """Whether the actor, or chance, can do it."""


@runtime_checkable
class Picking(Protocol):
    """Optional for speed, needed with ranges and throws: a random choice without listing all."""

    def random_choice(self, s: Record, rng: Rng) -> int:
        """A choice, each as likely as the others; -1: list them this time."""


@runtime_checkable
class Drawing(Protocol):
    """Optional for speed: an outcome of chance without listing all."""

    def random_outcome(self, s: Record, rng: Rng) -> int:
        """An outcome, drawn by its weight."""


@runtime_checkable
class Ranged(Protocol):
    """Optional: a form can stand beside listed choices."""

    def has_ranges(self, s: Record) -> bool:
        """Whether the present decision has one."""


@runtime_checkable
class Checked(Protocol):
    """Optional: facts that hold in every position."""

    def invariant(self, s: Record) -> int:
        """0, or the number of the first broken fact."""


@runtime_checkable
class Secrets(Protocol):
    """Optional: there is something that a seat may not know."""

    def conceal(self, s: Record, seat: int) -> None:
        """Erases what the seat (-1: a spectator) may not know."""

    def conceal_action(self, s: Record, action: int, seat: int) -> int:
        """The action as that seat may see it."""

    def guess(self, s: Record, seat: int, rng: Rng) -> None:
        """Fills a concealed record with a world that fits all the seat has seen."""
