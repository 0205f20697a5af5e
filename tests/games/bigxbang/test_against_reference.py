"""The fast rules against the slow ones of reference.py: choices and where they lead, ends, points, winners, in every variant."""

import random
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import bangbox
from bangbox.core.algorithms.counting import perft
from bangbox.core.position import Position
from tests.games.bigxbang import reference, scattered
from tests.games.bigxbang.reference import State

SKIES = [scattered.LIGHT, scattered.HEAVY, scattered.HELIUM]
MODES = {
    "match": scattered.MATCHES,
    "alone": [words for words in scattered.PUZZLES if "coop" not in words],
    "together": [words for words in scattered.PUZZLES if "coop" in words],
}


class Comparison:
    """Compares and counts what was compared."""

    def __init__(self, many: int) -> None:
        self.many = many
        self.positions = 0

    def look(self, pos: Position, state: State) -> dict[str, State]:
        """All that can be seen of one position without playing on. Returns what follows it."""
        text = reference.write(state)
        then = reference.followers(state)
        assert pos.text == text
        names = [pos.name(action) for action in pos.choices()]
        assert sorted(names) == sorted(then), text
        assert pos.over == (not then), text
        assert pos.scores == reference.scores(state), text
        assert pos.winners == reference.winners(state), text
        self.positions += 1
        return then

    def look_ahead(self, pos: Position, state: State, samples: int, dice: random.Random) -> dict[str, State]:
        """The position and some of those that follow it, as played and as read from their texts."""
        then = self.look(pos, state)
        for action in dice.sample(pos.choices(), min(samples, len(then))):
            played, expected = pos.copy().play(action), then[pos.name(action)]
            self.look(played, expected)
            again = at(expected)
            assert again == played, played.text
            assert sorted(again.choices()) == sorted(played.choices()), played.text
        return then

    def walk(self, state: State, dice: random.Random, samples: int, every: int) -> None:
        """One random game on both, played on without reading a text; every so often all is compared."""
        pos = at(state)
        for number in range(500):
            then = self.look_ahead(pos, state, samples, dice) if number % every == 0 else reference.followers(state)
            if not then:
                self.look(pos, state)
                return
            going_on = [name for name in then if name not in ("pass", "stop")]
            name = dice.choice(going_on) if going_on and dice.random() < 0.97 else list(then)[-1]
            pos.play(name)
            state = then[name]
            assert pos.text == reference.write(state)
        raise AssertionError("the game does not end")


def at(state: State) -> Position:
    return bangbox.game("bigxbang").position(reference.write(state))


@pytest.fixture
def comparison(
    request: pytest.FixtureRequest, soak_count: Callable[[int, int], int], soak_row: Callable[[str, int, str, float], None]
) -> Iterator[Comparison]:
    began = time.perf_counter()
    found = Comparison(soak_count(1, 30))
    yield found
    name = request.node.name.removeprefix("test_").replace("_", " ")
    soak_row(f"bigxbang, positions compared with the reference: {name}", found.positions, "", time.perf_counter() - began)


@pytest.mark.parametrize("mode", MODES)
def test_random_games(mode: str, comparison: Comparison) -> None:
    for words in MODES[mode]:
        for seed in range(comparison.many):
            dice = random.Random(f"{words} {seed}")
            comparison.walk(scattered.dealt(words, dice), dice, 3, 12)


@pytest.mark.parametrize("sky", SKIES)
def test_sparse_positions(sky: str, comparison: Comparison) -> None:
    dice = random.Random(sky)
    for _ in range(60 * comparison.many):
        state = scattered.sparse(scattered.some_words(dice), dice, sky)
        comparison.look_ahead(at(state), state, 1000, dice)


@pytest.mark.parametrize("sky", SKIES)
def test_games_from_sparse_positions(sky: str, comparison: Comparison) -> None:
    dice = random.Random(f"played on {sky}")
    for _ in range(20 * comparison.many):
        comparison.walk(scattered.sparse(scattered.some_words(dice), dice, sky), dice, 2, 2)


def test_carbon_nuclei_in_clouds_of_helium(comparison: Comparison) -> None:
    """X19: up to three disjoint triples a side, where a greedy count would often find fewer."""
    dice = random.Random("clouds")
    found = set()
    for _ in range(60 * comparison.many):
        state = scattered.empty(("life",))
        for side in "ma":
            cloud = scattered.around(dice.choice(list(reference.PLACES)), dice.choice([2, 3]))
            for circle in dice.sample(cloud, min(len(cloud), 10)):
                state.board.setdefault(circle, (side, 2, 2))
        comparison.look(at(state), state)
        found.add(reference.puzzle_score(state))
    assert found >= {3, 4, 5, 6}


def test_set_ups_dealt_by_the_games_own_dice(comparison: Comparison) -> None:
    dice = random.Random(1)
    for seed in range(10 * comparison.many):
        words = scattered.some_words(dice)
        puzzle = next((word for word in words if word in reference.PUZZLES), "none")
        options = {word: True for word in words if word != puzzle}
        pos = bangbox.game("bigxbang", puzzle=puzzle, **options).start(seed=seed)
        comparison.look_ahead(pos, reference.parse(pos.text), 3, dice)


def test_numbers_of_sequences(comparison: Comparison) -> None:
    dice = random.Random("perft")
    for _ in range(8 * comparison.many):
        state = scattered.sparse(scattered.some_words(dice), dice, scattered.LIGHT)
        pos = at(state)
        comparison.positions += 1
        assert [perft(pos, depth) for depth in (1, 2)] == [reference.perft(state, depth) for depth in (1, 2)], pos.text


def test_the_numbers_of_cases_toml_are_the_references(soak_count: Callable[[int, int], int]) -> None:
    lines = tomllib.loads((Path(__file__).parent / "cases.toml").read_text("utf-8"))["perft"]
    played = [line for line in lines if "?" not in line["position"]]  # set-ups are counted by hand
    assert len(played) >= 5
    for line in played:
        for depth, count in enumerate(line["counts"], 1):
            if count <= soak_count(700, 200_000):
                assert reference.perft(reference.parse(line["position"]), depth) == count, line["position"]
