"""Worker processes: thinking, cancelling, dying."""

import asyncio
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

import bangbox
from bangbox.server.workers import pool as workers
from bangbox.server.workers.pool import Workers, WorkFailed
from tests.server.jobs import die, die_once, fail, nap
from tests.server.guests import Guest
from tests.server.processes import Server


async def with_workers(work: Any) -> Any:
    crew = Workers(1)
    crew.start()
    try:
        return await asyncio.wait_for(work(crew), 120)
    finally:
        await crew.close()


def test_a_bot_thinks_in_another_process() -> None:
    pos = bangbox.game("tictactoe").position("xx./oo./... 0")

    async def work(crew: Workers) -> Any:
        return await crew.run(1, workers.think, pos.seen_by(0), "medium", 7)

    thought = asyncio.run(with_workers(work))
    assert pos.name(thought.action) == "a3"
    assert thought.simulations > 0


def test_a_worker_that_dies_is_replaced_and_the_job_done(tmp_path: Path) -> None:
    async def work(crew: Workers) -> Any:
        answer = await crew.run(1, die_once, str(tmp_path / "mark"))
        return answer, crew.replaced

    assert asyncio.run(with_workers(work)) == ("alive", 1)


def test_a_deadly_or_failing_job_is_given_up_and_the_next_one_done() -> None:
    async def work(crew: Workers) -> Any:
        with pytest.raises(WorkFailed):
            await crew.run(1, die)
        with pytest.raises(WorkFailed, match="no idea"):
            await crew.run(1, fail)
        return await crew.run(1, nap, 0.0)

    assert asyncio.run(with_workers(work)) == "slept"


def test_a_worker_that_starts_slowly_is_not_taken_for_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "HARD_LIMIT", 0.3)  # less than any process needs to start

    async def work(crew: Workers) -> Any:
        answers = [await crew.run(1, nap, 0.0), await crew.run(1, nap, 0.1)]
        assert crew.replaced == 0
        with pytest.raises(WorkFailed, match="3 workers died"):
            await crew.run(1, nap, 100.0)
        return answers

    assert asyncio.run(with_workers(work)) == ["slept", "slept"]


def test_a_cancelled_job_ends_soon_and_urgent_ones_go_first() -> None:
    async def work(crew: Workers) -> Any:
        await crew.run(1, nap, 0.0)
        long = asyncio.create_task(crew.run(1, nap, 100.0))
        await asyncio.sleep(0.2)
        done: list[str] = []

        async def note(urgency: int, name: str) -> None:
            await crew.run(urgency, nap, 0.0)
            done.append(name)

        waiting = [asyncio.create_task(note(2, "hint")), asyncio.create_task(note(0, "throw"))]
        await asyncio.sleep(0.05)
        long.cancel()
        await asyncio.gather(*waiting)
        return done

    assert asyncio.run(with_workers(work)) == ["throw", "hint"]


def test_the_move_comes_although_the_worker_was_killed(server: Server, ann: Guest) -> None:
    match = ann.table("tictactoe", [{"kind": "me"}, {"kind": "bot", "level": "hard"}])["id"]
    assert server.process is not None
    children = [child for child in psutil.Process(server.process.pid).children() if "spawn_main" in " ".join(child.cmdline())]
    assert children
    ann.move(match, 0, 1, name="a1")
    for child in children:
        child.kill()
    deadline = time.monotonic() + 60
    while ann.snapshot(match)["now"]["number"] < 3:
        assert time.monotonic() < deadline
        time.sleep(0.05)
