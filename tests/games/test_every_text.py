"""Every game, given any text: a sound position or a TextError, an action that is legal or an IllegalMove, never anything else."""

import functools
import random
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bangbox
from bangbox.core.dice import SeededDice
from bangbox.core.position import Position
from tests.games.suite import CASES, nodes

every_game = pytest.mark.parametrize("name", sorted({case.id for case in CASES}))

Count = Callable[[int, int], int]
STRANGE = " /,;:-+?*#.x0129é\n\0²"


@functools.cache
def some_positions(name: str) -> list[Position]:
    return [pos for case in CASES if case.id == name for pos in nodes(case)]


@functools.cache
def some_texts(name: str) -> list[str]:
    return [pos.text for pos in some_positions(name)]


def edited(lot: random.Random, text: str, signs: str) -> str:
    """The text with one small change: a sign or a field replaced, added, dropped or doubled."""
    at = lot.randrange(len(text) + 1)
    sign = text[at : at + 1]
    like = [s for s in signs if (s.isdigit(), s.isalpha()) == (sign.isdigit(), sign.isalpha())] or signs
    fields = text.split(" ")
    i = lot.randrange(len(fields))
    fields[i : i + 1] = lot.choice([[], [fields[i]] * 2, [""], fields[i : i + 2][::-1], [fields[-1]]])
    return lot.choice([
        text[:at] + lot.choice(like) + text[at + 1 :],
        text[:at] + lot.choice(like) + text[at + 1 :],
        text[:at] + lot.choice(signs) + text[at + 1 :],
        text[:at] + lot.choice(signs) + text[at:],
        text[:at] + text[at + lot.randint(1, 3) :],
        text[:at] + lot.choice(["-1", "3", "7", "63", "255", "256", "65536", str(10**12)]) + text[at + 1 :],
        " ".join(fields),
    ])  # fmt: skip


def nearly(lot: random.Random, pool: list[str]) -> str:
    """A text that is nearly right."""
    signs = "".join(sorted(set("".join(pool[:20])) | set(STRANGE)))
    text = lot.choice(pool)
    for _ in range(lot.choice([1, 1, 1, 2, 3])):
        text = edited(lot, text, signs)
    return text


def assert_sound_or_refused(name: str, text: str) -> bool:
    """Whether it is a position; a sound one then."""
    try:
        pos = bangbox.game(name).position(text)
    except bangbox.TextError:
        return False
    engine = pos.game.engine
    assert engine.invariant(pos.states(), 0) == 0, text
    assert bangbox.game(name).position(pos.text) == pos
    assert all(pos.is_legal(action) and pos.name(action) for action in pos.choices())
    states, counts = pos.states(2), np.zeros(2, np.int64)
    played_on = engine.checked_play_outs(states, 1, SeededDice(1).rng, engine.buffer(), engine.buffer(), counts, 100)
    assert played_on <= 0, f"{text}: fact {played_on} breaks when it is played on"
    return True


@every_game
def test_any_text_is_a_position_or_a_text_error(name: str) -> None:
    @given(st.one_of(st.text(), st.text(STRANGE, max_size=120)))
    def check(text: str) -> None:
        assert_sound_or_refused(name, text)

    check()


@every_game
def test_a_text_that_is_nearly_right_is_sound_or_refused(name: str, soak_count: Count, soak_row: Callable[..., None]) -> None:
    lot, pool, began = random.Random(name), some_texts(name), time.perf_counter()
    n = soak_count(400, 40_000)
    accepted = sum(assert_sound_or_refused(name, nearly(lot, pool)) for _ in range(n))
    soak_row(
        f"position texts of {name} with small changes", n, f"{accepted:,} sound, all others refused", time.perf_counter() - began
    )


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
def test_a_move_text_that_is_nearly_right_is_an_action_or_illegal(name: str, soak_count: Count) -> None:
    lot, pool = random.Random(name), some_positions(name)
    for _ in range(soak_count(400, 40_000)):
        pos = lot.choice(pool)
        names = [pos.name(action) for action in pos.choices()[:40]] or ["x"]
        assert_legal_or_refused(pos, nearly(lot, names))
