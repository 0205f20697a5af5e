"""The present position as one reader may know it, and what that reader can do."""

from typing import Any

import msgspec
import pytest

from bangbox.server.match.fold import Match
from bangbox.server.protocol import ClockSetup, Situation, TakeBackOffer
from bangbox.server.showing.scene import choices_of
from bangbox.server.showing.situation import situation, situation_of
from tests.server.matches import add, begin, end, new_match, play, steps, viewers

every_game = pytest.mark.parametrize("game", ["bigxbang", "brains", "magpie", "robbery", "tictactoe"])
NOW = 10_000


def plain(value: Any) -> Any:
    """As it looks on the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


def shown(match: Match, viewer: int | None, **more: Any) -> Situation:
    """What a reader is sent, read back."""
    return msgspec.json.decode(msgspec.json.encode(situation(match, viewer, NOW, **more)), type=Situation)


@every_game
def test_a_situation_is_that_of_its_moment(game: str) -> None:
    match = new_match(game)
    for _ in steps(match, 3):
        for viewer in viewers(match):
            eye = match.eye(viewer)
            expected = situation_of(eye, match.actor, match.last)
            if match.actor == viewer:
                expected.choices, expected.forms = choices_of(eye, eye.choices()), eye.ranges()
            assert plain(situation(match, viewer, NOW)) == plain(expected)


@every_game
def test_only_whoever_has_to_act_has_choices(game: str) -> None:
    match = new_match(game)
    for _ in steps(match, 4):
        offered = {viewer: bool(shown(match, viewer).choices or shown(match, viewer).forms) for viewer in viewers(match)}
        assert offered == {viewer: viewer == match.actor for viewer in viewers(match)}


def test_only_others_are_told_that_a_bot_thinks() -> None:
    match = new_match(seats="**")
    for _ in steps(match, 4):
        thinking = {viewer: shown(match, viewer).thinking for viewer in viewers(match)}
        assert thinking == {viewer: viewer != match.actor for viewer in viewers(match)}
    assert not any(shown(begin(new_match()), viewer).thinking for viewer in (0, 1, None))


def test_before_the_set_up_nothing_can_be_done() -> None:
    now = shown(new_match(seats="a."), 0)
    assert (now.number, now.actor, now.choices, now.forms, now.prompt) == (0, -1, [], [], None)


def test_outcomes_are_typed_in_by_those_who_sit_there() -> None:
    match = new_match(dice="typed", options={"first": "random"})
    add(match, "set-up", data={"actions": [], "k": 0, "draws": []})
    assert [outcome.name for outcome in shown(match, 1).outcomes] == ["first0", "first1"]
    assert shown(match, None).outcomes == []
    add(match, "chance", action=match.pos.parse("first1"), name="first1")
    assert shown(match, 1).outcomes == []


def test_clocks_and_what_may_be_taken_back_are_shown() -> None:
    match = play(begin(new_match(clock=ClockSetup(kind="game", seconds=60)), time=1000), "b2")
    now = shown(match, 0, take_back=TakeBackOffer(number=1, free=True))
    assert [(face.left_ms, face.running) for face in now.clocks] == [(59_000, False), (52_000, True)]
    assert now.take_back == TakeBackOffer(number=1, free=True)


def test_at_the_end_everything_is_public_and_nothing_can_be_done() -> None:
    match = end(begin(new_match("magpie", options={"players": 3})), "agreed", winners=(2,))
    now = [plain(situation(match, viewer, NOW)) for viewer in viewers(match)]
    assert all(seen == now[0] for seen in now)
    assert (now[0]["actor"], now[0]["winners"], now[0]["choices"]) == (-2, [2], [])


def test_a_position_without_a_match_shows_its_winners() -> None:
    pos = play(begin(new_match()), "a1", "b1", "a2", "b2", "a3").pos
    assert situation_of(pos, pos.actor, 6).winners == [0]
