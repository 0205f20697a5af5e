"""The matches that are open in this process: loaded when somebody comes, closed when they were idle longest."""

import asyncio
import contextlib
import logging
import re
from collections import OrderedDict
from collections.abc import Callable

from bangbox.server.errors import unknown_match
from bangbox.server.play.common import Common
from bangbox.server.play.moves import end
from bangbox.server.play.room import Room
from bangbox.server.storage.store import Conflict, StorageError

log = logging.getLogger("bangbox.rooms")

MATCH_ID = re.compile(r"[0-9a-z]{1,40}")


class Rooms:
    """The open rooms by the id of their match."""

    def __init__(self, common: Common) -> None:
        self.common = common
        self.open: OrderedDict[str, Room] = OrderedDict()
        self.when_waiting: Callable[[Room], None] = lambda room: None  # called when a match waits for a bot or a throw
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._crowded = common.settings.rooms

    async def get(self, match: str) -> Room:
        """The room of a match; read from the database if nobody is in it."""
        room = self.open.get(match)
        if room is None:
            if not MATCH_ID.fullmatch(match):  # not every database can even be asked for it
                raise unknown_match()
            if match not in self._loading:
                self._loading[match] = asyncio.create_task(self._load(match))
            room = await asyncio.shield(self._loading[match])
        if room is None:
            raise unknown_match()
        room = self.open.setdefault(match, room)  # it may have been closed again while this waited to go on
        self.open.move_to_end(match)
        return room

    async def _load(self, match: str) -> Room | None:
        try:
            try:
                room = await Room.load(self.common, self, match)
            except StorageError:
                raise
            except Exception:
                log.exception("a match cannot be played on", extra={"match": match})
                return await self._load_broken(match)
            if room is not None:
                self.open[match] = room
                if room.match.running and not room.match.replayable:
                    await self._end(room, "update")
                self._forget_idle()
            return room
        finally:
            del self._loading[match]

    async def _load_broken(self, match: str) -> Room | None:
        """Opens a match without playing its events, and ends it."""
        room = await Room.load(self.common, self, match, broken=True)
        if room is not None:
            self.open[match] = room
            if room.match.result is None:
                await self._end(room, "fault")
        return room

    async def _end(self, room: Room, reason: str) -> None:
        """Ends a match that these rules cannot go on with."""
        async with room.lock:
            with contextlib.suppress(Conflict):  # another process has ended it
                async with room.writing():
                    end(room, reason, [])

    async def set_aside(self, room: Room, why: str) -> None:
        """Ends a match that fails again and again; whoever watches connects again and is told."""
        log.error("a match is set aside: %s", why, extra={"match": room.id, "game": room.match.row.game})
        self.drop(room)
        room.stop_work()
        await self._load_broken(room.id)

    def _forget_idle(self) -> None:
        """Closes the rooms that were idle longest, now and then: if all are watched, looking through them is in vain."""
        most = self.common.settings.rooms
        if len(self.open) <= self._crowded:
            return
        for match in list(self.open)[: len(self.open) - most]:
            room = self.open[match]
            if not room.feed.watchers and not room.lock.locked() and room.job is None:
                del self.open[match]
        self._crowded = max(most, len(self.open) + len(self.open) // 20)

    def holds(self, room: Room) -> bool:
        """Whether this is still the room in which a match is played here."""
        return self.open.get(room.id) is room

    def waits(self, room: Room) -> None:
        """A match waits for a bot or a throw."""
        self.when_waiting(room)

    def drop(self, room: Room) -> None:
        """Closes a room whose state is in doubt; whoever watched connects again and finds it read anew."""
        self.common.summaries.forget(room.match)
        if self.holds(room):
            del self.open[room.id]
        room.feed.close()

    async def hear(self, news: list[tuple[str, int]]) -> None:
        """Another process has committed events up to a number, or (-1) something else."""
        for match, number in news:
            room = self.open.get(match)
            if room is None:
                await self.common.turns.hear(match)
            elif number < 0 or number > room.match.last:
                await room.catch_up()
