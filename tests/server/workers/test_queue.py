"""Jobs shared out fairly: urgent ones first, then whoever has used least, and of one client the oldest."""

import asyncio

from bangbox.server.workers.queue import CLIENTS_KEPT, HALF_LIFE, FairQueue, Job, Waiting

JOB = Job(print, ())


class Seconds:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def put(queue: FairQueue, client: str, urgency: int = 1) -> Waiting:
    return queue.put(JOB, urgency, client, 60.0, 3)


async def order(queue: FairQueue) -> list[str]:
    """The clients in the order in which they are served."""
    return [(await queue.get()).client for _ in range(len(queue))]


async def test_of_one_client_the_oldest_comes_first() -> None:
    queue = FairQueue()
    jobs = [put(queue, "ann") for _ in range(3)]
    assert [await queue.get() for _ in jobs] == jobs


async def test_whoever_has_used_least_comes_first() -> None:
    queue = FairQueue(Seconds())
    for client, seconds in (("ann", 9.0), ("bob", 3.0), ("cid", 5.0)):
        queue.charge(client, seconds)
    for client in ("ann", "bob", "cid", "dot"):
        put(queue, client)
    assert await order(queue) == ["dot", "bob", "cid", "ann"]


async def test_among_equals_the_oldest_comes_first() -> None:
    queue = FairQueue(Seconds())
    for client in ("cid", "ann", "bob"):
        put(queue, client)
    assert await order(queue) == ["cid", "ann", "bob"]


async def test_somebody_with_a_hundred_jobs_does_not_keep_another_waiting() -> None:
    queue = FairQueue(Seconds())
    for _ in range(100):
        put(queue, "ann")
    first = await queue.get()
    queue.charge(first.client, 1.0)
    put(queue, "bob")
    assert (await queue.get()).client == "bob"


async def test_what_is_urgent_comes_first_whoever_asks() -> None:
    queue = FairQueue(Seconds())
    queue.charge("ann", 100.0)
    put(queue, "bob", urgency=2)
    put(queue, "cid", urgency=1)
    put(queue, "ann", urgency=0)
    assert await order(queue) == ["ann", "cid", "bob"]


async def test_what_was_used_long_ago_counts_less() -> None:
    clock = Seconds()
    queue = FairQueue(clock)
    queue.charge("ann", 8.0)
    clock.now += HALF_LIFE
    assert queue.used("ann") == 4.0
    queue.charge("ann", 1.0)
    clock.now += 2 * HALF_LIFE
    assert queue.used("ann") == 1.25
    queue.charge("bob", 2.0)
    put(queue, "bob")
    put(queue, "ann")
    assert await order(queue) == ["ann", "bob"]


async def test_whoever_waits_for_a_job_gets_the_next_one() -> None:
    queue = FairQueue()
    waiting = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    job = put(queue, "ann")
    assert await asyncio.wait_for(waiting, 5) is job


async def test_a_job_nobody_wants_any_more_is_not_given_out() -> None:
    queue = FairQueue()
    jobs = [put(queue, "ann") for _ in range(3)]
    queue.remove(jobs[1])
    queue.remove(jobs[1])
    assert len(queue) == 2
    assert [await queue.get(), await queue.get()] == [jobs[0], jobs[2]]
    queue.remove(jobs[0])
    assert len(queue) == 0


def test_only_so_many_clients_are_remembered() -> None:
    queue = FairQueue(Seconds())
    for number in range(CLIENTS_KEPT + 1):
        queue.charge(str(number), 1.0)
    assert (queue.used("0"), queue.used(str(CLIENTS_KEPT))) == (0.0, 1.0), "those who used it last"
