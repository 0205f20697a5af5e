"""Match records: a text file that a person can read, that replays exactly, and whose dice can be proven (see verifying.py).

bangbox match 1
game: bigxbang
version: 1-4f0c9a1b
…
result: 2 1, won by Ann

1 | 2026-03-01T18:00:00Z | set-up | - | N; P; n; … | 590,591,592,… | {"k": 0, "draws": [[84, 0, 21], …]}
2 | 2026-03-01T18:00:09Z | choice | 0 | c4+e4 | 123 |
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from bangbox.core.dice import Dice, SeededDice
from bangbox.core.errors import BangboxError, RecordError
from bangbox.core.game import Game, game_with
from bangbox.core.matches.path import BACK, MOVING, Walk
from bangbox.core.position import Position
from bangbox.core.rules import CHANCE

HEADLINE = "bangbox match 1"
KINDS = ("set-up", "choice", "chance", "back", "resign", "timeout", "holder", "end")
DICE = ("fair", "seeded", "typed", "none")
ACTIONS = 2**53


def now() -> str:
    """The time as records write it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Event(msgspec.Struct):
    """One thing that happened. `action` is a list in a set-up; `data` is shown by replays and never read by rules."""

    number: int
    time: str
    kind: str
    seat: int | None = None
    action: int | list[int] | None = None
    name: str = ""
    data: dict[str, Any] | None = None

    def actions(self) -> list[int]:
        """What it plays, one after another."""
        if self.action is None:
            return []
        return self.action if isinstance(self.action, list) else [self.action]

    def back_to(self) -> int:
        """After which event a `back` goes on; raises RecordError if it does not say."""
        to = (self.data or {}).get("to")
        if type(to) is not int or not 0 <= to < self.number:
            raise RecordError(f"event {self.number}: it does not say to which earlier event the match went back")
        return to

    def need_turn(self, pos: Position) -> None:
        """Raises RecordError if it is not the turn of whoever acts here."""
        actor = pos.actor
        if (self.kind == "choice") != (actor >= 0) or (self.kind == "choice" and actor != self.seat):
            who = "chance" if actor == CHANCE else "nobody" if actor < 0 else f"seat {actor}"
            raise RecordError(f"event {self.number}: {who} was to act")

    def play(self, pos: Position, action: int) -> None:
        """Plays an action of it; raises RecordError if that is not possible."""
        try:
            pos.play(action)
        except BangboxError as error:
            raise RecordError(f"event {self.number}: {error}") from None

    def line(self) -> str:
        """The event as a line of a record."""
        action = ",".join(map(str, self.actions()))
        seat = "-" if self.seat is None else str(self.seat)
        data = json.dumps(self.data, separators=(", ", ": ")) if self.data is not None else ""
        return " | ".join([str(self.number), self.time, self.kind, seat, self.name, action, data]).rstrip()

    @classmethod
    def read(cls, line: str) -> "Event":
        """The event of a line; raises RecordError."""
        parts = [part.strip() for part in line.split("|", 6)]
        if len(parts) < 6 or not re.fullmatch("[0-9]{1,9}", parts[0]):
            raise RecordError("an event is: number | time | kind | seat | name | action | data")
        number, time, kind, seat, name, action = parts[:6]
        if kind not in KINDS:
            raise RecordError(f"unknown kind of event {kind!r}; there are {', '.join(KINDS)}")
        try:
            actions = [int(part) for part in action.split(",")] if action else []
            data = json.loads(parts[6]) if len(parts) == 7 and parts[6] else None
            holder = None if seat == "-" else int(seat)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"event {number}: {error}") from None
        if data is not None and not isinstance(data, dict):
            raise RecordError(f"event {number}: the data must be a JSON object")
        if kind != "set-up" and len(actions) > 1:
            raise RecordError(f"event {number}: only a set-up has several actions")
        if any(not 0 <= played < ACTIONS for played in actions):
            raise RecordError(f"event {number}: an action is a number from 0 to {ACTIONS - 1}")
        return cls(int(number), time, kind, holder, actions if kind == "set-up" else next(iter(actions), None), name, data)


