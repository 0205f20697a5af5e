"""What a 3-D table needs of Big Brain Bang, and what a placement would touch and cause before it is confirmed."""

import io
from typing import Any

import pytest
from rich.console import Console

from bangbox.core.position import Position
from bangbox.games.bigbrainbang.inputs import Throw
from bangbox.games.bigbrainbang.terminal import draw, overview
from bangbox.games.bigbrainbang.throwing import aimed, spread
from tests.games.bigbrainbang.tables import lying, table, tile


def meeting() -> Position:
    """Seat 0 places a medium tile between its own M1 and seat 1's M2 and S1; a neutral large tile lies above."""
    return table(
        "place", tile("M1", -56, -5), tile("M2", 56, -5), tile("S1", 0, -35.8), tile("L1", -20, 56),
        pawns="M1,-/M2,S1", die=("M", 0, 0), seat=0,
    )  # fmt: skip


def test_a_view_says_where_everything_is() -> None:
    view = meeting().view(0)
    assert {t.name: (t.size, t.owner) for t in view.tiles} == {
        "S1": ("small", 1), "M1": ("medium", 0), "M2": ("medium", 1), "L1": ("large", None),
    }  # fmt: skip
    large = next(t for t in view.tiles if t.name == "L1")
    assert len(large.holes) == 2
    assert min(large.outline) == pytest.approx((-0.02, 0.056))
    assert view.die
    assert (view.die.colour, view.die.x, view.die.y) == ("black", 0.034, 0.042)
    assert [p.pawns for p in view.players] == [["M1", "home"], ["S1", "M2"]]
    assert (view.phase, view.seat, view.turn.dice) == ("place", 0, ["black", "red"])


def test_a_preview_says_what_would_be_touched_and_caused() -> None:
    pos = meeting()
    shown = pos.view(0).previews[0]
    assert (shown.name, shown.touches, shown.effect, shown.rule) == ("1a0", ["S1", "M1", "M2", "L1"], "fight", "B15")
    assert [(foe.owner, foe.touched, foe.beaten) for foe in shown.foes] == [(1, ["S1"], False), (1, ["M2"], True)]
    assert sorted(shown.outline) == [(0.0, 0.0), (0.0, 0.056), (0.056, 0.0), (0.056, 0.056)]
    assert shown.holes == [(0.034, 0.042)]
    about = pos.about(0)
    assert (about.places, about.pieces, about.effect, about.rule) == (["1a0"], shown.touches, "fight", "B15")
    assert pos.view(1).previews == [], "only for the one who places"


def test_a_preview_keeps_its_word_and_changes_nothing() -> None:
    pos = meeting()
    before = pos.key
    for shown in pos.view(0).previews:
        after = pos.copy().play(shown.action)
        if shown.effect == "fight" and len(shown.foes) == 1:
            lost = set(shown.foes[0].touched) if shown.foes[0].beaten else set()
            assert set(lying(pos)) - set(lying(after)) == lost
        elif shown.effect != "fight":
            assert set(lying(pos)) <= set(lying(after))
    assert pos.key == before


def test_an_attack_is_about_the_touched_tiles_of_one_network() -> None:
    pos = meeting().play("1a0")
    assert {pos.name(action): pos.about(action).pieces for action in pos.choices()} == {"attack S1": ["S1"], "attack M2": ["M2"]}


def test_the_box_is_shown_as_it_stands() -> None:
    box = table("aim", dice="rk0", box="standing,10,-20,30").view().box
    assert box
    assert (box.kind, box.x, box.y, box.angle, box.size) == ("standing", 0.01, -0.02, 30.0, (0.3, 0.07, 0.3))


