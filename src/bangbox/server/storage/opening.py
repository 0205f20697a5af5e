"""Opens the database that the settings name, with its schema in order; migrates, backs up and restores."""

import asyncio
import os
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy.ext.asyncio import create_async_engine

from bangbox.server.settings import Settings, is_postgres, sqlite_path
from bangbox.server.storage.migrations import is_current, upgrade
from bangbox.server.storage.postgres import PostgresStore
from bangbox.server.storage.schema import metadata
from bangbox.server.storage.sqlite import SqliteStore
from bangbox.server.storage.store import StorageError, Store

PRIVATE = 0o600  # a database, and so its copy, holds the secrets of running matches


def open_store(settings: Settings, measure: Callable[[float, int], None]) -> Store:
    """The store. SQLite is brought up to date by itself; PostgreSQL has to be, by `migrate`."""
    if not is_postgres(settings):
        migrate(settings)
        return SqliteStore(sqlite_path(settings), measure)
    if not transact(settings, is_current):
        raise StorageError("this database has no tables of this version yet: run `bangbox migrate --database …` first")
    return PostgresStore(settings.database, f"{os.getpid()}-{secrets.token_hex(4)}", measure)


def migrate(settings: Settings) -> None:
    """Brings the schema up to date."""
    transact(settings, upgrade)


def transact(settings: Settings, work: Callable[[Any], Any]) -> Any:
    """Does something over an ordinary SQLAlchemy connection, in one transaction."""
    if is_postgres(settings):
        return asyncio.run(_run_on_postgres(settings.database, work))
    path = sqlite_path(settings)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=PRIVATE, exist_ok=True)
        engine = sqlalchemy.create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            return work(connection)
    except (OSError, sqlalchemy.exc.DBAPIError) as error:
        raise StorageError(f"the database {path} cannot be opened: {getattr(error, 'orig', error)}") from None
    finally:
        if "engine" in locals():
            engine.dispose()


async def _run_on_postgres(url: str, work: Callable[[Any], Any]) -> Any:
    # Everything that is read is of one moment, although others go on writing.
    address = url.replace("postgresql://", "postgresql+asyncpg://", 1)
    engine = create_async_engine(address, isolation_level="REPEATABLE READ")
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    except (OSError, sqlalchemy.exc.DBAPIError) as error:
        raise StorageError(f"the database cannot be reached: {getattr(error, 'orig', error)}") from None
    finally:
        await engine.dispose()


def backup(settings: Settings, target: Path) -> int:
    """Copies everything into a new SQLite file, while the server runs; gives the number of rows."""
    if target.exists():
        raise StorageError(f"{target} is there already; a backup never overwrites")
    if not target.absolute().parent.is_dir():
        raise StorageError(f"there is no folder {target.absolute().parent} for the backup")
    if is_postgres(settings):
        rows = transact(settings, _read_all)
        copy = Settings(database=f"sqlite:///{target}")
        migrate(copy)
        return int(transact(copy, lambda connection: _write_all(connection, rows)))
    if not sqlite_path(settings).exists():
        raise StorageError(f"there is no database {sqlite_path(settings)} to back up")
    target.touch(mode=PRIVATE)
    with closing(sqlite3.connect(sqlite_path(settings))) as source, closing(sqlite3.connect(target)) as copied:
        source.backup(copied)
        return sum(copied.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in metadata.tables)


def restore(settings: Settings, source: Path) -> int:
    """Fills an empty database from a backup; gives the number of rows."""
    if not source.exists():
        raise StorageError(f"no backup at {source}")
    migrate(settings)
    with tempfile.TemporaryDirectory() as folder:
        copy = Settings(database=f"sqlite:///{shutil.copy(source, folder)}")
        migrate(copy)  # the backup itself stays as it is, however old
        rows = transact(copy, _read_all)
    if any(transact(settings, _read_all).values()):
        raise StorageError("the database is not empty; restore into a new one")
    return int(transact(settings, lambda connection: _write_all(connection, rows)))


def _read_all(connection: Any) -> dict[str, list[dict[str, Any]]]:
    return {
        name: [dict(row) for row in connection.execute(sqlalchemy.select(table)).mappings()]
        for name, table in metadata.tables.items()
    }


def _write_all(connection: Any, rows: dict[str, list[dict[str, Any]]]) -> int:
    for name, found in rows.items():
        if found:
            connection.execute(sqlalchemy.insert(metadata.tables[name]), found)
    return sum(map(len, rows.values()))
