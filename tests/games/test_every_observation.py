"""Every game as learners get it: observations that tell nothing concealed, and actions that have one number each."""

from collections.abc import Callable

import numpy as np
import pytest

from bangbox.core.algorithms.observing import Observer, masks_all, observe_all, observer
from bangbox.core.dice import SeededDice
from bangbox.core.errors import IllegalMove
from bangbox.core.parts import length
from bangbox.core.position import Position
from bangbox.core.registry import kind
from bangbox.core.rules import plain
from tests.games.suite import CASES, NAMES, SECRET, Case, nodes, walk
from tools.observations import PAGE, page

Count = Callable[[int, int], int]

every_case = pytest.mark.parametrize("case", CASES, ids=str)


@every_case
def test_observations_are_numbers_from_0_to_1(case: Case) -> None:
    watched = observer(case.game)
    for pos in nodes(case):
        for seat in range(pos.players):
            seen = watched.observe(pos, seat)
            assert seen.shape == (watched.size,) and seen.dtype == np.float32
            assert seen.min() >= 0 and seen.max() <= 1, f"{pos.text}: {part_of(watched, int(seen.argmax()))}"


def part_of(watched: Observer, place: int) -> str:
    return next(part.name for i, part in enumerate(watched.parts) if place < length(watched.parts[: i + 1]))


@every_case
def test_compiled_observations_are_those_of_the_plain_text(case: Case) -> None:
    watched = observer(case.game)
    found = kind(case.id).observing
    assert found is not None
    for pos in nodes(case, 1)[::3]:
        for seat in range(pos.players):
            out = np.zeros(watched.size, np.float32)
            plain(found).observe(pos.seen_by(seat, history=False).s, seat, out)  # type: ignore[arg-type]
            assert np.array_equal(out, watched.observe(pos, seat)), pos.text


@every_case
def test_what_changes_for_a_seat_is_observed(case: Case) -> None:
    """Two nodes of a game that look different to a seat are hardly ever observed as the same."""
    watched = observer(case.game)
    for seat in range(case.game.players):
        different = {pos.seen_by(seat, history=False).key for pos in nodes(case)}
        observed = {watched.observe(pos, seat).tobytes() for pos in nodes(case)}
        assert len(observed) > 0.7 * len(different)


@every_case
def test_every_choice_has_a_number_of_its_own(case: Case, soak_count: Count) -> None:
    watched = observer(case.game)
    largest = 0
    for seed in range(soak_count(1, 50)):
        for moment, pos in enumerate(walk(case, seed)):
            if pos.actor < 0 or moment % soak_count(7, 1):
                continue
            choices, mask = pos.choices(), watched.mask(pos)
            numbers = [watched.number(pos, action) for action in choices]
            assert len(set(numbers)) == len(choices), pos.text
            assert [watched.action(pos, number) for number in numbers] == choices, pos.text
            assert mask.dtype == np.int8 and sorted(numbers) == np.flatnonzero(mask).tolist()
            largest = max([largest, *numbers])
    assert 0 < largest < watched.actions <= length(watched.numbers)


@every_case
def test_a_number_that_is_no_choice_is_refused(case: Case) -> None:
    watched = observer(case.game)
    for pos in nodes(case, 1)[::4]:
        mask = watched.mask(pos)
        assert pos.actor >= 0 or not mask.any()
        wrong = np.flatnonzero(mask == 0)
        for number in [-1, watched.actions, *wrong[:: max(1, len(wrong) // 20)].tolist()]:
            with pytest.raises(IllegalMove, match="number"):
                watched.action(pos, number)


@every_case
def test_many_at_once_are_as_one_by_one(case: Case) -> None:
    game, watched = case.game, observer(case.game)
    chosen = nodes(case)
    states = np.frombuffer(bytearray().join(pos.states().tobytes() for pos in chosen), game.engine.dtype)
    seats = np.array([pos.actor for pos in chosen])
    seen, masks = np.ones((len(chosen), watched.size), np.float32), np.ones((len(chosen), watched.actions), np.int8)
    before = states.tobytes()
    observe_all(game, states, seats, seen)
    assert states.tobytes() == before, "looking changes nothing"
    masks_all(game, states, masks)
    for i, pos in enumerate(chosen):
        assert np.array_equal(seen[i], watched.observe(pos, pos.actor) if pos.actor >= 0 else np.zeros(watched.size))
        assert np.array_equal(masks[i], watched.mask(pos))


@pytest.mark.parametrize("case", SECRET, ids=str)
def test_two_worlds_that_look_the_same_are_observed_the_same(case: Case, soak_count: Count) -> None:
    watched, dice, differing = observer(case.game), SeededDice(4), 0
    for pos in nodes(case, soak_count(2, 40)):
        for seat in range(pos.players if not pos.over else 0):
            world = pos.seen_by(seat).guessed(dice.rng)
            assert np.array_equal(watched.observe(world, seat), watched.observe(pos, seat)), pos.text
            if seat == pos.actor:
                assert np.array_equal(watched.mask(world), watched.mask(pos))
            differing += world.key != pos.key
    assert differing, "nothing was ever hidden: the test shows nothing"


@pytest.mark.parametrize("name", NAMES)
def test_parts_are_named_and_explained(name: str) -> None:
    found = kind(name).observing
    assert found is not None
    for parts in (found.OBSERVATION, found.NUMBERS):
        assert len({part.name for part in parts}) == len(parts)
        assert all(part.text and part.size > 0 for part in parts)


def test_the_page_about_observations_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run `python -m tools.observations`"


def test_the_numbers_of_variants_come_last() -> None:
    sizes = [observer(Case("bigxbang", options, 0).game).actions for options in ((), (("decay", True),), (("meet", True),))]
    assert sizes == sorted(sizes) and sizes[0] == 506


def test_a_concealed_position_is_observed_as_the_real_one() -> None:
    case = SECRET[0]
    pos: Position = nodes(case, 1)[3]
    assert np.array_equal(observer(case.game).observe(pos.seen_by(0), 0), observer(case.game).observe(pos, 0))
