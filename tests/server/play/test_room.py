"""One match: its lock, how events and talk are committed, and how it is read anew."""

import asyncio
from typing import Any

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.play.room import ARCHIVED_AT_ONCE, Room
from bangbox.server.showing.events import log
from bangbox.server.storage.store import StorageError
from tests.server.house import Failing, House


async def test_a_room_is_loaded_as_it_was(house: House) -> None:
    room = await house.table("ab", series=3)
    await house.play(room, "b2")
    async with room.lock:
        await room.note("chat", 0, "hello")
    again = await Room.load(house.hall.common, house.hall.rooms, room.id)
    assert again is not None
    assert again.match.events == room.match.events
    assert [note.text for note in again.notes] == [note.text for note in room.notes]
    assert again.feed.series == room.feed.series is not None
    assert await Room.load(house.hall.common, house.hall.rooms, "nosuch") is None


async def test_everything_that_is_written_together_is_committed_together(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table()
    with monkeypatch.context() as broken:
        broken.setattr(house.hall.store, "commit", Failing(house.hall.store.commit, 1))
        with pytest.raises(StorageError):
            async with room.lock, room.writing():
                room.add("resign", 0)
                room.add("end", 0, data={"reason": "resign", "winners": [1], "scores": [0, 0], "seat": 0})
    assert (room.match.result, room.match.forfeits, room.match.last) == (None, set(), 1)
    (row,) = house.ask("SELECT status FROM matches WHERE id = ?", room.id)
    assert row["status"] == "running"
    await house.agrees(room)


async def test_what_fails_before_anything_was_added_leaves_the_room_alone(house: House) -> None:
    room = await house.table()
    with pytest.raises(ValueError, match="no"):
        async with room.lock, room.writing():
            raise ValueError("no")
    async with room.lock, room.writing():
        pass  # nothing to write
    assert room.match.last == 1
    await house.agrees(room)


async def test_the_end_of_a_match_is_kept_with_its_log(house: House) -> None:
    room = await house.table()
    await house.play(room, "a1", "b1", "a2", "b2", "a3")
    (row,) = house.ask("SELECT status, result, archive, ended, due FROM matches WHERE id = ?", room.id)
    assert (row["status"], row["ended"], row["due"]) == ("over", house.clock(), None)
    assert '"reason":"rules"' in row["result"]
    assert row["archive"].count('"kind":"choice"') == 5


async def test_others_go_on_while_a_long_match_is_archived(house: House) -> None:
    room = await house.table("aba", "brains", options={"players": 3})
    while room.match.last < 6 * ARCHIVED_AT_ONCE and room.match.result is None:
        await house.move_somehow(room)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async with room.lock:
        going = asyncio.create_task(others())
        shown = await room._archive_log()
        going.cancel()
    assert shown == log(room.match, None, 1, room.match.last)
    assert turns >= len(shown) // ARCHIVED_AT_ONCE - 1 > 3


async def test_lines_of_talk_are_numbered_and_told(house: House) -> None:
    room = await house.table()
    ann = house.watch(room, "a")
    async with room.lock:
        first = await room.note("chat", 1, "hello")
        second = await room.note("phrase", 0, "thanks")
    assert second.number == first.number + 1
    assert [message["notes"][0]["text"] for message in ann.of("notes")] == ["hello", "thanks"]
    again = await Room.load(house.hall.common, house.hall.rooms, room.id)
    assert again is not None
    assert again.notes[-2:] == [first, second]


async def test_talk_that_cannot_be_written_is_not_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table()
    ann, notes = house.watch(room, "a"), list(room.notes)
    with monkeypatch.context() as broken:
        broken.setattr(house.hall.store, "commit", Failing(house.hall.store.commit, 1))
        with pytest.raises(StorageError):
            async with room.lock:
                await room.note("chat", 1, "hello")
    assert (room.notes, ann.heard) == (notes, [])


async def test_a_room_read_anew_tells_only_what_was_not_told(house: House) -> None:
    room = await house.table()
    await house.play(room, "b2")
    ann = house.watch(room, "a")
    async with room.lock:
        await room.reload()
    assert ann.of("events") == []
    assert ann.of("notes") == []
    await house.agrees(room)


async def test_a_room_that_cannot_be_read_anew_is_closed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table()
    ann = house.watch(room, "a")

    async def unreadable(*_: Any, **__: Any) -> Any:
        raise StorageError("away")

    with monkeypatch.context() as broken, pytest.raises(StorageError):
        broken.setattr(house.hall.store, "read", unreadable)
        async with room.lock:
            await room.reload()
    assert ann.closed
    assert not house.hall.rooms.holds(room)


async def test_what_only_some_may_do_or_only_while_it_runs(house: House) -> None:
    room = await house.table("a.")
    assert room.own_seat("ann", 0) == 0
    for guest, seat in (("bob", 0), ("ann", 1), (None, 0), ("ann", 9)):
        with pytest.raises(Refusal, match="not yours"):
            room.own_seat(guest, seat)
    with pytest.raises(Refusal, match="has not begun"):
        room.need_running()


async def test_whoever_thinks_is_stopped(house: House) -> None:
    room = await house.table()
    room.stop_work()

    async def think() -> None:
        await house.hall.store.commit([])

    room.job = job = house.hall.tasks.spawn(think())
    room.stop_work()
    assert room.job is None
    assert job.cancelling()
