"""Rate limits: a bucket of so many per second for every guest and every network address."""

import time
from collections.abc import Callable

from bangbox.server.errors import Refusal
from bangbox.server.protocol import Me
from bangbox.server.settings import Settings

BURST_SECONDS = 5.0
KEPT = 20_000
Clock = Callable[[], float]  # seconds that never go back


class Bucket:
    """`burst` at once, refilled at `rate` a second."""

    __slots__ = ("_burst", "_clock", "_level", "_rate", "_since")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._level, self._since = burst, clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock()
        level = self._level + (now - self._since) * self._rate
        if level > self._burst:
            level = self._burst
        self._since = now
        self._level = level - 1 if level >= 1 else level
        return level >= 1

    def is_full(self) -> bool:
        """Whether it has been left alone for long enough."""
        return self._level + (self._clock() - self._since) * self._rate >= self._burst


class Buckets:
    """A bucket for everybody who comes."""

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.rate, self.burst, self._clock = rate, burst, clock
        self._known: dict[str, Bucket] = {}

    def of(self, key: str) -> Bucket:
        """Somebody's bucket."""
        bucket = self._known.get(key)
        if bucket is None:
            self._make_room()
            bucket = self._known[key] = Bucket(self.rate, self.burst, self._clock)
        return bucket

    def take(self, key: str) -> bool:
        """Whether somebody is allowed one more now."""
        return self.of(key).take()

    def _make_room(self) -> None:
        """Forgets full buckets; if there are none, those of the first who came."""
        if len(self._known) < KEPT:
            return
        self._known = {key: bucket for key, bucket in self._known.items() if not bucket.is_full()}
        while len(self._known) > KEPT * 3 // 4:  # not at every new one again
            del self._known[next(iter(self._known))]


class Limits:
    """All limits of this process."""

    def __init__(self, settings: Settings, clock: Clock = time.monotonic) -> None:
        rate = settings.messages_per_second
        self._requests = Buckets(rate, rate * BURST_SECONDS, clock)
        self._strangers = Buckets(rate * 5, rate * 25, clock)  # many guests may share an address
        self._guests = Buckets(settings.guests_per_hour / 3600, settings.guests_per_hour, clock)
        self._talk = Buckets(0.5, 6, clock)
        self._invitations = Buckets(1 / 60, 10, clock)  # to play again
        self._subscriptions = Buckets(1 / 30, 10, clock)  # to push messages: their addresses are looked up
        self._pictures = Buckets(1, 20, clock)  # a picture is work; those that are kept already are not counted
        self._foresights = Buckets(2, 6, clock)  # many throws by physics each
        self._words = Buckets(1 / 10, 10, clock)  # whoever has heard a code needs few attempts

    def requests(self, me: Me | None, address: str) -> Bucket:
        """The requests and messages of a guest, or of strangers at an address."""
        return self._requests.of(me.id) if me else self._strangers.of(address)

    def request(self, me: Me | None, address: str) -> None:
        """One request."""
        count(self.requests(me, address))

    def new_guest(self, address: str) -> None:
        """One more guest or bot."""
        if not self._guests.take(address):
            raise Refusal("slow_down", "too many new guests from this address: try again later", 429)

    def words(self, address: str) -> None:
        """One attempt at a spoken code."""
        if not self._words.take(address):
            raise Refusal("slow_down", "too many attempts: wait a moment", 429)

    def invitation(self, guest: str) -> None:
        """One invitation to play again."""
        if not self._invitations.take(guest):
            raise Refusal("slow_down", "too many invitations: wait a few minutes", 429)

    def subscription(self, guest: str) -> None:
        """One subscription to push messages."""
        if not self._subscriptions.take(guest):
            raise Refusal("slow_down", "too many changes: wait a moment", 429)

    def picture(self, who: str) -> None:
        """One picture that must be drawn."""
        if not self._pictures.take(who):
            raise Refusal("slow_down", "too many pictures: wait a moment", 429)

    def foresight(self, guest: str) -> None:
        """One throw whose spread is worked out by physics."""
        if not self._foresights.take(guest):
            raise Refusal("slow_down", "too many throws to foresee: wait a moment", 429)

    def talk(self, guest: str) -> None:
        """One line of chat."""
        if not self._talk.take(guest):
            raise Refusal("slow_down", "you talk too fast: wait a moment", 429)


def count(requests: Bucket) -> None:
    """One request or message more."""
    if not requests.take():
        raise Refusal("slow_down", "too many messages: wait a moment", 429)


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
