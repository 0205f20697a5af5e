"""What Urknall shows: bodies with their worth, what the die will force, labels, refusals, the terminal's table."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

import bangbox
from bangbox.core.messages import Key, Message, Seat
from bangbox.core.position import Position
from bangbox.games.urknall.picture import SIGNS
from bangbox.games.urknall.terminal import draw, spoken
from tests.games.urknall import slow
from tests.games.urknall.tables import at, names

GAME = bangbox.game("urknall")
FOLDER = Path(__file__).parents[3]


def test_a_body_as_the_board_draws_it() -> None:
    pos = at("a:r0g./b:r.g4g5b.b1/c:r.g.b./d:r.b.", "ac", die="6", phase="rival")
    body = pos.view().bodies[1]
    assert [(e.place, e.colour, e.owner, e.second) for e in body.elements] == [
        ("b:r.", "r", None, False), ("b:g4", "g", 0, True), ("b:g5", "g", 1, True),
        ("b:b.", "b", None, False), ("b:b1", "b", 1, False),
    ]  # fmt: skip
    assert body.worth == [0, 2, 2, 2]
    assert [(found.slot, found.points, found.reason, found.colour) for found in body.scores] == [
        (2, 2, "pair", "g"), (3, 2, "pair", "g"), (1, 2, "pair", "b"),
    ]  # fmt: skip
    assert pos.view().bodies[0].astronauts == [0]
    assert (pos.view().turn, pos.view().actor, pos.view().phase) == (0, 1, "rival")
    assert [(player.supply, player.second_supply, player.body) for player in pos.view().players] == [(4, 4, "a"), (4, 4, "c")]


def test_before_the_travel_the_board_shows_what_each_goal_leads_to() -> None:
    pos = at("a:r0/b:r./c:g.g./d:b.b.", "abb", die="3")
    forecast = {found.body: found.force for found in pos.view().forecast}
    assert forecast == {"a": "nothing", "b": "combine", "c": "combine", "d": "combine"}
    assert pos.view().changes[0].may == ["combine", "nothing"]
    assert pos.play("travel b mark r").view().forecast == []
    assert pos.view().changes[0].may == ["combine"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_forecast_comes_true(players: int, soak_count: Callable[[int, int], int]) -> None:
    lot = random.Random(players)
    for seed in range(soak_count(8, 300)):
        pos = bangbox.game("urknall", players=players, black_hole=True).start(seed=seed)
        while not pos.over:
            action = lot.choice(pos.choices())
            name, before = pos.name(action), pos.view()
            pos.play(action)
            words = name.removeprefix("comet ").split()
            if words[0] in ("travel", "stay", "discard"):
                goal = words[1] if words[0] == "travel" else before.players[before.turn].body
                force = pos.view().changes[0].may[0] if pos.view().phase == "change" else "nothing"
                assert force in before.changes[0].may
                if goal is None:
                    assert before.changes[0].may == [force], "nowhere to go: it is certain"
                else:
                    assert force == next(found.force for found in before.forecast if found.body == goal)
                if pos.view().phase == "change":
                    assert len(pos.view().changes[0].may) == 1
                    must = {"combine": "join", "separate": "split", "nothing": "leave"}[force]
                    assert any(found.startswith(must) for found in names(pos))


def test_whoever_must_stay_off_the_table_knows_what_is_forced() -> None:
    pos = at("a:r1/b:g1g1/c:b1b1b2b2/d:r1r1r2/e:g2g2", "-cd", die="3", supplies="3,0,0")
    assert names(pos) == ["discard"]
    assert pos.view().forecast == []
    assert pos.view().changes[0].may == ["combine"]
    assert names(pos.play("discard")) == ["join a b", "join a e"]


def test_whoever_may_have_to_stay_off_the_table_is_told_what_that_would_lead_to() -> None:
    pos = at("a:r./b:g1g1/c:b1b1/d:r1", "-c", die="1", phase="rival", supplies="3,0,4,4")
    assert names(pos) == ["mark a r"]
    assert "separate" in pos.view().changes[0].may
    assert names(pos.play("mark a r")) == ["discard"]
    assert pos.view().changes[0].may == ["separate"]


@pytest.mark.parametrize(
    ("text", "name", "label"),
    [
        (("a:r./b:r.g./c:g.b.b.", "aaa", "travel", "6", "100"), "travel b mark g", "Travel to body b and mark a green element"),
        (
            ("a:r./b:r.g./c:g.b.b.", "aaa", "travel", "6", "100"),
            "comet travel c mark b",
            "Comet: travel to body c, whatever its colours, and mark a blue element",
        ),
        (
            ("a:r./b:r.g./c:g.b.b.", "aaa", "travel", "6", "100"),
            "comet stay mark r",
            "Comet: stay on body a and mark a red element",
        ),
        (("a:r.r./b:g.g./c:b.b.", "aaa", "travel", "6", "000"), "stay mark r", "Stay on body a and mark a red element"),
        (("a:r0r0/b:g.g./c:b.b.", "aaa", "travel", "6", "000"), "discard", "Give up a marker"),
        (("a:r./b:r.g./c:g.b.b.", "ccc", "change", "3", "100"), "join a b", "Combine bodies a and b"),
        (
            ("a:r.g.b./b:r.g.b.", "aaa", "change", "6", "100"),
            "comet join a b",
            "Comet: combine bodies a and b into a black hole",
        ),
        (("a:r.g.b./b:r.g.b.", "aaa", "change", "6", "100"), "leave", "Change nothing"),
        (("a:r.g0b./b:r.g.b.", "bbb", "change", "1", "000"), "split a take g0", "Take Ann's green element off body a"),
        (
            ("a:r.g0b./b:r.g.b.", "bbb", "change", "2", "000"),
            "split a take r.g0",
            "Take a free red element and Ann's green element off body a",
        ),
        (
            ("a:r4g0b./b:r.g.b.", "bb", "change", "1", "00"),
            "split a take r4",
            "Take a red element in Ann's second colour off body a",
        ),
    ],
)
def test_labels(text: tuple[str, str, str, str, str], name: str, label: str) -> None:
    bodies, on, phase, die, comets = text
    pos = at(bodies, on, phase=phase, die=die, comets=comets)
    assert pos.label(pos.parse(name), ["Ann", "Bea", "Cem"]) == label


def test_a_label_is_a_message_with_arguments() -> None:
    pos = at("a:r./b:r.g./c:g.b.b.", "aaa", die="6")
    label = pos.game.kind.views.label(pos, pos.parse("travel b mark g"))
    assert label == Message("travel", {"body": "b", "colour": Key("colour.g")})
    assert pos.prompt() == Message("prompt.travel", {"number": 6, "body": "a"})
    assert GAME.start(dice=None).prompt() == Message("prompt.deal", {"who": Seat(0)})


def test_what_a_choice_touches() -> None:
    pos = at("a:r./b:r.g./c:g.b.b.", "aaa", die="6", comets="100")
    travel = pos.about(pos.parse("travel b mark g"))
    assert (travel.places, travel.pieces, travel.effect, travel.rule) == (["b:g."], ["astronaut-0", "marker-0"], "travel", "U6")
    comet = pos.about(pos.parse("comet stay mark r"))
    assert (comet.places, comet.pieces, comet.rule) == (["comet", "a:r."], ["comet-0", "marker-0"], "U15")
    change = at("a:r./b:r.g0/c:g.b.b.", "ccc", die="3", phase="change")
    join = change.about(change.parse("join a b"))
    assert (join.places, join.pieces, join.effect, join.rule) == (["a", "b"], ["b:r.", "b:g0"], "combine", "U9")


@pytest.mark.parametrize(
    ("attempt", "rule"),
    [
        ("b:g.", None), ("b", None), ("b:r.", None), ("comet", None), ("comet c:b.", None), ("comet a:r.", None),
        ("c:b.", "U6.1"), ("c", "U6.1"), ("a:r.", "U6.1"), ("b:r0", "U6.2"), ("discard", "U7.2"), ("join a b", "U8.1"),
        ("comet join a b", "U13.1"),
        ("J", "U25.2"), ("J:r.", "U25.2"), ("comet J:r.", "U25.2"), ("comet b:g0", "U16"), ("nonsense", "U6.1"), ("", "U6.1"),
    ],
)  # fmt: skip
def test_why_a_tap_or_a_name_does_not_work_before_the_travel(attempt: str, rule: str | None) -> None:
    assert at("a:r./b:r.g./c:g.b.b.", "aaa", die="6", comets="100").why_not(attempt) == rule


@pytest.mark.parametrize(
    ("attempt", "rule"),
    [
        ("a b", None), ("b a", None), ("a", None), ("comet a d", None), ("join b a", None),
        ("a d", "U8.1"), ("d", "U8.1"), ("b c", "U9.2"), ("join a J", "U25.2"), ("a J", "U25.2"),
        ("a:r.", "U9.1"), ("split b take r.", "U9.1"),
        ("leave", "U9.1"), ("travel a mark r", "U8.1"), ("comet split d take r.", "U14.1"),
        ("comet d:r.", "U14.1"), ("xyzzy", "U9.1"),
    ],
)  # fmt: skip
def test_why_a_tap_or_a_name_does_not_work_at_a_change(attempt: str, rule: str | None) -> None:
    given = "a:r./b:r.g./c:g.b./d:r.b./e:r.g.g.b.b."
    pos = at(given, "ddd", die="3", phase="change", comets="100")
    assert names(pos)[:2] == ["join a b", "join a c"]
    assert pos.why_not(attempt) == rule


@pytest.mark.parametrize(
    ("pos", "topic"),
    [
        (at("a:r./b:r.g./c:g.b.b.", "aaa", phase="roll"), "U5"),
        (at("a:r./b:r.g./c:g.b.b.", "aaa", die="1"), "U6"),
        (at("a:r.r./b:g.g./c:b.b.", "aaa", die="1"), "U7"),
        (at("a:r.r./b:g.g./c:b.b.", "-aa", die="1"), "U27"),
        (at("a:r.r./b:g.g./c:b.b.", "aa", die="2", phase="rival"), "U22"),
        (at("a:r.r./b:g.g./c:b.b.", "aaa", die="1", phase="change"), "U10"),
        (at("a:r.r./b:g.g./c:b.b.", "aaa", die="4", phase="change"), "U9"),
        (at("a:r.r./b:g.g./c:b.b.", "aaa", die="3", phase="change"), "U11"),
        (GAME.position("a:r0g. 00"), "U24"),
        (GAME.position("a:r0g. 000"), "U19"),
        (GAME.start(dice=None), "U2"),
        (GAME.start(seed=1), "U4"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_rule_in_force(pos: Position, topic: str) -> None:
    assert pos.topic() == topic


def test_the_tally_names_body_colour_and_reason() -> None:
    pos = GAME.position("a:r0r0r1g2/b:g1b1b0 000")
    found = [(p.seat, p.points, p.reason.key, p.reason.args["body"], p.reason.args["colour"]) for p in pos.tally()]
    assert found == [
        (0, 3, "reason.most", "a", Key("colour.r")),
        (0, 2, "reason.pair", "b", Key("colour.b")),
        (1, 2, "reason.only", "b", Key("colour.g")),
        (1, 2, "reason.pair", "b", Key("colour.b")),
        (2, 3, "reason.only", "a", Key("colour.g")),
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_worth_adds_up_to_the_points(players: int) -> None:
    lot = random.Random(players)
    pos = bangbox.game("urknall", players=players, black_hole=True).start(seed=1)
    while not pos.over:
        shown, total = pos.view(), slow.points(pos.text)
        for slot, owner in enumerate(total):
            comet = shown.players[slot].comet if slot < players else False
            assert sum(body.worth[slot] for body in shown.bodies) + comet == total[owner]
        pos.play(lot.choice(pos.choices()))


@pytest.mark.parametrize("players", [2, 4])
def test_the_terminal_shows_every_body_marker_and_visitor(players: int) -> None:
    pos, lot = bangbox.game("urknall", players=players).start(seed=3), random.Random(4)
    for _ in range(30):
        pos.play(lot.choice(pos.choices()))
    console = Console(width=100, color_system=None, force_terminal=True)
    with console.capture() as capture:
        console.print(draw(pos, ["Ann", "Bea", "Cem", "Dia"]))
    shown = capture.get()
    assert all(name in shown for name in ["Ann", "Bea", "Cem", "Dia"][:players])
    for body in pos.view().bodies:
        assert f"╭─ {body.name} " in shown
        for element in body.elements:
            assert spoken(pos, element.place[2:]).replace(".", "·") in shown, "owners are counted from 1"
        for seat in body.astronauts:
            assert f"♙{seat + 1}" in shown
    assert f"Die {pos.view().die}" in shown


def test_pictures_and_pages_draw_the_same_signs() -> None:
    """Numbers are written differently in both."""
    page = (FOLDER / "web/src/games/urknall/sky/Element.svelte").read_text("utf-8")
    drawn = {colour: shape(path) for colour, path in re.findall(r"\b([rgb]): '([^']+)'", page)}
    assert drawn == {colour: shape(path) for colour, path in SIGNS.items()}


def shape(path: str) -> list[str | float]:
    """A path's letters and numbers."""
    return [word if word.isalpha() else float(word) for word in re.findall(r"[A-Za-z]|-?\d*\.\d+|-?\d+", path)]
