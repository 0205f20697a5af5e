"""The rules of The Great Brain Robbery by their numbers: the fight, and what others may know."""

import pytest

from bangbox.games.robbery.rules.record import DECK
from tests.games.robbery.table import discards, names, phase, play, seat, table

HERE = "5b2"


def met(*players: str, moment: str = "meet:0") -> list[str]:
    return [f"{HERE}:{player}" for player in players]


@pytest.mark.rule("R17")
def test_who_stops_on_others_may_fight_all_of_them_or_none() -> None:
    pos = table("move:0,dice=0:11", ["5b1:0:-:-", f"{HERE}:0:-:-", f"{HERE}:0:-:-"])
    play(pos, f"go {HERE}")
    assert names(pos) == ["fight", "peace"]
    assert pos.label(pos.parse("fight")) == "Fight all 2 of them"
    assert phase(play(pos.copy(), "peace")) == "roll:1"
    play(pos, "fight", "roll 1 1", "roll 1 1", "roll 1 1")
    assert [seat(pos, k).split(":")[1] for k in range(3)] == ["0", "1", "1"], "both others were in it, and lost"


@pytest.mark.rule("R17")
def test_alone_on_a_space_nobody_is_asked() -> None:
    pos = table("move:0,dice=0:11", ["5b1:0:-:-", f"{HERE}:0:-:-", f"{HERE}:0:-:-"])
    assert phase(play(pos, "go 5b3")) == "roll:1"
    assert pos.why_not("fight") == "R17"


@pytest.mark.rule("R18")
def test_each_rolls_from_the_attackers_left_the_attacker_last() -> None:
    pos = table("meet:1", met("0:-:-", "0:-:-", "0:-:-"))
    play(pos, "fight")
    order = []
    for _ in range(3):
        order.append(pos.s.asked)
        play(pos, "roll 1 2")
    assert order == [2, 0, 1]


@pytest.mark.rule("R18")
def test_without_a_head_every_card_held_costs_a_die() -> None:
    pos = table("meet:0", met("0:9:4,5", "0:-:11", "0:-:12,13"))
    play(pos, "fight")
    assert (pos.s.asked, len(pos.choices())) == (1, 6)
    play(pos, "roll 6")
    assert (pos.s.asked, len(pos.choices())) == (0, 21), "seat 2 has no dice at all"
    play(pos, "roll 1 1")
    view = pos.view(None)
    assert [player.strength for player in view.players] == [2 + DECK[8].hit, 6, 0]


@pytest.mark.rule("R18")
def test_cards_played_in_the_fight_give_no_die_back() -> None:
    pos = table("meet:0", [*met("0:-:4,5", "0:49:-"), "0c3:0:-:-"])
    play(pos, "fight", "roll 1 1")
    assert phase(pos) == "brawl:0", "the attacker has no dice"
    play(pos, "hit 5", "hit 4")
    assert phase(pos) == "spoils:0"
    assert DECK[4].hit + DECK[3].hit > 2 + DECK[48].hit


@pytest.mark.rule("R19")
def test_cards_are_played_one_by_one_until_all_have_passed_in_a_row() -> None:
    pos = table("brawl:0,asked=1,dice=0:11/1:11/2:11", met("0:49:1", "0:50:3", "0:51:5,7"))
    asked = [pos.actor]
    for move in ("hit 3", "pass", "hit 1", "hit 5", "pass"):
        play(pos, move)
        asked.append(pos.actor)
    assert asked == [1, 2, 0, 2, 2, 0]
    assert phase(pos) == "spoils:0", "seats 0 and 1 had no cards, so the pass of seat 2 was the last"
    assert discards(pos) == [1, 3, 5]


@pytest.mark.rule("R19")
def test_every_card_played_is_discarded_when_the_fight_is_over() -> None:
    pos = table("brawl:0,asked=1,dice=0:11/1:11,played=0:1.63", [*met("0:-:-", "0:-:64"), "0c3:0:-:-"])
    play(pos, "hit 64")
    assert discards(pos) == [1, 63, 64]


@pytest.mark.rule("R19")
def test_a_card_played_after_a_pass_lets_everybody_answer() -> None:
    pos = table("brawl:0,asked=1,dice=0:11/1:11", [*met("0:49:1", "0:50:3"), "0c3:0:-:-"])
    play(pos, "pass", "hit 1")
    assert pos.actor == 1
    play(pos, "hit 3")
    assert phase(pos) == "spoils:0"


@pytest.mark.rule("R19")
def test_played_cards_lie_open_and_drawn_cards_can_be_used() -> None:
    pos = table("move:0,dice=0:11", ["5a1:0:-:-", "5a2:0:50:-", "0c3:0:-:-"])
    play(pos, "go 5a2", "draw 5", "fight", "roll 1 1", "roll 1")
    assert names(pos) == ["hit 5", "pass"]
    on_the_table = table("brawl:0,asked=1,dice=0:11/1:11,played=0:5", [*met("0:49:-", "0:50:3"), "0c3:0:-:-"])
    assert [card.number for card in on_the_table.view(2).players[0].played] == [5]
    assert on_the_table.view(2).players[0].strength == 2 + DECK[48].hit + DECK[4].hit


@pytest.mark.rule("R20")
@pytest.mark.parametrize(
    ("dice", "winner"),
    [
        ("0:34/1:11/2:12", 0),
        ("0:11/1:34/2:12", 1),
        ("0:34/1:34/2:12", 0),
        ("0:11/1:34/2:34", 0),  # a tie between the others: the attacker wins all the same
        ("0:34/1:34/2:35", 2),
    ],
)
def test_the_highest_total_wins_and_ties_are_the_attackers(dice: str, winner: int) -> None:
    pos = table(f"brawl:0,dice={dice}", met("0:51:2", "0:-:-", "0:-:-"))
    play(pos, "pass")
    assert pos.actor == winner
    assert phase(pos) == "spoils:0"


