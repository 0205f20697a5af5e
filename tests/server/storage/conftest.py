"""Databases for the tests of this folder."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy

from bangbox.server.settings import Settings
from bangbox.server.storage import opening
from bangbox.server.storage.opening import migrate, open_store
from bangbox.server.storage.schema import metadata
from bangbox.server.storage.store import Store
from tests.server.processes import Postgres


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings of an empty database, of either kind."""
    if request.param == "sqlite":
        return Settings(database=f"sqlite:///{tmp_path / 'some.sqlite'}")
    found: Settings = request.getfixturevalue("emptied")
    return found


@pytest.fixture(scope="session")
def migrated(postgres: Postgres) -> Settings:
    """Settings of a PostgreSQL database with its tables made: that takes longer than most tests."""
    found = Settings(database=postgres.new_database())
    migrate(found)
    return found


@pytest.fixture
def emptied(migrated: Settings) -> Settings:
    """The same, with nothing in it."""
    tables = ", ".join(metadata.tables)
    opening.transact(migrated, lambda connection: connection.execute(sqlalchemy.text(f"TRUNCATE {tables}")))
    return migrated


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Store]:
    """An open store."""
    found = await asyncio.to_thread(open_store, settings, lambda seconds, count: None)

    async def ignore(news: list[tuple[str, int]]) -> None:
        pass

    await found.start(ignore)
    try:
        yield found
    finally:
        await found.close()


@pytest.fixture
async def store(settings: Settings) -> AsyncIterator[Store]:
    """An empty database of either kind."""
    async with opened(settings) as found:
        yield found


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[Store]:
    """An empty SQLite file."""
    async with opened(Settings(database=f"sqlite:///{tmp_path / 'some.sqlite'}")) as found:
        yield found
