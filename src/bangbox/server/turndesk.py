"""Tells players, wherever they are connected, that it is their move: for bots that play many matches over one stream."""

import msgspec

from bangbox.server.protocol import Turn
from bangbox.server.room import Room
from bangbox.server.storage.rows import TURNS_OF, WHOSE_TURN
from bangbox.server.storage.store import Store
from bangbox.server.watcher import Watcher

encoder = msgspec.json.Encoder()


class TurnDesk:
    """Who wants to be told."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._watchers: dict[str, set[Watcher]] = {}

    def enter(self, watcher: Watcher) -> None:
        """Tells this one from now on."""
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

    def tell(self, room: Room) -> None:
        """After new events of a match that is open here."""
        if not self._watchers:
            return
        match, seat = room.match, room.match.person_to_act
        if seat is not None:
            self._send(match.seats[seat].guest, Turn(match=room.id, game=match.row.game, seat=seat, number=match.last))
        elif match.result is not None:
            for row in match.seats:
                self._send(row.guest, Turn(match=room.id, game=match.row.game, seat=row.seat, number=match.last, over=True))

    async def hear(self, match: str) -> None:
        """After news of a match that is not open here."""
        if self._watchers:
            for row in await self.store.read(WHOSE_TURN, match=match):
                self._send(row["guest"], Turn(match=match, game=row["game"], seat=row["seat"], number=row["events"]))

    def _send(self, guest: str | None, turn: Turn) -> None:
        for watcher in self._watchers.get(guest or "", ()):
            watcher.send(encoder.encode(turn))

    def close(self) -> None:
        """Ends all streams."""
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.close()
