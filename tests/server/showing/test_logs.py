"""The latest events, kept encoded for everybody who looks: what is kept is what would be shown anew."""

from typing import Any

import msgspec
import pytest

from bangbox.server.showing.events import log
from bangbox.server.showing.logs import KEPT, TAIL, Logs
from tests.server.matches import add, begin, end, new_match, play, steps, viewers

every_game = pytest.mark.parametrize("game", ["brains", "magpie", "robbery", "tictactoe"])


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
