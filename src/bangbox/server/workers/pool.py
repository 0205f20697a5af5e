"""A few worker processes that share one queue of jobs, cancelled when pointless, replaced when they die or hang."""

import asyncio
import logging
import time
from typing import Any

from bangbox.server.workers.process import Worker
from bangbox.server.workers.queue import FairQueue, Job, Waiting

log = logging.getLogger("bangbox.workers")

THROW, BOT, HINT, REVIEW, PONDER = range(5)  # urgency
TRIES = 3
HARD_LIMIT = 60.0  # seconds for a job after which a worker is taken for stuck: far above any bot's own cap
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before a worker that could not be started is tried again


class WorkFailed(Exception):
    """A job failed on every worker that tried it."""


class Workers:
    """The worker processes of one server process."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.queue = FairQueue()
        self.replaced = 0
        self.missing = 0  # workers that could not be started, and are tried again
        self._keepers: list[asyncio.Task[None]] = []
        self._busy: dict[int, Worker] = {}
        self._pondering: dict[int, Worker] = {}

    def start(self) -> None:
        """Starts the processes."""
        self._keepers = [asyncio.create_task(self._keep()) for _ in range(self.count)]

    async def close(self) -> None:
        """Ends all of them."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)

    @property
    def idle(self) -> bool:
        """Whether a worker has nothing to do."""
        return len(self._busy) + self.missing < self.count and not len(self.queue)

    async def run(self, job: Job, urgency: int, client: str, seconds: float = HARD_LIMIT, tries: int = TRIES) -> Any:
        """The answer of a job; `client` is on whose behalf it is done. Cancelling the wait cancels the work."""
        if urgency != PONDER and not self.idle:
            for number, worker in self._pondering.items():
                worker.cancel(number)
        waiting = self.queue.put(job, urgency, client, seconds, tries)
        try:
            return await waiting.done
        finally:
            self.queue.remove(waiting)
            if waiting.number in self._busy:
                self._busy[waiting.number].cancel(waiting.number)

    async def _keep(self) -> None:
        """Feeds one worker, and starts another when it dies."""
        worker = await self._started()
        try:
            while True:
                waiting = await self.queue.get()
                for attempt in range(waiting.tries):
                    if waiting.done.done():
                        break
                    try:
                        await self._try(worker, waiting)
                        break
                    except EOFError as error:
                        ended = await asyncio.to_thread(worker.end)
                        log.warning("a worker died or hung", extra={"attempt": attempt + 1, "exit": ended, "why": str(error)})
                    self.replaced += 1
                    worker = await self._started()
                if not waiting.done.done():
                    waiting.done.set_exception(WorkFailed(f"{waiting.tries} workers died or hung"))
        finally:
            worker.end()

    async def _started(self) -> Worker:
        """A new worker process; tried again with growing pauses if the system has no room for one."""
        pause = FIRST_PAUSE
        while True:
            try:
                return await asyncio.to_thread(Worker)
            except (OSError, RuntimeError) as error:  # no more processes, or no more threads
                log.error("no worker can be started, bots and throws wait: %s", error)
            self.missing += 1
            try:
                await asyncio.sleep(pause)
            finally:
                self.missing -= 1
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _try(self, worker: Worker, waiting: Waiting) -> None:
        """Has a worker answer, be it with an error; raises EOFError if it dies or hangs."""
        self._busy[waiting.number] = worker
        if waiting.urgency == PONDER:
            self._pondering[waiting.number] = worker
        began = time.monotonic()
        try:
            fine, answer = await worker.do(waiting.number, waiting.job, waiting.seconds)
        except EOFError:
            raise
        except Exception as error:  # a job that cannot be sent, or an answer that cannot be read
            fine, answer = False, f"{type(error).__name__}: {error}"
        finally:
            del self._busy[waiting.number]
            self._pondering.pop(waiting.number, None)
            self.queue.charge(waiting.client, time.monotonic() - began)
        if not waiting.done.done():
            if fine:
                waiting.done.set_result(answer)
            else:
                waiting.done.set_exception(WorkFailed(answer))
