"""The rules of Magpie by their numbers."""

import pytest

import bangbox
from bangbox.core.dice import SeededDice
from bangbox.core.rules import CHANCE

TOSS = "toss 4 b0/c0b0/r0 4,2,1 0,1,0 - 2,0,0 2 real"
DARE = "dare 4 b0/c0/r0 3,2,1 1,1,0 b 2,0,0 2 real"
FREE = "flick 5 b0/c0/b0 3,1,1 1,2,0 r 2,2,0 2 cheap"
DARED = "flick 5 b0/c0/b0 3,1,1 1,2,0 r! 2,2,0 2 cheap"
LAST = "flick 8 b0/r0/c1 1,1,0;2,2,1 1,0,0 b 3,3,4 2 real"


def at(text: str) -> bangbox.Position:
    return bangbox.game("magpie").position(text)


def names(pos: bangbox.Position) -> list[str]:
    return [pos.name(action) for action in pos.choices()]


@pytest.mark.rule("G1")
def test_eight_things_of_three_kinds() -> None:
    pos = bangbox.game("magpie").start(dice=None)
    assert dict(zip(names(pos), pos.weights(), strict=True)) == {"draw button": 4, "draw ring": 3, "draw crown": 1}


@pytest.mark.rule("G2")
def test_each_draws_one_thing_unseen_before_the_first_turn() -> None:
    pos = bangbox.game("magpie", players=2).start(dice=None)
    pos.play("draw ring").play("draw crown")
    assert [len(hand) for hand in pos.view().hands] == [1, 1]
    assert [event.name for event in pos.seen_by(0).history] == ["draw ring", "draw ?"]
    assert [event.name for event in pos.seen_by(None).history] == ["draw ?", "draw ?"]
    assert names(pos) == ["draw button", "draw ring"]


@pytest.mark.rule("G3")
def test_only_the_magpie_sees_what_it_draws() -> None:
    pos = at("draw 4 b0/c0/r0 4,2,1 0,1,0 - 2,0,0 2 real").play("draw button")
    assert pos.text == TOSS
    assert [thing.name for thing in pos.view(1).hands[1]] == ["crown", "button"]
    assert [thing.name for thing in pos.view(0).hands[1]] == ["", ""]


@pytest.mark.rule("G4")
def test_the_old_or_the_new_thing_is_tossed_face_up() -> None:
    assert names(at(TOSS)) == ["toss old crown", "toss new button"]
    assert at(TOSS).play("toss new button").text == DARE
    pos = at(TOSS).play("toss old crown")
    assert pos.text == "dare 4 b0/b0/r0 4,2,0 0,1,1 c 2,0,0 2 real"
    assert pos.view(None).tossed == "crown"
    assert pos.seen_by(0).history[-1].name == "toss old crown"


@pytest.mark.rule("G5")
def test_the_next_magpie_answers() -> None:
    pos = at(DARE)
    assert (pos.actor, names(pos)) == (2, ["allow", "dare"])
    assert pos.seen_by(1).choices() == []
    assert pos.play("dare").actor == 1
    assert pos.view().dared


@pytest.mark.rule("G6")
def test_the_flick_is_a_form_and_an_undared_coin_may_be_left() -> None:
    pos = at(FREE)
    assert [field.name for field in pos.ranges()[0].fields] == ["angle", "strength"]
    assert pos.name(pos.pack("flick", angle=-10, strength=30)) == "flick -10 30"
    assert pos.pack("flick") == pos.parse("FLICK 0 50")
    assert pos.copy().play("leave").scores == [2, 2, 1]
    assert names(at(DARED)) == []
    with pytest.raises(bangbox.IllegalMove, match="flick angle strength"):
        at(DARED).play("leave")
    assert at(DARED).why_not("leave") == "G6"
    for wrong in ("flick 3 50", "flick 0 81", "flick 0 51", "flick 45 50"):
        with pytest.raises(bangbox.IllegalMove):
            pos.play(wrong)
    with pytest.raises(bangbox.IllegalMove, match="angle"):
        pos.pack("flick", angle=41)


@pytest.mark.rule("G6")
def test_random_flicks_are_spread_evenly() -> None:
    pos, dice = at(FREE), SeededDice(1)
    total = 1 + 17 * 36
    seen = [0] * total
    for _ in range(total * 20):
        seen[pos.pick(dice.rng)] += 1
    chi = sum((count - 20) ** 2 / 20 for count in seen)
    assert abs(chi - (total - 1)) < 5 * (2 * (total - 1)) ** 0.5