@pytest.mark.parametrize(
    ("fields", "action", "label"),
    [
        ({"phase": "start"}, "red white", "Throw the red die, then the white one"),
        ({"phase": "start", "tokens": "1,0"}, "burner", "Spend a token and throw for the Burner"),
        ({"phase": "box", "dice": "rk0"}, "standing 0 10 20", "Stand the box on the table"),
        ({"phase": "flight", "dice": "rk0", "flight": "0,60,0,0,130,0"}, "flat 1234 -5678 9", "The die stops in the middle"),
        ({"phase": "flight", "dice": "rk0", "flight": "0,60,0,0,130,0"}, "flat 1234 25678 9", "The die stops on the side of Bob"),
        (
            {"phase": "flight", "dice": "rk0", "flight": "0,60,0,0,130,0"},
            "flat -24000 -25678 9",
            "The die stops in a corner by Ann",
        ),
        ({"phase": "aim", "dice": "rk0"}, "throw 350 60 20 0 200 0", "Throw the red die hard, to the left"),
        (
            {"phase": "aim", "dice": "rk0"},
            "throw 1750 60 0 30 90 0",
            "Throw the red die in a high arc, straight ahead, from the side of Bob",
        ),
        (
            {"phase": "aim", "dice": "rk0"},
            "throw 1050 60 -30 0 90 0",
            "Throw the red die gently, to the right, from a free side of the table",
        ),
        (
            {"phase": "place", "die": ("L", 0, 0)},
            "2b90",
            "Put the large tile over the die by hole 2, face B, turned by 90°: it touches nothing",
        ),
    ],
)
def test_labels(fields: dict[str, Any], action: str, label: str) -> None:
    pos = table(**fields)
    assert pos.label(pos.parse(action), ["Ann", "Bob"]) == label


@pytest.mark.parametrize(("x", "label"), [(0, "The die stops on L1"), (13000, "The die stops on the side of Bob, 2 cm from L1")])
def test_where_a_die_stops_is_told_from_the_next_tile(x: int, label: str) -> None:
    pos = table("flight", tile("L1", 0, 200), dice="rk0", flight="0,60,0,0,130,0")
    assert pos.label(pos.parse(f"flat {x} 20000 9"), ["Ann", "Bob"]) == label


def test_the_terminal_draws_the_table() -> None:
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(draw(meeting(), ["Ann", "Bob"]))
    drawn = console.export_text()
    for sign in ("Ann", "Bob", "■", "★", "M", "L", "·"):
        assert sign in drawn


def test_a_placement_says_what_it_touches() -> None:
    pos = meeting()
    effects = set()
    for action in pos.choices():
        about, label = pos.about(action), pos.label(action, ["Ann", "Bob"])
        effects.add(about.effect)
        assert all(tile in label for tile in about.pieces), label
        assert about.effect != "fight" or "it fights beside the network of Ann" in label
        assert about.effect != "help" or "it joins the network of Bob" in label
    assert {"fight"} < effects


def test_the_burner_is_summed_up_by_what_it_destroys() -> None:
    pos = table("burn", tile("M1", -156, -5), tile("S1", 90, 30), pawns="M1,-/S1,-", die=("M", 0, 0), tokens="1,3", dice="0B!")
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(overview(pos, ["Ann", "Bob"], "en"))
    lines = console.export_text().splitlines()
    assert lines[0].startswith("  burn 0 … burn ")
    assert lines[-1].startswith("  burn ") and "… burn 359: " in lines[-1]
    assert any(line.endswith(": S1") for line in lines)
    assert any(line.endswith(": nothing") for line in lines)


def test_learners_see_where_such_throws_come_to_rest() -> None:
    low = aimed(Throw(350, 50, 0, 0, 120, 0)).view(0).spread
    lob = aimed(Throw(350, 200, 0, 45, 160, 0)).view(0).spread
    assert low and lob
    assert len(low.rests) + low.astray == low.thrown
    assert abs(sum(y for _, y in low.rests) / len(low.rests) - (-0.35 + 0.286)) < 0.03, "as measured in docs/physics.md"
    assert spread([x for x, _ in low.rests]) < spread([x for x, _ in lob.rests]) or lob.astray > low.astray
    assert aimed(Throw(350, 50, 0, 0, 120, 0)).view(None).spread == low, "the same tremors for every throw and reader"
    assert meeting().view(0).spread is None
