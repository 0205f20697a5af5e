"""Events as one reader may see them, one by one, as a log, and as they are kept when a match has ended."""

from typing import Any

import msgspec
import pytest

from bangbox.core.rules import CHANCE
from bangbox.server.match.fold import Match
from bangbox.server.protocol import Happened
from bangbox.server.showing.events import KEPT, TAIL, Logs, archive, archive_log, archived, happened, log
from bangbox.server.storage.rows import EventRow
from tests.server.matches import add, begin, end, new_match, play, steps, viewers

every_game = pytest.mark.parametrize("game", ["bigxbang", "brains", "magpie", "robbery", "tictactoe"])


@every_game
def test_an_event_is_shown_as_its_reader_may_know_it(game: str) -> None:
    match = new_match(game)
    for event in steps(match, 1):
        assert event.action is not None
        for viewer in viewers(match):
            told = happened(match.pos, event, viewer, not match.secret)
            shown_as = match.pos.action_seen_by(viewer, event.action)
            assert (told.number, told.kind, told.seat, told.action) == (event.number, event.kind, event.seat, shown_as)
            assert told.name == match.pos.seen_by(viewer).name(shown_as)
            assert told.label is not None
            assert told.about is not None


def test_draws_are_shown_where_nothing_is_secret_and_concealed_where_something_is() -> None:
    for game, hidden in (("brains", False), ("magpie", True)):
        match = new_match(game, options={"players": 3})
        drawn = [event for event in steps(match, 5) if event.kind == "chance"][:1]
        told = log(match, 0, 1, match.last)
        draws = [*told[0].draws, *(draw for event in told[1:] for draw in event.draws)]
        assert [draw.k for draw in draws] == list(range(match.drawn))
        assert all((draw.total is None) == hidden for draw in draws), game
        assert drawn or game == "magpie"


def test_the_set_up_is_told_by_name_as_far_as_a_reader_may_know() -> None:
    match = begin(new_match("magpie", options={"players": 3}))
    told = {viewer: log(match, viewer, 1, 1)[0].data for viewer in viewers(match)}
    names = {viewer: data["names"] for viewer, data in told.items() if data is not None}
    assert len(names[None]) == 4
    assert all(name.endswith("?") for name in names[None]), "a spectator knows nothing of it"
    assert sum(name.endswith("?") for name in names[0]) == 2, "the first magpie knows both of its things"


def test_how_long_a_bot_thought_is_told_only_where_nothing_is_secret() -> None:
    for game, told in (("tictactoe", {"bot": "easy", "simulations": 7}), ("magpie", None)):
        match = begin(new_match(game))
        action = match.pos.choices()[0]
        event = EventRow(2, 0, "choice", 0, action, match.pos.name(action), {"bot": "easy", "simulations": 7})
        assert happened(match.pos, event, 1, not match.secret).data == told


def test_a_flight_is_shown_with_its_throw() -> None:
    match = begin(new_match("brains", options={"players": 3, "first": 0}))
    play(match, match.pos.name(match.pos.choices()[0]))
    assert match.actor == CHANCE
    data = {"flight": [1, 2], "k": match.drawn, "T": 9, "interval": [0, 1]}
    event = EventRow(match.last + 1, 0, "chance", None, match.pos.choices()[0], "", data)
    shown = happened(match.pos, event, None, public=True)
    assert shown.data == {"flight": [1, 2]}, "without the draw, which is shown as such"
    assert (shown.draws[0].total, shown.draws[0].low) == (9, 0)


@every_game
def test_a_log_is_its_events_each_as_of_its_own_moment(game: str) -> None:
    match = new_match(game)
    told: dict[int | None, list[Happened]] = {viewer: [] for viewer in viewers(match)}
    for event in steps(match, 2):
        for viewer, events in told.items():
            events.append(happened(match.pos, event, viewer, not match.secret))
    for viewer, events in told.items():
        if not match.pos.over:
            assert log(match, viewer, 2, match.last) == events
            assert log(match, viewer, 4, 6) == events[2:5]


