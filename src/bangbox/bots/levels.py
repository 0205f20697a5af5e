"""The levels of bots: how much each thinks, and which of them plays which part. The table is levels.toml."""

import functools
from pathlib import Path

import msgspec

from bangbox.core.errors import OptionError
from bangbox.core.registry import kind

COMMON = Path(__file__).with_name("levels.toml")


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One level."""

    name: str
    simulations: int
    seconds: float


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of a game's bots, from weak to strong, and the parts that some of them play."""

    levels: tuple[Level, ...]
    default: str  # whoever chooses no level plays against this one
    stand_in: str  # plays on for a seat that is gone
    hints: str  # is asked for a hint

    def __post_init__(self) -> None:
        for part in (self.default, self.stand_in, self.hints):
            self.named(part)

    @property
    def names(self) -> list[str]:
        """What they are called, from weak to strong."""
        return [level.name for level in self.levels]

    def named(self, name: str) -> Level:
        """The level of that name; raises OptionError."""
        for level in self.levels:
            if level.name == name:
                return level
        raise OptionError(f"no level {name!r}; there are {', '.join(self.names)}")


@functools.cache
def levels(game: str) -> Levels:
    """The levels of a game's bots. So far every game has the same."""
    kind(game)  # raises UnknownGame
    return read_levels(COMMON)


@functools.cache
def read_levels(table: Path) -> Levels:
    """A table of levels."""
    return msgspec.toml.decode(table.read_bytes(), type=Levels)
