"""The rules of a match of Big×Bang by their numbers (X1–X15), as examples on small skies."""

import itertools
from collections import Counter

import pytest

import bangbox
from tests.games.bigxbang.studies import CIRCLES, after, at, names, read, reserves, stacks

# -- the sky


def touching() -> set[frozenset[str]]:
    """The neighbouring pairs, measured on the board that is drawn: centres one circle apart."""
    circles = at("a1:N").view().circles
    return {
        frozenset((one.name, other.name))
        for one, other in itertools.combinations(circles, 2)
        if (abs(one.x - other.x), abs(one.y - other.y)) in ((1, 0), (0.5, 1))
    }


@pytest.mark.rule("X1")
def test_84_circles_and_219_neighbouring_pairs() -> None:
    assert [circle.name for circle in at("a1:N").view().circles] == CIRCLES
    assert len(CIRCLES) == 84
    assert len(touching()) == 219


@pytest.mark.rule("X1")
def test_54_circles_have_six_neighbours_24_four_and_6_three() -> None:
    neighbours = Counter(circle for pair in touching() for circle in pair)
    assert Counter(neighbours.values()) == {6: 54, 4: 24, 3: 6}


@pytest.mark.rule("X1")
def test_the_outline_is_unchanged_by_a_half_turn() -> None:
    turned = dict(zip(CIRCLES, reversed(CIRCLES), strict=True))
    assert {frozenset(turned[circle] for circle in pair) for pair in touching()} == touching()


@pytest.mark.rule("X1")
def test_circles_on_the_rim() -> None:
    assert names(at("d1:P c1:N d2:N e1:N e2:N c2:N e3:N")) >= {"d1+c1", "d1+d2", "d1+e1", "d1+e2"}
    assert not names(at("d1:P c1:N d2:N e1:N e2:N c2:N e3:N")) & {"d1+c2", "d1+e3"}
    assert {name for name in names(at("d12:P c11:N d11:N e12:N")) if name[:3] == "d12"} == {"d12+c11", "d12+d11", "d12+e12"}


@pytest.mark.rule("X1")
def test_c4_d4_e4_is_a_line() -> None:
    assert names(at("c4:N e4:P")) == {"c4+e4", "e4+c4"}
    assert names(at("c4:N d4:n e4:P")) == {"c4xd4"}  # d4 is in the way


@pytest.mark.rule("X1")
def test_a_straight_line_can_cross_the_whole_sky() -> None:
    assert names(at("d1:N d12:P")) == {"d1+d12", "d12+d1"}
    assert names(at("a1:N h5:P")) == {"a1+h5", "h5+a1"}
    assert names(at("a1:N e1:P")) == {"a1+e1", "e1+a1"}


# -- particles


@pytest.mark.rule("X2")
@pytest.mark.parametrize("seed", range(5))
def test_21_of_each_kind_fill_the_board(seed: int) -> None:
    board = bangbox.game("bigxbang").start(seed=seed).text.split()[0]
    assert Counter(board.replace("/", "")) == {"P": 21, "N": 21, "p": 21, "n": 21}


@pytest.mark.rule("X2")
def test_every_circle_gets_each_kind_equally_often() -> None:
    deals = [bangbox.game("bigxbang").start(seed=seed).text.split()[0].replace("/", "") for seed in range(400)]
    for circle in (0, 41, 83):
        counts = Counter(deal[circle] for deal in deals)
        assert all(70 <= counts[kind] <= 130 for kind in "PNpn"), counts  # 100 expected, standard deviation 8.7


@pytest.mark.rule("X2")
def test_the_set_up_is_drawn_particle_by_particle() -> None:
    pos = bangbox.game("bigxbang").start(dice=None)
    assert pos.actor == bangbox.CHANCE
    assert dict(zip(map(pos.name, pos.choices()), pos.weights(), strict=True)) == {"N": 21, "P": 21, "n": 21, "p": 21}
    pos.play("n")
    assert dict(zip(map(pos.name, pos.choices()), pos.weights(), strict=True)) == {"N": 21, "P": 21, "n": 20, "p": 21}
    assert pos.text.startswith("n????????/")


@pytest.mark.rule("X3")
def test_seat_0_is_matter_and_begins_unless_the_set_up_says_otherwise() -> None:
    for first, turn in ((0, "m"), (1, "a")):
        pos = bangbox.game("bigxbang", first=first).start(seed=3)
        assert (pos.actor, pos.text.split()[1]) == (first, turn)
        assert all(pos.about(action).pieces[0].startswith("anti-") == (first == 1) for action in pos.choices()[:-1])


