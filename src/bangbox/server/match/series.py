"""Matches that follow each other: rematches, and series whose points add up (core's Series does the sums)."""

import secrets
from typing import TYPE_CHECKING

import msgspec

from bangbox.core.game import game
from bangbox.core.series import Series
from bangbox.server.people.guests import new_match_id, now_ms
from bangbox.server.protocol import NewMatch, Result, SeriesStanding
from bangbox.server.storage.rows import (
    ADD_MATCH,
    ADD_SEAT,
    MATCHES_OF_SERIES,
    SET_NEXT,
    MatchRow,
    SeatRow,
    match_values,
    read_match,
    seat_values,
)
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import Store

if TYPE_CHECKING:
    from bangbox.server.hall import Hall
    from bangbox.server.play.room import Room


def new_contribution() -> str:
    """A random number for the fair dice, as a bot gives it."""
    return secrets.token_hex(16)


async def standing_of(store: Store, row: MatchRow) -> SeriesStanding | None:
    """The points so far, by person, and where everybody sits in the match of `row`."""
    if row.series is None:
        return None
    rows = [read_match(found) for found in await store.read(MATCHES_OF_SERIES, id=row.series)]
    series = Series(game(row.game, **row.setup.options), row.setup.series)
    people = len(series.points)
    for match in rows:
        if match.result is not None:
            series.add_scores(counted(match.result))
    return SeriesStanding(
        id=row.series,
        length=series.length,
        played=series.played,
        names=[],  # tables.table fills them in: people may still be coming
        points=series.points,
        seats=[(person + row.place) % people for person in range(people)],
        matches=[match.id for match in rows],
    )


def counted(result: Result) -> list[int]:
    """The points that a match adds to its series: who resigns or runs out of time gets none, who wins that way at least one."""
    if result.reason == "rules":
        return result.scores
    won = result.winners if result.reason in ("resign", "timeout") else []
    return [max(1, points) if seat in won else 0 for seat, points in enumerate(result.scores)]


async def next_match(hall: "Hall", room: "Room", rematch: bool = False) -> str:
    """Sets up the match after this one, everybody one seat further; exactly once, whoever tries."""
    match = room.match
    before = match.row
    row = MatchRow(
        id=new_match_id(),
        game=before.game,
        version=match.game.kind.version,
        setup=before.setup if rematch else _same_start(room),
        host=before.host,
        public=False,
        status="waiting",
        created=now_ms(),
        changed=now_ms(),
        secret=secrets.token_bytes(32),
        series=None if rematch else before.series,
        place=0 if rematch else before.place + 1,
        before=before.id,
        due=now_ms(),
    )
    if rematch and row.setup.series > 1:
        row.setup = msgspec.structs.replace(row.setup, series=1)
    seats = sorted((_moved_on(seat, len(match.seats)) for seat in match.seats), key=lambda seat: seat.seat)
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
    room.tell_table()
    return row.id


def _same_start(room: "Room") -> NewMatch:
    """The set-up of the next game of a series: whichever seat chance let begin begins again."""
    match = room.match
    series = Series(match.game, 2)
    following = series.next_game(match.pos if match.path else None)
    return msgspec.structs.replace(match.row.setup, options=following.options, position=None)


def _moved_on(seat: SeatRow, seats: int) -> SeatRow:
    """The next seat for whoever sat here; a person's contribution is asked for anew."""
    contribution = new_contribution() if seat.kind == "bot" else None
    return SeatRow((seat.seat + 1) % seats, seat.kind, seat.guest, seat.name, seat.level, contribution, seat.muted, seat.seen)
