"""Names and texts of The Great Brain Robbery: both ways, and refusals that say what was wrong and what was expected."""

import pytest

import bangbox
from bangbox.games.robbery.rules.record import STATE
from tests.games.robbery.table import GAME, names, play, table

GOOD = "C:+/5y:++-+ 1,2,3,4,6,7 5a2:1:9:4,5@0/5b1:0:-:6/0c3:0:49:- 20,21 - r3f1s1c0e0 install:0 late_engine=2"


def test_the_example_is_read_and_written() -> None:
    pos = GAME.position(GOOD)
    assert pos.text == GOOD.replace("4,5@0", "5@0,4"), "older cards come first"
    assert pos.game.options["late_engine"] == 2
    assert pos.game.options["players"] == 3


def test_a_concealed_text_keeps_what_is_public() -> None:
    seen = GAME.position(GOOD).seen_by(1)
    assert seen.text.split()[2] == "5a2:1:9:?@0,?/5b1:0:-:6/0c3:0:49:-"
    assert seen.text.split()[4] == "5@0", "one card is known to be from before the shuffle, and not which of the others is not"
    with pytest.raises(bangbox.TextError, match="what one seat sees, not a whole position"):
        GAME.position(seen.text)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (" 20,21 ", " ", "8 fields"),
        ("C:+/5y", "X:+/5y", "car 'X': expected C, E, or a number from 1 to 7 with x or y"),
        ("++-+", "++-", "4 signs"),
        ("++-+", "++-*", "4 signs"),
        ("5a2:", "5d2:", "place '5d2'"),
        ("5a2:", "5a9:", "place '5a9'"),
        ("5a2:", "5a8:", "a pawn is not on a space of the train"),
        ("5a2:", "3a2:", "a pawn is not on a space of the train"),
        ("5a2:", "-:", "a pawn is not on a space of the train"),
        (":9:4", ":9:9", "card 9 is in two places"),
        (":9:4", ":65:4", "head '65': expected a number from 1 to 64"),
        (":9:4", ":9:?", "what one seat sees, not a whole position"),
        (":9:4", ":9:1,2,3,4,7", "hand '1,2,3,4,7,5@0': expected at most 5 cards"),
        ("20,21", "20,20", "card 20 is in two places"),
        ("20,21", "20,04", "discard '04'"),
        ("5@0", "5@1", "shuffle '1'"),
        ("r3f1s1c0e0", "r3f1s0c0e0", "shuffle '0'"),
        ("r3f1s1c0e0", "r3f1s1c0", "clock 'r3f1s1c0'"),
        ("r3f1s1c0e0", "r101f1s1c0e0", "round '101'"),
        ("r3f1s1c0e0", "r3f5s1c0e0", "a seat does not exist"),
        ("r3f1s1c0e0", "r3f1s1c2e0", "a round does not exist"),
        ("r3f1s1c0e0", "r0f1s1c0e0", "the first round has the number 1"),
        ("install:0", "instal:0", "phase 'instal'"),
        ("install:0", "install:3", "seat on turn '3'"),
        ("install:0", "install:0,passes=1", "passes belong to a brawl"),
        ("install:0", "install:0,steps=1", "boost and steps belong to a move"),
        ("install:0", "install:0,dice=0:34", "dice, cards on the table"),
        ("install:0", "install:0,nonsense=1", "moment 'nonsense=1'"),
        ("install:0", "install:2", "nothing to discard or install"),
        ("install:0", "limit:0", "the hand is within its limit"),
        ("install:0", "spoils:0", "without an owner lie about"),
        ("install:0", "meet:0", "a fight is between those on one space"),
        ("install:0", "loss:0", "couplings are checked after a car was added"),
        ("install:0", "draw:0", "draws are what is still to be drawn"),
        ("install:0", "deal:0", "in the set-up"),
        ("1,2,3,4,6,7", "1,2,3,4,6", "a car is missing from train and pack"),
        ("1,2,3,4,6,7", "1,2,3,4,5,6,7", "both in the train and in the pack"),
        ("1,2,3,4,6,7", "0,1,2,3,4,6,7", "both in the train and in the pack"),
        ("C:+/5y:++-+", "5y:++-+/C:+", "the Caboose only last"),
        ("late_engine=2", "late_engine=21", "late_engine '21'"),
        ("late_engine=2", "early_engine=2", "option 'early_engine=2'"),
        ("late_engine=2", "first=6", "first '6': expected a seat from 0 to 2"),
        ("late_engine=2", "first=0", "the first seat must be 0 with these options"),
        ("5a2:1:9:4,5@0/5b1:0:-:6/0c3:0:49:-", "5a2:1:9:4/5b1:0:-:6", "3 to 7 of them, not 2"),
        ("5b1:0:-:6", "5b1:0:-:6,1,2,3", "seat 1 cannot hold 4 cards now"),
    ],
)
def test_a_wrong_text_is_refused_in_words(old: str, new: str, what: str) -> None:
    assert GOOD.count(old) >= 1
    with pytest.raises(bangbox.TextError) as error:
        GAME.position(GOOD.replace(old, new, 1))
    assert what in str(error.value)


def test_five_cards_are_the_most_a_hand_can_come_to() -> None:
    assert table("install:0", ["5a2:1:9:1,2,3,4,5", "0b3:0:-:-", "0c3:0:-:-"]).text
    with pytest.raises(bangbox.TextError, match="at most 5 cards"):
        table("install:0", ["5a2:1:9:1,2,3,4,5,6", "0b3:0:-:-", "0c3:0:-:-"])


def test_only_fighters_have_played_cards() -> None:
    """What a bystander had played would be left over when the fight ends."""
    seats = ["0a2:0:56:44", "0a2:0:58:-", "0c3:0:61:32"]
    assert table("brawl:0,dice=0:15/1:56,played=1:33", seats).text
    with pytest.raises(bangbox.TextError, match="seat 2 plays no cards in this fight"):
        table("brawl:0,dice=0:15/1:56,played=2:33", seats)


def test_an_empty_pile_is_refused() -> None:
    everything = ",".join(str(card) for card in range(1, 65))
    with pytest.raises(bangbox.TextError, match="the draw pile is empty"):
        table("roll:0", ["0a3:0:-:-", "0b3:0:-:-", "0c3:0:-:-"], discards=everything)


def test_names_take_two_dice_in_either_order_and_any_case() -> None:
    pos = table("roll:0", ["0a3:0:-:-", "0b3:0:-:-", "0c3:0:-:-"])
    assert pos.parse("ROLL 5 2") == pos.parse("roll 2 5")
    car = table("move:0,dice=0:66", ["5b6:0:-:-"] * 3, train="5y:++++", pack="0", clock="r5f0s0c3e0")
    assert names(play(car, "AHEAD")) == ["car E"]
    play(car, "car e")


def test_the_record_has_no_gaps() -> None:
    """Bytes between fields would mean nothing, and yet be compared, hashed and sent."""
    assert STATE.fields is not None
    assert sum(field[0].itemsize for field in STATE.fields.values()) == STATE.itemsize