@pytest.mark.rule("X3")
def test_who_begins_may_be_left_to_chance() -> None:
    pos = bangbox.game("bigxbang", first="random").start(dice=None)
    assert pos.actor == bangbox.CHANCE
    assert ([pos.name(action) for action in pos.choices()], pos.weights()) == (["first m", "first a"], [1, 1])
    begun = Counter(bangbox.game("bigxbang", first="random").start(seed=seed).actor for seed in range(100))
    assert begun.keys() == {0, 1}
    assert min(begun.values()) >= 25


@pytest.mark.rule("X4")
def test_only_six_kinds_of_stack_arise() -> None:
    batch = bangbox.Batch(bangbox.game("bigxbang"), 8, seed=1)
    seen: set[str] = set()
    while not batch.over.all():
        batch.play(batch.random_choices())
        seen.update(*(batch.position(i).text.split()[0] for i in range(8)))
    assert seen == set("/.NPDTHAnpdtha")


@pytest.mark.rule("X4")
def test_what_the_kinds_consist_of() -> None:
    circles = at("a1:N a2:P a3:D a4:T a5:H a6:A").view().circles[:6]
    assert [(c.nucleus, c.protons, c.neutrons) for c in circles] == [
        ("n", 0, 1), ("H1", 1, 0), ("H2", 1, 1), ("H3", 1, 2), ("He3", 2, 1), ("He4", 2, 2),
    ]  # fmt: skip


# -- a turn


@pytest.mark.rule("X5")
def test_one_action_a_turn() -> None:
    pos = at("c4:N c5:P c7:n f1:p f2:n")
    assert names(pos) == {"c4+c5", "c5+c4"}
    pos.play("c4+c5")
    assert pos.actor == 1
    assert names(pos) == {"f1+f2", "f2+f1"}


@pytest.mark.rule("X5")
def test_nothing_but_fusion_annihilation_and_passing() -> None:
    pos = at("c4:N c5:P d4:n h1:T")
    assert {pos.about(action).effect for action in pos.choices()} == {"fuse", "annihilate", "pass"}


@pytest.mark.rule("X6")
def test_a_stack_flies_to_the_first_occupied_circle_in_each_of_six_directions() -> None:
    around = "d3:P d5:P c4:P e4:P c3:P e5:P"
    assert {name for name in names(at(f"d4:N {around}")) if name.startswith("d4")} == {
        "d4+d3", "d4+d5", "d4+c4", "d4+e4", "d4+c3", "d4+e5",
    }  # fmt: skip
    afar = "d1:P d8:P b4:P f3:P b2:P f5:P"
    assert {name for name in names(at(f"d4:N {afar}")) if name.startswith("d4")} == {
        "d4+d1", "d4+d8", "d4+b4", "d4+f3", "d4+b2", "d4+f5",
    }  # fmt: skip


@pytest.mark.rule("X6")
def test_nothing_is_jumped_over() -> None:
    assert names(at("d1:N d3:h d8:P")) == set()
    assert names(at("d1:N d3:A d8:P")) == set()


@pytest.mark.rule("X6")
def test_a_stack_never_ends_on_an_empty_circle() -> None:
    pos = at("d1:N d8:P")
    assert names(pos) == {"d1+d8", "d8+d1"}
    for move in ("d1+d4", "d1+c1"):
        with pytest.raises(bangbox.IllegalMove, match="X6"):
            pos.copy().play(move)


@pytest.mark.rule("X6")
def test_only_ones_own_stacks_move() -> None:
    assert names(at("c4:n c5:p c7:N", turn="m")) == set()
    assert names(at("c4:n c5:p c7:N", turn="a")) == {"c4+c5", "c5+c4"}


RECIPES = {"NP": "D", "ND": "T", "PD": "H", "PT": "A", "NH": "A", "DD": "A"}


@pytest.mark.rule("X7")
@pytest.mark.parametrize("pair", [*itertools.combinations_with_replacement("NPDTHA", 2)], ids="".join)
def test_six_fusions_and_no_others(pair: tuple[str, str]) -> None:
    one, other = pair
    product = RECIPES.get(one + other)
    for turn, moved, target in (("m", one, other), ("m", other, one), ("a", one.lower(), other.lower())):
        pos = at(f"b3:{moved} b7:{target}", turn)
        assert names(pos) == ({"b3+b7", "b7+b3"} if product else set())
        if product:
            assert after(pos, "b3+b7") == f"b7:{product if turn == 'm' else product.lower()}"


@pytest.mark.rule("X7")
def test_the_sum_stays_on_the_targets_circle() -> None:
    assert after(at("c4:N e4:P"), "c4+e4") == "e4:D"
    assert after(at("c4:N e4:P"), "e4+c4") == "c4:D"


@pytest.mark.rule("X7")
def test_sides_never_fuse() -> None:
    assert names(at("c4:N c5:p")) == set()


LIGHT = {"N": "0,1,0,1", "P": "1,0,1,0", "D": "1,1,1,1", "T": "1,2,1,2", "H": "2,1,2,1", "A": "2,2,2,2"}


