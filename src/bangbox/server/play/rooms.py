"""The matches that are open in this process: loaded when somebody comes, closed when they were idle longest."""

import asyncio
import contextlib
import logging
import re
from collections import OrderedDict
from collections.abc import Callable

from bangbox.server.errors import Refusal, unknown_match
from bangbox.server.play.common import Common
from bangbox.server.play.moves import end
from bangbox.server.play.room import Room
from bangbox.server.storage.rows import Damaged
from bangbox.server.storage.store import Conflict, StorageError

log = logging.getLogger("bangbox.rooms")

MATCH_ID = re.compile(r"[0-9a-z]{1,40}")
TRIES = 3


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
            room = await self._loaded(match)
        if room is None:
            raise unknown_match()
        room = self.open.setdefault(match, room)  # it may have been closed again while this waited to go on
        self.open.move_to_end(match)
        return room

    async def _loaded(self, match: str, broken: bool = False) -> Room | None:
        """Waits until a match is loaded, together with all others who wait for it."""
        if match not in self._loading:
            self._loading[match] = asyncio.create_task(self._load(match, broken))
        return await asyncio.shield(self._loading[match])

    async def _load(self, match: str, broken: bool) -> Room | None:
        """Reads a match and opens its room; what cannot be played on is ended before anybody sees it."""
        try:
            room = await self._read(match, broken)
            if room is not None:
                await self._end_unplayable(room)
                self.open[match] = room
                self._forget_idle()
            return room
        finally:
            del self._loading[match]

    async def _read(self, match: str, broken: bool) -> Room | None:
        try:
            return await Room.load(self.common, self, match, broken)
        except Damaged as error:
            log.error("a match cannot be read: %s", error, extra={"match": match})
            raise Refusal("damaged", "what the database holds of this match cannot be read", 410) from None
        except (StorageError, Refusal):  # Refusal: the game itself does not start
            raise
        except Exception:
            if broken:
                raise
            log.exception("a match cannot be played on", extra={"match": match})
        return await self._read(match, broken=True)

    async def _end_unplayable(self, room: Room) -> None:
        """Ends a match that these rules cannot begin or go on with."""
        async with room.lock:
            for _ in range(TRIES):
                if room.match.replayable or room.match.result is not None:
                    return
                with contextlib.suppress(Conflict):  # somebody was first; the room has been read anew
                    async with room.writing():
                        end(room, "fault" if room.match.broken else "update", [])

    async def set_aside(self, room: Room, why: str) -> None:
        """Ends a match that fails again and again; whoever watches connects again and is told."""
        log.error("a match is set aside: %s", why, extra={"match": room.id, "game": room.match.row.game})
        self.drop(room)
        room.stop_work()
        await self._loaded(room.id, broken=True)

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