@pytest.mark.rule("R20")
@pytest.mark.parametrize("attacker", [1, 2])
@pytest.mark.parametrize(("dice", "tied"), [("0:34/1:34/2:12", (0, 1)), ("0:12/1:34/2:34", (1, 2)), ("0:34/1:12/2:34", (0, 2))])
def test_ties_are_the_attackers_whoever_that_is(dice: str, tied: tuple[int, int], attacker: int) -> None:
    players = ["0:-:-"] * 3
    players[attacker] = "0:51:2"
    pos = table(f"brawl:{attacker},dice={dice}", met(*players))
    strengths = [player.strength for player in pos.view(None).players]
    assert strengths[tied[0]] == strengths[tied[1]] == max(strengths)
    assert play(pos, "pass").actor == attacker


@pytest.mark.rule("R20")
def test_a_later_higher_total_undoes_an_earlier_tie() -> None:
    pos = table("brawl:1,dice=0:12/1:12/2:34", met("0:-:-", "0:51:2", "0:-:-"))
    assert [player.strength for player in pos.view(None).players] == [3, 3, 7]
    assert play(pos, "pass").actor == 2


@pytest.mark.rule("R20")
def test_the_highest_total_wins_also_below_nothing() -> None:
    """Nobody had dice: without Heads, all held two cards or more."""
    pos = table("brawl:2,asked=2,played=0:47/1:44/2:48", met("0:-:-", "0:-:-", "0:-:9"))
    assert [player.strength for player in pos.view(None).players] == [-2, -1, -2]
    play(pos, "pass")
    assert [seat(pos, k).split(":")[1] for k in range(3)] == ["1", "0", "1"], "the losers learn something"


@pytest.mark.rule("R21")
def test_the_winner_gives_each_head_card_to_a_head_or_to_the_discards() -> None:
    pos = table("brawl:0,dice=0:66/1:11/2:11", met("0:49:2", "0:20:-", "0:9:-"))
    play(pos, "pass")
    assert names(pos) == ["give 20 0", "give 20 1", "give 20 2", "discard 20"]
    play(pos, "give 20 0")
    assert names(pos) == ["give 9 1", "give 9 2", "discard 9"]
    play(pos, "discard 9")
    assert names(pos) == ["give 49 1", "give 49 2", "discard 49"]
    play(pos, "give 49 1")
    assert [seat(pos, k) for k in range(3)] == [f"{HERE}:0:20:2", f"{HERE}:1:49:-", f"{HERE}:1:-:-"]
    assert discards(pos) == [9]
    assert phase(pos) == "install:0"


@pytest.mark.rule("R21")
def test_who_is_not_in_the_fight_gets_nothing() -> None:
    pos = table("brawl:0,dice=0:66/1:11", [*met("0:49:2", "0:20:-"), "5b3:0:-:-", "behind:0:-:-"])
    play(pos, "pass")
    assert names(pos) == ["give 20 0", "give 20 1", "discard 20"]
    assert pos.why_not("give 20 2") == "R21.1"
    assert [seat(pos, k) for k in (2, 3)] == ["5b3:0:-:-", "behind:0:-:-"], "nor experience"


@pytest.mark.rule("R21")
def test_a_defender_can_win_and_the_attacker_learns_something() -> None:
    pos = table("brawl:0,dice=0:11/1:66", [*met("0:20:2", "0:-:-"), "0c3:0:-:-"])
    play(pos, "pass")
    assert pos.actor == 1
    play(pos, "give 20 1")
    assert seat(pos, 0) == f"{HERE}:1:-:2"
    assert seat(pos, 1) == f"{HERE}:0:20:-"


@pytest.mark.rule("R21")
def test_without_head_cards_there_is_nothing_to_give() -> None:
    pos = table("brawl:0,dice=0:66/1:11", [*met("0:-:2", "0:-:-"), "0c3:0:-:-"])
    assert phase(play(pos, "pass")) == "install:0"
    assert seat(pos, 1) == f"{HERE}:1:-:-"


@pytest.mark.rule("R26")
def test_hands_are_private_and_everything_else_is_public() -> None:
    pos = table("discard:0", ["0a3:2:9:4,5", "0b3:1:49:6", "0c3:0:-:7,8"], discards="20,21")
    assert pos.seen_by(1).text.split()[2] == "0a3:2:9:?,?/0b3:1:49:6/0c3:0:-:?,?"
    assert pos.seen_by(None).text.split()[2] == "0a3:2:9:?,?/0b3:1:49:?/0c3:0:-:?,?"
    assert [card.number for card in pos.view(1).discards] == [20, 21]
    assert pos.view(1).pile == pos.view(0).pile == 64 - 2 - 2 - 5


@pytest.mark.rule("R26")
def test_a_card_drawn_is_seen_by_its_drawer_only() -> None:
    pos = play(table("draw:0,draws=1", ["5a2:1:-:-", "0b3:1:49:6", "0c3:0:-:7,8"]), "draw 12")
    assert pos.seen_by(0).history[-1].name == "draw 12"
    assert pos.seen_by(1).history[-1].name == pos.seen_by(None).history[-1].name == "draw ?"


@pytest.mark.rule("R26")
def test_falling_off_the_train_shows_the_hand() -> None:
    pos = table("loss:0,added=1", ["7b1:0:-:-", "0a1:4:9:11,12", "5b5:2:-:13"], train="C:+/5y:++++/7x:++++")
    play(pos, "roll 1")
    assert pos.seen_by(0).text.split()[3] == "11,12"
