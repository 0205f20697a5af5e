"""What pages and terminals show of a game, and what they are given for it. All but `Views` are optional."""

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import msgspec

from bangbox.core.forms import Form
from bangbox.core.messages import About, Message, Points
from bangbox.core.record import Record, States

if TYPE_CHECKING:
    from rich.console import RenderableType


class Seen(Protocol):
    """A position as views, terminals and physics are given it, concealed for `seat`: a `Position` seen from a game."""

    @property
    def s(self) -> Record: ...
    def states(self, n: int = 1) -> States: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def actor(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def players(self) -> int: ...
    @property
    def scores(self) -> list[int]: ...
    @property
    def winners(self) -> list[int]: ...
    @property
    def payoffs(self) -> list[float]: ...
    def choices(self) -> list[int]: ...
    def ranges(self) -> list[Form]: ...
    def pack(self, form: str, /, **values: int) -> int: ...
    def is_legal(self, action: int) -> bool: ...
    def after(self, action: int) -> Record: ...
    def name(self, action: int) -> str: ...
    def about(self, action: int) -> About: ...
    def tally(self) -> list[Points]: ...
    def prompt(self) -> Message: ...


class Views(Protocol):
    """What a page needs to know of the rules. No function tells more than the seat of its position may know."""

    @property
    def View(self) -> type[msgspec.Struct]:
        """What `view` gives, for the page's types."""

    def view(self, pos: Seen) -> msgspec.Struct:
        """Everything a board draws."""

    def about(self, pos: Seen, action: int) -> About:
        """What an action touches and causes."""

    def label(self, pos: Seen, action: int) -> Message:
        """What a person reads for an action."""

    def why_not(self, pos: Seen, attempt: str) -> str | None:
        """The rule that forbids an attempt: `R9`, or `R9.2` if its second sentence says so; None if it is allowed."""

    def tally(self, pos: Seen) -> Sequence[Points]:
        """Points by seat and reason, at any time."""

    def topic(self, pos: Seen) -> str:
        """The number of the rule in force now."""

    def prompt(self, pos: Seen) -> Message:
        """What the actor is asked."""


@runtime_checkable
class Grounded(Protocol):
    """Optional for speed: what is said of an action rests on little of the position, so that it can be remembered."""

    def grounds(self, pos: Seen, actions: Sequence[int]) -> Sequence[Hashable]:
        """For each action, all of the position on which its name, label and about rest."""


class Terminal(Protocol):
    """Optional module: a board for the terminal."""

    def draw(self, pos: Seen, names: list[str] | None = None, language: str = "en") -> "RenderableType":
        """Anything that rich can print."""


@runtime_checkable
class Counting(Protocol):
    """Optional, in a `Terminal`: names that have numbers of seats in them, which people count from 1."""

    def spoken(self, pos: Seen, name: str) -> str:
        """A name as people read it."""

    def heard(self, pos: Seen, words: str) -> str:
        """What people type, as names have it."""


@runtime_checkable
class Overviewing(Protocol):
    """Optional, in a `Terminal`: choices that are too many to be listed by their names."""

    def overview(self, pos: Seen, names: list[str], language: str) -> "RenderableType | None":
        """What they come to; None: list them."""


@runtime_checkable
class Telling(Protocol):
    """Optional, in a `Terminal`: what an action brings about that neither its label nor the next question says."""

    def happened(self, before: Seen, after: Seen) -> list[Message]:
        """What to tell, between two positions."""


class Picturing(Protocol):
    """Optional module: a drawing of the board."""

    def picture(self, view: Any, names: list[str], language: str) -> str:
        """An SVG of what `view` gave, made with `core.pictures.drawing`; `names` are the players' names by seat, if known."""
