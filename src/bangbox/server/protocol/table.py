"""Setting tables up, and what is known of a table beside its position."""

from typing import Literal

import msgspec

from bangbox.server.protocol.base import OptionValue, Strict, Struct


class SeatSetup(Strict):
    """Who shall sit there: me, another person at this screen, whoever comes, or a bot."""

    kind: Literal["me", "here", "open", "bot"]
    name: str | None = None
    level: str | None = None


class ClockSetup(Strict):
    """Time to think: for each move, for the whole game (with an increment a move), or days a move. Bots have no clock."""

    kind: Literal["none", "move", "game", "days"] = "none"
    seconds: int = 0
    increment: int = 0


class NewMatch(Strict):
    """A table to be set up. Seats in order; `position` starts from a position text instead of the game's set-up.

    gone: what happens to a seat whose player is away too long: `bot` plays on at once, the others `vote`, or only the `clock`
    counts.
    dice: `fair` ones of the server, or `typed` in by the players from a real table (games without secrets and throws).
    series: how many games whose points add up; after each, everybody moves on one seat.
    """

    game: str
    seats: list[SeatSetup]
    options: dict[str, OptionValue] = msgspec.field(default_factory=dict)
    public: bool = False
    clock: ClockSetup = msgspec.field(default_factory=ClockSetup)
    gone: Literal["bot", "vote", "clock"] = "vote"
    hints: bool = True
    take_backs: bool = True
    dice: Literal["fair", "typed"] = "fair"
    series: int = 1
    position: str | None = None


class PlayOn(Strict):
    """A new table that goes on from the position after event `number` of a match that is over, with these seats."""

    number: int
    seats: list[SeatSetup]


class Join(Strict):
    """Sits down on an open seat (the first one if none is named), with the code of an invitation unless the table is public."""

    name: str | None = None
    seat: int | None = None
    code: str | None = None
    commitment: str | None = None
    contribution: str | None = None


class Contribution(Strict):
    """A seat's share in the fair dice: first the commitment to its random number, then, when all have committed, the number.

    `contribution` is the number, 16 to 64 hexadecimal digits; `commitment` is the SHA-256 of these digits as text. Exactly one
    of the two is sent. A number without a commitment before is accepted, but who commits later has seen it.
    """

    seat: int
    commitment: str | None = None
    contribution: str | None = None


class Invitation(Struct):
    """A single-use link to a seat: `path` carries the code in its fragment; `qr` is an SVG picture of the whole address.

    `words` lead to the same seat for an hour, for those who hear them.
    """

    code: str
    path: str
    qr: str
    expires: int
    words: str


class Spoken(Struct):
    """Where spoken words lead."""

    path: str


class HostOrder(Strict):
    """What only the table's host may do to a seat.

    A seat removed is open again; if the match runs, it is played on by a bot, or with two seats the match ends without a winner.
    """

    action: Literal["mute", "unmute", "remove"]
    seat: int


class Player(Struct):
    """One seat.

    `mine`: the reader holds it. `forfeit`: resigned or out of time, cannot win any more. `stand_in`: a bot plays it for its
    owner.
    """

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    level: str | None = None
    mine: bool = False
    host: bool = False
    contributed: bool = False
    presence: Literal["here", "away", "gone"] = "here"
    stand_in: str | None = None
    forfeit: bool = False
    muted: bool = False


class DiceInfo(Struct):
    """The fair dice: the server's commitment, the seats' commitments and contributions; the secret once the match is over.

    A seat's contribution is shown when all seats have committed; a bot of the server shows its own when everybody has.

    See docs/dice.md.
    """

    kind: Literal["fair", "typed"]
    commitment: str
    commitments: list[str | None]
    contributions: list[str | None]
    secret: str | None = None


class Result(Struct):
    """How it ended. `rules`: by the game's own end. `fault`: it could not be played on. `winners` leaves out who forfeited."""

    reason: Literal["rules", "resign", "timeout", "agreed", "abandoned", "aborted", "update", "fault"]
    winners: list[int]
    scores: list[int]
    seat: int | None = None


class SeriesStanding(Struct):
    """A series: points by person; `seats[person]` is where that person sits in this match."""

    id: str
    length: int
    played: int
    names: list[str]
    points: list[int]
    seats: list[int]
    matches: list[str]


class Offer(Struct):
    """Something asked of the others.

    `back`: back to event `number`. `replace`: a bot for the gone `seat`. `end`: stop without result.
    """

    id: int
    kind: Literal["back", "rematch", "end", "replace"]
    by: int
    agreed: list[int]
    needed: list[int]
    number: int | None = None
    seat: int | None = None


class Table(Struct):
    """Everything about a match but the position: who plays, how it was set up, what is on offer, how it ended."""

    id: str
    game: str
    title: str
    version: str
    options: dict[str, OptionValue]
    status: Literal["waiting", "running", "over"]
    players: list[Player]
    mine: list[int]
    host: bool
    public: bool
    clock: ClockSetup
    gone: Literal["bot", "vote", "clock"]
    hints: bool
    take_backs: bool
    dice: DiceInfo
    created: int
    started: int | None = None
    ended: int | None = None
    result: Result | None = None
    series: SeriesStanding | None = None
    offers: list[Offer] = msgspec.field(default_factory=list)
    next: str | None = None
    before: str | None = None
    watchers: int = 0
    replayable: bool = True


class MatchLine(Struct):
    """A match in a list."""

    id: str
    game: str
    title: str
    status: Literal["waiting", "running", "over"]
    names: list[str]
    levels: list[str | None]  # of the bots; None for people
    open_seats: int
    clock: ClockSetup
    created: int
    changed: int
    events: int
    my_seats: list[int] = msgspec.field(default_factory=list)
    my_turn: bool = False
    result: Result | None = None
