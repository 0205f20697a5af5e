"""What is done again and again, whatever happens: one sweep at a time, one heartbeat at a time."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bangbox.server.play.room import Room
from bangbox.server.protocol import ClockSetup
from bangbox.server.storage.store import StorageError
from bangbox.server.tending.sweep import AGAIN_MS, FAILURES, UNSEEN_MS
from tests.server.house import PATIENCE, Failing, House, opened

MINUTE = ClockSetup(kind="game", seconds=60)


@pytest.mark.parametrize("failure", [StorageError("away"), RuntimeError("nobody has thought of this")])
async def test_sweeps_go_on_after_any_failure(house: House, failure: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks, gone seats and bots depend on them."""
    room = await house.table("ab", clock=MINUTE)
    house.clock.forward(5)

    async def fail(*_: Any, **__: Any) -> Any:
        raise failure

    with monkeypatch.context() as broken:
        broken.setattr(house.hall.store, "read", fail)
        for _ in range(2):
            await house.sweep.sweep()
            await house.sweep.beat()
    await house.wait(55)
    assert room.match.result is not None


async def test_the_loops_call_them(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bangbox.server.tending.sweep.SWEEP_SECONDS", 0.001)
    room = await house.table("ab", clock=ClockSetup(kind="game", seconds=5))
    house.clock.forward(5)
    await house.sweep.begin()
    async with asyncio.timeout(PATIENCE):
        while room.match.result is None:
            await house.hall.store.commit([])
    assert room.match.result.reason == "timeout"


async def test_at_the_beginning_every_running_match_is_looked_at(tmp_path: Path) -> None:
    """A server that died knows of bots' turns only by that."""
    async with opened(tmp_path) as before:
        before.hall.closing = True  # so that the bot does not move
        match = (await before.table("a*")).id
        await before.play(await before.hall.rooms.get(match), "b2")
    async with opened(tmp_path) as house:
        await house.sweep.begin()
        await house.sweep.sweep()
        room = await house.hall.rooms.get(match)
        await house.rest(room)
        assert room.match.last == 3


async def test_after_a_time_without_sweeps_it_is_as_if_the_server_had_just_begun(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody loses by a clock that fell while the database was away, or while the machine slept."""
    room = await house.table("ab", clock=MINUTE)
    await house.wait(50)

    async def away(*_: Any, **__: Any) -> Any:
        raise StorageError("away")

    with monkeypatch.context() as broken:
        broken.setattr(house.hall.store, "read", away)
        await house.wait(2 * UNSEEN_MS / 1000)
    await house.sweep.sweep()
    assert room.match.result is None
    await house.play(room, "b2")


async def test_after_sweeps_as_usual_a_clock_falls_as_usual(house: House) -> None:
    room = await house.table("ab", clock=MINUTE)
    await house.wait(59)
    assert room.match.result is None
    await house.wait(1)
    assert room.match.result is not None


# -- matches that fail


def due(house: House, match: str) -> Any:
    return house.ask("SELECT due FROM matches WHERE id = ?", match)[0]["due"]


async def test_a_match_that_cannot_be_tended_is_set_aside_after_a_while_and_the_others_go_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = await house.table("ab", clock=MINUTE), await house.table("ab", clock=MINUTE)
    tend = house.referee.tend

    async def fails_for_one(room: Room) -> None:
        if room.id == bad.id:
            raise ZeroDivisionError
        await tend(room)

    monkeypatch.setattr(house.referee, "tend", fails_for_one)
    await house.wait(60)
    assert good.match.result is not None
    for failures in range(1, FAILURES):
        assert house.hall.metrics.errors == failures
        assert due(house, bad.id) == house.clock() + AGAIN_MS
        await house.sweep.sweep()
        assert house.hall.metrics.errors == failures, "it is not looked at again at once"
        house.clock.forward(AGAIN_MS / 1000)
        await house.sweep.sweep()
    ended = await house.hall.rooms.get(bad.id)
    assert ended.match.result is not None
    assert (ended.match.result.reason, due(house, bad.id)) == ("fault", None)


async def test_a_match_that_is_well_again_is_not_set_aside(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table("ab", clock=ClockSetup(kind="move", seconds=1))
    calls = 0

    async def fails_now_and_then(room: Room) -> None:
        nonlocal calls
        calls += 1
        if calls % 2:
            raise ZeroDivisionError
        async with room.lock:
            house.ask("UPDATE matches SET due = 0")

    monkeypatch.setattr(house.referee, "tend", fails_now_and_then)
    for _ in range(2 * FAILURES + 2):
        house.clock.forward(AGAIN_MS / 1000)
        await house.sweep.sweep()
    assert room.match.result is None


async def test_a_match_that_cannot_even_be_read_troubles_no_other(house: House) -> None:
    bad, good = await house.table("ab", clock=MINUTE), await house.table("ab", clock=MINUTE)
    house.hall.rooms.drop(bad)
    house.ask("UPDATE events SET data = '{' WHERE match = ?", bad.id)
    await house.wait(60 + (FAILURES + 2) * AGAIN_MS / 1000)
    assert good.match.result is not None
    assert due(house, bad.id) is None, "until the next start"


async def test_a_storage_failure_is_not_the_matchs_fault(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table("ab", clock=MINUTE)
    house.clock.forward(5)

    async def away(room: Room) -> None:
        raise StorageError("away")

    with monkeypatch.context() as broken:
        broken.setattr(house.referee, "tend", away)
        house.ask("UPDATE matches SET due = 0")
        for _ in range(FAILURES + 2):
            await house.sweep.sweep()
    await house.sweep.sweep()
    assert (room.match.result, house.hall.metrics.errors) == (None, 0)


# -- the database


async def test_a_server_on_which_nobody_plays_becomes_healthy_by_itself(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.hall.store.failing = True  # the last write has failed
    with monkeypatch.context() as broken:
        broken.setattr(house.hall.store, "commit", Failing(house.hall.store.commit, 1))
        await house.sweep.sweep()
        assert not await house.hall.is_well()
    await house.sweep.sweep()
    assert await house.hall.is_well()


async def test_summaries_are_written_now_and_then(house: House) -> None:
    room, timed = await house.table(), await house.table("ab", clock=MINUTE)
    for found in (room, timed):
        await house.play(found, "b2")
    numbers = []
    for _ in range(6):
        await house.sweep.sweep()
        numbers.append([house.ask("SELECT events FROM matches WHERE id = ?", found.id)[0][0] for found in (room, timed)])
    assert numbers[0] == [1, 2], "clocks first"
    assert numbers[-1] == [2, 2]


# -- who is connected


async def test_a_heartbeat_notes_who_is_connected_and_tells_who_went(house: House) -> None:
    room = await house.table()
    ann = house.watch(room, "a")
    house.clock.forward(31)
    await house.sweep.beat()
    seen = [row["seen"] for row in house.ask("SELECT seen FROM seats WHERE match = ? ORDER BY seat", room.id)]
    assert seen == [house.clock(), house.clock() - 31_000]
    (told,) = ann.of("table")
    assert [player["presence"] for player in told["table"]["players"]] == ["here", "away"]


async def test_a_match_that_is_over_is_left_alone(house: House) -> None:
    room = await house.table()
    house.watch(room, "a")
    await house.play(room, "a1", "b1", "a2", "b2", "a3")
    house.clock.forward(31)
    await house.sweep.beat()
    assert house.ask("SELECT max(seen) FROM seats WHERE match = ?", room.id)[0][0] == house.clock() - 31_000


async def test_every_room_is_reached_however_many_there_are(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bangbox.server.tending.sweep.PART", 2)
    rooms = [await house.table() for _ in range(5)]
    for room in rooms:
        house.watch(room, "a")
    house.clock.forward(15)
    await house.sweep.beat()
    assert house.ask("SELECT count(*) FROM seats WHERE seen = ?", house.clock())[0][0] == len(rooms)
