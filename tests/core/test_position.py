"""One game being played: looking, playing, refusing, copying, histories, and what each seat may see."""

import pickle
from typing import Any

import pytest

import bangbox
from bangbox.core.dice import SeededDice
from bangbox.core.rules import CHANCE, OVER

TOSS = "toss 4 b0/c0b0/r0 4,2,1 0,1,0 - 2,0,0 2 real"
DRAW = "draw 4 b0/c0/r0 4,2,1 0,1,0 - 2,0,0 2 real"
FLICK = "flick 5 b0/c0/b0 3,1,1 1,2,0 r 2,2,0 2 cheap"
FLYING = "lie 5 b0/c0/b0 3,1,1 1,2,0 r0,50 2,2,0 2 cheap"


def tictactoe(text: str = ".../.../... 0") -> bangbox.Position:
    return bangbox.game("tictactoe").position(text)


def magpie(text: str) -> bangbox.Position:
    return bangbox.game("magpie").position(text)


# -- reading


def test_a_position_at_which_nothing_can_be_done_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert magpie(FLYING).choices() == [], "physics will settle it"
    monkeypatch.setattr(bangbox.Position, "choices", lambda self: [])
    with pytest.raises(bangbox.TextError, match="Tic-tac-toe: nothing can be done here, and yet the game is not over"):
        tictactoe()
    with pytest.raises(bangbox.TextError, match="nothing can be done here"):
        tictactoe(".../.../... ?")
    assert tictactoe("xxx/oo./... 1").over
    assert magpie(FLYING).actor == CHANCE
    assert magpie(FLICK).ranges()


