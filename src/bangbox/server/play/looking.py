"""Looking ahead: what a choice would lead to, why something is forbidden, what a bot would do."""

from bangbox.bots.levels import levels
from bangbox.core.algorithms.revealing import reveals
from bangbox.core.rules import CHANCE
from bangbox.server.errors import Refusal
from bangbox.server.play.moves import LONGEST_NAME, chosen
from bangbox.server.play.room import Room
from bangbox.server.protocol import Attempt, Hint, Move, Preview, WhyNot
from bangbox.server.showing.scene import choices_of
from bangbox.server.workers.jobs import Advice, advise
from bangbox.server.workers.pool import HINT, Workers, WorkFailed
from bangbox.server.workers.queue import Job


async def preview(room: Room, guest: str | None, asked: Move) -> Preview:
    """What a choice would lead to, up to the next chance, secret or other decision."""
    async with room.lock:
        room.own_seat(guest, asked.seat)
        room.need_running()
        pos = room.match.pos
        action = chosen(room.match, asked.seat, asked)
        secret = reveals(pos, action)
        after = pos.copy()
        if not secret:
            after.play(action)
        seen = after.seen_by(asked.seat)
        stopped = "secret" if secret else "over" if after.over else "chance" if after.actor == CHANCE else "decision"
        return Preview(
            stopped=stopped,  # type: ignore[arg-type]
            view=seen.game.kind.views.view(seen),
            tally=seen.tally(),
            scores=seen.scores,
        )


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
