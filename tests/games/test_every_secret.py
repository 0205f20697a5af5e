"""Every game with secrets: no seat learns what it may not know, and what it guesses fits what it has seen."""

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from bangbox.core.dice import SeededDice
from bangbox.core.position import SPECTATOR, Position
from tests.games.suite import SECRET, Case, nodes, viewers, walk

every_secret = pytest.mark.parametrize("case", SECRET, ids=str)

Count = Callable[[int, int], int]


def running(case: Case, games: int) -> list[Position]:
    """Nodes before the end: once a game is over everything is public."""
    return [pos for pos in nodes(case, games) if not pos.over]


def beginning(case: Case, length: int = 12) -> list[Position]:
    """The first nodes of a game, where things are dealt: nodes at random may miss every hidden event of a long one."""
    return [pos.copy() for pos in itertools.islice(walk(case, 0), length)]


def concealed(pos: Position, viewer: int) -> bytes:
    states = pos.states()
    pos.game.engine.conceal(states, 0, viewer)
    return states.tobytes()


def guessed(pos: Position, viewer: int, dice: SeededDice) -> Position:
    """A world that the viewer may believe to be the real one."""
    return pos.seen_by(None if viewer == SPECTATOR else viewer).guessed(dice.rng)


def seats(pos: Position) -> list[int]:
    return [SPECTATOR if viewer is None else viewer for viewer in viewers(pos)]


@every_secret
def test_only_the_actor_sees_choices(case: Case, soak_count: Count) -> None:
    for pos in running(case, soak_count(2, 40)):
        for viewer in viewers(pos):
            seen = pos.seen_by(viewer)
            own = viewer == pos.actor
            assert seen.choices() == (pos.choices() if own else []), pos.text
            assert seen.ranges() == (pos.ranges() if own else [])
            assert seen.weights() == []
            assert (seen.actor, seen.players) == (pos.actor, pos.players)


@every_secret
def test_a_guess_is_a_sound_world_that_looks_the_same(case: Case, soak_count: Count) -> None:
    """So a concealed record, derived and scratch fields included, does not depend on what is hidden."""
    dice, differing = SeededDice(1), 0
    for pos in running(case, soak_count(2, 40)):
        for viewer in seats(pos):
            for _ in range(3):
                world = guessed(pos, viewer, dice)
                assert case.game.engine.invariant(world.states(), 0) == 0, f"seat {viewer} of {pos.text} guesses {world.text}"
                assert concealed(world, viewer) == concealed(pos, viewer), f"seat {viewer} of {pos.text} guesses {world.text}"
                assert (world.actor, world.players, len(world.ranges())) == (pos.actor, pos.players, len(pos.ranges()))
                if viewer == pos.actor >= 0:
                    assert world.choices() == pos.choices()
                differing += world.key != pos.key
    assert differing, "nothing was ever hidden: the test shows nothing"


@every_secret
def test_views_texts_and_talk_depend_only_on_what_is_seen(case: Case) -> None:
    dice = SeededDice(2)
    for pos in running(case, 2):
        for viewer in viewers(pos):
            seen = pos.seen_by(viewer)
            other = guessed(pos, SPECTATOR if viewer is None else viewer, dice).seen_by(viewer)
            assert seen.text == other.text
            assert seen.view(viewer) == other.view(viewer)
            assert (seen.topic(), seen.prompt()) == (other.topic(), other.prompt())
            assert (seen.tally(), seen.scores) == (other.tally(), other.scores)
            if viewer == pos.actor:
                assert seen.why_not("xyzzy") == other.why_not("xyzzy")


@every_secret
def test_a_guessed_world_plays_on_to_its_end(case: Case) -> None:
    engine, dice = case.game.engine, SeededDice(3)
    for pos in running(case, 2)[::4]:
        for viewer in seats(pos):
            states, counts = guessed(pos, viewer, dice).states(2), np.zeros(2, np.int64)
            buffers = engine.buffer(), engine.buffer()
            assert engine.checked_play_outs(states, 1, dice.rng, *buffers, counts, case.bound) == 0, pos.text


@every_secret
def test_an_event_tells_no_more_than_the_state_after_it(case: Case, soak_count: Count) -> None:
    """What differs in truth, but not for a viewer, is shown to it as one and the same event; and that can be read."""
    hidden = 0
    for pos in [*running(case, soak_count(2, 40)), *beginning(case)]:
        after = {action: pos.copy().play(action) for action in pos.choices()}
        for viewer in viewers(pos):
            seat, seen = SPECTATOR if viewer is None else viewer, pos.seen_by(viewer)
            events = {action: pos.action_seen_by(viewer, action) for action in after}
            told_as: dict[bytes, dict[bytes, int]] = {}
            for action, shown in events.items():
                others = told_as.setdefault(concealed(after[action], seat), {})
                assert all(s == shown for key, s in others.items() if key != after[action].key), (
                    f"{action} for {viewer} in {pos.text}"
                )
                others[after[action].key] = shown
                hidden += shown != action
                assert shown == action or pos.actor != viewer, "an actor sees what it does itself"
            for shown in sorted(set(events.values()))[:6]:
                assert seen.name(shown)
                assert seen.label(shown)
                assert seen.about(shown)
    assert hidden, "no event was ever hidden: the test shows nothing"


@every_secret
def test_histories_are_shown_as_each_viewer_may_see_them(case: Case) -> None:
    for pos in walk(case, 1):
        last = pos.copy()
        if len(last.history) == 60 or pos.over:
            break
    full = last.history
    for viewer in viewers(last):
        events = last.seen_by(viewer).history
        assert [event.actor for event in events] == [event.actor for event in full]
        replayed = case.game.start(dice=None)
        for event, real in zip(events, full, strict=True):
            public = last.over
            assert event.action == (real.action if public else replayed.action_seen_by(viewer, real.action))
            replayed.play(real.action)


@every_secret
def test_all_is_public_once_the_game_is_over(case: Case) -> None:
    *_, ended = walk(case, 2)
    assert len(ended.history) > 1
    for viewer in viewers(ended):
        assert ended.seen_by(viewer).text == ended.text
        assert ended.seen_by(viewer).history == ended.history
