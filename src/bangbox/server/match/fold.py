"""A match as the fold of its events: the position, whose turn it is, clocks, stand-ins and the result. No I/O here."""

import functools
from typing import Any

from bangbox.core.dice import FairDice, Interval, commitment
from bangbox.core.errors import OptionError
from bangbox.core.game import Game, game
from bangbox.core.position import Drawn, Position
from bangbox.core.registry import Value, kind
from bangbox.core.rules import CHANCE, OVER
from bangbox.server.match.clocks import Clock
from bangbox.server.protocol import Result
from bangbox.server.showing.scene import Scene
from bangbox.server.storage.rows import Event, MatchRow, SeatRow

MOVING = ("set-up", "choice", "chance", "back")
STAND_IN = "easy"


class Match:
    """All that follows from a match's set-up, seats and events."""

    # Looked at a hundred times a move, and that is fast only as long as all matches look the same in memory.
    __slots__ = (
        "_commitment", "_eyes", "_owned", "_people", "actor", "bot_acts", "clock", "conceals", "drawn", "events", "forfeits",
        "game", "last", "moved", "path", "pos", "replayable", "result", "row", "running", "scenes", "screens", "seats", "secret",
        "stand_ins", "turn",
    )  # fmt: skip

    def __init__(self, row: MatchRow, seats: list[SeatRow]) -> None:
        self.row = row
        self.seats = seats
        self.game = _game_of(row)
        self.conceals = self.game.kind.secret  # whether there are secrets in this game
        self._commitment: str | None = None
        self.replayable = self.game.version == row.version  # whether these rules are the ones it was played by
        self.forget()
        self.sit(*seats)

    def forget(self) -> None:
        """Back to before the first event."""
        self.pos = self._first()
        self.events: list[Event] = []
        self.path: list[Event] = []  # the events in force that made the position
        self.drawn = 0
        self.moved = 0  # the last event that changed the position
        self.stand_ins: dict[int, str] = {}
        self.forfeits: set[int] = set()
        self._people: tuple[int, ...] | None = None
        self.result: Result | None = None
        self.last = 0  # the number of the last event; events count from 1, the set-up
        self.turn = self.pos.actor  # who acts by the rules, even if the match has ended before its time
        self._eyes: dict[int | None, Position] = {}
        self.scenes: dict[int | None, Scene] = {}  # what is to be seen since the last event
        self._look()
        self.clock = Clock(self.row.setup.clock, len(self.seats))

    def _first(self) -> Position:
        text = self.row.setup.position if self.replayable else None
        return self.game.start(dice=None) if text is None else self.game.position(text)

    # -- looking

    @property
    def commitment(self) -> str:
        """What was promised about the dice before anybody contributed to them."""
        if self._commitment is None:
            self._commitment = commitment(self.row.secret)
        return self._commitment

    def _look(self) -> None:
        """What is asked most, worked out after every event: properties would be called a hundred times a move."""
        going = self.result is None
        self.running = running = going and self.last > 0
        self.actor = actor = self.turn if going else OVER  # the seat to act, CHANCE, or OVER (also if it ended before its time)
        self.bot_acts = running and actor >= 0 and (actor in self.stand_ins or self.seats[actor].kind == "bot")
        self.secret = going and self.conceals  # whether there is anything that somebody may not know

    def eye(self, viewer: int | None) -> Position:
        """What a seat (None: a spectator) looks at. Where nothing is secret all look at the same position."""
        if not self.secret:
            return self.pos
        if viewer not in self._eyes:
            self._eyes[viewer] = self.pos.seen_by(viewer)
        return self._eyes[viewer]

    def bot_level(self, seat: int) -> str | None:
        """The level of the bot that plays a seat; None if a person does."""
        if seat in self.stand_ins:
            return self.stand_ins[seat]
        return self.seats[seat].level if self.seats[seat].kind == "bot" else None

    @property
    def person_to_act(self) -> int | None:
        """The seat of the person to act, if it is one's turn."""
        return self.actor if self.running and self.actor >= 0 and not self.bot_acts else None

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """The seats that a guest owns."""
        return self._owned.get(guest, ()) if guest is not None else ()

    def sit(self, *rows: SeatRow) -> None:
        """Seats that have changed hands."""
        for row in rows:
            self.seats[row.seat] = row
        guests = {row.guest for row in self.seats if row.guest is not None}
        self._people = None
        self._owned = {guest: tuple(row.seat for row in self.seats if row.guest == guest) for guest in guests}
        self.screens = [_screen(self.seats_of(row.guest) or (row.seat,)) for row in self.seats]  # who plays at the same one
        self._look()

    def people(self) -> tuple[int, ...]:
        """The seats that people play themselves, forfeited or replaced ones left out."""
        if self._people is None:
            idle = self.stand_ins.keys() | self.forfeits
            self._people = tuple(row.seat for row in self.seats if row.kind == "person" and row.seat not in idle)
        return self._people

    def dice(self) -> FairDice:
        """The match's dice, at the next draw."""
        return FairDice(self.row.secret, self.row.id, [seat.contribution or "" for seat in self.seats], self.drawn)

    # -- folding

    def apply(self, event: Event) -> None:
        """Takes the next event."""
        assert event.number == self.last + 1, (event.number, self.last)
        self.events.append(event)
        self.last = event.number
        self._eyes.clear()
        self.scenes.clear()
        if event.kind in MOVING:
            self.moved = event.number
            if self.replayable:
                self._move(event)
        else:
            self._people = None
            self._change(event)
        self._look()
        if self.clock.on:
            self.clock.fold(event, self.person_to_act)

    def _change(self, event: Event) -> None:
        """Somebody gives up or is replaced, or the match ends."""
        if event.kind in ("resign", "timeout") and event.seat is not None:
            self.forfeits.add(event.seat)
        elif event.kind == "holder" and event.seat is not None:
            level = (event.data or {}).get("level")
            if level:
                self.stand_ins[event.seat] = level
            else:
                self.stand_ins.pop(event.seat, None)
        elif event.kind == "end":
            data = event.data or {}
            self.result = Result(reason=data["reason"], winners=data["winners"], scores=data["scores"], seat=data.get("seat"))

    def _move(self, event: Event) -> None:
        if event.kind == "back":
            assert event.action is not None
            self.path = [earlier for earlier in self.path if earlier.number <= event.action]
            self.pos = self._replayed(self.path)
        else:
            self.path.append(event)
            if event.data is None and event.action is not None:  # a choice, as nearly always
                self.pos.play(event.action)
            else:
                self.drawn += len(draws(event))
                play(self.pos, event)
        self.turn = self.pos.actor

    def _replayed(self, path: list[Event]) -> Position:
        pos = self._first()
        for event in path:
            play(pos, event)
        return pos

    def path_at(self, number: int) -> list[Event]:
        """The events that were in force just after event `number`."""
        path: list[Event] = []
        for event in self.events[:number]:
            if event.kind == "back":
                path = [earlier for earlier in path if event.action is not None and earlier.number <= event.action]
            elif event.kind in MOVING:
                path.append(event)
        return path

    def position_at(self, number: int) -> Position:
        """The position just after event `number`."""
        return self._replayed(self.path_at(number))


