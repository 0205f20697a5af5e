"""What positions look like is kept: for a while, never for another reader, and never for longer than there is room."""

import itertools
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from bangbox.core.messages import About, Message
from bangbox.core.position import Position
from bangbox.core.registry import kind
from bangbox.server.protocol import Choice, ClockFace, Undo
from bangbox.server.protocol.play import Now
from bangbox.server.showing.scene import NOTHING, TAB, Scene, Scenes, choices_of, encoded_choices, joined, listed, situation_of
from tests.games.suite import CASES, Case, bare, viewers, walk

MOVES = 30
GAMES = ["bigbrainbang", "bigxbang", "brains", "robbery", "tictactoe", "urknall"]
cases_of = {name: [case for case in CASES if case.id == name] for name in GAMES}

every_game = pytest.mark.parametrize("name", GAMES)
open_games = pytest.mark.parametrize("name", [name for name in GAMES if not kind(name).secret])


def plain(value: Any) -> Any:
    """As it looks on the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


def fresh(eye: Position, actor: int) -> Any:
    """What a reader is to be shown."""
    return plain(situation_of(eye, actor))


def fresh_choices(eye: Position) -> Any:
    return plain({"choices": choices_of(eye, eye.choices()), "forms": eye.ranges()})


def opened(scenes: Scenes, scene: Scene, eye: Position) -> Any:
    return msgspec.json.decode(b"{%b}" % scenes.open(scene, eye))


def some_of(case: Case, seed: int, moves: int = MOVES) -> list[Position]:
    """The first positions of a random game, each with its history."""
    return [pos.copy() for pos in itertools.islice(walk(case, seed), moves + 1)]


def kept(scenes: Scenes) -> list[Scene]:
    return [*scenes._young.values(), *scenes._old.values()]


def weight(scene: Scene) -> int:
    """The bytes of a scene."""
    return len(scene.rest) + len(scene.possible or b"")


@open_games
def test_a_scene_is_what_its_position_looks_like(name: str) -> None:
    scenes, dice = Scenes(), random.Random(name)
    for seed in range(3):
        positions = some_of(cases_of[name][0], seed)
        for pos in [*positions, *dice.sample(positions, len(positions))]:
            for same in (pos, bare(pos), pos.game.position(pos.text)):
                scene = scenes.of(same, same.actor)
                assert plain(scene.situation) == fresh(same, same.actor)
                if same.actor >= 0:
                    assert opened(scenes, scene, same) == fresh_choices(same)


@open_games
def test_a_position_met_again_has_the_same_scene(name: str) -> None:
    scenes = Scenes()
    for pos in some_of(cases_of[name][0], 7):
        assert scenes.of(pos, pos.actor) is scenes.of(bare(pos), pos.actor)


@every_game
def test_the_same_game_with_other_options_has_other_scenes(name: str) -> None:
    scenes = Scenes()
    walks = [some_of(case, 1) for case in cases_of[name]]
    for positions in itertools.zip_longest(*walks):
        for pos in positions:
            if pos is not None:
                scene = scenes.of(pos, pos.actor)
                assert scene.game is pos.game
                assert plain(scene.situation) == fresh(pos, pos.actor)


class Toy:
    """A game that has only one position, which shows an option; and that position."""

    seat, key, scores, winners = None, b"same", [0], list[int]()
    prompt, topic, tally = staticmethod(lambda: None), staticmethod(lambda: ""), staticmethod(lambda: list[int]())

    def __init__(self, option: int) -> None:
        self.kind = SimpleNamespace(views=SimpleNamespace(view=lambda eye: option))

    @property
    def game(self) -> "Toy":
        return self


def shown(scenes: Scenes, toy: Toy) -> Any:
    return plain(scenes.of(cast(Any, toy), 0).situation)["view"]


def test_positions_of_the_same_bytes_in_games_with_other_options_are_not_mixed_up() -> None:
    scenes, one, two = Scenes(), Toy(1), Toy(2)
    assert [shown(scenes, toy) for toy in (one, two, one, two)] == [1, 2, 1, 2]


def test_who_acts_is_part_of_a_scene_even_if_the_position_does_not_tell() -> None:
    scenes, toy = Scenes(), cast(Any, Toy(1))
    assert [scenes.of(toy, actor).situation.actor for actor in (0, 1, -1, 0)] == [0, 1, -1, 0]


@pytest.mark.parametrize("most", [1, 10, 1_000_000])
def test_a_game_that_nobody_plays_any_more_leaves_no_scenes_to_the_next(most: int) -> None:
    scenes = Scenes(most)
    assert [shown(scenes, Toy(option)) for option in range(200)] == list(range(200))


@every_game
def test_scenes_take_no_more_room_than_they_may(name: str) -> None:
    positions = [pos for seed in range(4) for pos in some_of(cases_of[name][0], seed)]
    everything = Scenes()
    sizes = []
    for pos in positions:
        scene = everything.of(pos, pos.actor)
        everything.open(scene, pos)
        sizes.append(weight(scene))
    most = sum({id(scene): weight(scene) for scene in kept(everything)}.values()) // 8
    scenes = Scenes(most)
    for pos in positions:
        scene = scenes.of(pos, pos.actor)
        assert sum(map(weight, kept(scenes))) <= 2 * most + max(sizes)
        if pos.actor >= 0:
            scenes.open(scene, pos)
            assert sum(map(weight, kept(scenes))) <= 2 * most + max(sizes)
    assert 0 < len(kept(scenes)) < len(kept(everything))


@open_games
def test_choices_of_old_scenes_count_too(name: str) -> None:
    """They are often asked for long after the scene was made."""
    positions = some_of(cases_of[name][0], 2)
    whole = [Scene(pos, pos.actor) for pos in positions]
    for scene, pos in zip(whole, positions, strict=True):
        Scenes().open(scene, pos)
    most, largest = sum(map(weight, whole)) // 6, max(map(weight, whole))
    scenes = Scenes(most)
    for pos in positions:
        scenes.of(pos, pos.actor)
    for pos in reversed(positions):
        scenes.open(scenes.of(pos, pos.actor), pos)
        assert sum(map(weight, kept(scenes))) <= 2 * most + largest


@every_game
def test_a_scene_that_had_to_go_is_made_again(name: str) -> None:
    positions = some_of(cases_of[name][0], 3)
    scenes = Scenes(1)
    first = [scenes.of(pos, pos.actor) for pos in positions]
    again = [scenes.of(pos, pos.actor) for pos in positions]
    assert first[0] is not again[0]
    for pos, scene in zip(positions, again, strict=True):
        assert plain(scene.situation) == fresh(pos, pos.actor)


def test_a_scene_in_use_stays() -> None:
    first, *others = (pos for seed in range(3) for pos in some_of(cases_of["tictactoe"][0], seed, 9) if not pos.over)
    scenes = Scenes(3 * Scene(first, first.actor).size)
    wanted = scenes.of(first, first.actor)
    for pos in others:
        scenes.of(pos, pos.actor)
        assert scenes.of(first, first.actor) is wanted
    assert len(kept(scenes)) < len(others)


def test_a_situation_put_together_is_the_situation() -> None:
    for pos in some_of(cases_of["bigxbang"][0], 5):
        scene, whole = Scene(pos, pos.actor), situation_of(pos, pos.actor)
        now = Now(7, [ClockFace(seat=0, left_ms=90, running=True)], Undo(number=3, free=True), thinking=True)
        whole.number, whole.clocks, whole.undo, whole.thinking = 7, now.clocks, now.undo, True
        assert joined(now, NOTHING, scene.rest) == msgspec.json.encode(whole)
        whole.choices, whole.forms = choices_of(pos, pos.choices()), pos.ranges()
        opened = joined(now, Scenes().open(scene, pos), scene.rest)
        assert opened.count(TAB) == 2 * len(whole.choices)
        assert opened.replace(TAB, b"") == msgspec.json.encode(whole)


@every_game
@pytest.mark.parametrize("offered", [False, True])
def test_what_was_done_in_a_scene_is_told_as_it_was_offered(name: str, offered: bool) -> None:
    scenes = Scenes()
    for pos in some_of(cases_of[name][0], 6):
        scene = scenes.of(pos, pos.actor)
        if offered:
            scenes.open(scene, pos)
        for action in pos.choices()[:5]:
            for _ in range(2):
                made, choice = scenes.made(scene, pos, action), choices_of(pos, [action])[0]
                assert made.name == choice.name
                assert plain(made.described) | {"number": action} == plain(choice)
                assert msgspec.json.decode(b"{%b}" % made.told) == plain(made.described) | {"action": action}


def test_choices_are_found_again_among_others() -> None:
    """Whatever stands in their names and labels."""
    tricky = ["\t{", '{"number":1,', '\t{"number":1,"name":"b"}', "\\", "ü\n"]
    about = About([], [], "kind", "T1")
    choices = [Choice(number=n, name=name, label=Message(name, {"what": name}), about=about) for n, name in enumerate(tricky)]
    text = encoded_choices(choices)
    assert msgspec.json.decode(text) == plain(choices)
    for choice in choices:
        found = listed(text, choice.number)
        assert found is not None
        assert msgspec.json.decode(b"{%b}" % found) | {"number": choice.number} == plain(choice)
    assert listed(text, 7) is None
    assert listed(b"", 0) is None


# -- secrets


def eyes(seed: int) -> Iterator[tuple[Position, list[Position]]]:
    """Positions of a game with secrets, each with what everybody sees of it."""
    for pos in some_of(cases_of["robbery"][0], seed):
        if not pos.over:
            yield pos, [pos.seen_by(viewer) for viewer in viewers(pos)]


@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_shown_anothers_scene(seed: int) -> None:
    scenes, differing = Scenes(), 0
    for pos, seen in eyes(seed):
        found = [scenes.of(eye, pos.actor) for eye in seen]
        expected = [fresh(eye, pos.actor) for eye in seen]
        assert [plain(scene.situation) for scene in found] == expected
        for one, other in itertools.combinations(range(len(seen)), 2):
            assert found[one] is not found[other] or expected[one] == expected[other]
            differing += expected[one] != expected[other]
    assert differing > 0


def test_the_choices_of_one_seat_are_not_in_the_scenes_of_others() -> None:
    scenes, several = Scenes(), 0
    for pos, seen in eyes(1):
        found = [scenes.of(eye, pos.actor) for eye in seen]
        if pos.actor < 0:
            continue
        possible = opened(scenes, found[pos.actor], seen[pos.actor])
        assert possible == fresh_choices(seen[pos.actor])
        several += possible["choices"] != []
        for scene, eye in zip(found, seen, strict=True):
            assert (scene.situation.choices, scene.situation.forms) == ([], [])
            if eye.seat != pos.actor:
                assert scene.possible is None
    assert several > 0


def test_a_spectators_scene_has_no_choices_even_if_asked() -> None:
    scenes = Scenes()
    for pos, seen in eyes(2):
        spectator = seen[-1]
        assert opened(scenes, scenes.of(spectator, pos.actor), spectator) == {"choices": [], "forms": []}