class MatchRecord(msgspec.Struct):
    """A whole match: what was played by whom, what it rests on, and every event.

    `write` and `read` are the text file; `replay` gives a position again, `steps` every one of them. A record of other rules than
    this program's can be read, but not replayed.
    """

    game: str
    version: str
    options: dict[str, Any]
    seats: list[str]
    events: list[Event] = []
    result: str = ""
    match: str = ""
    dice: str = "none"  # fair, seeded, typed (rolled on a real table), none
    seed: str = ""
    commitment: str = ""  # of the server to its secret
    commitments: list[str] = []  # of the seats to their contributions; empty where a seat made none
    contributions: list[str] = []
    secret: str = ""
    start: str = ""  # the text of the first position, if it is not the usual one
    saved_by: int | None = None  # the seat that saved it before it was over: replays show no more than that seat may know

    def write(self) -> str:
        """The record as text."""
        lines = [HEADLINE]
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if name != "events" and value not in ("", [], None):
                lines.append(f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}")
        return "\n".join([*lines, "", *(event.line() for event in self.events), ""])

    @classmethod
    def read(cls, text: str) -> "MatchRecord":
        """The record of a text; raises RecordError that names the line."""
        lines = text.splitlines()
        if not lines or lines[0].strip() != HEADLINE:
            raise RecordError(f"not a match record: the first line must be {HEADLINE!r}")
        headers: dict[str, Any] = {}
        events: list[Event] = []
        for number, line in enumerate(lines[1:], start=2):
            try:
                if not line.strip():
                    continue
                if line[0].isdecimal():
                    events.append(Event.read(line))
                else:
                    name, value = _header(line)
                    if name in headers:
                        raise RecordError(f"the header {name!r} stands here for the second time")
                    headers[name] = value
            except RecordError as error:
                raise RecordError(f"line {number}: {error}") from None
        try:
            record = msgspec.convert({**headers, "events": []}, cls)
        except msgspec.ValidationError as error:
            raise RecordError(f"the headers are not complete: {error}") from None
        record.events = events
        if [event.number for event in events] != list(range(1, len(events) + 1)):
            raise RecordError("the events must be numbered 1, 2, 3, …: some are missing or in another order")
        for event in events:
            if event.seat is not None and not 0 <= event.seat < len(record.seats):
                raise RecordError(f"event {event.number}: there is no seat {event.seat}")
        if record.saved_by is not None and not 0 <= record.saved_by < len(record.seats):
            raise RecordError(f"it cannot be saved by seat {record.saved_by}, which there is not")
        if record.dice not in DICE:
            raise RecordError(f"unknown dice {record.dice!r}; there are {', '.join(DICE)}")
        return record

    @property
    def reader(self) -> int | None:
        """The seat for whose eyes it is; None: everybody's, as any match that is over."""
        return None if any(event.kind == "end" for event in self.events) else self.saved_by

    def options_game(self) -> Game:
        """The game it was played with; raises RecordError if this program has other rules."""
        try:
            played = game_with(self.game, self.options)
        except BangboxError as error:
            raise RecordError(str(error)) from None
        if played.version != self.version:
            raise RecordError(
                f"recorded with version {self.version} of {played.title}, this program has {played.version}: "
                "its events can be read, but not replayed"
            )
        if len(self.seats) != played.players:
            raise RecordError(f"{played.title} has {played.players} seat(s) with these options, not {len(self.seats)}")
        return played

    def begin(self) -> Position:
        """The position before the first event, chance left open."""
        played = self.options_game()
        return played.position(self.start) if self.start else played.start(dice=None)

    def steps(self) -> Iterator[tuple[Event, Position]]:
        """Each event that changes the position, with the position before it; raises RecordError where it does not fit."""
        walk: Walk[Event] = Walk(self.begin)
        for event in self.events:
            if event.kind in MOVING:
                yield event, walk.pos
                self._check(event, walk.pos)
                walk.follow(event)
        yield Event(len(self.events) + 1, "", "end"), walk.pos

    @staticmethod
    def _check(event: Event, pos: Position) -> None:
        """Raises RecordError if an event cannot follow at a position, or its actions are called otherwise."""
        names = event.name.split("; ") if event.kind == "set-up" else [event.name]
        actions = event.actions()
        if event.kind == BACK or (event.kind == "set-up" and not actions and not event.name):
            return  # a set-up that leaves nothing to chance is empty
        if not actions or len(names) != len(actions):
            raise RecordError(f"event {event.number}: what was played is not (wholly) known")
        trial = pos.copy()
        for name, action in zip(names, actions, strict=True):
            event.need_turn(trial)
            if trial.is_legal(action) and trial.name(action) != name:
                raise RecordError(f"event {event.number}: action {action} is {trial.name(action)!r}, not {name!r}")
            event.play(trial, action)

    def replay(self, upto: int | None = None) -> Position:
        """The position after event `upto` (all, if None)."""
        pos = None
        for event, before in self.steps():
            if upto is not None and event.number > upto:
                return before
            pos = before
        assert pos is not None
        return pos


