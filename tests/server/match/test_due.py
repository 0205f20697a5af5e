"""When somebody has to look at a match again."""

from bangbox.server.match.due import DAY_MS, WAITING_MS, due
from bangbox.server.protocol import ClockSetup
from bangbox.server.settings import Settings
from tests.server.matches import add, begin, end, new_match, play

SETTINGS = Settings(patience_days=14, gone_seconds=90)
NOW = 1_000_000


def test_a_table_that_waits_for_players_is_forgotten_after_a_while() -> None:
    match = new_match(seats="a.")
    forgotten = match.row.created + 14 * DAY_MS
    assert due(match, NOW, SETTINGS, shared=False) == forgotten
    assert due(match, NOW, SETTINGS, shared=True) == NOW + WAITING_MS, "two processes may have seated the last two at once"
    assert due(match, forgotten - 1, SETTINGS, shared=True) == forgotten


def test_a_bot_and_a_throw_are_due_at_once() -> None:
    assert due(begin(new_match(seats="*a")), NOW, SETTINGS, shared=False) == NOW
    throw = begin(new_match("magpie", "abc", options={"players": 3}))
    while not throw.pos.ranges():
        play(throw, throw.pos.name(throw.pos.choices()[0]))
    add(throw, "choice", throw.actor, action=throw.pos.pack("flick", angle=0, strength=40), name="flick")
    assert throw.needs_worker
    assert due(throw, NOW, SETTINGS, shared=False) == NOW


def test_a_person_without_a_clock_is_waited_for() -> None:
    assert due(begin(new_match()), NOW, SETTINGS, shared=False) is None


def test_a_person_with_a_clock_is_due_when_it_falls() -> None:
    match = begin(new_match(clock=ClockSetup(kind="game", seconds=60)), time=5000)
    assert due(match, NOW, SETTINGS, shared=False) == 65_000


def test_where_a_bot_replaces_gone_players_somebody_looks_whether_they_are_gone() -> None:
    match = begin(new_match(gone="bot", clock=ClockSetup(kind="game", seconds=600)), time=NOW)
    assert due(match, NOW, SETTINGS, shared=False) == NOW + 90_000
    assert due(match, NOW + 550_000, SETTINGS, shared=False) == NOW + 600_000, "the clock falls first"


def test_typed_dice_are_waited_for() -> None:
    match = new_match(dice="typed", options={"first": "random"})
    add(match, "set-up", data={"actions": [], "k": 0, "draws": []})
    assert due(match, NOW, SETTINGS, shared=False) is None


def test_a_match_that_is_over_is_due_only_if_its_series_goes_on() -> None:
    match = end(begin(new_match()))
    assert due(match, NOW, SETTINGS, shared=False) is None
    match = end(begin(new_match(series=3)))
    match.row.series, match.row.result = "s", match.result
    assert due(match, NOW, SETTINGS, shared=False) == NOW
    match.row.next = "m2"
    assert due(match, NOW, SETTINGS, shared=False) is None
