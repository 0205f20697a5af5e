"""Sitting down, contributing to the dice, and leaving before the start."""

import re

from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.lobby.setup import begin_if_complete
from bangbox.server.match.fold import Match
from bangbox.server.people.guests import tidy_name
from bangbox.server.play.moves import end
from bangbox.server.play.room import Room
from bangbox.server.protocol import Contribution, Join, Me
from bangbox.server.storage.queries import CONTRIBUTE, SIT, STAND_UP
from bangbox.server.storage.rows import SeatRow
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import Conflict

TRIES = 4
CONTRIBUTION = re.compile(r"[0-9a-f]{16,64}")


def _need_waiting(match: Match) -> None:
    if match.result is not None:
        raise Refusal("over", "this table has been closed")
    if match.events:
        raise Refusal("begun", "the match has begun already")


async def contribute(me: Me, room: Room, asked: Contribution) -> None:
    """A seat's random number; given once."""
    async with room.lock:
        room.own_seat(me.id, asked.seat)
        seat = room.match.seats[asked.seat]
        if seat.contribution == asked.contribution:
            return
        _need_waiting(room.match)
        if seat.contribution is not None:
            raise Refusal("contributed", "this seat has contributed already")
        seat.contribution = _number(asked.contribution)
        values = {"match_id": room.id, "place": asked.seat, "who": me.id, "number": asked.contribution}
        await begin_if_complete(room, Write(CONTRIBUTE, values, must=True))


def _number(contribution: str) -> str:
    if not CONTRIBUTION.fullmatch(contribution):
        raise Refusal("contribution", "a contribution has 16 to 64 hexadecimal digits", 422)
    return contribution


async def join(hall: Hall, me: Me, room: Room, asked: Join) -> None:
    """Sits down."""
    number = _number(asked.contribution) if asked.contribution is not None else None
    name = tidy_name(asked.name or me.name)
    async with room.lock:
        for _ in range(TRIES):
            if room.match.seats_of(me.id):
                return
            _need_waiting(room.match)
            writes = await _entrance(hall, room, asked.code)
            seat, now = _free_seat(room.match, asked.seat), hall.common.now()
            room.match.sit(SeatRow(seat, "person", me.id, name, None, number, seen=now))
            values = {"match_id": room.id, "place": seat, "who": me.id, "called": name, "number": number, "time": now}
            try:
                await begin_if_complete(room, *writes, Write(SIT, values, must=True))
                await room.note("joined", seat)
                return
            except Conflict:
                continue  # somebody sat down through another process; the room has been read anew
        raise Refusal("taken", "others were quicker: look again")


async def _entrance(hall: Hall, room: Room, code: str | None) -> list[Write]:
    """What it takes to be let in: nothing at a public table, else an unused code."""
    if room.match.row.public:
        return []
    if code is None or await hall.people.subject_of("seat", code) != room.id:
        raise Refusal("code", "this table is by invitation: use the link you were sent", 403)
    return [hall.people.using(code)]


def _free_seat(match: Match, wanted: int | None) -> int:
    free = [seat.seat for seat in match.seats if seat.kind == "open"]
    if not free or (wanted is not None and wanted not in free):
        raise Refusal("taken", "this seat is taken" if free else "all seats are taken")
    return free[0] if wanted is None else wanted


async def leave(me: Me, room: Room) -> None:
    """Leaves a table that has not begun; when its host does, it is closed."""
    async with room.lock:
        match = room.match
        _need_waiting(match)
        if match.row.host == me.id:
            async with room.writing():
                end(room, "aborted", [])
            return
        for seat in match.seats_of(me.id):
            await stand_up(room, seat, "left")


async def stand_up(room: Room, seat: int, why: str) -> None:
    """Opens a seat again (the lock is held)."""
    values = {"match_id": room.id, "place": seat, "who": room.match.seats[seat].guest}
    await room.note(why, seat, writes=[Write(STAND_UP, values, must=True)])
    room.match.sit(SeatRow(seat, "open", None, ""))
    room.feed.tell_table()
