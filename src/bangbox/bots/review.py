"""The review of a match: a curve of chances, how much was luck and how much was play, and the moments where it turned.

Work is counted in simulations, so many for a whole match: long matches get fewer for each decision, and of very long ones only
some decisions are looked at. Where most was given away is then looked at more closely.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from bangbox.bots import Cancel, bot
from bangbox.bots.judging import Judge, Judged
from bangbox.bots.levels import levels
from bangbox.bots.why import reasons
from bangbox.core.errors import RecordError
from bangbox.core.matches.match import Event, MatchRecord
from bangbox.core.matches.path import Path
from bangbox.core.messages import About, Message
from bangbox.core.position import Position
from bangbox.core.rules import CHANCE

SIMULATIONS = 24_000  # for the first look at all decisions
LEAST, MOST = 48, 800  # simulations for one decision
MOST_JUDGED = 240  # decisions of a match
WEIGHED = 40  # decisions that are looked at more closely
SECONDS = 60.0  # for all of it, shared out: only a cap for safety
NOTHING = 0.02  # payoff given away that is within what such a look can tell
MOMENTS = 3
SHARPNESS = 4.0  # how fast accuracy falls with what is given away
TOLD_OUTCOMES = 5


class Step(NamedTuple):
    """One action of the path that was played, with the position before it."""

    number: int  # the event's
    since: int  # the number of the event before
    action: int
    before: Position


class CurvePoint(msgspec.Struct, frozen=True):
    """Everybody's chances after an event."""

    number: int
    chances: list[float]


class Decision(msgspec.Struct, frozen=True):
    """What a seat gave away by a choice, of 1."""

    number: int
    seat: int
    lost: float


class TurningPoint(msgspec.Struct, frozen=True):
    """A moment where the match turned: by a choice of `seat`, or by chance (None). Chances are of all seats."""

    number: int
    since: int  # the event after which the board shows the moment before
    seat: int | None
    played: list[Message]
    better: Message | None
    better_about: About | None
    why: list[Message]
    before: list[float]
    after: list[float]
    lost: float  # by the seat's choice
    position: str  # the position before, to try it again


class Performance(msgspec.Struct, frozen=True):
    """How a seat fared: what chance gave it, its own choices, and those of the others (in payoff)."""

    accuracy: float | None  # 0 to 100; None: it had nothing to decide
    decisions: int
    luck: float
    play: float
    gifts: float
    unseen: float  # what the reviewer itself had not foreseen


class Review(msgspec.Struct, frozen=True):
    """A match, reviewed."""

    curve: list[CurvePoint]
    decisions: list[Decision]
    turns: list[TurningPoint]
    players: list[Performance]
    simulations: int


class Notes(msgspec.Struct):
    """What a review has found out so far: by the place of a step."""

    judged: dict[int, Judged] = {}
    weighed: dict[int, Judged] = {}


