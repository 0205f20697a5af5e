"""Setting tables up, sitting down and leaving before the start, and the lists of matches."""

import re
import secrets

import msgspec

from bangbox.core.errors import BangboxError
from bangbox.core.game import Game, game
from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.match.fold import Match
from bangbox.server.match.series import new_contribution
from bangbox.server.people.guests import new_id, new_match_id, now_ms, tidy_name
from bangbox.server.play.room import Room
from bangbox.server.protocol import Contribution, Join, MatchLine, Me, NewMatch, SeatSetup
from bangbox.server.showing import table as tables
from bangbox.server.storage import lists
from bangbox.server.storage.rows import (
    ADD_MATCH,
    ADD_SEAT,
    CONTRIBUTE,
    SET_DUE,
    SIT,
    STAND_UP,
    MatchRow,
    SeatRow,
    match_values,
    read_match,
    read_seat,
    seat_values,
)
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import Conflict
from bangbox.server.workers.pool import levels

LONGEST_SERIES = 21
TRIES = 4
LONGEST_CLOCK = 30 * 86_400
CONTRIBUTION = re.compile(r"[0-9a-f]{16,64}")


async def create(hall: Hall, me: Me, new: NewMatch) -> Room:
    """A new table. It begins when all seats are taken and have contributed."""
    _known(hall, new.game)
    played = _checked(new)
    if len(await hall.store.read(lists.ACTIVE_OF_HOST, host=me.id)) >= hall.settings.matches_per_guest:
        raise Refusal("too_many", f"you have {hall.settings.matches_per_guest} tables already: finish or leave some", 429)
    now = now_ms()
    row = MatchRow(
        id=new_match_id(),
        game=new.game,
        version=played.version,
        setup=msgspec.structs.replace(new, options=dict(played.options), seats=[]),
        host=me.id,
        public=new.public,
        status="waiting",
        created=now,
        changed=now,
        secret=secrets.token_bytes(32),
        series=new_id() if new.series > 1 else None,
        due=now,
    )
    seats = [_seat(place, seat, me, now) for place, seat in enumerate(new.seats)]
    writes = [Write(ADD_MATCH, match_values(row)), *(Write(ADD_SEAT, seat_values(row.id, seat)) for seat in seats)]
    await hall.store.commit(writes)
    room = await hall.room(row.id)
    async with room.lock:
        await _start_if_complete(hall, room)
    return room


def _known(hall: Hall, game_id: str) -> None:
    if game_id not in hall.games:
        raise Refusal("unknown_game", f"no game {game_id!r} here; there are {', '.join(sorted(hall.games))}", 404)


def _checked(new: NewMatch) -> Game:
    """The game of a set-up; refuses what cannot be played."""
    try:
        played = game(new.game, **new.options)
        if new.position is not None:
            start = played.position(new.position)
            if start.game != played:
                raise Refusal("position", f"this position has other options: {start.game!r}", 422)
            if start.over:
                raise Refusal("position", "this position is over", 422)
    except BangboxError as error:
        raise Refusal("options", str(error), 422) from None
    if len(new.seats) != played.players:
        raise Refusal("seats", f"{played.title} has {played.players} seat(s) with these options, not {len(new.seats)}", 422)
    known = levels()
    for seat in new.seats:
        if seat.kind == "bot" and seat.level not in known:
            raise Refusal("level", f"a bot has one of the levels {', '.join(known)}", 422)
    if new.dice == "typed" and (played.kind.secret or played.kind.settle is not None):
        raise Refusal("typed_dice", f"{played.title} has secrets or throws: its dice cannot be typed in", 422)
    if new.dice == "typed" and all(seat.kind == "bot" for seat in new.seats):
        raise Refusal("typed_dice", "somebody has to sit at the table to type the dice in", 422)
    if not 1 <= new.series <= LONGEST_SERIES or (new.series > 1 and new.position):
        raise Refusal("series", f"a series has 1 to {LONGEST_SERIES} games from the beginning, not from a position", 422)
    clock = new.clock
    if clock.kind != "none" and not (1 <= clock.seconds <= LONGEST_CLOCK and 0 <= clock.increment <= 3600):
        raise Refusal("clock", "a clock has 1 second to 30 days, and an increment of at most an hour", 422)
    return played


