"""What the server sends."""

from typing import Any, Literal

from bangbox.bots.review import Review
from bangbox.core.messages import Message, Points
from bangbox.server.protocol.base import Struct
from bangbox.server.protocol.play import Choice, Happened, Note, Situation
from bangbox.server.protocol.table import Table


class Problem(Struct):
    """Why something was not done.

    `code` is the message key `problem.<code>`, `text` the same in English; `rule` where a rule forbids it.
    """

    code: str
    text: str
    rule: str | None = None


class Snapshot(Struct, tag_field="type", tag="snapshot"):
    """All of it, as `seat` sees it (None: a spectator). `log` and `notes` are the latest ones."""

    table: Table
    seat: int | None
    now: Situation
    log: list[Happened]
    notes: list[Note]


class Increment(Struct, tag_field="type", tag="events"):
    """What happened since, and the whole situation afterwards."""

    seat: int | None
    events: list[Happened]
    now: Situation


class TableChanged(Struct, tag_field="type", tag="table"):
    """Somebody came, went, offered, agreed …"""

    table: Table


class Notes(Struct, tag_field="type", tag="notes"):
    """New lines of table talk."""

    notes: list[Note]


class Accepted(Struct, tag_field="type", tag="accepted"):
    """The move is committed; it is event `number`."""

    number: int
    ask: int | None = None


class Refused(Struct, tag_field="type", tag="refused"):
    """Nothing was changed, and why. After a stale move a Snapshot follows."""

    problem: Problem
    ask: int | None = None


class Pong(Struct, tag_field="type", tag="pong"):
    """The answer to a Ping, with the server's time."""

    time: int
    ask: int | None = None


class Goodbye(Struct, tag_field="type", tag="goodbye"):
    """The server closes the connection; connect again after so long."""

    reason: str
    again_ms: int


FromServer = Snapshot | Increment | TableChanged | Notes | Accepted | Refused | Pong | Goodbye


class StaleMove(Struct):
    """409: the move answered an old event; this is the present state."""

    problem: Problem
    present: Snapshot


class Moment(Struct):
    """The position after event `number`, for replays."""

    seat: int | None
    event: Happened
    now: Situation
    last: int


class Preview(Struct):
    """The situation after a choice, judged without committing it.

    It stops before chance, another's decision or anything secret.
    """

    stopped: Literal["decision", "chance", "secret", "over"]
    view: Any
    tally: list[Points]
    scores: list[int]
    rough: bool = False  # what the view foresees of a throw may be foreseen better, by physics: ask `foresee`


class WhyNot(Struct):
    """The rule that forbids an attempt, `R9`, or `R9.2` for its second sentence; None if it is allowed."""

    rule: str | None


class Hint(Struct):
    """What the bot would do: choices, best first, and why the first; `answers` is the event this is about."""

    answers: int
    choices: list[Choice]
    why: list[Message]  # sentences of the game's messages


class Reviewed(Struct):
    """The review of a match, or None and how much of it is made, from 0 to 1: ask again."""

    progress: float
    review: Review | None


class Turn(Struct, tag_field="type", tag="turn"):
    """For bots: a seat of theirs has to move, after event `number`. `over` when a match of theirs has ended."""

    match: str
    game: str
    seat: int
    number: int
    over: bool = False
