"""Reads a match, whole or only what was added to it since."""

from typing import NamedTuple

from bangbox.server.storage.rows import (
    EVENTS,
    MATCH,
    NOTES,
    SEATS,
    Event,
    MatchRow,
    NoteRow,
    SeatRow,
    read_event,
    read_match,
    read_note,
    read_seat,
)
from bangbox.server.storage.store import Store


class Stored(NamedTuple):
    """What the database holds of a match. The row was read first: the rest is at least as new as its revision."""

    row: MatchRow
    seats: list[SeatRow]
    events: list[Event]
    notes: list[NoteRow]


async def fetch(store: Store, match: str, first_event: int = 1, first_note: int = 0) -> Stored | None:
    """A match with its events and notes from these numbers on; None if there is no such match."""
    rows = await store.read(MATCH, match=match)
    if not rows:
        return None
    return Stored(
        read_match(rows[0]),
        [read_seat(row) for row in await store.read(SEATS, match=match)],
        [read_event(row) for row in await store.read(EVENTS, match=match, first=first_event)],
        [read_note(row) for row in await store.read(NOTES, match=match, first=first_note)],
    )
