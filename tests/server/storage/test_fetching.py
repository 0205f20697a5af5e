"""A match is read whole, or only what was added to it."""

from bangbox.server.storage.fetching import fetch, fetch_series
from tests.server.house import House


async def test_a_match_is_read_whole(house: House) -> None:
    room = await house.table()
    await house.play(room, "b2")
    async with room.lock:
        await room.note("chat", 0, "hello")
    found = await fetch(house.hall.store, room.id)
    assert found is not None
    assert (found.row.id, found.seats, found.events) == (room.id, room.match.seats, room.match.events)
    assert (found.notes, found.series) == (room.notes, [])


async def test_or_only_what_was_added(house: House) -> None:
    room = await house.table()
    await house.play(room, "b2", "a1")
    found = await fetch(house.hall.store, room.id, first_event=3, first_note=room.notes[-1].number + 1)
    assert found is not None
    assert ([event.number for event in found.events], found.notes) == ([3], [])


async def test_a_match_that_does_not_exist(house: House) -> None:
    assert await fetch(house.hall.store, "nosuch") is None


async def test_the_matches_of_a_series_come_in_order(house: House) -> None:
    room = await house.table("ab", series=3)
    await house.play(room, "a1", "b1", "a2", "b2", "a3")
    await house.wait(5)
    found = await fetch(house.hall.store, room.id)
    assert found is not None
    assert [row.id for row in found.series] == [room.id, room.match.row.next]
    assert await fetch_series(house.hall.store, (await house.table()).match.row) == []
