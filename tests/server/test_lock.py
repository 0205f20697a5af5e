"""The lock of a room: one at a time, in the order they came, whoever gives up in between."""

import asyncio
import random

import pytest

from bangbox.server.play.lock import Lock


def test_it_is_taken_at_once_or_not_at_all() -> None:
    lock = Lock()
    assert lock.take()
    assert not lock.take()
    lock.release()
    assert lock.take()


def test_only_what_is_held_is_let_go() -> None:
    with pytest.raises(AssertionError, match="nobody holds"):
        Lock().release()


def test_it_goes_to_whoever_has_waited_longest() -> None:
    async def work() -> list[int]:
        lock, order = Lock(), []

        async def wait(name: int) -> None:
            async with lock:
                order.append(name)
                await asyncio.sleep(0)

        assert lock.take()
        tasks = [asyncio.create_task(wait(name)) for name in range(5)]
        await asyncio.sleep(0)
        lock.release()
        assert not lock.take()  # it is on its way to the first of them
        await asyncio.gather(*tasks)
        assert not lock.held
        return order

    assert asyncio.run(work()) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("handed_over", [False, True])
def test_whoever_gives_up_keeps_nobody_waiting(handed_over: bool) -> None:
    async def work() -> None:
        lock = Lock()
        assert lock.take()
        first, second = (asyncio.create_task(lock.acquire()) for _ in range(2))
        await asyncio.sleep(0)
        if handed_over:
            lock.release()
        first.cancel()
        if not handed_over:
            lock.release()
        await asyncio.wait_for(second, 5)
        assert first.cancelled()
        lock.release()
        assert not lock.held

    asyncio.run(work())


def test_a_failure_inside_lets_go() -> None:
    async def work() -> None:
        lock = Lock()
        with pytest.raises(ValueError, match="no"):
            async with lock:
                raise ValueError("no")
        assert not lock.held

    asyncio.run(work())


def test_it_is_never_held_twice_nor_lost() -> None:
    async def work(seed: int) -> None:
        lock, inside, dice = Lock(), 0, random.Random(seed)

        async def visit() -> None:
            nonlocal inside
            async with lock:
                inside += 1
                try:
                    assert inside == 1
                    await asyncio.sleep(0)
                finally:
                    inside -= 1

        tasks = []
        for _ in range(200):
            tasks.append(asyncio.create_task(visit()))
            if dice.random() < 0.3:
                dice.choice(tasks).cancel()
            if dice.random() < 0.5:
                await asyncio.sleep(0)
            if dice.random() < 0.3 and lock.take():
                assert inside == 0
                lock.release()
        ended = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 20)
        assert all(result is None or isinstance(result, asyncio.CancelledError) for result in ended)
        assert not lock.held

    for seed in range(20):
        asyncio.run(work(seed))
