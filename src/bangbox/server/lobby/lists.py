"""The lists of matches."""

from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.protocol import MatchLine, Me
from bangbox.server.showing.table import line
from bangbox.server.storage import lists
from bangbox.server.storage.rows import SeatRow, read_seat, readable

STATEMENTS = {
    "open": lists.OPEN,
    "running": lists.RUNNING,
    "finished": lists.FINISHED,
    "aborted": lists.ABORTED,
    "mine": lists.MINE,
}


async def listed(hall: Hall, me: Me | None, show: str, game_id: str | None, before: int) -> list[MatchLine]:
    """Matches, the last changed first."""
    if show not in STATEMENTS:
        raise Refusal("show", "show is open, running, mine, finished or aborted", 422)
    if game_id:
        hall.shelf.need_offered(game_id)
    await hall.common.summaries.write()
    values = {"before": before, "game": game_id or "%"} | ({"guest": me.id if me else ""} if show == "mine" else {})
    rows = readable(await hall.store.read(STATEMENTS[show], **values))
    seats: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
    for found in await hall.store.read(lists.SEATS_OF, **lists.page(list(seats))):
        seats[found["match"]].append(read_seat(found))
    return [line(row, seats[row.id], me.id if me else None) for row in rows]
