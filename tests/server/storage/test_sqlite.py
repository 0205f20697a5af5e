"""The embedded database: one server a file, a file that must stay where it is, and others that lock it."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bangbox.server.settings import Settings
from bangbox.server.storage import queries
from bangbox.server.storage import sqlite as sqlite_module
from bangbox.server.storage.opening import open_store
from bangbox.server.storage.queries import ALIVE, GUEST
from bangbox.server.storage.store import StorageError, Store
from tests.server.house import House
from tests.server.storage.test_store import guest


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program writes to the file, for a long time."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that does not wait for a locked file."""
    monkeypatch.setattr(sqlite_module, "BUSY_MS", 50)


async def test_a_second_server_on_the_same_file_is_refused(sqlite: Store, tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'some.sqlite'}")
    with pytest.raises(StorageError, match="in use by another server"):
        await asyncio.to_thread(open_store, settings, lambda seconds, count: None)


async def test_a_file_that_cannot_be_read_is_explained(sqlite: Store, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "some.sqlite")) as other:
        other.execute("DROP TABLE notes")
    with pytest.raises(StorageError, match="cannot be read: no such table"):
        await sqlite.read(queries.NOTES, match="m", first=0)


async def test_transactions_that_wait_share_a_commit(tmp_path: Path) -> None:
    commits: list[int] = []
    settings = Settings(database=f"sqlite:///{tmp_path / 'some.sqlite'}")
    store = await asyncio.to_thread(open_store, settings, lambda seconds, count: commits.append(count))

    async def ignore(news: list[tuple[str, int]]) -> None:
        pass

    await store.start(ignore)
    await asyncio.gather(*(store.commit([guest(str(number))]) for number in range(300)))
    await store.close()
    assert sum(commits) == 300
    assert len(commits) <= 3


async def test_what_is_queued_is_written_before_it_closes(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'some.sqlite'}")
    store = await asyncio.to_thread(open_store, settings, lambda seconds, count: None)

    async def ignore(news: list[tuple[str, int]]) -> None:
        pass

    await store.start(ignore)
    writing = asyncio.create_task(store.commit([guest("last")]))
    await asyncio.sleep(0)
    await store.close()
    await writing
    with closing(sqlite3.connect(tmp_path / "some.sqlite")) as other:
        assert other.execute("SELECT name FROM guests").fetchall() == [("last",)]


# -- files that were deleted or replaced


@pytest.mark.parametrize("name", ["some.sqlite", "some.sqlite.lock"])
@pytest.mark.parametrize("replaced", [False, True])
async def test_a_file_that_was_deleted_or_replaced_is_noticed(house: House, name: str, replaced: bool) -> None:
    """What is written into a file without a name is lost."""
    room = await house.table()
    file = house.path.with_name(name)
    kept = file.read_bytes()
    file.unlink()
    if replaced:
        file.with_name("another").write_bytes(kept)
        file.with_name("another").rename(file)
    with pytest.raises(StorageError, match="deleted or replaced"):
        await house.move(room, "b2")
    with pytest.raises(StorageError, match="deleted or replaced"):
        await house.hall.store.read(ALIVE)
    assert house.hall.store.failing
    assert not await house.hall.is_well()


# -- others that lock the file


async def test_a_lock_freezes_neither_reads_nor_the_event_loop(impatient: None, sqlite: Store, tmp_path: Path) -> None:
    await sqlite.commit([guest("ann")])
    with locked(tmp_path / "some.sqlite"):
        writing = asyncio.create_task(sqlite.commit([guest("bob")]))
        assert await asyncio.wait_for(sqlite.read(GUEST, guest="ann"), 10)
        assert not writing.done(), "reading did not wait for writing"
        with pytest.raises(StorageError, match="locked"):
            await writing
    assert await sqlite.read(GUEST, guest="bob") == []


async def test_everybody_who_waits_for_a_lock_waits_once(impatient: None, sqlite: Store, tmp_path: Path) -> None:
    """Not one after another."""

    async def waited(count: int) -> float:
        began = time.monotonic()
        outcomes = await asyncio.gather(*(sqlite.commit([guest(str(n))]) for n in range(count)), return_exceptions=True)
        assert all(isinstance(outcome, StorageError) for outcome in outcomes)
        return time.monotonic() - began

    with locked(tmp_path / "some.sqlite"):
        assert await waited(100) < 20 * await waited(1)


async def test_that_writing_fails_is_known_until_it_works_again(impatient: None, sqlite: Store, tmp_path: Path) -> None:
    assert not sqlite.failing
    with locked(tmp_path / "some.sqlite"):
        with pytest.raises(StorageError):
            await sqlite.commit([guest("ann")])
        assert sqlite.failing
    await sqlite.commit([guest("ann")])
    assert not sqlite.failing
    assert await sqlite.read(GUEST, guest="ann")


async def test_there_is_nobody_to_share_work_with(sqlite: Store) -> None:
    assert not sqlite.shared
    assert await sqlite.claim("m", 1000)
    await sqlite.release("m")
