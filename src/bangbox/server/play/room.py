"""One match in this process: its state, the one lock under which it is written, and everybody who watches it."""

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from bangbox.core.rules import CHANCE, OVER
from bangbox.server.errors import Refusal, not_your_seat
from bangbox.server.match.fold import STAND_IN, Match, drawn_data, settles
from bangbox.server.match.takeback import Undoing
from bangbox.server.people.guests import now_ms
from bangbox.server.play.lock import Lock
from bangbox.server.play.watcher import Watcher
from bangbox.server.protocol import (
    FromServer,
    Note,
    Notes,
    SeriesStanding,
    Snapshot,
    Table,
    TableChanged,
    Undo,
)
from bangbox.server.showing import events as showing
from bangbox.server.showing import table as tables
from bangbox.server.showing.scene import encoded
from bangbox.server.storage.fetching import fetch
from bangbox.server.storage.rows import (
    ADD_NOTE,
    END_MATCH,
    REVISION,
    SEATS,
    START_MATCH,
    Event,
    NoteRow,
    add_event,
    note_values,
)
from bangbox.server.storage.statements import Transaction, Write
from bangbox.server.storage.store import Conflict

if TYPE_CHECKING:
    from bangbox.server.hall import Hall

logger = logging.getLogger("bangbox.room")
encoder = msgspec.json.Encoder()
NOTES_SHOWN = 100
NOTE_TRIES = 4