def _header(line: str) -> tuple[str, Any]:
    name, colon, value = line.partition(":")
    if not colon or name.strip() not in MatchRecord.__struct_fields__ or name.strip() == "events":
        raise RecordError(f"unknown header {name.strip()!r}")
    name, value = name.strip(), value.strip()
    if name in ("options", "seats", "commitments", "contributions", "saved_by"):
        try:
            return name, json.loads(value)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"{name}: {error}") from None
    return name, value


def result_text(pos: Position, seats: list[str], winners: list[int] | None = None, reason: str = "rules") -> str:
    """The result as headers write it: points by seat, who won, and why it ended if not by the rules."""
    points = " ".join(map(str, pos.scores))
    names = " and ".join(seats[seat] for seat in (pos.winners if winners is None else winners))
    why = "" if reason == "rules" else f" ({reason})"
    return f"{points}, won by {names}{why}" if names else f"{points}, nobody wins{why}"


def record_of(
    pos: Position, seats: list[str], match: str = "", dice: Dice | None = None, saved_by: int | None = None
) -> MatchRecord:
    """The record of a position that was played from its start with seeded dice (its own, or those given) or none.

    >>> from bangbox import game
    >>> pos = game("bigxbang", short=True).start(seed=7).play("a8xb8")
    >>> record = record_of(pos, ["Ann", "Bob"])
    >>> record.dice, record.seed, [event.kind for event in record.events]
    ('seeded', '7', ['set-up', 'choice'])
    >>> MatchRecord.read(record.write()).replay() == pos
    True
    """
    dice = dice or pos.dice
    record = MatchRecord(pos.game.id, pos.game.version, pos.game.options, seats, match=match, saved_by=saved_by)
    if isinstance(dice, SeededDice):
        record.dice, seed = "seeded", dice.seed
        record.seed = ",".join(map(str, seed)) if isinstance(seed, tuple) else str(seed)
    history, time = pos.history, now()
    setup = 0
    while setup < len(history) and history[setup].actor == CHANCE:
        setup += 1
    if setup:
        names = "; ".join(played.name for played in history[:setup])
        record.events.append(Event(1, time, "set-up", None, [played.action for played in history[:setup]], names))
    for played in history[setup:]:
        kind, seat = ("chance", None) if played.actor == CHANCE else ("choice", played.actor)
        record.events.append(Event(len(record.events) + 1, time, kind, seat, played.action, played.name))
    if pos.over:
        record.result = result_text(pos, seats)
        record.events.append(Event(len(record.events) + 1, time, "end", None, None, ""))
    return record
