"""The statements behind the lists of matches."""

import sqlite3
from contextlib import closing

from bangbox.server.storage import lists
from bangbox.server.storage.statements import Statement
from tests.server.house import House

FOREVER = 2**53


async def test_every_list_has_its_own_matches(house: House) -> None:
    waiting, running, over = await house.table("a."), await house.table(), await house.table()
    await house.play(over, "a1", "b1", "a2", "b2", "a3")
    private = await house.table("a.")
    house.ask("UPDATE matches SET public = 0 WHERE id = ?", private.id)

    async def listed(statement: Statement, **values: object) -> set[str]:
        return {row["id"] for row in await house.hall.store.read(statement, before=FOREVER, game="%", **values)}

    assert await listed(lists.OPEN) == {waiting.id}
    assert await listed(lists.RUNNING) == {running.id}
    assert await listed(lists.FINISHED) == {over.id}
    assert await listed(lists.MINE, guest="ann") == {waiting.id, running.id, over.id, private.id}
    assert await listed(lists.MINE, guest="bob") == {running.id, over.id}
    assert len(await house.hall.store.read(lists.ACTIVE_OF_HOST, host="ann")) == 3


async def test_a_page_at_a_time_the_last_changed_first(house: House) -> None:
    rooms = []
    for _ in range(4):
        house.clock.forward(1)
        rooms.append(await house.table("a."))
    rows = await house.hall.store.read(lists.OPEN, before=FOREVER, game="tictactoe")
    assert [row["id"] for row in rows] == [room.id for room in reversed(rooms)]
    older = await house.hall.store.read(lists.OPEN, before=rows[1]["changed"], game="%")
    assert [row["id"] for row in older] == [room.id for room in reversed(rooms[:2])]
    assert await house.hall.store.read(lists.OPEN, before=FOREVER, game="magpie") == []
    assert "archive" not in rows[0], "long, and of no use there"


async def test_the_seats_of_a_page_are_read_at_once(house: House) -> None:
    rooms = [await house.table("a.") for _ in range(2)]
    found = await house.hall.store.read(lists.SEATS_OF, **lists.page([room.id for room in rooms]))
    assert len(found) == 4
    assert len(lists.page(["x"])) == lists.PAGE


async def test_no_list_looks_through_the_whole_table(house: House) -> None:
    with closing(sqlite3.connect(house.path)) as database:
        for statement in (lists.OPEN, lists.RUNNING, lists.FINISHED, lists.MINE, lists.SEATS_OF):
            sql = statement.sqlite.sql
            plan = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {sql}", [None] * sql.count("?"))]
            assert not any(step.startswith("SCAN matches") and "INDEX" not in step for step in plan), plan


async def test_what_a_host_has_set_up_is_looked_up(house: House) -> None:
    """A host who has played thousands of matches is no slower to set up the next."""
    with closing(sqlite3.connect(house.path)) as database:
        for statement in (lists.MINE, lists.ACTIVE_OF_HOST, lists.BOTS_ONLY_OF_HOST):
            sql = statement.sqlite.sql
            plan = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {sql}", [None] * sql.count("?"))]
            assert any("matches_by_host" in step for step in plan), plan
