"""Processes in which bots think and throws settle: never on the event loop, cancelled when pointless, replaced when they die."""

import asyncio
import contextlib
import itertools
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

log = logging.getLogger("bangbox.workers")

TRIES = 3
HARD_LIMIT = 60.0  # seconds for a job after which a worker is taken for stuck: far above any bot's own cap
START_LIMIT = 180.0  # seconds until a worker is there: on a busy machine imports take their time, and starting anew takes longer


class WorkFailed(Exception):
    """A job failed on every worker that tried it."""


class Job(NamedTuple):
    """Something to be computed: a function by its import path, and its arguments. Lower urgency goes first."""

    urgency: int
    number: int
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    done: "asyncio.Future[Any]"


class _Flag:
    """Set when this job is cancelled; the bots look at it between simulations."""

    def __init__(self, shared: Any, number: int) -> None:
        self.shared, self.number = shared, number

    def is_set(self) -> bool:
        """Whether to stop."""
        return bool(self.shared.value == self.number)


def _serve(connection: Connection, cancelled: Any) -> None:
    """The worker process: does jobs until its server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    with contextlib.suppress(OSError):
        os.nice(5)  # people who play come first
    import bangbox.bots  # noqa: F401  # before the first job waits for it

    with contextlib.suppress(OSError):
        connection.send((True, "here"))
    while True:
        try:
            number, function, arguments = connection.recv()
            answer = (True, function(*arguments, _Flag(cancelled, number)))
        except (EOFError, OSError):
            return
        except Exception as error:
            answer = (False, f"{type(error).__name__}: {error}")
        try:
            connection.send(answer)
        except OSError:
            return


def _set(ready: "asyncio.Future[None]") -> None:
    if not ready.done():
        ready.set_result(None)


class Worker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.cancelled = context.Value("q", -1, lock=False)
        self.process = context.Process(target=_serve, args=(theirs, self.cancelled), daemon=True, name="bangbox-worker")
        self.process.start()
        theirs.close()
        self.here = False

    async def do(self, job: Job) -> tuple[bool, Any]:
        """Runs a job; raises EOFError if the process died over it."""
        if not self.here:
            await self._hear(START_LIMIT)
            self.here = True
        try:
            self.connection.send((job.number, job.function, job.arguments))
        except OSError as error:
            raise EOFError from error
        return await self._hear(HARD_LIMIT)

    async def _hear(self, seconds: float) -> tuple[bool, Any]:
        """The next thing the process says; raises EOFError if it died, or says nothing for so long."""
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = loop.create_future()
        descriptor = self.connection.fileno()
        loop.add_reader(descriptor, _set, ready)
        try:
            await asyncio.wait_for(ready, seconds)
            answer: tuple[bool, Any] = self.connection.recv()
            return answer
        except (TimeoutError, OSError) as error:
            raise EOFError from error
        finally:
            loop.remove_reader(descriptor)

    def end(self) -> None:
        """Ends the process, whatever it does."""
        self.process.kill()
        self.connection.close()


class Workers:
    """A few worker processes with one queue."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.queue: asyncio.PriorityQueue[Job] = asyncio.PriorityQueue()
        self.replaced = 0
        self._numbers = itertools.count()
        self._keepers: list[asyncio.Task[None]] = []
        self._busy: dict[int, Worker] = {}

    def start(self) -> None:
        """Starts the processes."""
        self._keepers = [asyncio.create_task(self._keep()) for _ in range(self.count)]

    async def close(self) -> None:
        """Ends all of them."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)

    async def run(self, urgency: int, function: Callable[..., Any], *arguments: Any) -> Any:
        """The answer of `function(*arguments, cancel)`. Cancelling the wait cancels the work."""
        done = asyncio.get_running_loop().create_future()
        job = Job(urgency, next(self._numbers), function, arguments, done)
        self.queue.put_nowait(job)
        try:
            return await done
        finally:
            if job.number in self._busy:
                self._busy[job.number].cancelled.value = job.number

    async def _keep(self) -> None:
        """Feeds one worker, and starts another when it dies."""
        worker = await asyncio.to_thread(Worker)
        try:
            while True:
                job = await self.queue.get()
                for attempt in range(TRIES):
                    if job.done.done():
                        break
                    try:
                        self._settle(job, *await self._do(worker, job))
                        break
                    except EOFError:
                        log.warning("a worker died", extra={"attempt": attempt + 1})
                        self.replaced += 1
                        worker.end()
                        worker = await asyncio.to_thread(Worker)
                if not job.done.done():
                    job.done.set_exception(WorkFailed(f"{TRIES} workers died"))
        finally:
            worker.end()

    async def _do(self, worker: Worker, job: Job) -> tuple[bool, Any]:
        self._busy[job.number] = worker
        try:
            return await worker.do(job)
        finally:
            del self._busy[job.number]

    @staticmethod
    def _settle(job: Job, fine: bool, answer: Any) -> None:
        if job.done.done():
            return
        if fine:
            job.done.set_result(answer)
        else:
            job.done.set_exception(WorkFailed(answer))


# -- what workers do


class Thought(NamedTuple):
    """A bot's choice and what it rests on."""

    action: int
    simulations: int
    cut: bool
    candidates: list[tuple[int, int, float]]


def think(seen: Any, level: str, seed: int | None, cancel: Any) -> Thought:
    """A bot's choice at a position as its seat sees it."""
    from bangbox.bots import bot

    chosen = bot(seen.game.id, level).choose(seen, seed=seed, cancel=cancel)
    return Thought(int(chosen), chosen.simulations, chosen.cut, chosen.candidates)


def settle(pos: Any, dice: Any, cancel: Any) -> Any:
    """What fair dice and physics make of a throw."""
    return pos.draw(dice)


def levels() -> list[str]:
    """The levels of bots there are."""
    from bangbox.bots import LEVELS

    return list(LEVELS)
