"""Positions to look at and try things on, without a table: what tours are made of. Nothing is kept."""

from bangbox.core.dice import SeededDice
from bangbox.core.game import game
from bangbox.core.position import Position
from bangbox.core.rules import CHANCE
from bangbox.server.api.http import Asking, endpoint
from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.match.draws import settles
from bangbox.server.play.moves import LONGEST_NAME, action_of
from bangbox.server.protocol import Happened, Step, Studied, Study, StudyAttempt, WhyNot
from bangbox.server.showing.events import happened
from bangbox.server.showing.scene import choices_of, situation_of
from bangbox.server.storage.rows import EventRow
from bangbox.server.workers.jobs import settle
from bangbox.server.workers.pool import HINT, WorkFailed
from bangbox.server.workers.queue import Job

MOST_STEPS = 60


@endpoint("POST", "/api/games/{game}/study", Study, Studied)
async def study(asking: Asking) -> Studied:
    """A position after these steps, as a seat sees it."""
    asked: Study = asking.body
    if len(asked.steps) > MOST_STEPS:
        raise Refusal("request", f"at most {MOST_STEPS} steps at a time", 422)
    pos = await _position(asking, asked.position, asked.seat)
    events = [_play(pos, asked.seat, number, step) for number, step in enumerate(asked.steps, 1)]
    if asked.settle and settles(pos):
        events.append(await _throw(asking.hall, pos, asked.seat, len(events) + 1))
    return _studied(pos, asked.seat, events)


@endpoint("POST", "/api/games/{game}/why-not", StudyAttempt, WhyNot)
async def why_not(asking: Asking) -> WhyNot:
    """The rule that forbids an attempt at a position."""
    asked: StudyAttempt = asking.body
    seen = (await _position(asking, asked.position, asked.seat)).seen_by(asked.seat)
    if seen.actor != asked.seat:
        raise Refusal("not_your_turn", "it is not this seat's turn")
    return WhyNot(rule=seen.why_not(asked.attempt[:LONGEST_NAME]))


async def _position(asking: Asking, text: str, seat: int) -> Position:
    name = asking.path("game")
    asking.hall.shelf.need_offered(name)
    await asking.hall.shelf.need(name)
    pos = game(name).position(text)
    if not 0 <= seat < pos.players:
        raise Refusal("seat", f"the seats are 0 to {pos.players - 1}", 422)
    return pos


def _play(pos: Position, seat: int, number: int, step: Step) -> Happened:
    """Plays a step; what the seat sees of it."""
    action = action_of(pos, step)
    actor = pos.actor
    kind, who = ("chance", None) if actor == CHANCE else ("choice", actor)
    return _shown(pos, seat, EventRow(number, 0, kind, who, action, pos.name(action)))


async def _throw(hall: Hall, pos: Position, seat: int, number: int) -> Happened:
    """Lets physics settle a throw."""
    try:
        drawn = await hall.workers.run(Job(settle, (pos.copy(), SeededDice())), HINT, "")
    except WorkFailed:
        raise Refusal("server", "the throw could not be worked out just now; nothing was changed", 503) from None
    return _shown(pos, seat, EventRow(number, 0, "chance", None, drawn.action, pos.name(drawn.action), drawn.data))


def _shown(pos: Position, seat: int, event: EventRow) -> Happened:
    assert event.action is not None
    shown = happened(pos, event, seat, public=False)
    pos.play(event.action)
    return shown


def _studied(pos: Position, seat: int, events: list[Happened]) -> Studied:
    actor, eye = pos.actor, pos.seen_by(seat)
    now = situation_of(eye, actor, len(events))
    if actor == seat:
        now.choices, now.forms = choices_of(eye, eye.choices()), eye.ranges()
    stopped = "over" if pos.over else "chance" if actor == CHANCE else "decision"
    return Studied(position=pos.text, options=dict(pos.game.options), events=events, now=now, stopped=stopped)  # type: ignore[arg-type]
