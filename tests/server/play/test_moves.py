"""Moves played at once when they come in: on disk before anybody hears of them, and anything unusual goes the long way."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bangbox.server.api.sockets import Live
from bangbox.server.hall import Hall
from bangbox.server.lobby import setup as lobby
from bangbox.server.metrics import Metrics
from bangbox.server.people.limits import Bucket
from bangbox.server.play.room import Room
from bangbox.server.play.watcher import Watcher
from bangbox.server.protocol import Contribution, Join, Me, NewMatch, SeatSetup
from bangbox.server.settings import Settings, sqlite_path
from bangbox.server.storage.opening import open_store
from bangbox.server.storage.sqlite import SqliteStore, Told
from bangbox.server.storage.statements import Transaction
from bangbox.server.storage.store import StorageError, Store
from bangbox.server.workers.pool import Workers
from tests.server.guests import Json

Work = Callable[["Tables"], Awaitable[None]]
NAMES = ["ann", "bob"]


class Heard(NamedTuple):
    """A message to somebody, and how many events were on disk when it was said."""

    who: str | None
    message: Json
    on_disk: int

    @property
    def kind(self) -> str:
        return str(self.message["type"])


class Listener(Watcher):
    """A watcher that tells the test what it is told."""

    def __init__(self, guest: str | None, seat: int | None, tables: "Tables") -> None:
        super().__init__(guest, seat, False)
        self.tables = tables

    def send(self, message: bytes) -> None:
        if not self.closed:
            self.tables.note(Heard(self.guest, json.loads(message), self.tables.on_disk()))


class Tables:
    """A hall with one table of tic-tac-toe at which Ann and Bob sit and a stranger looks on."""

    def __init__(self, hall: Hall, path: Path) -> None:
        self.hall, self.path = hall, path
        self.heard: list[Heard] = []
        self._news = asyncio.Event()

    async def set_up(self) -> None:
        ann, bob = (Me(id=name, name=name.title(), kind="guest") for name in NAMES)
        seats = [SeatSetup(kind="me"), SeatSetup(kind="open")]
        self.room: Room = await lobby.create(self.hall, ann, NewMatch(game="tictactoe", seats=seats, public=True))
        await lobby.contribute(self.hall, ann, self.room, Contribution(seat=0, contribution="a" * 32))
        await lobby.join(self.hall, bob, self.room, Join(contribution="b" * 32))
        self.ann, self.bob = (Live(self.hall, self.room, me, Listener(me.id, place, self)) for place, me in enumerate((ann, bob)))
        self.stranger = Live(self.hall, self.room, None, Listener(None, None, self))
        for live in (self.ann, self.bob, self.stranger):
            await live.begin(None)
        self.heard.clear()

    def on_disk(self) -> int:
        """How many events of the match another connection to the file finds."""
        with closing(sqlite3.connect(self.path)) as connection:
            rows = connection.execute("SELECT number FROM events WHERE match = ? ORDER BY number", [self.room.id]).fetchall()
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
        return len(rows)

    def note(self, heard: Heard) -> None:
        self.heard.append(heard)
        self._news.set()

    async def answer(self, *kinds: str) -> Heard:
        """The first message of one of these kinds."""
        async with asyncio.timeout(20):
            while True:
                for heard in self.heard:
                    if heard.kind in kinds:
                        return heard
                self._news.clear()
                await self._news.wait()

    def kinds(self) -> list[tuple[str | None, str]]:
        return [(heard.who, heard.kind) for heard in self.heard]

    async def play(self, *names: str) -> None:
        """Moves in turn, from Ann's first."""
        for name in names:
            seat = self.room.match.actor
            self.heard.clear()
            assert [self.ann, self.bob][seat].take(move(seat, self.room.match.last, name=name))
            await self.answer("accepted")

    async def agree(self) -> None:
        """What is in memory is what is on disk, and somebody could write there."""
        assert not self.room.lock.held
        assert not self.room.taken
        stored = await Room.load(self.hall, self.room.id)
        assert stored is not None
        assert stored.match.events == self.room.match.events
        assert stored.match.pos.text == self.room.match.pos.text
        assert self.on_disk() == self.room.match.last


