"""What a game with real throws brings: an optional module whose physics lets them come to rest."""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from bangbox.core.contract.showing import Seen
from bangbox.core.forms import Settled


class Settle(Protocol):
    """Optional module: throws that come to rest by physics."""

    @property
    def TREMOR(self) -> int:
        """In how many ways a hand trembles."""

    def is_real(self, pos: Seen) -> bool:
        """Whether physics settles throws in this match, rather than the rules."""

    def settle(self, pos: Seen, tremor: int) -> Settled:
        """What becomes of the throw in the air."""


@runtime_checkable
class Foreseeing(Protocol):
    """Optional, in a `Settle`: what a view foresees of a throw can be foreseen better by physics, in a second or so."""

    def is_rough(self, pos: Seen) -> bool:
        """Whether that is worth while for the throw in the air."""

    def foresee(self, pos: Seen, stop: Callable[[], bool]) -> Any:
        """The view with what physics makes of many such throws; fewer once `stop` says so."""


@runtime_checkable
class Agreeing(Protocol):
    """Optional, in a `Settle`: another machine may come to a slightly different rest."""

    def agrees(self, action: int, other: int) -> bool:
        """Whether two outcomes are the same within the tolerance."""
