"""One worker process and the pipe to it."""

import asyncio
import contextlib
import faulthandler
import multiprocessing
import os
import pickle
import signal
from multiprocessing.connection import Connection
from typing import Any

from bangbox.server.workers.queue import Job

DYING = 0.1  # seconds for which a process that has closed its pipe may still be there
START_LIMIT = 180.0  # seconds until a worker is there: on a busy machine imports take their time, and starting anew takes longer


class _Flag:
    """Set when a job is cancelled; the bots look at it between simulations."""

    def __init__(self, shared: Any, number: int) -> None:
        self.shared, self.number = shared, number

    def is_set(self) -> bool:
        """Whether to stop."""
        return bool(self.shared.value == self.number)


def _serve(connection: Connection, cancelled: Any) -> None:
    """The worker process: does jobs until its server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    if hasattr(os, "nice"):  # not on Windows
        with contextlib.suppress(OSError):
            os.nice(5)  # people who play come first
    faulthandler.enable()  # a crash in compiled code says where, on stderr
    import bangbox.bots  # noqa: F401  # before the first job waits for it

    with contextlib.suppress(OSError):
        connection.send((True, "here"))
    while True:
        try:
            packed = connection.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            number, function, arguments = pickle.loads(packed)
            answer = (True, function(*arguments, _Flag(cancelled, number)))
        except Exception as error:  # also of the system, such as a file that is gone: the job failed, not this process
            answer = (False, f"{type(error).__name__}: {error}")
        try:
            connection.send(answer)
        except OSError:
            return


def _set(ready: "asyncio.Future[None]") -> None:
    if not ready.done():
        ready.set_result(None)


class Worker:
    """A process that does one job at a time."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._cancelled = context.Value("q", -1, lock=False)
        self.process = context.Process(target=_serve, args=(theirs, self._cancelled), daemon=True, name="bangbox-worker")
        try:
            self.process.start()
        except BaseException:
            self._connection.close()
            raise
        finally:
            theirs.close()
        self._here = False

    async def do(self, number: int, job: Job, seconds: float) -> tuple[bool, Any]:
        """Runs a job: whether it went well, and its answer or what went wrong. Raises EOFError if the process died or hung."""
        if not self._here:
            await self._hear(START_LIMIT)
            self._here = True
        try:
            self._connection.send((number, job.function, job.arguments))
        except OSError as error:
            raise EOFError from error
        return await self._hear(seconds)

    def cancel(self, number: int) -> None:
        """Asks the process to stop that job."""
        self._cancelled.value = number

    async def _hear(self, seconds: float) -> tuple[bool, Any]:
        """The next thing the process says; raises EOFError if it died, or says nothing for so long."""
        try:
            await self._spoken(seconds)
            # A large answer comes in parts: a thread waits for them.
            answer: tuple[bool, Any] = await asyncio.wait_for(asyncio.to_thread(self._connection.recv), seconds)
            return answer
        except TimeoutError as error:
            raise EOFError(f"said nothing for {seconds:g} s") from error
        except OSError as error:
            raise EOFError(f"cannot be heard: {error}") from error

    async def _spoken(self, seconds: float) -> None:
        """Waits until there is something to hear; raises TimeoutError."""
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = loop.create_future()
        descriptor = self._connection.fileno()
        try:
            loop.add_reader(descriptor, _set, ready)
        except NotImplementedError:  # Windows: its event loop watches no pipes, so a thread waits
            if not await loop.run_in_executor(None, self._connection.poll, seconds):
                raise TimeoutError from None
            return
        try:
            await asyncio.wait_for(ready, seconds)
        finally:
            loop.remove_reader(descriptor)
            os.set_blocking(descriptor, True)  # uvloop leaves a pipe that it has watched unable to wait

    def end(self) -> int | None:
        """Ends the process, whatever it does; says how it had ended by itself, if it had."""
        self.process.join(DYING)
        ended = self.process.exitcode
        self.process.kill()
        self._connection.close()
        return ended
