"""The one way for a move: an action becomes an event, chance follows, all of it is committed and told.

People, bots, throws and the referee all come through here. Wherever a function says "the lock is held", it is the room's.
"""

from typing import Any

from bangbox.bots.levels import levels
from bangbox.core.errors import BangboxError, IllegalMove
from bangbox.core.matches.path import MOVING
from bangbox.core.position import Position
from bangbox.core.rules import CHANCE, OVER
from bangbox.server.errors import Refusal, Stale
from bangbox.server.match.draws import drawn_data, settles
from bangbox.server.match.fold import Match
from bangbox.server.play.room import Room
from bangbox.server.protocol import Accepted, Act, Move
from bangbox.server.storage.store import Conflict

TRIES = 3
LONGEST_NAME = 200


async def move(room: Room, guest: str | None, asked: Move) -> Accepted:
    """Plays a person's move; done when it is committed."""
    async with room.lock:
        for _ in range(TRIES):
            known = room.match.row.revision
            try:
                number = _repeated(room, guest, asked)
                if number is None:
                    number = await play(room, *_permitted(room, asked))
                return Accepted(number=number, ask=asked.ask)
            except Conflict:
                continue  # another process was first; the room has been read anew
            except Refusal:
                await room.refresh()  # a seat, a turn or an event of which only another process knew
                if room.match.row.revision == known:
                    raise
        raise Stale(asked.answers, room.match.last)


async def play(room: Room, seat: int | None, action: int, data: dict[str, Any] | None = None) -> int:
    """Plays an action of a seat (None: of chance) and what chance makes of it; its event's number (the lock is held)."""
    async with room.writing():
        kind = "chance" if seat is None else "choice"
        event = room.add(kind, seat, action, room.match.pos.name(action), data)
        follow(room)
    return event.number


def follow(room: Room) -> None:
    """Draws every chance outcome that needs no physics, up to the next decision, a throw or the end; ends a finished game."""
    match = room.match
    while match.actor == CHANCE and match.row.setup.dice == "fair" and not settles(match.pos):
        drawn = match.pos.draw(match.dice())
        room.add("chance", None, drawn.action, match.pos.name(drawn.action), drawn_data(drawn))
    if match.result is None and match.actor == OVER:
        end(room, "rules", [seat for seat in match.pos.winners if seat not in match.forfeits])


def set_up(room: Room) -> None:
    """The first event: everything that chance decides before the first decision."""
    match = room.match
    trial, dice = match.pos.copy(), match.dice()
    actions, names, rows = [], [], []
    while match.row.setup.dice == "fair" and trial.actor == CHANCE and not settles(trial):
        drawn = trial.draw(dice)
        actions.append(drawn.action)
        names.append(trial.name(drawn.action))
        rows.append(list(drawn.interval[1:]))
        trial.play(drawn.action)
    room.add("set-up", name="; ".join(names), data={"actions": actions, "k": 0, "draws": rows})
    follow(room)


def end(room: Room, reason: str, winners: list[int], seat: int | None = None) -> None:
    """Ends the match; `seat` is whose doing it was."""
    scores = room.match.pos.scores if room.match.events else [0] * len(room.match.seats)
    room.add("end", seat, data={"reason": reason, "winners": winners, "scores": scores, "seat": seat})


def stand_in(room: Room, seat: int) -> None:
    """A bot plays a seat on."""
    room.add("holder", seat, data={"level": levels(room.match.game.id).stand_in})


def give_up(room: Room, seat: int, reason: str) -> None:
    """A seat resigns or runs out of time: with two seats the other wins, with more a bot plays on."""
    match = room.match
    room.add(reason, seat)
    left = [other for other in range(len(match.seats)) if other not in match.forfeits]
    if len(match.seats) <= 2 or not match.people():
        end(room, reason, left if len(match.seats) == 2 else [], seat)
    else:
        stand_in(room, seat)
        follow(room)


async def resign(room: Room, guest: str | None, seat: int) -> None:
    """A player gives up."""
    async with room.lock:
        room.own_seat(guest, seat)
        room.need_running()
        if seat in room.match.forfeits:
            raise Refusal("forfeit", "this seat has given up already")
        async with room.writing():
            give_up(room, seat, "resign")


async def take_back(room: Room, seat: int, number: int) -> None:
    """Goes back to just after event `number` (the lock is held)."""
    room.stop_work()
    async with room.writing():
        room.add("back", seat, number)


# -- whether a move may be played


def _permitted(room: Room, asked: Move) -> tuple[int | None, int]:
    """The seat (None for chance) and the action of a move; refuses what cannot be done now."""
    match = room.match
    room.need_running()
    if asked.answers > match.last:
        raise Refusal("number", f"this answers event {asked.answers}, but the last one is {match.last}", 422)
    action = chosen(match, asked.seat, asked)
    return None if match.actor == CHANCE else asked.seat, action


def _repeated(room: Room, guest: str | None, asked: Move) -> int | None:
    """The number of the event that this very move has become already: its sender had not heard of that.

    None if it answers the present position; a move that answers an older one, and was not played, is stale.
    """
    match = room.match
    room.own_seat(guest, asked.seat)
    if asked.answers >= match.moved:
        return None
    event = next((event for event in match.events[max(0, asked.answers) :] if event.kind in MOVING), None)
    typed = event is not None and event.kind == "chance" and event.data is None  # by any seat
    if event is not None and (typed or (event.kind == "choice" and event.seat == asked.seat)):
        try:
            if action_of(match.position_at(event.number - 1), asked) == event.action:
                return event.number
        except Refusal:
            pass  # it was not possible then
    raise Stale(asked.answers, match.last)


def chosen(match: Match, seat: int, act: Act) -> int:
    """The action that a seat asks for; refuses what it cannot do now."""
    if match.actor == seat:
        if seat in match.stand_ins:
            raise Refusal("stand_in", "a bot plays this seat: take it back first")
    elif match.actor != CHANCE or match.row.setup.dice != "typed":
        raise Refusal("not_your_turn", "it is not this seat's turn")
    return action_of(match.pos, act)


def action_of(pos: Position, act: Act) -> int:
    """The action that a number, a name or a form stands for at a position."""
    if [act.action, act.name, act.form].count(None) != 2:
        raise Refusal("move", "a move is a choice, a name or a form: exactly one of them", 422)
    if act.action is not None:
        if not pos.is_legal(act.action):
            raise Refusal("illegal", f"choice {act.action} is not possible here", 422)
        return act.action
    seen = pos.seen_by(pos.actor) if pos.actor >= 0 else pos  # a refusal must not tell what the seat may not know
    try:
        action = _named(seen, act)
        if pos.is_legal(action):
            return action
        raise IllegalMove(f"{act.form or act.name} is not possible here")
    except BangboxError as error:
        rule = seen.why_not(act.name[:LONGEST_NAME]) if act.name is not None and seen.actor >= 0 else None
        raise Refusal("illegal", str(error), 422, rule and rule.partition(".")[0]) from error


def _named(seen: Position, act: Act) -> int:
    """The action of a name or a form."""
    if act.form is not None:
        return seen.pack_values(act.form, act.values)
    assert act.name is not None
    return seen.parse(act.name[:LONGEST_NAME])