def _seat(place: int, setup: SeatSetup, me: Me, now: int) -> SeatRow:
    if setup.kind == "open":
        return SeatRow(place, "open", None, "")
    if setup.kind == "bot":
        return SeatRow(place, "bot", None, tidy_name(setup.name or f"{setup.level} bot"), setup.level, new_contribution())
    name = setup.name or (me.name if setup.kind == "me" else f"{me.name} {place + 1}"[:24])
    return SeatRow(place, "person", me.id, tidy_name(name), seen=now)


async def _start_if_complete(hall: Hall, room: Room, *writes: Write) -> None:
    """Commits the writes, and the set-up with them if now nothing is missing."""
    if not room.match.events and hall.is_complete(room.match):
        room.take_set_up()
        await room.commit(*writes)
    elif writes:
        # Another process may be seating somebody else at this moment: whoever looks next finds the table complete.
        soon = Write(SET_DUE, {"match_id": room.id, "when": now_ms() + 1000})
        await room.commit(*writes, soon)
        room.tell_table()


def _waiting(match: Match) -> None:
    if match.result is not None:
        raise Refusal("over", "this table has been closed")
    if match.events:
        raise Refusal("begun", "the match has begun already")


async def contribute(hall: Hall, me: Me, room: Room, asked: Contribution) -> None:
    """A seat's random number; given once."""
    async with room.lock:
        room.own_seat(me.id, asked.seat)
        seat = room.match.seats[asked.seat]
        if seat.contribution == asked.contribution:
            return
        _waiting(room.match)
        if seat.contribution is not None:
            raise Refusal("contributed", "this seat has contributed already")
        seat.contribution = _number(asked.contribution)
        values = {"match_id": room.id, "place": asked.seat, "who": me.id, "number": asked.contribution}
        await _start_if_complete(hall, room, Write(CONTRIBUTE, values, must=True))


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
            _waiting(room.match)
            writes = await _entrance(hall, room, asked.code)
            seat = _free_seat(room.match, asked.seat)
            room.match.sit(SeatRow(seat, "person", me.id, name, None, number, seen=now_ms()))
            values = {"match_id": room.id, "place": seat, "who": me.id, "called": name, "number": number, "time": now_ms()}
            try:
                await _start_if_complete(hall, room, *writes, Write(SIT, values, must=True))
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


async def leave(hall: Hall, me: Me, room: Room) -> None:
    """Leaves a table that has not begun; when its host does, it is closed."""
    async with room.lock:
        match = room.match
        _waiting(match)
        if match.row.host == me.id:
            room.take_end("aborted", [])
            await room.commit()
            return
        for seat in match.seats_of(me.id):
            await stand_up(room, seat, "left")


async def stand_up(room: Room, seat: int, why: str) -> None:
    """Opens a seat again (the lock is held)."""
    values = {"match_id": room.id, "place": seat, "who": room.match.seats[seat].guest}
    await room.note(why, seat, writes=[Write(STAND_UP, values, must=True)])
    room.match.sit(SeatRow(seat, "open", None, ""))
    room.tell_table()


async def listed(hall: Hall, me: Me | None, show: str, game_id: str | None, before: int) -> list[MatchLine]:
    """Matches, the last changed first."""
    statement = {"open": lists.OPEN, "running": lists.RUNNING, "finished": lists.FINISHED, "mine": lists.MINE}.get(show)
    if statement is None:
        raise Refusal("show", "show is open, running, mine or finished", 422)
    if game_id:
        _known(hall, game_id)
    await hall.write_turns()
    values = {"before": before, "game": game_id or "%"} | ({"guest": me.id if me else ""} if show == "mine" else {})
    rows = [read_match(row) for row in await hall.store.read(statement, **values)]
    seats: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
    for found in await hall.store.read(lists.SEATS_OF, **lists.page(list(seats))):
        seats[found["match"]].append(read_seat(found))
    return [tables.line(row, seats[row.id], me.id if me else None) for row in rows]
