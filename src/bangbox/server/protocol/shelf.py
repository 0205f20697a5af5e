"""Games on the shelf and people: what a page asks before it sits down."""

from typing import Literal

import msgspec

from bangbox.server.protocol.answers import Problem
from bangbox.server.protocol.base import OptionValue, Strict, Struct


class OptionInfo(Struct):
    """One option of a game. Its texts are the game's messages `option.<name>` and `option.<name>.help`."""

    name: str
    kind: Literal["switch", "number", "choice"]
    default: OptionValue
    low: int | None = None
    high: int | None = None
    values: list[int | str] | None = None


class PlayerCount(Struct):
    """How many can play."""

    min: int
    max: int
    default: int


class LevelInfo(Struct):
    """A level of bots that people can choose."""

    name: str
    about: str
    rating: int | None = None  # Elo points above a beginner, measured; None: not yet


class GameInfo(Struct):
    """A game on the shelf."""

    id: str
    title: str
    blurb: str
    version: str
    rule_letter: str
    designer: str
    publisher: str
    year: int | None
    players: PlayerCount
    options: list[OptionInfo]
    levels: list[str]  # from weak to strong
    opponents: list[LevelInfo]  # those levels, and what is said of them
    level: str  # of a bot for which nobody chose one
    languages: list[str]
    secrets: bool
    throws: bool
    ready: bool  # its rules are compiled: nobody has to wait for them


class SeatQuestion(Strict):
    """Which options are thought of."""

    options: dict[str, OptionValue] = msgspec.field(default_factory=dict)


class SeatCount(Struct):
    """How many seats the game has with these options, and all of its options; or, without seats, why they do not go together."""

    players: int
    options: dict[str, OptionValue]
    refused: Problem | None = None


class Me(Struct):
    """Who the cookie or token stands for."""

    id: str
    name: str
    kind: Literal["guest", "bot"]


class NewName(Strict):
    """A display name, 1 to 24 characters."""

    name: str


class DeviceLink(Struct):
    """Opens this guest on another device: `path` carries the code in its fragment."""

    code: str
    path: str
    qr: str
    expires: int


class Code(Strict):
    """A code out of a link's fragment."""

    code: str


class BotToken(Struct):
    """A bot's token, shown once: `Authorization: Bearer …`."""

    me: Me
    token: str
