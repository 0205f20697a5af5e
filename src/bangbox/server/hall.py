"""All matches of this process: the rooms that are open, the sweep for what is due, and what other processes tell."""

import asyncio
import contextlib
import itertools
import logging
import re
from collections import OrderedDict
from collections.abc import Coroutine, Iterator
from typing import Any

from bangbox.server.errors import unknown_match
from bangbox.server.match.fold import Match
from bangbox.server.match.series import next_match, standing_of
from bangbox.server.metrics import Metrics
from bangbox.server.people.guests import People, now_ms
from bangbox.server.people.limits import Limits, Sockets
from bangbox.server.play.room import Room
from bangbox.server.play.turnfeed import TurnDesk
from bangbox.server.play.watcher import Outbox
from bangbox.server.protocol import Goodbye, SeriesStanding
from bangbox.server.settings import Settings
from bangbox.server.storage.rows import ALIVE, CHANGED, DUE, SEEN, SEEN_SINCE, SET_DUE, TURN, WAKE, MatchRow
from bangbox.server.storage.statements import Transaction, Write
from bangbox.server.storage.store import Conflict, StorageError, Store
from bangbox.server.tending.referee import Referee
from bangbox.server.workers.pool import Workers

log = logging.getLogger("bangbox.hall")

SWEEP_SECONDS = 1.0
HEARTBEAT_SECONDS = 15.0  # or less, where players are taken for away sooner
LAZY_SWEEPS = 5  # turns of matches without clocks are noted at every fifth
PART = 100  # matches looked after in one go, before those who move are heard again
MATCH_ID = re.compile(r"[0-9a-z]{1,40}")
UNSEEN_MS = 10_000  # without a sweep (the database was away, the machine slept): as if no server had been there
MISSED_MS = 5_000  # clocks of several hosts may differ a little


