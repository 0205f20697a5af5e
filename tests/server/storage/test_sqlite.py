"""Both databases do the same: transactions all or nothing, conflicts, news, leases; migrations, backup, restore."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from bangbox.server.settings import Settings, SettingsError, from_environment
from bangbox.server.storage import opening, queries
from bangbox.server.storage.migrations import is_current
from bangbox.server.storage.opening import backup, migrate, open_store, restore
from bangbox.server.storage.postgres import PostgresStore
from bangbox.server.storage.queries import ADD_EVENT, ADD_GUEST, ALIVE, EVENTS, GUEST, RENAME_GUEST
from bangbox.server.storage.rows import EventRow, event_values, read_event
from bangbox.server.storage.schema import metadata
from bangbox.server.storage.statements import Statement, Write
from bangbox.server.storage.store import Conflict, StorageError, Store
from tests.server.processes import Postgres


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings of an empty database."""
    if request.param == "sqlite":
        return Settings(database=f"sqlite:///{tmp_path / 'some.sqlite'}")
    postgres: Postgres = request.getfixturevalue("postgres")
    found = Settings(database=postgres.new_database())
    migrate(found)
    return found


def run(settings: Settings, work: Callable[[Store], Awaitable[Any]]) -> Any:
    """Does something with an open store."""

    async def all_of_it() -> Any:
        store = await asyncio.to_thread(open_store, settings, lambda seconds, count: None)

        async def ignore(news: list[tuple[str, int]]) -> None:
            pass

        await store.start(ignore)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(all_of_it())


def guest(name: str) -> Write:
    return Write(ADD_GUEST, {"id": name, "name": name, "kind": "guest", "created": 1})


def test_events_come_back_as_they_went_in(settings: Settings) -> None:
    events = [
        EventRow(1, 5, "set-up", None, None, "a; b", {"actions": [1, 2], "k": 0, "draws": [[6, 0, 1], [6, 5, 6]]}),
        EventRow(2, 6, "choice", 3, 2**53 - 1, "c4+e4 ä", None),
    ]

    async def work(store: Store) -> Any:
        await store.commit([Write(ADD_EVENT, event_values("m", event)) for event in events], "m", 2)
        return [read_event(row) for row in await store.read(EVENTS, match="m", first=1)]

    assert run(settings, work) == events


def test_a_number_is_given_once(settings: Settings) -> None:
    async def work(store: Store) -> Any:
        await store.commit([Write(ADD_EVENT, event_values("m", EventRow(1, 5, "choice")))])
        with pytest.raises(Conflict):
            await store.commit([guest("x"), Write(ADD_EVENT, event_values("m", EventRow(1, 6, "choice")))])
        return await store.read(GUEST, guest="x")

    assert run(settings, work) == [], "all or nothing"


def test_what_must_change_something_and_does_not_voids_the_transaction(settings: Settings) -> None:
    async def work(store: Store) -> Any:
        with pytest.raises(Conflict):
            await store.commit([guest("y"), Write(RENAME_GUEST, {"guest": "nobody", "new_name": "z"}, must=True)])
        return await store.read(GUEST, guest="y")

    assert run(settings, work) == []


def test_one_conflict_among_many_transactions_spoils_no_other(settings: Settings) -> None:
    async def work(store: Store) -> Any:
        await store.commit([guest("n7")])
        outcomes = await asyncio.gather(*(store.commit([guest(f"n{i}")]) for i in range(40)), return_exceptions=True)
        found = [i for i in range(40) if await store.read(GUEST, guest=f"n{i}")]
        return [i for i, outcome in enumerate(outcomes) if isinstance(outcome, Conflict)], found

    assert run(settings, work) == ([7], list(range(40)))


