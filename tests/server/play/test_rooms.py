"""Open rooms: loaded once however many come, closed when idle, set aside when their match cannot be played."""

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.play.moves import move
from bangbox.server.play.room import Room
from bangbox.server.play.shelf import Shelf
from bangbox.server.protocol import Move
from bangbox.server.storage.store import StorageError
from tests.server.house import Failing, House, opened


async def forgotten(house: House, room: Room) -> str:
    """Closes a room, as if nobody had ever been there; its match."""
    await house.hall.common.summaries.write()
    house.hall.rooms.drop(room)
    return room.id


async def test_a_match_is_loaded_once_however_many_come(house: House) -> None:
    match = await forgotten(house, await house.table())
    rooms = await asyncio.gather(*(house.hall.rooms.get(match) for _ in range(5)))
    assert all(room is rooms[0] for room in rooms)
    assert house.hall.rooms.holds(rooms[0])


async def test_whoever_goes_away_while_a_match_is_loaded_spoils_it_for_nobody(house: House) -> None:
    match = await forgotten(house, await house.table())
    gone, waits = (asyncio.create_task(house.hall.rooms.get(match)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    assert (await waits).match.last == 1


@pytest.mark.parametrize("name", ["", "a\0b", "A", "a/b", 41 * "a", "nosuchmatch"])
async def test_there_is_no_match_of_any_other_name(house: House, name: str) -> None:
    with pytest.raises(Refusal, match="no such match"):
        await house.hall.rooms.get(name)


async def test_a_match_that_could_not_be_read_can_be_read_later(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await forgotten(house, await house.table())

    async def unreadable(*_: Any, **__: Any) -> Any:
        raise StorageError("away")

    with monkeypatch.context() as broken, pytest.raises(StorageError):
        broken.setattr(house.hall.store, "read", unreadable)
        await house.hall.rooms.get(match)
    assert (await house.hall.rooms.get(match)).match.last == 1


# -- closing


async def test_matches_that_nobody_watches_leave_memory_and_come_back(tmp_path: Path) -> None:
    async with opened(tmp_path, rooms=2) as house:
        rooms = [await house.table() for _ in range(6)]
        for room in rooms:
            await house.play(room, "b2")
        assert len(house.hall.rooms.open) == 2
        for room in rooms:
            assert (await house.hall.rooms.get(room.id)).match.last == 2
            assert len(house.hall.rooms.open) <= 3


async def test_a_room_in_use_is_not_idle(tmp_path: Path) -> None:
    async with opened(tmp_path, rooms=1) as house:
        watched, locked, idle = [await house.table() for _ in range(3)]
        for room in (watched, locked, idle):
            house.hall.rooms.open[room.id] = room
        house.watch(watched)
        async with locked.lock:
            last = await house.table()
            assert set(house.hall.rooms.open) == {watched.id, locked.id, last.id}


async def test_whoever_watches_a_room_that_is_dropped_is_sent_away_and_finds_it_again(house: House) -> None:
    room = await house.table()
    await house.play(room, "b2")
    ann = house.watch(room, "a")
    house.hall.rooms.drop(room)
    assert ann.closed
    again = await house.hall.rooms.get(room.id)
    assert again is not room
    assert again.match.last == 2
    house.hall.rooms.drop(room)
    assert house.hall.rooms.holds(again), "the old room has nothing to say any more"


# -- matches that cannot be played

UPDATES = {
    "an action that no rules know": "UPDATE events SET action = 77 WHERE number = 3 AND match = ?",
    "an action that is not possible": "UPDATE events SET action = 4 WHERE number = 3 AND match = ?",
    "no action": "UPDATE events SET action = NULL, kind = 'back' WHERE number = 3 AND match = ?",
    "a set-up without sense": """UPDATE events SET data = '{"actions": ["x"]}' WHERE number = 1 AND match = ?""",
    "a missing event": "DELETE FROM events WHERE number = 2 AND match = ?",
    "a start that is no position": "UPDATE matches SET setup = json_set(setup, '$.position', 'nonsense') WHERE id = ?",
    "an option that does not exist": """UPDATE matches SET setup = json_set(setup, '$.options.colour', 'red') WHERE id = ?""",
}


async def poisoned(house: House, poison: str) -> str:
    """A match in the database that these rules cannot play."""
    room = await house.table()
    await house.play(room, "b2", "a1", "c3")
    match = await forgotten(house, room)
    house.ask(UPDATES[poison], match)
    return match


@pytest.mark.parametrize("poison", UPDATES)
async def test_a_match_that_cannot_be_played_is_ended_and_shown_as_such(house: House, poison: str) -> None:
    good = await house.table()
    match = await poisoned(house, poison)
    room = await house.hall.rooms.get(match)
    assert room.match.result is not None
    assert (room.match.result.reason, room.match.result.winners) == ("fault", [])
    shown = room.feed.snapshot("ann", 0)
    assert (shown.table.status, shown.table.replayable, shown.now.actor) == ("over", False, -2)
    assert [event.kind for event in shown.log][-1] == "end"
    (row,) = house.ask("SELECT status, result, due FROM matches WHERE id = ?", match)
    assert (row["status"], json.loads(row["result"])["reason"], row["due"]) == ("over", "fault", None)
    await forgotten(house, room)
    again = (await house.hall.rooms.get(match)).feed.snapshot(None, None)
    assert again.log == shown.log, "and so it stays"
    await house.play(good, "b2")


DAMAGES = {
    "an event": "UPDATE events SET data = '{' WHERE number = 1 AND match = ?",
    "the set-up": "UPDATE matches SET setup = 'nonsense' WHERE id = ?",
    "the set-up, in JSON": """UPDATE matches SET setup = '{"game": 5}' WHERE id = ?""",
    "a line of talk": "UPDATE notes SET data = '[' WHERE match = ?",
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_match_whose_rows_are_damaged_is_refused(house: House, damage: str, caplog: pytest.LogCaptureFixture) -> None:
    room, good = await house.table(), await house.table()
    async with room.lock:
        await room.note("chat", 0, "hello")
    match = await forgotten(house, room)
    house.ask(DAMAGES[damage], match)
    with pytest.raises(Refusal, match="cannot be read") as refused:
        await house.hall.rooms.get(match)
    assert (refused.value.problem.code, refused.value.status) == ("damaged", 410)
    assert [record.exc_info for record in caplog.records if record.levelno >= logging.ERROR] == [None]
    await house.play(good, "b2")


async def test_a_match_that_could_not_be_ended_is_shown_to_nobody(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await poisoned(house, "an action that no rules know")
    with monkeypatch.context() as broken:
        broken.setattr(house.hall.store, "commit", Failing(house.hall.store.commit, 100))
        for _ in range(2):
            with pytest.raises(StorageError):
                await house.hall.rooms.get(match)
    assert (await house.hall.rooms.get(match)).match.result is not None


async def test_a_match_of_a_game_that_does_not_start_is_refused_and_not_ended(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path) as house:
        match = (await house.table()).id
    async with opened(tmp_path) as house:
        house.hall.common.shelf = Shelf(["tictactoe"], _fail)
        await house.hall.common.shelf.load_all()
        caplog.clear()
        with pytest.raises(Refusal, match="does not start") as refused:
            await house.hall.rooms.get(match)
        assert (refused.value.status, caplog.text) == (503, "")
        assert house.ask("SELECT status FROM matches")[0]["status"] == "running"


def _fail(game: str) -> None:
    raise RuntimeError("rules that do not compile")


@pytest.mark.parametrize("begun", [True, False])
async def test_a_match_of_other_rules_is_ended_by_update(house: House, begun: bool) -> None:
    room = await house.table("ab" if begun else "a.")
    match = await forgotten(house, room)
    house.ask("UPDATE matches SET version = '0-old' WHERE id = ?", match)
    room = await house.hall.rooms.get(match)
    shown = room.feed.snapshot("ann", 0)
    assert shown.table.result is not None
    assert (shown.table.result.reason, shown.table.replayable) == ("update", False)
    with pytest.raises(Refusal, match="over"):
        await move(room, "ann", Move(answers=room.match.last, seat=0, name="a1"))


async def test_a_match_is_set_aside_and_whoever_watched_is_sent_away(house: House, caplog: pytest.LogCaptureFixture) -> None:
    room, other = await house.table("a*"), await house.table()
    await house.play(room, "b2")
    await house.rest(room)
    ann = house.watch(room, "a")
    with caplog.at_level(logging.ERROR):
        await house.hall.rooms.set_aside(room, "it fails again and again")
    assert "set aside: it fails again and again" in caplog.text
    assert ann.closed
    again = await house.hall.rooms.get(room.id)
    assert again.match.result is not None
    assert (again.match.result.reason, again.match.last) == ("fault", 4)
    assert [event.name for event in again.feed.snapshot("ann", 0).log][1] == "b2", "what happened is still told"
    await house.play(other, "b2")


async def test_whoever_comes_while_a_match_is_set_aside_finds_it_ended(house: House) -> None:
    room = await house.table()
    setting_aside = asyncio.create_task(house.hall.rooms.set_aside(room, "no reason"))
    await asyncio.sleep(0)
    found = await house.hall.rooms.get(room.id)
    await setting_aside
    assert found is await house.hall.rooms.get(room.id)
    assert found.match.result is not None


async def test_a_move_at_the_moment_at_which_a_match_is_set_aside_is_kept(house: House) -> None:
    room = await house.table()
    moving = asyncio.create_task(house.move(room, "b2"))
    await asyncio.sleep(0)
    await house.hall.rooms.set_aside(room, "no reason")
    await asyncio.gather(moving, return_exceptions=True)
    again = await house.hall.rooms.get(room.id)
    assert [event.kind for event in again.match.events][-1] == "end"
    assert house.on_disk(again) == again.match.last


# -- news of other processes


async def test_news_of_matches_that_are_not_open_wakes_nobody(house: House) -> None:
    match = await forgotten(house, await house.table())
    await house.hall.rooms.hear([(match, 7), ("nosuch", -1)])
    assert match not in house.hall.rooms.open
