"""Tells players, wherever they are connected, that it is their move: for bots that play many matches over one stream."""

from collections import OrderedDict

import msgspec

from bangbox.server.match.fold import Match
from bangbox.server.play.watcher import Watcher
from bangbox.server.protocol import Turn
from bangbox.server.storage.queries import TURNS_OF, WHOSE_TURN
from bangbox.server.storage.store import Store

encoder = msgspec.json.Encoder()
KEPT = 20_000


class TurnFeed:
    """Who wants to be told."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._watchers: dict[str, set[Watcher]] = {}
        self._closed = False
        self._heard: OrderedDict[str, int] = OrderedDict()  # matches not open here, up to which event they were told

    def enter(self, watcher: Watcher) -> None:
        """Tells this one from now on, unless all streams have been ended."""
        if self._closed:
            watcher.close()
        self._watchers.setdefault(watcher.guest or "", set()).add(watcher)

    def leave(self, watcher: Watcher) -> None:
        """No more."""
        mine = self._watchers[watcher.guest or ""]
        mine.discard(watcher)
        if not mine:
            del self._watchers[watcher.guest or ""]

    async def waiting(self, guest: str) -> list[Turn]:
        """The matches in which it is this guest's turn."""
        rows = await self.store.read(TURNS_OF, guest=guest)
        return [Turn(match=row["id"], game=row["game"], seat=row["seat"], number=row["events"]) for row in rows]

    def tell(self, match: Match) -> None:
        """After new events of a match that is open here."""
        if not self._watchers:
            return
        row, seat, over = match.row, match.person_to_act, match.result is not None
        told = range(len(match.seats)) if over else [] if seat is None else [seat]
        for place in told:
            turn = Turn(match=row.id, game=row.game, seat=place, number=match.last, over=over)
            self._send(match.seats[place].guest, turn)

    async def hear(self, match: str) -> None:
        """After news of a match that is not open here; the same news may come again."""
        if not self._watchers:
            return
        rows = await self.store.read(WHOSE_TURN, match=match)
        if not rows or self._heard.get(match, 0) >= rows[0]["events"]:
            return
        self._heard[match] = rows[0]["events"]
        if len(self._heard) > KEPT:
            self._heard.popitem(last=False)
        for row in rows:
            over = row["status"] == "over"
            self._send(row["guest"], Turn(match=match, game=row["game"], seat=row["seat"], number=row["events"], over=over))

    def _send(self, guest: str | None, turn: Turn) -> None:
        for watcher in self._watchers.get(guest or "", ()):
            watcher.send(encoder.encode(turn))

    def close(self) -> None:
        """Ends all streams, and those to come."""
        self._closed = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.close()
