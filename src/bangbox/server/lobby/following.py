"""The match after a match: a rematch, or the next of a series."""

from bangbox.server.hall import Hall
from bangbox.server.match.series import following, wants_next
from bangbox.server.people.ids import new_match_id
from bangbox.server.play.room import Room
from bangbox.server.storage.queries import ADD_MATCH, ADD_SEAT, SET_DUE, SET_NEXT
from bangbox.server.storage.rows import match_values, seat_values
from bangbox.server.storage.statements import Write


async def start_next(hall: Hall, room: Room) -> None:
    """Sets up the next match of a series, if there is to be one (the lock is held)."""
    row = room.match.row
    if wants_next(row):
        await set_up_next(hall, room)
    else:
        await hall.store.commit([Write(SET_DUE, {"match_id": row.id, "when": None})])


async def set_up_next(hall: Hall, room: Room, rematch: bool = False) -> None:
    """Sets up the match after this one; exactly once, whoever tries (the lock is held)."""
    before, now = room.match.row, hall.common.now()
    row, seats = following(room.match, new_match_id(now), now, rematch)
    await hall.store.commit(
        [
            Write(SET_NEXT, {"match_id": before.id, "following": row.id}, must=True),
            Write(ADD_MATCH, match_values(row)),
            *(Write(ADD_SEAT, seat_values(row.id, seat)) for seat in seats),
        ],
        before.id,
        -1,
    )
    before.next = row.id
    before.revision += 1
    room.feed.tell_table()
