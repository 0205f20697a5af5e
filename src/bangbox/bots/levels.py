"""The levels of bots: how much each thinks and overlooks, and which of them plays which part.

A game has its own table in `bot/levels.toml`; the others share the one beside this file.
"""

import functools
from pathlib import Path

import msgspec

from bangbox.core.errors import OptionError
from bangbox.core.registry import kind

COMMON = Path(__file__).with_name("levels.toml")


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One level."""

    name: str
    about: dict[str, str]  # what people read of it, by language
    simulations: int  # 0: any choice, at random
    seconds: float  # a cap for safety; work is counted in simulations, so that a busy machine plays as well
    pace: float = 0.5  # seconds that a table waits for its answer, so that it does not tell by its haste what it holds
    notices: int = 0  # choices among which it looks for the best; 0: all
    temperature: float = 0.0  # how much less payoff it takes for about as good
    trees: int = 1  # that it searches side by side, each on a core of its own
    rating: int | None = None  # Elo points above the weakest that is offered, measured by `bangbox tournament --rate`
    offered: bool = True  # to people who look for an opponent
    settings: dict[str, float] = {}  # what the game's own bot makes of it


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of a game's bots, from weak to strong, and the parts that some of them play."""

    levels: tuple[Level, ...]
    default: str  # whoever chooses no level plays against this one
    stand_in: str  # plays on for a seat that is gone
    hints: str  # is asked for a hint
    reviews: str = ""  # looks back on matches; empty: the same as gives hints
    explore: float = 1.0  # how much search follows what looks good against what has proved good
    urgency: float = 0.1  # by how much a choice that was never tried counts as worse than its position

    def __post_init__(self) -> None:
        for part in (self.default, self.stand_in, self.hints, self.reviews or self.hints):
            self.named(part)

    @property
    def names(self) -> list[str]:
        """What they are called, from weak to strong."""
        return [level.name for level in self.levels]

    @property
    def offered(self) -> list[Level]:
        """Those that people choose from."""
        return [level for level in self.levels if level.offered]

    def named(self, name: str) -> Level:
        """The level of that name; raises OptionError."""
        for level in self.levels:
            if level.name == name:
                return level
        raise OptionError(f"no level {name!r}; there are {', '.join(self.names)}")


@functools.cache
def levels(game: str) -> Levels:
    """The levels of a game's bots."""
    own = kind(game).folder / "bot" / "levels.toml"
    return read_levels(own if own.exists() else COMMON)


@functools.cache
def read_levels(table: Path) -> Levels:
    """A table of levels."""
    return msgspec.toml.decode(table.read_bytes(), type=Levels)
