"""What players do to a running match: move, take back, resign, ask each other, and look ahead."""

from bangbox.core.errors import BangboxError, IllegalMove
from bangbox.core.position import Position
from bangbox.core.rules import CHANCE
from bangbox.server.errors import Refusal, Stale
from bangbox.server.hall import Hall
from bangbox.server.match.fold import MOVING, Match
from bangbox.server.match.takeback import shows
from bangbox.server.play.room import Room
from bangbox.server.protocol import (
    Accepted,
    Attempt,
    Hint,
    Move,
    Preview,
    TakeBack,
    WhyNot,
)
from bangbox.server.showing import events as showing
from bangbox.server.showing.scene import choices_of
from bangbox.server.storage.store import Conflict
from bangbox.server.tending.referee import HINT
from bangbox.server.workers import pool as workers
from bangbox.server.workers.pool import Thought, WorkFailed

TRIES = 3
LONGEST_NAME = 200


async def move(room: Room, guest: str | None, asked: Move) -> Accepted:
    """Plays a move and waits until it is committed."""
    async with room.lock:
        for _ in range(TRIES):
            known = room.match.row.revision
            try:
                number = begin(room, guest, asked)
                if room.taken:
                    await room.commit()
                return Accepted(number=number, ask=asked.ask)
            except Conflict:
                continue  # another process was first; the room has been read anew
            except Refusal:
                await room.refresh()  # a seat, a turn or an event of which only another process knew
                if room.match.row.revision == known:
                    raise
            except Exception:
                if room.taken:  # nobody may see what was taken and not written
                    await room.reload()
                raise
        raise Stale(asked.number, room.match.last)


def begin(room: Room, guest: str | None, asked: Move) -> int:
    """Plays a move; what follows from it is `taken` by the room, to be committed. Its event's number (the lock is held)."""
    match = room.match
    room.own_seat(guest, asked.seat)
    if asked.number < match.moved:
        repeated = _repeated(match, asked)
        if repeated is None:
            raise Stale(asked.number, match.last)
        return repeated
    room.need_running()
    if asked.number > match.last:
        raise Refusal("number", f"this answers event {asked.number}, but the last one is {match.last}", 422)
    action = _action(match, asked)
    kind, seat = ("chance", None) if match.actor == CHANCE else ("choice", asked.seat)
    event = room.next_event(kind, seat, action, showing.name_of(match, action))
    room.take(event)
    room.take_chance()
    return event.number


def _repeated(match: Match, asked: Move) -> int | None:
    """The number of the event that this very move has become already: its sender had not heard of that."""
    for event in match.events[max(0, asked.number) :]:
        if event.kind not in MOVING:
            continue
        typed = event.kind == "chance" and event.data is None  # by any seat
        if not typed and (event.kind != "choice" or event.seat != asked.seat):
            return None
        before = match.position_at(event.number - 1)
        try:
            return event.number if action_of(before, asked) == event.action else None
        except (IllegalMove, Refusal):
            return None
    return None


def _action(match: Match, asked: Move) -> int:
    """The action of a move; refuses what the seat cannot do now."""
    if match.actor == asked.seat:
        if asked.seat in match.stand_ins:
            raise Refusal("stand_in", "a bot plays this seat: take it back first")
    elif match.actor != CHANCE or match.row.setup.dice != "typed":
        raise Refusal("not_your_turn", "it is not this seat's turn")
    return action_of(match.pos, asked)


