"""Every game, played at random: facts that hold at every node, choices, names, copies, results, fair picks and draws."""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import bangbox
from bangbox.core.dice import SeededDice
from bangbox.core.position import Position
from bangbox.core.record import record
from bangbox.core.rules import CHANCE, OVER
from tests.games.suite import CASES, Case, chi_square_is_plausible, nodes, step

every_case = pytest.mark.parametrize("case", CASES, ids=str)

Count = Callable[[int, int], int]
CHUNK = 50  # games between two looks at the clock
PATIENCE = 2, 240  # seconds for the random games of a case, in an ordinary run and when soaking
FAR = [2**31, 2**40 + 7, 2**53 - 1]  # numbers that are hardly ever actions


def is_open(pos: Position) -> bool:
    """Whether more can be done than is listed: ranges, or a throw that physics settles."""
    return bool(pos.ranges()) or (pos.actor == CHANCE and not pos.choices())


@every_case
def test_random_games_keep_every_invariant_and_end(
    case: Case, soak_count: Count, soak_row: Callable[..., None], progress: Callable[[str], None]
) -> None:
    engine, wanted, patience = case.game.engine, soak_count(200, 100_000), soak_count(*PATIENCE)
    states, rng = case.game.start(dice=None).states(2), SeededDice(11).rng
    counts = np.zeros(2, np.int64)
    began, played = time.perf_counter(), 0
    while played < wanted and time.perf_counter() - began < patience:
        broken = engine.checked_play_outs(states, CHUNK, rng, engine.buffer(), engine.buffer(), counts, case.bound)
        assert broken != -1, f"a game took more than {case.bound} actions"
        assert broken == 0, f"fact {broken} is broken: {case.game.kind.notation.text(record(states, 1))}"
        played += CHUNK
        progress(f"{case}: {played:,} of {wanted:,} games")
    seconds = time.perf_counter() - began
    soak_row(
        f"random games of {case}, every invariant after every action", played, f"none broken, {counts.sum():,} actions", seconds
    )


def make_widest(engine: Any) -> Callable[..., Any]:
    """widest(states, n, rng, actions, weights, wide, limit) -> the most choices at any node of n random games from states[0]"""
    draw, pick, rules = engine.draw, engine.pick, engine.rules
    rules_actor, rules_choices, rules_apply = rules.actor, rules.choices, rules.apply

    def widest(states: Any, n: int, rng: Any, actions: Any, weights: Any, wide: Any, limit: int) -> int:
        most = 0
        for _ in range(n):
            states[1] = states[0]
            for _step in range(limit):
                who = rules_actor(states[1])
                if who == OVER:
                    break
                most = max(most, rules_choices(states[1], wide))
                if who == CHANCE:
                    rules_apply(states[1], draw(states, 1, rng, actions, weights))
                else:
                    rules_apply(states[1], pick(states, 1, rng, actions))
        return most

    return widest


@every_case
def test_there_are_never_more_choices_than_declared(case: Case, soak_count: Count, soak_row: Callable[..., None]) -> None:
    engine = case.game.engine
    widest = engine.compiled(make_widest(engine))
    states, rng = case.game.start(dice=None).states(2), SeededDice(12).rng
    buffers = [np.zeros(2 * engine.max_choices + 1000, np.int64) for _ in range(3)]
    began, n, most = time.perf_counter(), soak_count(100, 20_000), 0
    for _ in range(0, n, CHUNK):
        most = max(most, int(widest(states, CHUNK, rng, *buffers, case.bound)))
        if n == 100 and time.perf_counter() - began > PATIENCE[0]:
            break
    assert 0 < most <= engine.max_choices
    soak_row(
        f"most choices in random games of {case}", n, f"{most} of {engine.max_choices} declared", time.perf_counter() - began
    )


