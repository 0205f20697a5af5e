"""The rules of Mmm… Brains! by their numbers."""

import itertools
import tomllib
from pathlib import Path

import pytest

import bangbox
from bangbox.core.position import Position
from bangbox.core.rules import CHANCE
from bangbox.games.brains import rules

DICE_TOML = Path(rules.__file__).parent / "dice.toml"


def at(text: str) -> Position:
    return bangbox.game("brains").position(text)


def after(text: str, *names: str) -> str:
    pos = at(text)
    for name in names:
        pos.play(name)
    return pos.text


def names(text: str) -> list[str]:
    pos = at(text)
    return [pos.name(action) for action in pos.choices()]


def totals(dice: str) -> dict[str, int]:
    """The total of each colour that has one."""
    view = at(f"1 100 0,0,0 r,y,g 0 3 {dice}").view()
    return {colour.colour: colour.total for colour in view.colours if colour.total}


@pytest.mark.rule("M1")
def test_every_number_once_in_every_colour() -> None:
    dice = at("1 100 0,0,0 r,y,g 0 1 ?????").view().dice
    assert [die.brain for die in dice] == list("rygbk")
    for number in range(5):
        assert sorted(die.numbers[number] for die in dice) == sorted("rygbk")
    for die in dice:
        assert sorted(die.numbers) == sorted("rygbk")


@pytest.mark.rule("M1")
def test_going_round_the_colours_numbers_go_down_from_the_brains_colour() -> None:
    ring = "rygbk" * 2
    for die in at("1 100 0,0,0 r,y,g 0 1 ?????").view().dice:
        start = ring.index(die.brain)
        assert [die.numbers[number - 1] for number in (5, 4, 3, 2, 1)] == list(ring[start : start + 5])


@pytest.mark.rule("M1")
@pytest.mark.parametrize(
    ("good", "bad"),
    [('numbers = "kbgyr"', 'numbers = "bkgyr"'), ('brain = "r"', 'brain = "y"'), ('colours = "rygbk"', 'colours = "yrgbk"')],
)
def test_dice_painted_wrongly_are_refused(good: str, bad: str) -> None:
    data = DICE_TOML.read_text("utf-8")
    assert good in data
    rules.painted(tomllib.loads(data))
    with pytest.raises(ValueError, match=r"dice\.toml"):
        rules.painted(tomllib.loads(data.replace(good, bad, 1)))


@pytest.mark.rule("M1")
def test_a_brain_scores_in_no_colour() -> None:
    assert totals("*1234") == {"r": 10}  # the die with the red brain adds nothing to red


@pytest.mark.rule("M2")
@pytest.mark.parametrize(("players", "brains"), [(3, 100), (4, 125), (5, 150)])
def test_brains_in_the_middle_at_the_start(players: int, brains: int) -> None:
    pos = bangbox.game("brains", players=players).start(seed=1)
    assert pos.view().middle.number == brains
    assert pos.scores == [0] * players


@pytest.mark.rule("M2")
def test_brains_are_shown_as_fives_and_ones() -> None:
    view = at("1 88 20,12,5 r,y,g 2 2 1*35?").view()
    assert [(p.held.fives, p.held.ones) for p in view.players] == [(4, 0), (2, 2), (1, 0)]
    assert (view.middle.fives, view.middle.ones) == (17, 3)


@pytest.mark.rule("M3")
@pytest.mark.parametrize("players", [2, 6])
def test_three_to_five_play(players: int) -> None:
    with pytest.raises(bangbox.OptionError, match="3 to 5"):
        bangbox.game("brains", players=players)


@pytest.mark.rule("M3")
def test_each_has_a_colour_and_the_rest_are_nobodys() -> None:
    view = at("1 100 0,0,0 k,r,g 0 1 ?????").view()
    assert {colour.colour: colour.owner for colour in view.colours} == {"r": 1, "y": None, "g": 2, "b": None, "k": 0}
    pos = bangbox.game("brains", players=5).start(dice=None)
    assert pos.text == "1 150 0,0,0,0,0 r,y,g,b,k 0 1 ?????"