class Reviewing:
    """A match being reviewed. It can be interrupted, and gone on with from its notes."""

    def __init__(self, record: MatchRecord, notes: Notes | None = None, cancel: Cancel | None = None) -> None:
        if not any(event.kind == "end" for event in record.events):
            raise RecordError("a match is reviewed when it is over")
        self.record, self.notes = record, notes or Notes()
        self.steps, self.final = steps_of(record)
        self.open = chosen_steps(self.steps)
        known, n = levels(record.game), max(1, len(self.open))
        simulations = min(MOST, max(LEAST, SIMULATIONS // n))
        seconds = max(0.05, SECONDS / (n + 2 * WEIGHED))
        self.judge = Judge(bot(record.game, known.reviews or known.hints), simulations, seconds, cancel)

    def go_on(self, stop: Callable[[], bool] = lambda: False) -> bool:
        """Goes on until it is done, or `stop()`. Whether it is done."""
        for place in self.open:
            if place not in self.notes.judged:
                if stop():
                    return False
                step = self.steps[place]
                self.notes.judged[place] = self.judge.judge(step.before, step.action, place)
        for place in self.doubtful():
            if place not in self.notes.weighed:
                if stop():
                    return False
                step, judged = self.steps[place], self.notes.judged[place]
                self.notes.weighed[place] = self.judge.weigh(step.before, step.action, judged, place)
        return True

    def doubtful(self) -> list[int]:
        """Where most was given away at a first look."""
        found = [(judged.lost, place) for place, judged in self.notes.judged.items() if judged.lost > NOTHING]
        return [place for _, place in sorted(found, reverse=True)[:WEIGHED]]

    @property
    def progress(self) -> float:
        """How much of it is done, of 1."""
        return (len(self.notes.judged) + len(self.notes.weighed)) / (len(self.open) + WEIGHED) if self.open else 1.0

    def review(self) -> Review:
        """What was found out."""
        return told(self.record, self.steps, self.final, self.notes)


def review(record: MatchRecord, cancel: Cancel | None = None, report: Callable[[float], None] | None = None) -> Review:
    """The review of a match that is over."""
    reviewing = Reviewing(record, None, cancel)

    def stop() -> bool:
        if report is not None:
            report(reviewing.progress)
        return cancel is not None and cancel.is_set()

    reviewing.go_on(stop)
    return reviewing.review()


# -- the path


def steps_of(record: MatchRecord) -> tuple[list[Step], Position]:
    """All that was played and not taken back, after the set-up; and the position at its end."""
    path: Path[Event] = Path()
    for event in record.events:
        path.follow(event)
    pos, steps, since = record.begin(), list[Step](), 0
    for event in path.events:
        for action in event.actions():
            if event.kind != "set-up":
                steps.append(Step(event.number, since, action, Position(pos.game, pos.states())))
            event.play(pos, action)
        since = event.number
    return steps, pos


def chosen_steps(steps: list[Step]) -> list[int]:
    """The places of those decisions where there was something to choose; of a very long match some, evenly."""
    found = [place for place, step in enumerate(steps) if is_open(step.before)]
    every = math.ceil(len(found) / MOST_JUDGED) if found else 1
    return found[::every]


def is_open(pos: Position) -> bool:
    """Whether somebody has a choice here."""
    return pos.actor >= 0 and (len(pos.choices()) > 1 or bool(pos.ranges()))


def outcome(record: MatchRecord, final: Position) -> list[float] | None:
    """What everybody got in the end; None if the match ended without a result."""
    if final.over:
        return final.payoffs
    end = next(event for event in record.events if event.kind == "end")
    winners = (end.data or {}).get("winners", [])
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(final.players)] if winners else None


# -- what is told of it


class Swing(NamedTuple):
    """From one decision that was looked at to the next: what changed, and by whom."""

    place: int
    judged: Judged
    after: list[float]
    chance: list[int]  # places of the outcomes between
    play: list[float]  # by seat: what the choice did
    rest: list[float]  # by seat: what else did


def told(record: MatchRecord, steps: list[Step], final: Position, notes: Notes) -> Review:
    """The review, from what was found out."""
    found = {place: notes.weighed.get(place, forgiven(judged)) for place, judged in sorted(notes.judged.items())}
    swings = swings_of(record, steps, final, found)
    return Review(
        curve_of(steps, swings),
        [Decision(steps[swing.place].number, steps[swing.place].before.actor, round(given(swing.judged), 4)) for swing in swings],
        turns_of(steps, swings),
        [player(steps, swings, seat) for seat in range(final.players)],
        sum(judged.simulations for judged in found.values()),
    )


def curve_of(steps: list[Step], swings: list[Swing]) -> list[CurvePoint]:
    """Everybody's chances from the first decision to the end, each with a little of its neighbours.

    Whoever is to act looks a bit better than a moment later, when another is: without this, the lines would be saws.
    """
    found = [swing.judged.chances for swing in swings] + [swing.after for swing in swings[-1:]]
    numbers = [steps[swing.place].since for swing in swings] + [steps[-1].number for _ in swings[-1:]]
    smooth = [
        found[k] if k in (0, len(found) - 1) else [(a + 2 * b + c) / 4 for a, b, c in zip(*found[k - 1 : k + 2], strict=True)]
        for k in range(len(found))
    ]
    return [CurvePoint(number, rounded(chances)) for number, chances in zip(numbers, smooth, strict=True)]


def forgiven(judged: Judged) -> Judged:
    """A decision that nobody has looked at twice: nothing is held against it."""
    return Judged(judged.chances, judged.best, 0.0, judged.simulations)


def given(judged: Judged) -> float:
    """What a choice gave away, as far as that can be told."""
    return judged.lost if judged.lost > NOTHING else 0.0


def rounded(values: list[float]) -> list[float]:
    """To four digits, which is more than anybody knows."""
    return [round(min(1.0, max(0.0, value)), 4) for value in values]


def swings_of(record: MatchRecord, steps: list[Step], final: Position, found: dict[int, Judged]) -> list[Swing]:
    """What changed between decisions."""
    places = list(found)
    swings = []
    for place, following in zip(places, [*places[1:], len(steps)], strict=False):
        judged = found[place]
        after = found[following].chances if following in found else outcome(record, final) or judged.chances
        chance = [other for other in range(place, following) if steps[other].before.actor == CHANCE]
        play = played_part(judged, steps[place].before.actor)
        rest = [new - old - part for new, old, part in zip(after, judged.chances, play, strict=True)]
        swings.append(Swing(place, judged, after, chance, play, rest))
    return swings


def played_part(judged: Judged, seat: int) -> list[float]:
    """What a choice did to everybody: what its seat gives away, the others get, in the proportion of their chances."""
    lost, others = given(judged), 1.0 - judged.chances[seat]
    if len(judged.chances) == 1:
        return [-lost]
    return [
        -lost if other == seat else lost * (chance / others if others > 0.0 else 1 / (len(judged.chances) - 1))
        for other, chance in enumerate(judged.chances)
    ]


def player(steps: list[Step], swings: list[Swing], seat: int) -> Performance:
    """How a seat fared."""
    own = [swing for swing in swings if steps[swing.place].before.actor == seat]
    others = [swing for swing in swings if steps[swing.place].before.actor != seat]
    accuracies = [accuracy(given(swing.judged), len(swing.play)) for swing in own]
    return Performance(
        accuracy=round(sum(accuracies) / len(accuracies), 1) if accuracies else None,
        decisions=len(own),
        luck=round(sum(swing.rest[seat] for swing in swings if swing.chance), 4),
        play=round(sum(swing.play[seat] for swing in own), 4),
        gifts=round(sum(swing.play[seat] for swing in others), 4),
        unseen=round(sum(swing.rest[seat] for swing in swings if not swing.chance), 4),
    )


def accuracy(lost: float, players: int) -> float:
    """How good a choice was, of 100: by what it gave away, measured by a fair share."""
    return 100.0 * math.exp(-SHARPNESS * lost * max(1, players) / 2)


def turns_of(steps: list[Step], swings: list[Swing]) -> list[TurningPoint]:
    """The moments where most changed, in their order: by a choice, or by chance."""
    choices = sorted((swing for swing in swings if given(swing.judged)), key=lambda swing: -given(swing.judged))
    luck = {swing.place: lasting_luck(swing, later) for swing, later in zip(swings, [*swings[1:], *swings[-1:]], strict=True)}
    chances = [swing for swing in sorted(swings, key=lambda swing: -luck[swing.place]) if luck[swing.place] > 2 * NOTHING]
    dice = max(0, min(len(chances), MOMENTS - len(choices)))  # what people chose teaches more than what the dice did
    if dice == 0 and chances and luck[chances[0].place] > given(choices[MOMENTS - 1].judged):
        dice = 1
    turns = [turned_by_choice(steps, swing) for swing in choices[: MOMENTS - dice]]
    turns += [turned_by_chance(steps, swing) for swing in chances[:dice]]
    return sorted(turns, key=lambda turn: turn.number)


def lasting_luck(swing: Swing, later: Swing) -> float:
    """By how much chance changed anybody's chances, as far as that still held a decision later: one look alone can be wrong."""
    if not swing.chance:
        return 0.0
    best = 0.0
    for before, part, after, last in zip(swing.judged.chances, swing.play, swing.after, later.after, strict=True):
        now, then = after - before - part, last - before - part
        best = max(best, min(abs(now), abs(then)) if now * then > 0 else 0.0)
    return best


def turned_by_choice(steps: list[Step], swing: Swing) -> TurningPoint:
    """What was played, what was better, and why."""
    step, best = steps[swing.place], swing.judged.best
    views, seen = step.before.game.kind.views, step.before.seen_by(step.before.actor, history=False)
    after = [chance + part for chance, part in zip(swing.judged.chances, swing.play, strict=True)]
    return TurningPoint(
        number=step.number,
        since=step.since,
        seat=step.before.actor,
        played=[views.label(step.before, step.action)],
        better=views.label(step.before, best),
        better_about=views.about(step.before, best),
        why=reasons(seen, best, step.action),
        before=rounded(swing.judged.chances),
        after=rounded(after),
        lost=round(given(swing.judged), 4),
        position=step.before.text,
    )


def turned_by_chance(steps: list[Step], swing: Swing) -> TurningPoint:
    """What chance brought, and what that made of everybody's chances."""
    first, last = steps[swing.chance[0]], steps[swing.chance[-1]]
    views = first.before.game.kind.views
    before = [chance + part for chance, part in zip(swing.judged.chances, swing.play, strict=True)]
    brought = [views.label(steps[place].before, steps[place].action) for place in swing.chance[:TOLD_OUTCOMES]]
    chances = rounded(before), rounded(swing.after)
    return TurningPoint(last.number, first.since, None, brought, None, None, [], *chances, 0.0, first.before.text)