class Hall:
    """Everything that one server process knows."""

    def __init__(self, settings: Settings, store: Store, workers: Workers, metrics: Metrics, offered: list[str]) -> None:
        self.settings = settings
        self.store = store
        self.workers = workers
        self.metrics = metrics
        self.people = People(store)
        self.turns = TurnDesk(store)
        self.limits = Limits(settings)
        self.sockets = Sockets(settings.sockets_per_guest)
        self.outbox = Outbox()
        self.games = set(offered)
        self.referee = Referee(self)
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.closing = False
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._turns: dict[str, Room] = {}
        self._crowded = settings.rooms
        self._looked = now_ms()
        self._lazy = max(1, min(LAZY_SWEEPS, settings.gone_seconds // 10))
        self._pulse = max(0.5, min(HEARTBEAT_SECONDS, settings.away_seconds / 3))

    # -- life

    async def open(self) -> None:
        """Begins to look after matches."""
        await self.store.start(self.hear)
        if not self.store.shared:
            await self.store.commit([Write(WAKE, {"now": now_ms()})])
        self.workers.start()
        self.spawn(self._sweep())
        self.spawn(self._heartbeat())

    async def say_goodbye(self) -> None:
        """Tells everybody to come back soon."""
        self.closing = True
        for seconds in (0.2, 0):  # time for the goodbyes to leave; then for those who came back at once
            for room in self.rooms.values():
                room.tell(Goodbye(reason="restart", again_ms=1500))
                for watcher in room.watchers:
                    watcher.close()
            self.turns.close()
            await asyncio.sleep(seconds)

    async def close(self) -> None:
        """Stops."""
        self.closing = True
        self.turns.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(StorageError):
            await self.write_turns()
        await self.workers.close()
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs something beside everything else; what goes wrong there is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.metrics.errors += 1
            log.error("a task failed", exc_info=task.exception())

    async def is_well(self) -> bool:
        """Whether the database answers."""
        try:
            return bool(await self.store.read(ALIVE))
        except StorageError:
            return False

    # -- rooms

    async def room(self, match: str) -> Room:
        """The room of a match; read from the database if nobody is in it."""
        room = self.rooms.get(match)
        if room is None:
            if not MATCH_ID.fullmatch(match):  # not every database can even be asked for it
                raise unknown_match()
            if match not in self._loading:
                self._loading[match] = asyncio.create_task(self._load(match))
            room = await asyncio.shield(self._loading[match])
        if room is None:
            raise unknown_match()
        room = self.rooms.setdefault(match, room)  # it may have been closed again while this waited to go on
        self.rooms.move_to_end(match)
        return room

    async def _load(self, match: str) -> Room | None:
        try:
            room = await Room.load(self, match)
            if room is not None:
                self.rooms[match] = room
                await self._end_if_outdated(room)
                self._forget_idle()
            return room
        finally:
            del self._loading[match]

    async def _end_if_outdated(self, room: Room) -> None:
        """A running match of other rules cannot go on."""
        if room.match.running and not room.match.replayable:
            room.take_end("update", [])
            with contextlib.suppress(Conflict):
                await room.commit()

    def _forget_idle(self) -> None:
        """Closes the rooms that were idle longest, now and then: if all are watched, looking through them is in vain."""
        if len(self.rooms) <= self._crowded:
            return
        for match in list(self.rooms)[: len(self.rooms) - self.settings.rooms]:
            room = self.rooms[match]
            if not room.watchers and not room.lock.held and room.job is None:
                del self.rooms[match]
        self._crowded = max(self.settings.rooms, len(self.rooms) + len(self.rooms) // 20)

    def holds(self, room: Room) -> bool:
        """Whether this is still the room in which a match is played here."""
        return self.rooms.get(room.id) is room

    def drop(self, room: Room) -> None:
        """Closes a room whose state is in doubt; whoever watched connects again and finds it read anew."""
        self.forget_turn(room)
        if self.holds(room):
            del self.rooms[room.id]
        for watcher in room.watchers:
            watcher.close()

    async def hear(self, news: list[tuple[str, int]]) -> None:
        """Another process has committed something."""
        for match, number in news:
            room = self.rooms.get(match)
            if room is None:
                await self.turns.hear(match)
            elif number < 0 or number > room.match.last:
                await room.catch_up()

    # -- what lists and sweeps need to know of a match

    def noted_turn(self, room: Room, now: int) -> Transaction:
        """Keeps whose turn it is, for lists and sweeps: with the move where other processes read it, else in a few seconds.

        Should this process die before, the next one looks at every running match anyway.
        """
        if self.store.shared or room.match.last == 1 or room.match.result is not None:
            self.forget_turn(room)
            return [self._turn(room, now)]
        self._turns[room.id] = room
        return []

    def forget_turn(self, room: Room) -> None:
        """It is written otherwise."""
        self._turns.pop(room.id, None)

    def _turn(self, room: Room, now: int) -> Write:
        match = room.match
        values = {"match_id": room.id, "count": match.last, "time": match.events[-1].time, "seat": match.actor}
        return Write(TURN, values | {"when": self.due(room, now)})

    async def write_turns(self, clocks_only: bool = False) -> None:
        """Writes the turns that were kept back; those without a clock can wait until a list is asked for."""
        told = [room for room in self._turns.values() if room.match.events]  # the others are being read anew
        kept = [room for room in told if room.match.clock.on or not clocks_only]
        for part in _parts(kept):
            now = now_ms()
            for room in part:
                self._turns.pop(room.id, None)
            await self.store.commit([self._turn(room, now) for room in part])

    # -- what is due

    def due(self, room: Room, now: int) -> int | None:
        """When somebody has to look at a match again."""
        return self.referee.due(room, now)

    def arrange(self, room: Room) -> None:
        """Starts what a match waits for."""
        if not self.closing:
            self.referee.arrange(room)

    async def _sweep(self) -> None:
        """Once a second: whatever is due and nobody does."""
        swept = now_ms()
        for sweep in itertools.count(1):
            await asyncio.sleep(SWEEP_SECONDS)
            if now_ms() - swept > UNSEEN_MS:
                self.referee.started = now_ms()
            try:
                await self.write_turns(clocks_only=sweep % self._lazy > 0)
                for row in await self.store.read(DUE, now=now_ms()):
                    await self._tend(row["id"])
                if self.store.shared:
                    await self._look_for_missed()
                swept = now_ms()
            except StorageError as error:
                log.warning("the sweep failed: %s", error)
            except Exception:  # clocks and gone seats need the next sweep whatever happens
                self.metrics.errors += 1
                log.exception("the sweep failed")

    async def _look_for_missed(self) -> None:
        """News that a dying process could not tell any more."""
        began = now_ms()
        rows = await self.store.read(CHANGED, since=self._looked - MISSED_MS)
        self._looked = began  # however long ago that was, on a busy machine or without a database
        for row in rows:
            room = self.rooms.get(row["id"])
            if room is None:
                await self.turns.hear(row["id"])
            elif row["revision"] > room.match.row.revision:
                await room.catch_up()

    async def _tend(self, match: str) -> None:
        try:
            await self.referee.tend(await self.room(match))
        except Conflict:
            log.info("another process was first", extra={"match": match})
        except Exception:
            self.metrics.errors += 1
            log.exception("a match could not be tended", extra={"match": match})
            with contextlib.suppress(StorageError):
                await self.store.commit([Write(SET_DUE, {"match_id": match, "when": now_ms() + 60_000})])

    async def _heartbeat(self) -> None:
        """Says who is connected, so that any process knows who is gone; lets pages see who went."""
        while True:
            await asyncio.sleep(self._pulse)
            now = now_ms()
            try:
                for part in _parts(list(self.rooms.values())):
                    await self.store.commit([write for room in part for write in self._seen_in(room, now)])
                await self._hear_of_presence(now)
            except StorageError as error:
                log.warning("who is here could not be noted: %s", error)
            except Exception:
                self.metrics.errors += 1
                log.exception("who is here could not be noted")

    def _seen_in(self, room: Room, now: int) -> Transaction:
        """Who is connected to a match that goes on."""
        if not room.match.running and room.match.events:
            return []
        room.tell_presence()
        here = {watcher.guest for watcher in room.watchers}
        return [
            Write(SEEN, {"match_id": room.id, "place": seat, "who": guest, "time": now})
            for guest in here
            for seat in room.match.seats_of(guest)
        ]

    async def _hear_of_presence(self, now: int) -> None:
        """Who is connected to other processes."""
        if self.store.shared:
            for row in await self.store.read(SEEN_SINCE, since=now - int(3000 * self._pulse)):
                if row["match"] in self.rooms:
                    self.rooms[row["match"]].saw(row["guest"], row["seen"])

    # -- tables

    def is_complete(self, match: Match) -> bool:
        """Whether a match can begin: all seats taken and all contributions there."""
        return all(seat.kind != "open" and seat.contribution is not None for seat in match.seats)

    async def standing(self, row: MatchRow) -> SeriesStanding | None:
        """How the series stands to which a match belongs."""
        return await standing_of(self.store, row)

    def wants_next(self, row: MatchRow) -> bool:
        """Whether a finished match is to be followed by the next of its series; closing or abandoning a table ends it."""
        if row.result is not None and row.result.reason in ("aborted", "abandoned"):
            return False
        return row.series is not None and row.next is None and row.place + 1 < row.setup.series

    async def start_next(self, room: Room) -> None:
        """Sets up the next match of a series."""
        row = room.match.row
        if self.wants_next(row):
            await next_match(self, room)
        else:
            await self.store.commit([Write(SET_DUE, {"match_id": row.id, "when": None})])


def _parts(rooms: list[Room]) -> Iterator[list[Room]]:
    """Some at a time: whoever moves must not wait for thousands."""
    return (rooms[first : first + PART] for first in range(0, len(rooms), PART))