@pytest.mark.rule("M3")
def test_the_first_player_is_chosen_or_drawn() -> None:
    assert bangbox.game("brains", players=3, first=2).start(dice=None).text == "1 100 0,0,0 r,y,g 2 1 ?????"
    pos = bangbox.game("brains", players=3, first="random").start(dice=None)
    assert pos.text == "1 100 0,0,0 r,y,g ? 1 ?????"
    assert [pos.name(outcome) for outcome in pos.choices()] == ["first 0", "first 1", "first 2"]
    assert pos.play("first 1").text == "1 100 0,0,0 r,y,g 1 1 ?????"
    with pytest.raises(bangbox.OptionError):
        bangbox.game("brains", players=3, first=3)


@pytest.mark.rule("M4")
def test_all_five_dice_are_thrown_first_one_by_one() -> None:
    start = "1 100 0,0,0 r,y,g 0 1 ?????"
    assert names(start) == ["1", "2", "3", "4", "5", "*"]
    assert at(start).actor == CHANCE
    assert at(start).play("3").actor == CHANCE
    assert after(start, "3") == "1 100 0,0,0 r,y,g 0 1 3????"
    assert after(start, "3", "*", "1", "1", "5") == "1 100 0,0,0 r,y,g 0 1 3*115"


@pytest.mark.rule("M4")
@pytest.mark.parametrize("throw", [1, 2])
def test_any_dice_can_be_kept_after_the_first_two_throws(throw: int) -> None:
    pos = at(f"1 100 0,0,0 r,y,g 0 {throw} 3*115")
    assert len(pos.choices()) == 32
    left = {pos.copy().play(action).text.split()[-1] for action in pos.choices()}
    assert left == {"".join(faces) for faces in itertools.product("3?", "*?", "1?", "1?", "5?")}


@pytest.mark.rule("M4")
def test_dice_kept_before_may_be_thrown_again() -> None:
    second = after("1 100 0,0,0 r,y,g 0 1 3*115", "keep 3*", "2", "2", "2")
    assert second == "1 100 0,0,0 r,y,g 0 2 3*222"
    assert after(second, "keep 222") == "1 100 0,0,0 r,y,g 0 3 ??222"


@pytest.mark.rule("M4")
def test_three_throws_are_the_most() -> None:
    third = after("1 100 0,0,0 r,y,g 0 2 3*115", "keep -", "5", "1", "2", "3", "4")
    assert third == "1 100 0,0,0 r,y,g 0 3 51234"
    assert names(third) == ["colour r"]


@pytest.mark.rule("M4")
@pytest.mark.parametrize("throw", [1, 2])
def test_keeping_all_five_stops(throw: int) -> None:
    stopped = after(f"1 100 0,0,0 r,y,g 0 {throw} 51234", "keep 51234")
    assert stopped == "1 100 0,0,0 r,y,g 0 3 51234"
    assert names(stopped) == ["colour r"]


@pytest.mark.rule("M5")
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("51234", {"r": 15}),
        ("12345", {"k": 15}),
        ("55555", {"r": 5, "y": 5, "g": 5, "b": 5, "k": 5}),
        ("5*234", {"r": 14}),  # one brain changes nothing
        ("5**34", {"r": 24}),
        ("5*4*1", {"r": 10, "b": 10}),
        ("5***4", {"r": 27}),
        ("***11", {"g": 3, "b": 3}),
        ("5****", {"r": 20}),
        ("*****", {}),
    ],
)
def test_totals(dice: str, expected: dict[str, int]) -> None:
    assert totals(dice) == expected


@pytest.mark.rule("M5")
def test_best_totals_by_brains_over_all_throws() -> None:
    best = [0] * 6
    for dice in itertools.product("12345*", repeat=5):
        pos = at("1 100 0,0,0 r,y,g 0 3 " + "".join(dice))
        brains = dice.count("*")
        best[brains] = max(best[brains], *pos.s.total)
    assert best == [15, 14, 24, 27, 20, 0]


