"""Match records: a text file that a person can read, that replays exactly, and whose dice can be proven.

bangbox match 1
game: bigxbang
version: 1-4f0c9a1b
…
result: 2 1, won by Ann

1 | 2026-03-01T18:00:00Z | set-up | - | N; P; n; … | 590,591,592,… | {"k": 0, "draws": [[84, 0, 21], …]}
2 | 2026-03-01T18:00:09Z | choice | 0 | c4+e4 | 123 |
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from bangbox.core.dice import FairDice, Interval, SeededDice, commitment
from bangbox.core.errors import BangboxError, RecordError
from bangbox.core.game import Game, game
from bangbox.core.position import Position
from bangbox.core.rules import CHANCE

HEADLINE = "bangbox match 1"
KINDS = ("set-up", "choice", "chance", "back", "resign", "timeout", "holder", "end")
PLAYED = ("set-up", "choice", "chance")  # with `back`, the kinds that change the position


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
        if len(parts) < 6 or not parts[0].isdigit():
            raise RecordError("an event is: number | time | kind | seat | name | action | data")
        number, time, kind, seat, name, action = parts[:6]
        if kind not in KINDS:
            raise RecordError(f"unknown kind of event {kind!r}; there are {', '.join(KINDS)}")
        try:
            actions = [int(part) for part in action.split(",")] if action else []
            data = json.loads(parts[6]) if len(parts) == 7 and parts[6] else None
            holder = None if seat == "-" else int(seat)
        except ValueError as error:
            raise RecordError(f"event {number}: {error}") from None
        if data is not None and not isinstance(data, dict):
            raise RecordError(f"event {number}: the data must be a JSON object")
        if kind != "set-up" and len(actions) > 1:
            raise RecordError(f"event {number}: only a set-up has several actions")
        return cls(int(number), time, kind, holder, actions if kind == "set-up" else next(iter(actions), None), name, data)


class MatchRecord(msgspec.Struct):
    """A whole match: what was played by whom, what it rests on, and every event."""

    game: str
    version: str
    options: dict[str, Any]
    seats: list[str]
    events: list[Event] = []
    result: str = ""
    match: str = ""
    dice: str = "none"  # fair, seeded, typed (rolled on a real table), none
    seed: str = ""
    commitment: str = ""
    contributions: list[str] = []
    secret: str = ""
    start: str = ""  # the text of the first position, if it is not the usual one

    def write(self) -> str:
        """The record as text."""
        lines = [HEADLINE]
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if name != "events" and value not in ("", []):
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
                if line[0].isdigit():
                    events.append(Event.read(line))
                else:
                    headers.update([_header(line)])
            except RecordError as error:
                raise RecordError(f"line {number}: {error}") from None
        try:
            record = msgspec.convert({**headers, "events": []}, cls)
        except msgspec.ValidationError as error:
            raise RecordError(f"the headers are not complete: {error}") from None
        record.events = events
        if [event.number for event in events] != list(range(1, len(events) + 1)):
            raise RecordError("the events must be numbered 1, 2, 3, …")
        return record

    def options_game(self) -> Game:
        """The game it was played with; raises RecordError if this program has other rules."""
        try:
            played = game(self.game, **self.options)
        except BangboxError as error:
            raise RecordError(str(error)) from None
        if played.version != self.version:
            raise RecordError(
                f"recorded with version {self.version} of {played.title}, this program has {played.version}: "
                "its events can be read, but not replayed"
            )
        return played

    def begin(self) -> Position:
        """The position before the first event, chance left open."""
        played = self.options_game()
        return played.position(self.start) if self.start else played.start(dice=None)

    def steps(self) -> Iterator[tuple[Event, Position]]:
        """Each event that changes the position, with the position before it; raises RecordError where it does not fit."""
        pos = self.begin()
        kept: list[tuple[int, list[int]]] = []
        for event in self.events:
            if event.kind == "back":
                yield event, pos
                kept = [entry for entry in kept if entry[0] <= (event.data or {}).get("to", 0)]
                pos = self.begin()
                for _, actions in kept:
                    for action in actions:
                        pos.play(action)
            elif event.kind in PLAYED:
                yield event, pos
                self._play(pos, event)
                kept.append((event.number, event.actions()))
        yield Event(len(self.events) + 1, "", "end"), pos

    def _play(self, pos: Position, event: Event) -> None:
        names = event.name.split("; ") if event.kind == "set-up" else [event.name]
        actions = event.actions()
        if event.kind == "set-up" and not actions and not event.name:
            return  # a game whose set-up leaves nothing to chance
        if not actions or len(names) != len(actions):
            raise RecordError(f"event {event.number}: what was played is not (wholly) known")
        for name, action in zip(names, actions, strict=True):
            actor = pos.actor
            if (event.kind == "choice") != (actor >= 0) or (event.kind == "choice" and actor != event.seat):
                who = "chance" if actor == CHANCE else "nobody" if actor < 0 else f"seat {actor}"
                raise RecordError(f"event {event.number}: {who} was to act")
            try:
                if pos.is_legal(action) and pos.name(action) != name:
                    raise RecordError(f"event {event.number}: action {action} is {pos.name(action)!r}, not {name!r}")
                pos.play(action)
            except RecordError:
                raise
            except BangboxError as error:
                raise RecordError(f"event {event.number}: {error}") from None

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
    if name in ("options", "seats", "contributions"):
        try:
            return name, json.loads(value)
        except ValueError as error:
            raise RecordError(f"{name}: {error}") from None
    return name, value


class Verdict(msgspec.Struct):
    """What verifying found: what was proven, and what is wrong."""

    events: int = 0
    draws: int = 0
    throws: int = 0
    throws_simulated: int = 0
    dice: str = ""
    wrong: list[str] = []

    @property
    def good(self) -> bool:
        """Nothing is wrong."""
        return not self.wrong


def verify(record: MatchRecord) -> Verdict:
    """Replays a record by the rules and proves its dice."""
    verdict = Verdict(dice=record.dice)
    try:
        if record.dice == "fair":
            _verify_fair(record, verdict)
        elif record.dice == "seeded":
            _verify_seeded(record, verdict)
        else:
            verdict.events = sum(1 for _ in record.steps()) - 1
        final = record.replay()
        if final.over and record.result and record.result != result_text(final, record.seats):
            verdict.wrong.append(f"the result is {result_text(final, record.seats)!r}, not {record.result!r}")
    except (RecordError, ValueError) as error:
        verdict.wrong.append(str(error))
    return verdict


def _verify_fair(record: MatchRecord, verdict: Verdict) -> None:
    if not record.secret:
        raise RecordError("the secret of the dice is not published yet")
    secret = bytes.fromhex(record.secret)
    if commitment(secret) != record.commitment:
        verdict.wrong.append("the secret is not the one that was committed to")
    dice = FairDice(secret, record.match, record.contributions)
    last_k = -1
    for event, before in record.steps():
        verdict.events += event.kind in (*PLAYED, "back")
        if event.kind not in ("set-up", "chance"):
            continue
        pos = before.copy()
        for action, interval in zip(event.actions(), _intervals(event), strict=False):
            verdict.draws += 1
            if interval.k <= last_k:
                verdict.wrong.append(f"event {event.number}: draw {interval.k} comes after draw {last_k}")
            last_k = interval.k
            _verify_draw(pos, event, action, interval, dice, verdict)
            pos.play(action)
        if len(_intervals(event)) != len(event.actions()):
            verdict.wrong.append(f"event {event.number}: it does not say what every draw stood on")


def _verify_draw(pos: Position, event: Event, action: int, interval: Interval, dice: FairDice, verdict: Verdict) -> None:
    value = dice.at(interval.k, interval.total) if interval.total > 0 else -1
    if not interval.low <= value < interval.high:
        verdict.wrong.append(f"event {event.number}: draw {interval.k} gives {value}, not {interval.low} to {interval.high - 1}")
    choices = pos.choices()
    if choices:
        weights = pos.weights()
        place = choices.index(action) if action in choices else 0
        low = sum(weights[:place])
        if interval[1:] != (sum(weights), low, low + weights[place]):
            verdict.wrong.append(f"event {event.number}: by the rules {pos.name(action)!r} has another interval")
    else:
        _verify_throw(pos, event, action, interval, verdict)


def _verify_throw(pos: Position, event: Event, action: int, interval: Interval, verdict: Verdict) -> None:
    settle = pos.game.kind.settle
    verdict.throws += 1
    if interval.total != settle.TREMOR:
        verdict.wrong.append(f"event {event.number}: a throw draws one of {settle.TREMOR} tremors")
    try:
        settled = settle.settle(pos, interval.low)
    except BangboxError:
        return  # without the physics engine only the tremor is proven
    verdict.throws_simulated += 1
    agrees = getattr(settle, "agrees", lambda a, b: a == b)
    if not agrees(settled.action, action):
        verdict.wrong.append(f"event {event.number}: the throw comes to rest elsewhere")


def _intervals(event: Event) -> list[Interval]:
    """What the draws of a chance or set-up event stood on."""
    data = event.data or {}
    if event.kind == "set-up":
        return [Interval(data.get("k", 0) + i, *draw) for i, draw in enumerate(data.get("draws", []))]
    return [Interval(data["k"], data["T"], *data["interval"])] if {"k", "T", "interval"} <= set(data) else []


def _verify_seeded(record: MatchRecord, verdict: Verdict) -> None:
    parts = tuple(int(part) for part in record.seed.split(","))
    dice = SeededDice(parts if len(parts) > 1 else parts[0])
    for event, before in record.steps():
        verdict.events += event.kind in (*PLAYED, "back")
        if event.kind not in ("set-up", "chance"):
            continue
        pos = before.copy()
        for action in event.actions():
            verdict.draws += 1
            if (drawn := pos.draw(dice).action) != action:
                verdict.wrong.append(f"event {event.number}: the seed gives {pos.name(drawn)!r}, not {pos.name(action)!r}")
                return
            pos.play(action)


def result_text(pos: Position, seats: list[str]) -> str:
    """The result as headers write it: points by seat, then who won."""
    points = " ".join(map(str, pos.scores))
    names = " and ".join(seats[seat] for seat in pos.winners)
    return f"{points}, won by {names}" if names else f"{points}, nobody wins"


def record_of(pos: Position, seats: list[str], match: str = "") -> MatchRecord:
    """The record of a position that was played from its start with seeded dice (or none)."""
    seeded = isinstance(pos.dice, SeededDice)
    record = MatchRecord(pos.game.id, pos.game.version, pos.game.options, seats, match=match)
    if seeded and isinstance(pos.dice, SeededDice):
        record.dice, seed = "seeded", pos.dice.seed
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
