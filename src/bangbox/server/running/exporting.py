"""The finished matches of a server's database as match records, a page at a time."""

import functools
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import select

from bangbox.core.errors import BangboxError
from bangbox.core.matches.match import MatchRecord
from bangbox.server.match.fold import Match
from bangbox.server.match.record import record
from bangbox.server.settings import Settings, is_postgres, sqlite_path
from bangbox.server.storage.opening import transact
from bangbox.server.storage.rows import read_event, read_match, read_seat
from bangbox.server.storage.schema import events, matches, seats
from bangbox.server.storage.store import StorageError

PAGE = 200  # matches in memory at a time

Rows = list[dict[str, Any]]


def finished_matches(settings: Settings, refused: Callable[[str], None]) -> Iterator[MatchRecord]:
    """Their records, oldest first. `refused` hears of those that these rules cannot replay."""
    if not is_postgres(settings) and not sqlite_path(settings).exists():
        raise StorageError(f"there is no database {sqlite_path(settings)} to export")
    after = ""
    while page := transact(settings, functools.partial(_page, after=after)):
        for row, seated, happened in page:
            after = row["id"]
            try:
                match = Match(read_match(row), [read_seat(seat) for seat in seated])
                for event in happened:
                    match.apply(read_event(event))
                found = record(match)
            except BangboxError as error:
                refused(f"{row['id']}: {error}")
                continue
            yield found


def _page(connection: Any, after: str) -> list[tuple[dict[str, Any], Rows, Rows]]:
    """The next finished matches, each with its seats and events."""
    wanted = select(matches).where(matches.c.status == "over", matches.c.id > after).order_by(matches.c.id).limit(PAGE)
    rows = [dict(row) for row in connection.execute(wanted).mappings()]
    names = [row["id"] for row in rows]
    seated, happened = (_by_match(connection, table, key, names) for table, key in ((seats, "seat"), (events, "number")))
    return [(row, seated[row["id"]], happened[row["id"]]) for row in rows]


def _by_match(connection: Any, table: Any, key: str, names: list[str]) -> dict[str, Rows]:
    found: dict[str, Rows] = defaultdict(list)
    for row in connection.execute(select(table).where(table.c.match.in_(names)).order_by(table.c[key])).mappings():
        found[row["match"]].append(dict(row))
    return found
