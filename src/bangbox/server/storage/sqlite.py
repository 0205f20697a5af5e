"""The embedded database: WAL; all transactions that are waiting share one commit, for which alone a thread has to wait."""

import asyncio
import contextlib
import itertools
import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from bangbox.server.storage.rows import ADD_EVENT
from bangbox.server.storage.statements import Statement, Transaction, Write
from bangbox.server.storage.store import Conflict, Listener, Row, StorageError

log = logging.getLogger("bangbox.sqlite")

sqlite3.register_adapter(type(None), lambda nothing: nothing)  # otherwise Python looks for one at every NULL, in vain
BATCH = 256
GAP = 0.008  # seconds between two commits: what comes meanwhile goes together; nobody waits who comes alone
AT_ONCE = (64, 16, 4, 1)  # rows by one statement: few numbers, so that their statements stay prepared
Told = Callable[[Exception | None], None]
Entry = tuple[Transaction, Told]


class SqliteStore:
    """One file, one process."""

    shared = False

    def __init__(self, path: Path, measure: Callable[[float, int], None] | None = None) -> None:
        self.path = path
        self._gathered: list[Entry] = []
        self._writer: asyncio.Task[None] | None = None
        self._reader_thread = ThreadPoolExecutor(1, "reader")
        self._disk_thread = threading.Thread(target=self._commit_on, name="disk", daemon=True)
        self._to_disk: SimpleQueue[asyncio.Future[Exception | None] | None] = SimpleQueue()
        self._measure = measure or (lambda seconds, count: None)
        self._lock_out_others()

    async def start(self, hear: Listener) -> None:
        """Opens the file; nobody else writes to it, so there is nothing to hear."""
        self._loop = asyncio.get_running_loop()
        self._writing, self._reading = self._open(), self._open()
        self._disk_thread.start()

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
        connection.execute("PRAGMA wal_autocheckpoint=4000")  # pages; a match's page is written at every move, copied back once
        return connection

    async def close(self) -> None:
        """Writes what is queued, then closes."""
        if self._writer is not None:
            await self._writer
        self._to_disk.put(None)
        await asyncio.to_thread(self._disk_thread.join)
        self._reader_thread.shutdown()
        self._reading.close()
        self._writing.close()
        self._lock_file.close()

    async def read(self, statement: Statement, **values: Any) -> list[Row]:
        """All rows, read in a thread of its own."""
        text = statement.sqlite
        try:
            return await self._loop.run_in_executor(self._reader_thread, self._fetch, text.sql, text.arguments(values))
        except sqlite3.Error as error:
            raise StorageError(f"the database cannot be read: {error}") from None

    def _fetch(self, sql: str, arguments: tuple[Any, ...]) -> list[Row]:
        return [dict(row) for row in self._reading.execute(sql, arguments)]

    def commit(self, transaction: Transaction, match: str = "", number: int = -1) -> "asyncio.Future[None]":
        """Done when it is on disk."""
        done: asyncio.Future[None] = self._loop.create_future()
        self.post(transaction, lambda error: _settle(done, error))
        return done

    def post(self, transaction: Transaction, told: Told) -> None:
        """The same for somebody who would rather be called back: when it is on disk, or with what went wrong."""
        self._gathered.append((transaction, told))
        if self._writer is None:  # begins when the loop turns again: with all that has come up until then
            self._writer = self._loop.create_task(self._write_on())

    async def _write_on(self) -> None:
        """Writes as long as something waits.

        Writing a row takes microseconds, waking another thread and fighting it for the interpreter takes more: only the
        commit, which waits for the disk, happens there.
        """
        while self._gathered:
            batch, self._gathered = self._gathered[:BATCH], self._gathered[BATCH:]
            written, began = batch, time.perf_counter()
            try:
                written = self._put(batch)
                if written and (failed := await self._on_disk()):
                    raise failed
            except Exception as error:
                _tell(written, _explained(error))
            else:
                self._measure(time.perf_counter() - began, len(written))
                _tell(written)
            await asyncio.sleep(max(0.0, began + GAP - time.perf_counter()))
        self._writer = None

    def _put(self, batch: list[Entry]) -> list[Entry]:
        """Begins a transaction with everything in it that is possible; the rest is told why not."""
        try:
            self._writing.execute("BEGIN IMMEDIATE")
            self._put_together(batch)
            return batch
        except Exception:
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
        return self._put_singly(batch)

    def _put_together(self, batch: list[Entry]) -> None:
        """The usual way. Nothing in a batch asks for the events in it, so that these can go last and together."""
        events: list[Any] = []
        adding = ADD_EVENT.sqlite
        for transaction, _ in batch:
            for write in transaction:
                if write.statement is ADD_EVENT:
                    events.append(adding.arguments(write.values))
                else:
                    self._put_one(write)
        sql, row = adding.sql, f", {adding.row}"
        for size in AT_ONCE:
            while len(events) >= size:
                self._writing.execute(sql + row * (size - 1), list(itertools.chain.from_iterable(events[:size])))
                del events[:size]

    def _put_singly(self, batch: list[Entry]) -> list[Entry]:
        """The long way, to find out what is not possible."""
        left = list(batch)
        while left:
            entry: Entry | None = None
            try:
                self._writing.execute("BEGIN IMMEDIATE")
                for entry in left:
                    for write in entry[0]:
                        self._put_one(write)
                return left
            except Exception as error:
                if self._writing.in_transaction:
                    self._writing.execute("ROLLBACK")
                failed = left if entry is None else [entry]
                _tell(failed, _explained(error))
                left = [other for other in left if other not in failed]
        return []

    def _put_one(self, write: Write) -> None:
        text = write.statement.sqlite
        changed = self._writing.execute(text.sql, text.arguments(write.values)).rowcount
        if write.must and changed == 0:
            raise Conflict

    def _on_disk(self) -> "asyncio.Future[Exception | None]":
        """Commits; an executor would do the same for three times the price."""
        finished: asyncio.Future[Exception | None] = self._loop.create_future()
        self._to_disk.put(finished)
        return finished

    def _commit_on(self) -> None:
        """The thread that waits for the disk."""
        for finished in iter(self._to_disk.get, None):
            self._loop.call_soon_threadsafe(finished.set_result, self._commit())

    def _commit(self) -> Exception | None:
        try:
            self._writing.execute("COMMIT")
            return None
        except Exception as error:
            with contextlib.suppress(sqlite3.Error):
                self._writing.execute("ROLLBACK")
            return error

    async def claim(self, match: str, milliseconds: int) -> bool:
        """There is only this process."""
        return True

    async def release(self, match: str) -> None:
        """Nothing to give back."""


def _explained(error: Exception) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error))
    return StorageError(f"the database refused: {error}") if isinstance(error, sqlite3.Error) else error


def _tell(entries: list[Entry], error: Exception | None = None) -> None:
    for _, told in entries:
        try:
            told(error)
        except Exception:
            log.exception("what should follow a commit failed")


def _settle(done: "asyncio.Future[None]", error: Exception | None) -> None:
    if done.done():  # whoever waited was cancelled
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
