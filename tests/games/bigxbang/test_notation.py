"""Texts and names of Big×Bang: what is read, what is refused and why, and that arbitrary input never does worse."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bangbox
from tests.games.bigxbang import reference, scattered
from tests.games.bigxbang.studies import CIRCLES, alone, at, read, text

EMPTY = "........./........../.........../............/............/.........../........../........."
UNFILLED = EMPTY.replace(".", "?")
NEUTRONS = EMPTY.replace(".", "N")
NOTHING = "0,0,0,0"


def refusal(line: str) -> str:
    with pytest.raises(bangbox.TextError) as error:
        read(line)
    return str(error.value)


@pytest.mark.rule("X1")
def test_rows_of_another_shape_are_refused() -> None:
    assert "9, 10, 11, 12, 12, 11, 10, 9" in refusal(f"{EMPTY[:-1]} m 0 {NOTHING} {NOTHING} -")
    assert "got 9, 10, 11, 12, 12, 11, 10, 10" in refusal(f"{EMPTY}. m 0 {NOTHING} {NOTHING} -")
    assert "rows" in refusal(f"{EMPTY.replace('/', '')} m 0 {NOTHING} {NOTHING} -")


@pytest.mark.rule("X2")
def test_more_particles_than_there_are_are_refused() -> None:
    assert "84 neutrons" in refusal(f"{NEUTRONS} m 0 {NOTHING} {NOTHING} -")
    assert "X2" in refusal(f"{NEUTRONS} m 0 {NOTHING} {NOTHING} -")
    assert "22 antiprotons" in refusal(text("a1:a", reserves="0,0,20,0 0,0,0,0"))
    assert "only 15" in refusal(text("a1:N", reserves="0,15,0,0 0,0,0,0", variants="short"))
    assert "only 14" in refusal(text("a1:N", reserves="0,14,0,0 0,0,0,0", variants="short,dark_matter"))
    assert read(text("a1:a", reserves="21,21,19,19 0,0,0,0")).over is False


@pytest.mark.rule("X2")
def test_a_set_up_in_progress_is_checked() -> None:
    assert read(f"NPnp{UNFILLED[4:]} m 0 {NOTHING} {NOTHING} -").actor == bangbox.CHANCE
    assert "reading order" in refusal(f"?N{UNFILLED[2:]} m 0 {NOTHING} {NOTHING} -")
    assert "reading order" in refusal(f"N{UNFILLED[1:]} m 1 {NOTHING} {NOTHING} -")
    assert "reading order" in refusal(f"N{UNFILLED[1:]} m 0 1,0,0,0 {NOTHING} -")
    assert "too many D" in refusal(f"D{UNFILLED[1:]} m 0 {NOTHING} {NOTHING} -")
    assert "too many ." in refusal(f".{UNFILLED[1:]} m 0 {NOTHING} {NOTHING} -")
    assert read(f".{UNFILLED[1:]} m 0 {NOTHING} {NOTHING} short").actor == bangbox.CHANCE


@pytest.mark.rule("X4")
def test_what_is_no_stack_is_refused_with_its_circle() -> None:
    message = refusal(f"{EMPTY[:10]}X{EMPTY[11:]} m 0 {NOTHING} {NOTHING} -")
    assert "b1" in message
    assert "'X'" in message
    assert "N" in message


@pytest.mark.rule("X14")
def test_two_carbons_at_once_are_refused_except_in_a_puzzle() -> None:
    both = "d3:A d4:A d5:A f3:a f4:a f5:a"
    assert "X14" in refusal(text(both))
    assert alone(both, variants="life").scores == [2]


@pytest.mark.rule("X23")
def test_obstacles_only_with_dark_matter_and_four_at_most() -> None:
    assert "X23" in refusal(text("a1:#"))
    assert "5 obstacles" in refusal(text("a1:# a2:# a3:# a4:# a5:#", variants="dark_matter"))
    assert read(text("a1:# a2:# a3:# a4:#", variants="dark_matter")).actor == 0


@pytest.mark.rule("X16")
def test_a_common_reserve_is_the_first() -> None:
    assert "common" in refusal(text("a1:N", variants="no_light", reserves="0,0,0,0 1,0,0,0"))
    assert "common" in refusal(text("a1:N", turn="-", variants="life", reserves="0,0,0,0 1,0,0,0"))


WRONG = {
    "six fields": f"{EMPTY} m 0 {NOTHING} {NOTHING}",
    "six fields (": "",
    "m or a": f"{EMPTY} x 0 {NOTHING} {NOTHING} -",
    "is - here": f"{EMPTY} m 0 {NOTHING} {NOTHING} life",
    "or ? here": f"{EMPTY} - 0 {NOTHING} {NOTHING} life,coop",
    "0, 1 or 2": f"{EMPTY} m 3 {NOTHING} {NOTHING} -",
    "alone: 0 or 2": f"{EMPTY} - 1 {NOTHING} {NOTHING} life",
    "four counts": f"{EMPTY} m 0 0,0,0 {NOTHING} -",
    "as in 2,0,1,1": f"{EMPTY} m 0 {NOTHING} 0,0,-1,0 -",
    "got '0,0,\u0661,0'": f"{EMPTY} m 0 {NOTHING} 0,0,\u0661,0 -",
    "unknown variant": f"{EMPTY} m 0 {NOTHING} {NOTHING} shorter",
    "named twice": f"{EMPTY} m 0 {NOTHING} {NOTHING} short,short",
    "one puzzle": f"{EMPTY} - 0 {NOTHING} {NOTHING} life,light",
    "coop goes with": f"{EMPTY} m 0 {NOTHING} {NOTHING} coop",
    "no_light": f"{EMPTY} - 0 {NOTHING} {NOTHING} no_light,life",
}


@pytest.mark.parametrize(("says", "line"), WRONG.items(), ids=WRONG.keys())
def test_a_wrong_text_gets_a_clear_answer(says: str, line: str) -> None:
    assert says in refusal(line)


def test_words_may_come_in_any_order() -> None:
    assert at("a1:N", variants="decay,short").text.endswith(" short,decay")
    assert at("a1:N", variants="coop,life,meet").text.endswith(" meet,life,coop")


def test_a_text_brings_its_options() -> None:
    pos = at("a1:N", turn="a", variants="short,parallel,coop")
    assert pos.game == bangbox.game("bigxbang", short=True, puzzle="parallel", coop=True, first=1)
    assert alone("a1:N").game == bangbox.game("bigxbang", puzzle="light")


def test_every_node_of_a_set_up_has_a_text() -> None:
    pos = bangbox.game("bigxbang", short=True, dark_matter=True, first="random").start(dice=None)
    dice = random.Random(3)
    while pos.actor == bangbox.CHANCE:
        again = read(pos.text)
        assert again == pos
        assert (again.choices(), again.weights()) == (pos.choices(), pos.weights())
        pos.play(dice.choice(pos.choices()))
    assert read(pos.text).choices() == pos.choices()


@pytest.mark.parametrize(
    "move", ["", "c4", "c4+", "c4+c5@", "c4-c5", "c4+c99", "i1+c4", "PASS", "c4+c5@d4", "c5~", "stop", "99", "c4x c5"]
)
def test_moves_that_are_none_are_refused(move: str) -> None:
    pos = at("c4:N c5:P")
    before = pos.text
    with pytest.raises(bangbox.IllegalMove):
        pos.play(move)
    assert pos.text == before


@pytest.mark.parametrize("action", [-1, 10**6, 2**53, 2**60, 504, 999, 1000, 6 * 84])
def test_numbers_that_are_no_choice_are_refused(action: int) -> None:
    pos = at("c4:N c5:P", variants="decay")
    with pytest.raises(bangbox.IllegalMove):
        pos.play(action)


@given(st.text())
def test_any_text_gives_a_position_or_a_named_error(line: str) -> None:
    try:
        read(line)
    except bangbox.TextError as error:
        assert str(error)


slips = st.lists(st.tuples(st.integers(0, 150), st.sampled_from("..NPDTHAnpdtha#?/ ma-012,shortlife")), max_size=3)


@given(st.integers(0, 10**9), slips)
def test_texts_with_slips_give_a_position_or_a_named_error(seed: int, slips: list[tuple[int, str]]) -> None:
    dice = random.Random(seed)
    signs = list(reference.write(scattered.sparse(scattered.some_words(dice), dice, scattered.LIGHT)))
    for place, sign in slips:
        signs[place % len(signs)] = sign
    try:
        pos = read("".join(signs))
    except bangbox.TextError as error:
        assert str(error)
    else:
        assert read(pos.text) == pos
        assert sorted(read(pos.text).choices()) == sorted(pos.choices())


@given(st.integers(0, 10**9), st.text(alphabet="abcdefgh0123456789+x~@ pastop", max_size=12))
def test_any_words_are_a_move_or_refused(seed: int, attempt: str) -> None:
    dice = random.Random(seed)
    state = scattered.sparse(scattered.some_words(dice), dice, scattered.LIGHT)
    pos = read(reference.write(state))
    try:
        pos.play(attempt)
    except bangbox.IllegalMove as error:
        assert repr(attempt) in str(error)
        assert pos.text == reference.write(state)
    else:
        assert pos.text in {reference.write(then) for then in reference.followers(state).values()}


def test_circles_are_named_in_reading_order() -> None:
    assert (CIRCLES[0], CIRCLES[41], CIRCLES[42], CIRCLES[83]) == ("a1", "d12", "e1", "h9")
