"""Who watches a match, and what each of them is told."""

import asyncio
import contextlib
from collections.abc import Iterable

import msgspec

from bangbox.server.match.fold import Match
from bangbox.server.match.takeback import TakeBacks
from bangbox.server.play.common import Common
from bangbox.server.play.presence import Presence, State
from bangbox.server.play.watcher import Watcher
from bangbox.server.protocol import FromServer, Increment, Note, Notes, SeriesStanding, Situation, Snapshot, Table, TableChanged
from bangbox.server.showing.events import TAIL, Logs, archived
from bangbox.server.showing.scene import situation
from bangbox.server.showing.table import shown_note, table, table_for
from bangbox.server.storage.rows import NoteRow

encoder = msgspec.json.Encoder()
NOTES_SHOWN = 100


class Feed:
    """The watchers of one match. `notes` is the room's own list of table talk."""

    def __init__(self, common: Common, match: Match, notes: list[NoteRow], take_backs: TakeBacks) -> None:
        self.common = common
        self.match = match
        self.notes = notes
        self.take_backs = take_backs
        self.presence = Presence(match, common.settings, common.now)
        self.logs = Logs(match)
        self.series: SeriesStanding | None = None
        self.watchers: set[Watcher] = set()
        self._looked = asyncio.Event()  # somebody has seen more, or has gone
        self._told = match.last
        self._told_note = notes[-1].number if notes else -1

    # -- what can be seen

    def table(self, guest: str | None) -> Table:
        """The table for one guest."""
        return table_for(guest, self.match, self._common_table())

    def _common_table(self) -> Table:
        spectators = sum(not self.match.seats_of(watcher.guest) for watcher in self.watchers)
        return table(self.match, self.notes, self.missing(), self.series, spectators)

    def missing(self) -> dict[int, State]:
        """The seats whose players are away or gone."""
        return self.presence.missing(watcher.guest for watcher in self.watchers)

    def situation(self, viewer: int | None) -> Situation:
        """The present moment for one point of view."""
        return situation(self.match, viewer, self.common.now(), self.take_backs.offered(viewer))

    def snapshot(self, guest: str | None, viewer: int | None) -> Snapshot:
        """All of it, for one seat of a guest or for a spectator."""
        if self.match.replayable:
            now, log = self.situation(viewer), self.logs.of(viewer)
        else:
            kept = archived(self.match)
            now, log = kept.now, kept.log
        return Snapshot(table=self.table(guest), seat=viewer, now=now, log=log[-TAIL:], notes=self.shown_notes())

    def increment(self, viewer: int | None, first: int) -> bytes:
        """What happened from event `first` on, for one point of view, encoded."""
        events = self.logs.since(viewer, first)
        return encoder.encode(Increment(seat=viewer, events=events, now=self.situation(viewer)))

    def shown_notes(self, after: int = -1) -> list[Note]:
        """The latest lines of table talk, or those of them after number `after`."""
        return _shown(note for note in self.notes[-NOTES_SHOWN:] if note.number > after)

    # -- who watches

    def enter(self, watcher: Watcher) -> None:
        """Somebody watches from now on."""
        self.watchers.add(watcher)
        self.presence.saw(watcher.guest)
        if self.match.seats_of(watcher.guest):
            self.tell_table()

    def leave(self, watcher: Watcher) -> None:
        """Somebody has gone."""
        self.watchers.discard(watcher)
        self._looked.set()
        if not self.watchers:
            self.logs.forget()  # most of what a room holds in memory; whoever comes back is shown the latest events afresh
        if watcher.guest in {other.guest for other in self.watchers}:
            return
        self.presence.left(watcher.guest)
        if self.match.seats_of(watcher.guest) and self.match.result is None:
            asyncio.get_running_loop().call_later(self.presence.grace_ms / 1000 + 0.1, self.tell_presence)

    def saw(self, watcher: Watcher, number: int) -> None:
        """A watcher's page has shown everything up to an event."""
        watcher.seen = min(number, self.match.last)
        self._looked.set()

    async def until_seen(self, number: int, seconds: float) -> None:
        """Waits until the pages of all players who watch have shown everything up to an event, if they tell, but not for ever."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while any(self._lags(watcher, number) for watcher in self.watchers):
                    self._looked.clear()
                    await self._looked.wait()

    def _lags(self, watcher: Watcher, number: int) -> bool:
        return watcher.seen is not None and watcher.seen < number and bool(self.match.seats_of(watcher.guest))

    def viewer_for(self, watcher: Watcher) -> int | None:
        """The seat from which a watcher looks now."""
        own = self.match.seats_of(watcher.guest)
        if watcher.follow and self.match.actor in own:
            watcher.seat = self.match.actor
        if watcher.seat is not None and watcher.seat not in own:
            watcher.seat = own[0] if own else None
        return watcher.seat

    # -- telling

    def tell_news(self) -> None:
        """Sends all events and notes that were not sent yet, and the table; after reading what others have written."""
        if self.match.last > self._told:
            self.tell_events(self._told + 1)
        self.tell_notes(note for note in self.notes if note.number > self._told_note)
        self.tell_table()

    def tell_events(self, first: int) -> None:
        """Sends an increment to all who watch: encoded once for each point of view."""
        self._told = self.match.last
        told: dict[int | None, bytes] = {}
        for watcher in self.watchers:
            viewer = self.viewer_for(watcher)
            if viewer not in told:
                told[viewer] = self.increment(viewer, first)
            watcher.send(told[viewer])
        self.logs.keep_only(told)
        self.common.turns.tell(self.match)

    def tell_table(self) -> None:
        """Sends everybody the table."""
        if not self.watchers:
            return
        common = self._common_table()
        told: dict[str | None, bytes] = {}
        for watcher in self.watchers:
            if watcher.guest not in told:
                told[watcher.guest] = encoder.encode(TableChanged(table=table_for(watcher.guest, self.match, common)))
            watcher.send(told[watcher.guest])

    def tell_presence(self) -> None:
        """Sends the table if somebody has come or gone since it was last sent for that."""
        if self.presence.changed(watcher.guest for watcher in self.watchers):
            self.tell_table()

    def tell_notes(self, notes: Iterable[NoteRow]) -> None:
        """Sends everybody lines of table talk."""
        self._told_note = self.notes[-1].number if self.notes else -1
        if shown := _shown(notes):
            self.tell(Notes(notes=shown))

    def tell(self, message: FromServer) -> None:
        """Sends everybody the same."""
        told = encoder.encode(message)
        for watcher in self.watchers:
            watcher.send(told)

    def close(self) -> None:
        """Ends everybody's connection, after what is queued for it."""
        for watcher in self.watchers:
            watcher.close()


def _shown(notes: Iterable[NoteRow]) -> list[Note]:
    """Notes as everybody sees them; that an offer was settled shows in what it settled."""
    return [shown_note(note) for note in notes if note.kind != "settled"]
