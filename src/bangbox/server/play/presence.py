"""Who of a match's players is here, away or gone."""

from collections.abc import Callable, Iterable
from typing import Literal

from bangbox.server.match.fold import Match
from bangbox.server.settings import Settings

State = Literal["here", "away", "gone"]
RELOAD_MS = 4_000  # whoever closes a page may only be opening it anew


class Presence:
    """When the players of one match were last heard of."""

    def __init__(self, match: Match, settings: Settings, now: Callable[[], int]) -> None:
        self.match = match
        self._away_ms, self._gone_ms = settings.away_seconds * 1000, settings.gone_seconds * 1000
        self.grace_ms = min(RELOAD_MS, self._away_ms)
        self._now = now
        self._seen_at: dict[str, int] = {}
        self._left_at: dict[str, int] = {}  # those whose connection was closed
        self._told: dict[int, State] = {}

    def saw(self, guest: str | None, time: int | None = None) -> None:
        """A guest was heard of just now, or at that time by another process."""
        if guest is not None:
            self._seen_at[guest] = max(self._seen_at.get(guest, 0), time or self._now())

    def left(self, guest: str | None) -> None:
        """A guest's last connection was closed just now: nobody need wait to find out that they are away."""
        self.saw(guest)
        if guest is not None:
            self._left_at[guest] = self._now()

    def missing(self, connected: Iterable[str | None]) -> dict[int, State]:
        """The seats whose players are away or gone; `connected` are the guests who watch."""
        now, here = self._now(), set(connected)
        found: dict[int, State] = {}
        for seat in self.match.seats:
            if seat.kind == "person" and seat.guest not in here:
                seen = max(seat.seen or 0, self._seen_at.get(seat.guest or "", 0))
                left = self._left_at.get(seat.guest or "", 0) >= seen
                if now - seen > (self.grace_ms if left else self._away_ms):
                    found[seat.seat] = "gone" if now - seen > self._gone_ms else "away"
        return found

    def changed(self, connected: Iterable[str | None]) -> bool:
        """Whether somebody has come or gone since this was last asked."""
        before, self._told = self._told, self.missing(connected)
        return self._told != before
