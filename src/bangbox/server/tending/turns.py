"""Tells people by a push message that it is their turn, if none of their pages was open since."""

import asyncio
import logging
from pathlib import Path

import msgspec

from bangbox.core.messages import Words
from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.match.fold import Match
from bangbox.server.protocol import PushMessage
from bangbox.server.push import courier
from bangbox.server.storage.queries import SUBSCRIPTIONS, TOLD, TURNS_UNSEEN
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import Conflict, Row, StorageError

log = logging.getLogger("bangbox.turns")

WORDS = Path(courier.__file__).parent / "words"
LOOK_SECONDS = 5.0
HOUR_MS, DAY_MS = 3_600_000, 86_400_000
OVERLAP_MS = 15_000  # summaries are written some seconds late, and clocks of several hosts differ
encoder = msgspec.json.Encoder()


class Turns:
    """Looks again and again for turns that nobody has seen.

    Every process looks. Whoever notes first in the database that a seat was told sends the message; the others find it told.
    """

    def __init__(self, hall: Hall, push: courier.Courier) -> None:
        self.hall, self.push = hall, push
        self._now = hall.common.now
        self._patience = hall.settings.away_seconds * 1000  # so long an open page has to show itself
        self._looked = self._now() - HOUR_MS  # also what happened while the server was away

    async def look_on(self) -> None:
        """For ever."""
        while True:
            await asyncio.sleep(min(LOOK_SECONDS, max(0.2, self._patience / 2000)))
            try:
                await self.look()
            except StorageError as error:
                log.warning("turns could not be looked at: %s", error)
            except Exception:  # the next ones are looked at whatever happens
                self.hall.metrics.errors += 1
                log.exception("turns could not be looked at")

    async def look(self) -> None:
        """Tells everybody whose turn came long enough ago."""
        until = self._now() - self._patience
        rows = await self.hall.store.read(TURNS_UNSEEN, after=self._looked - OVERLAP_MS, until=until)
        for row in rows:
            try:
                await self._tell(row, until)
            except (Conflict, Refusal):  # another process was first, or the match cannot be read
                log.info("a turn is not told of here", extra={"match": row["id"]})
        self._looked = until

    async def _tell(self, row: Row, until: int) -> None:
        room = await self.hall.rooms.get(row["id"])
        await room.catch_up()  # summaries may be some moves behind
        match, seat, guest = room.match, row["seat"], row["guest"]
        is_here = any(watcher.guest == guest for watcher in room.feed.watchers)
        if match.person_to_act != seat or match.events[-1].time > until or is_here:
            return
        told = {"match_id": row["id"], "place": seat, "before": row["told"], "count": match.last}
        await self.hall.store.commit([Write(TOLD, told, must=True)])
        for found in await self.hall.store.read(SUBSCRIPTIONS, guest=guest):
            said = encoder.encode(message(match, seat, found["language"], self._now()))
            self.push.send(courier.Letter(found["id"], found["endpoint"], found["p256dh"], found["auth"], row["id"], said))


def message(match: Match, seat: int, language: str, now: int) -> PushMessage:
    """What is said: the game, with whom, and how long there is; nothing of what happened in it."""
    words = Words(WORDS, None, language)
    others = [row.name for row in match.seats if row.seat != seat and row.name]
    names = words("and").join([", ".join(others[:-1]), others[-1]] if len(others) > 1 else others)
    left = match.clock.left_at(seat, now) if match.clock.setup.kind == "days" else 0
    if not names:
        text = words("alone")
    elif left >= 2 * DAY_MS:
        text = words("with.days", names=names, n=left // DAY_MS)
    elif left >= HOUR_MS:
        text = words("with.hours", names=names, n=left // HOUR_MS)
    else:
        text = words("with", names=names)
    return PushMessage(match=match.row.id, title=words("turn", game=match.game.title), text=text)
