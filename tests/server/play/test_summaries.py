"""What lists and sweeps know of a match: written late and together, with the move where that matters."""

import asyncio
from typing import Any

import pytest

from bangbox.server.play.room import Room
from bangbox.server.protocol import ClockSetup
from tests.server.house import Failing, House


def noted(house: House, room: Room) -> tuple[Any, ...]:
    """How far a match is and whose turn it is, by the list."""
    (row,) = house.ask("SELECT events, actor FROM matches WHERE id = ?", room.id)
    return tuple(row)


async def test_a_match_is_in_the_lists_as_soon_as_it_begins_and_when_it_ends(house: House) -> None:
    room = await house.table()
    assert noted(house, room) == (1, 0)
    await house.play(room, "a1", "b1", "a2", "b2", "a3")
    assert noted(house, room) == (7, -2)


async def test_turns_between_are_written_together_later(house: House) -> None:
    rooms = [await house.table() for _ in range(3)]
    for room in rooms:
        await house.play(room, "b2")
    commits = house.hall.metrics.commits
    await house.hall.common.summaries.write()
    assert [noted(house, room) for room in rooms] == [(2, 1)] * 3
    assert house.hall.metrics.commits == commits + 1
    await house.hall.common.summaries.write()
    assert house.hall.metrics.commits == commits + 1, "nothing is written twice"


async def test_matches_with_clocks_come_first(house: House) -> None:
    plain, timed = await house.table(), await house.table("ab", clock=ClockSetup(kind="game", seconds=60))
    for room in (plain, timed):
        await house.play(room, "b2")
    await house.hall.common.summaries.write(clocks_only=True)
    assert (noted(house, plain), noted(house, timed)) == ((1, 0), (2, 1))
    (row,) = house.ask("SELECT due FROM matches WHERE id = ?", timed.id)
    assert row["due"] == house.clock() + 60_000


async def test_what_could_not_be_written_says_nothing_wrong(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A room that is read anew while summaries are written."""
    room = await house.table()
    await house.play(room, "a1")
    store, reached, goes_on = house.hall.store, asyncio.Event(), asyncio.Event()
    read = store.read

    async def slowly(*what: Any, **values: Any) -> Any:
        reached.set()
        await goes_on.wait()
        return await read(*what, **values)

    with monkeypatch.context() as broken:
        broken.setattr(store, "commit", Failing(store.commit, 1))
        broken.setattr(store, "read", slowly)
        moving = asyncio.create_task(house.move(room, "b2"))
        await asyncio.wait_for(reached.wait(), 20)
        await house.hall.common.summaries.write()
        goes_on.set()
        await asyncio.gather(moving, return_exceptions=True)
    await house.play(room, "b2")
    await house.hall.common.summaries.write()
    assert noted(house, room) == (3, 0)
    await house.agrees(room)