@every_case
def test_choices_are_what_is_legal(case: Case, soak_count: Count) -> None:
    lot = random.Random(1)
    for pos in nodes(case, soak_count(2, 40)):
        choices = pos.choices()
        assert len(set(choices)) == len(choices) <= case.game.engine.max_choices, pos.text
        assert all(pos.is_legal(action) for action in choices), pos.text
        assert all(0 <= action < 2**53 for action in choices), pos.text
        assert bool(choices) != pos.over or is_open(pos), f"nobody can do anything: {pos.text}"
        if is_open(pos):
            continue
        around = max(choices, default=10) + 20
        for action in [*(lot.randrange(around) for _ in range(40)), *FAR, *(c + 1 for c in choices[:20])]:
            assert pos.is_legal(action) == (action in choices), f"{action} in {pos.text}"
        for action in (-1, -7, -(2**40)):
            assert not case.game.engine.legal(pos.states(), 0, action, case.game.engine.buffer()), f"{action} in {pos.text}"


@every_case
def test_an_illegal_action_is_refused_and_changes_nothing(case: Case) -> None:
    for pos in nodes(case)[::5]:
        pos = pos.copy()
        for action in (-1, 2**53, *(far for far in FAR if not pos.is_legal(far))):
            before = pos.key
            with pytest.raises(bangbox.IllegalMove):
                pos.play(action)
            assert pos.key == before


@every_case
def test_names_are_unique_and_parsed_back(case: Case, soak_count: Count) -> None:
    lot, dice = random.Random(2), SeededDice(2)
    for pos in nodes(case, soak_count(2, 40)):
        names = [pos.name(action) for action in pos.choices()]
        assert len(set(names)) == len(names), pos.text
        assert all(name.isascii() and name == " ".join(name.split()) for name in names), names
        some = lot.sample(pos.choices(), min(3, len(names)))
        some += [step(pos.copy(), dice) for _ in range(8)] if is_open(pos) else []
        for action in some:
            assert pos.parse(pos.name(action)) == action, f"{pos.name(action)} in {pos.text}"
            assert pos.parse(f" {pos.name(action)}  ") == action


@every_case
def test_forms_are_packed_and_unpacked(case: Case) -> None:
    dice, forms = SeededDice(3), case.game.kind.forms
    for pos in nodes(case):
        for form in pos.ranges():
            for field in form.fields:
                assert field.low <= (field.low if field.default is None else field.default) <= field.high
                with pytest.raises(bangbox.IllegalMove, match=field.name):
                    pos.pack(form.name, **{field.name: field.high + field.step})
        if forms is None or not pos.ranges():
            continue
        for _ in range(10):
            action = step(pos.copy(), dice)
            assert pos.is_legal(action)
            unpacked = forms.unpack(pos.s, action)
            if unpacked is None:
                assert action in pos.choices()
            else:
                assert pos.pack(unpacked[0], **unpacked[1]) == action
        assert all(forms.unpack(pos.s, action) is None for action in pos.choices())


@every_case
def test_texts_hold_the_whole_position(case: Case, soak_count: Count) -> None:
    for pos in nodes(case, soak_count(2, 40)):
        again = case.game.position(pos.text)
        assert again.key == pos.key, pos.text
        assert again.text == pos.text
        assert again == pos
        assert hash(again) == hash(pos)
        assert sorted(again.choices()) == sorted(pos.choices()), pos.text
        assert (again.scores, again.winners, again.actor) == (pos.scores, pos.winners, pos.actor), pos.text
        assert "\n" not in pos.text


@every_case
def test_derived_fields_follow_from_the_others(case: Case) -> None:
    """Zeroed and derived anew, a state plays on in the same way."""
    engine = case.game.engine
    if not hasattr(engine.rules, "derive"):
        assert engine.identity == engine.dtype.itemsize, "fields are derived but there is no derive()"
        return
    dice = SeededDice(4)
    for pos in nodes(case)[::2]:
        pos, states = pos.copy(), pos.states()
        states.view(np.uint8)[engine.identity :] = 0
        engine.derive(states, 0)
        again = Position(pos.game, states)
        for _ in range(12):
            assert again.key == pos.key, pos.text
            assert sorted(again.choices()) == sorted(pos.choices()), pos.text
            assert again.weights() == pos.weights(), pos.text
            assert engine.invariant(again.states(), 0) == 0, pos.text
            if pos.actor == CHANCE:
                assert again.choices() == pos.choices(), f"outcomes in another order: {pos.text}"
            if pos.over:
                break
            action = step(pos, dice)
            pos.play(action)
            again.play(action)


