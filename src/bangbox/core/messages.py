"""What people read: messages with arguments, rendered from the message files beside each game."""

import functools
import re
import tomllib
from pathlib import Path
from typing import Protocol

import msgspec


class Seat(msgspec.Struct, frozen=True, tag_field="kind", tag="seat"):
    """An argument that stands for a player: shown by name."""

    seat: int


class Key(msgspec.Struct, frozen=True, tag_field="kind", tag="key"):
    """An argument that is itself a message."""

    key: str


Argument = int | str | Seat | Key


class Message(msgspec.Struct, frozen=True):
    """A text to be rendered in the reader's language."""

    key: str
    args: dict[str, Argument] = {}


class About(msgspec.Struct, frozen=True):
    """What a choice touches: places in the order a player would tap them, pieces, a word for the effect, the rule."""

    places: list[str]
    pieces: list[str]
    effect: str
    rule: str


class Points(msgspec.Struct, frozen=True):
    """Points of one seat for one reason."""

    seat: int
    points: int
    reason: Message
    rule: str


class Speaking(Protocol):
    """Whatever has message files in its folder: a game."""

    @property
    def folder(self) -> Path:
        """The folder."""


@functools.cache
def texts(folder: Path, language: str = "en") -> dict[str, str]:
    """The messages of a game in a language; what is missing there is taken from English."""
    english = tomllib.loads((folder / "messages.en.toml").read_text("utf-8"))
    path = folder / f"messages.{language}.toml"
    return english | (tomllib.loads(path.read_text("utf-8")) if language != "en" and path.exists() else {})


_PLACE = re.compile(r"\{(\w+)(?:\?([^|}]*)\|([^}]*))?\}")


def render(kind: Speaking, message: Message, names: list[str] | None = None, language: str = "en") -> str:
    """A message as text; `names` are the players' names by seat."""
    known = texts(kind.folder, language)

    def shown(value: Argument) -> str:
        if isinstance(value, Seat):
            return names[value.seat] if names and value.seat < len(names) else f"player {value.seat + 1}"
        if isinstance(value, Key):
            return known[value.key]
        return str(value)

    def fill(match: re.Match[str]) -> str:
        value = message.args[match[1]]
        if match[2] is None:
            return shown(value)
        one = value == 1 or (value == 0 and language == "fr")
        return match[2] if one else match[3]

    return _PLACE.sub(fill, known[message.key])