def move(seat: int, number: int, ask: int = 7, **what: Any) -> str:
    """A move as a page sends it."""
    return json.dumps({"type": "move", "number": number, "seat": seat, "ask": ask, **what}, separators=(",", ":"))


def at_a_table(folder: Path, work: Work) -> None:
    """Does something at a table that has just begun."""
    settings = Settings(database=f"sqlite:///{folder / 'some.sqlite'}")
    store = open_store(settings, lambda seconds, count: None)

    async def run() -> None:
        hall = Hall(settings, store, Workers(0), Metrics(), ["tictactoe"])
        await hall.open()
        tables = Tables(hall, sqlite_path(settings))
        try:
            await tables.set_up()
            await work(tables)
        finally:
            await hall.close()

    asyncio.run(run())


def test_a_move_is_on_disk_before_everybody_hears_of_it_and_then_it_is_accepted(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        assert tables.ann.take(move(0, 1, name="b2"))
        assert tables.heard == []
        accepted = await tables.answer("accepted")
        assert accepted.message == {"type": "accepted", "number": 2, "ask": 7}
        assert sorted(map(str, tables.kinds()[:3])) == sorted(str((who, "events")) for who in (*NAMES, None))
        assert tables.kinds()[3:] == [("ann", "accepted")]
        assert {heard.on_disk for heard in tables.heard} == {2}
        told = {heard.who: heard.message for heard in tables.heard[:3]}
        assert all([event["name"] for event in message["events"]] == ["b2"] for message in told.values())
        assert {who: len(message["now"]["choices"]) for who, message in told.items()} == {"ann": 0, "bob": 8, None: 0}
        await tables.agree()

    at_a_table(tmp_path, work)


def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        await tables.play("a1", "b1", "a2", "b2", "a3")
        assert tables.room.match.result is not None
        assert tables.room.match.result.winners == [0]
        with closing(sqlite3.connect(tables.path)) as connection:
            row = connection.execute("SELECT status, events FROM matches WHERE id = ?", [tables.room.id]).fetchone()
        assert row == ("over", 7)
        assert ("bob", "table") in tables.kinds()
        assert tables.hall.metrics.moves == 5
        await tables.agree()
        assert not tables.bob.take(move(1, 7, name="c1"))

    at_a_table(tmp_path, work)


REFUSED = {
    "not one's turn": ("bob", move(1, 3, name="a1"), "not_your_turn"),
    "not possible": ("ann", move(0, 3, name="b2"), "illegal"),
    "no such choice": ("ann", move(0, 3, choice=99), "illegal"),
    "a choice and a name": ("ann", move(0, 3, choice=0, name="a1"), "move"),
    "too late": ("ann", move(0, 1, name="a1"), "stale"),
    "from the future": ("ann", move(0, 9, name="a1"), "number"),
    "another's seat": ("bob", move(0, 3, name="a1"), "not_your_seat"),
    "no seat": ("ann", move(5, 3, name="a1"), "not_your_seat"),
    "a stranger": ("stranger", move(0, 3, name="a1"), "not_your_seat"),
    "no JSON": ("ann", '{"type":"move",nonsense', "request"),
    "no number": ("ann", '{"type":"move","seat":0,"name":"a1"}', "request"),
    "two kinds": ("ann", '{"type":"move","type":"ping"}', "request"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_not_possible_changes_nothing_and_is_explained_the_long_way(tmp_path: Path, what: str) -> None:
    who, text, code = REFUSED[what]

    async def work(tables: Tables) -> None:
        await tables.play("b2", "c1")
        live: Live = getattr(tables, who)
        before, told = tables.room.match.pos.text, len(tables.heard)
        assert not live.take(text)
        assert (tables.room.match.pos.text, tables.room.match.last, len(tables.heard)) == (before, 3, told)
        await tables.agree()
        await live.handle(text)
        assert tables.heard[told].message["problem"]["code"] == code
        await tables.agree()
        await tables.play("a1")

    at_a_table(tmp_path, work)


@pytest.mark.parametrize("text", ['{"type":"ping"}', '{"type": "move", "number": 1, "seat": 0, "name": "a1"}', "", "[]"])
def test_only_usual_moves_are_taken(tmp_path: Path, text: str) -> None:
    async def work(tables: Tables) -> None:
        assert not tables.ann.take(text)
        assert tables.room.match.last == 1
        await tables.agree()

    at_a_table(tmp_path, work)


def test_a_move_sent_again_is_accepted_again_and_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(tables: Tables) -> None:
        await tables.play("a1", "b2")
        tables.heard.clear()
        monkeypatch.setattr(tables.hall.store, "post", Failing(tables.hall.store, 100))
        assert tables.ann.take(move(0, 1, ask=8, name="a1"))
        assert [(heard.who, heard.message) for heard in tables.heard] == [("ann", {"type": "accepted", "number": 2, "ask": 8})]
        await tables.agree()
        assert tables.on_disk() == 3
        assert not tables.ann.take(move(0, 1, name="c3"))

    at_a_table(tmp_path, work)


# -- the lock


def test_a_move_counts_once_against_the_limits(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        tables.bob._messages = Bucket(0.8, 4)  # four at once
        for _ in range(4):
            assert not tables.bob.take(move(1, 1, choice=0))
            await tables.bob.handle(move(1, 1, choice=0))
        assert [heard.message["problem"]["code"] for heard in tables.heard] == ["not_your_turn"] * 4
        assert not tables.bob.take(move(1, 1, choice=0))
        await tables.bob.handle(move(1, 1, choice=0))
        assert tables.heard[-1].message["problem"]["code"] == "slow_down"

    at_a_table(tmp_path, work)


def test_nothing_is_taken_while_somebody_writes(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        async with tables.room.lock:
            assert not tables.ann.take(move(0, 1, name="a1"))
            assert tables.room.lock.held
            assert tables.room.match.last == 1
        await tables.play("a1")

    at_a_table(tmp_path, work)


def test_nothing_is_taken_while_a_move_is_on_its_way_to_the_disk(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        assert tables.ann.take(move(0, 1, name="a1"))
        assert not tables.bob.take(move(1, 2, ask=9, name="b2"))
        await tables.bob.handle(move(1, 2, ask=9, name="b2"))
        answers = [heard.message for heard in tables.heard if heard.kind == "accepted"]
        assert answers == [{"type": "accepted", "number": number, "ask": ask} for number, ask in ((2, 7), (3, 9))]
        await tables.agree()

    at_a_table(tmp_path, work)


def test_nobody_who_waits_for_the_lock_is_overtaken(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        lock = tables.room.lock
        await lock.acquire()
        waiting = asyncio.create_task(lock.acquire())
        await asyncio.sleep(0)
        lock.release()
        assert not waiting.done()
        assert not tables.ann.take(move(0, 1, name="a1"))
        assert tables.room.match.last == 1
        await asyncio.wait_for(waiting, 10)
        assert not tables.ann.take(move(0, 1, name="a1"))
        lock.release()
        await tables.play("a1")

    at_a_table(tmp_path, work)


# -- a database that fails


class Failing:
    """Commits that fail, so many times; `late`: although everything has been written."""

    def __init__(self, store: Store, times: int, late: bool = False) -> None:
        assert isinstance(store, SqliteStore)
        self.post, self.left, self.late = store.post, times, late

    def __call__(self, transaction: Transaction, told: Told) -> None:
        if self.left == 0:
            self.post(transaction, told)
            return
        self.left -= 1
        full = StorageError("the disk is full")
        if self.late:
            self.post(transaction, lambda error: told(full))
        else:
            asyncio.get_running_loop().call_soon(told, full)


def told_of_moves(tables: Tables) -> list[Heard]:
    return [heard for heard in tables.heard if heard.kind == "events"]


def test_a_move_that_the_database_lost_is_played_the_long_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(tables: Tables) -> None:
        failing = Failing(tables.hall.store, 1)
        monkeypatch.setattr(tables.hall.store, "post", failing)
        assert tables.ann.take(move(0, 1, name="a1"))
        accepted = await tables.answer("accepted", "refused")
        assert failing.left == 0
        assert (accepted.message, accepted.on_disk) == ({"type": "accepted", "number": 2, "ask": 7}, 2)
        told = told_of_moves(tables)
        assert sorted((heard.who or "", heard.on_disk) for heard in told) == [("", 2), ("ann", 2), ("bob", 2)]
        await tables.agree()
        await tables.play("b2")

    at_a_table(tmp_path, work)


def test_a_move_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(tables: Tables) -> None:
        monkeypatch.setattr(tables.hall.store, "post", Failing(tables.hall.store, 2))
        assert tables.ann.take(move(0, 1, name="a1"))
        answer = await tables.answer("accepted", "refused")
        assert (answer.who, answer.message["problem"]["code"], answer.message["ask"]) == ("ann", "database", 7)
        assert not told_of_moves(tables)
        assert tables.room.match.last == 1
        await tables.agree()
        await tables.play("a1")

    at_a_table(tmp_path, work)


def test_a_move_that_was_written_after_all_is_accepted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(tables: Tables) -> None:
        monkeypatch.setattr(tables.hall.store, "post", Failing(tables.hall.store, 1, late=True))
        assert tables.ann.take(move(0, 1, name="a1"))
        answer = await tables.answer("accepted", "refused")
        assert answer.message == {"type": "accepted", "number": 2, "ask": 7}
        assert sorted(heard.who or "" for heard in told_of_moves(tables)) == ["", "ann", "bob"]
        await tables.agree()
        assert tables.on_disk() == 2

    at_a_table(tmp_path, work)


def test_when_the_database_is_gone_everybody_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(tables: Tables) -> None:
        gone = asyncio.Event()

        async def unreadable(*_: Any, **__: Any) -> Any:
            gone.set()
            raise StorageError("no such file")

        with monkeypatch.context() as broken:
            broken.setattr(tables.hall.store, "post", Failing(tables.hall.store, 100))
            broken.setattr(tables.hall.store, "read", unreadable)
            assert tables.ann.take(move(0, 1, name="a1"))
            async with asyncio.timeout(20):
                await gone.wait()
                async with tables.room.lock:
                    pass
        assert all(live.watcher.closed for live in (tables.ann, tables.bob, tables.stranger))
        assert not tables.hall.holds(tables.room)
        assert not told_of_moves(tables)
        assert ("ann", "accepted") not in tables.kinds()
        again = await tables.hall.room(tables.room.id)
        assert (again.match.last, tables.on_disk()) == (1, 1)

    at_a_table(tmp_path, work)


def test_turns_can_be_noted_while_a_room_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(tables: Tables) -> None:
        store, reached, goes_on = tables.hall.store, asyncio.Event(), asyncio.Event()
        read = store.read

        async def slowly(*what: Any, **values: Any) -> Any:
            reached.set()
            await goes_on.wait()
            return await read(*what, **values)

        await tables.play("a1")
        tables.heard.clear()
        monkeypatch.setattr(store, "post", Failing(store, 1))
        monkeypatch.setattr(store, "read", slowly)
        assert tables.bob.take(move(1, 2, name="b2"))
        async with asyncio.timeout(20):
            await reached.wait()
        await tables.hall.write_turns()
        goes_on.set()
        assert (await tables.answer("accepted", "refused")).kind == "accepted"
        await tables.hall.write_turns()
        with closing(sqlite3.connect(tables.path)) as connection:
            row = connection.execute("SELECT events, actor FROM matches WHERE id = ?", [tables.room.id]).fetchone()
        assert row == (3, 0)
        await tables.agree()

    at_a_table(tmp_path, work)
