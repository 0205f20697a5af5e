"""What matches wait for beside their players: bots' moves, throws, clocks that fall, seats that are gone."""

import asyncio
import contextlib
import logging
import math

from bangbox.bots.levels import Level, levels
from bangbox.core.position import Position
from bangbox.core.rules import CHANCE
from bangbox.server.hall import Hall
from bangbox.server.lobby.following import start_next
from bangbox.server.match.draws import drawn_data
from bangbox.server.match.due import DAY_MS
from bangbox.server.match.fold import Match
from bangbox.server.play.moves import end, give_up, play, set_up, stand_in
from bangbox.server.play.room import Room
from bangbox.server.storage.queries import PUT_OFF, SEATS
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import Conflict, StorageError
from bangbox.server.workers.jobs import Thought, first_choice, ponder, settle, take_turn
from bangbox.server.workers.pool import BOT, PONDER, THROW, WorkFailed
from bangbox.server.workers.queue import Job

log = logging.getLogger("bangbox.referee")

LEASE_MS = 6_000
WATCH_SECONDS = 20.0  # that a bot's answer waits at most until everybody has seen what happened before it
FALL_BACK_SECONDS = 10.0  # for the first choice of a seat whose bot has failed


class Referee:
    """Looks after the matches of one process."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.started = hall.common.now()  # since when clocks are looked at without a gap
        self._pondering: dict[str, asyncio.Task[None]] = {}  # by match
        hall.rooms.when_waiting = self.arrange

    def arrange(self, room: Room) -> None:
        """Starts what a match waits for, if a worker has to do it."""
        if self.hall.closing or (room.job is not None and not room.job.done()):
            return
        if room.match.needs_worker:
            if (pondering := self._pondering.pop(room.id, None)) is not None:
                pondering.cancel()
            room.job = self.hall.tasks.spawn(self._work(room))

    async def tend(self, room: Room) -> None:
        """Looks at a match that was due."""
        async with room.lock:
            await room.refresh()
            match, now = room.match, self.hall.common.now()
            if match.result is not None:
                await start_next(self.hall, room)
            elif not match.events:
                await self._wait_on(room, now)
            elif match.needs_worker:
                self.arrange(room)
            else:
                await self._look_at_person(room, now)

    async def _wait_on(self, room: Room, now: int) -> None:
        """A table that has not begun: complete after all, or forgotten."""
        if room.match.complete:
            async with room.writing():
                set_up(room)
        elif now > room.match.row.created + self.hall.settings.patience_days * DAY_MS:
            async with room.writing():
                end(room, "aborted", [])
        else:
            await self._put_off(room, now)

    async def _look_at_person(self, room: Room, now: int) -> None:
        await self._hear_of_presence(room)
        match = room.match
        seat = match.person_to_act
        if seat is None:
            await self._put_off(room, now)
        elif self._has_fallen(match, now):
            async with room.writing():
                give_up(room, seat, "timeout")
        elif match.row.setup.gone == "bot" and self._kept_waiting(room, seat, now):
            async with room.writing():
                stand_in(room, seat)
        else:
            await self._put_off(room, now)

    async def _hear_of_presence(self, room: Room) -> None:
        """When everybody was last seen by any process."""
        if self.hall.store.shared:
            for seat in await self.hall.store.read(SEATS, match=room.id):
                room.feed.presence.saw(seat["guest"], seat["seen"])

    def _has_fallen(self, match: Match, now: int) -> bool:
        """Whether a clock has run out, other than while no server was there.

        `due` makes no such difference: other processes, that were there, have to look at the match in time.
        """
        falls = match.clock.falls(self.started)
        return falls is not None and now >= falls

    def _kept_waiting(self, room: Room, seat: int, now: int) -> bool:
        """Whether a gone player keeps somebody waiting who is here."""
        missing, match = room.feed.missing(), room.match
        waited = now - match.events[match.moved - 1].time >= self.hall.settings.gone_seconds * 1000
        others = [other for other in match.people() if match.seats[other].guest != match.seats[seat].guest]
        return waited and missing.get(seat) == "gone" and any(other not in missing for other in others)

    async def _put_off(self, room: Room, now: int) -> None:
        match = room.match
        when = self.hall.common.due(match, now)
        values = {"match_id": room.id, "count": match.last, "seat": match.actor, "when": when}
        await self.hall.store.commit([Write(PUT_OFF, values)])

    # -- work in other processes

    async def _work(self, room: Room) -> None:
        """Does what a match waits for, as long as it waits for a worker."""
        try:
            while room.match.needs_worker:
                if not await self.hall.store.claim(room.id, LEASE_MS):
                    return  # another process does it
                lease = self.hall.tasks.spawn(self._hold(room.id))
                try:
                    await self._step(room)
                finally:
                    lease.cancel()
                if not room.match.needs_worker:
                    await self.hall.store.release(room.id)  # somebody may move meanwhile: so look again
        except Conflict:
            log.info("another process was first", extra={"match": room.id})
        except StorageError as error:
            log.warning("the database failed, a match goes on later: %s", error, extra={"match": room.id})
        except Exception as error:
            self.hall.metrics.errors += 1
            room.job = None
            await self.hall.rooms.set_aside(room, f"{type(error).__name__}: {error}")
        finally:
            if room.job is asyncio.current_task():
                room.job = None

    async def _hold(self, match: str) -> None:
        """Prolongs a lease while the work goes on."""
        while True:
            await asyncio.sleep(LEASE_MS / 3000)
            with contextlib.suppress(StorageError):  # whoever does the work is told when it writes
                await self.hall.store.claim(match, LEASE_MS)

    async def _step(self, room: Room) -> None:
        """One bot's choice or one throw."""
        async with room.lock:
            match = room.match
            if not match.needs_worker:
                return
            number, pos, actor, dice, host = match.last, match.pos.copy(), match.actor, match.dice(), match.row.host
            level = match.bot_level(actor) if actor >= 0 else None
        if actor == CHANCE:
            drawn = await self.hall.workers.run(Job(settle, (pos, dice)), THROW, host)
            seat, action, data = None, drawn.action, drawn_data(drawn)
        else:
            assert level is not None
            await self.hall.shelf.need_bots(pos.game.id)
            began = self.hall.common.now()
            thought = await self._thought(pos, actor, level, room.id, host)
            if match.people():
                await self._let_look(levels(pos.game.id).named(level), began)
                if self.hall.settings.pace > 0:
                    await room.feed.until_seen(number, WATCH_SECONDS)
            seat, action = actor, thought.action
            data = {"bot": level, "simulations": thought.simulations} | ({"cut": True} if thought.cut else {})
        async with room.lock:
            if room.match.last == number:
                await play(room, seat, action, data)
        if seat is not None and level is not None and room.match.person_to_act is not None and self.hall.workers.idle:
            self._pondering[room.id] = self.hall.tasks.spawn(self._ponder(room, seat, level))

    async def _ponder(self, room: Room, seat: int, level: str) -> None:
        """A bot thinks on while a person does, in a worker that has nothing else to do."""
        with contextlib.suppress(WorkFailed):
            job = Job(ponder, (room.match.pos.seen_by(seat), level, room.id))
            await self.hall.workers.run(job, PONDER, room.match.row.host, tries=1)
        if self._pondering.get(room.id) is asyncio.current_task():
            del self._pondering[room.id]

    async def _let_look(self, level: Level, began: int) -> None:
        """Waits until a bot's answer may leave: after a multiple of its pace, whatever it holds and however long that took."""
        pace = 1000.0 * level.pace * self.hall.settings.pace
        if pace > 0:
            took = self.hall.common.now() - began
            await asyncio.sleep((pace * max(1, math.ceil(took / pace)) - took) / 1000.0)

    async def _thought(self, pos: Position, seat: int, level: str, match: str, host: str) -> Thought:
        """A bot's choice; should every worker fail, the first choice there is, so that the table goes on."""
        seen = pos.seen_by(seat)
        try:
            thought: Thought = await self.hall.workers.run(Job(take_turn, (seen, level, match)), BOT, host)
        except WorkFailed as error:
            log.error("a bot failed, its first choice is taken: %s", error, extra={"game": pos.game.id, "level": level})
            thought = await self.hall.workers.run(Job(first_choice, (seen,)), BOT, host, FALL_BACK_SECONDS, tries=1)
        return thought
