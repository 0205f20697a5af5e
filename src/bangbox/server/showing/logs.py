"""The latest events of a match as each point of view sees them, kept encoded as long as somebody looks from there."""

from collections.abc import Container

from bangbox.server.match.fold import Match
from bangbox.server.showing.events import happened, log
from bangbox.server.showing.scene import Encoded, raw
from bangbox.server.storage.rows import EventRow

TAIL = 60  # events in a snapshot
KEPT = 300  # events kept ready for one point of view


class Logs:
    """One list of events for each point of view; where nothing is secret all share one."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._kept: dict[int | None, list[Encoded]] = {}

    def add(self, event: EventRow) -> None:
        """Shows the next event, which the match has not followed yet."""
        match = self.match
        for viewer, kept in self._kept.items():
            kept.append(raw(happened(match.pos, event, viewer, not match.secret, match.eye(viewer))))
            if len(kept) > 2 * KEPT:
                del kept[:-KEPT]

    def of(self, viewer: int | None) -> list[Encoded]:
        """The latest events for a viewer, kept up to date from now on."""
        key = viewer if self.match.secret else None
        if key not in self._kept:
            last = self.match.last
            self._kept[key] = [raw(event) for event in log(self.match, key, last - TAIL + 1, last)]
        return self._kept[key]

    def since(self, viewer: int | None, first: int) -> list[Encoded]:
        """The events from number `first` on, which is one of the latest."""
        return self.of(viewer)[first - self.match.last - 1 :] if first <= self.match.last else []

    def forget(self) -> None:
        """Shows everything afresh when it is asked for again."""
        self._kept.clear()

    def keep_only(self, viewers: Container[int | None]) -> None:
        """Forgets the points of view from which nobody looks."""
        if self.match.secret:
            self._kept = {viewer: kept for viewer, kept in self._kept.items() if viewer in viewers}
