"""Opening, migrating, backing up and restoring the database that the settings name."""

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from bangbox.server.settings import Settings
from bangbox.server.storage import opening
from bangbox.server.storage.migrations import upgrade
from bangbox.server.storage.opening import backup, migrate, open_store, restore
from bangbox.server.storage.queries import ADD_EVENT, EVENTS, GUEST
from bangbox.server.storage.rows import EventRow, event_values, read_event
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import StorageError
from tests.server.processes import Postgres
from tests.server.storage.conftest import opened
from tests.server.storage.test_store import guest


async def fill(settings: Settings) -> None:
    """A few rows."""
    async with opened(settings) as store:
        event = EventRow(1, 5, "choice", 0, 7, "x", {"a": 1})
        await store.commit([guest("ann"), Write(ADD_EVENT, event_values("m", event))])


async def look(settings: Settings) -> object:
    async with opened(settings) as store:
        events = await store.read(EVENTS, match="m", first=1)
        return await store.read(GUEST, guest="ann"), [read_event(row) for row in events]


async def test_backup_and_restore(settings: Settings, tmp_path: Path) -> None:
    await fill(settings)
    kept = tmp_path / "backup.sqlite"
    assert await asyncio.to_thread(backup, settings, kept) == 2
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600, "it holds the secrets of running matches"
    with pytest.raises(StorageError, match="never overwrites"):
        await asyncio.to_thread(backup, settings, kept)
    fresh = Settings(database=f"sqlite:///{tmp_path / 'fresh.sqlite'}")
    assert await asyncio.to_thread(restore, fresh, kept) == 2
    assert await look(fresh) == await look(settings)
    with pytest.raises(StorageError, match="not empty"):
        await asyncio.to_thread(restore, fresh, kept)


def test_a_backup_of_nothing_or_into_nowhere_is_explained(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    with pytest.raises(StorageError, match="no database"):
        backup(settings, tmp_path / "copy.sqlite")
    migrate(settings)
    with pytest.raises(StorageError, match="no folder"):
        backup(settings, tmp_path / "nowhere" / "copy.sqlite")
    assert backup(settings, tmp_path / "copy.sqlite") == 0
    with pytest.raises(StorageError, match="no backup at"):
        restore(settings, tmp_path / "nothing")


def test_an_old_backup_is_brought_up_to_date_and_itself_left_alone(tmp_path: Path) -> None:
    kept = tmp_path / "old.sqlite"
    opening.transact(Settings(database=f"sqlite:///{kept}"), lambda connection: upgrade(connection, "0001"))
    with closing(sqlite3.connect(kept)) as old:
        old.execute("INSERT INTO guests VALUES ('ann', 'Ann', 'guest', 1)")
        old.commit()
    before = kept.read_bytes()
    assert restore(Settings(database=f"sqlite:///{tmp_path / 'fresh.sqlite'}"), kept) == 1
    assert kept.read_bytes() == before


def test_what_is_backed_up_is_of_one_moment(migrated: Settings) -> None:
    assert opening.transact(migrated, lambda connection: connection.get_isolation_level()) == "REPEATABLE READ"


async def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    async def ignore(news: list[tuple[str, int]]) -> None:
        pass

    settings = Settings(database=f"sqlite:///{tmp_path / 'new.sqlite'}")
    store = await asyncio.to_thread(open_store, settings, lambda seconds, count: None)
    await store.start(ignore)
    assert {path.stat().st_mode & 0o077 for path in tmp_path.glob("new.sqlite*") if path.suffix != ".lock"} == {0}
    await store.close()


def test_postgres_without_tables_is_explained(postgres: Postgres) -> None:
    with pytest.raises(StorageError, match="bangbox migrate"):
        open_store(Settings(database=postgres.new_database()), lambda seconds, count: None)
    with pytest.raises(StorageError, match="cannot be reached"):
        open_store(Settings(database="postgresql://nobody@127.0.0.1:1/x"), lambda seconds, count: None)


def test_a_database_that_cannot_be_opened_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot be opened"):
        migrate(Settings(database=f"sqlite:///{tmp_path / 'file' / 'x.sqlite'}"))
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database at all" * 100)
    with pytest.raises(StorageError, match="cannot be opened"):
        migrate(Settings(database=f"sqlite:///{broken}"))
