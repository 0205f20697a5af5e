"""The puzzles and variants of Big×Bang by their numbers (X16–X24), as examples on small skies."""

import itertools
from collections import Counter

import pytest

import bangbox
from tests.games.bigxbang.studies import after, alone, at, names, reserves, stacks

# -- puzzles


@pytest.mark.rule("X16")
def test_alone_any_stack_of_either_side_moves() -> None:
    pos = alone("c4:N c5:P f1:n f2:p h1:A h9:a")
    assert names(pos) == {"c4+c5", "c5+c4", "f1+f2", "f2+f1", "h1xh9"}
    assert after(pos, "c4+c5", "f2+f1") == "c5:D f1:d h1:A h9:a"
    assert (pos.players, pos.actor) == (1, 0)


@pytest.mark.rule("X16")
def test_alone_an_annihilation_is_one_choice_named_from_either_end() -> None:
    pos = alone("c4:t c5:T")
    assert names(pos) == {"c4xc5"}
    assert pos.parse("c5xc4") == pos.parse("c4xc5")
    assert after(pos, "c5xc4") == ""
    assert reserves(pos) == "1,2,1,2 0,0,0,0"


@pytest.mark.rule("X16")
def test_alone_there_is_no_passing_and_stop_ends_it() -> None:
    pos = alone("c4:N c5:P")
    assert {pos.name(action) for action in pos.choices()} == {"c4+c5", "c5+c4", "stop"}
    with pytest.raises(bangbox.IllegalMove, match="X16"):
        pos.play("pass")
    assert pos.play("stop").over


@pytest.mark.rule("X16")
def test_alone_it_ends_when_nothing_is_left_to_do() -> None:
    pos = alone("c4:N c5:P")
    assert not pos.over
    assert pos.play("c4+c5").over
    assert pos.choices() == []
    assert pos.history[-1].name == "c4+c5"
    assert alone("c4:N c9:n a1:N", variants="light,decay").play("c4xc9").over
    going_on = alone("c4:P c9:p a1:N", variants="decay,light").play("c4xc9")
    assert names(going_on) == {"a1~"}  # a decay is something to do


@pytest.mark.rule("X16")
def test_together_each_acts_with_one_side_in_turn() -> None:
    pos = at("c4:N c5:P f1:n f2:p c7:t d7:T", variants="light,coop")
    assert (pos.players, names(pos)) == (2, {"c4+c5", "c5+c4", "d7xc7"})
    assert not pos.is_legal(alone("f1:n f2:p").parse("f1+f2"))
    pos.play("c4+c5")
    assert names(pos) == {"f1+f2", "f2+f1", "c7xd7"}
    pos.play("pass")
    assert not pos.over
    assert pos.play("pass").over
    assert pos.payoffs[0] == pos.payoffs[1] > 0


@pytest.mark.rule("X16")
def test_together_there_is_one_reserve() -> None:
    pos = at("c4:N c5:n f1:p f2:P", variants="light,coop")
    pos.play("c4xc5").play("f1xf2")
    assert reserves(pos) == "1,1,1,1 0,0,0,0"
    assert pos.scores == [0, 0]


@pytest.mark.rule("X16")
def test_carbon_does_not_end_a_puzzle() -> None:
    pos = alone("b4:D d4:D d3:A d5:A h1:n h2:p", variants="life").play("b4+d4")
    assert not pos.over
    assert names(pos) == {"h1+h2", "h2+h1"}


@pytest.mark.rule("X16")
def test_no_light_does_not_go_with_a_puzzle_nor_coop_without_one() -> None:
    with pytest.raises(bangbox.OptionError, match="no_light"):
        bangbox.game("bigxbang", puzzle="life", no_light=True)
    with pytest.raises(bangbox.OptionError, match="coop"):
        bangbox.game("bigxbang", coop=True)
    everything = bangbox.game("bigxbang", puzzle="life", short=True, meet=True, dark_matter=True, decay=True)
    assert everything.start(seed=1).text.endswith(" short,meet,dark_matter,decay,life")


