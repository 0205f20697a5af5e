"""What lists and sweeps need to know of a match: how far it is, whose turn it is, when to look at it again."""

import itertools
from collections.abc import Callable

from bangbox.server.match.fold import Match
from bangbox.server.storage.queries import TURN
from bangbox.server.storage.statements import Transaction, Write
from bangbox.server.storage.store import Store

PART = 100  # matches written in one transaction, so that nobody who moves waits for thousands


class Summaries:
    """Written with the move where other processes read them, else a few seconds later and many at a time.

    Should this process die before, the next one looks at every running match anyway.
    """

    def __init__(self, store: Store, due: Callable[[Match, int], int | None], now: Callable[[], int]) -> None:
        self.store = store
        self._due = due
        self._now = now
        self._late: dict[str, Match] = {}

    def after_events(self, match: Match) -> Transaction:
        """What has to be written together with new events of a match."""
        self.forget(match)
        if self.store.shared or match.last == 1 or match.result is not None:
            return [self._write(match, self._now())]
        self._late[match.row.id] = match
        return []

    def forget(self, match: Match) -> None:
        """Writes nothing later: it is written otherwise, or the match is read anew."""
        self._late.pop(match.row.id, None)

    def _write(self, match: Match, now: int) -> Write:
        values = {"match_id": match.row.id, "count": match.last, "time": match.events[-1].time, "seat": match.actor}
        return Write(TURN, values | {"when": self._due(match, now)})

    async def write(self, clocks_only: bool = False) -> None:
        """Writes what was kept back; matches without a clock can wait until a list is asked for."""
        known = [match for match in self._late.values() if match.events]  # the others are being read anew
        late = iter([match for match in known if match.clock.on or not clocks_only])
        while part := list(itertools.islice(late, PART)):
            for match in part:
                self.forget(match)
            now = self._now()
            await self.store.commit([self._write(match, now) for match in part])
