"""The lobby and a table before and beside the play: setting up, joining, inviting, hosting."""

from bangbox.server.api.http import Asking, endpoint
from bangbox.server.api.links import address_of, qr
from bangbox.server.errors import Refusal
from bangbox.server.lobby import hosting, lists, seats, setup
from bangbox.server.people.spoken import tidy_words
from bangbox.server.play.room import Room
from bangbox.server.protocol import Contribution, HostOrder, Invitation, Join, MatchLine, NewMatch, PlayOn, Spoken, Table

FOREVER = 2**53


async def room_of(asking: Asking) -> Room:
    """The room of the match in the path, with all that other processes have committed."""
    room = await asking.hall.rooms.get(asking.path("id"))
    await room.catch_up()
    room.feed.presence.saw(asking.guest_id)
    return room


async def table_of(asking: Asking, room: Room) -> Table:
    """The table for whoever asks."""
    async with room.lock:
        return room.feed.table(asking.guest_id)


@endpoint("GET", "/api/matches", answer=list[MatchLine], query=("show", "game", "before"))
async def listed(asking: Asking) -> list[MatchLine]:
    """Matches, the last changed first, fifty at a time."""
    query = asking.request.query_params
    before = asking.number("before", FOREVER)
    assert before is not None
    return await lists.listed(asking.hall, asking.guest, query.get("show", "open"), query.get("game"), before)


@endpoint("POST", "/api/matches", NewMatch, Table)
async def create(asking: Asking) -> Table:
    """A new table."""
    return await table_of(asking, await setup.create(asking.hall, asking.me, asking.body))


@endpoint("POST", "/api/matches/{id}/play-on", PlayOn, Table)
async def play_on(asking: Asking) -> Table:
    """A new table that goes on from a moment of a match that is over."""
    room = await room_of(asking)
    return await table_of(asking, await setup.play_on(asking.hall, asking.me, room, asking.body))


@endpoint("GET", "/api/matches/{id}", answer=Table)
async def table(asking: Asking) -> Table:
    """A table."""
    return await table_of(asking, await room_of(asking))


@endpoint("POST", "/api/matches/{id}/contribute", Contribution, Table)
async def contribute(asking: Asking) -> Table:
    """A seat's share in the fair dice: a commitment, later the number."""
    room = await room_of(asking)
    await seats.contribute(asking.me, room, asking.body)
    return await table_of(asking, room)


@endpoint("POST", "/api/matches/{id}/join", Join, Table)
async def join(asking: Asking) -> Table:
    """Sits down."""
    room = await room_of(asking)
    await seats.join(asking.hall, asking.me, room, asking.body)
    return await table_of(asking, room)


@endpoint("POST", "/api/matches/{id}/leave", answer=Table)
async def leave(asking: Asking) -> Table:
    """Leaves before the start."""
    room = await room_of(asking)
    await seats.leave(asking.me, room)
    return await table_of(asking, room)


@endpoint("POST", "/api/matches/{id}/invite", answer=Invitation)
async def invite(asking: Asking) -> Invitation:
    """A single-use link to a seat."""
    room = await room_of(asking)
    if room.match.row.host != asking.me.id:
        raise Refusal("not_host", "only the host of the table invites", 403)
    code, expires = await asking.hall.people.code_for("seat", room.id, minutes=7 * 24 * 60)
    path = f"/match/{room.id}#join={code}"
    words = await asking.hall.people.words_for(path, minutes=60)
    picture = qr(address_of(asking.request, asking.hall.settings) + path)
    return Invitation(code=code, path=path, qr=picture, expires=expires, words=words)


@endpoint("GET", "/api/spoken/{words}", answer=Spoken)
async def spoken(asking: Asking) -> Spoken:
    """Where the words of an invitation lead."""
    asking.hall.limits.words(asking.request.client.host if asking.request.client else "")
    return Spoken(path=await asking.hall.people.subject_of("spoken", tidy_words(asking.path("words")) or ""))


@endpoint("POST", "/api/matches/{id}/host", HostOrder, Table)
async def host(asking: Asking) -> Table:
    """Mutes or removes somebody."""
    room = await room_of(asking)
    await hosting.order(room, asking.me, asking.body)
    return await table_of(asking, room)
