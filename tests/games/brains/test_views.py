"""What is shown of Mmm… Brains!: the view, labels, reasons why not, the tally."""

import pytest

import bangbox
from bangbox.core.messages import render
from bangbox.core.position import Position
from bangbox.core.registry import kind

NAMES = ["Ann", "Ben", "Cleo"]


def at(text: str) -> Position:
    return bangbox.game("brains").position(text)


def label(text: str, name: str) -> str:
    pos = at(text)
    return pos.label(pos.parse(name), NAMES)


def test_the_view_holds_all_a_board_needs() -> None:
    view = at("2 88 20,12,x r,y,g 1 3 5*4*2").view()
    assert (view.phase, view.middle.number, view.seat, view.throw, view.throws) == (2, 88, 1, 3, 3)
    assert (view.brains, view.times, view.stage) == (2, 2, "colour")
    assert [(die.brain, die.top, die.colour) for die in view.dice] == [
        ("r", "5", "r"), ("y", "*", "y"), ("g", "4", "b"), ("b", "*", "b"), ("k", "2", "g"),
    ]  # fmt: skip
    assert [(p.colour, p.held.number, p.out) for p in view.players] == [("r", 20, False), ("y", 12, False), ("g", 0, True)]
    shown = {c.colour: (c.sum, c.total, c.brains, c.owner, c.payer) for c in view.colours}
    assert shown == {
        "r": (5, 10, 10, 0, 0),
        "y": (0, 0, 0, 1, 1),
        "g": (2, 4, 4, None, 1),
        "b": (4, 8, 8, None, 1),
        "k": (0, 0, 0, None, 1),
    }


def test_totals_are_shown_as_soon_as_the_dice_lie() -> None:
    assert [c.total for c in at("1 88 20,12,5 r,y,g 1 2 51234").view().colours] == [15, 0, 0, 0, 0]
    rolling = at("1 88 20,12,5 r,y,g 1 2 5123?").view()
    assert next((c.sum, c.total) for c in rolling.colours) == (11, 0)
    assert rolling.dice[4].colour is None


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("1 100 0,0,0 r,y,g ? 1 ?????", "first"),
        ("1 100 0,0,0 r,y,g 0 1 55???", "throw"),
        ("1 100 0,0,0 r,y,g 0 1 *****", "keep"),
        ("1 100 0,0,0 r,y,g 0 3 ****1", "colour"),
        ("1 100 0,0,0 r,y,g 0 3 *****", "pass"),
        ("2 80 20,x,x r,y,g 0 1 ?????", "over"),
    ],
)
def test_every_stage_has_a_prompt_and_a_topic(text: str, stage: str) -> None:
    pos = at(text)
    assert pos.view().stage == stage
    assert render(kind("brains"), pos.prompt(), NAMES)
    assert pos.topic() in {"M3", "M4", "M6", "M10", "M12"}


@pytest.mark.rule("M6")
@pytest.mark.rule("M7")
def test_labels_of_taking() -> None:
    assert label("1 88 20,12,5 r,y,g 0 3 5**34", "colour r") == "Red 24: take 24"
    assert label("1 7 20,12,5 r,y,g 0 3 5**34", "colour r") == "Red 24: take the last 7; phase 2 begins"


@pytest.mark.rule("M8")
@pytest.mark.rule("M9")
@pytest.mark.rule("M11")
def test_labels_of_paying() -> None:
    assert label("2 60 50,30,9 r,y,g 1 3 ***3*", "colour r") == "Red 12: Ann pays"
    assert label("2 60 50,30,9 r,y,g 1 3 55555", "colour k") == "Black 5: pay it yourself"
    assert label("2 60 50,5,9 r,y,g 1 3 55555", "colour k") == "Black 5: pay your last 5 and be out"
    assert label("2 60 50,30,9 r,y,g 1 3 **5**", "colour g") == "Green 20: Cleo pays the last 9 and is out"


def test_labels_of_the_rest() -> None:
    assert label("1 100 0,0,0 r,y,g 0 1 135*2", "keep 135") == "Keep black 1, blue 3 and green 5, throw two again"
    assert label("1 100 0,0,0 r,y,g 0 1 135*2", "keep -") == "Keep nothing, throw all five again"
    assert (
        label("1 100 0,0,0 r,y,g 0 1 ****5", "keep all")
        == "Stop with red brain, yellow brain, green brain, blue brain and black 5"
    )
    assert label("1 100 0,0,0 r,y,g 0 1 1????", "4") == "green 4"
    assert label("1 100 0,0,0 r,y,g ? 1 ?????", "first 2") == "First player: Cleo"
    assert label("1 100 0,0,0 r,y,g 0 3 *****", "pass") == "Five brains: nothing happens"


def test_about_names_places_pieces_and_effect() -> None:
    keeping = at("1 100 0,0,0 r,y,g 0 1 135*2")
    some = keeping.about(keeping.parse("keep 15"))
    assert (some.places, some.pieces, some.effect) == (["die-r", "die-g", "cup"], ["die-y", "die-b", "die-k"], "throw")
    assert keeping.about(keeping.parse("keep all")).effect == "stop"
    paying = at("2 88 20,12,x r,y,g 1 3 5*4*2")
    red, green = paying.about(paying.parse("colour r")), paying.about(paying.parse("colour g"))
    assert (red.places, red.pieces, red.effect, red.rule) == (["r"], ["die-r", "die-y", "die-b"], "pay", "M8")
    assert green.effect == "own"


@pytest.mark.parametrize(
    ("text", "attempt", "rule"),
    [
        ("1 88 20,12,5 r,y,g 0 1 5*4*2", "keep 5*", "M4.2"),  # which brain?
        ("1 88 20,12,5 r,y,g 0 1 5*4*2", "keep 54", None),
        ("1 88 20,12,5 r,y,g 0 1 5*4*2", "die-r die-g cup", None),
        ("1 88 20,12,5 r,y,g 0 1 5*4*2", "colour r", "M4.4"),  # first throwing has to end
        ("1 88 20,12,5 r,y,g 0 1 5*4*2", "pass", "M4.4"),
        ("1 88 20,12,5 r,y,g 0 3 5*4*2", "keep 54", "M4.4"),
        ("1 88 20,12,5 r,y,g 0 3 5*4*2", "die-r cup", "M4.4"),
        ("1 88 20,12,5 r,y,g 0 3 5*4*2", "colour r", None),
        ("1 88 20,12,5 r,y,g 0 3 5*4*2", "r", None),
        ("1 88 20,12,5 r,y,g 0 3 5*4*2", "colour y", "M6.2"),
        ("1 88 20,12,5 r,y,g 0 3 5*4*2", "pass", "M6.2"),
        ("2 88 20,12,5 r,y,g 0 3 5*4*2", "colour y", "M8.1"),
        ("2 88 20,12,5 r,y,g 0 3 *****", "colour y", "M10"),
        ("2 88 20,12,5 r,y,g 0 3 *****", "pass", None),
        ("2 80 20,x,x r,y,g 0 1 ?????", "keep 1", "M12.1"),
    ],
)
def test_why_not(text: str, attempt: str, rule: str | None) -> None:
    assert at(text).why_not(attempt) == rule


def test_the_tally_is_what_everybody_holds() -> None:
    tally = at("1 88 20,12,5 r,y,g 2 2 1*35?").tally()
    assert [(line.seat, line.points) for line in tally] == [(0, 20), (1, 12), (2, 5)]
    assert render(kind("brains"), tally[1].reason) == "12 brains on the plate"
