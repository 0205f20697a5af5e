"""Reads a match, whole or only what was added to it since."""

from typing import NamedTuple

from bangbox.server.storage.queries import EVENTS, MATCH, MATCHES_OF_SERIES, NOTES, SEATS
from bangbox.server.storage.rows import (
    EventRow,
    MatchRow,
    NoteRow,
    SeatRow,
    read_event,
    read_match,
    read_note,
    read_seat,
    readable,
)
from bangbox.server.storage.store import Store


class Stored(NamedTuple):
    """What the database holds of a match. The row was read first: the rest is at least as new as its revision."""

    row: MatchRow
    seats: list[SeatRow]
    events: list[EventRow]
    notes: list[NoteRow]
    series: list[MatchRow]  # all matches of its series, this one among them


async def fetch(store: Store, match: str, first_event: int = 1, first_note: int = 0) -> Stored | None:
    """A match with its events and notes from these numbers on; None if there is no such match."""
    rows = await store.read(MATCH, match=match)
    if not rows:
        return None
    row = read_match(rows[0])
    return Stored(
        row,
        [read_seat(found) for found in await store.read(SEATS, match=match)],
        [read_event(found) for found in await store.read(EVENTS, match=match, first=first_event)],
        [read_note(found) for found in await store.read(NOTES, match=match, first=first_note)],
        await fetch_series(store, row),
    )


async def fetch_series(store: Store, row: MatchRow) -> list[MatchRow]:
    """The matches of the series to which a match belongs, in order; none if it belongs to no series."""
    if row.series is None:
        return []
    return readable(await store.read(MATCHES_OF_SERIES, id=row.series))