@every_case
def test_copies_are_independent(case: Case) -> None:
    dice = SeededDice(5)
    for pos in nodes(case):
        if not pos.over:
            twin, text, bytes_before = pos.copy(), pos.text, pos.states().tobytes()
            assert twin == pos
            assert hash(twin) == hash(pos)
            twin.play(step(twin, dice))
            assert (pos.text, pos.states().tobytes()) == (text, bytes_before)
            assert twin.key != pos.key, f"an action that changes nothing in {text}"
            assert len(twin.history) == len(pos.history) + 1


@every_case
def test_scores_winners_and_payoffs_agree(case: Case, soak_count: Count) -> None:
    for pos in nodes(case, soak_count(6, 200)):
        assert len(pos.scores) == len(pos.payoffs) == pos.players
        if not pos.over:
            assert pos.winners == []
            assert not any(pos.payoffs)
        elif pos.winners:
            assert pos.payoffs == pytest.approx([(seat in pos.winners) / len(pos.winners) for seat in range(pos.players)])
        else:  # drawn, nobody wins, or played alone or together for points
            assert len(set(pos.payoffs)) == 1
            assert 0 <= pos.payoffs[0] <= 1
            assert pos.players != 2 or sum(pos.payoffs) <= 2


@every_case
def test_random_picks_are_uniform(case: Case, soak_count: Count) -> None:
    rng = SeededDice(6).rng
    fitting = [pos for pos in nodes(case, 3) if pos.actor >= 0 and not is_open(pos) and 1 < len(pos.choices()) < 60]
    for pos in random.Random(6).sample(fitting, min(len(fitting), soak_count(5, 60))):
        seen, n = dict.fromkeys(pos.choices(), 0), len(pos.choices())
        for _ in range(max(1000, soak_count(60, 2000) * n)):
            seen[pos.pick(rng)] += 1
        assert chi_square_is_plausible(list(seen.values()), [1] * n), f"{seen} in {pos.text}"


@every_case
def test_draws_follow_the_weights(case: Case, soak_count: Count) -> None:
    engine, rng = case.game.engine, SeededDice(7).rng
    chances = [pos for pos in nodes(case, 3) if pos.actor == CHANCE and len(pos.choices()) > 1]
    for pos in chances[: soak_count(2, 20)]:
        weights = pos.weights()
        assert all(weight > 0 for weight in weights), f"an impossible outcome is listed in {pos.text}"
        assert sum(weights) < 2**32
        seen, states, scratch = dict.fromkeys(pos.choices(), 0), pos.states(), (engine.buffer(), engine.buffer())
        for _ in range(max(1000, soak_count(60, 2000) * len(seen))):
            seen[int(engine.draw(states, 0, rng, *scratch))] += 1
        assert chi_square_is_plausible(list(seen.values()), weights), f"{seen} for {weights} in {pos.text}"


@every_case
def test_the_same_seed_is_the_same_game(case: Case) -> None:
    if case.game.kind.settle is not None and case.game.kind.settle.is_real(case.game.start(dice=None)):
        return  # throws by physics have tests of their own

    def ending(seed: int) -> bytes:
        pos, dice = case.game.start(seed=seed), SeededDice(seed + 1000)
        while not pos.over:
            pos.play(step(pos, dice))
        return pos.states().tobytes()

    assert ending(1) == ending(1)
    assert len({ending(seed) for seed in range(6)}) > 1
