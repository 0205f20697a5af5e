"""Every statement finds what it looks for by an index."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bangbox.server.settings import Settings
from bangbox.server.storage import queries
from bangbox.server.storage.opening import migrate
from bangbox.server.storage.queries import CHANGED, CLAIM, DUE, RELEASE, SIT, STAND_UP, TURN, WAKE
from bangbox.server.storage.statements import Statement, Write
from bangbox.server.storage.store import Conflict
from tests.server.house import House


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


async def test_whoever_knows_of_fewer_events_has_nothing_to_say(house: House) -> None:
    room, store = await house.table(), house.hall.store
    values = {"match_id": room.id, "time": 5, "seat": 1, "when": 7}
    await store.commit([Write(TURN, values | {"count": 3})])
    await store.commit([Write(TURN, values | {"count": 2, "seat": 0})])
    (row,) = house.ask("SELECT events, actor FROM matches")
    assert tuple(row) == (3, 1)


async def test_what_is_due_and_leased_by_nobody_is_found_the_oldest_first(house: House) -> None:
    rooms, store = [await house.table() for _ in range(3)], house.hall.store
    now = house.clock()
    for room, due in zip(rooms, (now - 1, now - 2, now + 1), strict=True):
        house.ask("UPDATE matches SET due = ? WHERE id = ?", due, room.id)
    assert [row["id"] for row in await store.read(DUE, now=now)] == [rooms[1].id, rooms[0].id]
    lease = {"match_id": rooms[1].id, "process": "p"}
    await store.commit([Write(CLAIM, lease | {"now": now, "until": now + 5}, must=True)])
    assert [row["id"] for row in await store.read(DUE, now=now)] == [rooms[0].id]
    await store.commit([Write(RELEASE, lease)])
    assert len(await store.read(DUE, now=now)) == 2
    await store.commit([Write(WAKE, {"now": now})])
    assert len(await store.read(DUE, now=now)) == 3
    assert len(await store.read(CHANGED, since=now - 1)) == 3


async def test_a_seat_is_taken_by_one_and_left_only_by_whoever_has_it(house: House) -> None:
    room, store = await house.table("a."), house.hall.store
    sit = {"match_id": room.id, "place": 1, "called": "X", "promise": None, "number": None, "time": 1}
    await store.commit([Write(SIT, sit | {"who": "bob"}, must=True)])
    for statement, values in ((SIT, sit | {"who": "cid"}), (STAND_UP, {"match_id": room.id, "place": 1, "who": "cid"})):
        try:
            await store.commit([Write(statement, values, must=True)])
            raise AssertionError("it was possible")
        except Conflict:
            pass
    (row,) = house.ask("SELECT guest FROM seats WHERE seat = 1")
    assert row["guest"] == "bob"
