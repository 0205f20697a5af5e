"""Names, packed numbers and texts of Big Brain Bang."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bangbox
from bangbox.games.bigbrainbang.inputs import Box, Pose, Throw
from tests.games.bigbrainbang.tables import table, tile

GAME = bangbox.game("bigbrainbang", throws="cheap")


HEIGHTS = st.integers(4, 60).map(lambda n: 5 * n)
THROWS = st.builds(
    Throw,
    st.integers(0, 3999),
    HEIGHTS,
    st.integers(-80, 80),
    st.integers(-30, 60),
    st.integers(40, 300),
    st.integers(-30, 30),
)


@given(THROWS)
def test_throws_pack_and_unpack(throw: Throw) -> None:
    assert 0 <= throw.pack() < 2**53
    assert Throw.unpack(throw.pack()) == throw


@given(st.sampled_from([("lying", 89), ("standing", 179)]), st.integers(-450, 450), st.integers(-450, 450), st.data())
def test_boxes_pack_and_unpack(kind: tuple[str, int], x: int, y: int, data: st.DataObject) -> None:
    box = Box(kind[0], x, y, data.draw(st.integers(0, kind[1])))
    assert Box.unpack(box.pack()) == box


@given(st.integers(-45_000, 45_000), st.integers(-45_000, 45_000), st.integers(0, 899))
def test_poses_pack_and_unpack(x: int, y: int, angle: int) -> None:
    assert Pose.unpack(Pose("flat", x, y, angle).pack()) == Pose("flat", x, y, angle)
    for spoilt in ("off", "box", "lean", "miss"):
        assert Pose.unpack(Pose(spoilt).pack()) == Pose(spoilt)


@pytest.mark.parametrize("box", [Box("upright"), Box("lying", 0, 0, 90), Box("standing", 451)])
def test_no_such_box(box: Box) -> None:
    with pytest.raises(bangbox.IllegalMove, match="B6"):
        box.pack()


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        (("start 0", "start 2"), "seat"),
        (("16,13,10", "16,13"), "piles"),
        (("M1:1a@", "M2:1a@"), "tiles"),
        (("M1:1a@", "M1:2a@"), "hole"),
        (("3400,4200,0", "3400,4200,3600"), "tiles"),
        (("M1,-/-,-", "M1,-/M1,-"), "two owners"),
        (("M1,-/-,-", "S1,-/-,-"), "pawns"),
        ((" 0 - -", " rr0 - -"), "dice"),
        ((" 0 - -", " 0 lying,200,0,0 -"), "box"),
        ((" cheap", " cheap x"), "15 fields"),
        (("start", "stop"), "phase"),
        (("start 0 5", "start 0 150"), "left over"),
    ],
)
def test_texts_that_cannot_be(spoilt: tuple[str, str], why: str) -> None:
    text = table("start", tile("M1", 0, 0), pawns="M1,-/-,-").text
    assert spoilt[0] in text
    with pytest.raises(bangbox.TextError, match=why):
        GAME.position(text.replace(*spoilt, 1))


TILES = "M1:1a@-2200,4200,0/M2:1a@8800,4200,0/*M3:1a@3400,4200,0"  # the new one touches both others, which do not touch
THREE = "M1:1a@-2200,2200,0/M2:1a@8800,2200,0/M3:1a@3400,9800,0/*M4:1a@3400,4200,0"  # the same with a third one
APART = "M1:1a@0,0,0/M2:1a@20000,0,0"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        # nobody's network touches the new tile, so nobody can be helped
        ("support 0 0 3,3 15,14,10 *S1:1a@9287,12501,1650 -,-/-,- rk0 - - - - - cheap", "something to answer"),
        # the white die is still to be thrown, and there are no large tiles
        ("burn 2 0 2,2,1,2 16,13,0 M1:1a@-44471,11202,707 -,-/-,-/-,-/-,- kw1B!! - - 7302,-27224,583 - - cheap", "in its pile"),
        ("box 0 0 3,3 16,14,0 - -,-/-,- kw0 - - - - - cheap", "in its pile"),
        ("box 0 0 3,3 16,14,10 - -,-/-,- k0 - - - - - cheap", "in its pile"),
        ("start 0 0 4,3 16,14,10 - -,-/-,- 0 - - - - - cheap", "tokens"),
        ("box 0 0 3,3 16,14,10 - -,-/-,- 0B - - - - - cheap", "tokens"),
        ("box 0 0 2,3 16,14,10 - -,-/-,- rk0B - - - - - cheap", "dice, Burner"),
        ("drop 0 1 3,3 16,14,10 - -,-/-,- 0 - - - - - cheap", "left over"),
        ("start 0 5 3,3 16,14,10 - -,-/-,- 0! - - - - - cheap", "left over"),
        ("after 0 5 3,3 16,14,10 - -,-/-,- rk2! - - - - - cheap", "left over"),
        ("pawn 0 150 3,3 16,13,10 *M1:1a@0,0,0 -,-/-,- kr0 - - - - - cheap", "all ends in time"),
        ("place 0 5 3,3 16,13,10 M1:1a@0,0,0 -,-/-,- kr0 - - 0,1500,0 - - cheap", "a die lies free"),
        ("pawn 0 5 3,3 16,13,10 *M1:1a@0,0,0 -,-/-,- kr0 lying,200,200,0 - - - - cheap", "box"),
        ("pawn 0 5 3,3 16,13,10 *M1:1a@0,0,0 -,-/-,- rk0 - - - - - cheap", "dice, Burner"),
        ("pawn 0 5 3,3 16,12,10 *M1:1a@0,0,0 -,-/-,- kr0 - - - - - cheap", "dice, Burner"),
        (f"pawn 0 5 3,3 16,11,10 {TILES} M1,-/-,- kr0 - - - - - cheap", "something to answer"),
        (f"support 0 5 2,2,2 16,11,10 {TILES} M1,-/M2,-/-,- kr0 - - - - - cheap", "something to answer"),
        (f"support 2 5 2,2,2 16,11,10 {TILES} -,-/M2,-/-,- kr0 - - - - - cheap", "something to answer"),
        (f"attack 0 5 3,3 16,11,10 {TILES} M1,-/M2,- kr0 - - - 0:M2 - cheap", "something to answer"),
        (f"attack 2 5 2,2,2 16,11,10 {TILES} M1,-/M2,-/-,- kr0 - - - 2:M1.M2 - cheap", "something to answer"),
        (f"take 0 5 3,3 16,11,10 {TILES} M1,-/-,- kr0 - - - 0 - cheap", "something to answer"),
        (f"take 0>1 5 3,3 16,11,10 {TILES} M1,M2/-,- kr0 - - - 1 - cheap", "something to answer"),
        (f"move 0>1 5 3,3 16,11,10 {TILES} M1,-/!M2,- kr0 - - - 0 - cheap", "something to answer"),
        (f"move 0>1 5 2,3 15,12,10 {APART} M1,-/!M1.M2,- 0B - - - - - cheap", "two owners"),
        (f"move 0>1 5 2,3 15,12,10 {APART} !M1,-/!M2,- 0B - - - - - cheap", "something to answer"),
        (f"spread 0>1 5 2,3 15,12,10 {APART} -,-/M1,M2 0B - - - - -/M1.M2 cheap", "something to answer"),
    ],
)
def test_what_play_cannot_come_to_is_refused(text: str, why: str) -> None:
    with pytest.raises(bangbox.TextError, match=why):
        GAME.position(text)


@pytest.mark.parametrize(
    "text",
    [
        f"support 2 5 2,2,2 16,11,10 {TILES} M1,-/M2,-/-,- kr0 - - - - - cheap",
        f"attack 0 5 2,2,2 16,10,10 {THREE} M3,-/M1,-/M2,- kr0 - - - 0:M1.M2 - cheap",
        f"take 0>1 5 3,3 16,11,10 {TILES} -,-/M1,M2 kr0 - - - 1 - cheap",
        f"move 0>1 5 2,3 15,12,10 {APART} -,-/!M1.M2,- 0B - - - - - cheap",
        f"spread 0>1 5 2,3 15,12,10 {APART} -,-/M1,- 0B - - - - -/M1.M2 cheap",
    ],
)
def test_what_play_can_come_to_is_accepted(text: str) -> None:
    assert GAME.position(text).choices()


def test_pawns_may_be_written_in_any_order() -> None:
    pos = GAME.position(f"start 0 5 3,3 16,12,10 {APART} M2,M1/-,- 0 - - - - - cheap")
    assert pos == GAME.position(f"start 0 5 3,3 16,12,10 {APART} M1,M2/-,- 0 - - - - - cheap")


def test_names_are_forgiving_about_capitals_and_spaces() -> None:
    pos = (
        table("start")
        .play(" Red   BLACK ")
        .play("Standing 0 0 10")
        .play("throw 350 60 0 0 130 0")
        .play("flat 0 0 0")
        .play("1A90")
    )
    assert pos.name(1) == "pawn"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("throw 350 60 0 0 130", "expected `throw around"),
        ("throw 350 60 0 0 130 x", "whole numbers"),
        ("throw 350 61 0 0 130 0", "height"),
        ("lying 0 0 0", "not possible"),
        ("throw 2800 60 0 0 130 0", "around"),
    ],
)
def test_throws_that_cannot_be(name: str, why: str) -> None:
    pos = table("aim", dice="rk0")
    with pytest.raises(bangbox.IllegalMove, match=why):
        pos.parse(name)


@pytest.mark.parametrize("name", ["flat 0 0", "flat 30001 0 0", "flat 0 0 900", "box", "gone", "off 1", "flat 99999 0 0"])
def test_outcomes_that_cannot_be(name: str) -> None:
    pos = table("flight", dice="rk0", flight="0,60,0,0,130,0")
    with pytest.raises(bangbox.IllegalMove):
        pos.play(name)
