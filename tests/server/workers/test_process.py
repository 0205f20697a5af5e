"""One worker process and the pipe to it."""

import asyncio
import os
from collections.abc import Iterator

import pytest
import uvloop

from bangbox.server.workers.process import Worker
from bangbox.server.workers.queue import Job
from tests.server.workers.jobs import die, draw_large, fail, measure, miss_a_file, nap, process


@pytest.fixture
def worker() -> Iterator[Worker]:
    found = Worker()
    yield found
    found.end()


async def test_a_process_of_its_own_does_one_job_after_another(worker: Worker) -> None:
    """However long it takes to start: only the job itself is timed."""
    assert await worker.do(0, Job(nap, (0.0,)), 0.5) == (True, "slept")
    fine, found = await worker.do(1, Job(process, ()), 30)
    assert (fine, found) == (True, worker.process.pid)
    assert found != os.getpid()
    assert await worker.do(2, Job(fail, ()), 30) == (False, "ValueError: no idea")
    assert await worker.do(3, Job(nap, (0.0,)), 30) == (True, "slept")


def test_large_questions_and_answers_come_whole(worker: Worker) -> None:
    """On the event loop of a server, which makes the pipes that it watches unable to wait."""
    size = 20_000_000

    async def asked() -> None:
        for number in range(5):
            fine, answer = await worker.do(number, Job(draw_large, (size,)), 30)
            assert fine and len(answer) == size
        assert await worker.do(9, Job(measure, (bytes(size),)), 30) == (True, size)

    uvloop.run(asked())


async def test_an_error_of_the_system_in_a_job_leaves_the_process_alive(worker: Worker) -> None:
    fine, problem = await worker.do(0, Job(miss_a_file, ()), 30)
    assert not fine and problem.startswith("FileNotFoundError")
    assert await worker.do(1, Job(process, ()), 30) == (True, worker.process.pid)


async def test_it_is_heard_where_the_event_loop_watches_no_pipes(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""

    def refuse(*_: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(type(asyncio.get_running_loop()), "add_reader", refuse)
    assert await worker.do(0, Job(nap, (0.0,)), 30) == (True, "slept")
    with pytest.raises(EOFError):
        await worker.do(1, Job(nap, (5.0,)), 0.05)


async def test_a_job_is_cancelled_by_its_number(worker: Worker) -> None:
    await worker.do(0, Job(nap, (0.0,)), 30)
    worker.cancel(7)
    assert await worker.do(1, Job(nap, (0.05,)), 30) == (True, "slept")
    long = asyncio.create_task(worker.do(2, Job(nap, (100.0,)), 30))
    await asyncio.sleep(0.05)
    worker.cancel(2)
    assert await long == (True, "cancelled")


async def test_a_process_that_hangs_is_noticed(worker: Worker) -> None:
    await worker.do(0, Job(nap, (0.0,)), 30)
    with pytest.raises(EOFError):
        await worker.do(1, Job(nap, (100.0,)), 0.05)


async def test_a_process_that_dies_is_noticed(worker: Worker) -> None:
    for _ in range(2):
        with pytest.raises(EOFError):
            await worker.do(0, Job(die, ()), 30)
