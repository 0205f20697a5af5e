"""What the notation of a game brings: names of actions, texts of positions, and options. All but `Notation` are optional."""

from typing import Protocol, runtime_checkable

from bangbox.core.forms import Form
from bangbox.core.record import Record

Value = bool | int | str  # of an option
Options = dict[str, Value]


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
