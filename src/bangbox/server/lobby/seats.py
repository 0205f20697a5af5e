"""Sitting down, contributing to the dice, and leaving before the start."""

from bangbox.core.dice import COMMITMENT, CONTRIBUTION, contribution_commitment
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
SHARE = "a share in the dice is a commitment (the SHA-256 of a number, 64 hexadecimal digits) or later the number: one of them"


def _need_waiting(match: Match) -> None:
    if match.result is not None:
        raise Refusal("over", "this table has been closed")
    if match.events:
        raise Refusal("begun", "the match has begun already")


async def contribute(me: Me, room: Room, asked: Contribution) -> None:
    """A seat's share in the fair dice: the commitment to its number, and when all have committed the number itself."""
    if asked.commitment is None and asked.contribution is None:
        raise Refusal("share", SHARE, 422)
    async with room.lock:
        room.own_seat(me.id, asked.seat)
        seat = room.match.seats[asked.seat]
        if (asked.commitment, asked.contribution) in ((seat.commitment, None), (None, seat.contribution)):
            return  # said already
        _need_waiting(room.match)
        _check_share(asked)
        _need_timely(room.match, seat, asked)
        seat.commitment = asked.commitment or seat.commitment
        seat.contribution = asked.contribution
        values = {"match_id": room.id, "place": seat.seat, "who": me.id, "promise": seat.commitment, "number": seat.contribution}
        await begin_if_complete(room, Write(CONTRIBUTE, values, must=True))


def _check_share(asked: Contribution | Join) -> None:
    """Refuses what is no share in the dice."""
    if asked.commitment is not None and (asked.contribution is not None or not COMMITMENT.fullmatch(asked.commitment)):
        raise Refusal("share", SHARE, 422)
    if asked.contribution is not None and not CONTRIBUTION.fullmatch(asked.contribution):
        raise Refusal("contribution", "a contribution has 16 to 64 hexadecimal digits", 422)


def _need_timely(match: Match, seat: SeatRow, asked: Contribution) -> None:
    """Refuses numbers before all have committed to theirs, other numbers, and other commitments afterwards."""
    if seat.contribution is not None:
        raise Refusal("contributed", "this seat has contributed already")
    if seat.commitment is None:
        return
    if asked.contribution is None:
        if match.committed:
            raise Refusal("committed", "all seats have committed to their numbers: nobody changes a commitment now")
    elif not match.committed:
        raise Refusal("early", "keep your number until all seats are taken and have committed to theirs")
    elif contribution_commitment(asked.contribution) != seat.commitment:
        raise Refusal("commitment", "this is not the number to which this seat has committed", 422)


async def join(hall: Hall, me: Me, room: Room, asked: Join) -> None:
    """Sits down."""
    _check_share(asked)
    name = tidy_name(asked.name or me.name)
    async with room.lock:
        for _ in range(TRIES):
            if room.match.seats_of(me.id):
                return
            _need_waiting(room.match)
            writes = await _entrance(hall, room, asked.code)
            seat, now = _free_seat(room.match, asked.seat), hall.common.now()
            row = SeatRow(seat, "person", me.id, name, None, asked.contribution, seen=now, commitment=asked.commitment)
            room.match.sit(row)
            share = {"promise": row.commitment, "number": row.contribution}
            values = {"match_id": room.id, "place": seat, "who": me.id, "called": name, "time": now, **share}
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
            await _close(room, next(iter(match.seats_of(me.id)), None))
            return
        for seat in match.seats_of(me.id):
            await stand_up(room, seat, "left")


async def stand_up(room: Room, seat: int, why: str) -> None:
    """Opens a seat again (the lock is held).

    Once all have committed to their numbers it closes the table instead: whoever has seen the others' numbers could sit down
    again with one that suits these.
    """
    if room.match.committed:
        await _close(room, seat)
        await room.note(why, seat)
        return
    values = {"match_id": room.id, "place": seat, "who": room.match.seats[seat].guest}
    await room.note(why, seat, writes=[Write(STAND_UP, values, must=True)])
    room.match.sit(SeatRow(seat, "open", None, ""))
    room.feed.tell_table()


async def _close(room: Room, seat: int | None) -> None:
    """Closes a table that has not begun; its record says by whom (the lock is held)."""
    async with room.writing():
        end(room, "aborted", [], seat)
