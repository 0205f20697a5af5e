"""Playing again with people one has played with."""

from bangbox.server.api.http import Asking, endpoint
from bangbox.server.api.routes.tables import room_of, table_of
from bangbox.server.lobby import again
from bangbox.server.protocol import (
    AgainAnswer,
    AgainAnswered,
    AgainInvitation,
    Companion,
    InviteAgain,
    MuteCompanion,
    Table,
)


@endpoint("GET", "/api/me/people", answer=list[Companion])
async def people(asking: Asking) -> list[Companion]:
    """Everybody with whom one has played to the end."""
    return await again.companions(asking.hall, asking.me)


@endpoint("POST", "/api/me/people/mute", MuteCompanion, list[Companion])
async def mute(asking: Asking) -> list[Companion]:
    """Whose invitations are (not) wanted."""
    room = await asking.hall.rooms.get(asking.body.match)
    await again.mute(asking.hall, asking.me, room, asking.body.seat, asking.body.muted)
    return await again.companions(asking.hall, asking.me)


@endpoint("POST", "/api/matches/{id}/again", InviteAgain, Table)
async def invite(asking: Asking) -> Table:
    """The same game once more, with an invitation for people of this match."""
    return await table_of(asking, await again.invite(asking.hall, asking.me, await room_of(asking), asking.body.seat))


@endpoint("GET", "/api/me/invitations", answer=list[AgainInvitation])
async def invitations(asking: Asking) -> list[AgainInvitation]:
    """Who would like to play again."""
    return await again.invitations(asking.hall, asking.me)


@endpoint("POST", "/api/me/invitations/{id}", AgainAnswer, AgainAnswered)
async def answer(asking: Asking) -> AgainAnswered:
    """Comes, declines, or wants no more of that person's invitations."""
    path = await again.answer(asking.hall, asking.me, asking.path("id"), asking.body.answer)
    return AgainAnswered(path=path)
