"""What events make of a position: choices and outcomes are played, a take-back returns to an earlier moment."""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from bangbox.core.position import Position

PLAYED = ("set-up", "choice", "chance")  # the kinds of events that play actions
BACK = "back"
MOVING = (*PLAYED, BACK)  # the kinds of events that change the position


class Moving(Protocol):
    """An event as far as the position depends on it."""

    @property
    def number(self) -> int:
        """Its place among the events, counted from 1."""

    @property
    def kind(self) -> str:
        """What kind of event it is; those of `MOVING` change the position."""

    def actions(self) -> list[int]:
        """What it plays, one after another."""

    def back_to(self) -> int:
        """The number of the event after which the match goes on, if it takes something back."""


E = TypeVar("E", bound=Moving)


class Path(Generic[E]):
    """The events in force: those that were played and not taken back."""

    def __init__(self) -> None:
        self.events: list[E] = []

    def follow(self, event: E) -> list[E]:
        """Goes on by one event; gives the events that it takes back."""
        if event.kind in PLAYED:
            self.events.append(event)
        elif event.kind == BACK:
            to = event.back_to()
            undone = [earlier for earlier in self.events if earlier.number > to]
            del self.events[len(self.events) - len(undone) :]
            return undone
        return []


class Walk(Generic[E]):
    """A position that follows events, with the path that led to it."""

    def __init__(self, begin: Callable[[], Position]) -> None:
        self._begin = begin
        self.pos = begin()
        self.path: Path[E] = Path()

    def follow(self, event: E) -> None:
        """Goes on by one event. After a take-back `pos` is another object."""
        self.path.follow(event)
        if event.kind == BACK:
            self.pos = replayed(self._begin, self.path.events)
        elif event.kind in PLAYED:
            play(self.pos, event)


def play(pos: Position, event: Moving) -> None:
    """Plays what an event did."""
    for action in event.actions():
        pos.play(action)


def replayed(begin: Callable[[], Position], path: list[E]) -> Position:
    """The position to which a path leads."""
    pos = begin()
    for event in path:
        play(pos, event)
    return pos
