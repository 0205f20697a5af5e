"""What is put together from pieces, or found among what was shown before, is what it would be if it were made anew."""

import random
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import pytest

import bangbox
from bangbox.core.rules import CHANCE
from bangbox.server.match.fold import Match, draws
from bangbox.server.match.takeback import Undoing
from bangbox.server.protocol import Happened, Increment, NewMatch, SeatSetup, Situation
from bangbox.server.showing import events as showing
from bangbox.server.showing.scene import TAB, choices_of, situation_of
from bangbox.server.storage.rows import EventRow, MatchRow, SeatRow

MOVES = 25
GAMES = ["bigxbang", "brains", "robbery", "tictactoe"]
every_game = pytest.mark.parametrize("name", GAMES)


class Step(NamedTuple):
    """A match just before an event."""

    match: Match
    event: EventRow


def new_match(name: str, bots: bool = False, version: str | None = None) -> Match:
    """A match of two people, or of bots, that has not begun."""
    game = bangbox.game(name)
    setup = NewMatch(game=name, seats=[SeatSetup(kind="me")])
    row = MatchRow("m", name, version or game.version, setup, "ann", True, "waiting", 0, 0, bytes(32))
    kind = "bot" if bots else "person"
    return Match(row, [SeatRow(seat, kind, f"guest{seat}", f"Guest {seat}") for seat in range(game.players)])


def steps(match: Match, seed: int) -> Iterator[Step]:
    """A random match; what is shown before every event is shown to everybody first."""
    dice, trial, outcomes = random.Random(seed), match.pos.copy(), []
    while trial.actor == CHANCE:
        outcomes.append(dice.choice(trial.choices()))
        trial.play(outcomes[-1])
    match.apply(EventRow(1, 7, "set-up", data={"actions": outcomes, "k": 0, "draws": [[9, 0, 1] for _ in outcomes]}))
    while not match.pos.over and match.last < MOVES:
        for viewer in viewers(match):
            showing.situation(match, viewer)
        action = dice.choice(match.pos.choices())
        kind, seat = ("chance", None) if match.actor == CHANCE else ("choice", match.actor)
        data = {"k": match.drawn, "T": 9, "interval": [0, 1]} if kind == "chance" else None
        event = EventRow(match.last + 1, 1000 + match.last, kind, seat, action, match.pos.name(action), data)
        yield Step(match, event)
        match.apply(event)


def viewers(match: Match) -> list[int | None]:
    return [*range(len(match.seats)), None]


@every_game
def test_an_event_is_told_as_if_it_were_described_anew(name: str) -> None:
    for match, event in steps(new_match(name), 1):
        for viewer in viewers(match):
            anew = showing.happened(match.pos, event, viewer, not match.secret)
            key = viewer if match.secret else None  # as the room keeps its logs
            assert showing.happens(match, event, key) == msgspec.json.encode(anew)
            assert msgspec.json.decode(showing.happens(match, event, key), type=Happened).draws == anew.draws


@every_game
def test_an_increment_is_its_events_and_the_situation(name: str) -> None:
    told: list[bytes] = []
    for match, event in steps(new_match(name), 2):
        undoing = Undoing(match)
        for viewer in viewers(match):
            undo = None if viewer is None else undoing.offer(viewer)
            message = showing.increment(match, viewer, told[-2:], undo)
            read = msgspec.json.decode(message, type=Increment)
            assert msgspec.json.encode(read) == message.replace(TAB, b"")
            assert (read.seat, len(read.events)) == (viewer, len(told[-2:]))
            assert msgspec.json.encode(read.now) == showing.situation(match, viewer, undo).replace(TAB, b"")
        told.append(showing.happens(match, event, None if not match.secret else 0))


@every_game
def test_a_situation_is_that_of_its_moment(name: str) -> None:
    for match, _ in steps(new_match(name), 3):
        for viewer in viewers(match):
            eye = match.eye(viewer)
            expected = situation_of(eye, match.actor, match.last)
            if match.actor == viewer:
                expected.choices, expected.forms = choices_of(eye, eye.choices()), eye.ranges()
            read = msgspec.json.decode(showing.situation(match, viewer), type=Situation)
            assert msgspec.json.encode(read) == msgspec.json.encode(expected)


def test_only_others_are_told_that_a_bot_thinks() -> None:
    for match, _ in steps(new_match("tictactoe", bots=True), 4):
        read = {viewer: msgspec.json.decode(showing.situation(match, viewer), type=Situation) for viewer in viewers(match)}
        assert {viewer: now.thinking for viewer, now in read.items()} == {viewer: viewer != match.actor for viewer in read}


@every_game
def test_an_archive_is_the_whole_log_whether_it_was_kept_or_not(name: str) -> None:
    match = new_match(name)
    told = [msgspec.json.encode(Happened(number=1, time=7, kind="set-up"))]
    for _, event in steps(match, 5):
        told.append(showing.happens(match, event, None))
    match.apply(EventRow(match.last + 1, 2000, "end", data={"reason": "rules", "winners": [0], "scores": [1, 0], "seat": None}))
    match.row.archive = showing.archive(match, [])
    anew = showing.archived(match)
    assert [event.number for event in anew.log] == list(range(1, match.last + 1))
    assert anew.now.winners == [0]
    if not match.conceals:
        told = [*[msgspec.json.encode(event) for event in anew.log[:1]], *told[1:]]
        told.append(msgspec.json.encode(anew.log[-1]))
        assert showing.archive(match, told) == match.row.archive


def test_nothing_is_offered_back_where_nothing_was_replayed() -> None:
    """As in a match of other rules."""
    match = new_match("tictactoe", version="of long ago")
    match.apply(EventRow(1, 7, "set-up", data={"actions": [], "k": 0, "draws": []}))
    match.apply(EventRow(2, 8, "choice", 0, 4, "b2"))
    assert [Undoing(match).offer(seat) for seat in (0, 1)] == [None, None]
    assert draws(match.events[1]) == []