@pytest.mark.rule("X8")
@pytest.mark.parametrize(("sign", "light"), LIGHT.items())
def test_a_stack_annihilates_with_its_mirror(sign: str, light: str) -> None:
    pos = at(f"f2:{sign} f9:{sign.lower()}")
    assert names(pos) == {"f2xf9"}
    assert after(pos, "f2xf9") == ""
    assert reserves(pos) == f"{light} 0,0,0,0"


@pytest.mark.rule("X8")
def test_the_mover_keeps_the_light() -> None:
    pos = at("f2:T f9:t", turn="a", reserves="1,0,1,0 2,0,2,0")
    assert after(pos, "f9xf2") == ""
    assert reserves(pos) == "1,0,1,0 3,2,3,2"


@pytest.mark.rule("X8")
def test_only_the_exact_mirror_annihilates() -> None:
    for one, other in itertools.permutations("NPDTHA", 2):
        assert names(at(f"f2:{one} f3:{other.lower()}")) == set()


@pytest.mark.rule("X9")
def test_passing_is_always_allowed_and_two_passes_in_a_row_end_the_game() -> None:
    pos = at("c4:N c5:P")
    assert pos.play("pass").actor == 1
    assert not pos.over
    assert pos.play("pass").over
    assert pos.choices() == []
    with pytest.raises(bangbox.IllegalMove, match="over"):
        pos.play("pass")


@pytest.mark.rule("X9")
def test_an_action_in_between_resets_the_count() -> None:
    pos = at("c4:N c5:P f1:n f3:p")
    pos.play("pass").play("f1+f3").play("pass")
    assert not pos.over
    assert pos.text.split()[2] == "1"
    assert pos.play("pass").over


@pytest.mark.rule("X9")
def test_who_can_do_nothing_passes_and_that_is_recorded() -> None:
    pos = at("c4:N c9:A", turn="m")
    assert [pos.name(action) for action in pos.choices()] == ["pass"]
    pos.play("pass").play("pass")
    assert pos.over
    assert [played.name for played in pos.history] == ["pass", "pass"]


# -- the end


def tokens(stacks: str, **rest: str) -> dict[str, int]:
    """Who gets the token of each goal in a position that is over."""
    pos = at(stacks, passes=2, **rest)
    assert pos.over
    return {point.rule: point.seat for point in pos.tally()}


@pytest.mark.rule("X10")
def test_more_particles_in_reserve_give_the_light_token() -> None:
    assert tokens("", reserves="1,1,1,1 0,2,0,1")["X10"] == 0
    assert tokens("", reserves="1,0,1,0 0,2,0,1")["X10"] == 1
    assert "X10" not in tokens("", reserves="3,0,0,0 0,1,1,1")


@pytest.mark.rule("X11")
def test_more_he4_give_the_helium_token() -> None:
    assert tokens("a1:A a3:A h1:a h3:h h5:h h7:h")["X11"] == 0
    assert tokens("a1:A h1:a h4:a")["X11"] == 1


@pytest.mark.rule("X11")
def test_he3_decides_when_he4_are_level() -> None:
    assert tokens("a1:A a3:H h1:a h3:h h5:h")["X11"] == 1
    assert tokens("a1:H")["X11"] == 0
    assert "X11" not in tokens("a1:A a3:H h1:a h3:h h5:t h7:t")


@pytest.mark.rule("X12")
def test_the_star_with_more_particles_counts_not_the_one_with_more_stacks() -> None:
    assert tokens("a1:A a2:H h1:n h2:p h3:n h4:p h5:n h6:p")["X12"] == 0  # seven particles against six


@pytest.mark.rule("X12")
def test_only_the_biggest_star_counts_and_it_must_hang_together() -> None:
    assert tokens("a1:A a2:D a4:A a6:A c1:A h1:n h2:a g1:d g2:n h4:p")["X12"] == 1  # six against eight


@pytest.mark.rule("X12")
def test_a_lone_particle_is_a_star() -> None:
    assert tokens("a1:N") == {"X12": 0}


@pytest.mark.rule("X12")
def test_a_star_hangs_together_in_all_directions() -> None:
    ring = "c3:N c4:N d3:N d5:N e4:N e5:N"
    assert tokens(f"{ring} h1:a h2:n") == {"X11": 1, "X12": 0}  # a ring of six against five


@pytest.mark.rule("X13")
def test_a_level_goal_gives_nobody_a_token() -> None:
    pos = at("a1:A h1:a", passes=2, reserves="1,0,1,0 0,1,0,1")
    assert pos.tally() == []
    assert (pos.scores, pos.winners, pos.payoffs) == ([0, 0], [], [0.5, 0.5])