def test_what_was_taken_back_stays_in_the_log() -> None:
    match = play(begin(new_match()), "b2", "a1")
    add(match, "back", 1, action=2)
    play(match, "c3")
    told = log(match, None, 1, match.last)
    assert [(event.kind, event.name) for event in told][1:] == [
        ("choice", "b2"), ("choice", "a1"), ("back", ""), ("choice", "c3")
    ]  # fmt: skip
    assert told[3].action == 2


@every_game
def test_an_archive_is_the_whole_log_open_to_all(game: str) -> None:
    match = new_match(game)
    for _ in steps(match, 5):
        pass
    end(match, "agreed", winners=(0,))
    match.row.archive = archive(match, list(archive_log(match)), 0)
    kept = archived(match)
    assert [event.number for event in kept.log] == list(range(1, match.last + 1))
    assert kept.log == [msgspec.convert(msgspec.to_builtins(event), type(event)) for event in log(match, None, 1, match.last)]
    assert kept.now.winners == [0]


def test_of_what_cannot_be_played_the_events_are_kept_as_they_are() -> None:
    row, seats = new_match("magpie", options={"players": 3}).row, new_match("magpie", options={"players": 3}).seats
    match = Match(row, seats, broken=True)
    add(match, "set-up", data={"actions": [99], "k": 0, "draws": []})
    add(match, "choice", 1, action=12345, name="once a move")
    end(match, "fault")
    match.row.archive = archive(match, list(archive_log(match)), 0)
    kept = archived(match)
    assert [(event.kind, event.action, event.name) for event in kept.log] == [
        ("set-up", None, ""), ("choice", 12345, "once a move"), ("end", None, "")
    ]  # fmt: skip


# -- the latest events, kept encoded for everybody who looks


def plain(value: Any) -> Any:
    """As it looks on the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


@every_game
def test_what_is_kept_is_what_would_be_shown_anew(game: str) -> None:
    match = new_match(game)
    logs = Logs(match)
    for event in steps(match, 1):
        for viewer in viewers(match):
            assert plain(logs.of(viewer)) == plain(log(match, viewer, 1, match.last))
        logs.add(event)
    for viewer in viewers(match):
        assert plain(logs.of(viewer)) == plain(log(match, viewer, 1, match.last))
        assert plain(logs.since(viewer, match.last - 1)) == plain(log(match, viewer, match.last - 1, match.last))
        assert logs.since(viewer, match.last + 1) == []


def test_a_log_asked_for_late_has_the_latest_events() -> None:
    match = begin(new_match())
    for _ in range(TAIL):
        play(match, "b2")
        add(match, "back", 0, action=1)
    assert [event["number"] for event in plain(Logs(match).of(None))] == list(range(match.last - TAIL + 1, match.last + 1))


def test_a_long_match_takes_no_more_room_than_a_short_one() -> None:
    match = begin(new_match())
    logs = Logs(match)
    logs.of(None)
    for _ in range(3 * KEPT):
        event = add(match, "holder", 1, data={"level": "easy"})
        logs.add(event)
        assert len(logs.of(None)) <= 2 * KEPT
    assert [event["number"] for event in plain(logs.since(None, match.last - 3))] == list(range(match.last - 3, match.last + 1))


def test_when_everything_is_public_it_is_shown_afresh() -> None:
    match = begin(new_match("magpie", options={"players": 3}))
    logs = Logs(match)
    before = plain(logs.of(1))
    end(match, "agreed")
    logs.forget()
    after = plain(logs.of(1))
    assert before[0]["data"] != after[0]["data"]
    assert after == plain(log(match, 1, 1, match.last)) == plain(logs.of(None))


def test_a_point_of_view_from_which_nobody_looks_is_shown_afresh_later() -> None:
    match = new_match("magpie", options={"players": 3})
    logs = Logs(match)
    for event in steps(match, 3):
        for seat in (0, 1):
            logs.of(seat)
        logs.add(event)
        logs.keep_only([0])
    for viewer in viewers(match):
        assert plain(logs.of(viewer)) == plain(log(match, viewer, 1, match.last))
