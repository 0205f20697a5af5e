"""What is done again and again: looking at matches that are due, noting who is connected, hearing of other processes."""

import asyncio
import contextlib
import itertools
import logging

from bangbox.server.hall import Hall
from bangbox.server.play.room import Room
from bangbox.server.storage.queries import CHANGED, DUE, SEEN, SEEN_SINCE, SET_DUE, WAKE
from bangbox.server.storage.statements import Transaction, Write
from bangbox.server.storage.store import Conflict, StorageError
from bangbox.server.tending.referee import Referee

log = logging.getLogger("bangbox.sweep")

SWEEP_SECONDS = 1.0
HEARTBEAT_SECONDS = 15.0  # or less, where players are taken for away sooner
LAZY_SWEEPS = 5  # summaries of matches without clocks are written at every fifth
PART = 100  # matches looked after in one go, before those who move are heard again
UNSEEN_MS = 10_000  # without a sweep (the database was away, the machine slept): as if no server had been there
MISSED_MS = 5_000  # clocks of several hosts may differ a little
AGAIN_MS = 60_000  # before a match that could not be tended is looked at again
FAILURES = 3  # to tend a match, before it is set aside


class Sweep:
    """The two loops of one process."""

    def __init__(self, hall: Hall, referee: Referee) -> None:
        self.hall = hall
        self.referee = referee
        self._now = hall.common.now
        self._looked = self._swept = self._now()
        self._sweeps = 0
        self._failures: dict[str, int] = {}
        self._lazy = max(1, min(LAZY_SWEEPS, hall.settings.gone_seconds // 10))
        self._pulse = max(0.5, min(HEARTBEAT_SECONDS, hall.settings.away_seconds / 3))

    async def begin(self) -> None:
        """Has every running match looked at, then goes on for ever."""
        if not self.hall.store.shared:
            await self.hall.store.commit([Write(WAKE, {"now": self._now()})])
        self.hall.tasks.spawn(self._sweep_on())
        self.hall.tasks.spawn(self._beat_on())

    async def _sweep_on(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self.sweep()

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(self._pulse)
            await self.beat()

    # -- matches that are due

    async def sweep(self) -> None:
        """Once a second: whatever is due and nobody does."""
        if self._now() - self._swept > UNSEEN_MS:
            self.referee.started = self._now()
        try:
            await self._write_summaries()
            for row in await self.hall.store.read(DUE, now=self._now()):
                if self.hall.shelf.is_ready(row["game"]):
                    await self._tend(row["id"])
                else:  # other games go on while these rules are being loaded
                    self.hall.shelf.begin(row["game"])
            if self.hall.store.shared:
                await self._look_for_missed()
            self._swept = self._now()
        except StorageError as error:
            log.warning("the sweep failed: %s", error)
        except Exception:  # clocks and gone seats need the next sweep whatever happens
            self.hall.metrics.errors += 1
            log.exception("the sweep failed")

    async def _write_summaries(self) -> None:
        """Also finds out, if a write has failed, whether the database can be written again."""
        self._sweeps += 1
        await self.hall.common.summaries.write(clocks_only=self._sweeps % self._lazy > 0)
        if self.hall.store.failing:
            await self.hall.store.commit([])

    async def _tend(self, match: str) -> None:
        try:
            await self.referee.tend(await self.hall.rooms.get(match))
            self._failures.pop(match, None)
        except Conflict:
            log.info("another process was first", extra={"match": match})
        except StorageError:
            raise
        except Exception as error:
            self.hall.metrics.errors += 1
            await self._note_failure(match, error)

    async def _note_failure(self, match: str, error: Exception) -> None:
        """Looks again later; a match that fails every time is set aside, so that it costs others nothing more.

        One that cannot even be read is not looked at again before the next start.
        """
        self._failures[match] = self._failures.get(match, 0) + 1
        log.error("a match could not be tended", exc_info=error, extra={"match": match})
        hopeless = self._failures[match] >= FAILURES
        if hopeless and match in self.hall.rooms.open:
            del self._failures[match]
            await self.hall.rooms.set_aside(self.hall.rooms.open[match], f"{type(error).__name__}: {error}")
        else:
            when = None if hopeless else self._now() + AGAIN_MS
            with contextlib.suppress(StorageError):
                await self.hall.store.commit([Write(SET_DUE, {"match_id": match, "when": when})])

    async def _look_for_missed(self) -> None:
        """News that a dying process could not tell any more."""
        began = self._now()
        rows = await self.hall.store.read(CHANGED, since=self._looked - MISSED_MS)
        self._looked = began  # however long ago that was, on a busy machine or without a database
        for row in rows:
            room = self.hall.rooms.open.get(row["id"])
            if room is None:
                await self.hall.common.turns.hear(row["id"])
            elif row["revision"] > room.match.row.revision:
                await room.catch_up()

    # -- who is connected

    async def beat(self) -> None:
        """Says who is connected, so that any process knows who is gone; lets pages see who went."""
        now = self._now()
        try:
            rooms = iter(list(self.hall.rooms.open.values()))
            while part := list(itertools.islice(rooms, PART)):
                await self.hall.store.commit([write for room in part for write in self._seen_in(room, now)])
            await self._hear_of_presence(now)
        except StorageError as error:
            log.warning("who is here could not be noted: %s", error)
        except Exception:
            self.hall.metrics.errors += 1
            log.exception("who is here could not be noted")

    @staticmethod
    def _seen_in(room: Room, now: int) -> Transaction:
        """Who is connected to a match that goes on."""
        if room.match.result is not None:
            return []
        room.feed.tell_presence()
        return [
            Write(SEEN, {"match_id": room.id, "place": seat, "who": guest, "time": now})
            for guest in {watcher.guest for watcher in room.feed.watchers}
            for seat in room.match.seats_of(guest)
        ]

    async def _hear_of_presence(self, now: int) -> None:
        """Who is connected to other processes."""
        if self.hall.store.shared:
            for row in await self.hall.store.read(SEEN_SINCE, since=now - int(3000 * self._pulse)):
                if row["match"] in self.hall.rooms.open:
                    self.hall.rooms.open[row["match"]].feed.presence.saw(row["guest"], row["seen"])
