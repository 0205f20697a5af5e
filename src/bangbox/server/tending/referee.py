"""What no request triggers: bots' moves, throws, clocks that fall, seats that are gone, the next game of a series."""

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from bangbox.core.errors import BangboxError
from bangbox.core.position import Drawn, Position
from bangbox.core.rules import CHANCE
from bangbox.server.match.fold import Match, drawn_data, settles
from bangbox.server.people.guests import now_ms
from bangbox.server.storage.rows import PUT_OFF
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import Conflict
from bangbox.server.workers import pool as workers
from bangbox.server.workers.pool import Thought, WorkFailed

if TYPE_CHECKING:
    from bangbox.server.hall import Hall
    from bangbox.server.play.room import Room

log = logging.getLogger("bangbox.referee")

LEASE_MS = 6_000
DAY_MS = 86_400_000
WAITING_MS = 10_000
THROW, BOT, HINT = 0, 1, 2  # urgency


def needs_worker(match: Match) -> bool:
    """Whether a bot or a throw is what everybody waits for."""
    return match.bot_acts or (match.actor == CHANCE and match.running and settles(match.pos))


class Referee:
    """Looks after the matches of one process."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self.started = now_ms()

    def due(self, room: "Room", now: int) -> int | None:
        """When somebody has to look at a match again."""
        match, settings = room.match, self.hall.settings
        if match.result is not None:
            return now if self.hall.wants_next(match.row) else None
        if not match.events:
            forgotten = match.row.created + int(settings.patience_days * DAY_MS)
            # Two processes may seat the last two people at once, each seeing one seat free: look again soon.
            return min(forgotten, now + WAITING_MS) if self.hall.store.shared else forgotten
        if needs_worker(match):
            return now
        if match.person_to_act is None:
            return None
        moments = [match.clock.deadline] if match.clock.on else []
        if match.row.setup.gone == "bot":
            moments.append(now + settings.gone_seconds * 1000)
        return min((moment for moment in moments if moment is not None), default=None)

    def arrange(self, room: "Room") -> None:
        """Starts what a match waits for, if a worker has to do it."""
        if room.job is not None and not room.job.done():
            return
        if needs_worker(room.match):
            room.job = self.hall.spawn(self._work(room))

    async def tend(self, room: "Room") -> None:
        """Looks at a match that was due."""
        async with room.lock:
            await room.refresh()
            match, now = room.match, now_ms()
            if match.result is not None:
                await self.hall.start_next(room)
            elif not match.events:
                await self._wait_on(room, now)
            elif needs_worker(match):
                self.arrange(room)
            else:
                await self._look_at_person(room, now)

    async def _wait_on(self, room: "Room", now: int) -> None:
        """A table that has not begun: complete after all, or forgotten."""
        if self.hall.is_complete(room.match):
            room.take_set_up()
            await room.commit()
        elif now > room.match.row.created + self.hall.settings.patience_days * DAY_MS:
            room.take_end("aborted", [])
            await room.commit()
        else:
            await self._put_off(room, now)

    async def _look_at_person(self, room: "Room", now: int) -> None:
        await room.hear_of_presence()
        match = room.match
        seat = match.person_to_act
        if seat is None:
            await self._put_off(room, now)
        elif self._has_fallen(match, now):
            self.time_out(room, seat)
            await room.commit()
        elif match.row.setup.gone == "bot" and self._kept_waiting(room, seat, now):
            room.take_stand_in(seat)
            await room.commit()
        else:
            await self._put_off(room, now)

    def _has_fallen(self, match: Match, now: int) -> bool:
        """Whether a clock has run out, other than while no server was there.

        `due` makes no such difference: other processes, that were there, have to look at the match in time.
        """
        falls = match.clock.falls(self.started)
        return falls is not None and now >= falls

    def _kept_waiting(self, room: "Room", seat: int, now: int) -> bool:
        """Whether a gone player keeps somebody waiting who is here."""
        presence, match = room.presence(), room.match
        waited = now - match.events[match.moved - 1].time >= self.hall.settings.gone_seconds * 1000
        others = [other for other in match.people() if match.seats[other].guest != match.seats[seat].guest]
        return waited and presence.get(seat) == "gone" and any(other not in presence for other in others)

    async def _put_off(self, room: "Room", now: int) -> None:
        match = room.match
        values = {"match_id": room.id, "count": match.last, "seat": match.actor, "when": self.due(room, now)}
        await self.hall.store.commit([Write(PUT_OFF, values)])

    def time_out(self, room: "Room", seat: int) -> None:
        """A clock has fallen: with two seats that loses, with more the easy bot plays on."""
        room.take(room.next_event("timeout", seat))
        self.give_up(room, seat, "timeout")

    def give_up(self, room: "Room", seat: int, reason: str) -> None:
        """What follows when a seat has resigned or run out of time."""
        match = room.match
        left = [other for other in range(len(match.seats)) if other not in match.forfeits]
        if len(match.seats) <= 2 or not match.people():
            room.take_end(reason, left if len(match.seats) == 2 else [], seat)
        else:
            room.take_stand_in(seat)
            room.take_chance()

    # -- work in other processes

    async def _work(self, room: "Room") -> None:
        """Does what a match waits for, as long as it waits for a worker."""
        try:
            while needs_worker(room.match):
                if not await self.hall.store.claim(room.id, LEASE_MS):
                    return  # another process does it
                lease = self.hall.spawn(self._hold(room.id))
                try:
                    await self._step(room)
                finally:
                    lease.cancel()
                if not needs_worker(room.match):
                    await self.hall.store.release(room.id)  # somebody may move meanwhile: so look again
        except Conflict:
            log.info("another process was first", extra={"match": room.id})
        except (BangboxError, WorkFailed):
            log.exception("work failed", extra={"match": room.id})
        finally:
            if room.job is asyncio.current_task():
                room.job = None

    async def _hold(self, match: str) -> None:
        """Prolongs a lease while the work goes on."""
        while True:
            await asyncio.sleep(LEASE_MS / 3000)
            await self.hall.store.claim(match, LEASE_MS)

    async def _step(self, room: "Room") -> None:
        """One bot's choice or one throw."""
        async with room.lock:
            match = room.match
            if not needs_worker(match):
                return
            number, pos, actor = match.last, match.pos.copy(), match.actor
            level = match.bot_level(actor) if actor >= 0 else None
            dice = match.dice()
        if actor == CHANCE:
            drawn: Drawn = await self.hall.workers.run(THROW, workers.settle, pos, dice)
            await self._add_throw(room, number, drawn)
        else:
            assert level is not None
            await self._add_choice(room, number, actor, level, await self._thought(pos, actor, level))

    async def _thought(self, pos: Position, seat: int, level: str) -> Thought:
        """A bot's choice; should every worker fail, any choice, so that the table goes on."""
        seen = pos.seen_by(seat)
        try:
            thought: Thought = await self.hall.workers.run(BOT, workers.think, seen, level, None)
            return thought
        except WorkFailed:
            log.exception("the bot failed; a random choice stands in")
            return workers.think(seen, "random", None, None)

    async def _add_throw(self, room: "Room", number: int, drawn: Drawn) -> None:
        async with room.lock:
            if room.match.last != number:
                return
            event = room.next_event("chance", None, drawn.action, room.match.pos.name(drawn.action))
            room.take(msgspec.structs.replace(event, data=drawn_data(drawn)))
            room.take_chance()
            await room.commit()

    async def _add_choice(self, room: "Room", number: int, seat: int, level: str, thought: Thought) -> None:
        async with room.lock:
            if room.match.last != number:
                return
            event = room.next_event("choice", seat, thought.action, room.match.pos.name(thought.action))
            data = {"bot": level, "simulations": thought.simulations} | ({"cut": True} if thought.cut else {})
            room.take(msgspec.structs.replace(event, data=data))
            room.take_chance()
            await room.commit()
