"""The rules of The Great Brain Robbery by their numbers: pieces, set-up, the course of a turn, the end, the variants."""

import itertools
import statistics

import pytest

import bangbox
from bangbox.core.rules import CHANCE
from bangbox.games.robbery import rules
from bangbox.games.robbery.data import CABOOSE, ENGINE, MIDDLE, ROWS
from bangbox.games.robbery.rules.record import DECK, FACES, front_space
from tests.games.robbery.table import (
    GAME,
    LIBRARIAN,
    NEW_TRAIN,
    PICKPOCKET,
    UPPER_HALF,
    discards,
    everything_but,
    names,
    phase,
    play,
    seat,
    table,
    train,
)

EMPTY = ["0a3:0:-:-", "0b3:0:-:-", "0c3:0:-:-"]  # three players on their starting spaces, without anything

# -- pieces


@pytest.mark.rule("R1")
def test_the_deck_has_48_brains_with_different_iqs_and_16_cheeses() -> None:
    brains, cheeses = DECK[:48], DECK[48:]
    assert len({card.iq for card in brains}) == 48
    assert min(card.iq for card in brains) >= 1
    assert len(cheeses) == 16
    assert all(card.iq == 0 and card.cost in (0, 1) and 0 <= card.hit <= 2 and 0 <= card.run <= 2 for card in cheeses)


@pytest.mark.rule("R1")
def test_clever_brains_are_dear_and_weak_and_stupid_ones_cheap_and_strong() -> None:
    by_iq = sorted(DECK[:48], key=lambda card: card.iq)
    thirds = [by_iq[:16], by_iq[16:32], by_iq[32:]]
    costs = [statistics.mean(card.cost for card in third) for third in thirds]
    muscle = [statistics.mean(card.hit + card.run for card in third) for third in thirds]
    assert costs == sorted(costs)
    assert muscle == sorted(muscle, reverse=True)
    assert any(card.run >= 4 for card in DECK)
    assert sorted(card.power for card in DECK if card.power) == [1, 2, 2]


@pytest.mark.rule("R2")
def test_eight_cars_of_two_faces_each_couple_in_any_order() -> None:
    assert len(FACES) == 16
    for number, face in enumerate(FACES):
        assert 5 <= face.length <= 8
        rear, front = face.drawing[2 * MIDDLE + 1][0], face.drawing[2 * MIDDLE + 1][-1]
        assert (rear == "=") == (number != CABOOSE)
        assert (front == "=") == (number != ENGINE)
        assert front_space(face) == (face.length - 1) * ROWS + MIDDLE
    assert all(4 <= len(face.icons) <= 6 for face in FACES[2:])


