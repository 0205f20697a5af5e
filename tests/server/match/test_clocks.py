"""Time to think: what each seat has left, and how nobody loses by an outage nor gains while a server is there."""

from typing import Any

from bangbox.server.match.clocks import GRACE_MS, LATE_MS, Clock
from bangbox.server.protocol import ClockSetup
from bangbox.server.storage.rows import EventRow

DAY = 86_400


def a_clock(kind: Any = "game", seconds: int = 60, increment: int = 0) -> Clock:
    """Of a match that began at 0, seat 0 to act."""
    clock = Clock(ClockSetup(kind=kind, seconds=seconds, increment=increment), 2)
    clock.fold(EventRow(1, 0, "set-up"), 0)
    return clock


def test_only_the_clock_of_whoever_has_to_act_runs() -> None:
    clock = a_clock()
    assert [(face.left_ms, face.running) for face in clock.faces(7000)] == [(53_000, True), (60_000, False)]
    clock.fold(EventRow(2, 10_000, "choice", 0, 4), 1)
    assert [(face.left_ms, face.running) for face in clock.faces(15_000)] == [(50_000, False), (55_000, True)]
    clock.fold(EventRow(3, 20_000, "choice", 1, 5), None)
    assert [face.running for face in clock.faces(99_000)] == [False, False], "a bot, chance or nobody has to act"
    assert (clock.deadline, clock.falls(0)) == (None, None)


def test_a_match_without_clocks_shows_none() -> None:
    clock = a_clock("none")
    assert (clock.on, clock.faces(5000), clock.deadline) == (False, [], None)


def test_every_move_has_its_time_anew() -> None:
    clock = a_clock("days", 3 * DAY)
    assert clock.deadline == 3 * DAY * 1000
    clock.fold(EventRow(2, 2 * DAY * 1000, "choice", 0, 4), 1)
    clock.fold(EventRow(3, 4 * DAY * 1000, "choice", 1, 5), 0)
    assert clock.deadline == 7 * DAY * 1000


def test_taking_back_gives_no_time_back() -> None:
    clock = a_clock(increment=5)
    clock.fold(EventRow(2, 10_000, "choice", 0, 4), 1)
    assert clock.left == [55_000, 60_000]
    clock.fold(EventRow(3, 12_000, "back", 0, 1), 0)
    assert clock.left == [50_000, 58_000], "the increment is gone, the ten seconds are not"


def test_after_an_outage_there_is_time_for_the_next_turn() -> None:
    clock = a_clock(increment=2)
    clock.fold(EventRow(2, 75_000, "choice", 0, 4), 1)
    clock.fold(EventRow(3, 76_000, "choice", 1, 5), 0)
    assert clock.left == [GRACE_MS + 2000, 61_000]
    assert clock.deadline == 76_000 + GRACE_MS + 2000
    clock.fold(EventRow(4, 80_000, "choice", 0, 6), 1)
    assert clock.left[0] == GRACE_MS, "from then on it runs as ever"


def test_an_outage_gives_nobody_more_than_a_whole_clock() -> None:
    clock = a_clock(seconds=5)
    clock.fold(EventRow(2, 75_000, "choice", 0, 4), 1)
    assert clock.left[0] == 5000


def test_an_outage_in_the_turn_of_one_is_over_when_another_gives_up() -> None:
    clock = Clock(ClockSetup(kind="game", seconds=60), 3)
    clock.fold(EventRow(1, 0, "set-up"), 0)
    clock.fold(EventRow(2, 75_000, "resign", 2), 0)
    assert clock.deadline == 75_000 + GRACE_MS
    clock.fold(EventRow(3, 78_000, "choice", 0, 4), 1)
    assert clock.left[0] == GRACE_MS - 3000


def test_what_is_taken_back_after_an_outage_can_be_played_anew() -> None:
    clock = a_clock(increment=5)
    clock.fold(EventRow(2, 75_000, "choice", 0, 4), 1)
    clock.fold(EventRow(3, 76_000, "back", 0, 1), 0)
    assert clock.left == [GRACE_MS, 59_000], "without the increment"
    assert clock.deadline == 76_000 + GRACE_MS


def test_a_clock_that_ran_out_stays_so_after_a_time_out() -> None:
    clock = a_clock()
    clock.fold(EventRow(2, 75_000, "timeout", 0), 0)
    clock.fold(EventRow(3, 75_000, "end", 0), None)
    assert clock.faces(75_000)[0].left_ms == 0


def test_moving_before_the_sweep_comes_by_gains_nothing() -> None:
    """However often: only a single turn that was long overdue shows that no server was there."""
    clock, now = a_clock(), 60_000
    for number in range(2, 22, 2):
        now += 900
        clock.fold(EventRow(number, now, "choice", 0, 4), 1)
        clock.fold(EventRow(number + 1, now, "choice", 1, 5), 0)
        assert clock.left[0] < 0
        assert clock.deadline is not None
        assert clock.deadline < now
    assert clock.left[0] < -LATE_MS


def test_a_clock_falls_later_for_a_server_that_came_after_the_turn_began() -> None:
    clock = a_clock()
    for started, falls in [
        (0, 60_000),  # it was there
        (30_000, 60_000),  # there was time enough left
        (55_000, 75_000),
        (90_000, 110_000),
    ]:
        assert clock.falls(started) == falls
    clock.fold(EventRow(2, 100_000, "choice", 0, 4), 1)
    assert clock.falls(90_000) == 160_000, "as ever"


def test_a_clock_that_fell_just_before_the_move_after_an_outage() -> None:
    """It shows nothing more, but its owner goes on."""
    clock = a_clock()
    clock.fold(EventRow(2, 61_000, "choice", 0, 4), 1)
    clock.fold(EventRow(3, 62_000, "choice", 1, 5), 0)
    assert clock.left[0] == -1000
    assert clock.falls(0) == 61_000, "a server was there all the time"
    assert clock.falls(58_000) == 62_000 + GRACE_MS
    clock.fold(EventRow(4, 63_000, "choice", 0, 6), 1)
    clock.fold(EventRow(5, 64_000, "choice", 1, 7), 0)
    assert clock.falls(58_000) == 64_000 + GRACE_MS
    clock.fold(EventRow(6, 74_000, "choice", 0, 8), 1)
    clock.fold(EventRow(7, 75_000, "choice", 1, 9), 0)
    assert clock.falls(58_000) == clock.deadline == 75_000 + GRACE_MS


def test_a_clock_that_falls_again_long_after_an_outage() -> None:
    clock = a_clock(increment=2)
    clock.fold(EventRow(2, 61_000, "choice", 0, 4), 1)
    clock.fold(EventRow(3, 62_000, "choice", 1, 5), 0)
    assert clock.falls(58_000) == 63_000, "the increment counts as ever"
    clock.fold(EventRow(4, 65_500, "choice", 0, 6), 1)
    clock.fold(EventRow(5, 66_000, "choice", 1, 7), 0)
    assert clock.left[0] == -500
    assert clock.falls(58_000) == 65_500