class Room:
    """A match being played. Whoever reads or writes it holds `lock`."""

    def __init__(self, hall: "Hall", match: Match, notes: list[NoteRow]) -> None:
        self.hall = hall
        self.id = match.row.id
        self.match = match
        self.notes = notes
        self.lock = Lock()
        self.watchers: set[Watcher] = set()
        self.job: asyncio.Task[None] | None = None
        self.series: SeriesStanding | None = None
        self.undoing = Undoing(match)
        self._logs: dict[int | None, list[bytes]] = {}  # the latest events as each sees them, encoded
        self.taken: list[Event] = []  # and not committed yet
        self._seen_at: dict[str, int] = {}
        self._told = match.last
        self._told_note = notes[-1].number if notes else -1
        self._presence_told: dict[int, tables.Presence] = {}

    # -- loading

    @classmethod
    async def load(cls, hall: "Hall", match_id: str) -> "Room | None":
        """Reads a match from the database."""
        stored = await fetch(hall.store, match_id)
        if stored is None:
            return None
        match = Match(stored.row, stored.seats)
        for event in stored.events:
            match.apply(event)
        room = cls(hall, match, stored.notes)
        room.series = await hall.standing(match.row)
        return room

    async def reload(self) -> None:
        """Starts again from what the database says, after a commit of this process has failed (the lock is held)."""
        self.match.forget()
        self._logs.clear()
        self.taken.clear()
        self.undoing.forget()
        self.notes = []
        await self._read_on()

    async def refresh(self) -> None:
        """Takes over what other processes have committed, and tells it here (the lock is held)."""
        if not self.hall.store.shared:
            return
        revision = (await self.hall.store.read(REVISION, match=self.id))[0]["revision"]
        if revision != self.match.row.revision:
            await self._read_on()

    async def catch_up(self) -> None:
        """The same when nobody holds the lock. Whatever anybody was told before this call is known here afterwards."""
        if self.hall.store.shared:
            async with self.lock:
                await self.refresh()

    async def _read_on(self) -> None:
        """Reads the seats and all events and notes not known here; tells those who watch what they have not heard."""
        first_note = self.notes[-1].number + 1 if self.notes else 0
        try:
            stored = await fetch(self.hall.store, self.id, self.match.last + 1, first_note)
            assert stored is not None, "matches are never deleted"
            self.match.row = stored.row
            self.match.sit(*stored.seats)
            for event in stored.events:
                self.take(event)
            self.taken.clear()
            self.notes += stored.notes
            self.series = await self.hall.standing(self.match.row)
        except BaseException:
            self.hall.drop(self)  # nobody may be shown a state that is not known to be committed
            raise
        if self.match.last > self._told:
            self._tell_events(self._told + 1)
        self._tell_notes([note for note in self.notes if note.number > self._told_note])
        self.tell_table()

    # -- writing

    def take(self, event: Event) -> None:
        """Plays one more event; it counts once `commit` has returned."""
        match = self.match
        secret = match.secret
        for viewer, log in self._logs.items():
            log.append(showing.happens(match, event, viewer))
            if len(log) > 2 * showing.KEPT:
                del log[: -showing.KEPT]
        match.apply(event)
        self.taken.append(event)
        if secret and not match.secret:
            self._logs.clear()  # everything is public now: shown afresh

    def next_event(self, kind: str, seat: int | None = None, action: int | None = None, name: str = "") -> Event:
        """An event that happens now."""
        return Event(self.match.last + 1, now_ms(), kind, seat, action, name)

    def take_chance(self) -> None:
        """Draws every chance outcome that needs no physics, up to the next decision, a throw or the end; ends a finished game."""
        match = self.match
        while match.actor == CHANCE and match.row.setup.dice == "fair" and not settles(match.pos):
            drawn = match.pos.draw(match.dice())
            event = self.next_event("chance", None, drawn.action, match.pos.name(drawn.action))
            self.take(msgspec.structs.replace(event, data=drawn_data(drawn)))
        if match.result is None and match.actor == OVER:
            winners = [seat for seat in match.pos.winners if seat not in match.forfeits]
            self.take_end("rules", winners)

    def take_end(self, reason: str, winners: list[int], seat: int | None = None) -> None:
        """Ends the match."""
        scores = self.match.pos.scores if self.match.events else [0] * len(self.match.seats)
        data = {"reason": reason, "winners": winners, "scores": scores, "seat": seat}
        self.take(msgspec.structs.replace(self.next_event("end", seat), data=data))

    def take_set_up(self) -> None:
        """The first event: everything that chance decides before the first decision."""
        match = self.match
        trial, dice = match.pos.copy(), match.dice()
        outcomes, names, rows = [], [], []
        while match.row.setup.dice == "fair" and trial.actor == CHANCE and not settles(trial):
            drawn = trial.draw(dice)
            outcomes.append(drawn.action)
            names.append(trial.name(drawn.action))
            rows.append(list(drawn.interval[1:]))
            trial.play(drawn.action)
        data = {"actions": outcomes, "k": 0, "draws": rows}
        self.take(msgspec.structs.replace(self.next_event("set-up", name="; ".join(names)), data=data))
        self.take_chance()

    async def commit(self, *writes: Write) -> None:
        """Commits the events taken (with `writes`), then tells everybody. If that fails, everything is as the database says."""
        try:
            number = self.match.last if self.taken else -1
            await self.hall.store.commit(self.transaction(*writes), self.id, number)
        except BaseException:
            await self.reload()
            raise
        if self.match.result is not None and self.match.row.series is not None:
            self.series = await self.hall.standing(self.match.row)
        self.committed()

    def transaction(self, *writes: Write) -> Transaction:
        """The events taken, as the database gets them; afterwards they are `committed`, or after a failure `reload`."""
        taken, match = self.taken, self.match
        transaction: Transaction = [*writes]
        for event in taken:
            transaction.append(add_event(self.id, event))
        now = taken[-1].time if taken else now_ms()
        if taken and taken[0].number == 1:
            match.row.status, match.row.started = "running", now
            transaction.append(Write(START_MATCH, {"match_id": self.id, "time": now}, must=True))
        if match.result is not None and match.row.status != "over":
            transaction.append(self._ending(now))
        elif taken:
            transaction += self.hall.noted_turn(self, now)
        return transaction

    def committed(self) -> None:
        """Tells everybody what is on disk now."""
        match, events, self.taken = self.match, self.taken, []
        match.row.revision += 1  # one more than here if others have changed something meanwhile: then `refresh` sees that
        if not events:
            return
        more = False  # than play
        for event in events:
            if event.kind == "choice":
                self.hall.metrics.moves += 1
            elif event.kind != "chance":
                more = True  # and the table shows it
        self._tell_events(events[0].number)
        if more:
            self._log_milestones(events)
            self.tell_table()
        if match.result is not None:
            self._logs.clear()  # seldom asked for again
        elif match.bot_acts or match.actor == CHANCE:
            self.hall.arrange(self)

    def _log_milestones(self, events: list[Event]) -> None:
        if events[0].kind == "set-up":
            logger.info("match begun", extra={"match": self.id, "game": self.match.row.game})
        if self.match.result is not None:
            about = {"match": self.id, "game": self.match.row.game, "reason": self.match.result.reason}
            logger.info("match over", extra=about)

    def _ending(self, now: int) -> Write:
        row = self.match.row
        self.hall.forget_turn(self)
        row.status, row.ended, row.result = "over", now, self.match.result
        kept = showing.archive(self.match, self._logs.get(None, []))
        row.archive = None if self.match.replayable else kept
        return Write(
            END_MATCH,
            {
                "match_id": self.id,
                "count": self.match.last,
                "seat": OVER,
                "time": now,
                "outcome": encoder.encode(self.match.result).decode(),
                "stored": kept,
                "when": self.hall.due(self, now),
            },
            must=True,
        )

    async def note(
        self, kind: str, seat: int, text: str = "", data: dict[str, Any] | None = None, writes: Iterable[Write] = ()
    ) -> NoteRow:
        """Adds a line of table talk, with `writes` in the same transaction (the lock is held)."""
        name = self.match.seats[seat].name
        for attempt in range(NOTE_TRIES):
            number = self.notes[-1].number + 1 if self.notes else 0
            note = NoteRow(number, now_ms(), kind, seat, name, text, data)
            try:
                await self.hall.store.commit([*writes, Write(ADD_NOTE, note_values(self.id, note))], self.id, -1)
                break
            except Conflict:  # another process has added one meanwhile
                if attempt == NOTE_TRIES - 1:
                    raise
                await self.refresh()
        self.match.row.revision += 1
        self.notes.append(note)
        self._tell_notes([note])
        return note

    # -- reading

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

    def table(self, guest: str | None) -> Table:
        """The table for one guest."""
        return tables.table_for(guest, self.match, self._common_table())

    def _common_table(self) -> Table:
        spectators = sum(not self.match.seats_of(watcher.guest) for watcher in self.watchers)
        return tables.table(self.match, self.notes, self.presence(), self.series, spectators)

    def snapshot(self, guest: str | None, viewer: int | None) -> Snapshot:
        """All of it, for one seat of a guest or for a spectator."""
        match, notes = self.match, self.shown_notes()
        if not match.replayable:
            kept = showing.archived(match)
            return Snapshot(table=self.table(guest), seat=viewer, now=kept.now, log=kept.log[-showing.TAIL :], notes=notes)
        return Snapshot(
            table=self.table(guest),
            seat=viewer,
            now=encoded(showing.situation(match, viewer, self.undo(viewer))),
            log=[encoded(event) for event in self.log(viewer)[-showing.TAIL :]],
            notes=notes,
        )

    def shown_notes(self, after: int = -1) -> list[Note]:
        """The latest lines of table talk, or those of them after number `after`."""
        latest = self.notes[-NOTES_SHOWN:]
        return [tables.shown_note(note) for note in latest if note.number > after and note.kind != "settled"]

    def log(self, viewer: int | None) -> list[bytes]:
        """The latest events for a viewer, encoded, kept up to date from now on; where nothing is secret the same for all."""
        key = viewer if self.match.secret else None
        if key not in self._logs:
            last = self.match.last
            self._logs[key] = [encoder.encode(event) for event in showing.log(self.match, key, last - showing.TAIL + 1, last)]
        return self._logs[key]

    def undo(self, viewer: int | None) -> Undo | None:
        """What a seat may take back."""
        if viewer is None or not self.match.row.setup.take_backs or not self.match.running:
            return None
        return self.undoing.offer(viewer)

    # -- presence

    def presence(self) -> dict[int, tables.Presence]:
        """Who is connected, was lately, or is gone."""
        now, here = now_ms(), {watcher.guest for watcher in self.watchers}
        found: dict[int, tables.Presence] = {}
        for seat in self.match.seats:
            if seat.kind == "person" and seat.guest not in here:
                away = now - max(seat.seen or 0, self._seen_at.get(seat.guest or "", 0))
                limits = self.hall.settings
                if away > limits.gone_seconds * 1000:
                    found[seat.seat] = "gone"
                elif away > limits.away_seconds * 1000:
                    found[seat.seat] = "away"
        return found

    async def hear_of_presence(self) -> None:
        """When everybody was last seen by any process."""
        if self.hall.store.shared:
            for seat in await self.hall.store.read(SEATS, match=self.id):
                self.saw(seat["guest"], seat["seen"])

    def tell_presence(self) -> None:
        """Sends the table if somebody has come or gone since it was last sent."""
        present = self.presence()
        if present != self._presence_told:
            self._presence_told = present
            self.tell_table()

    def saw(self, guest: str | None, time: int | None = None) -> None:
        """A guest was heard of just now, or at that time by another process."""
        if guest is not None:
            self._seen_at[guest] = max(self._seen_at.get(guest, 0), time or now_ms())

    # -- telling

    def enter(self, watcher: Watcher) -> None:
        """Somebody watches from now on."""
        self.watchers.add(watcher)
        self.saw(watcher.guest)
        if self.match.seats_of(watcher.guest):
            self.tell_table()

    def leave(self, watcher: Watcher) -> None:
        """Somebody has gone."""
        self.watchers.discard(watcher)
        self.saw(watcher.guest)

    def viewer_for(self, watcher: Watcher) -> int | None:
        """The seat from which a watcher looks now."""
        seat = watcher.seat
        if seat is not None and not watcher.follow and self.match.seats[seat].guest == watcher.guest:
            return seat  # as nearly always
        own = self.match.seats_of(watcher.guest)
        if watcher.follow and self.match.actor in own:
            watcher.seat = self.match.actor
        if watcher.seat is not None and watcher.seat not in own:
            watcher.seat = own[0] if own else None
        return watcher.seat

    def _tell_events(self, first: int) -> None:
        """Sends an increment to all who watch: encoded once for each point of view."""
        self._told = self.match.last
        told: dict[int | None, bytes] = {}
        for watcher in self.watchers:
            viewer = self.viewer_for(watcher)
            if viewer not in told:
                told[viewer] = self.increment(viewer, first)
            watcher.send(told[viewer])
        if self.match.secret:
            self._logs = {viewer: log for viewer, log in self._logs.items() if viewer in told}
        self.hall.turns.tell(self)

    def increment(self, viewer: int | None, first: int) -> bytes:
        """What happened from event `first` on, for one point of view, encoded."""
        events = self.log(viewer)[first - self.match.last - 1 :] if first <= self.match.last else []
        return showing.increment(self.match, viewer, events, self.undo(viewer))

    def tell_table(self) -> None:
        """Sends everybody the table."""
        if not self.watchers:
            return
        common = self._common_table()
        told: dict[str | None, bytes] = {}
        for watcher in self.watchers:
            if watcher.guest not in told:
                told[watcher.guest] = encoder.encode(TableChanged(table=tables.table_for(watcher.guest, self.match, common)))
            watcher.send(told[watcher.guest])

    def _tell_notes(self, notes: Iterable[NoteRow]) -> None:
        self._told_note = self.notes[-1].number if self.notes else -1
        shown = [tables.shown_note(note) for note in notes if note.kind != "settled"]
        if shown:
            self.tell(Notes(notes=shown))

    def tell(self, message: FromServer) -> None:
        """Sends everybody the same."""
        told = encoder.encode(message)
        for watcher in self.watchers:
            watcher.send(told)

    # -- seats that change hands

    def take_stand_in(self, seat: int) -> None:
        """The easy bot plays a seat on."""
        self.take(msgspec.structs.replace(self.next_event("holder", seat), data={"level": STAND_IN}))