@pytest.mark.rule("R2")
def test_caboose_and_engine_have_what_they_need() -> None:
    caboose, engine = FACES[CABOOSE], FACES[ENGINE]
    assert len(set(caboose.starts)) == 7
    assert len(caboose.icons) <= 2
    assert engine.icons == []
    assert len(engine.brakes) == 2
    assert all(space // ROWS >= engine.length - 2 for space in engine.brakes)


@pytest.mark.rule("R3")
def test_three_to_seven_play_with_two_dice() -> None:
    for players in range(3, 8):
        assert bangbox.game("robbery", players=players).start(seed=1).players == players
    for players in (2, 8):
        with pytest.raises(bangbox.OptionError):
            bangbox.game("robbery", players=players)
    rolls = table("roll:0", EMPTY)
    assert names(rolls) == [f"roll {a} {b}" for a in range(1, 7) for b in range(a, 7)]
    assert sum(rolls.weights()) == 36
    assert rolls.copy().play("roll 5 2").text == rolls.copy().play("roll 2 5").text


# -- set-up


@pytest.mark.rule("R4")
def test_set_up_deals_a_card_each_and_lines_the_pawns_up() -> None:
    pos = bangbox.game("robbery", players=4).start(dice=None)
    assert names(pos) == [f"first {k}" for k in range(4)]
    play(pos, "first 2", "draw 10", "draw 64", "draw 33", "draw 1")
    assert [seat(pos, k) for k in range(4)] == ["0c3:0:-:33", "0a2:0:-:1", "0a3:0:-:10", "0b3:0:-:64"]
    assert set(names(pos)) == {f"car {car}{side}" for car in range(1, 8) for side in "xy"}
    assert set(pos.weights()) == {1}
    play(pos, "car 5y")
    assert train(pos) == "C:+/5y:++++"
    assert phase(pos) == "discard:2"


@pytest.mark.rule("R4")
def test_the_first_player_can_be_chosen() -> None:
    pos = bangbox.game("robbery", players=3, first=1).start(dice=None)
    assert names(pos)[0] == "draw 1"
    assert [seat(pos, k).split(":")[0] for k in range(3)] == ["0c3", "0a3", "0b3"]
    with pytest.raises(bangbox.OptionError):
        bangbox.game("robbery", players=3, first=3)


@pytest.mark.rule("R5")
def test_an_empty_pile_takes_up_the_discards() -> None:
    pos = table("draw:0,draws=2", ["5a2:1:33:-", *EMPTY[1:]], discards=everything_but(7, LIBRARIAN))
    assert names(pos) == ["draw 7"]
    play(pos, "draw 7")
    assert discards(pos) == []
    assert len(pos.choices()) == 62
    play(pos, "draw 8")
    assert seat(pos, 0) == "5a2:1:33:7@0,8"
    assert pos.view(0).pile == 61


@pytest.mark.rule("R5")
def test_hand_cards_keep_the_shuffle_they_came_with() -> None:
    pos = table("discard:0", ["0a3:0:-:9@0,7,8", *EMPTY[1:]], clock="r3f0s1c0e0", discards="5")
    assert seat(play(pos, "discard 9"), 0) == "0a3:0:-:7,8"
    assert seat(play(pos, "discard 7"), 0) == "0a3:0:-:8"


# -- the course of a turn


@pytest.mark.rule("R6")
def test_the_order_of_a_turn() -> None:
    """Discard, roll, move (a new car), car-loss check, counter, fight, install, hand limit."""
    pos = table("discard:0", ["5b6:9:7:4,5", "5b6:0:-:-", "0c3:0:-:-"])
    seen = [phase(pos)]
    for move in ("ready", "roll 1 1", "ahead", "car 1x", "run 4", "go 5b4", "roll 6", "draw 10"):
        play(pos, move)
        seen.append(phase(pos).split(":")[0])
    assert seen == ["discard:0", "roll", "move", "couple", "move", "move", "loss", "draw", "install"]
    pos = table("move:0,dice=0:66,steps=2,added=1", ["5b6:9:7:4,5", "5b4:0:-:-", "0c3:0:-:-"])
    seen = []
    for move in ("go 5b4", "roll 6", "draw 10", "peace", "pass", "discard 10"):
        play(pos, move)
        seen.append(phase(pos).split(":")[0])
    assert seen == ["loss", "draw", "meet", "install", "limit", "roll"]


@pytest.mark.rule("R6")
def test_any_number_of_hand_cards_can_be_discarded_before_rolling() -> None:
    pos = table("discard:0", ["0a3:0:-:4,5,6", *EMPTY[1:]])
    assert names(pos) == ["discard 4", "discard 5", "discard 6", "ready"]
    play(pos, "discard 6", "discard 4")
    assert names(pos) == ["discard 5", "ready"]
    play(pos, "discard 5")
    assert phase(pos) == "roll:0", "nothing left to ask about"
    assert discards(pos) == [4, 5, 6]


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    ("head", "hand", "outcomes"), [("-", "4", 6), ("-", "4,5", 0), ("-", "4,5,6", 0), ("49", "4,5", 21), ("9", "4,5,6", 21)]
)
def test_without_a_head_every_hand_card_costs_a_die(head: str, hand: str, outcomes: int) -> None:
    pos = play(table("discard:0", [f"0a3:0:{head}:{hand}", *EMPTY[1:]]), "ready")
    assert (len(pos.choices()) if pos.actor == CHANCE else 0) == outcomes
    assert phase(pos) == ("roll:0" if outcomes else "move:0")


@pytest.mark.rule("R7")
def test_discards_come_before_the_roll_and_cards_played_after_it_give_no_die_back() -> None:
    pos = table("discard:0", ["0a3:0:-:2,4", *EMPTY[1:]])
    assert len(play(pos.copy(), "discard 4", "ready").choices()) == 6
    assert len(play(pos.copy(), "discard 4", "discard 2").choices()) == 21
    late = play(pos.copy(), "ready", "run 2", "run 4")
    assert phase(late) == "move:0"
    assert late.view(0).move.movement == 6 + 5


@pytest.mark.rule("R16")
def test_a_counter_is_a_point_and_a_card_and_not_optional() -> None:
    pos = table("move:0,dice=0:11", ["5a1:0:-:-", *EMPTY[1:]])
    play(pos, "go 5a2")
    assert train(pos) == "C:+/5y:-+++"
    assert phase(pos) == "draw:0"
    assert seat(pos, 0).startswith("5a2:1")
    play(pos, "draw 9")
    assert seat(pos, 0) == "5a2:1:-:9"