@pytest.mark.rule("M6")
def test_phase_1_takes_the_total_of_any_positive_colour() -> None:
    throw = "1 88 20,12,5 r,y,g 2 3 5*4*2"  # red 5, blue 4, green 2, doubled
    assert names(throw) == ["colour r", "colour g", "colour b"]
    assert after(throw, "colour r") == "1 78 20,12,15 r,y,g 0 1 ?????"
    assert after(throw, "colour g") == "1 84 20,12,9 r,y,g 0 1 ?????"
    assert after(throw, "colour b") == "1 80 20,12,13 r,y,g 0 1 ?????"


@pytest.mark.rule("M6")
@pytest.mark.parametrize("name", ["colour y", "colour k", "pass", "keep 5*", "keep -"])
def test_phase_1_needs_a_positive_colour(name: str) -> None:
    pos = at("1 88 20,12,5 r,y,g 2 3 5*4*2")
    with pytest.raises(bangbox.IllegalMove):
        pos.play(name)
    assert pos.text == "1 88 20,12,5 r,y,g 2 3 5*4*2"


@pytest.mark.rule("M7")
@pytest.mark.parametrize("middle", [15, 14, 1])
def test_the_last_of_the_middle_is_taken_and_phase_2_begins_with_the_next_turn(middle: int) -> None:
    assert after(f"1 {middle} 20,30,5 r,y,g 2 3 51234", "colour r") == f"2 0 20,30,{5 + middle} r,y,g 0 1 ?????"


@pytest.mark.rule("M7")
def test_one_brain_left_keeps_phase_1() -> None:
    assert after("1 16 20,30,5 r,y,g 2 3 51234", "colour r") == "1 1 20,30,20 r,y,g 0 1 ?????"


@pytest.mark.rule("M7")
def test_phase_2_lasts_though_the_middle_fills_up() -> None:
    assert after("2 0 40,40,20 r,y,g 0 3 15***", "colour y") == "2 15 40,25,20 r,y,g 1 1 ?????"


@pytest.mark.rule("M8")
def test_an_opponent_pays_for_his_colour() -> None:
    throw = "2 55 20,30,20 r,y,g 0 3 55555"
    assert names(throw) == ["colour r", "colour y", "colour g", "colour b", "colour k"]
    assert after(throw, "colour y") == "2 60 20,25,20 r,y,g 1 1 ?????"
    assert after(throw, "colour g") == "2 60 20,30,15 r,y,g 1 1 ?????"


@pytest.mark.rule("M8")
@pytest.mark.parametrize("colour", ["r", "b", "k"])
def test_for_ones_own_colour_and_nobodys_the_thrower_pays(colour: str) -> None:
    assert after("2 55 20,30,20 r,y,g 0 3 55555", f"colour {colour}") == "2 60 15,30,20 r,y,g 1 1 ?????"


@pytest.mark.rule("M8")
def test_for_the_colour_of_one_who_is_out_the_thrower_pays() -> None:
    assert after("2 75 20,30,x r,y,g 0 3 55555", "colour g") == "2 80 15,30,x r,y,g 1 1 ?????"


@pytest.mark.rule("M8")
def test_any_positive_colour_not_only_the_best() -> None:
    throw = "2 50 20,30,20 r,y,g 0 3 51235"  # red 5 + 1 + 2 + 3, black 5
    assert names(throw) == ["colour r", "colour k"]
    assert after(throw, "colour k") == "2 55 15,30,20 r,y,g 1 1 ?????"
    with pytest.raises(bangbox.IllegalMove, match="M8"):
        at(throw).play("colour y")


@pytest.mark.rule("M9")
def test_who_has_less_pays_all() -> None:
    assert after("2 55 20,30,14 y,g,r 0 3 51234", "colour r") == "2 69 20,30,x y,g,r 1 1 ?????"
    assert after("2 55 20,30,16 y,g,r 0 3 51234", "colour r") == "2 70 20,30,1 y,g,r 1 1 ?????"


