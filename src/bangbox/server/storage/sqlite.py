"""The embedded database: WAL, one writer thread, all transactions that are waiting share one commit."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from bangbox.server.storage.statements import Statement, Transaction
from bangbox.server.storage.store import Conflict, Listener, Row, StorageError

BATCH = 256
Entry = tuple[Transaction, "asyncio.Future[None]"]


class SqliteStore:
    """One file, one process."""

    shared = False

    def __init__(self, path: Path, measure: Callable[[float, int], None] | None = None) -> None:
        self.path = path
        self._queue: SimpleQueue[list[Entry] | None] = SimpleQueue()
        self._gathered: list[Entry] = []
        self._reader = ThreadPoolExecutor(1, "reader")
        self._measure = measure or (lambda seconds, count: None)
        self._lock_out_others()

    async def start(self, hear: Listener) -> None:
        """Opens the file; nobody else writes to it, so there is nothing to hear."""
        self._loop = asyncio.get_running_loop()
        self._writing, self._reading = self._open(), self._open()
        self._thread = threading.Thread(target=self._write_on, name="writer", daemon=True)
        self._thread.start()

    def _lock_out_others(self) -> None:
        """A second server on the same file would not hear of this one's moves."""
        import fcntl

        self._lock_file = open(f"{self.path}.lock", "w")  # noqa: SIM115
        try:
            fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock_file.close()
            raise StorageError(
                f"{self.path} is in use by another server; stop it, or use PostgreSQL (--database postgresql://…) for several"
            ) from None

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None, cached_statements=256)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA busy_timeout=5000")
        return connection

    async def close(self) -> None:
        """Writes what is queued, then closes."""
        if self._gathered:
            self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        self._reader.shutdown()
        self._reading.close()
        self._writing.close()
        self._lock_file.close()

    async def read(self, statement: Statement, **values: Any) -> list[Row]:
        """All rows, read in a thread of its own."""
        text = statement.sqlite
        return await self._loop.run_in_executor(self._reader, self._fetch, text.sql, text.arguments(values))

    def _fetch(self, sql: str, arguments: list[Any]) -> list[Row]:
        return [dict(row) for row in self._reading.execute(sql, arguments)]

    async def commit(self, transaction: Transaction, match: str = "", number: int = -1) -> None:
        """Waits until it is on disk."""
        done: asyncio.Future[None] = self._loop.create_future()
        if not self._gathered:  # all that comes up before the loop turns again is handed over at once: waking a thread is dear
            self._loop.call_soon(self._hand_over)
        self._gathered.append((transaction, done))
        await done

    def _hand_over(self) -> None:
        self._queue.put(self._gathered)
        self._gathered = []

    def _write_on(self) -> None:
        """The writer thread: takes everything that waits, writes it in one transaction, tells everybody at once."""
        last = False
        while not last:
            batch: list[Entry] = []
            while not last and (not batch or (len(batch) < BATCH and not self._queue.empty())):
                more = self._queue.get()
                last = more is None
                batch += more or []
            began = time.perf_counter()
            outcomes = self._write(batch)
            self._measure(time.perf_counter() - began, len(outcomes))
            self._loop.call_soon_threadsafe(_tell, outcomes)

    def _write(self, batch: list[Entry]) -> list[tuple[asyncio.Future[None], Exception | None]]:
        try:
            self._together([transaction for transaction, _ in batch])
            return [(done, None) for _, done in batch]
        except (Conflict, sqlite3.Error) as error:
            if len(batch) == 1:
                return [(batch[0][1], error if isinstance(error, Conflict) else _explained(error))]
            return [outcome for entry in batch for outcome in self._write([entry])]

    def _together(self, transactions: list[Transaction]) -> None:
        execute = self._writing.execute
        execute("BEGIN IMMEDIATE")
        try:
            for transaction in transactions:
                for write in transaction:
                    text = write.statement.sqlite
                    changed = execute(text.sql, text.arguments(write.values)).rowcount
                    if write.must and changed == 0:
                        raise Conflict
            execute("COMMIT")
        except BaseException:
            execute("ROLLBACK")
            raise

    async def claim(self, match: str, milliseconds: int) -> bool:
        """There is only this process."""
        return True

    async def release(self, match: str) -> None:
        """Nothing to give back."""


def _explained(error: sqlite3.Error) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error))
    return StorageError(f"the database refused: {error}")


def _tell(outcomes: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for done, error in outcomes:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