@pytest.mark.rule("G7")
@pytest.mark.parametrize(("lie", "hit"), [("lies 40,50", True), ("lies 52,50", True), ("lies 53,50", False), ("off", False)])
def test_the_coin_hits_within_reach_of_the_nest(lie: str, hit: bool) -> None:
    pos = at(FREE).play("flick 0 50")
    assert (pos.actor, pos.choices()) == (CHANCE, [])
    assert pos.play(lie).scores == ([2, 2, 2] if hit else [2, 2, 0])


@pytest.mark.rule("G7")
def test_physics_settles_a_real_throw_and_the_same_tremor_the_same_way() -> None:
    pos = at(LAST).play("flick 10 40")
    settle = pos.game.kind.settle
    assert settle is not None
    assert settle.is_real(pos)
    assert settle.settle(pos, 77) == settle.settle(pos, 77)
    lies = {settle.settle(pos, tremor).action for tremor in range(0, settle.TREMOR, 7)}
    assert len(lies) > 20
    assert all(pos.is_legal(lie) for lie in lies)
    drawn = pos.draw(SeededDice(3))
    assert drawn.interval.high - drawn.interval.low == 1
    assert drawn.data is not None
    assert drawn.data["flight"][0] == [40, 0]
    assert pos.name(drawn.action) == "lies {},{}".format(*drawn.data["flight"][-1])


@pytest.mark.rule("G8")
@pytest.mark.parametrize(
    ("text", "lie", "scores"),
    [(FREE, "lies 40,50", [2, 2, 2]), (FREE, "off", [2, 2, 0]), (DARED, "lies 40,50", [2, 2, 4]), (DARED, "off", [4, 2, 0])],
)
def test_hits_and_dares_bring_the_value_of_the_thing(text: str, lie: str, scores: list[int]) -> None:
    pos = at(text).play("flick 0 50").play(lie)
    assert pos.scores == scores
    assert sum(points.points for points in pos.tally()) == sum(scores)


@pytest.mark.rule("G9")
def test_the_heap_becomes_the_pile() -> None:
    pos = at("flick 7 b0/r0/b0 2,1,0 2,2,1 c 3,2,4 2 real").play("leave")
    assert pos.text == "draw 8 b0/r0/b0 2,1,0;2,2,1 0,0,0 - 3,3,4 2 real"
    assert pos.weights() == [2, 2, 1]
    pos.play("draw crown")
    assert [thing.era for thing in pos.view(2).hands[2]] == [0, 1]


@pytest.mark.rule("G9")
def test_guesses_know_from_which_mixing_a_thing_comes() -> None:
    """Seat 0 knows that the things kept from the first pile are a button and a ring: the crown was mixed in later."""
    pos = at("toss 8 b0/r0/b0c1 2,1,0;2,2,1 0,0,0 - 3,3,4 2 real")
    worlds: dict[str, int] = {}
    dice = SeededDice(4)
    for _ in range(3000):
        hands = pos.seen_by(0).guessed(dice.rng).text.split(" ")[2]
        worlds[hands] = worlds.get(hands, 0) + 1
    # Kept from the first pile: b r in either order; drawn from the second: two of five are buttons, two rings, one the crown.
    expected = {
        f"b0/{one}/{two}{three}1": w * 300
        for one, two in (("r0", "b0"), ("b0", "r0"))
        for three, w in (("b", 2), ("r", 2), ("c", 1))
    }
    assert worlds.keys() == expected.keys()
    assert sum((worlds[hands] - n) ** 2 / n for hands, n in expected.items()) < 25


@pytest.mark.rule("G10")
def test_kept_things_count_at_the_end_and_most_points_win() -> None:
    pos = at(LAST)
    assert pos.scores == [3, 3, 4]
    pos.play("leave")
    assert (pos.over, pos.scores, pos.winners) == (True, [4, 5, 9], [2])
    assert [thing.name for thing in pos.view(None).hands[2]] == ["crown"]
    level = at("flick 8 b0/r0/c1 1,1,0;2,2,1 1,0,0 b 8,7,3 2 real").play("leave")
    assert (level.scores, level.winners, level.payoffs) == ([9, 9, 8], [0, 1], [0.5, 0.5, 0])


@pytest.mark.parametrize(
    "wrong",
    [
        "", "toss", TOSS + " x", TOSS.replace("4,2,1", "4,2,2"), TOSS.replace("toss 4", "toss 5"), TOSS.replace("real", "fake"),
        TOSS.replace("c0b0", "c0b1"), TOSS.replace("c0b0", "?0b0"), TOSS.replace("2,0,0", "2,0"), TOSS.replace("/c0b0/r0", ""),
        DARE.replace(" b ", " b3,30 "), DARE.replace(" b ", " b! "), DARE.replace("4,", "04,").replace("dare 4", "dare 04"),
    ],
)  # fmt: skip
def test_wrong_texts_are_refused(wrong: str) -> None:
    with pytest.raises(bangbox.TextError):
        at(wrong)