@pytest.mark.rule("X17")
def test_universe_of_light_counts_particles_left() -> None:
    pos = alone("c4:N c5:n h1:A h3:h d7:#", variants="dark_matter,light")
    assert pos.scores == [-9]
    assert pos.play("c4xc5").scores == [-7]
    assert pos.over
    assert alone("c4:N c5:n").play("c4xc5").scores == [0]


PARTED = "a1:N a2:P h1:n h9:A"


@pytest.mark.rule("X18")
def test_parallel_universes_count_particles_annihilated() -> None:
    pos = alone(f"{PARTED} d5:T e5:t", variants="parallel", reserves="1,1,1,1 0,0,0,0")
    assert pos.scores == [-84]  # d5 touches e5
    pos.play("d5xe5")
    assert pos.scores == [-10]
    assert pos.play("stop").scores == [-10]


@pytest.mark.rule("X18")
def test_parallel_universes_unsolved() -> None:
    assert alone("a1:N a2:n", variants="parallel", passes=2).scores == [-84]
    assert alone("a1:N a2:n", variants="short,parallel", passes=2).scores == [-60]
    assert alone("a1:N a2:n", variants="dark_matter,parallel", passes=2).scores == [-80]
    assert at("a1:N b2:n", variants="parallel,coop", passes=2).scores == [-84, -84]
    assert at("a1:N b3:n", variants="parallel,coop", passes=2).scores == [0, 0]  # b3 touches a2 and a3


@pytest.mark.rule("X18")
def test_both_sides_must_still_be_there() -> None:
    assert alone("a1:N a2:A", variants="parallel", passes=2).scores == [-84]
    assert alone("", variants="parallel", passes=2, reserves="21,21,21,21 0,0,0,0").scores == [-84]


@pytest.mark.rule("X18")
def test_dark_matter_touches_nobody() -> None:
    assert alone("a1:N a2:# a3:n", variants="dark_matter,parallel", passes=2).scores == [0]


@pytest.mark.rule("X19")
def test_universe_of_life_counts_disjoint_triples_of_both_sides() -> None:
    assert alone("d1:A d2:A", variants="life", passes=2).scores == [0]
    assert alone("d1:A d2:A d3:A", variants="life", passes=2).scores == [1]
    assert alone("d1:A d2:A d3:A d4:A d5:A", variants="life", passes=2).scores == [1]
    assert alone("d1:A d2:A d3:A d4:A d5:A d6:A", variants="life", passes=2).scores == [2]
    assert alone("d1:A d2:A d3:A f1:a f2:a g2:a", variants="life", passes=2).scores == [2]
    assert alone("d1:A d2:A d3:a", variants="life", passes=2).scores == [0]
    assert alone("a2:A b2:A", variants="life", passes=2).scores == [0], "a1, which touches both, is empty"


@pytest.mark.rule("X19")
def test_the_best_division_counts() -> None:
    pin = "d1:A d2:A d3:A d4:A c3:A b3:A"  # d2 d3 c3 first would leave only crumbs
    assert alone(pin, variants="life", passes=2).scores == [2]
    spider = "d4:A d3:A d2:A c4:A b4:A e5:A"  # six that hang together, but every triple needs d4
    assert alone(spider, variants="life", passes=2).scores == [1]


@pytest.mark.rule("X19")
def test_six_is_the_most_and_four_in_a_short_game() -> None:
    matter = " ".join(f"a{i}:A" for i in range(1, 10)) + " c1:A"
    antimatter = " ".join(f"h{i}:a" for i in range(1, 10)) + " f1:a"
    assert alone(f"{matter} {antimatter}", variants="life", passes=2).scores == [6]
    assert alone("a1:N", variants="life").view().puzzle_best == 6
    assert alone("a1:N", variants="short,life").view().puzzle_best == 4


@pytest.mark.rule("X19")
@pytest.mark.parametrize(("variants", "stacks", "payoff"), [("life", "d1:A d2:A d3:A", 1 / 6), ("light", "d1:A", 80 / 84),
                         ("parallel", "a1:N a2:n", 0.0), ("short,light", "", 1.0)])  # fmt: skip
