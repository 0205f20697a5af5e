"""Matches as folds of events, without a server: set up, begun, played by name or at random."""

import random
from collections.abc import Iterator
from typing import Any

import bangbox
from bangbox.core.dice import Interval
from bangbox.core.position import Drawn
from bangbox.core.rules import CHANCE
from bangbox.server.match.draws import drawn_data
from bangbox.server.match.fold import Match
from bangbox.server.protocol import NewMatch, SeatSetup
from bangbox.server.storage.rows import EventRow, MatchRow, SeatRow

NAMES = {"a": "Ann", "b": "Bob", "c": "Cid"}


def new_match(game: str = "tictactoe", seats: str = "", version: str | None = None, **setup: Any) -> Match:
    """A match that has not begun. One sign a seat: a person's letter, `*` for a bot, `.` for an open seat; else people."""
    chosen = NewMatch(game=game, seats=[SeatSetup(kind="me")], **setup)
    played = bangbox.game(game, **chosen.options)
    rows = [seat_row(place, sign) for place, sign in enumerate(seats or "abcde"[: played.players])]
    row = MatchRow("m1", game, version or played.version, chosen, "ann", True, "waiting", 1000, 1000, bytes(32))
    return Match(row, rows)


def seat_row(place: int, sign: str) -> SeatRow:
    """A seat."""
    if sign == ".":
        return SeatRow(place, "open", None, "")
    if sign == "*":
        return SeatRow(place, "bot", None, "easy bot", "easy", "b" * 32)
    name = NAMES.get(sign, sign.upper())
    return SeatRow(place, "person", name.lower(), name, None, f"{place:032x}")


def add(match: Match, kind: str, seat: int | None = None, time: int | None = None, **more: Any) -> EventRow:
    """The next event, a second after the last unless its time is given."""
    last = match.events[-1].time if match.events else match.row.created
    event = EventRow(match.last + 1, last + 1000 if time is None else time, kind, seat, **more)
    match.apply(event)
    return event


def begin(match: Match, seed: int = 0, time: int | None = None) -> Match:
    """The set-up, with random outcomes."""
    dice, trial, outcomes = random.Random(seed), match.pos.copy(), []
    while trial.actor == CHANCE:
        outcomes.append(dice.choice(trial.choices()))
        trial.play(outcomes[-1])
    data = {"actions": outcomes, "k": 0, "draws": [[9, 0, 1] for _ in outcomes]}
    add(match, "set-up", None, time, data=data)
    return match


def play(match: Match, *names: str) -> Match:
    """Choices by name, by whoever has to act."""
    for name in names:
        add(match, "choice", match.actor, action=match.pos.parse(name), name=name)
    return match


def end(match: Match, reason: str = "rules", winners: tuple[int, ...] = ()) -> Match:
    """The last event."""
    data = {"reason": reason, "winners": list(winners), "scores": match.pos.scores, "seat": None}
    add(match, "end", None, data=data)
    return match


def random_event(match: Match, dice: random.Random) -> EventRow:
    """What may happen next, without letting it happen."""
    action = dice.choice(match.pos.choices())
    time, name = match.events[-1].time + 1000, match.pos.name(action)
    if match.actor == CHANCE:
        data = drawn_data(Drawn(action, Interval(match.drawn, 9, 0, 1), None))
        return EventRow(match.last + 1, time, "chance", None, action, name, data)
    return EventRow(match.last + 1, time, "choice", match.actor, action, name)


def steps(match: Match, seed: int, events: int = 25) -> Iterator[EventRow]:
    """The events of a random match, each just before the match follows it."""
    dice = random.Random(seed)
    begin(match, seed)
    while not match.pos.over and match.last < events and match.pos.choices():
        event = random_event(match, dice)
        yield event
        match.apply(event)


def viewers(match: Match) -> list[int | None]:
    """All seats and a spectator."""
    return [*range(len(match.seats)), None]
