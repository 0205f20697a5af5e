"""PostgreSQL for many processes: news, leases, and a database that goes away."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest

from bangbox.server.settings import Settings
from bangbox.server.storage.postgres import PostgresStore
from bangbox.server.storage.queries import ADD_MATCH, ALIVE, GUEST, REVISION
from bangbox.server.storage.rows import match_values
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import StorageError
from tests.server.house import PATIENCE, Clock
from tests.server.matches import new_match
from tests.server.storage.test_store import guest


class Pair:
    """Two processes over one database, and what they hear of each other."""

    def __init__(self, url: str) -> None:
        self.clock = Clock()
        self.one, self.two = (PostgresStore(url, name, now=self.clock) for name in ("one", "two"))
        self.heard: dict[str, list[tuple[str, int]]] = {"one": [], "two": []}

    async def start(self) -> None:
        for store in (self.one, self.two):
            heard = self.heard[store.process]

            async def hear(news: list[tuple[str, int]], heard: list[tuple[str, int]] = heard) -> None:
                heard.extend(news)

            await store.start(hear)


@pytest.fixture
async def pair(emptied: Settings) -> AsyncIterator[Pair]:
    found = Pair(emptied.database)
    await found.start()
    await found.one.commit([Write(ADD_MATCH, match_values(new_match().row))])
    yield found
    await found.one.close()
    await found.two.close()


async def test_processes_hear_of_each_other_but_not_of_themselves(pair: Pair) -> None:
    async with asyncio.timeout(PATIENCE):
        number = 0
        while not pair.heard["two"]:  # it may not listen yet
            number += 1
            await pair.one.commit([guest(f"ann{number}")], "m1", number)
            await asyncio.sleep(0.02)
    assert pair.heard["two"][0] in [("m1", told) for told in range(1, number + 1)]
    assert pair.heard["one"] == []


async def test_every_commit_about_a_match_raises_its_revision(pair: Pair) -> None:
    for _ in range(3):
        await pair.one.commit([], "m1", -1)
    assert (await pair.two.read(REVISION, match="m1"))[0]["revision"] == 3


async def test_one_process_at_a_time_has_the_lease_on_a_match(pair: Pair) -> None:
    assert await pair.one.claim("m1", 300)
    assert await pair.one.claim("m1", 300), "a lease can be prolonged"
    assert not await pair.two.claim("m1", 300)
    pair.clock.forward(0.301)
    assert await pair.two.claim("m1", 300), "a lease that was not prolonged lapses"
    await pair.two.release("m1")
    assert await pair.one.claim("m1", 300)


async def test_a_database_that_is_starting_is_away(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every failure to read is one of the database: whoever asks again and again goes on."""

    async def fail(*_: Any) -> None:
        raise asyncpg.CannotConnectNowError("the database system is starting up")

    with monkeypatch.context() as broken:
        broken.setattr(pair.one, "_readers", SimpleNamespace(fetch=fail, execute=fail))
        with pytest.raises(StorageError, match="starting up"):
            await pair.one.read(ALIVE)
        with pytest.raises(StorageError, match="starting up"):
            await pair.one.claim("m1", 100)
    assert await pair.one.read(ALIVE)


async def test_a_lost_connection_fails_what_was_being_written_and_is_made_again(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lose(*_: Any) -> None:
        raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")

    with monkeypatch.context() as broken:
        broken.setattr(pair.one, "_together", lose)
        with pytest.raises(StorageError, match="away"):
            await pair.one.commit([guest("ann")])
        assert pair.one.failing
    await pair.one.commit([guest("ann")])
    assert not pair.one.failing
    assert await pair.two.read(GUEST, guest="ann")


async def test_no_database_at_all_is_explained() -> None:
    async def ignore(news: list[tuple[str, int]]) -> None:
        pass

    with pytest.raises(StorageError, match="no connection"):
        await PostgresStore("postgresql://nobody@127.0.0.1:1/x", "one").start(ignore)
