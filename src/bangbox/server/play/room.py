"""One match in this process: its state, the one lock under which it is written, and how events are committed."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Protocol

import msgspec

from bangbox.core.rules import CHANCE, OVER
from bangbox.server.errors import Refusal, not_your_seat
from bangbox.server.match.fold import Match
from bangbox.server.match.series import standing
from bangbox.server.match.takeback import TakeBacks
from bangbox.server.play.common import Common
from bangbox.server.play.feed import Feed
from bangbox.server.protocol import Happened
from bangbox.server.showing.events import archive, archive_log
from bangbox.server.storage.fetching import fetch, fetch_series
from bangbox.server.storage.queries import ADD_NOTE, END_MATCH, REVISION, START_MATCH, add_event
from bangbox.server.storage.rows import EventRow, NoteRow, note_values
from bangbox.server.storage.statements import Transaction, Write
from bangbox.server.storage.store import Conflict

logger = logging.getLogger("bangbox.room")
encoder = msgspec.json.Encoder()
NOTE_TRIES = 4
ARCHIVED_AT_ONCE = 10  # events


class Keeper(Protocol):
    """Whoever keeps the rooms of a process."""

    def waits(self, room: "Room") -> None:
        """A match waits for a bot or a throw."""

    def drop(self, room: "Room") -> None:
        """The state of a room is in doubt: nobody may be shown it."""


class Room:
    """A match being played. Whoever reads or writes it holds `lock`."""

    def __init__(self, common: Common, keeper: Keeper, match: Match, notes: list[NoteRow]) -> None:
        self.common = common
        self.keeper = keeper
        self.id = match.row.id
        self.match = match
        self.notes = notes
        self.lock = asyncio.Lock()
        self.take_backs = TakeBacks(match)
        self.feed = Feed(common, match, notes, self.take_backs)
        self.job: asyncio.Task[None] | None = None  # a bot that thinks for this match, or a throw
        self._added: list[EventRow] = []  # not committed yet

    # -- loading

    @classmethod
    async def load(cls, common: Common, keeper: Keeper, match_id: str, broken: bool = False) -> "Room | None":
        """Reads a match from the database; as a `broken` one it is only kept, not played."""
        stored = await fetch(common.store, match_id)
        if stored is None:
            return None
        await common.shelf.need(stored.row.game)
        match = Match(stored.row, stored.seats, broken)
        for event in stored.events:
            match.apply(event)
        room = cls(common, keeper, match, stored.notes)
        room.feed.series = standing(stored.row, stored.series)
        return room

    async def reload(self) -> None:
        """Starts again from what the database says, after a commit of this process has failed (the lock is held)."""
        self.match.forget()
        self.feed.logs.forget()
        self._added.clear()
        self.take_backs.forget()
        self.notes.clear()
        await self._read_on()

    async def refresh(self) -> None:
        """Takes over what other processes have committed, and tells it here (the lock is held)."""
        if not self.common.store.shared:
            return
        revision = (await self.common.store.read(REVISION, match=self.id))[0]["revision"]
        if revision != self.match.row.revision:
            await self._read_on()

    async def catch_up(self) -> None:
        """The same when nobody holds the lock. Whatever anybody was told before this call is known here afterwards."""
        if self.common.store.shared:
            async with self.lock:
                await self.refresh()

    async def _read_on(self) -> None:
        """Reads the seats and all events and notes not known here; tells those who watch what they have not heard."""
        first_note = self.notes[-1].number + 1 if self.notes else 0
        try:
            stored = await fetch(self.common.store, self.id, self.match.last + 1, first_note)
            assert stored is not None, "matches are never deleted"
            self.match.row = stored.row
            self.match.sit(*stored.seats)
            for event in stored.events:
                self._follow(event)
            self.notes += stored.notes
            self.feed.series = standing(stored.row, stored.series)
        except BaseException:
            self.keeper.drop(self)  # nobody may be shown a state that is not known to be committed
            raise
        self.feed.tell_news()

    # -- writing

    @asynccontextmanager
    async def writing(self, *writes: Write) -> AsyncIterator[None]:
        """Commits the events added inside, with `writes`, then tells everybody (the lock is held).

        If anything fails, everything is as the database says.
        """
        try:
            yield
            if not self._added and not writes:
                return
            await self._commit(*writes)
        except BaseException:
            if self._added or writes:
                await self.reload()
            raise
        self._committed()

    def add(
        self,
        kind: str,
        seat: int | None = None,
        action: int | None = None,
        name: str = "",
        data: dict[str, Any] | None = None,
    ) -> EventRow:
        """Adds an event that happens now; it counts once `writing` has committed it."""
        event = EventRow(self.match.last + 1, self.common.now(), kind, seat, action, name, data)
        self._added.append(event)  # first: if the rules fail here, the match has to be read anew
        self._follow(event)
        return event

    def _follow(self, event: EventRow) -> None:
        secret = self.match.secret
        self.feed.logs.add(event)
        self.match.apply(event)
        if secret and not self.match.secret:
            self.feed.logs.forget()  # everything is public now: shown afresh

    async def _commit(self, *writes: Write) -> None:
        match, added = self.match, self._added
        transaction: Transaction = [*writes, *(add_event(self.id, event) for event in added)]
        if added and added[0].number == 1:
            match.row.status, match.row.started = "running", added[-1].time
            transaction.append(Write(START_MATCH, {"match_id": self.id, "time": added[-1].time}, must=True))
        if match.result is not None and match.row.status != "over":
            transaction.append(await self._ending(added[-1].time))
        elif added:
            transaction += self.common.summaries.after_events(match)
        await self.common.store.commit(transaction, self.id, match.last if added else -1)
        if match.result is not None and match.row.series is not None:
            self.feed.series = standing(match.row, await fetch_series(self.common.store, match.row))

    async def _ending(self, now: int) -> Write:
        match, row = self.match, self.match.row
        self.common.summaries.forget(match)
        row.status, row.ended, row.result = "over", now, match.result
        kept = archive(match, await self._archive_log(), now)
        row.archive = None if match.replayable else kept
        values = {
            "match_id": self.id,
            "count": match.last,
            "seat": OVER,
            "time": now,
            "outcome": encoder.encode(match.result).decode(),
            "stored": kept,
            "when": self.common.due(match, now),
        }
        return Write(END_MATCH, values, must=True)

    async def _archive_log(self) -> list[Happened]:
        """All events as they are kept: work of many milliseconds, during which other matches go on."""
        shown = []
        for event in archive_log(self.match):
            shown.append(event)
            if len(shown) % ARCHIVED_AT_ONCE == 0:
                await asyncio.sleep(0)
        return shown

    def _committed(self) -> None:
        """Tells everybody what is on disk now, and has somebody see to what the match waits for."""
        match, events, self._added = self.match, self._added, []
        match.row.revision += 1  # if others have written meanwhile the database is further on: then `refresh` reads it
        if not events:
            return
        self.common.metrics.moves += sum(event.kind == "choice" for event in events)
        self.feed.tell_events(events[0].number)
        if any(event.kind not in ("choice", "chance") for event in events):
            self._log_milestones(events)
            self.feed.tell_table()
        if match.result is not None:
            self.feed.logs.forget()  # seldom asked for again
        elif match.bot_acts or match.actor == CHANCE:
            self.keeper.waits(self)

    def _log_milestones(self, events: list[EventRow]) -> None:
        about = {"match": self.id, "game": self.match.row.game}
        if events[0].kind == "set-up":
            logger.info("match begun", extra=about)
        if self.match.result is not None:
            logger.info("match over", extra=about | {"reason": self.match.result.reason})

    async def note(
        self,
        kind: str,
        seat: int,
        text: str = "",
        data: dict[str, Any] | None = None,
        writes: Iterable[Write] = (),
        name: str = "",
    ) -> NoteRow:
        """Adds a line of table talk by whoever sits there (or by `name`), with `writes` in the same transaction.

        The lock is held.
        """
        name = name or self.match.seats[seat].name
        for attempt in range(NOTE_TRIES):
            number = self.notes[-1].number + 1 if self.notes else 0
            note = NoteRow(number, self.common.now(), kind, seat, name, text, data)
            try:
                await self.common.store.commit([*writes, Write(ADD_NOTE, note_values(self.id, note))], self.id, -1)
                break
            except Conflict:  # another process has added one meanwhile
                if attempt == NOTE_TRIES - 1:
                    raise
                await self.refresh()
        self.match.row.revision += 1
        self.notes.append(note)
        self.feed.tell_notes([note])
        return note

    # -- what is refused to everybody

    def own_seat(self, guest: str | None, seat: int) -> int:
        """Checks that a guest owns a seat."""
        if seat not in self.match.seats_of(guest):
            raise not_your_seat(seat)
        return seat

    def need_running(self) -> None:
        """Refuses what only a running match allows."""
        if self.match.result is not None:
            raise Refusal("over", "the match is over")
        if not self.match.events:
            raise Refusal("waiting", "the match has not begun: seats or contributions are missing")

    def stop_work(self) -> None:
        """Stops whoever thinks for this match: the position has changed."""
        if self.job is not None:
            self.job.cancel()
            self.job = None