@pytest.mark.rule("M9")
def test_the_middle_only_grows_in_phase_2() -> None:
    for seed in range(20):
        pos, phase, middle = bangbox.game("brains", players=3).start(seed=seed), 1, 0
        pick = bangbox.game("brains").start(seed=seed).dice
        assert pick is not None
        while not pos.over:
            choices = pos.choices()
            pos.play(choices[pick.below(len(choices))])
            if phase == 2:
                assert pos.s.phase == 2
                assert pos.s.middle >= middle
            phase, middle = pos.s.phase, pos.s.middle
        assert phase == 2


@pytest.mark.rule("M10")
@pytest.mark.parametrize("before", ["1 88 20,12,5", "2 88 20,12,5", "2 88 x,12,5"])
def test_five_brains_move_nothing(before: str) -> None:
    throw = f"{before} r,y,g 1 3 *****"
    assert names(throw) == ["pass"]
    assert after(throw, "pass") == f"{before} r,y,g 2 1 ?????"


@pytest.mark.rule("M10")
def test_five_brains_may_be_thrown_again_while_throws_are_left() -> None:
    assert len(names("1 88 20,12,5 r,y,g 1 2 *****")) == 32


@pytest.mark.rule("M11")
def test_without_brains_in_phase_2_one_is_out_at_once_and_never_on_turn() -> None:
    assert after("2 55 20,15,30 y,r,g 0 3 51234", "colour r") == "2 70 20,x,30 y,r,g 2 1 ?????"


@pytest.mark.rule("M11")
def test_with_a_single_brain_one_is_still_in() -> None:
    assert after("2 55 20,16,29 y,r,g 0 3 51234", "colour r") == "2 70 20,1,29 y,r,g 1 1 ?????"


@pytest.mark.rule("M11")
def test_who_has_none_when_phase_2_begins_is_out() -> None:
    assert after("1 3 62,0,60 r,y,g 0 3 51234", "colour r") == "2 0 65,x,60 r,y,g 2 1 ?????"


@pytest.mark.rule("M11")
def test_in_phase_1_nobody_is_out() -> None:
    pos = at("1 30 70,0,0 r,y,g 0 3 51234").play("colour r")
    assert pos.text == "1 15 85,0,0 r,y,g 1 1 ?????"
    assert not any(player.out for player in pos.view().players)


@pytest.mark.rule("M12")
def test_the_last_player_left_wins() -> None:
    pos = at("2 70 15,10,x r,k,g 0 3 12345").play("colour k")
    assert pos.over
    assert pos.text == "2 80 15,x,x r,k,g 0 1 ?????"
    assert (pos.winners, pos.scores, pos.payoffs) == ([0], [15, 0, 0], [1.0, 0.0, 0.0])
    assert pos.choices() == []


@pytest.mark.rule("M12")
def test_one_can_put_oneself_out_and_play_goes_on() -> None:
    assert after("2 70 15,10,5 r,y,g 0 3 51234", "colour r") == "2 85 x,10,5 r,y,g 1 1 ?????"


@pytest.mark.rule("M12")
def test_putting_oneself_out_against_one_opponent_loses() -> None:
    pos = at("2 70 15,x,5 r,y,g 0 3 51234").play("colour r")
    assert pos.winners == [2]


@pytest.mark.rule("M12")
def test_alone_with_brains_when_phase_2_begins_wins_at_once() -> None:
    pos = at("1 5 95,0,0 r,y,g 0 3 51234").play("colour r")
    assert pos.over
    assert pos.winners == [0]
    assert pos.text == "2 0 100,x,x r,y,g 0 1 ?????"


@pytest.mark.rule("M12")
def test_no_winner_before_the_end() -> None:
    assert at("2 55 20,25,x r,y,g 0 3 51234").winners == []
