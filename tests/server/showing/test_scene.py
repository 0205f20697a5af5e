"""What a position looks like to one reader: worked out once, never shown to another, kept no longer than there is room."""

import itertools
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from bangbox.core.position import Position
from bangbox.core.registry import kind
from bangbox.server.match.fold import Match
from bangbox.server.protocol import ClockSetup, Situation, TakeBackOffer
from bangbox.server.showing.scene import Scene, Scenes, choices_of, raw, situation, situation_of
from tests.games import suite
from tests.games.suite import CASES, Case, bare, walk
from tests.server.matches import add, begin, end, new_match, play, steps, viewers

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
            yield pos, [pos.seen_by(viewer) for viewer in suite.viewers(pos)]


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


# -- the present moment of a match

whole_matches = pytest.mark.parametrize("game", ["bigxbang", "brains", "magpie", "robbery", "tictactoe"])
NOW = 10_000


def sent(match: Match, viewer: int | None, **more: Any) -> Situation:
    """What a reader is sent, read back."""
    return msgspec.json.decode(msgspec.json.encode(situation(match, viewer, NOW, **more)), type=Situation)


@whole_matches
def test_a_situation_is_that_of_its_moment(game: str) -> None:
    match = new_match(game)
    for _ in steps(match, 3):
        for viewer in viewers(match):
            eye = match.eye(viewer)
            expected = situation_of(eye, match.actor, match.last)
            if match.actor == viewer:
                expected.choices, expected.forms = choices_of(eye, eye.choices()), eye.ranges()
            assert plain(situation(match, viewer, NOW)) == plain(expected)


@whole_matches
def test_only_whoever_has_to_act_has_choices(game: str) -> None:
    match = new_match(game)
    for _ in steps(match, 4):
        offered = {viewer: bool(sent(match, viewer).choices or sent(match, viewer).forms) for viewer in viewers(match)}
        assert offered == {viewer: viewer == match.actor for viewer in viewers(match)}


def test_only_others_are_told_that_a_bot_thinks() -> None:
    match = new_match(seats="**")
    for _ in steps(match, 4):
        thinking = {viewer: sent(match, viewer).thinking for viewer in viewers(match)}
        assert thinking == {viewer: viewer != match.actor for viewer in viewers(match)}
    assert not any(sent(begin(new_match()), viewer).thinking for viewer in (0, 1, None))


def test_before_the_set_up_nothing_can_be_done() -> None:
    now = sent(new_match(seats="a."), 0)
    assert (now.number, now.actor, now.choices, now.forms, now.prompt) == (0, -1, [], [], None)


def test_outcomes_are_typed_in_by_those_who_sit_there() -> None:
    match = new_match(dice="typed", options={"first": "random"})
    add(match, "set-up", data={"actions": [], "k": 0, "draws": []})
    assert [outcome.name for outcome in sent(match, 1).outcomes] == ["first0", "first1"]
    assert sent(match, None).outcomes == []
    add(match, "chance", action=match.pos.parse("first1"), name="first1")
    assert sent(match, 1).outcomes == []


def test_clocks_and_what_may_be_taken_back_are_shown() -> None:
    match = play(begin(new_match(clock=ClockSetup(kind="game", seconds=60)), time=1000), "b2")
    now = sent(match, 0, take_back=TakeBackOffer(number=1, free=True))
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
