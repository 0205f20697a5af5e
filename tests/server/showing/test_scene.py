"""What positions look like is kept: for a while, never for another reader, and never for longer than there is room."""

import itertools
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from bangbox.core.position import Position
from bangbox.core.registry import kind
from bangbox.server.showing.scene import Scene, Scenes, choices_of, raw
from tests.games.suite import CASES, Case, bare, viewers, walk

MOVES = 30
GAMES = ["bigbrainbang", "bigxbang", "brains", "robbery", "tictactoe", "urknall"]
cases_of = {name: [case for case in CASES if case.id == name] for name in GAMES}

every_game = pytest.mark.parametrize("name", GAMES)
open_games = pytest.mark.parametrize("name", [name for name in GAMES if not kind(name).secret])


def plain(value: Any) -> Any:
    """As it looks on the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


def shown(scene: Scene, eye: Position) -> Any:
    """All that a scene shows."""
    return plain([scene.view, scene.topic, scene.tally, scene.scores, scene.ask(eye) if eye.actor >= 0 else None])


def fresh(eye: Position) -> Any:
    """What a reader is to be shown."""
    prompt = eye.prompt() if eye.actor >= 0 else None
    return plain([eye.game.kind.views.view(eye), eye.topic(), eye.tally(), eye.scores, prompt])


def some_of(case: Case, seed: int, moves: int = MOVES) -> list[Position]:
    """The first positions of a random game, each with its history."""
    return [pos.copy() for pos in itertools.islice(walk(case, seed), moves + 1)]


@open_games
def test_a_scene_is_what_its_position_looks_like(name: str) -> None:
    scenes, dice = Scenes(), random.Random(name)
    for seed in range(3):
        positions = some_of(cases_of[name][0], seed)
        for pos in [*positions, *dice.sample(positions, len(positions))]:
            for same in (pos, bare(pos), pos.game.position(pos.text)):
                scene = scenes.of(same)
                assert shown(scene, same) == fresh(same)
                if same.actor >= 0:
                    assert plain(scenes.offer(scene, same)) == plain(choices_of(same, same.choices()))


@every_game
def test_the_same_game_with_other_options_has_other_scenes(name: str) -> None:
    scenes = Scenes()
    walks = [some_of(case, 1) for case in cases_of[name]]
    for positions in itertools.zip_longest(*walks):
        for pos in positions:
            if pos is not None:
                assert shown(scenes.of(pos), pos) == fresh(pos)


class Toy:
    """A game that has only one position, which shows an option; and that position."""

    seat, key, scores = None, b"same", [0]
    topic, tally = staticmethod(lambda: ""), staticmethod(lambda: list[int]())

    def __init__(self, option: int) -> None:
        self.kind = SimpleNamespace(views=SimpleNamespace(view=lambda eye: option))

    @property
    def game(self) -> "Toy":
        return self


def shown_option(scenes: Scenes, toy: Toy) -> Any:
    return plain(scenes.of(cast(Any, toy)).view)


def test_positions_of_the_same_bytes_in_games_with_other_options_are_not_mixed_up() -> None:
    scenes, one, two = Scenes(), Toy(1), Toy(2)
    assert [shown_option(scenes, toy) for toy in (one, two, one, two)] == [1, 2, 1, 2]


@pytest.mark.parametrize("most", [1, 10, 1_000_000])
def test_a_game_that_nobody_plays_any_more_leaves_no_scenes_to_the_next(most: int) -> None:
    scenes = Scenes(most)
    assert [shown_option(scenes, Toy(option)) for option in range(200)] == list(range(200))


# -- room


def weight(scene: Scene) -> int:
    """The bytes of a scene."""
    return sum(len(bytes(part)) for part in (scene.view, scene.tally, scene.choices) if part is not None)


def kept(scenes: Scenes) -> list[Scene]:
    return list(scenes._known.values())


@every_game
def test_scenes_take_no_more_room_than_they_may(name: str) -> None:
    positions = [pos for seed in range(4) for pos in some_of(cases_of[name][0], seed)]
    everything = Scenes()
    for pos in positions:
        everything.offer(everything.of(pos), pos)
    most = sum(map(weight, kept(everything))) // 8
    largest = max(map(weight, kept(everything)))
    scenes = Scenes(most)
    for pos in [*positions, *reversed(positions)]:  # choices are often asked for long after the scene was made
        scene = scenes.of(pos)
        assert sum(map(weight, kept(scenes))) <= max(most, largest)
        scenes.offer(scene, pos)
        assert sum(map(weight, kept(scenes))) <= max(most, largest)
    assert 0 < len(kept(scenes)) < len(kept(everything))


@every_game
def test_a_scene_that_had_to_go_is_made_again(name: str) -> None:
    positions = some_of(cases_of[name][0], 3)
    scenes = Scenes(1)
    for pos in [*positions, *positions]:
        assert shown(scenes.of(pos), pos) == fresh(pos)
    assert len(kept(scenes)) == 1


def test_scenes_in_use_stay_longest() -> None:
    first, *others = (pos for seed in range(3) for pos in some_of(cases_of["tictactoe"][0], seed, 9) if not pos.over)
    scenes = Scenes(3 * weight(Scene(first)))
    wanted = scenes.of(first)
    for pos in others:
        scenes.of(pos)
        assert scenes.of(first) is wanted
    assert len(kept(scenes)) < len(others)


def test_what_is_encoded_is_put_into_messages_as_it_is() -> None:
    assert msgspec.json.encode({"a": raw([1, "ü"])}) == '{"a":[1,"ü"]}'.encode()


# -- secrets


def eyes(seed: int) -> Iterator[tuple[Position, list[Position]]]:
    """Positions of a game with secrets, each with what everybody sees of it."""
    for pos in some_of(cases_of["robbery"][0], seed):
        if not pos.over:
            yield pos, [pos.seen_by(viewer) for viewer in viewers(pos)]


@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_shown_anothers_scene(seed: int) -> None:
    scenes, differing = Scenes(), 0
    for _, seen in eyes(seed):
        found = [scenes.of(eye) for eye in seen]
        expected = [fresh(eye) for eye in seen]
        assert [shown(scene, eye) for scene, eye in zip(found, seen, strict=True)] == expected
        for one, other in itertools.combinations(range(len(seen)), 2):
            assert found[one] is not found[other] or expected[one] == expected[other]
            differing += expected[one] != expected[other]
    assert differing > 0


def test_the_choices_of_one_seat_are_not_in_the_scenes_of_others() -> None:
    scenes, several = Scenes(), 0
    for pos, seen in eyes(1):
        found = [scenes.of(eye) for eye in seen]
        if pos.actor < 0:
            continue
        offered = plain(scenes.offer(found[pos.actor], seen[pos.actor]))
        assert offered == plain(choices_of(seen[pos.actor], seen[pos.actor].choices()))
        several += offered != []
        assert all(scene.choices is None for scene, eye in zip(found, seen, strict=True) if eye.seat != pos.actor)
    assert several > 0


def test_a_spectators_scene_has_no_choices_even_if_asked() -> None:
    scenes = Scenes()
    for _, seen in eyes(2):
        spectator = seen[-1]
        assert plain(scenes.offer(scenes.of(spectator), spectator)) == []
