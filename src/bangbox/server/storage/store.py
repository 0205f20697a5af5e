"""What the rest of the server asks of a database, whichever it is."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from bangbox.core.errors import BangboxError
from bangbox.server.storage.statements import Statement, Transaction

Row = dict[str, Any]
Listener = Callable[[list[tuple[str, int]]], Awaitable[None]]


class Conflict(Exception):
    """Somebody else was first: a number is taken, or a row that had to change was not as expected. Nothing was written."""


class StorageError(BangboxError):
    """The database cannot be used; the message says why and what to do."""


class Store(Protocol):
    """A database. Transactions are durable when `commit` returns; those of one process share the disk's work."""

    shared: bool  # with other processes
    failing: bool  # whether what was written last could not be kept

    async def start(self, hear: Listener) -> None:
        """Opens it. `hear` is told of (match, number) that other processes committed."""

    async def close(self) -> None:
        """Finishes what is queued and closes."""

    async def read(self, statement: Statement, **values: Any) -> list[Row]:
        """All rows."""

    async def commit(self, transaction: Transaction, match: str = "", number: int = -1) -> None:
        """Writes all of it or, with Conflict, nothing. Other processes are told that `match` now goes up to `number`."""

    async def claim(self, match: str, milliseconds: int) -> bool:
        """Takes (or prolongs) the lease on a match's work; False if another process has it."""

    async def release(self, match: str) -> None:
        """Gives the lease back."""
