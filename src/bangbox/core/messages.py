"""What people read: messages with arguments, rendered from the message files beside each game."""

import functools
import re
import tomllib
from pathlib import Path
from typing import Protocol

import msgspec

from bangbox.core.errors import IllegalMove


class Seat(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="seat"):
    """An argument that stands for a player: shown by name."""

    seat: int


class Key(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="key"):
    """An argument that is itself a message."""

    key: str


Argument = int | str | Seat | Key


class Message(msgspec.Struct, frozen=True, gc=False):
    """A text to be rendered in the reader's language."""

    key: str
    args: dict[str, Argument] = {}


class About(msgspec.Struct, frozen=True, gc=False):
    """What a choice touches: places in the order a player would tap them, pieces, a word for the effect, the rule."""

    places: list[str]
    pieces: list[str]
    effect: str
    rule: str


class Points(msgspec.Struct, frozen=True, gc=False):
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


class Words:
    """The messages of a folder, in the reader's language and with the players' names by seat."""

    def __init__(self, folder: Path, names: list[str] | None = None, language: str = "en") -> None:
        self.known, self.names, self.language = texts(folder, language), names or [], language

    def __call__(self, key: str, **args: Argument) -> str:
        """The message of that key with these arguments."""
        return self.say(Message(key, args))

    def say(self, message: Message) -> str:
        """A message as text."""
        return _PLACE.sub(lambda match: self._filled(match, message.args[match[1]]), self.known[message.key])

    def _filled(self, match: re.Match[str], value: Argument) -> str:
        if match[2] is None:
            return self._shown(value)
        one = value == 1 or (value == 0 and self.language == "fr")
        return match[2] if one else match[3]

    def _shown(self, value: Argument) -> str:
        if isinstance(value, Seat):
            return self.names[value.seat] if value.seat < len(self.names) else f"player {value.seat + 1}"
        return self.known[value.key] if isinstance(value, Key) else str(value)


class Refused(IllegalMove):
    """A move refused in the words of message files, so that it can be told in any language; the text of the error is English."""

    def __init__(self, folder: Path, key: str, **args: Argument) -> None:
        super().__init__(Words(folder)(key, **args))
        self.folder, self.message = folder, Message(key, args)

    def told(self, language: str) -> str:
        """Why, in the reader's language."""
        return Words(self.folder, None, language).say(self.message)

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalMove, (str(self),)


def render(kind: Speaking, message: Message, names: list[str] | None = None, language: str = "en") -> str:
    """A message of a game as text; `names` are the players' names by seat."""
    return Words(kind.folder, names, language).say(message)