def test_the_score_of_a_puzzle_is_scaled_for_search(variants: str, stacks: str, payoff: float) -> None:
    pos = alone(stacks, variants=variants, passes=2)
    assert pos.payoffs == pytest.approx([payoff])
    assert pos.winners == []


# -- variants


@pytest.mark.rule("X20")
@pytest.mark.parametrize("seed", range(3))
def test_short_15_of_each_kind_and_24_empty_circles(seed: int) -> None:
    board = bangbox.game("bigxbang", short=True).start(seed=seed).text.split()[0]
    assert Counter(board.replace("/", "")) == {"P": 15, "N": 15, "p": 15, "n": 15, ".": 24}


@pytest.mark.rule("X20")
def test_short_any_circle_may_start_empty() -> None:
    boards = [bangbox.game("bigxbang", short=True).start(seed=seed).text.split()[0].replace("/", "") for seed in range(200)]
    assert all(25 <= sum(board[circle] == "." for board in boards) <= 95 for circle in range(84))  # 57 expected


@pytest.mark.rule("X21")
def test_no_light_one_common_reserve_and_no_token_for_it() -> None:
    pos = at("c4:N c5:n f1:P f2:p", variants="no_light")
    pos.play("c4xc5").play("f2xf1")
    assert reserves(pos) == "1,1,1,1 0,0,0,0"
    pos.play("pass").play("pass")
    assert (pos.over, pos.tally(), pos.scores) == (True, [], [0, 0])


@pytest.mark.rule("X21")
def test_no_light_leaves_helium_and_star() -> None:
    pos = at("a1:A h1:n h2:p h3:n h4:p h5:n", passes=2, variants="no_light", reserves="9,9,9,9 0,0,0,0")
    assert {point.rule: point.seat for point in pos.tally()} == {"X11": 0, "X12": 1}


@pytest.mark.rule("X21")
def test_no_light_carbon_still_wins_three_to_none() -> None:
    pos = at("b4:D d4:D d3:A d5:A", variants="no_light").play("b4+d4")
    assert (pos.over, pos.scores, pos.winners) == (True, [3, 0], [0])


@pytest.mark.rule("X22")
def test_meet_the_result_goes_anywhere_on_the_line() -> None:
    pos = at("d2:N d5:P", variants="meet")
    assert names(pos) == {"d2+d5@d2", "d2+d5@d3", "d2+d5@d4", "d2+d5@d5"}
    for place in ("d2", "d3", "d4", "d5"):
        assert after(pos.copy(), f"d2+d5@{place}") == f"{place}:D"


@pytest.mark.rule("X22")
def test_meet_two_names_are_one_choice() -> None:
    pos = at("c4:N e4:P", variants="meet")
    assert pos.parse("e4+c4@d4") == pos.parse("c4+e4@d4")
    assert names(pos) == {"c4+e4@c4", "c4+e4@d4", "c4+e4@e4"}
    assert len(pos.choices()) == 4


@pytest.mark.rule("X22")
def test_meet_annihilations_stay_as_they_are() -> None:
    assert names(at("d2:N d5:n", variants="meet")) == {"d2xd5"}
    assert names(at("d2:N d5:n", turn="a", variants="meet")) == {"d5xd2"}


@pytest.mark.rule("X22")
def test_meet_the_new_place_blocks_and_opens_lines() -> None:
    pos = at("d1:P d2:N d9:P a4:n f4:p", variants="meet")
    pos.play("d2+d9@d6")
    assert stacks(pos) == "a4:n d1:P d6:D f4:p"
    pos.play("pass")
    assert {name for name in names(pos) if "d6" in name} == {f"d1+d6@d{i}" for i in range(1, 7)}


@pytest.mark.rule("X22")
def test_meet_can_complete_carbon_in_the_middle_of_the_line() -> None:
    line = "d2:D d6:D c4:A b4:A"
    assert not at(line, variants="meet").play("d2+d6@d6").over
    pos = at(line, variants="meet").play("d2+d6@d4")
    assert (pos.over, pos.winners) == (True, [0])


