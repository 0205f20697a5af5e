"""What the database holds, as structs, and how they become its rows."""

import logging
from collections.abc import Iterable
from typing import Any

import msgspec

from bangbox.server.protocol import NewMatch, Result
from bangbox.server.storage.store import Row

log = logging.getLogger("bangbox.rows")


class Damaged(Exception):
    """A row that holds something else than what was written into it."""


class EventRow(msgspec.Struct, frozen=True):
    """One event of a match. `data` is what replay shows but rules do not read, apart from the outcomes of a set-up."""

    number: int
    time: int
    kind: str
    seat: int | None = None
    action: int | None = None
    name: str = ""
    data: dict[str, Any] | None = None

    def actions(self) -> list[int]:
        """What it plays, one after another."""
        if self.kind == "set-up":
            return (self.data or {}).get("actions", [])
        return [] if self.action is None else [self.action]

    def back_to(self) -> int:
        """The event after which the match goes on, if this takes something back."""
        assert self.kind == "back" and self.action is not None
        return self.action


class NoteRow(msgspec.Struct, frozen=True):
    """One line of table talk; offers and answers are lines too."""

    number: int
    time: int
    kind: str
    seat: int | None
    name: str
    text: str = ""
    data: dict[str, Any] | None = None


class SeatRow(msgspec.Struct):
    """A seat, who holds it, and its share in the fair dice: a number, and perhaps the commitment to it that came first."""

    seat: int
    kind: str
    guest: str | None
    name: str
    level: str | None = None
    contribution: str | None = None
    muted: bool = False
    seen: int | None = None
    commitment: str | None = None

    @property
    def committed(self) -> bool:
        """Whether its number for the dice is fixed, shown or not."""
        return self.commitment is not None or self.contribution is not None


class MatchRow(msgspec.Struct):
    """A match without its seats and events."""

    id: str
    game: str
    version: str
    setup: NewMatch
    host: str
    public: bool
    status: str
    created: int
    changed: int
    secret: bytes
    started: int | None = None
    ended: int | None = None
    events: int = 0
    actor: int = -1
    series: str | None = None
    place: int = 0
    before: str | None = None
    next: str | None = None
    result: Result | None = None
    archive: str | None = None
    due: int | None = None
    revision: int = 0


def _json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def _decoded(text: str, kind: Any = Any) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.MsgspecError as error:
        raise Damaged(str(error)) from None


def match_values(row: MatchRow) -> Row:
    """A match as the table takes it."""
    plain = {name: getattr(row, name) for name in MatchRow.__struct_fields__}
    return plain | {
        "setup": _json(row.setup),
        "result": _json(row.result),
        "public": int(row.public),
        "lease_by": None,
        "lease_until": None,
    }


def read_match(row: Row) -> MatchRow:
    """A match as the table gives it."""
    known = {name: row[name] for name in MatchRow.__struct_fields__ if name in row}
    known["setup"] = _decoded(row["setup"], NewMatch)
    known["result"] = _decoded(row["result"], Result) if row["result"] else None
    return MatchRow(**known | {"public": bool(row["public"])})


def readable(rows: Iterable[Row]) -> list[MatchRow]:
    """The matches of these rows; damaged ones are left out, so that a list is not lost for one of them."""
    found = []
    for row in rows:
        try:
            found.append(read_match(row))
        except Damaged as error:
            log.error("a match cannot be read: %s", error, extra={"match": row["id"]})
    return found


def event_values(match: str, event: EventRow) -> Row:
    """An event as the table takes it."""
    return {
        "match": match,
        "number": event.number,
        "time": event.time,
        "kind": event.kind,
        "seat": event.seat,
        "action": event.action,
        "name": event.name,
        "data": None if event.data is None else _json(event.data),
    }


def read_event(row: Row) -> EventRow:
    """An event as the table gives it."""
    data = _decoded(row["data"]) if row["data"] else None
    return EventRow(row["number"], row["time"], row["kind"], row["seat"], row["action"], row["name"], data)


def note_values(match: str, note: NoteRow) -> Row:
    """A note as the table takes it."""
    return msgspec.structs.asdict(note) | {"match": match, "data": _json(note.data)}


def read_note(row: Row) -> NoteRow:
    """A note as the table gives it."""
    data = _decoded(row["data"]) if row["data"] else None
    return NoteRow(row["number"], row["time"], row["kind"], row["seat"], row["name"], row["text"], data)


def read_seat(row: Row) -> SeatRow:
    """A seat as the table gives it."""
    known = {name: row[name] for name in SeatRow.__struct_fields__}
    return SeatRow(**known | {"muted": bool(row["muted"])})


def seat_values(match: str, seat: SeatRow) -> Row:
    """A seat as the table takes it."""
    return msgspec.structs.asdict(seat) | {"match": match, "muted": int(seat.muted), "told": None}
