"""The statements behind the lists of matches."""

from sqlalchemy import Select, bindparam, or_, select

from bangbox.server.storage.schema import matches, seats
from bangbox.server.storage.statements import Statement

PAGE = 50
mine = matches.alias("mine")
COLUMNS = [column for column in matches.c if column.name != "archive"]


def _list() -> Select[tuple[object, ...]]:
    """Matches of a game (or `%`), last changed first, a page at a time."""
    return (
        select(*COLUMNS)
        .where(matches.c.changed < bindparam("before"), matches.c.game.like(bindparam("game")))
        .order_by(matches.c.changed.desc())
        .limit(PAGE)
    )


OPEN = Statement(_list().where(matches.c.status == "waiting", matches.c.public == 1))
RUNNING = Statement(_list().where(matches.c.status == "running", matches.c.public == 1))
FINISHED = Statement(_list().where(matches.c.status == "over", matches.c.public == 1, matches.c.events > 1))
ABORTED = Statement(  # closed before they began: their only event is the end
    _list().where(matches.c.status == "over", matches.c.public == 1, matches.c.events == 1)
)
MINE = Statement(  # also those that one has set up without sitting down
    _list().where(
        matches.c.id.in_(
            select(seats.c.match)
            .where(seats.c.guest == bindparam("guest"))
            .union_all(select(mine.c.id).where(mine.c.host == bindparam("guest")))
        )
    )
)
ACTIVE = or_(matches.c.status == "waiting", matches.c.status == "running")  # both can be looked up, "not over" cannot
ACTIVE_OF_HOST = Statement(select(matches.c.id).where(matches.c.host == bindparam("host"), ACTIVE))
BOTS_ONLY_OF_HOST = Statement(
    select(matches.c.id).where(
        matches.c.host == bindparam("host"),
        ACTIVE,
        ~select(seats.c.seat).where(seats.c.match == matches.c.id, seats.c.kind != "bot").exists(),
    )
)
SEATS_OF = Statement(  # of a page of matches
    select(seats)
    .where(seats.c.match.in_([bindparam(f"id{place}") for place in range(PAGE)]))
    .order_by(seats.c.match, seats.c.seat)
)


def page(ids: list[str]) -> dict[str, str]:
    """The values for SEATS_OF."""
    return {f"id{place}": ids[place] if place < len(ids) else "" for place in range(PAGE)}
