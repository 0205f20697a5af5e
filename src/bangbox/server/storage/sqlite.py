"""The embedded database: one file in WAL mode, one thread that writes; all transactions that are waiting share one commit."""

import asyncio
import itertools
import logging
import os
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bangbox.server.storage.queries import ADD_EVENT
from bangbox.server.storage.statements import Statement, Transaction, Write
from bangbox.server.storage.store import Conflict, Listener, Row, StorageError
from bangbox.system import lock

log = logging.getLogger("bangbox.sqlite")

BATCH = 256
BUSY_MS = 5_000  # how long to wait while another program writes to the file
GAP = 0.008  # seconds between two commits: what comes meanwhile goes together; whoever comes alone does not wait
AT_ONCE = (64, 16, 4, 1)  # rows by one statement: few numbers, so that their statements stay prepared
Entry = tuple[Transaction, "asyncio.Future[None]"]


class SqliteStore:
    """One file, one process."""

    shared = False

    def __init__(self, path: Path, measure: Callable[[float, int], None] | None = None) -> None:
        self.path = path
        self.failing = False
        self._gathered: list[Entry] = []
        self._writer: asyncio.Task[None] | None = None
        self._reader_thread = ThreadPoolExecutor(1, "reader")
        self._writer_thread = ThreadPoolExecutor(1, "writer")
        self._measure = measure or (lambda seconds, count: None)
        self._lock_out_others()

    async def start(self, hear: Listener) -> None:
        """Opens the file; nobody else writes to it, so there is nothing to hear."""
        self._loop = asyncio.get_running_loop()
        self._writing, self._reading = self._open(), self._open()
        self._files = {name: os.stat(name).st_ino for name in (str(self.path), self._lock_file.name)}

    def _lock_out_others(self) -> None:
        """A second server on the same file would not hear of this one's moves."""
        self._lock_file = open(f"{self.path}.lock", "ab")  # noqa: SIM115
        try:
            lock(self._lock_file)
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
        connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
        connection.execute("PRAGMA wal_autocheckpoint=4000")  # pages; a match's page is written at every move, copied back once
        return connection

    async def close(self) -> None:
        """Writes what is queued, then closes."""
        if self._writer is not None:
            await self._writer
        self._writer_thread.shutdown()
        self._reader_thread.shutdown()
        self._reading.close()
        self._writing.close()
        self._lock_file.close()

    def _check_files(self) -> None:
        """What is written into a file that was deleted or replaced is lost."""
        for name, inode in self._files.items():
            try:
                same = os.stat(name).st_ino == inode
            except OSError:
                same = False
            if not same:
                raise StorageError(f"{name} was deleted or replaced while the server runs: restore it, or start the server anew")

    # -- reading

    async def read(self, statement: Statement, **values: Any) -> list[Row]:
        """All rows, read in a thread of its own."""
        text = statement.sqlite
        try:
            return await self._loop.run_in_executor(self._reader_thread, self._fetch, text.sql, text.arguments(values))
        except sqlite3.Error as error:
            raise StorageError(f"the database cannot be read: {error}") from None

    def _fetch(self, sql: str, arguments: tuple[Any, ...]) -> list[Row]:
        self._check_files()
        return [dict(row) for row in self._reading.execute(sql, arguments)]

    # -- writing

    async def commit(self, transaction: Transaction, match: str = "", number: int = -1) -> None:
        """Done when it is on disk."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._gathered.append((transaction, done))
        if self._writer is None:  # begins when the event loop comes round: with all that has come up until then
            self._writer = self._loop.create_task(self._write_on())
        await done

    async def _write_on(self) -> None:
        """Writes as long as something waits."""
        while self._gathered:
            batch, self._gathered = self._gathered[:BATCH], self._gathered[BATCH:]
            began = time.perf_counter()
            transactions = [transaction for transaction, _ in batch]
            errors = await self._loop.run_in_executor(self._writer_thread, self._write, transactions)
            self._measure(time.perf_counter() - began, errors.count(None))
            self.failing = any(isinstance(error, StorageError) for error in errors)
            for (_, done), error in zip(batch, errors, strict=True):
                _settle(done, error)
            await asyncio.sleep(max(0.0, began + GAP - time.perf_counter()))
        self._writer = None

    def _write(self, transactions: list[Transaction]) -> list[Exception | None]:
        """Commits all together or, if one of them is not possible, each by itself; what went wrong with each."""
        try:
            self._check_files()
            self._writing.execute("BEGIN IMMEDIATE")
            self._put(transactions)
            self._writing.execute("COMMIT")
            return [None] * len(transactions)
        except Exception as error:
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
            # A full disk or a locked file concerns all of them: trying each would only keep everybody waiting longer.
            if len(transactions) == 1 or isinstance(error, (StorageError, sqlite3.OperationalError)):
                return [_explained(error) for _ in transactions]
        return [self._write([transaction])[0] for transaction in transactions]

    def _put(self, transactions: list[Transaction]) -> None:
        """Runs all statements. Nothing asks for the events of the same commit, so that these can go last and together."""
        events: list[Any] = []
        adding = ADD_EVENT.sqlite
        for write in itertools.chain.from_iterable(transactions):
            if write.statement is ADD_EVENT:
                events.append(adding.arguments(write.values))
            else:
                self._put_one(write)
        for size in AT_ONCE:
            while len(events) >= size:
                rows = f", {adding.row}" * (size - 1)
                self._writing.execute(adding.sql + rows, list(itertools.chain.from_iterable(events[:size])))
                del events[:size]

    def _put_one(self, write: Write) -> None:
        text = write.statement.sqlite
        changed = self._writing.execute(text.sql, text.arguments(write.values)).rowcount
        if write.must and changed == 0:
            raise Conflict

    # -- leases

    async def claim(self, match: str, milliseconds: int) -> bool:
        """There is only this process."""
        return True

    async def release(self, match: str) -> None:
        """Nothing to give back."""


def _explained(error: Exception) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error))
    return StorageError(f"the database refused: {error}") if isinstance(error, sqlite3.Error) else error


def _settle(done: "asyncio.Future[None]", error: Exception | None) -> None:
    if done.done():  # whoever waited was cancelled
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
