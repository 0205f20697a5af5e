"""The rules of The Great Brain Robbery by their numbers: moving, coupling cars on, losing them, the Brake."""

import pytest

from bangbox.games.robbery.rules.record import DECK
from tests.games.robbery.table import discards, names, phase, play, seat, table, train

OTHERS = ["0b3:0:-:-", "0c3:0:-:-"]
ENGINE = "r9f0s0c4e6"  # the clock of a train with its Engine


def spaces(words: list[str]) -> set[str]:
    """The places that can be gone to."""
    return {word.removeprefix("go ") for word in words if word.startswith("go ")}


# -- moving


@pytest.mark.rule("R8")
def test_movement_is_dice_and_head_and_cards_played() -> None:
    pos = table("move:0,dice=0:34", ["0a3:0:4:2,49", *OTHERS])
    assert DECK[3].run == 5
    assert pos.view(0).move.movement == 3 + 4 + 5
    play(pos, "run 2")
    assert pos.view(0).move.movement == 3 + 4 + 5 + DECK[1].run
    assert discards(pos) == [2]
    assert names(pos)[-1] == "run 49"


@pytest.mark.rule("R8")
def test_a_card_can_be_played_after_a_new_car_was_seen() -> None:
    pos = table("move:0,dice=0:1", ["5b6:0:-:2", *OTHERS])
    play(pos, "ahead", "car 4y")
    assert spaces(names(pos)) == {"4b1"}
    play(pos, "run 2")
    assert "4b5" in spaces(names(pos))
    assert "ahead" in names(pos)


@pytest.mark.rule("R8")
def test_movement_below_nothing_is_nothing() -> None:
    pos = table("move:0", ["5b2:0:48:45", *OTHERS])
    assert DECK[47].run < 0
    assert spaces(names(pos)) == {"5b2"}
    play(pos, "run 45")
    assert spaces(names(pos)) == {"5b2"}
    assert pos.view(0).move.movement == 0


@pytest.mark.rule("R8")
def test_no_card_may_take_back_steps_already_taken() -> None:
    pos = table("move:0,dice=0:1", ["5b6:0:-:45,2", *OTHERS])
    assert "run 45" in names(pos)
    play(pos, "ahead", "car 4y")
    assert "run 45" not in names(pos), "one step was taken, none would be left for it"
    assert pos.why_not("run 45") == "R8.3"
    play(pos, "run 2")
    assert "run 45" in names(pos)


@pytest.mark.rule("R9")
def test_steps_are_orthogonal_and_stop_at_walls() -> None:
    """The Caboose has walls between a3 and a4 and between c3 and c4."""
    pos = table("move:0,dice=0:11", ["0a3:0:-:-", *OTHERS])
    assert spaces(names(pos)) == {"0a1", "0a2", "0a3", "0b2", "0b3", "0b4", "0c3"}
    assert pos.why_not("go 0a4") == pos.why_not("0a4") == "R8.1", "too far, the way being round the wall"
    assert pos.why_not("0b7") == pos.why_not("4b1") == "R9.1", "no space of this train"
    assert pos.why_not("behind") == "R13.1"
    assert "go 0c4" not in names(pos)


@pytest.mark.rule("R9")
def test_pawns_do_not_block_and_staying_put_is_allowed() -> None:
    pos = table("move:0,dice=0:11", ["0b1:0:-:-", "0b2:0:-:-", "0a1:0:-:-"])
    assert "go 0b3" in names(pos)
    assert "go 0b1" in names(pos)


@pytest.mark.rule("R9")
def test_nobody_leaves_by_the_back_and_nothing_on_the_way_counts() -> None:
    pos = table("move:0,dice=0:66", ["5b1:0:-:-", "5c6:0:-:-", "5c6:0:-:-"], train="5y:++++", pack="0,1", clock="r5f0s0c3e0")
    assert spaces(names(pos)) == {f"5{row}{column}" for row in "abc" for column in range(1, 7)}
    play(pos, "go 5b6")
    assert train(pos) == "5y:++++", "the counter on b4 lay on the way"


