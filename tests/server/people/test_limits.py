"""How much everybody may ask for."""

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.people import limits
from bangbox.server.people.limits import Bucket, Buckets, Limits, Sockets, count
from bangbox.server.protocol import Me
from bangbox.server.settings import Settings

ANN, BOB = (Me(id=name, name=name, kind="guest") for name in ("ann", "bob"))


class Seconds:
    """A clock that the test moves."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def taken(bucket: Bucket) -> int:
    """How many are allowed at once."""
    found = 0
    while bucket.take():
        found += 1
    return found


def test_spoken_codes_cannot_be_guessed_one_after_the_other() -> None:
    clock = Seconds()
    limits = Limits(Settings(), clock)
    for _ in range(10):
        limits.words("here")
    with pytest.raises(Refusal):
        limits.words("here")
    limits.words("there")
    clock.now += 10
    limits.words("here")


def test_so_many_at_once_and_then_at_a_rate() -> None:
    clock = Seconds()
    bucket = Bucket(rate=2, burst=5, clock=clock)
    assert taken(bucket) == 5
    clock.now += 1.4
    assert taken(bucket) == 2
    clock.now += 0.1
    assert taken(bucket) == 1, "what was left over is not lost"
    clock.now += 1000
    assert bucket.is_full()
    assert taken(bucket) == 5, "and not more than that after a long time"
    assert not bucket.is_full()


def test_everybody_has_a_bucket() -> None:
    buckets = Buckets(0, 1, Seconds())
    assert [buckets.take(key) for key in ("a", "b", "a")] == [True, True, False]


def test_limits_are_remembered_for_those_who_came_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEPT", 4)
    clock = Seconds()
    slow, quick = Buckets(0, 1, clock), Buckets(1, 1, clock)
    for key in "abcdefgh":
        assert slow.take(key)
        assert quick.take(key)
        clock.now += 1
    assert not slow.take("h")
    assert slow.take("a"), "forgotten long ago"
    assert len(quick._known) <= 4


def test_requests_of_guests_and_of_strangers_are_counted_apart() -> None:
    found = Limits(Settings(messages_per_second=2), Seconds())
    for _ in range(10):
        found.request(ANN, "10.0.0.1")
    with pytest.raises(Refusal, match="too many messages") as refused:
        found.request(ANN, "10.0.0.2")
    assert refused.value.status == 429
    found.request(BOB, "10.0.0.1")
    for _ in range(50):
        found.request(None, "10.0.0.1")
    with pytest.raises(Refusal):
        found.request(None, "10.0.0.1")
    with pytest.raises(Refusal):
        count(found.requests(ANN, ""))


def test_new_guests_of_an_address_and_lines_of_talk() -> None:
    clock = Seconds()
    found = Limits(Settings(guests_per_hour=3), clock)
    for _ in range(3):
        found.new_guest("10.0.0.1")
    with pytest.raises(Refusal, match="too many new guests"):
        found.new_guest("10.0.0.1")
    found.new_guest("10.0.0.2")
    clock.now += 1200
    found.new_guest("10.0.0.1")
    for _ in range(6):
        found.talk("ann")
    with pytest.raises(Refusal, match="too fast"):
        found.talk("ann")
    clock.now += 2
    found.talk("ann")


def test_connections_at_a_time() -> None:
    sockets = Sockets(2)
    for _ in range(2):
        sockets.enter("ann")
    with pytest.raises(Refusal, match="at most 2"):
        sockets.enter("ann")
    sockets.enter("bob")
    assert sockets.count == 3
    sockets.leave("ann")
    sockets.enter("ann")
    for who in ("ann", "ann", "bob"):
        sockets.leave(who)
    assert sockets.count == 0
