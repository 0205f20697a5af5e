"""What a game brings for learners: optional modules that observe positions, number actions and measure rates."""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from bangbox.core.parts import Part
from bangbox.core.record import Record


class Observing(Protocol):
    """Optional module: what a learner is given of a position, and its actions numbered from 0."""

    @property
    def OBSERVATION(self) -> Sequence[Part]:
        """What `observe` writes, part after part."""

    @property
    def NUMBERS(self) -> Sequence[Part]:
        """How actions are numbered, part after part; last those that only some options allow."""

    def observe(self, s: Record, seat: int, out: NDArray[np.float32]) -> None:
        """Writes what a seat observes, each number from 0 to 1, into zeros. The record is concealed for that seat."""

    def actions(self, s: Record) -> int:
        """How many numbers actions have with the options of this record."""

    def number(self, s: Record, action: int) -> int:
        """The number of a listed choice of a seat."""

    def action(self, s: Record, number: int) -> int:
        """The action of that number; -1 if none can have it here."""


@runtime_checkable
class Ranging(Protocol):
    """Optional, in an `Observing`: the forms of a game's decisions over ranges."""

    @property
    def FORMS(self) -> Mapping[str, int]:
        """Their names, in an order that stays, and how many fields each has."""


@runtime_checkable
class Duelling(Protocol):
    """Optional, in an `Observing`: what one of two players wins the other one loses."""

    def is_duel(self, s: Record) -> bool:
        """Whether the payoffs of this game always add up to 1."""


class Measuring(Protocol):
    """Optional module: rates of a game's own that `bangbox bench` reports."""

    def rates(self, seconds: float) -> dict[str, float]:
        """Named figures, each measured for about so many seconds."""