@pytest.mark.rule("R16")
def test_the_librarian_draws_two() -> None:
    pos = table("move:0,dice=0:11", [f"5a1:0:{LIBRARIAN}:-", *EMPTY[1:]])
    play(pos, "go 5a2", "draw 9")
    assert "draw 9" not in names(pos)
    play(pos, "draw 10")
    assert seat(pos, 0) == f"5a2:1:{LIBRARIAN}:9,10"


@pytest.mark.rule("R16")
@pytest.mark.parametrize("head", ["-", 9, PICKPOCKET, UPPER_HALF])
def test_nobody_else_draws_two(head: str | int) -> None:
    pos = play(table("move:0,dice=0:11", [f"5a1:0:{head}:-", *EMPTY[1:]]), "go 5a2", "draw 12")
    assert seat(pos, 0) == f"5a2:1:{head}:12"
    assert phase(pos) == "install:0"


@pytest.mark.rule("R22")
def test_installing_costs_experience_and_throws_the_old_card_out() -> None:
    pos = table("install:0", ["5a1:3:49:9,29", *EMPTY[1:]])
    assert names(pos) == ["install 9", "install 29", "pass"]
    play(pos, "install 29")
    assert seat(pos, 0) == "5a1:0:29:9"
    assert discards(pos) == [49]


@pytest.mark.rule("R22")
def test_only_what_can_be_paid_is_installed_but_everybody_with_a_card_is_asked() -> None:
    pos = table("move:0,dice=0:11", ["5a1:2:-:29", *EMPTY[1:]])
    play(pos, "go 5a1")
    assert names(pos) == ["pass"]
    assert pos.why_not("install 29") == "R22"
    assert phase(play(pos, "pass")) == "roll:1"
    empty_handed = play(table("move:0,dice=0:11", EMPTY), "go 0a3")
    assert phase(empty_handed) == "roll:1"


@pytest.mark.rule("R22")
def test_one_card_a_turn_is_installed() -> None:
    pos = play(table("install:0", ["5a1:5:-:9,10", *EMPTY[1:]]), "install 9")
    assert phase(pos) == "roll:1"


@pytest.mark.rule("R23")
def test_the_hand_limit_is_two_or_three_with_the_power() -> None:
    pos = play(table("install:0", ["5a1:0:-:9,10,11", *EMPTY[1:]]), "pass")
    assert names(pos) == ["discard 9", "discard 10", "discard 11"]
    assert phase(play(pos, "discard 10")) == "roll:1"
    for head in (PICKPOCKET, UPPER_HALF):
        kept = play(table("install:0", [f"5a1:0:{head}:9,10,11", *EMPTY[1:]]), "pass")
        assert phase(kept) == "roll:1"
    assert phase(play(table("install:0", [f"5a1:0:{LIBRARIAN}:9,10,11", *EMPTY[1:]]), "pass")) == "limit:0", "another power"
    gained = play(table("install:0", [f"5a1:3:-:9,10,11,{PICKPOCKET}", *EMPTY[1:]]), f"install {PICKPOCKET}")
    assert seat(gained, 0) == f"5a1:0:{PICKPOCKET}:9,10,11"


@pytest.mark.rule("R23")
def test_a_power_lost_outside_the_own_turn_is_settled_at_the_end_of_the_next_one() -> None:
    pos = table("brawl:1,asked=0,dice=0:1/1:66", [f"5a1:0:{PICKPOCKET}:9,10,11", "5a1:0:-:-", "0c3:0:-:-"], clock="r1f0s0c0e0")
    play(pos, "pass", f"discard {PICKPOCKET}")
    assert seat(pos, 0) == "5a1:1:-:9,10,11"
    play(pos, "roll 1 1", "go 0c3")
    assert phase(pos) == "discard:0"
    play(pos, "ready", "go 5a1", "peace", "pass")
    assert phase(pos) == "limit:0"


# -- the end


@pytest.mark.rule("R24")
def test_the_highest_iq_in_a_head_wins_wherever_the_pawn_is() -> None:
    pos = table(
        "over:0",
        ["0a5:0:9:-", "behind:7:20:-", "0b1:1:49:-"],
        train="E",
        pack="1,2,3,4,5,6,7",
        clock="r9f0s0c4e6",
        options="recycle",
    )
    assert pos.scores == [DECK[8].iq, DECK[19].iq, 0]
    assert pos.winners == [1]
    assert pos.payoffs == [0, 1, 0]


@pytest.mark.rule("R24")
def test_with_nothing_but_cheese_everybody_loses() -> None:
    pos = table("over:0", ["0a5:0:50:-", "behind:7:-:-", "0b1:1:49:-"], train="E", pack="-", clock="r9f0s0c4e6")
    assert pos.winners == []
    assert pos.payoffs == [0, 0, 0]


