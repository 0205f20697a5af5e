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
from typing import Any

import msgspec

from bangbox.core.errors import BangboxError, OptionError, UnknownGame

GAMES = Path(__file__).parents[1] / "games"
_added: list[Path] = []

Value = bool | int | str


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
        """Whether the game has that module."""
        return (self.folder / f"{name}.py").exists()

    @functools.cached_property
    def rules(self) -> Any:
        """Its rules.py."""
        return self.module("rules")

    @functools.cached_property
    def notation(self) -> Any:
        """Its notation.py."""
        return self.module("notation")

    @functools.cached_property
    def views(self) -> Any:
        """Its views.py."""
        return self.module("views")

    @functools.cached_property
    def settle(self) -> Any:
        """Its settle.py, or None for a game without throws."""
        return self.module("settle") if self.has("settle") else None

    @functools.cached_property
    def secret(self) -> bool:
        """Whether there is anything a seat may not know."""
        return hasattr(self.rules, "conceal")


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