def _game_of(row: MatchRow) -> Game:
    """The game a match is played with; the options of another version may not exist any more."""
    try:
        return _shared_game(row.game, tuple(sorted(row.setup.options.items())))
    except OptionError:
        if kind(row.game).version == row.version:
            raise
        return _shared_game(row.game, ())


@functools.lru_cache(1000)
def _screen(seats: tuple[int, ...]) -> frozenset[int]:
    """The seats at one screen: nearly all matches share the same few sets."""
    return frozenset(seats)


@functools.lru_cache(1000)
def _shared_game(name: str, options: tuple[tuple[str, Value], ...]) -> Game:
    """Matches of the same game with the same options share it: making one costs as much as ten moves."""
    return game(name, **dict(options))


def play(pos: Position, event: Event) -> None:
    """Plays what an event did: one action, or the outcomes of a set-up."""
    if event.kind == "set-up":
        for outcome in outcomes(event):
            pos.play(outcome)
    elif event.action is not None:
        pos.play(event.action)


def outcomes(event: Event) -> list[int]:
    """The outcomes of a set-up."""
    found: list[int] = (event.data or {}).get("actions", [])
    return found


def draws(event: Event) -> list[Interval]:
    """What an event's chance outcomes stood on (none if they were typed in)."""
    data = event.data or {}
    if event.kind == "set-up":
        return [Interval(data["k"] + place, *row) for place, row in enumerate(data.get("draws", []))]
    return [Interval(data["k"], data["T"], *data["interval"])] if "k" in data else []


def drawn_data(drawn: Drawn) -> dict[str, Any]:
    """What an event keeps of a chance outcome: the draw, and a flight if there was one."""
    k, total, low, high = drawn.interval
    return {**(drawn.data or {}), "k": k, "T": total, "interval": [low, high]}


def settles(pos: Position) -> bool:
    """Whether chance here is a throw that physics has to settle."""
    return pos.actor == CHANCE and not pos.choices()


def seen(pos: Position, viewer: int | None, public: bool = False) -> Position:
    """The position as a seat (None: a spectator) may know it; all of it in games without secrets and once the match is over."""
    return pos if public or not pos.game.kind.secret else pos.seen_by(viewer)
