"""Playing over REST: snapshots, replays, moves, take-backs, offers, previews, hints, chat, reviews, the record."""

from starlette.responses import PlainTextResponse, Response

from bangbox.server.api.http import Asking, answered, endpoint
from bangbox.server.api.routes.tables import room_of, table_of
from bangbox.server.errors import Refusal, Stale
from bangbox.server.lobby import offering, reviewing, talk
from bangbox.server.match.fold import seen
from bangbox.server.match.record import record_text
from bangbox.server.play import looking, moves
from bangbox.server.play.room import Room
from bangbox.server.protocol import (
    Accepted,
    Attempt,
    Happened,
    Hint,
    Moment,
    Move,
    NewOffer,
    Note,
    OfferAnswer,
    Preview,
    Reviewed,
    Say,
    SeatOnly,
    Snapshot,
    StaleMove,
    Table,
    TakeBack,
    WhyNot,
)
from bangbox.server.showing import events
from bangbox.server.showing.scene import situation_of

LONGEST_LOG = 2000


def viewer_of(asking: Asking, room: Room) -> int | None:
    """The seat asked for, if it is one's own; else one's first seat, or a spectator's place."""
    seat = asking.number("seat")
    if seat is not None:
        return room.own_seat(asking.guest_id, seat)
    own = room.match.seats_of(asking.guest_id)
    return own[0] if own else None


@endpoint("GET", "/api/matches/{id}/snapshot", answer=Snapshot, query=("seat",))
async def snapshot(asking: Asking) -> Snapshot:
    """The present state for a seat of one's own or a spectator."""
    room = await room_of(asking)
    async with room.lock:
        return room.feed.snapshot(asking.guest_id, viewer_of(asking, room))


@endpoint("GET", "/api/matches/{id}/at/{n}", answer=Moment, query=("seat",))
async def at(asking: Asking) -> Moment:
    """The position after event n."""
    room = await room_of(asking)
    if not asking.path("n").isdecimal() or len(asking.path("n")) > 9:
        raise Refusal("number", "an event's number is a whole number", 422)
    number = int(asking.path("n"))
    async with room.lock:
        match, viewer = room.match, viewer_of(asking, room)
        if not 1 <= number <= match.last:
            raise Refusal("number", f"the events are 1 to {match.last}", 404)
        if not match.replayable:
            raise Refusal("version", "this match was played by other rules: it cannot be replayed", 410)
        public = match.result is not None
        pos = match.position_at(number)
        now = situation_of(seen(pos, viewer, public), pos.actor, number)
        return Moment(seat=viewer, event=events.log(match, viewer, number, number)[0], now=now, last=match.last)


@endpoint("GET", "/api/matches/{id}/log", answer=list[Happened], query=("seat", "from", "to"))
async def log(asking: Asking) -> list[Happened]:
    """Events in order."""
    room = await room_of(asking)
    async with room.lock:
        viewer = viewer_of(asking, room)
        first = max(1, asking.number("from", 1) or 1)
        last = max(0, min(asking.number("to", room.match.last) or 0, room.match.last, first + LONGEST_LOG))
        if not room.match.replayable:
            return events.archived(room.match).log[first - 1 : last]
        return events.log(room.match, viewer, first, last)


@endpoint("POST", "/api/matches/{id}/move", Move, Accepted, conflict=StaleMove)
async def move(asking: Asking) -> Accepted | Response:
    """A move, answered when it is committed."""
    room = await room_of(asking)
    try:
        return await moves.move(room, asking.me.id, asking.body)
    except Stale as stale:
        async with room.lock:
            present = room.feed.snapshot(asking.me.id, asking.body.seat)
        return answered(StaleMove(problem=stale.problem, present=present), stale.status)


@endpoint("POST", "/api/matches/{id}/back", TakeBack, Table)
async def back(asking: Asking) -> Table:
    """Takes choices back, or asks the others."""
    room = await room_of(asking)
    await offering.ask_back(asking.hall, room, asking.me, asking.body)
    return await table_of(asking, room)


@endpoint("POST", "/api/matches/{id}/resign", SeatOnly, Table)
async def resign(asking: Asking) -> Table:
    """Gives up."""
    room = await room_of(asking)
    await moves.resign(room, asking.me.id, asking.body.seat)
    return await table_of(asking, room)


@endpoint("POST", "/api/matches/{id}/offer", NewOffer, Table)
async def offer(asking: Asking) -> Table:
    """Asks the others for a rematch, to end, or to replace a gone player."""
    room = await room_of(asking)
    await offering.ask(asking.hall, room, asking.me, asking.body)
    return await table_of(asking, room)


@endpoint("POST", "/api/matches/{id}/answer", OfferAnswer, Table)
async def answer(asking: Asking) -> Table:
    """Agrees or declines."""
    room = await room_of(asking)
    await offering.answer(asking.hall, room, asking.me, asking.body)
    return await table_of(asking, room)


@endpoint("POST", "/api/matches/{id}/return", SeatOnly, Table)
async def come_back(asking: Asking) -> Table:
    """Takes a seat back from its stand-in."""
    room = await room_of(asking)
    await offering.come_back(room, asking.me, asking.body.seat)
    return await table_of(asking, room)


@endpoint("POST", "/api/matches/{id}/preview", Move, Preview | None)
async def preview(asking: Asking) -> Preview | None:
    """What a choice would lead to; null where the match has gone on since, and for a form whose numbers the rules refuse."""
    return await looking.preview(await room_of(asking), asking.me.id, asking.body)


@endpoint("POST", "/api/matches/{id}/foresee", Move, Preview | None)
async def foresee(asking: Asking) -> Preview | None:
    """What a throw would lead to, by physics, where a preview is rough. Who asks again drops the first question."""
    asking.hall.limits.foresight(asking.me.id)
    return await looking.foresee(asking.hall.workers, asking.hall.foreseeing, await room_of(asking), asking.me.id, asking.body)


@endpoint("POST", "/api/matches/{id}/why-not", Attempt, WhyNot)
async def why_not(asking: Asking) -> WhyNot:
    """The rule that forbids an attempt."""
    return await looking.why_not(await room_of(asking), asking.me.id, asking.body)


@endpoint("POST", "/api/matches/{id}/hint", SeatOnly, Hint)
async def hint(asking: Asking) -> Hint:
    """What a bot would do."""
    room = await room_of(asking)
    await asking.hall.shelf.need_bots(room.match.row.game)
    return await looking.hint(asking.hall.workers, room, asking.me.id, asking.body.seat)


@endpoint("POST", "/api/matches/{id}/chat", Say, Note)
async def chat(asking: Asking) -> Note:
    """A line of chat or a preset phrase."""
    return await talk.say(asking.hall, await room_of(asking), asking.me, asking.body)


@endpoint("GET", "/api/matches/{id}/review", answer=Reviewed)
async def review(asking: Asking) -> Reviewed:
    """What a coach says of a finished match."""
    return await reviewing.reviewed(asking.hall, await room_of(asking), asking.who)


@endpoint("GET", "/api/matches/{id}/record", answer=str)
async def record(asking: Asking) -> PlainTextResponse:
    """The record file of a finished match."""
    room = await room_of(asking)
    async with room.lock:
        text = record_text(room.match)
    name = f"{room.match.row.game}-{room.id}.txt"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})
