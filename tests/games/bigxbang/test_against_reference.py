"""The fast rules against the slow ones of reference.py: choices, what each leads to, ends, points and winners, in every variant."""

import random

import pytest

import bangbox
from bangbox.core.counting import perft
from bangbox.core.position import Position
from tests.games.bigxbang import reference, scattered
from tests.games.bigxbang.reference import State

SKIES = [scattered.LIGHT, scattered.HEAVY, scattered.HELIUM]


def at(state: State) -> Position:
    return bangbox.game("bigxbang").position(reference.write(state))


def compare(pos: Position, state: State, samples: int | None, dice: random.Random) -> dict[str, State]:
    """Everything that can be seen of one position; returns the choices."""
    text = reference.write(state)
    then = reference.followers(state)
    actions = {pos.name(action): action for action in pos.choices()}
    assert pos.text == text
    assert len(actions) == len(pos.choices()), text
    assert actions.keys() == then.keys(), text
    assert pos.over == reference.over(state) == (not then), text
    assert pos.scores == reference.scores(state), text
    assert pos.winners == reference.winners(state), text
    names = list(actions) if samples is None else dice.sample(list(actions), min(samples, len(actions)))
    for name in names:
        played = pos.copy().play(actions[name])
        assert played.text == reference.write(then[name]), f"{name} in {text}"
        assert played.over == reference.over(then[name]), f"{name} in {text}"
        assert played.scores == reference.scores(then[name]), f"{name} in {text}"
        assert played.winners == reference.winners(then[name]), f"{name} in {text}"
        again = bangbox.game("bigxbang").position(played.text)
        assert again == played and sorted(again.choices()) == sorted(played.choices()), f"{name} in {text}"
    return then


def walk(state: State, dice: random.Random, samples: int | None, every: int) -> None:
    """One random game on both, compared at every `every`-th position, played on without reading a text."""
    pos = at(state)
    for number in range(500):
        then = compare(pos, state, samples, dice) if number % every == 0 or reference.over(state) else reference.followers(state)
        if not then:
            return
        going_on = [name for name in then if name not in ("pass", "stop")]
        name = dice.choice(going_on) if going_on and dice.random() < 0.97 else list(then)[-1]
        pos.play(name)
        state = then[name]
        assert pos.text == reference.write(state)
    raise AssertionError("the game does not end")


@pytest.fixture
def many(request: pytest.FixtureRequest) -> int:
    """How many times as much under soak."""
    return 30 if request.config.getoption("--soak", default=False) else 1


@pytest.mark.parametrize("words", scattered.ALL, ids=lambda words: ",".join(words) or "-")
def test_random_games(words: tuple[str, ...], many: int) -> None:
    for seed in range(many):
        dice = random.Random(f"{words} {seed}")
        walk(scattered.dealt(words, dice), dice, 3, 9)


@pytest.mark.parametrize("sky", SKIES)
def test_sparse_positions(sky: str, many: int) -> None:
    dice = random.Random(sky)
    for _ in range(100 * many):
        state = scattered.sparse(scattered.some_words(dice), dice, sky)
        if scattered.is_possible(state):
            compare(at(state), state, None, dice)


@pytest.mark.parametrize("sky", SKIES)
def test_games_from_sparse_positions(sky: str, many: int) -> None:
    dice = random.Random(f"played on {sky}")
    for _ in range(25 * many):
        state = scattered.sparse(scattered.some_words(dice), dice, sky)
        if scattered.is_possible(state):
            walk(state, dice, 2, 2)


def test_carbon_nuclei_in_clouds_of_helium(many: int) -> None:
    """X19: up to three disjoint triples a side, where a greedy count would often find fewer."""
    dice = random.Random("clouds")
    found = set()
    for _ in range(100 * many):
        state = scattered.empty(("life",))
        for side in "ma":
            cloud = scattered.around(dice.choice(list(reference.PLACES)), dice.choice([2, 3]))
            for circle in dice.sample(cloud, min(len(cloud), 10)):
                state.board.setdefault(circle, (side, 2, 2))
        pos = at(state)
        assert pos.scores == reference.scores(state), pos.text
        found.add(pos.scores[0])
    assert found >= {3, 4, 5, 6}


def test_dealt_by_the_games_own_dice(many: int) -> None:
    dice = random.Random(1)
    for seed in range(10 * many):
        words = scattered.some_words(dice)
        puzzle = next((word for word in words if word in reference.PUZZLES), "none")
        options = {word: True for word in words if word != puzzle}
        pos = bangbox.game("bigxbang", puzzle=puzzle, **options).start(seed=seed)
        compare(pos, reference.parse(pos.text), 3, dice)


def test_counts_of_sequences(many: int) -> None:
    dice = random.Random("perft")
    for _ in range(8 * many):
        state = scattered.sparse(scattered.some_words(dice), dice, scattered.LIGHT)
        pos = at(state)
        assert [perft(pos, depth) for depth in (1, 2)] == [reference.perft(state, depth) for depth in (1, 2)], pos.text
