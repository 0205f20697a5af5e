"""Worker processes: thinking, cancelling, dying, being replaced, and not even starting."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import bangbox
from bangbox.server.workers import pool
from bangbox.server.workers.jobs import think
from bangbox.server.workers.pool import BOT, HINT, PONDER, THROW, Workers, WorkFailed
from bangbox.server.workers.process import Worker
from bangbox.server.workers.queue import Job
from tests.server.house import House
from tests.server.workers.jobs import die, die_once, fail, nap, process


@pytest.fixture(scope="module")
async def crew() -> AsyncIterator[Workers]:
    """One worker for all tests of this file."""
    found = Workers(1)
    found.start()
    yield found
    await found.close()


async def test_a_bot_thinks_in_another_process(crew: Workers) -> None:
    pos = bangbox.game("tictactoe").position("xx./oo./... 0")
    thought = await crew.run(Job(think, (pos.seen_by(0), "medium", 7)), BOT, "ann")
    assert pos.name(thought.action) == "a3"
    assert thought.simulations > 0
    assert await crew.run(Job(process, ()), BOT, "ann") != os.getpid()


async def test_a_worker_that_dies_is_replaced_and_the_job_done(crew: Workers, tmp_path: Path) -> None:
    before = crew.replaced
    assert await crew.run(Job(die_once, (str(tmp_path / "mark"),)), BOT, "ann") == "alive"
    assert crew.replaced == before + 1


async def test_a_deadly_or_failing_job_is_given_up_and_the_next_one_done(crew: Workers) -> None:
    before = crew.replaced
    with pytest.raises(WorkFailed, match="2 workers died or hung"):
        await crew.run(Job(die, ()), BOT, "ann", tries=2)
    with pytest.raises(WorkFailed, match="no idea"):
        await crew.run(Job(fail, ()), BOT, "ann")
    with pytest.raises(WorkFailed, match=r"pickle|local object"):
        await crew.run(Job(lambda cancel: None, ()), BOT, "ann")
    with pytest.raises(WorkFailed, match="1 workers died or hung"):
        await crew.run(Job(nap, (100.0,)), BOT, "ann", seconds=0.1, tries=1)
    assert await crew.run(Job(nap, (0.0,)), BOT, "ann") == "slept"
    assert crew.replaced == before + 3


async def test_a_cancelled_job_ends_soon_and_urgent_ones_go_first(crew: Workers) -> None:
    before = crew.replaced
    await crew.run(Job(nap, (0.0,)), BOT, "ann")
    long = asyncio.create_task(crew.run(Job(nap, (100.0,)), BOT, "ann"))
    while len(crew.queue) or not crew._busy:
        await asyncio.sleep(0.001)
    done: list[str] = []

    async def note(urgency: int, name: str) -> None:
        await crew.run(Job(nap, (0.0,)), urgency, "bob")
        done.append(name)

    waiting = [asyncio.create_task(note(HINT, "hint")), asyncio.create_task(note(THROW, "throw"))]
    while len(crew.queue) < 2:
        await asyncio.sleep(0)
    long.cancel()
    await asyncio.gather(*waiting)
    assert done == ["throw", "hint"]
    assert crew.replaced == before


async def test_what_is_thought_without_need_makes_way(crew: Workers) -> None:
    await crew.run(Job(nap, (0.0,)), BOT, "ann")
    assert crew.idle
    spare = asyncio.create_task(crew.run(Job(nap, (100.0,)), PONDER, "ann"))
    while not crew._pondering:
        await asyncio.sleep(0.001)
    assert not crew.idle
    assert await crew.run(Job(nap, (0.0,)), HINT, "bob") == "slept"
    assert await spare == "cancelled"


async def test_whoever_gives_up_waiting_leaves_no_job_behind(crew: Workers) -> None:
    await crew.run(Job(nap, (0.0,)), BOT, "ann")
    first, second = (asyncio.create_task(crew.run(Job(nap, (0.2,)), BOT, "ann")) for _ in range(2))
    while len(crew.queue) != 1:
        await asyncio.sleep(0.001)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    assert len(crew.queue) == 0
    assert await first == "slept"


async def test_time_is_charged_to_whom_it_was_used_for(crew: Workers) -> None:
    await crew.run(Job(nap, (0.1,)), BOT, "whoever thinks long")
    assert crew.queue.used("whoever thinks long") > 0.05
    assert crew.queue.used("somebody else") == 0


async def test_a_worker_that_cannot_be_started_is_missing_and_tried_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine that has no room for one more process."""
    tries = 0

    def start() -> Worker:
        nonlocal tries
        tries += 1
        if tries <= 2:
            raise OSError("no more processes")
        return Worker()

    monkeypatch.setattr(pool, "Worker", start)
    monkeypatch.setattr(pool, "FIRST_PAUSE", 0.02)
    crew = house.hall.workers = Workers(1)
    crew.start()
    try:
        async with asyncio.timeout(60):
            while not crew.missing:
                await asyncio.sleep(0)
            assert not await house.hall.is_well()
            assert await crew.run(Job(nap, (0.0,)), BOT, "ann") == "slept"
        assert (tries, crew.missing) == (3, 0)
        assert await house.hall.is_well()
    finally:
        await crew.close()
