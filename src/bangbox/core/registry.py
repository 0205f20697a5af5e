"""Finds games by folder: a folder with a game.toml is a game, in bangbox/games or in any folder added."""

import functools
import hashlib
import importlib
import importlib.util
import os
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import cast

import msgspec

from bangbox.core.contract import (
    Forms,
    Grounded,
    Measuring,
    Notation,
    Observing,
    Options,
    Picturing,
    Restricting,
    Rules,
    Seating,
    Secrets,
    Settle,
    Terminal,
    Value,
    Views,
)  # fmt: skip
from bangbox.core.contract.minds import Explaining
from bangbox.core.errors import BangboxError, OptionError, UnknownGame

GAMES = Path(__file__).parents[1] / "games"
_added: list[Path] = []


class Option(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One option of a game: a switch, a number in a range, or one of several values."""

    name: str
    default: Value
    low: int | None = None
    high: int | None = None
    values: tuple[int | str, ...] | None = None

    def allowed(self) -> str:
        """The values it takes, for people."""
        if self.values is not None:
            return "one of " + ", ".join(map(str, self.values))
        return "true or false" if isinstance(self.default, bool) else f"a number from {self.low} to {self.high}"

    def code(self, value: Value) -> int:
        """The integer that rules get for `value`; raises OptionError if it cannot have it."""
        if self.values is not None:
            for place, allowed in enumerate(self.values):
                if value == allowed and isinstance(value, bool) == isinstance(allowed, bool):
                    return place
        elif isinstance(self.default, bool):
            if isinstance(value, bool):
                return int(value)
        elif isinstance(value, int) and not isinstance(value, bool) and (self.low or 0) <= value <= (self.high or 0):
            return value
        raise OptionError(f"option {self.name} takes {self.allowed()}, not {value!r}")

    def read(self, text: str) -> Value:
        """The value a person typed, as on a command line."""
        for value in self.values or (True, False):
            if text.lower() == str(value).lower():
                return value
        if self.values is None and not isinstance(self.default, bool) and re.fullmatch("-?[0-9]{1,9}", text):
            return int(text)
        raise OptionError(f"option {self.name} takes {self.allowed()}, not {text!r}")


class Players(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How many can play."""

    min: int
    max: int
    default: int


class Manifest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A game.toml."""

    title: str
    version: int
    rule_letter: str
    players: Players
    blurb: str = ""
    designer: str = ""
    publisher: str = ""
    year: int | None = None
    options: tuple[Option, ...] = ()


class Kind:
    """A game as such, before options: its folder, its manifest, its modules (loaded when first asked for)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.id = folder.name
        try:
            self.manifest = msgspec.toml.decode((folder / "game.toml").read_bytes(), type=Manifest)
        except msgspec.MsgspecError as error:
            raise BangboxError(f"{folder.name}/game.toml: {error}") from None

    @functools.cached_property
    def version(self) -> str:
        """The number in game.toml and a short hash of the game's data files."""
        digest = hashlib.sha256()
        for data in sorted(self.folder.glob("*.toml")):
            if data.name != "game.toml" and not data.name.startswith("messages."):
                digest.update(data.name.encode() + b"\0" + data.read_bytes())
        return f"{self.manifest.version}-{digest.hexdigest()[:8]}"

    def complete(self, options: Options) -> Options:
        """All options with their values, checked; raises OptionError."""
        known = {option.name: option for option in self.manifest.options}
        title = self.manifest.title
        for name in options:
            if name != "players" and name not in known:
                raise OptionError(f"{title} has no option {name!r}; it has {', '.join(['players', *known])}")
        complete: Options = {name: options.get(name, option.default) for name, option in known.items()}
        complete = {"players": self._seats(options, complete), **complete}
        for name, option in known.items():
            option.code(complete[name])
        first, seats = complete.get("first"), int(complete["players"])
        if isinstance(first, int) and not isinstance(first, bool) and first >= seats:
            raise OptionError(f"first is seat {first}, but the seats are 0 to {seats - 1}")
        if isinstance(self.notation, Restricting):
            self.notation.check(complete)
        return complete

    def _seats(self, options: Options, complete: Options) -> int:
        """How many seats there are: as asked for, unless the other options say so."""
        title, limits = self.manifest.title, self.manifest.players
        seats = options.get("players", limits.default)
        if isinstance(self.notation, Seating):
            seats = self.notation.players(complete)
            if options.get("players", seats) != seats:
                raise OptionError(f"with these options {title} has {seats} seat(s)")
        if isinstance(seats, bool) or not isinstance(seats, int) or not limits.min <= seats <= limits.max:
            raise OptionError(f"{title} is for {limits.min} to {limits.max} players, not {seats!r}")
        return seats

    def default(self, name: str) -> Value:
        """The value of an option that was not chosen."""
        if name == "players":
            return self.manifest.players.default
        return next(option.default for option in self.manifest.options if option.name == name)

    @property
    def package(self) -> str:
        """The name under which its modules are imported."""
        return f"bangbox.games.{self.id}" if self.folder.parent == GAMES else f"bangbox_games_{self.id}"

    def module(self, name: str) -> ModuleType:
        """One of the game's modules: rules, notation, views, …"""
        if self.package not in sys.modules and self.folder.parent != GAMES:
            spec = importlib.util.spec_from_file_location(
                self.package, self.folder / "__init__.py", submodule_search_locations=[str(self.folder)]
            )
            assert spec and spec.loader
            sys.modules[self.package] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(sys.modules[self.package])
        return importlib.import_module(f"{self.package}.{name}")

    def has(self, name: str) -> bool:
        """Whether the game has that module (or package)."""
        return (self.folder / f"{name}.py").exists() or (self.folder / name / "__init__.py").exists()

    @functools.cached_property
    def rules(self) -> Rules:
        """Its rules."""
        return cast(Rules, self.module("rules"))

    @functools.cached_property
    def notation(self) -> Notation:
        """Names and texts."""
        return cast(Notation, self.module("notation"))

    @functools.cached_property
    def forms(self) -> Forms | None:
        """Decisions over ranges, or None if there are none."""
        return self.notation if isinstance(self.notation, Forms) else None

    @functools.cached_property
    def views(self) -> Views:
        """What pages and terminals show."""
        return cast(Views, self.module("views"))

    @functools.cached_property
    def grounded(self) -> Grounded | None:
        """The views, if they say on what the name, label and about of an action rest."""
        return self.views if isinstance(self.views, Grounded) else None

    @functools.cached_property
    def terminal(self) -> Terminal | None:
        """Its board for the terminal, or None."""
        return cast(Terminal, self.module("terminal")) if self.has("terminal") else None

    @functools.cached_property
    def picture(self) -> Picturing | None:
        """Its drawing of the board, or None."""
        return cast(Picturing, self.module("picture")) if self.has("picture") else None

    @functools.cached_property
    def settle(self) -> Settle | None:
        """Its physics, or None for a game without throws."""
        return cast(Settle, self.module("settle")) if self.has("settle") else None

    @functools.cached_property
    def observing(self) -> Observing | None:
        """What learners are given of it, or None."""
        return cast(Observing, self.module("observing")) if self.has("observing") else None

    @functools.cached_property
    def bench(self) -> Measuring | None:
        """Rates of its own that a benchmark reports, or None."""
        return cast(Measuring, self.module("bench")) if self.has("bench") else None

    @functools.cached_property
    def why(self) -> Explaining | None:
        """Why a choice is a good one, in its own words, or None."""
        return cast(Explaining, self.module("why")) if self.has("why") else None

    @functools.cached_property
    def bot(self) -> ModuleType | None:
        """What only its bots know of it (see `minds`), or None."""
        return self.module("bot") if self.has("bot") else None

    @functools.cached_property
    def secret(self) -> bool:
        """Whether there is anything a seat may not know."""
        return isinstance(self.rules, Secrets)


def add_folder(folder: Path | str) -> None:
    """Adds a folder of games (each a subfolder with a game.toml)."""
    path = Path(folder).resolve()
    if not path.is_dir():
        raise BangboxError(f"no folder of games at {folder}")
    if path not in _added:
        _added.append(path)


def _folders() -> list[Path]:
    named = os.environ.get("BANGBOX_GAMES", "")
    return [GAMES, *_added, *(Path(part).resolve() for part in named.split(os.pathsep) if part)]


def games() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted({path.parent.name for folder in _folders() for path in folder.glob("*/game.toml")})


@functools.cache
def _kind(folder: Path) -> Kind:
    return Kind(folder)


def kind(name: str) -> Kind:
    """The game of that name."""
    for folder in _folders():
        if name.isidentifier() and (folder / name / "game.toml").exists():
            return _kind(folder / name)
    raise UnknownGame(f"no game {name!r}; there are {', '.join(games())}")


def read_options(name: str, words: list[str]) -> Options:
    """Options as typed on a command line: `short` or `players=3`."""
    manifest = kind(name).manifest
    known = {option.name: option for option in manifest.options}
    options: Options = {}
    for word in words:
        key, _, text = word.partition("=")
        if key == "players":
            options[key] = int(text) if re.fullmatch("[0-9]{1,9}", text) else text
        elif key in known:
            options[key] = known[key].read(text or "true")
        else:
            raise OptionError(f"{manifest.title} has no option {word!r}; it has {', '.join(['players', *known])}")
    return options
