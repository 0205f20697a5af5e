"""PostgreSQL for many processes: shared commits, leases, and news of other processes' events by LISTEN/NOTIFY."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Any

import asyncpg

from bangbox.server.storage.queries import CLAIM, RELEASE, REVISE
from bangbox.server.storage.statements import Statement, Transaction, Values, Write
from bangbox.server.storage.store import Conflict, Listener, Row, StorageError
from bangbox.server.time import now_ms

log = logging.getLogger("bangbox.postgres")

CHANNEL = "bangbox"
BATCH = 128
WRITERS = 2
READERS = 6
AGAIN = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.AdminShutdownError,
    asyncpg.CannotConnectNowError,  # it is starting or stopping
    asyncpg.TooManyConnectionsError,
    OSError,
    TimeoutError,
)
FAILED = (asyncpg.PostgresError, *LOST)
Entry = tuple[Transaction, "asyncio.Future[None]"]


class PostgresStore:
    """One process's way to a database that it shares with others."""

    shared = True

    def __init__(
        self,
        url: str,
        process: str,
        measure: Callable[[float, int], None] | None = None,
        now: Callable[[], int] = now_ms,
    ) -> None:
        self.url = url
        self.process = process
        self.failing = False
        self._now = now
        self._measure = measure or (lambda seconds, count: None)
        self._queue: asyncio.Queue[Entry] = asyncio.Queue()
        self._outbox: list[str] = []
        self._news: asyncio.Event = asyncio.Event()
        self._heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, hear: Listener) -> None:
        """Connects; several tasks write, one listens, one tells."""
        try:
            self._readers = await asyncpg.create_pool(self.url, min_size=1, max_size=READERS)
        except (OSError, asyncpg.PostgresError) as error:
            raise StorageError(f"no connection to the database: {error}") from None
        writers = [self._write_on() for _ in range(WRITERS)]
        self._tasks = [asyncio.create_task(work) for work in (*writers, self._listen_on(), self._tell_on(), self._hear_on(hear))]

    async def close(self) -> None:
        """Writes what is queued, then closes."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._queue.join(), 5)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._readers.close(), 5)

    # -- reading

    async def read(self, statement: Statement, **values: Any) -> list[Row]:
        """All rows."""
        text = statement.postgres
        try:
            return [dict(row) for row in await self._readers.fetch(text.sql, *text.arguments(values))]
        except FAILED as error:
            raise StorageError(f"the database is away: {error}") from None

    # -- writing

    async def commit(self, transaction: Transaction, match: str = "", number: int = -1) -> None:
        """Waits until it is on disk, then lets the others know."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if match:
            transaction = [*transaction, Write(REVISE, {"match_id": match, "time": self._now()})]
        self._queue.put_nowait((transaction, done))
        await done
        if match:
            self._outbox.append(f"{self.process} {match} {number}")
            self._news.set()

    async def _write_on(self) -> None:
        """A writer: takes everything that waits, writes it in one transaction."""
        connection: asyncpg.Connection | None = None
        try:
            while True:
                batch = [await self._queue.get()]
                while len(batch) < BATCH and not self._queue.empty():
                    batch.append(self._queue.get_nowait())
                if connection is None or connection.is_closed():
                    connection = await self._connect(batch)
                if connection is not None:
                    await self._write_batch(connection, batch)
                for _ in batch:
                    self._queue.task_done()
        finally:
            if connection is not None:
                connection.terminate()

    async def _connect(self, batch: list[Entry]) -> "asyncpg.Connection | None":
        try:
            return await asyncpg.connect(self.url)
        except FAILED as error:
            self.failing = True
            _fail(batch, error)
            await asyncio.sleep(0.2)
            return None

    async def _write_batch(self, connection: "asyncpg.Connection", batch: list[Entry]) -> None:
        began = time.perf_counter()
        try:
            await self._write(connection, batch)
            self.failing = False
            self._measure(time.perf_counter() - began, len(batch))
        except LOST as error:
            connection.terminate()
            self.failing = True
            _fail(batch, error)
        except Exception as error:  # a writer that ended here would leave everybody waiting for ever
            log.exception("a batch could not be written")
            connection.terminate()
            _fail(batch, error)

    async def _write(self, connection: "asyncpg.Connection", batch: list[Entry]) -> None:
        try:
            await self._together(connection, [transaction for transaction, _ in batch])
            failure = None
        except (Conflict, asyncpg.IntegrityConstraintViolationError, *AGAIN) as error:
            failure = error
        except asyncpg.PostgresError as error:
            if isinstance(error, LOST):
                raise
            failure = StorageError(f"the database refused: {error}")
        if failure is None:
            for _, done in batch:
                if not done.done():
                    done.set_result(None)
        elif len(batch) > 1 or isinstance(failure, AGAIN):
            for entry in batch:
                await self._write(connection, [entry])
        elif not batch[0][1].done():
            refused = failure if isinstance(failure, StorageError) else Conflict(str(failure))
            batch[0][1].set_exception(refused)

    async def _together(self, connection: "asyncpg.Connection", transactions: list[Transaction]) -> None:
        """Statements that must change something one by one, the others in bulk."""
        bulk: dict[Statement, list[tuple[Any, ...]]] = {}
        async with connection.transaction():
            for transaction in transactions:
                for write in transaction:
                    text = write.statement.postgres
                    if not write.must:
                        bulk.setdefault(write.statement, []).append(text.arguments(write.values))
                    elif _changed(await connection.execute(text.sql, *text.arguments(write.values))) == 0:
                        raise Conflict
            for statement, rows in bulk.items():
                await connection.executemany(statement.postgres.sql, rows)

    # -- telling and hearing

    async def _tell_on(self) -> None:
        """Passes on what was committed: many at once, beside the commits."""
        while True:
            await self._news.wait()
            self._news.clear()
            news, self._outbox = self._outbox, []
            try:
                await self._readers.execute("SELECT pg_notify($1, line) FROM unnest($2::text[]) AS line", CHANNEL, news)
            except FAILED:
                log.warning("news could not be told; the others will find out when they look")

    async def _listen_on(self) -> None:
        """Listens, and connects again when the line breaks."""
        while True:
            connection = None
            try:
                connection = await asyncpg.connect(self.url)
                await connection.add_listener(CHANNEL, self._receive)
                while not connection.is_closed():
                    await asyncio.sleep(1)
            except FAILED:
                await asyncio.sleep(1)
            finally:
                if connection is not None:
                    connection.terminate()

    def _receive(self, connection: Any, process: int, channel: str, line: str) -> None:
        teller, match, number = line.split()
        if teller != self.process:
            self._heard.put_nowait((match, int(number)))

    async def _hear_on(self, hear: Listener) -> None:
        while True:
            news = [await self._heard.get()]
            while not self._heard.empty():
                news.append(self._heard.get_nowait())
            try:
                await hear(sorted(set(news)))
            except StorageError:
                log.warning("news could not be read")
            except Exception:
                log.exception("news could not be taken in")

    # -- leases

    async def claim(self, match: str, milliseconds: int) -> bool:
        """Takes or prolongs the lease on a match's work."""
        now = self._now()
        return await self._change(CLAIM, {"match_id": match, "process": self.process, "now": now, "until": now + milliseconds})

    async def release(self, match: str) -> None:
        """Gives the lease back."""
        await self._change(RELEASE, {"match_id": match, "process": self.process})

    async def _change(self, statement: Statement, values: Values) -> bool:
        text = statement.postgres
        try:
            return _changed(await self._readers.execute(text.sql, *text.arguments(values))) > 0
        except FAILED as error:
            raise StorageError(f"the database is away: {error}") from None


def _fail(batch: list[Entry], error: Exception) -> None:
    for _, done in batch:
        if not done.done():
            done.set_exception(StorageError(f"the database is away: {error}"))


def _changed(status: str) -> int:
    """How many rows a command changed, out of `UPDATE 1`."""
    return int(status.rpartition(" ")[2])
