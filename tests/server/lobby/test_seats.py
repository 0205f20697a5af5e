"""Sitting down, contributing to the dice, and leaving before the start."""

import asyncio

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.lobby.seats import contribute, join, leave
from bangbox.server.play.room import Room
from bangbox.server.protocol import Contribution, Join
from bangbox.server.storage.store import Conflict, StorageError
from tests.server.house import PEOPLE, Failing, House

ANN, BOB, CID = (PEOPLE[sign] for sign in "abc")
NUMBER = "b" * 32


async def test_the_first_free_seat_or_the_one_that_is_wanted(house: House) -> None:
    room = await house.table("a..", "magpie", options={"players": 3})
    await join(house.hall, BOB, room, Join(seat=2, name="Bobby"))
    for seat in (2, 7, 0):
        with pytest.raises(Refusal, match="taken"):
            await join(house.hall, CID, room, Join(seat=seat))
    await join(house.hall, CID, room, Join())
    assert [seat.name for seat in room.match.seats] == ["Ann", "Cid", "Bobby"]
    with pytest.raises(Refusal, match="all seats are taken"):
        await join(house.hall, PEOPLE["d"], room, Join())
    await house.agrees(room)


async def test_whoever_sits_there_already_stays_where_he_is(house: House) -> None:
    room = await house.table("a.")
    await join(house.hall, ANN, room, Join(seat=1))
    assert room.match.seats_of("ann") == (0,)


async def test_the_last_contribution_begins_the_match(house: House) -> None:
    room = await house.table("a.")
    ann = house.watch(room, "a")
    await join(house.hall, BOB, room, Join())
    assert not room.match.running
    await contribute(BOB, room, Contribution(seat=1, contribution=NUMBER))
    assert room.match.running
    assert [message["table"]["status"] for message in ann.of("table")][-1] == "running"
    await contribute(BOB, room, Contribution(seat=1, contribution=NUMBER))  # said again, after a lost answer
    with pytest.raises(Refusal, match="begun already"):
        await contribute(BOB, room, Contribution(seat=1, contribution="c" * 32))
    await house.agrees(room)


async def test_a_contribution_is_given_once_and_is_a_number(house: House) -> None:
    room = await house.table("a..", "magpie", options={"players": 3})
    with pytest.raises(Refusal, match="contributed already"):
        await contribute(ANN, room, Contribution(seat=0, contribution=NUMBER))
    with pytest.raises(Refusal, match="not yours"):
        await contribute(BOB, room, Contribution(seat=0, contribution=NUMBER))
    await join(house.hall, BOB, room, Join())
    for bad in ("", "b" * 15, "b" * 65, "B" * 32, "g" * 32, NUMBER + "\n"):
        with pytest.raises(Refusal, match="hexadecimal"):
            await contribute(BOB, room, Contribution(seat=1, contribution=bad))
        with pytest.raises(Refusal, match="hexadecimal"):
            await join(house.hall, CID, room, Join(contribution=bad))
    assert room.match.seats[1].contribution is None


async def test_a_contribution_that_could_not_be_written_was_not_given(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table("a.")
    await join(house.hall, BOB, room, Join())
    with monkeypatch.context() as broken:
        broken.setattr(house.hall.store, "commit", Failing(house.hall.store.commit, 1))
        with pytest.raises(StorageError):
            await contribute(BOB, room, Contribution(seat=1, contribution=NUMBER))
    assert (room.match.seats[1].contribution, room.match.events) == (None, [])
    await house.agrees(room)


async def test_a_seat_that_somebody_took_through_another_process_is_not_given_twice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.table("a..", "magpie", options={"players": 3})
    house.ask("UPDATE seats SET kind = 'person', guest = 'cid', name = 'Cid' WHERE match = ? AND seat = 1", room.id)
    await join(house.hall, BOB, room, Join())
    assert [seat.guest for seat in room.match.seats] == ["ann", "cid", "bob"]
    await house.agrees(room)

    async def always_too_late(*_: object) -> None:
        raise Conflict

    other = await house.table("a.")
    with monkeypatch.context() as broken, pytest.raises(Refusal, match="quicker"):
        broken.setattr(house.hall.store, "commit", always_too_late)
        await join(house.hall, BOB, other, Join())


async def test_guests_who_sit_down_at_once_get_different_seats(house: House) -> None:
    room = await house.table("a..", "magpie", options={"players": 3})
    await asyncio.gather(*(join(house.hall, guest, room, Join(contribution=NUMBER)) for guest in (BOB, CID)))
    assert sorted(seat.guest or "" for seat in room.match.seats) == ["ann", "bob", "cid"]
    assert room.match.running


async def test_a_private_table_is_by_invitation_and_an_invitation_works_once(house: House) -> None:
    room = await house.table("a..", "magpie", options={"players": 3})
    room.match.row.public = False
    code, _ = await house.hall.people.code_for("seat", room.id, minutes=5)
    elsewhere, _ = await house.hall.people.code_for("seat", "another", minutes=5)
    for bad in (None, "nonsense", elsewhere):
        with pytest.raises(Refusal) as refused:
            await join(house.hall, BOB, room, Join(code=bad))
        assert refused.value.problem.code == "code"
    await join(house.hall, BOB, room, Join(code=code))
    with pytest.raises(Refusal, match="used already"):
        await join(house.hall, CID, room, Join(code=code))


async def test_leaving_opens_the_seat_again_and_the_host_closes_the_table(house: House) -> None:
    room = await house.table("a..", "magpie", options={"players": 3})
    await join(house.hall, BOB, room, Join(contribution=NUMBER))
    await leave(BOB, room)
    assert room.match.seats[1].kind == "open"
    assert [note.kind for note in room.notes] == ["joined", "left"]
    await house.agrees(room)
    await leave(ANN, room)
    assert room.match.result is not None
    assert (room.match.result.reason, room.feed.table(None).dice.secret is None) == ("aborted", False)
    await refuse_joining(house, room, "over")


async def test_nobody_leaves_or_comes_once_the_match_has_begun(house: House) -> None:
    room = await house.table()
    with pytest.raises(Refusal, match="begun"):
        await leave(BOB, room)
    await refuse_joining(house, room, "begun")


async def refuse_joining(house: House, room: Room, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        await join(house.hall, CID, room, Join())
    assert refused.value.problem.code == code
