"""Texts and names of Urknall: any order is read, nonsense is refused with what was wrong, and names have other spellings."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bangbox
from bangbox.core.position import Position
from tests.games.urknall.tables import at, names

GAME = bangbox.game("urknall")
TEXT = (
    "a:r0g.b2/b:g.g2b2/c:r.b.b0b1/d:r.r0g2g2b0/e:r1r2b1/f:r1g0/h:g.g1b.b0b2/i:r.b1/j:g0b1/k:r0r1g0g2/l:r0r2g1"
    " 010 1 travel 3 cih 0,1,1 -"
)


def part_way(seed: int, steps: int, players: int = 3) -> Position:
    pos, lot = bangbox.game("urknall", players=players, black_hole=True).start(seed=seed), random.Random(seed)
    for _ in range(steps):
        if not pos.over:
            pos.play(lot.choice(pos.choices()))
    return pos


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 200), st.integers(0, 80), st.integers(2, 4), st.randoms(use_true_random=False))
def test_bodies_and_elements_are_read_in_any_order(seed: int, steps: int, players: int, lot: random.Random) -> None:
    pos = part_way(seed, steps, players)
    field, rest = pos.text.split(" ", 1)
    shuffled = []
    for body in field.split("/"):
        name, _, listed = body.partition(":")
        elements = [listed[i : i + 2] for i in range(0, len(listed), 2)]
        shuffled.append(f"{name}:{''.join(lot.sample(elements, len(elements)))}")
    again = GAME.position("/".join(lot.sample(shuffled, len(shuffled))) + "  " + rest)
    assert again == pos
    assert again.text == pos.text


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("a:r0g.b2", "a:r0g.b3", "body a: expected elements as colour.*owner"),
        ("a:r0g.b2", "a:r0g.b", "body a"),
        ("a:r0g.b2", "a:", "body a"),
        ("a:r0g.b2", "r0g.b2", "a name from a to z or A to J"),
        ("a:r0", "K:r0", "a name from a to z or A to J"),
        ("b:g.", "a:g.", "a is written twice"),
        ("a:r0g.b2", "a:r0g.b2b.", "13 elements of colour b; there are 12"),
        ("a:r0g.b2", "a:r0g.", "12 of colour r, 12 of colour g, 11 of colour b"),
        ("a:r0g.b2/b:g.g2b2", "a:r0g.b2g.g2b2g.", "13 elements of colour g"),
        ("a:r0g.b2/b:g.g2b2/c:r.b.b0b1", "a:r0g.b2g.g2b2r./c:b.b0b1", "body a: 7 elements; no die brings together more than 6"),
        (" 010 ", " 01x ", "comets: expected 0 or 1"),
        (" 010 ", " 0 ", "comets: expected 0 or 1"),
        (" 1 travel", " 3 travel", "seat: expected one of 0, 1, 2"),
        (" 1 travel", " 0 travel", "seat 0 has no markers and is skipped"),
        ("travel", "walk", "phase: expected one of first, deal"),
        ("travel 3", "rival 3", "the opponent has nothing to place"),
        ("travel 3", "again 3", r"needs a \+"),
        ("travel 3", "travel 3+", "only with two players"),
        ("travel 3", "travel 7", "die: expected 1 to 6"),
        ("travel 3", "travel -", "die: expected 1 to 6"),
        ("travel 3", "roll 3", "die: expected -"),
        ("cih", "cig", "astronauts: expected for each of 3 seats the name of a body"),
        ("cih", "ci", "astronauts: expected for each of 3 seats"),
        ("cih", "ci-", "only a black hole sends one off the table"),
        ("0,1,1", "0,1", "supplies: expected 3 numbers"),
        ("0,1,1", "0,1,-1", "supplies: expected 3 numbers"),
        ("0,1,1", "0,1,9", "owner 2: 9 markers on bodies and 9 in supply; there are 10"),
        ("0,1,1 -", "0,1,1 holes", "variants: expected black_hole or -"),
        ("travel 3", "over -", "seat: expected one of - in phase over"),
        (" - ", " ", "."),
    ],
)
def test_what_cannot_be_is_refused(old: str, new: str, error: str) -> None:
    assert GAME.position(TEXT).text == TEXT
    assert old in TEXT or old == " - "
    with pytest.raises(bangbox.TextError, match=error):
        GAME.position(TEXT.replace(old, new) if old != " - " else TEXT.removesuffix(" -"))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("a:r. 111 - first - --- 10,10,10 -", "none is dealt before the first player is drawn"),
        ("a:r.g. 111 0 deal - --- 10,10,10 -", "a to d with three elements"),
        ("b:r.g.b. 111 0 deal - --- 10,10,10 -", "a to d with three elements"),
        ("a:r.r.r. 111 0 deal - --- 10,10,10 -", "at least two colours"),
        ("a:r.r.g0 111 0 deal - --- 9,10,10 -", "nobody is placed before all bodies are dealt"),
        ("- 110 0 deal - --- 10,10,10 -", "nobody can have used one before the first turn"),
        ("- 111 0 deal - --- 9,10,10 -", "expected 10, not 9, during the set-up"),
        ("a:r0g. 11", "."),
    ],
)
def test_what_cannot_be_during_the_set_up(text: str, error: str) -> None:
    if error == ".":  # two fields are a finished game, not a set-up
        assert GAME.position(text).over
        return
    with pytest.raises(bangbox.TextError, match=error):
        GAME.position(text)


def placed(bodies: str, fields: str) -> Position:
    """The bodies of a start with some replaced."""
    start = (
        "a:r.r.g./b:r.r.g./c:g.g.b./d:r.g.b./e:r.r./f:r.g./g:r.b./h:g.g./i:g.b./j:b.b."
        "/k:r./l:r./m:r./n:g./o:g./p:g./q:b./r:b./s:b./t:b./u:b./v:b."
    )
    new = dict(body.split(":") for body in bodies.split("/") if body)
    listed = "/".join(f"{body[0]}:{new.get(body[0], body[2:])}" for body in start.split("/"))
    return GAME.position(f"{listed} {fields}")


def test_astronauts_are_placed_in_turn_order_on_single_elements() -> None:
    assert placed("k:r1", "111 2 place - -k- 10,9,10 -").actor == 2
    for bodies, fields, error in (
        ("k:r1", "111 0 place - -k- 10,9,10 -", "in turn order"),
        ("k:r1", "111 1 place - -k- 10,9,10 -", "in turn order"),
        ("", "111 2 place - -k- 10,9,10 -", "body k: at the start a marker lies where its astronaut stands"),
        ("k:r1/l:r1", "111 2 place - -k- 10,8,10 -", "body l"),
        ("e:r1r.", "111 2 place - -e- 10,9,10 -", "body e"),
        ("k:r1", "111 2 place - -k- 10,8,10 -", "expected 9, not 8"),
        ("k:r1", "111 0 place - -kk 10,9,9 -", "body k|different bodies"),
    ):
        with pytest.raises(bangbox.TextError, match=error):
            placed(bodies, fields)


def test_two_fields_are_a_finished_game() -> None:
    pos = GAME.position("B:g1r0/a:b.b2 010")
    assert pos.over
    assert pos.scores == [1, 2, 2]
    assert pos.winners == [1, 2]
    elements = pos.text.split()[0]
    assert elements.startswith("a:b.b2/b:r./")
    assert [elements.count(f"{colour}.") + elements.count(f"{colour}0") for colour in "r"] == [12]
    assert GAME.position(pos.text) == pos
    holes = GAME.position("a:r.r.g.g.b.b./b:r0r1 000 black_hole")
    assert holes.scores == [2, 2, 0]
    assert holes.view().bodies[0].hole
    with pytest.raises(bangbox.TextError, match="4 fields"):
        GAME.position("a:r. 000 0 over")


def test_options_of_a_text() -> None:
    assert GAME.position("- 1111 - first - ---- 9,9,9,9 black_hole").game.options == {
        "players": 4, "black_hole": True, "first": "random",
    }  # fmt: skip
    assert GAME.position("- 11 1 deal - -- 10,10,8,8 -").game.options == {"players": 2, "black_hole": False, "first": 1}
    assert GAME.position(TEXT).game.options == {"players": 3, "black_hole": False, "first": 0}


def test_names_in_other_spellings() -> None:
    change = at("a:r.r0g.g./b:b.b.", "bbb", die="2", phase="change", comets="100")
    assert change.parse("split a take r0 r.") == change.parse("split a take r.r0")
    assert change.parse("split a take gr") == change.parse("split a take r.g.")
    join = at("a:r./b:r./c:g.g./d:b.b.", "ddd", die="4", phase="change", comets="100")
    assert join.parse("join c a") == join.parse("join a c")
    assert join.parse("comet join d a") == join.parse("comet join a d")
    roll = at("a:r./b:r./c:g.g./d:b.b.", "ddd", phase="roll")
    assert roll.parse("4") == roll.parse("roll 4")
    assert GAME.start(dice=None).parse("deal grr") == GAME.start(dice=None).parse("deal rrg")
    for nonsense in ("join a", "join a a", "split a take", "split a take x", "comet", "comet leave", "travel", "12", ""):
        with pytest.raises(bangbox.IllegalMove):
            join.parse(nonsense)


def test_a_union_keeps_the_earlier_name_and_a_part_gets_the_first_free_one() -> None:
    pos = at("A:r./c:r.g./z:g./d:b.b.", "ddd", die="3", phase="change")
    assert "join c A" in names(pos)
    assert "c:r.r.g." in pos.copy().play("join c A").text
    pos = at("a:r.g./c:r.g.b.b.", "aaa", die="1", phase="change").play("split c take b.")
    assert pos.text.startswith("a:r.g./b:b./c:r.g.b./")
