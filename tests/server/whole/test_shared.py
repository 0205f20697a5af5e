"""Two server processes over one PostgreSQL, as two halls here: who is connected, who has moved, and news that got lost."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest

from bangbox.server.lobby.subscribing import subscribe
from bangbox.server.metrics import Metrics
from bangbox.server.play.moves import move
from bangbox.server.protocol import Accepted, ClockSetup, Move
from bangbox.server.push.courier import Courier
from bangbox.server.push.keys import kept_keys
from bangbox.server.settings import Settings
from bangbox.server.storage.opening import migrate
from bangbox.server.storage.postgres import PostgresStore
from bangbox.server.tending.turns import Turns
from tests.server.house import PATIENCE, PEOPLE, Clock, House, housed
from tests.server.processes import Postgres
from tests.server.push.service import Browser


class Pair(NamedTuple):
    """Two halls, and the time for both."""

    one: House
    two: House
    clock: Clock


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    found = postgres.new_database()
    migrate(Settings(database=found))
    return found


@pytest.fixture
async def pair(database: str) -> AsyncIterator[Pair]:
    chosen, clock = Settings(database=database), Clock()
    one, two = (PostgresStore(database, name, now=clock) for name in ("one", "two"))
    async with housed(chosen, one, Metrics(), clock) as here, housed(chosen, two, Metrics(), clock) as there:
        yield Pair(here, there, clock)


async def test_who_is_connected_to_one_is_not_away_for_the_other(pair: Pair) -> None:
    room = await pair.one.table()
    ann = room.feed
    elsewhere = await pair.two.hall.rooms.get(room.id)
    bob = pair.two.watch(elsewhere, "b")
    pair.one.watch(room, "a")
    for _ in range(8):
        pair.clock.forward(10)
        for house in (pair.two, pair.one):
            await house.sweep.beat()
    assert ann.missing() == {}
    assert elsewhere.feed.missing() == {}
    elsewhere.feed.leave(bob)
    for _ in range(6):
        pair.clock.forward(10)
        for house in (pair.two, pair.one):
            await house.sweep.beat()
    assert ann.missing() == elsewhere.feed.missing() == {1: "away"}


async def test_a_move_made_elsewhere_is_known_before_anybody_is_answered(pair: Pair) -> None:
    room = await pair.one.table()
    elsewhere = await pair.two.hall.rooms.get(room.id)
    await pair.one.play(room, "b2")
    assert await move(elsewhere, "bob", Move(answers=2, seat=1, name="a1")) == Accepted(number=3)
    assert await move(room, "ann", Move(answers=3, seat=0, name="c3")) == Accepted(number=4)
    assert [event.name for event in room.match.events] == ["", "b2", "a1", "c3"]


async def test_one_number_is_given_once(pair: Pair) -> None:
    room = await pair.one.table("aa")
    elsewhere = await pair.two.hall.rooms.get(room.id)
    same = Move(answers=1, seat=0, name="b2")
    assert list(await asyncio.gather(move(room, "ann", same), move(elsewhere, "ann", same))) == [Accepted(number=2)] * 2
    outcomes = await asyncio.gather(
        move(room, "ann", Move(answers=2, seat=1, name="a1")),
        move(elsewhere, "ann", Move(answers=2, seat=1, name="c3")),
        return_exceptions=True,
    )
    assert sum(outcome == Accepted(number=3) for outcome in outcomes) == 1
    assert sum("has gone on" in str(outcome) for outcome in outcomes) == 1


async def test_whoever_watches_elsewhere_is_told(pair: Pair) -> None:
    room = await pair.one.table()
    elsewhere = await pair.two.hall.rooms.get(room.id)
    bob = pair.two.watch(elsewhere, "b")
    await pair.one.play(room, "b2")
    async with asyncio.timeout(PATIENCE):
        while not bob.of("events"):
            await pair.two.sweep.sweep()  # also finds news that were lost
    assert [event["name"] for event in bob.of("events")[0]["events"]] == ["b2"]


async def test_one_of_them_does_the_work_of_a_match(pair: Pair) -> None:
    room = await pair.one.table("a*")
    elsewhere = await pair.two.hall.rooms.get(room.id)
    await pair.one.play(room, "b2")
    await elsewhere.catch_up()
    pair.two.referee.arrange(elsewhere)
    for house, found in ((pair.one, room), (pair.two, elsewhere)):
        await house.rest(found)
        await found.catch_up()
    await room.catch_up()
    assert (room.match.last, elsewhere.match.last) == (3, 3)


async def test_a_clock_is_looked_at_by_either(pair: Pair) -> None:
    room = await pair.one.table("ab", clock=ClockSetup(kind="game", seconds=60))
    await pair.two.wait(60)
    await room.catch_up()
    assert room.match.result is not None
    assert room.match.result.reason == "timeout"


async def test_a_turn_is_told_of_by_one_of_them(pair: Pair, tmp_path: Path) -> None:
    couriers = []
    for house in (pair.one, pair.two):
        hall = house.hall
        hall.push = Courier(hall.store, Settings(push_anywhere=True), hall.metrics, kept_keys(tmp_path), pair.clock)
        couriers.append(hall.push)
    turns = [Turns(house.hall, courier) for house, courier in zip((pair.one, pair.two), couriers, strict=True)]
    browser = Browser("http://127.0.0.1:9", f"b{pair.clock()}")
    await subscribe(pair.one.hall, PEOPLE["b"], browser.subscription)
    rooms = [await pair.one.table(options={"first": 1}) for _ in range(5)]
    pair.clock.forward(60)
    for _ in range(2):
        await asyncio.gather(*(one.look() for one in turns))
        pair.clock.forward(60)
    told = [courier._letters.get_nowait().topic for courier in couriers for _ in range(courier._letters.qsize())]
    assert {room.id for room in rooms} <= set(told), "matches of other tests are among them"
    assert len(told) == len(set(told))