@pytest.mark.rule("X23")
@pytest.mark.parametrize(("short", "each", "empty"), [(False, 20, 0), (True, 14, 24)])
def test_dark_matter_replaces_one_of_each_kind(short: bool, each: int, empty: int) -> None:
    board = bangbox.game("bigxbang", dark_matter=True, short=short).start(seed=2).text.split()[0]
    assert Counter(board.replace("/", "")) == Counter({"P": each, "N": each, "p": each, "n": each, "#": 4, ".": empty})


@pytest.mark.rule("X23")
def test_dark_matter_blocks_lines_and_never_moves() -> None:
    assert names(at("d2:N d4:# d6:P", variants="dark_matter")) == set()
    assert names(at("d2:N d4:# c6:P a1:#", variants="dark_matter")) == set()
    pos = alone("d4:# d5:# h1:N h2:P", variants="dark_matter,light")
    assert names(pos) == {"h1+h2", "h2+h1"}


@pytest.mark.rule("X23")
def test_dark_matter_belongs_to_no_star() -> None:
    pos = at("d3:N d4:# d5:N", passes=2, variants="dark_matter")
    assert [goal.counts for goal in pos.view().goals if goal.name == "star"] == [[1, 0]]


@pytest.mark.rule("X24")
def test_decay_swaps_a_neutron_for_a_proton_of_the_reserve() -> None:
    pos = at("a1:N a5:T", variants="decay", reserves="2,0,1,1 0,0,0,0")
    assert names(pos) == {"a1~", "a5~"}
    assert after(pos.copy(), "a1~") == "a1:P a5:T"
    pos.play("a5~")
    assert stacks(pos) == "a1:N a5:H"
    assert reserves(pos) == "1,1,1,1 0,0,0,0"


@pytest.mark.rule("X24")
def test_decay_of_either_side_needs_a_proton_of_that_side() -> None:
    stacks = "a1:N a5:t h1:n"
    assert names(at(stacks, variants="decay", reserves="1,5,0,5 0,0,0,0")) == {"a1~"}
    assert names(at(stacks, variants="decay", reserves="0,5,1,5 0,0,0,0")) == {"a5~", "h1~"}
    assert names(at(stacks, variants="decay", reserves="0,5,0,5 9,9,9,9")) == set()  # not from the rival's reserve
    assert names(at(stacks, turn="a", variants="decay", reserves="0,0,0,0 1,0,1,0")) == {"a1~", "a5~", "h1~"}


@pytest.mark.rule("X24")
def test_decay_uses_the_common_reserve_where_there_is_one() -> None:
    for variants in ("no_light,decay", "decay,light,coop"):
        pos = at("a1:N a5:t", turn="a", variants=variants, reserves="1,0,1,0 0,0,0,0").play("a5~")
        assert (stacks(pos), reserves(pos)) == ("a1:N a5:h", "1,0,0,1 0,0,0,0")
    assert names(alone("a1:N a5:t", variants="decay,life", reserves="1,0,1,0 0,0,0,0")) == {"a1~", "a5~"}


@pytest.mark.rule("X24")
def test_stable_stacks_do_not_decay() -> None:
    stable = at("a1:P a3:D a5:H c1:A h1:p h3:d h5:h h7:a", variants="decay", reserves="5,5,5,5 0,0,0,0")
    assert not [name for name in names(stable) if name.endswith("~")]
    assert names(at("a1:N", reserves="5,5,5,5 0,0,0,0")) == set()  # nor anything without the variant


@pytest.mark.rule("X24")
def test_a_decay_interrupts_passing() -> None:
    pos = at("a1:N a5:t", variants="decay", reserves="1,0,1,0 1,0,1,0")
    pos.play("pass").play("a1~").play("pass")
    assert not pos.over
    assert pos.play("pass").over


# -- combinations


@pytest.mark.rule("X20")
def test_all_variants_may_be_combined() -> None:
    for chosen in itertools.product([False, True], repeat=5):
        options = dict(zip(("short", "no_light", "meet", "dark_matter", "decay"), chosen, strict=True))
        pos = bangbox.game("bigxbang", **options).start(seed=1)
        words = [word for word, on in options.items() if on]
        assert pos.text.split()[-1] == (",".join(words) or "-")
        assert pos.actor == 0
