"""The match after a match: the next of a series, exactly once."""

import pytest

from bangbox.server.lobby.following import set_up_next, start_next
from bangbox.server.lobby.seats import leave
from bangbox.server.play.moves import resign
from bangbox.server.play.room import Room
from bangbox.server.storage.store import Conflict
from tests.server.house import PEOPLE, House


async def next_of(house: House, room: Room) -> Room:
    """The match that the sweep sets up after this one, everybody having contributed."""
    await house.wait(5)
    assert room.match.row.next is not None
    following = await house.hall.rooms.get(room.match.row.next)
    for place, seat in enumerate(following.match.seats):
        assert seat.guest is not None
        await house.sit(following, place, PEOPLE[seat.guest[0]])
    return following


async def test_a_series_adds_up_points_and_swaps_sides(house: House) -> None:
    room, matches = await house.table("ab", series=3, options={"first": "random"}), list[str]()
    begins, points = room.match.actor, [0, 0]
    for place in range(3):
        matches.append(room.id)
        standing = room.feed.table(None).series
        assert standing is not None
        assert (standing.length, standing.played, standing.points) == (3, place, points)
        assert (standing.names, standing.seats) == (["Ann", "Bob"], [place % 2, (place + 1) % 2])
        assert room.match.actor == begins, "people move, the seat that begins stays"
        await house.play_out(room)
        for person, seat in enumerate(standing.seats):
            points[person] += room.match.pos.scores[seat]
        if place < 2:
            room = await next_of(house, room)
    await house.wait(30)
    standing = room.feed.table(None).series
    assert standing is not None
    assert (room.match.row.next, standing.matches, standing.points, standing.played) == (None, matches, points, 3)


async def test_whoever_watches_is_told_of_the_next_match(house: House) -> None:
    room = await house.table("ab", series=3)
    ann = house.watch(room, "a")
    await resign(room, "bob", 1)
    following = await next_of(house, room)
    assert ann.of("table")[-1]["table"]["next"] == following.id
    assert following.feed.table("ann").before == room.id


async def test_there_is_one_next_match_whoever_tries(house: House) -> None:
    room = await house.table("ab", series=3)
    await resign(room, "bob", 1)
    async with room.lock:
        await start_next(house.hall, room)
        first = room.match.row.next
        room.match.row.next = None  # as another process still believes
        with pytest.raises(Conflict):
            await set_up_next(house.hall, room)
    assert [row["next"] for row in house.ask("SELECT next FROM matches WHERE id = ?", room.id)] == [first]
    assert house.ask("SELECT count(*) FROM matches")[0][0] == 2


async def test_a_series_ends_when_the_host_closes_a_table_of_it(house: House) -> None:
    room = await house.table("ab", series=5)
    await resign(room, "bob", 1)
    await house.wait(5)
    assert room.match.row.next is not None
    following = await house.hall.rooms.get(room.match.row.next)
    await leave(PEOPLE["a"], following)
    await house.wait(30)
    assert following.match.result is not None
    assert (following.match.result.reason, following.match.row.next) == ("aborted", None)
    standing = following.feed.table(None).series
    assert standing is not None
    assert (standing.matches, standing.points) == ([room.id, following.id], [1, 0])


async def test_no_series_begins_at_a_table_that_is_closed(house: House) -> None:
    room = await house.table("a.", series=3)
    await leave(PEOPLE["a"], room)
    await house.wait(30)
    assert room.match.row.next is None


async def test_a_match_that_needs_no_next_is_not_looked_at_again(house: House) -> None:
    room = await house.table()
    await resign(room, "bob", 1)
    house.ask("UPDATE matches SET due = 0")
    await house.sweep.sweep()
    assert house.ask("SELECT due FROM matches")[0]["due"] is None
