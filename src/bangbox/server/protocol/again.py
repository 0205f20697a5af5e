"""Playing again with people one has played with; they are named by a match and a seat, so that nobody is known elsewhere."""

from typing import Literal

from bangbox.server.protocol.base import Strict, Struct


class Companion(Struct):
    """Somebody with whom the reader has played to the end: the latest such match, the seat there, and how many there were.

    `muted`: the reader does not want to be invited by them.
    """

    match: str
    seat: int
    name: str
    game: str
    title: str
    ended: int
    matches: int
    muted: bool


class InviteAgain(Strict):
    """Who of a match that is over is invited to the same game: whoever sat on `seat`, or all other people."""

    seat: int | None = None


class AgainInvitation(Struct):
    """Somebody would like to play again: the table, the game, and by whom."""

    match: str
    game: str
    title: str
    by: str
    created: int


class AgainAnswer(Strict):
    """`come`: a link to the seat comes back. `decline`: not this time. `mute`: no more invitations by this person."""

    answer: Literal["come", "decline", "mute"]


class AgainAnswered(Struct):
    """The way to the table, for whoever comes."""

    path: str | None


class MuteCompanion(Strict):
    """Whose invitations are (not) wanted: whoever sat there."""

    match: str
    seat: int
    muted: bool
