"""The position, what can be done there, and what has happened."""

from typing import Any, Literal

import msgspec

from bangbox.core.forms import Form
from bangbox.core.messages import About, Message, Points
from bangbox.server.protocol.base import Struct


class Choice(Struct):
    """One thing the reader's seat can do: its action goes into a Move; its label is rendered from the game's messages."""

    action: int = msgspec.field(name="number")
    name: str
    label: Message
    about: About


class ClockFace(Struct):
    """A seat's time left at the moment of sending; it runs if `running`."""

    seat: int
    left_ms: int
    running: bool


class TakeBackOffer(Struct):
    """A take-back the reader may do at once (`free`) or has to ask for: back to just after event `number`."""

    number: int
    free: bool


class Situation(Struct):
    """The position as one seat (or a spectator) may know it, and what that seat can do.

    `choices` and `forms` are empty unless it is the reader's turn. `outcomes` are the chance outcomes to be typed in at a table
    with real dice. `prompt` is what the actor is asked, or how the game ended when the rules have ended it.
    """

    number: int
    clocks: list[ClockFace]
    choices: list[Choice]
    forms: list[Form]
    actor: int
    view: Any
    outcomes: list[Choice]
    prompt: Message | None
    topic: str
    tally: list[Points]
    scores: list[int]
    winners: list[int]
    take_back: TakeBackOffer | None = msgspec.field(default=None, name="undo")
    thinking: bool = False


class Draw(Struct):
    """What a chance outcome stood on: draw `k` of the fair dice gave low ≤ r < high out of total.

    Without the interval while it is secret.
    """

    k: int
    total: int | None = None
    low: int | None = None
    high: int | None = None


class Happened(Struct, gc=False):
    """An event as the reader may see it.

    The outcomes of a set-up are its `draws`. `back` returns to just after event `action`; `data` may hold a flight to
    replay.
    """

    number: int
    time: int
    kind: Literal["set-up", "choice", "chance", "back", "resign", "timeout", "holder", "end"]
    seat: int | None = None
    action: int | None = None
    name: str = ""
    label: Message | None = None
    about: About | None = None
    draws: tuple[Draw, ...] = ()
    data: dict[str, Any] | None = None


class Note(Struct):
    """A line of table talk: chat, a preset phrase (its key), or somebody's coming and going.

    Notes are numbered by themselves.
    """

    number: int
    time: int
    kind: Literal["chat", "phrase", "joined", "left", "removed", "muted", "unmuted", "offered", "agreed", "declined", "returned"]
    seat: int | None
    name: str
    text: str = ""