@pytest.mark.rule("R9")
def test_doors_lead_from_car_to_car() -> None:
    pos = table("move:0,dice=0:11", ["0b6:0:-:-", *OTHERS])
    assert {"5b1", "5b2", "5a1", "5c1", "0b5"} <= spaces(names(pos))
    assert "5a2" not in spaces(names(pos)), "three steps away"


@pytest.mark.rule("R10")
def test_stepping_off_the_front_brings_a_car_and_the_move_goes_on() -> None:
    pos = table("move:0,dice=0:45", ["5b4:0:-:-", *OTHERS])
    assert "ahead" in names(pos)
    play(pos, "ahead")
    assert set(names(pos)) == {f"car {car}{side}" for car in (1, 2, 3, 4, 6, 7) for side in "xy"}
    play(pos, "car 7x")
    assert train(pos).endswith("/7x:++++")
    assert seat(pos, 0).startswith("7b1")
    assert pos.view(0).move.left == 9 - 3
    assert "ahead" in names(pos), "five columns and a step are six"


@pytest.mark.rule("R8")
@pytest.mark.rule("R10")
def test_the_steps_of_a_move_add_up_over_several_new_cars() -> None:
    pos = table("move:0,dice=0:66", ["5b5:0:-:-", *OTHERS])
    left = [pos.view(0).move.left]
    for car in ("car 7x", "car 4y"):
        play(pos, "ahead", car)
        left.append(pos.view(0).move.left)
    assert left == [12, 12 - 2, 12 - 2 - 5], "to the end of 5y and out, then through the five columns of 7x"
    assert spaces(names(pos)) >= {"4b5", "7b1"}
    assert "4b7" not in spaces(names(pos))


@pytest.mark.rule("R10")
def test_leaving_by_the_front_needs_enough_steps() -> None:
    pos = table("move:0,dice=0:1", ["5b5:0:-:-", *OTHERS])
    assert "ahead" not in names(pos)
    assert pos.why_not("ahead") == pos.why_not("front") == "R8.1"


@pytest.mark.rule("R10")
def test_with_an_empty_pack_the_front_is_a_wall() -> None:
    whole = "C/5y/1x/2x/3x/4x/6x/7x"
    pos = table("move:0,dice=0:66", ["7b5:0:-:-", *OTHERS], train=whole, pack="-", options="long_train=6")
    assert "ahead" not in names(pos)
    assert pos.why_not("front") == "R10.2"


# -- losing cars


@pytest.mark.rule("R11")
def test_couplings_are_checked_once_after_any_number_of_new_cars() -> None:
    pos = table("move:0,dice=0:66", ["5b6:0:-:-", "5a1:0:-:-", "5a1:0:-:-"])
    play(pos, "ahead", "car 4y", "ahead", "car 7x", "go 7b1")
    assert phase(pos) == "loss:0"
    assert names(pos) == [f"roll {pips}" for pips in range(1, 7)]
    assert phase(play(pos, "roll 4")) == "roll:1", "four against four cars holds, and that is all"


@pytest.mark.rule("R11")
def test_a_low_roll_loses_the_last_car_and_is_repeated() -> None:
    pos = table("loss:0,added=1", ["7b1:0:-:-", "5a1:0:-:-", "5a1:0:-:-"], train="C:+/5y:++++/7x:++++")
    assert train(play(pos.copy(), "roll 3")) == "C:+/5y:++++/7x:++++"
    play(pos, "roll 2")
    assert train(pos) == "5y:++++/7x:++++"
    assert phase(pos) == "loss:0"
    play(pos, "roll 1")
    assert train(pos) == "7x:++++"
    assert phase(pos) == "roll:1", "one car is never lost, so it is not rolled for"


@pytest.mark.rule("R11")
def test_without_a_new_car_nothing_is_checked() -> None:
    assert phase(play(table("move:0,dice=0:66", ["5b6:0:-:-", *OTHERS]), "go 5b6")) == "roll:1"