@pytest.mark.rule("R24")
def test_equal_iqs_would_share_the_win(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = table("over:0", ["0a5:0:20:-", "behind:7:21:-", "0b1:1:9:-"], train="E", pack="-", clock="r9f0s0c4e6")
    monkeypatch.setattr(rules, "IQ", [0, *(min(card.iq, 60) for card in DECK)])
    assert getattr(rules.winners, "py_func", rules.winners)(pos.s) == 0b011


@pytest.mark.rule("R25")
def test_the_steam_is_out_thirty_rounds_after_the_one_in_which_the_engine_came() -> None:
    def last_turn(clock: str) -> str:
        pos = table("move:2,dice=2:11", ["0a5:0:9:-", "0a2:7:20:-", "0b1:1:49:-"], train="5y:----/E", pack="-", clock=clock)
        return phase(play(pos, "go 0b1"))

    assert last_turn("r35f0s0c4e6") == "roll:0"
    assert last_turn("r36f0s0c4e6") == "over:0"


@pytest.mark.rule("R25")
def test_in_any_case_the_game_ends_after_a_hundred_rounds() -> None:
    for clock, expected, then in (("r98f0s0c0e0", "roll:0", "r99f0s0c0e0"), ("r100f0s0c0e0", "over:0", "r100f0s0c0e0")):
        pos = play(table("move:2,dice=2:11", EMPTY, clock=clock), "go 0c3")
        assert (phase(pos), pos.text.split()[5]) == (expected, then)
    begun_by_1 = table("move:2,dice=2:11", EMPTY, clock="r100f1s0c0e0")
    assert phase(play(begun_by_1, "go 0c3")) == "roll:0", "seat 0 has still to play in this round"


# -- variants


@pytest.mark.rule("R27")
@pytest.mark.parametrize(("options", "pack"), [("-", "0,3"), ("recycle", "0,3,5")])
def test_lost_cars_leave_the_game_unless_they_are_recycled(options: str, pack: str) -> None:
    given = "0,3" if options == "-" else "0,1,2,3,4,6"
    pos = table("loss:0,added=1", ["7b1:0:-:-"] * 3, train="5y:----/7x:----", pack=given, clock="r5f0s0c3e0", options=options)
    play(pos, "roll 1")
    assert set(pack.split(",")) <= set(pos.text.split()[1].split(","))
    assert ("5" in pos.text.split()[1].split(",")) == (options == "recycle")


@pytest.mark.rule("R28")
def test_a_longer_train_at_the_start() -> None:
    assert bangbox.game("robbery", long_train=3).start(seed=1).s.cars == 5
    full = bangbox.game("robbery", long_train=6).start(seed=1)
    assert full.s.cars == 8
    assert full.s.pack == 0


@pytest.mark.rule("R29")
def test_a_late_engine_is_not_drawn_before_its_round() -> None:
    def at_the_front(clock: str, pack: str) -> bangbox.Position:
        return table(
            "move:0,dice=0:11",
            ["5b6:0:-:-", "5a1:0:-:-", "5a1:0:-:-"],
            train="5y:----",
            pack=pack,
            clock=clock,
            options="late_engine=2",
        )

    assert names(at_the_front("r5f0s0c4e0", "0,3").play("ahead")) == ["car 3x", "car 3y"]
    assert names(at_the_front("r6f0s0c4e0", "0,3").play("ahead")) == ["car E", "car 3x", "car 3y"]
    assert "ahead" not in names(at_the_front("r5f0s0c4e0", "0")), "the front is a wall"
    assert names(at_the_front("r6f0s0c4e0", "0").play("ahead")) == ["car E"]


@pytest.mark.rule("R30")
def test_free_cheese_comes_out_of_the_deck_before_the_deal() -> None:
    pos = bangbox.game("robbery", players=3, free_cheese=True, first=0).start(dice=None)
    assert names(pos) == [f"cheese {card}" for card in range(49, 65)]
    play(pos, "cheese 50", "cheese 64", "cheese 49")
    assert "draw 50" not in names(pos)
    assert len(pos.choices()) == 61
    assert pos.view(None).pile == 61
    play(pos, "draw 51", "draw 1", "draw 2")
    assert seat(pos, 0) == "0a3:0:50:51"
    assert pos.view(None).pile == 58


def test_positions_of_these_tests_are_told_apart() -> None:
    """The helper builds what it says: otherwise the tests above would show little."""
    texts = [table("roll:0", list(seats)).text for seats in itertools.permutations(["0a3:0:-:-", "0b3:1:-:-", "0c3:2:9:-"])]
    assert len(set(texts)) == 6
    assert GAME.position(texts[0]).text == texts[0]
    assert train(table("roll:0", EMPTY)) == NEW_TRAIN