@pytest.mark.parametrize("spoilt", [set[int](), {0}, {63, 64, 65}, {86}])
def test_events_written_together_are_all_there_but_those_in_conflict(settings: Settings, spoilt: set[int]) -> None:
    """87 of them are written by several statements; whoever comes with one of them gets in or not with it."""

    def event(place: int, time: int) -> Write:
        return Write(ADD_EVENT, event_values(f"m{place % 10}", EventRow(place, time, "choice", name=f"move {place}")))

    async def work(store: Store) -> None:
        for place in spoilt:
            await store.commit([event(place, 1)])
        together = [store.commit([event(place, 2), guest(f"g{place}")]) for place in range(87)]
        outcomes = await asyncio.gather(*together, return_exceptions=True)
        assert {place for place, outcome in enumerate(outcomes) if outcome is not None} == spoilt
        assert all(isinstance(outcomes[place], Conflict) for place in spoilt)
        assert {place for place in range(87) if not await store.read(GUEST, guest=f"g{place}")} == spoilt
        for match in range(10):
            found = [read_event(row) for row in await store.read(EVENTS, match=f"m{match}", first=0)]
            expected = [(place, 1 if place in spoilt else 2, f"move {place}") for place in range(match, 87, 10)]
            assert [(row.number, row.time, row.name) for row in found] == expected

    run(settings, work)


def test_what_cannot_be_written_at_all_is_told_and_the_writers_go_on(settings: Settings) -> None:
    async def work(store: Store) -> None:
        for place in range(4):  # more often than there are writers
            huge = Write(ADD_GUEST, {"id": "x", "name": "x", "kind": "guest", "created": 2**70})
            with pytest.raises((StorageError, OverflowError)):
                await asyncio.wait_for(store.commit([huge]), 10)
            await asyncio.wait_for(store.commit([guest(f"g{place}")]), 10)

    run(settings, work)


def test_the_schema_is_what_the_migrations_make(settings: Settings) -> None:
    migrate(settings)

    def differences(connection: Any) -> Any:
        assert is_current(connection)
        return compare_metadata(MigrationContext.configure(connection), metadata)

    assert opening._run(settings, differences) == []


def test_backup_and_restore(settings: Settings, tmp_path: Path) -> None:
    async def fill(store: Store) -> None:
        await store.commit([guest("ann"), Write(ADD_EVENT, event_values("m", EventRow(1, 5, "choice", 0, 7, "x", {"a": 1})))])

    async def look(store: Store) -> Any:
        return await store.read(GUEST, guest="ann"), [read_event(row) for row in await store.read(EVENTS, match="m", first=1)]

    run(settings, fill)
    kept = tmp_path / "backup.sqlite"
    assert backup(settings, kept) == 2
    with pytest.raises(StorageError, match="never overwrites"):
        backup(settings, kept)
    fresh = Settings(database=f"sqlite:///{tmp_path / 'fresh.sqlite'}")
    assert restore(fresh, kept) == 2
    assert run(fresh, look) == run(settings, look)
    with pytest.raises(StorageError, match="not empty"):
        restore(fresh, kept)


