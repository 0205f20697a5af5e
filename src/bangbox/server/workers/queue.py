"""Jobs that wait for a worker, shared out fairly: whoever has had the least of the workers' time comes first."""

import asyncio
import itertools
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple

HALF_LIFE = 60.0  # seconds after which time that somebody has used counts half
CLIENTS_KEPT = 10_000


class Job(NamedTuple):
    """A function that can be imported by its name, and its arguments; it is also given something that says whether to stop."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Waiting(NamedTuple):
    """A job that somebody waits for."""

    number: int
    urgency: int
    client: str
    job: Job
    seconds: float  # after which a worker is taken for stuck
    tries: int
    done: "asyncio.Future[Any]"


class FairQueue:
    """Lower urgency first; among equals, the client who has used least; of one client, the oldest."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._numbers = itertools.count()
        self._waiting: dict[tuple[int, str], OrderedDict[int, Waiting]] = {}
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds, and as of when
        self._news = asyncio.Event()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, job: Job, urgency: int, client: str, seconds: float, tries: int) -> Waiting:
        """Queues a job."""
        done = asyncio.get_running_loop().create_future()
        waiting = Waiting(next(self._numbers), urgency, client, job, seconds, tries, done)
        self._waiting.setdefault((urgency, client), OrderedDict())[waiting.number] = waiting
        self._news.set()
        return waiting

    def remove(self, waiting: Waiting) -> None:
        """Nobody waits for it any more."""
        key = (waiting.urgency, waiting.client)
        jobs = self._waiting.get(key, OrderedDict())
        if jobs.pop(waiting.number, None) is not None and not jobs:
            del self._waiting[key]

    async def get(self) -> Waiting:
        """The next job, as soon as there is one."""
        while not self._waiting:
            self._news.clear()
            await self._news.wait()
        key = min(self._waiting, key=lambda key: (key[0], self.used(key[1]), next(iter(self._waiting[key]))))
        waiting = next(iter(self._waiting[key].values()))
        self.remove(waiting)
        return waiting

    def used(self, client: str) -> float:
        """The seconds that a client has used, older ones counting less."""
        seconds, since = self._used.get(client, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - since) / HALF_LIFE)

    def charge(self, client: str, seconds: float) -> None:
        """A client has used a worker for so long."""
        self._used[client] = (self.used(client) + seconds, self._clock())
        self._used.move_to_end(client)
        if len(self._used) > CLIENTS_KEPT:
            self._used.popitem(last=False)
