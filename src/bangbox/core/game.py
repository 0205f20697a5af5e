"""A game with its options chosen: the way in for everybody who plays, searches or simulates."""

import functools
import re
from typing import Any

from bangbox.core.dice import Dice, Seed, SeededDice
from bangbox.core.engine import Engine, engine, show_progress
from bangbox.core.errors import OptionError, TextError
from bangbox.core.position import Position
from bangbox.core.record import copied, record
from bangbox.core.registry import Kind, Value, kind

SEEDED: Any = object()


class Game:
    """A game and its options. `game("brains", players=3)` makes one."""

    def __init__(self, kind: Kind, options: dict[str, Value]) -> None:
        self.kind = kind
        self.options = _complete(kind, options)
        self.engine: Engine = engine(kind)

    @property
    def id(self) -> str:
        """Its short name, as in `bangbox rules brains`."""
        return self.kind.id

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.kind.manifest.title

    @property
    def version(self) -> str:
        """Which rules and data: a number and a hash of the data."""
        return self.kind.version

    @property
    def players(self) -> int:
        """How many seats there are with these options."""
        return int(self.engine.players(self._first_state, 0))

    @functools.cached_property
    def _first_state(self) -> Any:
        self.engine.prepare(show_progress(self.title))
        states = self.engine.states(1)
        codes = [option.code(self.options[option.name]) for option in self.kind.manifest.options]
        self.engine.setup(states, 0, (self.options["players"], *codes))
        return states

    def start(self, seed: Seed | None = None, dice: Dice | None = SEEDED) -> Position:
        """A new game. Chance is played by dice from `seed` (a fresh one if None); with dice=None it is left to the caller."""
        if dice is SEEDED:
            dice = SeededDice(seed)
        elif seed is not None:
            raise OptionError("give a seed or dice, not both")
        return Position(self, copied(self._first_state), dice)

    def position(self, text: str) -> Position:
        """The position that a text describes (see `Position.text`). The options are those of the text."""
        states = self.engine.states(1)
        s = record(states)
        try:
            self.kind.notation.read(s, text)
        except (ValueError, IndexError, KeyError, OverflowError) as error:
            if isinstance(error, TextError):
                raise
            raise TextError(f"not a position of {self.title}: {error}") from None
        if hasattr(self.kind.rules, "derive"):
            self.engine.derive(states, 0)
        return Position(Game(self.kind, self.kind.notation.options(s)), states, None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.kind, self.options) == (other.kind, other.options)

    def __hash__(self) -> int:
        return hash((self.kind.id, tuple(self.options.items())))

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items() if value != _default(self.kind, name))
        return f"game({self.id!r}{chosen})"

    def __reduce__(self) -> Any:
        return _remake, (self.id, self.options)


def game(name: str, **options: Value) -> Game:
    """The game of that name with these options, e.g. `game("bigxbang", short=True)`."""
    return Game(kind(name), options)


def _remake(name: str, options: dict[str, Value]) -> Game:
    return game(name, **options)


def _default(kind: Kind, name: str) -> Value:
    if name == "players":
        return kind.manifest.players.default
    return next(option.default for option in kind.manifest.options if option.name == name)


def _complete(kind: Kind, options: dict[str, Value]) -> dict[str, Value]:
    """All options with their values, checked."""
    known = {option.name: option for option in kind.manifest.options}
    for name in options:
        if name != "players" and name not in known:
            raise OptionError(f"{kind.manifest.title} has no option {name!r}; it has {', '.join(['players', *known])}")
    complete: dict[str, Value] = {name: options.get(name, option.default) for name, option in known.items()}
    limits = kind.manifest.players
    if hasattr(kind.notation, "players"):
        complete = {"players": kind.notation.players(complete), **complete}
        if options.get("players", complete["players"]) != complete["players"]:
            raise OptionError(f"with these options {kind.manifest.title} has {complete['players']} seat(s)")
    else:
        complete = {"players": options.get("players", limits.default), **complete}
    seats = complete["players"]
    if isinstance(seats, bool) or not isinstance(seats, int) or not limits.min <= seats <= limits.max:
        raise OptionError(f"{kind.manifest.title} is for {limits.min} to {limits.max} players, not {seats!r}")
    for name, option in known.items():
        option.code(complete[name])
    first = complete.get("first")
    if isinstance(first, int) and not isinstance(first, bool) and first >= seats:
        raise OptionError(f"first is seat {first}, but the seats are 0 to {seats - 1}")
    if hasattr(kind.notation, "check"):
        kind.notation.check(complete)
    return complete


def read_options(name: str, words: list[str]) -> dict[str, Value]:
    """Options as typed on a command line: `short` or `players=3`."""
    manifest = kind(name).manifest
    known = {option.name: option for option in manifest.options}
    options: dict[str, Value] = {}
    for word in words:
        key, _, text = word.partition("=")
        if key == "players":
            options[key] = int(text) if re.fullmatch("[0-9]{1,9}", text) else text
        elif key in known:
            options[key] = known[key].read(text or "true")
        else:
            raise OptionError(f"{manifest.title} has no option {word!r}; it has {', '.join(['players', *known])}")
    return options
