"""Names of choices and texts of positions of Mmm… Brains!."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bangbox
from bangbox.core.position import Position


def at(text: str) -> Position:
    return bangbox.game("brains").position(text)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Any position, the reachable ones among them."""
    n = draw(st.integers(3, 5))
    phase = draw(st.integers(1, 2))
    held = draw(st.lists(st.integers(0, 24), min_size=n, max_size=n))
    seat = draw(st.integers(0, n - 1))
    if phase == 2:
        held[seat] = held[seat] or 1
    words = ",".join(str(h) if h or phase == 1 else "x" for h in held)
    colours = ",".join(draw(st.permutations("rygbk"))[:n])
    dice = draw(st.text("12345*?", min_size=5, max_size=5))
    middle = draw(st.integers(phase % 2, 30))
    return f"{phase} {middle} {words} {colours} {seat} {draw(st.integers(1, 3))} {dice}"


@given(texts())
def test_a_text_is_written_as_it_was_read(text: str) -> None:
    assert at(text).text == text


@given(texts())
def test_names_are_unique_and_parsed_back(text: str) -> None:
    pos = at(text)
    named = {pos.name(action): action for action in pos.choices()}
    assert len(named) == len(pos.choices())
    assert all(pos.parse(name) == action and name.isascii() for name, action in named.items())


@given(texts(), st.data())
def test_a_damaged_text_is_refused_or_read_exactly(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:place] + data.draw(st.text(max_size=2)) + text[place + 1 :]
    try:
        pos = at(damaged)
    except bangbox.TextError:
        return
    assert pos.text == damaged


def test_every_throw_can_be_kept_by_faces_and_colours() -> None:
    """The full spelling, colours and all and in any order, always means the same dice as the name."""
    for faces in itertools.product("5*", "15", "15*", "5*", "15*"):
        pos = at("1 100 0,0,0 r,y,g 0 1 " + "".join(faces))
        for action in pos.choices():
            kept = [die for i, die in enumerate(pos.view().dice) if action >> i & 1]
            spelt = " ".join(f"{die.top}{die.colour}" for die in reversed(kept))
            assert pos.parse(f"keep {spelt or 'none'}") == action


@pytest.mark.parametrize(
    ("dice", "typed", "name"),
    [
        ("135*2", "keep 135", "keep 135"),
        ("135*2", "KEEP 5, 3, 1", "keep 135"),
        ("135*2", "keep 1k 3b 5g", "keep 135"),
        ("135*2", "keep all", "keep 135*2"),
        ("135*2", "keep none", "keep -"),
        ("155*5", "keep 5k 1", "keep 15k"),
        ("155*5", "keep 555", "keep 555"),
        ("155*5", "keep 5g5y", "keep 5y5g"),
        ("**5**", "keep *k 5", "keep 5*k"),
    ],
)
def test_keep_takes_other_spellings(dice: str, typed: str, name: str) -> None:
    pos = at(f"1 100 0,0,0 r,y,g 0 1 {dice}")
    assert pos.name(pos.parse(typed)) == name


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("keep 5", "which 5.*5y, 5g, 5k"),
        ("keep 5y5", "which 5.*5g, 5k"),
        ("keep 11", "only 1 of 1"),
        ("keep 2", "only 0 of 2"),
        ("keep 5r", "only 0 of 5r"),
        ("keep", "not a list of faces"),
        ("keep 6", "not a list of faces"),
        ("keep red", "not a list of faces"),
    ],
)
def test_keep_that_fits_no_dice_is_explained(typed: str, says: str) -> None:
    with pytest.raises(bangbox.IllegalMove, match=says):
        at("1 100 0,0,0 r,y,g 0 1 155*5").parse(typed)


def test_colours_and_dice_take_other_spellings() -> None:
    assert at("1 100 0,0,0 r,y,g 0 3 51234").parse("r") == at("1 100 0,0,0 r,y,g 0 3 51234").parse("color r")
    falling = at("1 100 0,0,0 r,y,g 0 1 ?????")
    assert falling.parse("brain") == falling.parse("6") == falling.parse("*")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "1 fields"),
        ("1 88 20,12,5 r,y,g 2 2", "6 fields"),
        ("3 88 20,12,5 r,y,g 2 2 1*35?", "phase"),
        ("1 0 20,12,5 r,y,g 2 2 1*35?", "the middle"),
        ("1 -1 20,12,5 r,y,g 2 2 1*35?", "the middle"),
        ("1 088 20,12,5 r,y,g 2 2 1*35?", "the middle"),
        ("1 151 0,0,0 r,y,g 2 2 1*35?", "the middle"),
        ("1 88 20,12 r,y 1 2 1*35?", "2 players"),
        ("1 88 20,12,x r,y,g 1 2 1*35?", "nobody is out"),
        ("2 88 20,12,0 r,y,g 1 2 1*35?", "write x"),
        ("2 88 x,x,x r,y,g 1 2 1*35?", "somebody"),
        ("1 88 20,12,50 r,y,g 1 2 1*35?", "at most 150"),
        ("1 88 20,12,5 r,y,y 2 2 1*35?", "colours"),
        ("1 88 20,12,5 r,y 2 2 1*35?", "colours"),
        ("1 88 20,12,5 r,y,w 2 2 1*35?", "colours"),
        ("1 88 20,12,5 r,y,g 3 2 1*35?", "seat"),
        ("1 88 20,12,5 r,y,g ? 2 1*35?", "undecided"),
        ("2 88 20,x,5 r,y,g 1 2 1*35?", "seat 1 is out"),
        ("1 88 20,12,5 r,y,g 2 4 1*35?", "throw"),
        ("1 88 20,12,5 r,y,g 2 0 1*35?", "throw"),
        ("1 88 20,12,5 r,y,g 2 2 1*35", "dice"),
        ("1 88 20,12,5 r,y,g 2 2 1*356", "dice"),
        ("1 ٨ 20,12,5 r,y,g 2 2 1*35?", "the middle"),
    ],
)
def test_a_bad_text_is_explained(text: str, says: str) -> None:
    with pytest.raises(bangbox.TextError, match=says):
        at(text)
