"""What a game brings, as types: the functions of its modules and what they are given. docs/add-a-game.md explains each.

A module need only have the functions of `Rules`, `Notation` and `Views`. Everything else is optional: a game without a terminal
board, physics or ranges leaves the module or the function out, and whoever would use it asks with `isinstance` first.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import msgspec
import numpy as np
from numpy.typing import NDArray

from bangbox.core.forms import Form, Settled
from bangbox.core.messages import About, Message, Points
from bangbox.core.parts import Part
from bangbox.core.record import Numbers, Record, Rng, States

if TYPE_CHECKING:
    from rich.console import RenderableType

Value = bool | int | str  # of an option
Options = dict[str, Value]


# -- rules


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


# -- notation


class Notation(Protocol):
    """Names of actions, and texts of positions."""

    def name(self, s: Record, action: int) -> str:
        """The action's name: ASCII, language-free, unique in its position."""

    def text(self, s: Record) -> str:
        """The whole position in one line."""

    def read(self, s: Record, text: str) -> None:
        """Fills a zeroed record from a text; raises TextError."""

    def options(self, s: Record) -> Options:
        """The options with which this record is played."""


@runtime_checkable
class Tidying(Protocol):
    """Optional: names have other spellings."""

    def tidy(self, s: Record, text: str) -> str:
        """The name that is meant."""


@runtime_checkable
class Spelling(Protocol):
    """Optional: typos are told from what a rule forbids."""

    def spelled(self, s: Record, text: str) -> bool:
        """Whether a text is written as choices are, or names places of the board."""


@runtime_checkable
class Parsing(Protocol):
    """Optional: actions that are not listed have names too."""

    def parse(self, s: Record, text: str) -> int:
        """The action of that name; raises IllegalMove."""


@runtime_checkable
class Forms(Protocol):
    """Optional: decisions over ranges."""

    def forms(self, s: Record) -> list[Form]:
        """The ranges at this node."""

    def pack(self, s: Record, form: str, values: dict[str, int]) -> int:
        """The action of a form with values; raises IllegalMove."""

    def unpack(self, s: Record, action: int) -> tuple[str, dict[str, int]] | None:
        """The form and values of an action; None if it is a listed one."""


@runtime_checkable
class Seating(Protocol):
    """Optional: the number of seats follows from other options."""

    def players(self, options: Options) -> int:
        """How many seats there are with these options."""


@runtime_checkable
class Restricting(Protocol):
    """Optional: some options do not go together."""

    def check(self, options: Options) -> None:
        """Raises OptionError for options that do not."""


# -- what pages and terminals show


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
        """The number of the rule that forbids an attempt; None if it is allowed."""

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


# -- physics


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


# -- learning


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
