"""Playing again: people with whom one has played to the end can be invited, and can decline or be left alone."""

from bangbox.bots.levels import levels
from bangbox.core.errors import UnknownGame
from bangbox.core.registry import kind
from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.lobby.setup import create
from bangbox.server.play.room import Room
from bangbox.server.protocol import AgainInvitation, Companion, Me, NewMatch, SeatSetup
from bangbox.server.storage.again import (
    COMPANIONS,
    FORGET_INVITATIONS,
    INVITATIONS,
    INVITE,
    MUTE_OTHER,
    MUTED,
    UNINVITE,
    UNMUTE_OTHER,
    WAITING_INVITATIONS,
)
from bangbox.server.storage.rows import SeatRow
from bangbox.server.storage.statements import Write

WEEK_MS = 7 * 86_400_000
CODE_MINUTES = 60


async def companions(hall: Hall, me: Me) -> list[Companion]:
    """Everybody with whom one has played to the end, the latest first; each once."""
    rows = await hall.store.read(COMPANIONS, guest=me.id)
    muted = await _muted(hall, me.id)
    met: dict[str, set[str]] = {}
    for row in rows:
        met.setdefault(row["guest"], set()).add(row["id"])
    found: dict[str, Companion] = {}
    for row in rows:
        who = row["guest"]
        if who not in found:
            found[who] = Companion(
                match=row["id"],
                seat=row["seat"],
                name=row["name"],
                game=row["game"],
                title=_title(row["game"]),
                ended=row["ended"] or 0,
                matches=len(met[who]),
                muted=who in muted,
            )
    return list(found.values())


async def invite(hall: Hall, me: Me, room: Room, seat: int | None) -> Room:
    """A new table with the game and options of a match that is over, and an invitation for whoever shall come."""
    async with room.lock:
        match = room.match
        if match.result is None or len(match.events) < 2:
            raise Refusal("running", "the match is not over yet", 409)
        if not match.seats_of(me.id):
            raise Refusal("not_seated", "only whoever has played here can invite the others", 403)
        invited = [other for other in match.seats if _is_companion(other, me) and seat in (None, other.seat)]
        if not invited:
            raise Refusal("seat", "nobody else has played on that seat", 422)
        new = _same_table(match.row.setup, match.game.id, dict(match.game.options), match.seats, invited, me)
    hall.limits.invitation(me.id)
    guests = {other.guest for other in invited if other.guest is not None}
    for guest in guests:
        if await hall.store.read(WAITING_INVITATIONS, guest=guest, host=me.id):
            raise Refusal("invited", "you have invited them already: wait for an answer, or close that table", 409)
    table, now = await create(hall, me, new), hall.common.now()
    writes = []
    for guest in guests:
        writes.append(Write(FORGET_INVITATIONS, {"guest": guest, "before": now - WEEK_MS}))
        if me.id not in await _muted(hall, guest):
            writes.append(Write(INVITE, {"guest": guest, "match": table.id, "host": me.id, "created": now}))
    await hall.store.commit(writes)
    return table


async def invitations(hall: Hall, me: Me) -> list[AgainInvitation]:
    """Who would like to play with one again."""
    return [
        AgainInvitation(match=row["match"], game=row["game"], title=_title(row["game"]), by=row["name"], created=row["created"])
        for row in await hall.store.read(INVITATIONS, guest=me.id)
    ]


async def answer(hall: Hall, me: Me, match: str, said: str) -> str | None:
    """Comes (and gets a way in), declines, or wants no more invitations of that host."""
    row = next((row for row in await hall.store.read(INVITATIONS, guest=me.id) if row["match"] == match), None)
    if row is None:
        raise Refusal("no_invitation", "this invitation is not good any more", 404)
    if said == "come":
        code, _ = await hall.people.code_for("seat", match, CODE_MINUTES)
        return f"/match/{match}#join={code}"
    gone = [Write(UNINVITE, {"guest": me.id, "match": match})]
    if said == "mute":
        gone.append(Write(MUTE_OTHER, {"guest": me.id, "other": row["host"], "created": hall.common.now()}))
    room = await hall.rooms.get(match)
    async with room.lock:
        free = next((seat.seat for seat in room.match.seats if seat.kind == "open"), 0)
        await room.note("declined", free, writes=gone, name=me.name)
    return None


async def mute(hall: Hall, me: Me, room: Room, seat: int, muted: bool) -> None:
    """Does (not) want to be invited by whoever sat there."""
    async with room.lock:
        match = room.match
        known = 0 <= seat < len(match.seats) and match.result is not None and bool(match.seats_of(me.id))
        if not known or not _is_companion(match.seats[seat], me):
            raise Refusal("seat", "nobody else has played on that seat", 422)
        other = match.seats[seat].guest
    is_muted = other in await _muted(hall, me.id)
    if muted and not is_muted:
        await hall.store.commit([Write(MUTE_OTHER, {"guest": me.id, "other": other, "created": hall.common.now()})])
    elif is_muted and not muted:
        await hall.store.commit([Write(UNMUTE_OTHER, {"guest": me.id, "other": other})])


def _is_companion(seat: SeatRow, me: Me) -> bool:
    return seat.guest is not None and seat.guest != me.id


def _same_table(
    setup: NewMatch, game: str, options: dict[str, bool | int | str], seats: list[SeatRow], invited: list[SeatRow], me: Me
) -> NewMatch:
    """The same game with the same options from its beginning; bots sit where nobody is invited."""
    places = {seat.seat for seat in invited}
    usual = levels(game).default

    def taken(seat: SeatRow) -> SeatSetup:
        if seat.guest == me.id:
            return SeatSetup(kind="me", name=seat.name)
        if seat.seat in places:
            return SeatSetup(kind="open")
        return SeatSetup(kind="bot", level=seat.level or usual, name=seat.name if seat.kind == "bot" else None)

    return NewMatch(
        game, [taken(seat) for seat in seats], options, clock=setup.clock, gone=setup.gone, hints=setup.hints,
        take_backs=setup.take_backs, dice=setup.dice,
    )  # fmt: skip


async def _muted(hall: Hall, guest: str) -> set[str]:
    return {row["other"] for row in await hall.store.read(MUTED, guest=guest)}


def _title(game: str) -> str:
    try:
        return kind(game).manifest.title
    except UnknownGame:
        return game
