"""Who of a match's players is here, away or gone."""

from bangbox.server.play.presence import Presence
from bangbox.server.settings import Settings
from tests.server.house import Clock
from tests.server.matches import new_match


def presence(seats: str = "ab") -> tuple[Presence, Clock]:
    """Of a match whose players were last heard of just now."""
    clock = Clock()
    found = Presence(new_match(seats=seats), Settings(away_seconds=30, gone_seconds=90), clock)
    for guest in ("ann", "bob"):
        found.saw(guest)
    return found, clock


def test_somebody_without_a_connection_is_away_and_then_gone() -> None:
    found, clock = presence()
    for seconds, states in [(30, {}), (1, {0: "away", 1: "away"}), (59, {0: "away", 1: "away"}), (1, {0: "gone", 1: "gone"})]:
        clock.forward(seconds)
        assert found.missing([]) == states
        assert found.missing(["ann", "bob"]) == {}
    assert found.missing(["bob", None]) == {0: "gone"}


def test_whoever_is_heard_of_is_here_again() -> None:
    found, clock = presence()
    clock.forward(100)
    found.saw("ann")
    found.saw(None)
    assert found.missing([]) == {1: "gone"}
    found.saw("bob", clock() - 60_000)  # by another process
    assert found.missing([]) == {1: "away"}
    found.saw("ann", 5)
    assert found.missing([]) == {1: "away"}, "old news changes nothing"


def test_whoever_closes_the_page_is_away_after_a_moment() -> None:
    found, clock = presence()
    clock.forward(10)
    found.left("bob")
    clock.forward(4)
    assert found.missing(["ann"]) == {}, "perhaps it is opened anew"
    clock.forward(1)
    assert found.missing(["ann"]) == {1: "away"}
    found.saw("bob")
    assert found.missing(["ann"]) == {}, "heard of again, by another process"
    clock.forward(5)
    assert found.missing(["ann"]) == {}


def test_what_the_database_says_counts_too() -> None:
    found, clock = presence()
    clock.forward(100)
    found.match.seats[0].seen = clock()
    assert found.missing([]) == {1: "gone"}


def test_bots_and_open_seats_are_never_missing() -> None:
    found, clock = presence("*.")
    clock.forward(10_000)
    assert found.missing([]) == {}


def test_it_is_told_once_that_somebody_went() -> None:
    found, clock = presence()
    assert not found.changed(["ann"])
    clock.forward(31)
    assert found.changed(["ann"])
    assert not found.changed(["ann"])
    assert found.changed(["ann", "bob"])