@pytest.mark.rule("X13")
def test_more_tokens_win_and_equal_tokens_are_a_draw() -> None:
    ahead = at("a1:A h1:n", passes=2, reserves="0,0,0,0 1,0,1,0")
    assert (ahead.scores, ahead.winners, ahead.payoffs) == ([2, 1], [0], [1, 0])
    drawn = at("a1:H h1:n h2:n h3:n", passes=2, reserves="0,0,0,0 1,0,1,0")
    assert (drawn.scores, drawn.winners) == ([1, 1], [])


@pytest.mark.rule("X13")
def test_nobody_has_won_before_the_end() -> None:
    pos = at("a1:A h1:n", passes=1)
    assert (pos.scores, pos.winners) == ([2, 0], [])


CARBONS = {"line": "d3:A d5:A", "bend": "d5:A e5:A", "triangle": "d3:A c3:A", "end of a chain": "d5:A d6:A"}


@pytest.mark.rule("X14")
@pytest.mark.parametrize("others", CARBONS.values(), ids=CARBONS.keys())
def test_a_fusion_that_connects_three_he4_wins_at_once(others: str) -> None:
    pos = at(f"d4:D b4:D {others} h1:a h3:a h5:a h7:a", reserves="0,0,0,0 5,5,5,5")
    pos.play("b4+d4")
    assert pos.over
    assert (pos.scores, pos.winners, pos.payoffs) == ([3, 0], [0], [1, 0])


@pytest.mark.rule("X14")
def test_antimatter_makes_carbon_too() -> None:
    pos = at("d4:t d3:a d5:a b4:p", turn="a").play("b4+d4")
    assert (pos.scores, pos.winners) == ([0, 3], [1])


@pytest.mark.rule("X14")
def test_only_he4_of_one_side_link() -> None:
    assert not at("b4:D d4:D d3:A d5:H d6:A").play("b4+d4").over
    assert not at("b4:D d4:D d3:A d5:a d6:a").play("b4+d4").over
    assert not at("b4:D d4:D d2:A d6:A").play("b4+d4").over


@pytest.mark.rule("X14")
def test_a_position_with_carbon_is_over_and_won() -> None:
    pos = at("d3:a d4:a d5:a f1:N f2:P")
    assert pos.over
    assert (pos.choices(), pos.winners) == ([], [1])


# -- series


def finished(score: str) -> bangbox.Position:
    """A finished game: carbon of matter, two tokens to one, or a draw."""
    return {
        "3-0": at("d3:A d4:A d5:A"),
        "1-2": at("a1:P h1:a", passes=2, reserves="1,0,1,0 0,0,0,0"),
        "0-0": at("a1:P h1:p", passes=2),
        "0-3": at("d3:a d4:a d5:a"),
    }[score]


@pytest.mark.rule("X15")
def test_tokens_add_up_and_people_swap_sides_after_every_game() -> None:
    series = bangbox.Series(bangbox.game("bigxbang"), 3)
    assert [series.seat_of(person) for person in (0, 1)] == [0, 1]
    series.add(finished("3-0"))
    assert series.points == [3, 0]
    assert [series.seat_of(person) for person in (0, 1)] == [1, 0]
    series.add(finished("3-0"))  # now the second person has matter
    assert series.points == [3, 3]
    assert [series.seat_of(person) for person in (0, 1)] == [0, 1]
    series.add(finished("1-2"))
    assert (series.points, series.over, series.winners) == ([4, 5], True, [1])


@pytest.mark.rule("X15")
def test_the_starter_changes_with_the_sides() -> None:
    series = bangbox.Series(bangbox.game("bigxbang", first="random"), 2)
    first = series.next_game().start(seed=4)
    starter = next(person for person in (0, 1) if series.seat_of(person) == first.actor)
    series.add(finished("0-0"))
    second = series.next_game(first).start(seed=5)
    assert next(person for person in (0, 1) if series.seat_of(person) == second.actor) != starter


@pytest.mark.rule("X15")
def test_equal_tokens_in_all_are_a_draw() -> None:
    series = bangbox.Series(bangbox.game("bigxbang"), 2)
    series.add(finished("1-2"))
    assert series.winners == []
    series.add(finished("1-2"))
    assert (series.points, series.winners) == ([3, 3], [])
    with pytest.raises(bangbox.BangboxError, match="2 games"):
        series.add(finished("0-0"))


@pytest.mark.rule("X15")
def test_an_unfinished_game_adds_nothing() -> None:
    series = bangbox.Series(bangbox.game("bigxbang"), 2)
    with pytest.raises(bangbox.BangboxError, match="not over"):
        series.add(at("c4:N c5:P"))
    assert series.points == [0, 0]


def test_studies_write_what_they_read() -> None:
    pos = at("a1:N h9:a", turn="a", passes=1, reserves="1,2,3,4 0,1,0,1")
    assert read(pos.text) == pos
    assert stacks(pos) == "a1:N h9:a"