def test_chance_without_any_weight_is_no_position(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(magpie(DRAW).weights()) > 0
    monkeypatch.setattr(bangbox.Position, "weights", lambda self: [0, 0, 0])
    with pytest.raises(bangbox.TextError, match="nothing can be done here"):
        magpie(DRAW)


# -- playing


def test_actions_and_their_names_play_the_same() -> None:
    assert tictactoe().play(4) == tictactoe().play("b2")
    assert tictactoe().play(" b2 ").text == ".../.x./... 1"


@pytest.mark.parametrize("wrong", ["a1", "b9", "", "pass", -1, 4, 9, 2**60, 10**30, 7.5])
def test_an_illegal_move_is_refused_and_changes_nothing(wrong: Any) -> None:
    pos = tictactoe("x../.o./... 0").play("c1")
    before = pos.states().tobytes()
    with pytest.raises(bangbox.IllegalMove):
        pos.play(wrong)
    assert pos.states().tobytes() == before
    assert len(pos.history) == 1


def test_an_action_asked_for_is_not_possible_again_once_it_is_played() -> None:
    pos = tictactoe()
    assert pos.is_legal(4)
    twin = pos.copy()
    pos.play(4)
    assert not pos.is_legal(4)
    with pytest.raises(bangbox.IllegalMove):
        pos.play(4)
    assert twin.play(4) == pos


def test_who_acts_is_known_at_any_time() -> None:
    pos = bangbox.game("magpie").start(dice=SeededDice(3))
    seen = []
    while not pos.over:
        engine, states = pos.game.engine, pos.states()
        assert pos.actor == pos.copy().actor == engine.actor(states, 0)
        assert all(pos.seen_by(seat).actor == engine.actor(pos.seen_by(seat).states(), 0) for seat in range(pos.players))
        seen.append(pos.actor)
        pos.play(pos.choices()[0])
    assert (pos.actor, set(seen)) == (OVER, set(range(pos.players)))


def test_a_refusal_names_the_rule_or_the_end() -> None:
    with pytest.raises(bangbox.IllegalMove, match="rule T2"):
        tictactoe("x../.../... 1").play("a1")
    with pytest.raises(bangbox.IllegalMove, match="over"):
        tictactoe("xxx/oo./... 1").play("c3")
    with pytest.raises(bangbox.IllegalMove, match="over"):
        tictactoe("xxx/oo./... 1").play(8)


def test_an_ended_game_has_winners_and_no_choices() -> None:
    pos = tictactoe("xx./oo./... 0")
    assert (pos.winners, pos.payoffs) == ([], [0, 0])
    pos.play("a3")
    assert (pos.actor, pos.over, pos.choices(), pos.weights()) == (OVER, True, [], [])
    assert (pos.scores, pos.winners, pos.payoffs) == ([1, 0], [0], [1, 0])


def test_forms_say_what_is_wrong() -> None:
    pos = magpie(FLICK)
    assert pos.pack("flick", angle=-40) == pos.parse("flick -40 50")
    with pytest.raises(bangbox.IllegalMove, match=r"angle must be from -40 to 40 in steps of 5, not 3"):
        pos.pack("flick", angle=3)
    with pytest.raises(bangbox.IllegalMove, match="no field 'spin'"):
        pos.pack("flick", spin=1)
    with pytest.raises(bangbox.IllegalMove, match="whole number"):
        pos.pack("flick", angle=True)
    for key in ("self", "form", "values", ""):  # whatever somebody names, nothing but a refusal comes of it
        with pytest.raises(bangbox.IllegalMove, match="flick has no field"):
            pos.pack_values("flick", {key: 1})
        with pytest.raises(bangbox.IllegalMove, match="flick has no field"):
            pos.pack("flick", **{key: 1})
    with pytest.raises(bangbox.IllegalMove, match="no form 'throw' here; there is flick"):
        pos.pack("throw")
    with pytest.raises(bangbox.IllegalMove, match="there is none"):
        tictactoe().pack("flick")


# -- chance


def test_dice_play_chance_and_without_them_it_waits() -> None:
    game = bangbox.game("tictactoe", first="random")
    assert game.start(seed=1).actor in (0, 1)
    assert {game.start(seed=seed).actor for seed in range(20)} == {0, 1}
    pos = game.start(dice=None)
    assert (pos.actor, pos.choices(), pos.weights()) == (CHANCE, [0, 1], [1, 1])
    with pytest.raises(bangbox.OptionError, match="not both"):
        game.start(seed=1, dice=SeededDice(1))


def test_a_copy_stops_at_chance_unless_it_gets_dice() -> None:
    pos = bangbox.game("magpie").start(seed=5)
    pos.play(pos.choices()[0])
    twin = pos.copy()
    while twin.actor >= 0:
        twin.play("leave" if twin.ranges() else twin.choices()[0])
    assert twin.actor == CHANCE
    assert twin.dice is None
    assert twin.copy(dice=SeededDice(1)).actor >= 0
    assert twin.actor == CHANCE
    pos.play("allow").play("leave")
    assert pos.actor >= 0


# -- what has happened


def test_history_tells_who_did_what() -> None:
    pos = bangbox.game("tictactoe", first="random").start(dice=None).play("first1").play("b2").play("a1")
    assert [tuple(event) for event in pos.history] == [(CHANCE, 1, "first1"), (1, 4, "b2"), (0, 0, "a1")]
    twin = pos.copy().play("c3")
    assert (len(pos.history), len(twin.history)) == (3, 4)


def test_each_seat_has_its_own_history() -> None:
    pos = magpie(DRAW).play("draw button").play("toss old crown")
    for viewer, shown in [(0, "draw ?"), (1, "draw button"), (2, "draw ?"), (None, "draw ?")]:
        assert [event.name for event in pos.seen_by(viewer).history] == [shown, "toss old crown"]
    pos.play("dare")
    assert [event.name for event in pos.seen_by(0).history] == ["draw ?", "toss old crown", "dare"]


# -- what a seat may see


def test_a_seat_sees_its_own_choices_only() -> None:
    pos = magpie(TOSS)
    assert pos.seen_by(1).choices() == pos.choices()
    for viewer in (0, 2, None):
        assert pos.seen_by(viewer).choices() == []
    assert pos.seen_by(0).text == "toss 4 b0/?0?0/?0 4,2,1 0,1,0 - 2,0,0 2 real"


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_nobody_has_choices_at_a_chance_node(viewer: int | None) -> None:
    for pos in (magpie(DRAW), bangbox.game("tictactoe", first="random").start(dice=None)):
        if viewer is None or viewer < pos.players:
            seen = pos.seen_by(viewer)
            assert (seen.actor, seen.choices(), seen.weights(), seen.ranges()) == (CHANCE, [], [], [])


def test_a_concealed_position_cannot_be_played_or_looked_behind() -> None:
    seen = magpie(TOSS).seen_by(1)
    with pytest.raises(bangbox.BangboxError, match="cannot be played on"):
        seen.play(seen.choices()[0])
    for look in (seen.seen_by, seen.view):
        with pytest.raises(bangbox.BangboxError, match="seat 1 sees"):
            look(0)
    assert seen.view(1) == magpie(TOSS).view(1)
    assert seen.seen_by(1).text == seen.text


@pytest.mark.parametrize("seat", [-1, 3, 7])
def test_there_is_no_such_seat(seat: int) -> None:
    with pytest.raises(bangbox.BangboxError, match="the seats are 0 to 2"):
        magpie(TOSS).seen_by(seat)


def test_what_a_seat_sees_can_be_sent_elsewhere_without_the_secret() -> None:
    pos = magpie(DRAW).play("draw button")
    other = magpie(DRAW).play("draw ring")
    sent = [pickle.dumps(world.seen_by(0)) for world in (pos, other)]
    assert sent[0] == sent[1]
    again = pickle.loads(sent[0])
    assert again == pos.seen_by(0)
    assert again.seat == 0
    assert again.history == pos.seen_by(0).history


def test_a_concealed_position_does_not_carry_what_really_happened() -> None:
    seen = magpie(DRAW).play("draw button").seen_by(0)
    assert seen._played == []
    assert seen._start.size == 0


def test_an_action_is_seen_as_each_seat_may_see_it() -> None:
    pos = magpie(DRAW)
    shown = {viewer: pos.seen_by(viewer).name(pos.action_seen_by(viewer, pos.parse("draw ring"))) for viewer in (0, 1, None)}
    assert shown == {0: "draw ?", 1: "draw ring", None: "draw ?"}
    assert tictactoe().action_seen_by(1, 4) == 4


def test_a_guess_is_a_world_that_the_seat_may_believe_in() -> None:
    rng, seen = SeededDice(1).rng, magpie(TOSS).seen_by(0)
    worlds = {seen.guessed(rng).text for _ in range(200)}
    assert len(worlds) > 3
    assert {magpie(text).seen_by(0).text for text in worlds} == {seen.text}
    with pytest.raises(bangbox.BangboxError, match="seen_by"):
        magpie(TOSS).guessed(rng)


def test_a_random_choice_is_one_of_the_choices() -> None:
    rng, pos = SeededDice(1).rng, tictactoe("xo./.../... 0")
    assert {pos.pick(rng) for _ in range(200)} == set(pos.choices())
    with pytest.raises(bangbox.BangboxError, match="the game is over"):
        tictactoe("xxx/oo./... 1").pick(rng)
    with pytest.raises(bangbox.BangboxError, match="another seat"):
        magpie(TOSS).seen_by(0).pick(rng)


def test_states_are_copies() -> None:
    pos = tictactoe("xo./.../... 0")
    states = pos.states(3)
    assert len(states) == 3
    assert {state.tobytes() for state in states} == {pos.states().tobytes()}
    pos.game.engine.apply(states, 1, 8)
    assert pos.text == "xo./.../... 0"


# -- identity


def test_positions_are_equal_when_their_identifying_bytes_are() -> None:
    pos = tictactoe("xo./.../... 0")
    same = bangbox.game("tictactoe").start().play("a1").play("a2")
    assert pos == same
    assert len({pos, same, tictactoe()}) == 2
    assert pos != "xo./.../... 0"
    assert pos != magpie(TOSS)


def test_a_position_is_pickled_whole() -> None:
    pos = magpie(TOSS)
    again = pickle.loads(pickle.dumps(pos))
    assert again == pos
    assert again.game == pos.game
    assert again.play("toss old crown").actor == 2
    assert pos.text == TOSS


def test_a_text_brings_its_options() -> None:
    pos = magpie("toss 2 b0r0/r0 4,3,1 0,0,0 - 0,0 4 cheap")
    assert pos.game.options == {"players": 2, "rounds": 4, "throws": "cheap"}
    assert "magpie" in repr(pos)
    assert pos.text in repr(pos)


@pytest.mark.parametrize("text", ["", "x", "xo./.../...", "xo./.../... 2", "xoz/.../... 0", "xo./.../.... 0"])
def test_a_wrong_text_is_refused(text: str) -> None:
    with pytest.raises(bangbox.TextError):
        tictactoe(text)
