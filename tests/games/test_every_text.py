"""Every game, given any text: a sound position or a TextError, an action that is legal or an IllegalMove, never anything else."""

import functools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bangbox
from bangbox.core.dice import SeededDice
from bangbox.core.position import Position
from tests.games.suite import CASES, nodes

every_game = pytest.mark.parametrize("name", sorted({case.id for case in CASES}))

STRANGE = " /,;:-+?*#.x0129é\n\0²"


@functools.cache
def some_positions(name: str) -> list[Position]:
    return [pos for case in CASES if case.id == name for pos in nodes(case)]


@functools.cache
def some_texts(name: str) -> list[str]:
    return [pos.text for pos in some_positions(name)]


def edited(draw: st.DrawFn, text: str, signs: str) -> str:
    """The text with one small change: a sign or a field replaced, added, dropped or doubled."""
    at = draw(st.integers(0, len(text)))
    kind = draw(st.sampled_from(["replace", "insert", "delete", "number", "field"]))
    if kind == "replace":
        return text[:at] + draw(st.sampled_from(signs)) + text[at + 1 :]
    if kind == "insert":
        return text[:at] + draw(st.sampled_from(signs)) + text[at:]
    if kind == "delete":
        return text[:at] + text[at + draw(st.integers(1, 3)) :]
    if kind == "number":
        return text[:at] + str(draw(st.sampled_from([-1, 3, 7, 63, 255, 256, 65536, 10**12]))) + text[at + 1 :]
    fields = text.split(" ")
    i = draw(st.integers(0, len(fields) - 1))
    fields[i : i + 1] = draw(st.sampled_from([[], [fields[i]] * 2, [""], fields[i : i + 2][::-1], [fields[-1]]]))
    return " ".join(fields)


@st.composite
def nearly(draw: st.DrawFn, texts: Any) -> str:
    """A text that is nearly right."""
    pool = texts()
    signs = "".join(sorted(set("".join(pool[:20])) | set(STRANGE)))
    text = draw(st.sampled_from(pool))
    for _ in range(draw(st.integers(1, 3))):
        text = edited(draw, text, signs)
    return text


def assert_sound_or_refused(name: str, text: str) -> None:
    try:
        pos = bangbox.game(name).position(text)
    except bangbox.TextError:
        return
    engine = pos.game.engine
    assert engine.invariant(pos._states, 0) == 0, text
    assert bangbox.game(name).position(pos.text) == pos
    assert all(pos.is_legal(action) and pos.name(action) for action in pos.choices())
    states, counts = np.repeat(pos._states, 2), np.zeros(2, np.int64)
    played_on = engine.checked_play_outs(states, 1, SeededDice(1).rng, engine.buffer(), engine.buffer(), counts, 100)
    assert played_on <= 0, f"{text}: fact {played_on} breaks when it is played on"


@every_game
def test_any_text_is_a_position_or_a_text_error(name: str) -> None:
    @given(st.one_of(st.text(), st.text(STRANGE, max_size=120)))
    def check(text: str) -> None:
        assert_sound_or_refused(name, text)

    check()


@every_game
def test_a_text_that_is_nearly_right_is_sound_or_refused(name: str) -> None:
    @given(nearly(lambda: some_texts(name)))
    def check(text: str) -> None:
        assert_sound_or_refused(name, text)

    check()


def assert_legal_or_refused(pos: Position, text: str) -> None:
    before = pos.key
    try:
        action = pos.parse(text)
        assert pos.is_legal(action)
    except bangbox.IllegalMove:
        pass
    assert pos.key == before


@every_game
def test_any_move_text_is_an_action_or_illegal(name: str) -> None:
    @given(st.data())
    def check(data: st.DataObject) -> None:
        pos = data.draw(st.sampled_from(some_positions(name)))
        assert_legal_or_refused(pos, data.draw(st.one_of(st.text(), st.text(STRANGE, max_size=12))))

    check()


@every_game
def test_a_move_text_that_is_nearly_right_is_an_action_or_illegal(name: str) -> None:
    @given(st.data())
    def check(data: st.DataObject) -> None:
        pos = data.draw(st.sampled_from(some_positions(name)))
        names = [pos.name(action) for action in pos.choices()[:40]] or ["x"]
        assert_legal_or_refused(pos, data.draw(nearly(lambda: names)))

    check()