@pytest.mark.rule("R11")
def test_the_engine_counts_as_an_added_car() -> None:
    pos = table("move:0,dice=0:66", ["5b6:0:-:-"] * 3, train="5y:++++", pack="0", clock="r5f0s0c3e0")
    play(pos, "ahead", "car E", "go 0b1")
    assert phase(pos) == "loss:0"


@pytest.mark.rule("R12")
def test_who_falls_off_runs_behind_without_his_hand() -> None:
    pos = table("loss:0,added=1", ["7b1:0:-:-", "0a1:4:9:11,12", "0b5:2:-:13"], train="C:+/5y:++++/7x:++++")
    play(pos, "roll 1")
    assert seat(pos, 1) == "behind:4:9:-"
    assert seat(pos, 2) == "behind:2:-:-"
    assert discards(pos) == [11, 12, 13]
    assert pos.s.counters[0] == 0, "its counter is gone"


@pytest.mark.rule("R12")
def test_the_active_player_on_a_lost_car_ends_his_turn() -> None:
    """He stopped on the Caboose's counter, next to somebody, with a card to install: nothing of it happens."""
    pos = table("move:0,dice=0:66,steps=1,added=1", ["5b1:5:-:9", "0b5:0:-:-", "5c6:0:-:-"], train="C:+/5y:++++")
    play(pos, "go 0b5", "roll 1")
    assert seat(pos, 0) == "behind:5:-:-"
    assert phase(pos) == "roll:1"


@pytest.mark.rule("R12")
def test_the_brake_drops_a_car_in_the_same_way() -> None:
    pos = table("move:0,dice=0:66", ["0a4:0:-:-", "5a1:3:9:10", "0b1:0:-:-"], train="5y:++++/E", pack="-", clock=ENGINE)
    play(pos, "go 0a5")
    assert seat(pos, 1) == "behind:3:9:-"
    assert train(pos) == "E"
    assert discards(pos) == [10]


@pytest.mark.rule("R13")
def test_from_behind_the_first_step_leads_in_and_one_must_move() -> None:
    pos = table("move:0,dice=0:11", ["behind:0:-:-", *OTHERS])
    assert spaces(names(pos)) == {"0b1", "0a1", "0c1", "0b2"}, "the closed rear of the Caboose too"
    assert pos.why_not("go behind") == pos.why_not("behind") == "R13.2"
    assert pos.topic() == "R13"
    nearly = table("move:0", ["behind:0:48:-", *OTHERS])
    assert spaces(names(nearly)) == {"0b1"}
    assert nearly.view(0).move.movement == 1, "movement is at least 1"
    assert "ahead" not in names(nearly)


@pytest.mark.rule("R13")
def test_behind_the_train_there_are_no_fights_and_nobody_goes_there() -> None:
    pos = table("move:0,dice=0:11", ["behind:0:-:-", "behind:0:-:-", "0b1:0:-:-"])
    play(pos, "go 0a1")
    assert phase(pos) == "roll:1"
    assert "go behind" not in names(table("move:0,dice=0:11", ["0b1:0:-:-", *OTHERS]))
    fell = table("loss:0,added=1", ["0b5:0:-:-", "behind:0:-:-", "5b1:0:-:-"], train="C:+/5y:++++/7x:++++")
    assert phase(play(fell, "roll 1", "roll 6")) == "roll:1", "two are behind now, and nothing is asked"


@pytest.mark.rule("R13")
def test_one_can_run_from_behind_through_the_whole_train() -> None:
    pos = table("move:0,dice=0:66", ["behind:0:9:-", "5b1:0:-:-", "5b1:0:-:-"], train="5y:----", pack="0,3", clock="r5f0s0c3e0")
    assert "ahead" in names(pos), "one step in, five along, one out"
    play(pos, "ahead", "car 3x")
    assert pos.view(0).move.left == 12 + DECK[8].run - 7