def test_no_statement_looks_through_a_whole_table(tmp_path: Path) -> None:
    """Nor through all seats of a guest: some bots have thousands."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'some.sqlite'}")
    migrate(settings)
    statements = {name: found for name, found in vars(queries).items() if isinstance(found, Statement)}
    with closing(sqlite3.connect(tmp_path / "some.sqlite")) as database:
        for name, statement in statements.items():
            sql = statement.sqlite.sql
            plan = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {sql}", [None] * sql.count("?"))]
            assert name in ("ALIVE", "FORGET_CODES") or not any(step.startswith("SCAN") for step in plan), (name, plan)
            assert name in ("TURNS_OF",) or not any("seats_by_guest" in step for step in plan), (name, plan)
    assert len(statements) > 30


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'one.sqlite'}")

    async def work(store: Store) -> None:
        with pytest.raises(StorageError, match="in use by another server"):
            await asyncio.to_thread(open_store, settings, lambda seconds, count: None)

    run(settings, work)


def test_postgres_without_tables_is_explained(postgres: Postgres) -> None:
    with pytest.raises(StorageError, match="bangbox migrate"):
        open_store(Settings(database=postgres.new_database()), lambda seconds, count: None)
    with pytest.raises(StorageError, match="cannot be reached"):
        open_store(Settings(database="postgresql://nobody@127.0.0.1:1/x"), lambda seconds, count: None)


def test_processes_hear_of_each_other_and_lease_work(postgres: Postgres) -> None:
    url = postgres.new_database()
    migrate(Settings(database=url))
    heard: list[tuple[str, int]] = []

    async def hear(news: list[tuple[str, int]]) -> None:
        heard.extend(news)

    async def work() -> None:
        one, two = PostgresStore(url, "one"), PostgresStore(url, "two")
        await one.start(hear)
        await two.start(hear)
        await asyncio.sleep(0.5)
        try:
            await one.commit([guest("ann")], "m1", 3)
            for _ in range(100):
                if heard:
                    break
                await asyncio.sleep(0.02)
            assert heard == [("m1", 3)], "told to the other, not to oneself"
            await one._readers.execute(
                "INSERT INTO matches"
                " (id, game, version, setup, host, public, status, created, changed, events, actor, secret, place)"
                " VALUES ('m1', 'g', '1', '{}', 'h', 0, 'running', 1, 1, 0, 0, '', 0)"
            )
            assert await one.claim("m1", 300)
            assert await one.claim("m1", 300), "a lease can be prolonged"
            assert not await two.claim("m1", 300)
            await asyncio.sleep(0.4)
            assert await two.claim("m1", 300), "a lease that was not prolonged lapses"
            await two.release("m1")
            assert await one.claim("m1", 300)
        finally:
            await one.close()
            await two.close()

    asyncio.run(work())


def test_a_database_that_is_starting_is_away(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every failure to read is one of the database: whoever asks again and again goes on."""
    url = postgres.new_database()
    migrate(Settings(database=url))

    async def work(store: Store) -> None:
        assert isinstance(store, PostgresStore)

        async def fail(*_: Any) -> None:
            raise asyncpg.CannotConnectNowError("the database system is starting up")

        monkeypatch.setattr(store, "_readers", SimpleNamespace(fetch=fail, execute=fail, close=store._readers.close))
        with pytest.raises(StorageError, match="starting up"):
            await store.read(ALIVE)
        with pytest.raises(StorageError, match="starting up"):
            await store.claim("m", 100)

    run(Settings(database=url), work)


def test_a_file_that_cannot_be_read_is_explained(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        with closing(sqlite3.connect(tmp_path / "bangbox.sqlite")) as other:
            other.execute("DROP TABLE notes")
        with pytest.raises(StorageError, match="cannot be read: no such table"):
            await store.read(queries.NOTES, match="m", first=0)

    run(Settings(data=str(tmp_path)), work)


def test_what_is_backed_up_is_of_one_moment(postgres: Postgres) -> None:
    settings = Settings(database=postgres.new_database())
    assert opening._run(settings, lambda connection: connection.get_isolation_level()) == "REPEATABLE READ"


def test_a_backup_of_nothing_or_into_nowhere_is_explained(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    with pytest.raises(StorageError, match="no database"):
        backup(settings, tmp_path / "copy.sqlite")
    migrate(settings)
    with pytest.raises(StorageError, match="no folder"):
        backup(settings, tmp_path / "nowhere" / "copy.sqlite")
    assert backup(settings, tmp_path / "copy.sqlite") == 0


def test_several_workers_need_postgres(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match="needs PostgreSQL"):
        from_environment(workers=2)
    with pytest.raises(SettingsError, match="--database should be"):
        from_environment(database="mysql://x")
    monkeypatch.setenv("BANGBOX_PORT", "eighty")
    with pytest.raises(SettingsError, match="BANGBOX_PORT should be a number"):
        from_environment()
    monkeypatch.setenv("BANGBOX_PORT", "81")
    assert from_environment().port == 81
    assert from_environment(port=82).port == 82
    with pytest.raises(SettingsError, match="0 to 65535"):
        from_environment(port=99999)
    with pytest.raises(SettingsError, match="one process"):
        from_environment(port=0, workers=2, database="postgresql://x@y/z")


def test_a_database_that_cannot_be_opened_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot be opened"):
        migrate(Settings(database=f"sqlite:///{tmp_path / 'file' / 'x.sqlite'}"))
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database at all" * 100)
    with pytest.raises(StorageError, match="cannot be opened"):
        migrate(Settings(database=f"sqlite:///{broken}"))
