"""Every game, as people see it: views, labels, prompts, tallies and refusals at every node, for every seat and a spectator."""

import random
import re
from collections.abc import Callable

import msgspec
import pytest

from bangbox.core.messages import About, Message, render, texts
from bangbox.core.position import Position
from bangbox.core.registry import Kind, kind
from bangbox.rulebook import rule_text, sentences
from tests.games.suite import CASES, Case, nodes, rule_numbers, viewers
from tests.games.suite import NAMES as GAMES

every_case = pytest.mark.parametrize("case", CASES, ids=str)

Count = Callable[[int, int], int]
LOOKED_AT = 12  # choices of a node
FEW_WORDS = 250  # letters that a phone shows above its board
NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"]


def as_actor(pos: Position) -> Position:
    """The position as whoever acts may see it; chance and the end as they are."""
    return pos.seen_by(pos.actor) if pos.actor >= 0 else pos


def some_choices(pos: Position) -> list[int]:
    choices = pos.choices()
    return random.Random(len(choices)).sample(choices, min(LOOKED_AT, len(choices)))


def rules_of_variants(name: str) -> set[str]:
    """The numbers of the rules that hold in variants only."""
    page = (kind(name).folder / "rules.en.md").read_text("utf-8")
    variants = [part for part in page.split("\n## ") if part.startswith("Variant")]
    return {number for part in variants for number in re.findall(r"[-*] \*\*([A-Z]+[0-9]+)\*\*", part)}


@every_case
def test_views_are_json_for_every_viewer(case: Case, soak_count: Count) -> None:
    for pos in nodes(case, soak_count(2, 40)):
        for viewer in viewers(pos):
            view = pos.view(viewer)
            assert isinstance(view, msgspec.Struct)
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view, pos.text


@every_case
def test_every_choice_has_a_label_and_says_what_it_touches(case: Case, soak_count: Count) -> None:
    rules, known = set(rule_numbers(case.id)), texts(case.game.kind.folder)
    for pos in map(as_actor, nodes(case, soak_count(2, 40))):
        for action in some_choices(pos):
            label = pos.label(action, NAMES)
            assert label.strip(), pos.name(action)
            assert not re.search(r"[{}]", label), label
            about = pos.about(action)
            assert about.rule in rules, f"{about} of {pos.name(action)} in {pos.text}"
            assert f"effect.{about.effect}" in known, f"{pos.name(action)} in {pos.text}"
            assert msgspec.json.decode(msgspec.json.encode(about), type=type(about)) == about


@every_case
def test_labels_of_one_position_differ(case: Case) -> None:
    for pos in map(as_actor, nodes(case)):
        labels = {pos.label(action): pos.name(action) for action in pos.choices()[:60]}
        assert len(labels) == len(pos.choices()[:60]), f"two choices read the same in {pos.text}"


@pytest.mark.parametrize("name", [name for name in GAMES if kind(name).grounded])
def test_what_is_said_of_an_action_rests_on_its_grounds_alone(name: str, soak_count: Count) -> None:
    views, said = kind(name).grounded, dict[object, tuple[str, Message, About]]()
    assert views is not None
    for case in (case for case in CASES if case.id == name):
        for pos in nodes(case, soak_count(3, 40)):
            for eye in [pos, *(pos.seen_by(viewer, history=False) for viewer in viewers(pos))]:
                shown = [action if eye is pos else pos.action_seen_by(eye.seat, action) for action in pos.choices()]
                for key in zip(shown, views.grounds(eye, shown), strict=True):
                    now = eye.name(key[0]), eye.game.kind.views.label(eye, key[0]), eye.about(key[0])
                    assert said.setdefault(key, now) == now, eye.text
    assert len(said) > LOOKED_AT


@every_case
def test_what_can_be_done_is_not_refused(case: Case) -> None:
    for pos in map(as_actor, nodes(case)):
        if pos.actor < 0:
            continue
        for action in some_choices(pos)[:4]:
            assert pos.why_not(pos.name(action)) is None, f"{pos.name(action)} in {pos.text}"
            places = pos.about(action).places
            assert not places or pos.why_not(" ".join(places)) is None, f"{places} in {pos.text}"


@every_case
def test_what_cannot_be_done_is_refused_by_a_rule(case: Case) -> None:
    deciding = [pos for pos in map(as_actor, nodes(case)) if pos.actor >= 0]
    elsewhere = {pos.name(action) for pos in deciding for action in some_choices(pos)[:2]}
    for pos in deciding:
        for nonsense in ("", "xyzzy", "a9 a9 a9", "??", "ä", "1" * 40):
            assert pos.why_not(nonsense), f"{nonsense!r} in {pos.text}"
            said_in_few_words(kind(case.id), pos.why_not(nonsense))
        for attempt in sorted(elsewhere)[:LOOKED_AT]:
            said_in_few_words(kind(case.id), pos.why_not(attempt))


def said_in_few_words(game: Kind, refused: str | None) -> None:
    """A refusal fits above the board of a phone, in every language, and its sentence is the same one in all of them."""
    if refused is None:
        return
    told = {path.name.split(".")[1] for path in game.folder.glob("rules.*.md")}
    texts = [rule_text(game, refused, language) for language in sorted(told)]
    number = refused.partition(".")[0]
    assert refused == number or len({len(sentences(rule_text(game, number, language))) for language in told}) == 1, refused
    assert max(map(len, texts)) <= FEW_WORDS, texts


@pytest.mark.parametrize("name", [name for name in GAMES if rules_of_variants(name)])
def test_refusals_name_no_variant_that_is_not_played(name: str) -> None:
    """Whatever is tried: choices of any moment of any variant."""
    cases = [case for case in CASES if case.id == name]
    plain = [case for case in cases if {option for option, _ in case.options} <= {"players"}]
    deciding = {case: [pos for pos in map(as_actor, nodes(case, 1)) if pos.actor >= 0] for case in cases}
    attempts = {pos.name(action) for found in deciding.values() for pos in found for action in some_choices(pos)[:4]}
    assert plain
    for pos in (pos for case in plain for pos in deciding[case]):
        for attempt in attempts:
            refused = pos.why_not(attempt)
            assert refused is None or refused.partition(".")[0] not in rules_of_variants(name), f"{attempt} in {pos.text}"
            said_in_few_words(kind(name), refused)


@every_case
def test_topic_and_prompt_at_every_node(case: Case, soak_count: Count) -> None:
    rules = set(rule_numbers(case.id))
    for pos in nodes(case, soak_count(2, 40)):
        for viewer in viewers(pos):
            seen = pos.seen_by(viewer)
            assert seen.topic() in rules, pos.text
            prompt = seen.prompt()
            assert render(case.game.kind, prompt, NAMES).strip(), pos.text
            assert msgspec.json.decode(msgspec.json.encode(prompt), type=type(prompt)) == prompt


@every_case
def test_tallies_add_up_to_the_scores(case: Case, soak_count: Count) -> None:
    rules = set(rule_numbers(case.id))
    for pos in nodes(case, soak_count(2, 40)):
        for seen in [pos, *map(pos.seen_by, viewers(pos))]:
            sums = [0] * pos.players
            for points in seen.tally():
                assert points.rule in rules, points
                assert render(case.game.kind, points.reason, NAMES).strip()
                sums[points.seat] += points.points
            assert sums == seen.scores, pos.text
