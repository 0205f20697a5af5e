"""Rate limits: a bucket of so many per second for every guest and every network address."""

import time

from bangbox.server.errors import Refusal
from bangbox.server.protocol import Me
from bangbox.server.settings import Settings

BURST_SECONDS = 5.0
KEPT = 20_000


class Buckets:
    """Leaky buckets by key: `burst` at once, refilled at `rate` a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._levels: dict[str, list[float]] = {}  # how full, and when that was

    def take(self, key: str) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        bucket = self._levels.get(key)
        if bucket is None:
            self._make_room(now)
            bucket = self._levels[key] = [self.burst, now]
        level = bucket[0] + (now - bucket[1]) * self.rate
        if level > self.burst:
            level = self.burst
        allowed = level >= 1
        bucket[0], bucket[1] = level - allowed, now
        return allowed

    def _make_room(self, now: float) -> None:
        """Forgets those who have waited long enough for a full bucket; if nobody has, the first who came."""
        if len(self._levels) < KEPT:
            return
        waiting = {key: bucket for key, bucket in self._levels.items() if bucket[0] + (now - bucket[1]) * self.rate < self.burst}
        self._levels = waiting
        while len(self._levels) > KEPT * 3 // 4:  # not at every new one again
            del self._levels[next(iter(self._levels))]


class Limits:
    """All limits of this process."""

    def __init__(self, settings: Settings) -> None:
        rate = settings.messages_per_second
        self._requests = Buckets(rate, rate * BURST_SECONDS)
        self._strangers = Buckets(rate * 5, rate * 25)  # many guests may share an address
        self._guests = Buckets(settings.guests_per_hour / 3600, settings.guests_per_hour)
        self._talk = Buckets(0.5, 6)

    def request(self, me: Me | None, address: str) -> None:
        """One request or message."""
        allowed = self._requests.take(me.id) if me else self._strangers.take(address)
        if not allowed:
            raise Refusal("slow_down", "too many messages: wait a moment", 429)

    def new_guest(self, address: str) -> None:
        """One more guest or bot."""
        if not self._guests.take(address):
            raise Refusal("slow_down", "too many new guests from this address: try again later", 429)

    def talk(self, guest: str) -> None:
        """One line of chat."""
        if not self._talk.take(guest):
            raise Refusal("slow_down", "you talk too fast: wait a moment", 429)


class Sockets:
    """How many connections each guest (or stranger's address) has."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.count = 0
        self._open: dict[str, int] = {}

    def enter(self, who: str) -> None:
        """One more connection."""
        if self._open.get(who, 0) >= self.most:
            raise Refusal("sockets", f"at most {self.most} connections at a time", 429)
        self._open[who] = self._open.get(who, 0) + 1
        self.count += 1

    def leave(self, who: str) -> None:
        """One less."""
        self.count -= 1
        self._open[who] -= 1
        if not self._open[who]:
            del self._open[who]
