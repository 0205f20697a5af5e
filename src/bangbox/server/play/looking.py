"""Looking ahead: what a choice would lead to, why something is forbidden, what a bot would do."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Literal

from bangbox.bots.levels import levels
from bangbox.core.algorithms.revealing import reveals
from bangbox.core.contract import Foreseeing
from bangbox.core.messages import Refused
from bangbox.core.position import Position
from bangbox.core.rules import CHANCE
from bangbox.server.errors import Refusal
from bangbox.server.play.moves import LONGEST_NAME, chosen
from bangbox.server.play.room import Room
from bangbox.server.protocol import Attempt, Hint, Move, Preview, WhyNot
from bangbox.server.showing.scene import choices_of
from bangbox.server.workers import jobs
from bangbox.server.workers.jobs import Advice, advise
from bangbox.server.workers.pool import HINT, Workers, WorkFailed
from bangbox.server.workers.queue import Job

Stopped = Literal["decision", "chance", "secret", "over"]


class Latest:
    """Who asks again gives up what was asked before: of everybody's questions only the last is worked on."""

    def __init__(self) -> None:
        self._asked: dict[str, asyncio.Task[Any]] = {}

    async def answer(self, who: str, work: Coroutine[Any, Any, Any]) -> Any:
        """What comes of a piece of work, unless the same person asks for another."""
        if before := self._asked.get(who):
            before.cancel()
        task = self._asked[who] = asyncio.ensure_future(work)
        try:
            return await task
        except asyncio.CancelledError:
            if self._asked.get(who) is task:  # whoever waits has gone
                raise
            raise Refusal("superseded", "something else was asked since", 409) from None
        finally:
            if self._asked.get(who) is task:
                del self._asked[who]


def _ahead(room: Room, guest: str | None, asked: Move) -> tuple[Position, Stopped] | None:
    """The position after a choice as its seat may see it, and what it stops before.

    None: the match has gone on since, or the rules refuse the numbers of a form, which nobody knows before asking.
    """
    room.own_seat(guest, asked.seat)
    if asked.answers < room.match.last:
        return None
    room.need_running()
    pos = room.match.pos
    try:
        action = chosen(room.match, asked.seat, asked)
    except Refusal as refusal:
        if isinstance(refusal.__cause__, Refused):
            return None
        raise
    secret = reveals(pos, action)
    after = pos.copy()
    if not secret:
        after.play(action)
    return after.seen_by(asked.seat), (
        "secret" if secret else "over" if after.over else "chance" if after.actor == CHANCE else "decision"
    )


def _is_rough(seen: Position, stopped: Stopped) -> bool:
    settle = seen.game.kind.settle
    return stopped == "chance" and isinstance(settle, Foreseeing) and settle.is_rough(seen)


async def preview(room: Room, guest: str | None, asked: Move) -> Preview | None:
    """What a choice would lead to, up to the next chance, secret or other decision; None: nothing (see `_ahead`)."""
    async with room.lock:
        ahead = _ahead(room, guest, asked)
        if ahead is None:
            return None
        seen, stopped = ahead
        view = seen.game.kind.views.view(seen)
        return Preview(stopped=stopped, view=view, tally=seen.tally(), scores=seen.scores, rough=_is_rough(seen, stopped))


async def foresee(workers: Workers, latest: Latest, room: Room, guest: str, asked: Move) -> Preview | None:
    """The same for a throw, with its spread worked out by physics. Who asks for another throw gets no answer to this one."""
    async with room.lock:
        ahead = _ahead(room, guest, asked)
        if ahead is None:
            return None
        seen, stopped = ahead
        if not _is_rough(seen, stopped):
            raise Refusal("no_foresight", "a preview tells all there is to foresee")
    try:
        view = await latest.answer(guest, workers.run(Job(jobs.foresee, (seen,)), HINT, guest))
    except WorkFailed:
        raise Refusal("no_foresight", "nothing can be foreseen just now", 503) from None
    return Preview(stopped=stopped, view=view, tally=seen.tally(), scores=seen.scores)


async def why_not(room: Room, guest: str | None, asked: Attempt) -> WhyNot:
    """The rule that forbids an attempt."""
    async with room.lock:
        room.own_seat(guest, asked.seat)
        room.need_running()
        seen = room.match.pos.seen_by(asked.seat)
        if seen.actor != asked.seat:
            raise Refusal("not_your_turn", "it is not this seat's turn")
        return WhyNot(rule=seen.why_not(asked.attempt[:LONGEST_NAME]))


async def hint(workers: Workers, room: Room, guest: str | None, seat: int) -> Hint:
    """What a bot would do here, and why."""
    async with room.lock:
        room.own_seat(guest, seat)
        room.need_running()
        if not room.match.row.setup.hints:
            raise Refusal("no_hints", "this table plays without hints")
        if room.match.actor != seat:
            raise Refusal("not_your_turn", "it is not this seat's turn")
        seen, number = room.match.pos.seen_by(seat), room.match.last
    job = Job(advise, (seen, levels(seen.game.id).hints, None))
    try:
        advice: Advice = await workers.run(job, HINT, room.match.seats[seat].guest or "")
    except WorkFailed:
        raise Refusal("no_hint", "the bot has no idea just now", 503) from None
    return Hint(answers=number, choices=choices_of(seen, advice.actions), why=advice.why)