@pytest.mark.rule("R14")
def test_the_lost_caboose_comes_back_as_the_engine() -> None:
    pos = table("loss:0,added=1", ["7b1:0:-:-"] * 3, train="C:+/5y:++++/7x:++++")
    play(pos, "roll 1")
    assert pos.text.split()[1].split(",")[0] == "0"
    assert pos.s.caboose_fell == 1
    play(pos, "roll 1")
    assert "5" not in pos.text.split()[1].split(","), "cars lost after it leave the game"
    ready = table("move:0,dice=0:66", ["5b6:0:-:-"] * 3, train="5y:++++", pack="0,3", clock="r5f0s0c3e0")
    play(ready, "ahead")
    assert dict(zip(names(ready), ready.weights(), strict=True)) == {"car E": 2, "car 3x": 1, "car 3y": 1}
    play(ready, "car E")
    assert train(ready) == "5y:++++/E"
    assert ready.s.engine_came == 5
    assert pos.s.engine_came == 0


@pytest.mark.rule("R14")
def test_nothing_is_coupled_in_front_of_the_engine() -> None:
    pos = table("move:0,dice=0:66", ["0b1:0:-:-"] * 3, train="5y:++++/E", pack="2,3", clock=ENGINE)
    assert "ahead" not in names(pos)
    assert pos.why_not("ahead") == "R14.3"


# -- the Brake


@pytest.mark.rule("R15")
def test_stopping_on_the_brake_takes_the_last_car_off_without_a_roll() -> None:
    pos = table("move:0,dice=0:66", ["0a4:0:-:-", "0b1:0:-:-", "5a1:0:-:-"], train="5y:++++/7x:++++/E", pack="-", clock=ENGINE)
    play(pos, "go 0c5")
    assert train(pos) == "7x:++++/E"
    assert phase(pos) == "roll:1"


@pytest.mark.rule("R15")
@pytest.mark.parametrize("place", ["0a5", "0c5"])
def test_the_caboose_has_no_brake(place: str) -> None:
    pos = table("move:0,dice=0:66", ["0b5:0:-:-", "5a1:0:-:-", "5a1:0:-:-"])
    play(pos, f"go {place}")
    assert train(pos) == "C:+/5y:++++"
    assert phase(pos) == "roll:1"


@pytest.mark.rule("R15")
def test_staying_on_the_brake_counts() -> None:
    pos = table("move:0,dice=0:66", ["0a5:0:-:-", "0b1:0:-:-", "0b1:0:-:-"], train="5y:++++/E", pack="-", clock=ENGINE)
    assert train(play(pos, "go 0a5")) == "E"
    assert not pos.over, "the Brake that leaves only the Engine does not end it"


@pytest.mark.rule("R15")
def test_a_brake_on_the_engine_alone_ends_the_game_at_once() -> None:
    """No fight against the pawn on the same Brake and no install."""
    pos = table("move:0,dice=0:66", ["0a4:9:-:48", "0a5:0:20:-", "0b1:0:-:-"], train="E", pack="-", clock=ENGINE)
    play(pos, "go 0a5")
    assert pos.over
    assert pos.winners == [1]


@pytest.mark.rule("R15")
def test_the_turn_that_brings_the_engine_never_ends_the_game() -> None:
    pos = table("move:0,dice=0:66", ["5b6:0:-:-", "5a1:0:20:-", "5a1:0:-:-"], train="5y:++++", pack="0", clock="r5f0s0c3e0")
    play(pos, "ahead", "car E", "go 0a5")
    assert train(pos) == "E"
    assert phase(pos) == "roll:1", "and with one car left there is nothing to check"


@pytest.mark.rule("R15")
def test_the_brake_comes_before_the_car_loss_check() -> None:
    pos = table(
        "move:0,dice=0:66", ["7b5:0:-:-", "7b1:0:-:-", "5a1:0:-:-"], train="5y:++++/7x:++++", pack="0", clock="r5f0s0c3e0"
    )
    play(pos, "ahead", "car E", "go 0a5")
    assert train(pos) == "7x:++++/E"
    assert phase(pos) == "loss:0"
