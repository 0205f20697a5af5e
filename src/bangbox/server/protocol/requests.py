"""What a page or bot sends while it plays."""

from typing import Literal

import msgspec

from bangbox.server.protocol.base import Strict


class Act(Strict):
    """What is done: an action by its number or its name, or a form with its values; exactly one of them."""

    action: int | None = msgspec.field(default=None, name="choice")
    name: str | None = None
    form: str | None = None
    values: dict[str, int] = msgspec.field(default_factory=dict)


class Move(Act, kw_only=True, tag_field="type", tag="move"):
    """A move of a seat; `answers` is the last event the sender knows.

    At a table with real dice the outcome of a chance node is sent the same way, by any player. `ask` comes back with the answer.
    """

    answers: int = msgspec.field(name="number")
    seat: int
    ask: int | None = None


class Look(Strict, tag_field="type", tag="look"):
    """Shows the table from another of one's own seats; `follow`: always from the one whose turn it is.

    Answered by a Snapshot.
    """

    seat: int | None = None
    follow: bool = False


class Say(Strict, tag_field="type", tag="say"):
    """Chat: a text of up to 300 characters, or the key of a preset phrase."""

    text: str | None = None
    phrase: str | None = None
    ask: int | None = None


class Ping(Strict, tag_field="type", tag="ping"):
    """Asks for a Pong."""

    ask: int | None = None


class Seen(Strict, tag_field="type", tag="seen"):
    """The page has shown everything up to event `number`: bots wait for it, if not for long. Not answered."""

    number: int
    ask: int | None = None


FromClient = Move | Look | Say | Ping | Seen

PHRASES = ["hello", "luck", "well_played", "thinking", "oops", "thanks", "again", "goodbye"]


class SeatOnly(Strict):
    """Which of one's seats is meant."""

    seat: int


class TakeBack(Strict):
    """Goes back to just after event `number` (see Situation.take_back)."""

    seat: int
    number: int


class NewOffer(Strict):
    """Asks the others for a rematch, to end the match, or to put a bot on a gone seat (`about`)."""

    seat: int
    kind: Literal["rematch", "end", "replace"]
    about: int | None = None


class OfferAnswer(Strict):
    """Agrees to an offer or declines it."""

    seat: int
    offer: int
    agree: bool


class Attempt(Strict):
    """Something a player tried: a name, or places separated by spaces."""

    seat: int
    attempt: str