def action_of(pos: Position, asked: Move) -> int:
    """The action that a choice, a name or a form stands for at a position."""
    if [asked.choice, asked.name, asked.form].count(None) != 2:
        raise Refusal("move", "a move is a choice, a name or a form: exactly one of them", 422)
    if asked.choice is not None:
        if not pos.is_legal(asked.choice):
            raise Refusal("illegal", f"choice {asked.choice} is not possible here", 422)
        return asked.choice
    seen = pos.seen_by(pos.actor) if pos.actor >= 0 else pos  # a refusal must not tell what the seat may not know
    rule = None
    try:
        if asked.form is not None:
            action = seen.pack(asked.form, **asked.values)
        else:
            assert asked.name is not None
            action = seen.parse(asked.name[:LONGEST_NAME])
        if pos.is_legal(action):
            return action
        raise IllegalMove(f"{asked.form or asked.name} is not possible here")
    except BangboxError as error:
        if asked.name is not None and seen.actor >= 0:
            rule = seen.why_not(asked.name[:LONGEST_NAME])
        raise Refusal("illegal", str(error), 422, rule) from None


async def take_back(room: Room, guest: str | None, asked: TakeBack) -> None:
    """Undoes own choices; what needs the others' consent is asked of them."""
    async with room.lock:
        room.own_seat(guest, asked.seat)
        room.need_running()
        if not room.match.row.setup.take_backs:
            raise Refusal("no_take_backs", "this table plays without take-backs")
        if not room.undoing.allowed(asked.seat, asked.number):
            raise Refusal("no_way_back", "nothing is taken back across chance or anything newly shown")
        needed = room.undoing.needed(asked.seat, asked.number)
        if needed:
            await offer(room, asked.seat, "back", needed, number=asked.number)
        else:
            await undo(room, asked.seat, asked.number)


async def undo(room: Room, seat: int, number: int) -> None:
    """Goes back to just after event `number` (the lock is held)."""
    if room.job is not None:
        room.job.cancel()
        room.job = None
    room.take(room.next_event("back", seat, number))
    await room.commit()


async def offer(room: Room, by: int, kind: str, needed: list[int], number: int | None = None, seat: int | None = None) -> None:
    """Asks the others (the lock is held)."""
    data = {"kind": kind, "needed": needed, "at": room.match.moved, "number": number, "seat": seat}
    await room.note("offered", by, kind, data)
    room.tell_table()


async def resign(hall: Hall, room: Room, guest: str | None, seat: int) -> None:
    """Gives up: with two seats the other wins, with more the easy bot plays on."""
    async with room.lock:
        room.own_seat(guest, seat)
        room.need_running()
        if seat in room.match.forfeits:
            raise Refusal("forfeit", "this seat has given up already")
        room.take(room.next_event("resign", seat))
        hall.referee.give_up(room, seat, "resign")
        await room.commit()


# -- looking ahead


async def preview(room: Room, guest: str | None, asked: Move) -> Preview:
    """What a choice would lead to, up to the next chance, secret or other decision."""
    async with room.lock:
        room.own_seat(guest, asked.seat)
        room.need_running()
        pos, seat = room.match.pos, asked.seat
        action = _action(room.match, asked)
        secret = pos.game.kind.secret and shows(pos, action)
        after = pos.copy()
        if not secret:
            after.play(action)
        seen = after.seen_by(seat)
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


async def hint(hall: Hall, room: Room, guest: str | None, seat: int) -> Hint:
    """What a bot would do here."""
    async with room.lock:
        room.own_seat(guest, seat)
        room.need_running()
        if not room.match.row.setup.hints:
            raise Refusal("no_hints", "this table plays without hints")
        if room.match.actor != seat:
            raise Refusal("not_your_turn", "it is not this seat's turn")
        seen, number = room.match.pos.seen_by(seat), room.match.last
    try:
        thought: Thought = await hall.workers.run(HINT, workers.think, seen, "medium", None)
    except WorkFailed:
        raise Refusal("no_hint", "the bot has no idea just now", 503) from None
    found = thought.candidates[:3] or [(thought.action, 1, 0.0)]
    total = sum(visits for _, visits, _ in thought.candidates) or 1
    return Hint(
        answers=number,
        choices=choices_of(seen, [action for action, _, _ in found]),
        shares=[visits / total for _, visits, _ in found],
    )
