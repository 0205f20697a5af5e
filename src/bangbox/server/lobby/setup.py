"""Setting up a table, and beginning the match when nothing is missing any more."""

import secrets

import msgspec

from bangbox.bots.levels import levels
from bangbox.core.errors import BangboxError
from bangbox.core.game import Game, game_with
from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.match.series import contributing
from bangbox.server.people.guests import tidy_name
from bangbox.server.people.ids import new_id, new_match_id
from bangbox.server.play.moves import set_up
from bangbox.server.play.room import Room
from bangbox.server.protocol import Me, NewMatch, PlayOn, SeatSetup
from bangbox.server.storage import lists
from bangbox.server.storage.queries import ADD_MATCH, ADD_SEAT, SET_DUE
from bangbox.server.storage.rows import MatchRow, SeatRow, match_values, seat_values
from bangbox.server.storage.statements import Write

LONGEST_SERIES = 21
LONGEST_CLOCK = 30 * 86_400
SOON_MS = 1000
WHO_BEGINS = "first"  # the option of that name; a position that has begun does not tell any more
BOTS_ONLY = 4  # tables of one guest at which nobody but bots plays


async def create(hall: Hall, me: Me, new: NewMatch) -> Room:
    """A new table. It begins when all seats are taken and have contributed."""
    hall.shelf.need_offered(new.game)
    await hall.shelf.need(new.game)
    played = _checked(new)
    async with hall.one_at_a_time(me.id):  # so that the tables of a guest are counted rightly
        row = await _add(hall, me, new, played)
    room = await hall.rooms.get(row.id)
    async with room.lock:
        await begin_if_complete(room)
    return room


async def play_on(hall: Hall, me: Me, room: Room, asked: PlayOn) -> Room:
    """A new table that goes on from a moment of a match that is over; secrets of that moment stay secrets."""
    async with room.lock:
        match = room.match
        if match.result is None:
            raise Refusal("running", "the match is not over yet", 409)
        if not 1 <= asked.number <= match.last:
            raise Refusal("number", f"the events are 1 to {match.last}", 404)
        if not match.replayable:
            raise Refusal("version", "this match was played by other rules: it cannot be replayed", 410)
        pos = match.position_at(asked.number)
    return await create(hall, me, NewMatch(pos.game.id, asked.seats, dict(pos.game.options), position=pos.text))


async def _add(hall: Hall, me: Me, new: NewMatch, played: Game) -> MatchRow:
    """Writes a new table, if its host may have one more."""
    if len(await hall.store.read(lists.ACTIVE_OF_HOST, host=me.id)) >= hall.settings.matches_per_guest:
        raise Refusal("too_many", f"you have {hall.settings.matches_per_guest} tables already: finish or leave some", 429)
    if all(seat.kind == "bot" for seat in new.seats):
        if len(await hall.store.read(lists.BOTS_ONLY_OF_HOST, host=me.id)) >= BOTS_ONLY:
            raise Refusal("too_many", f"at most {BOTS_ONLY} of your tables may have bots only: let some finish", 429)
    now = hall.common.now()
    row = MatchRow(
        id=new_match_id(now),
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
    seats = _told_apart([_seat(place, seat, me, now) for place, seat in enumerate(new.seats)])
    writes = [Write(ADD_MATCH, match_values(row)), *(Write(ADD_SEAT, seat_values(row.id, seat)) for seat in seats)]
    await hall.store.commit(writes)
    return row


def _checked(new: NewMatch) -> Game:
    """The game of a set-up; refuses what cannot be played."""
    played = _game(new)
    if len(new.seats) != played.players:
        raise Refusal("seats", f"{played.title} has {played.players} seat(s) with these options, not {len(new.seats)}", 422)
    known = levels(played.id).names
    if any(seat.kind == "bot" and seat.level not in known for seat in new.seats):
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


def _game(new: NewMatch) -> Game:
    """The game with its options, and with the position from which it starts if one is given."""
    try:
        played = game_with(new.game, new.options)
        if new.position is not None:
            start = played.position(new.position)
            if start.over:
                raise Refusal("position", "this position is over", 422)
            if any(start.game.options[name] != value for name, value in played.options.items() if name != WHO_BEGINS):
                raise Refusal("position", f"this position has other options: {start.game!r}", 422)
            return start.game
        return played
    except BangboxError as error:
        raise Refusal("options", str(error), 422) from None


def _seat(place: int, setup: SeatSetup, me: Me, now: int) -> SeatRow:
    if setup.kind == "open":
        return SeatRow(place, "open", None, "")
    if setup.kind == "bot":
        return contributing(SeatRow(place, "bot", None, tidy_name(setup.name or f"{setup.level} bot"), setup.level))
    name = setup.name or (me.name if setup.kind == "me" else f"{me.name} {place + 1}"[:24])
    return SeatRow(place, "person", me.id, tidy_name(name), seen=now)


def _told_apart(seats: list[SeatRow]) -> list[SeatRow]:
    """The seats, with a number after the name of a bot that is called like somebody before it."""
    taken: set[str] = set()
    for place, seat in enumerate(seats):
        name, number = seat.name, 2
        while seat.kind == "bot" and name in taken:
            name, number = f"{seat.name[:20]} {number}", number + 1
        seats[place] = msgspec.structs.replace(seat, name=name)
        taken.add(name)
    return seats


async def begin_if_complete(room: Room, *writes: Write) -> None:
    """Commits the writes, and the set-up with them if now nothing is missing (the lock is held)."""
    if not room.match.events and room.match.complete:
        async with room.writing(*writes):
            set_up(room)
    elif writes:
        # Another process may be seating somebody else at this moment: whoever looks next finds the table complete.
        soon = Write(SET_DUE, {"match_id": room.id, "when": room.common.now() + SOON_MS})
        async with room.writing(*writes, soon):
            pass
        room.feed.tell_table()
