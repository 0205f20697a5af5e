"""Time to think: folds a match's events into what each seat has left."""

from bangbox.server.protocol import ClockFace, ClockSetup
from bangbox.server.storage.rows import EventRow

GRACE_MS = 20_000  # to come back and move, for whoever had to act while no server was there
LATE_MS = 3_000  # a server that is there looks at a clock sooner than so long after it has fallen


class Clock:
    """The clocks of one match. Only a person's clock runs, and only while that seat has to act."""

    def __init__(self, setup: ClockSetup, seats: int) -> None:
        self.setup = setup
        self.on = setup.kind != "none"  # whether this match has clocks at all
        self.full = setup.seconds * 1000
        self.left = [self.full] * seats
        self.running: int | None = None
        self.since = 0
        self._fell: dict[int, int] = {}  # when the turn began in which a seat's time last ran out
        self._before: dict[int, int] = {}  # what a seat had left when it made choice number n, for take-backs

    def fold(self, event: EventRow, actor: int | None) -> None:
        """Takes one event; `actor` is the person's seat to act after it, None for chance, a bot or the end."""
        if self.running is not None:
            self._think(self.running, event)
        if event.kind == "choice" and event.seat is not None:
            self._before[event.number] = self.left[event.seat]
            self.left[event.seat] = self._after_move(self.left[event.seat])
        elif event.kind == "back" and actor is not None and event.action is not None:
            undone = [number for number in self._before if number > event.action]
            if undone:  # taking back gives no time back
                self.left[actor] = min(self.left[actor], self._before[min(undone)])
            for number in undone:
                del self._before[number]
        self.running, self.since = actor, event.time

    def _think(self, seat: int, event: EventRow) -> None:
        """Takes off the time until an event.

        If the match goes on long after the clock fell, no server was there to see it: nobody loses by that, so the seat has a few
        seconds for its next turn too. Shortly after, the sweep may just not have come by yet: then the clock has fallen.
        """
        left, thought = self.left[seat], event.time - self.since
        missed = event.kind != "timeout" and thought - max(0, left) > LATE_MS
        self.left[seat] = min(GRACE_MS, self.full) if missed else left - thought
        if left > 0 >= self.left[seat]:
            self._fell[seat] = self.since

    def _after_move(self, left: int) -> int:
        return left + self.setup.increment * 1000 if self.setup.kind == "game" else self.full

    def left_at(self, seat: int, now: int) -> int:
        """Milliseconds left."""
        return self.left[seat] - (now - self.since if seat == self.running else 0)

    @property
    def deadline(self) -> int | None:
        """When the running clock falls."""
        return None if self.running is None or not self.on else self.since + self.left[self.running]

    def falls(self, started: int) -> int | None:
        """When the running clock falls for a server that is there since `started`.

        Whoever had to act before that has a few seconds to come back; and again, if the clock fell then and shows nothing more.
        """
        if self.deadline is None or self.running is None:
            return None
        began = self.since if self.left[self.running] > 0 else self._fell.get(self.running, self.since)
        return self.deadline if began >= started else max(self.deadline, max(started, self.since) + GRACE_MS)

    def faces(self, now: int) -> list[ClockFace]:
        """All clocks, for a page."""
        if not self.on:
            return []
        return [
            ClockFace(seat=seat, left_ms=max(0, self.left_at(seat, now)), running=seat == self.running)
            for seat in range(len(self.left))
        ]
