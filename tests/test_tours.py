"""Every game's tour: real positions, choices that can be made there, texts in every language, two minutes at most."""

import json
from pathlib import Path
from typing import Any

import pytest

import bangbox
from bangbox.core.position import Position
from bangbox.core.registry import kind
from bangbox.core.rules import CHANCE
from bangbox.rulebook import numbered_rules

TOURS = Path(__file__).parents[1] / "web" / "src" / "tours"
GAMES = ["bigbrainbang", "bigxbang", "brains", "robbery", "urknall"]
LANGUAGES = {"en", "de"}
WORDS_A_SECOND = 3.5  # read calmly
SECONDS_A_CHOICE = 4

every_game = pytest.mark.parametrize("name", GAMES)


def tour(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((TOURS / f"{name}.json").read_text("utf-8"))
    return found


def after(pos: Position, step: dict[str, Any]) -> Position:
    """The position in which the next step begins, if the player does what is asked."""
    asked = step.get("choose")
    if isinstance(asked, list):
        return pos.copy().play(asked[0])
    if asked == "any":
        return pos.copy().play(pos.choices()[0])
    if isinstance(asked, dict):
        form = next(form for form in pos.ranges() if form.name == asked["form"])
        values = {field.name: field.low if field.default is None else field.default for field in form.fields}
        return pos.copy().play(pos.pack(form.name, **values))
    return pos


@every_game
def test_a_tour_can_be_taken(name: str) -> None:
    found = tour(name)
    pos = None
    for number, step in enumerate(found["steps"], 1):
        if "position" in step:
            pos = bangbox.game(name).position(step["position"])
            assert pos.text == step["position"]
        assert pos is not None
        for outcome in step.get("then", []):
            assert pos.actor != found["seat"], (number, "the player's own choices are the player's")
            pos.play(outcome)
        if "choose" in step:
            assert pos.actor == found["seat"], number
            assert [*pos.choices(), *pos.ranges()], number
            if isinstance(step["choose"], list):
                assert set(step["choose"]) <= {pos.name(action) for action in pos.choices()}, number
        places = {place for action in pos.choices() for place in pos.about(action).places} | set(
            str(pos.view(found["seat"])).split("'")
        )
        assert set(step.get("look", [])) <= places, number
        assert step["rule"] in numbered_rules(kind(name)), number
        pos = after(pos, step)
    assert pos is not None


@every_game
def test_whoever_is_to_act_next_has_acted(name: str) -> None:
    """After a choice the next step goes on from there: with the outcomes that chance owes, or with a position of its own."""
    steps = tour(name)["steps"]
    pos = None
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        pos = bangbox.game(name).position(step["position"]) if "position" in step else pos
        assert pos is not None
        for outcome in step.get("then", []):
            pos.play(outcome)
        pos = after(pos, step)
        if following is not None and "position" not in following and "choose" in following and pos.actor != tour(name)["seat"]:
            assert following.get("then"), following["text"]["en"]
            assert pos.actor == CHANCE or pos.actor >= 0


@every_game
def test_a_tour_speaks_every_language_and_takes_two_minutes(name: str) -> None:
    steps = tour(name)["steps"]
    assert 5 <= len(steps) <= 10
    assert sum("choose" in step for step in steps) >= 3
    for language in LANGUAGES:
        words = sum(len(step["text"][language].split()) for step in steps)
        assert words / WORDS_A_SECOND + SECONDS_A_CHOICE * sum("choose" in step for step in steps) <= 120, language
    assert all(set(step["text"]) == LANGUAGES for step in steps)


@every_game
def test_the_rules_open_with_pictures_of_real_positions(name: str) -> None:
    """The set-up, a turn and the score, each with something to look at and a text in every language."""
    pictures = tour(name)["pictures"]
    assert len(pictures) == 3
    for picture in pictures:
        pos = bangbox.game(name).position(picture["position"])
        assert pos.text == picture["position"]
        for played in picture.get("then", []):
            pos.play(played)
        assert set(picture.get("look", [])) <= set(str(pos.view(tour(name)["seat"])).split("'"))
        assert set(picture["text"]) == LANGUAGES


def test_every_game_of_the_box_has_a_tour() -> None:
    assert sorted(path.stem for path in TOURS.glob("*.json")) == GAMES
