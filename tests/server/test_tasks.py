"""Tasks beside everything else."""

import asyncio
import logging

import pytest

from bangbox.server.metrics import Metrics
from bangbox.server.tasks import Tasks


async def test_what_goes_wrong_in_a_task_is_logged_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    tasks = Tasks(Metrics())

    async def fail() -> None:
        raise ZeroDivisionError

    with caplog.at_level(logging.ERROR):
        await asyncio.wait([tasks.spawn(fail())])
        await asyncio.sleep(0)
    assert "ZeroDivisionError" in caplog.text
    assert tasks.metrics.errors == 1


async def test_closing_cancels_all_of_them_and_waits_for_their_end() -> None:
    tasks, ended = Tasks(Metrics()), list[int]()

    async def wait(number: int) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append(number)

    for number in range(3):
        tasks.spawn(wait(number))
    await asyncio.sleep(0)
    await tasks.close()
    assert sorted(ended) == [0, 1, 2]
    assert tasks.metrics.errors == 0
