"""Playing again: only people who have played together to the end invite each other, and nobody has to hear of it."""

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.lobby import again
from bangbox.server.lobby.seats import join
from bangbox.server.play.room import Room
from bangbox.server.protocol import Join
from tests.server.house import PEOPLE, House

ANN, BOB, CID = PEOPLE["a"], PEOPLE["b"], PEOPLE["c"]


async def played(house: House, seats: str = "ab") -> Room:
    """A match that is over."""
    for me in (ANN, BOB, CID):
        if not house.ask("SELECT id FROM guests WHERE id = ?", me.id):
            house.ask("INSERT INTO guests VALUES (?, ?, 'guest', 1)", me.id, me.name)
    room = await house.table(seats, options={"first": 1})
    await house.play_out(room)
    return room


async def test_people_of_finished_matches_are_listed_once_and_without_who_they_are(house: House) -> None:
    assert await again.companions(house.hall, ANN) == []
    await house.table()  # still running: no companion of it
    await played(house)
    house.clock.forward(60)
    last = await played(house)
    (bob,) = await again.companions(house.hall, ANN)
    assert (bob.name, bob.match, bob.seat, bob.matches, bob.muted) == ("Bob", last.id, 1, 2, False)
    assert await again.companions(house.hall, CID) == []


async def test_an_invitation_leads_to_the_same_game(house: House) -> None:
    room = await played(house)
    table = await again.invite(house.hall, ANN, room, 1)
    assert table.match.game == room.match.game and table.match.row.host == ANN.id
    assert [seat.kind for seat in table.match.seats] == ["person", "open"]
    (invitation,) = await again.invitations(house.hall, BOB)
    assert (invitation.match, invitation.by, invitation.game) == (table.id, "Ann", "tictactoe")
    assert await again.invitations(house.hall, CID) == await again.invitations(house.hall, ANN) == []
    path = await again.answer(house.hall, BOB, table.id, "come")
    assert path is not None
    await join(house.hall, BOB, table, Join(code=path.rpartition("=")[2]))
    assert table.match.seats[1].guest == BOB.id


async def test_one_invitation_at_a_time_and_only_by_whoever_has_played_there(house: House) -> None:
    room = await played(house)
    running = await house.table()
    for who, where, seat in ((CID, room, 1), (ANN, running, 1), (ANN, room, 0), (ANN, room, 7)):
        with pytest.raises(Refusal):
            await again.invite(house.hall, who, where, seat)
    await again.invite(house.hall, ANN, room, None)
    with pytest.raises(Refusal) as refused:
        await again.invite(house.hall, ANN, room, None)
    assert refused.value.problem.code == "invited"
    assert len(await again.invitations(house.hall, BOB)) == 1


async def test_declining_tells_the_host_and_muting_ends_it(house: House) -> None:
    room = await played(house)
    first = await again.invite(house.hall, ANN, room, 1)
    assert await again.answer(house.hall, BOB, first.id, "decline") is None
    assert (first.notes[-1].kind, first.notes[-1].name) == ("declined", "Bob")
    assert await again.invitations(house.hall, BOB) == []
    with pytest.raises(Refusal) as refused:
        await again.answer(house.hall, BOB, first.id, "come")
    assert refused.value.problem.code == "no_invitation"
    second = await again.invite(house.hall, ANN, room, 1)
    await again.answer(house.hall, BOB, second.id, "mute")
    await again.invite(house.hall, ANN, room, 1)
    assert await again.invitations(house.hall, BOB) == [], "Ann is not told, and Bob hears nothing"
    (ann,) = await again.companions(house.hall, BOB)
    assert ann.muted
    await again.mute(house.hall, BOB, room, 0, muted=False)
    assert len(await again.companions(house.hall, BOB)) == 1
    assert not (await again.companions(house.hall, BOB))[0].muted
    with pytest.raises(Refusal):
        await again.mute(house.hall, CID, room, 0, muted=True)


async def test_bots_sit_where_nobody_is_invited(house: House) -> None:
    room = await played(house, "ab")
    table = await again.invite(house.hall, BOB, room, 0)
    assert [seat.kind for seat in table.match.seats] == ["open", "person"]


async def test_too_many_invitations_are_refused(house: House) -> None:
    for _ in range(10):
        house.hall.limits.invitation("ann")
    with pytest.raises(Refusal) as refused:
        house.hall.limits.invitation("ann")
    assert refused.value.status == 429
