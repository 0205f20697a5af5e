"""Rooms that are closed while somebody stands at their door: whoever comes in must hear what happens next."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from bangbox.server import hall as hall_module
from bangbox.server.api.sockets import Live, LiveSockets
from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.metrics import Metrics
from bangbox.server.play.lock import Lock
from bangbox.server.play.watcher import Watcher
from bangbox.server.settings import Settings
from bangbox.server.storage.store import StorageError
from bangbox.server.tending import referee


class Hut:
    """As much of a room as closing looks at."""

    def __init__(self, name: str) -> None:
        self.id = name
        self.lock = Lock()
        self.watchers: set[Watcher] = set()
        self.job = None


def a_hall(rooms: int) -> Any:
    store: Any = SimpleNamespace(shared=False)
    return Hall(Settings(rooms=rooms), store, SimpleNamespace(), Metrics(), [])  # type: ignore[arg-type]


def test_whoever_waits_for_a_room_that_is_dropped_is_sent_away() -> None:
    async def work() -> bool:
        hall, room, watcher = a_hall(10), Hut("m"), Watcher(None, None, False)
        hall.rooms["m"] = room
        await room.lock.acquire()  # somebody writes, and the database fails
        waiting = asyncio.create_task(Live(hall, room, None, watcher).begin(None))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        hall.drop(room)
        room.lock.release()
        await asyncio.wait_for(waiting, 5)
        return watcher.closed and watcher not in room.watchers

    assert asyncio.run(work())


@pytest.mark.parametrize("cookie", [b"", b"bangbox=somebody"])
def test_whoever_comes_while_the_database_is_away_is_told_so(cookie: bytes) -> None:
    async def unreadable(*_: Any, **__: Any) -> Any:
        raise StorageError("no connection")

    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def work() -> list[dict[str, Any]]:
        hall, sent = a_hall(10), []
        hall.store.read = unreadable

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        scope = {"type": "websocket", "path": "/api/matches/m/live", "query_string": b"", "headers": [(b"cookie", cookie)]}
        await LiveSockets(hall)(scope, receive, send)
        return sent

    accepted, refused, closed = asyncio.run(work())
    assert accepted["type"] == "websocket.accept"
    assert json.loads(refused["text"])["problem"]["code"] == "database"
    assert (closed["type"], closed["code"]) == ("websocket.close", 1012)


@pytest.mark.parametrize("failure", [StorageError("away"), RuntimeError("nobody has thought of this")])
def test_sweeps_go_on_after_any_failure(failure: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks, gone seats and bots depend on them."""
    monkeypatch.setattr(hall_module, "SWEEP_SECONDS", 0.001)
    asked = 0

    async def work() -> None:
        hall = a_hall(10)

        async def read(*_: Any, **__: Any) -> list[Any]:
            nonlocal asked
            asked += 1
            if asked < 3:
                raise failure
            return []

        hall.store.read = read
        task = asyncio.create_task(hall._sweep())
        while asked < 5 and not task.done():
            await asyncio.sleep(0.001)
        assert not task.done()
        task.cancel()

    asyncio.run(work())


def test_after_a_time_without_sweeps_it_is_as_if_the_server_had_just_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody loses by a clock that fell while the database was away, or while the machine slept."""
    monkeypatch.setattr(hall_module, "SWEEP_SECONDS", 0.001)
    clock = 1_000_000
    monkeypatch.setattr(hall_module, "now_ms", lambda: clock)

    async def sweeps(hall: Any, count: int) -> None:
        wanted = len(asked) + count
        while len(asked) < wanted:
            await asyncio.sleep(0.001)

    asked: list[int] = []
    away = False

    async def read(*_: Any, **__: Any) -> list[Any]:
        asked.append(clock)
        if away:
            raise StorageError("away")
        return []

    async def work() -> None:
        nonlocal clock, away
        hall = a_hall(10)
        began, hall.store.read = hall.referee.started, read
        task = asyncio.create_task(hall._sweep())
        for _ in range(4):
            clock += 5_000
            await sweeps(hall, 2)
        assert hall.referee.started == began, "sweeps came as usual"
        away = True
        for _ in range(4):
            clock += 5_000
            await sweeps(hall, 2)
        away = False
        await sweeps(hall, 2)
        assert hall.referee.started == clock
        task.cancel()

    asyncio.run(work())


def test_no_match_has_a_name_that_no_match_can_have() -> None:
    for name in ("", "a\0b", "A", "a/b", 41 * "a"):
        with pytest.raises(Refusal, match="no such match"):
            asyncio.run(a_hall(10).room(name))


def test_a_room_for_which_somebody_waits_is_not_idle() -> None:
    async def work() -> list[str]:
        hall, rooms = a_hall(1), [Hut(name) for name in "abc"]
        hall.rooms.update({room.id: room for room in rooms})
        await rooms[0].lock.acquire()
        waiting = asyncio.create_task(rooms[0].lock.acquire())
        await asyncio.sleep(0)
        rooms[0].lock.release()  # the one who waits has not gone on yet
        assert not waiting.done()
        hall._forget_idle()
        await waiting
        return list(hall.rooms)

    assert asyncio.run(work()) == ["a", "c"]


def test_a_move_while_the_lease_is_given_back_is_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only when the sweep comes by."""
    monkeypatch.setattr(referee, "needs_worker", lambda match: match.waits)
    room: Any = Hut("m")
    room.match = SimpleNamespace(waits=True)
    steps, releases = [], []

    async def claim(match: str, milliseconds: int) -> bool:
        return True

    async def release(match: str) -> None:
        await asyncio.sleep(0)
        releases.append(match)
        room.match.waits = len(releases) == 1  # the first time somebody has moved: a bot's turn again

    async def step(self: referee.Referee, room: Any) -> None:
        steps.append(room.id)
        room.match.waits = False

    async def work() -> None:
        hall = SimpleNamespace(store=SimpleNamespace(claim=claim, release=release), spawn=asyncio.create_task)
        await referee.Referee(hall)._work(room)  # type: ignore[arg-type]

    monkeypatch.setattr(referee.Referee, "_step", step)
    asyncio.run(work())
    assert (steps, releases) == (["m", "m"], ["m", "m"])
