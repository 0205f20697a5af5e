"""The rules of Urknall by their numbers: set-up, turn, comet, end."""

import itertools
import random
from collections.abc import Iterable
from fractions import Fraction
from math import factorial, prod

import pytest

import bangbox
from bangbox.core.position import Position
from tests.games.urknall.tables import at, bodies, names, rest

GAME = bangbox.game("urknall")
START = (
    "a:r.r.g./b:r.r.g./c:g.g.b./d:r.g.b./e:r.r./f:r.g./g:r.b./h:g.g./i:g.b./j:b.b."
    "/k:r./l:r./m:r./n:g./o:g./p:g./q:b./r:b./s:b./t:b./u:b./v:b."
)


def first_roll(**options: int | bool | str) -> Position:
    """A game after the astronauts are placed, on k, l and so on, before the first roll."""
    pos = bangbox.game("urknall", **options).start(seed=1)
    placed = bangbox.game("urknall", **options).start(dice=None)
    for played in pos.history:
        placed.play(played.action)
    for seat in range(placed.players):
        placed.play(f"place {'klmn'[seat]}")
    return placed


# -- set-up


@pytest.mark.rule("U1")
def test_twelve_elements_of_each_colour() -> None:
    for seed in range(20):
        field = GAME.start(seed=seed).text.split()[0]
        elements = "".join(body.partition(":")[2] for body in field.split("/"))
        assert [elements.count(colour) for colour in "rgb"] == [12, 12, 12]
    with pytest.raises(bangbox.TextError, match=r"11 of colour r, 12 of colour g, 12 of colour b.*U1"):
        GAME.position(f"{START.replace('k:r./', '')} 111 0 place - --- 10,10,10 -")


@pytest.mark.rule("U2")
def test_twenty_two_bodies_those_of_three_with_two_colours() -> None:
    for seed in range(200):
        shown = GAME.start(seed=seed).view().bodies
        assert [len(body.elements) for body in shown] == [3] * 4 + [2] * 6 + [1] * 12
        assert all(len({element.colour for element in body.elements}) >= 2 for body in shown[:4])


def deals() -> int:
    """In how many ways colours can be given to 36 places without a one-coloured triple: by inclusion and exclusion."""
    total = 0
    for one_coloured in itertools.product(range(5), repeat=3):  # how many triples are all red, green, blue
        others = 4 - sum(one_coloured)
        if others >= 0:
            ways = factorial(4) // prod(factorial(n) for n in (*one_coloured, others))
            left = [12 - 3 * n for n in one_coloured]
            total += (-1) ** sum(one_coloured) * ways * factorial(sum(left)) // prod(map(factorial, left))
    return total


@pytest.mark.rule("U2")
@pytest.mark.parametrize("seed", range(30))
def test_every_deal_is_equally_likely(seed: int) -> None:
    """The product of the chances of the outcomes is one in as many deals as there are, times the orders within bodies."""
    lot = random.Random(seed)
    pos = GAME.start(dice=None)
    chance = Fraction(1)
    orders = 1
    while pos.actor < 0:
        weights = pos.weights()
        assert min(weights) > 0
        assert sum(weights) < 2**32
        place = lot.randrange(len(weights))
        chance *= Fraction(weights[place], sum(weights))
        dealt = pos.name(pos.choices()[place]).removeprefix("deal ")
        orders *= factorial(len(dealt)) // prod(factorial(dealt.count(colour)) for colour in "rgb")
        pos.play(pos.choices()[place])
    assert chance == Fraction(orders, deals())


@pytest.mark.rule("U2")
def test_a_set_up_given_by_hand() -> None:
    pos = GAME.position(f"{START} 111 0 place - --- 10,10,10 -")
    assert names(pos) == [f"place {name}" for name in "klmnopqrstuv"]
    by_chance = GAME.start(dice=None)
    for body in START.split("/"):
        by_chance.play("deal " + body.partition(":")[2].replace(".", ""))
    assert by_chance == pos
    with pytest.raises(bangbox.TextError, match="four of three elements, six of two and twelve of one"):
        GAME.position(f"{START.replace('e:r.r.', 'e:r./w:r.')} 111 0 place - --- 10,10,10 -")
    one_coloured = START.replace("a:r.r.g.", "a:r.r.r.").replace("k:r.", "k:g.")
    with pytest.raises(bangbox.TextError, match="body a: a body of three has at least two colours"):
        GAME.position(f"{one_coloured} 111 0 place - --- 10,10,10 -")


@pytest.mark.rule("U3")
@pytest.mark.parametrize(("players", "markers"), [(2, 10), (3, 10), (4, 9)])
def test_astronaut_comet_and_markers(players: int, markers: int) -> None:
    shown = bangbox.game("urknall", players=players).start(seed=1).view().players
    assert len(shown) == players
    assert all((player.supply, player.comet, player.body) == (markers, True, None) for player in shown)
    with pytest.raises(bangbox.OptionError, match="2 to 4 players"):
        bangbox.game("urknall", players=5)


@pytest.mark.rule("U4")
def test_everybody_starts_on_another_single_element() -> None:
    pos = GAME.position(f"{START} 111 1 place - --- 10,10,10 -")
    assert pos.actor == 1
    pos.play("place m").play("place k")
    assert "place m" not in names(pos)
    assert (pos.why_not("place m"), pos.why_not("place a")) == ("U4.2", "U4.1"), "taken, and of three elements"
    pos.play("place v")
    assert rest(pos) == "111 1 roll - vmk 9,9,9 -"
    assert [body for body in pos.text.split()[0].split("/") if body[-1] != "."] == ["k:r2", "m:r1", "v:b0"]


@pytest.mark.rule("U4")
def test_who_begins_is_an_option() -> None:
    assert bangbox.game("urknall", first=2).start(seed=1).actor == 2
    drawn = bangbox.game("urknall", players=4, first="random").start(dice=None)
    assert names(drawn) == ["first 0", "first 1", "first 2", "first 3"]
    assert drawn.weights() == [1, 1, 1, 1]
    assert drawn.play("first 3").text == "- 1111 3 deal - ---- 9,9,9,9 -"
    with pytest.raises(bangbox.OptionError, match="first"):
        bangbox.game("urknall", players=2, first=2)


# -- roll and travel


@pytest.mark.rule("U5")
def test_the_die_is_known_before_the_travel() -> None:
    pos = first_roll(players=3)
    assert names(pos) == [f"roll {die}" for die in range(1, 7)]
    assert pos.weights() == [1] * 6
    pos.play("roll 5")
    assert (pos.actor, pos.view().phase, pos.view().die) == (0, "travel", 5)


@pytest.mark.rule("U6")
def test_travel_to_a_shared_colour_and_mark_any_free_element() -> None:
    pos = at("a:r.g0/b:r0b./c:g.g./d:b.b0/e:r1g1b1r1", "aaa", die="6")
    assert names(pos) == [
        "travel b mark b",
        "travel c mark g",
    ]  # b shares red but blue is free; d shares nothing; e has nothing free
    assert pos.why_not("travel d mark b") == pos.why_not("travel e mark r") == pos.why_not("stay mark r") == "U6.1"
    pos.play("travel b mark b")
    assert "b:r0b0" in pos.text
    assert rest(pos).split()[4:6] == ["baa", "3,4,4"]


@pytest.mark.rule("U6")
def test_other_astronauts_do_not_hinder() -> None:
    pos = at("a:r.g.b./b:r.g.b.", "abb", die="6")
    assert names(pos) == ["travel b mark r", "travel b mark g", "travel b mark b"]
    pos.play("travel b mark g")
    assert pos.view().bodies[1].astronauts == [0, 1, 2]


@pytest.mark.rule("U7")
def test_without_a_goal_the_astronaut_stays() -> None:
    no_colour = at("a:r.r./b:g.g./c:b.b.", "abb", die="6")
    assert names(no_colour) == ["stay mark r"]
    assert bodies(no_colour.play("stay mark r")) == "a:r.r0/b:g.g./c:b.b."
    nothing_free = at("a:r.g./b:r0g0/c:b.b.", "abb", die="6")
    assert names(nothing_free) == ["stay mark r", "stay mark g"]
    assert nothing_free.topic() == "U7"


@pytest.mark.rule("U7")
def test_without_a_free_element_either_a_marker_is_lost() -> None:
    pos = at("a:r0r1/b:g.g./c:b.b.", "abb", die="6", supplies="2,4,4")
    assert names(pos) == ["discard"]
    pos.play("discard")
    assert bodies(pos).startswith("a:r0r1/")
    assert pos.view().players[0].supply == 1


# -- change


@pytest.mark.rule("U8")
def test_the_change_is_judged_after_the_travel() -> None:
    """Leaving a makes it vacant: now the two smallest are a and one of two elements, together three."""
    bodies_given = "a:r0/b:r./c:g.g./d:b.b."
    assert names(at(bodies_given, "abb", die="3").play("travel b mark r")) == ["join a c", "join a d"]
    assert rest(at(bodies_given, "abb", die="2").play("travel b mark r")) == "000 1 roll - bbb 3,4,4"


@pytest.mark.rule("U8")
def test_bodies_with_astronauts_do_not_count() -> None:
    pos = at("a:r./b:r./c:g.g./d:b.b.", "abb", die="3", phase="change")
    assert pos.view().changes[0].may == ["nothing"]  # c and d make four; a and b would make two
    assert at("a:r./b:r./c:g.g./d:b.b.", "ccc", die="3", phase="change").view().changes[0].may == ["combine"]


@pytest.mark.rule("U8")
def test_one_vacant_body_can_only_be_separated() -> None:
    one = "a:r.g./b:r.g.b.b."
    assert names(at(one, "aaa", die="2", phase="change"), "split") == names(at(one, "aaa", die="2", phase="change"))
    for die in "3456":
        assert at(one, "aaa", die=die, phase="change").view().changes[0].may == ["nothing"]


@pytest.mark.rule("U8")
def test_without_a_vacant_body_nothing_changes_and_the_comet_cannot_separate() -> None:
    none = "a:r.g.b./b:r.g.b."
    pos = at(none, "aab", die="1", comets="100").play("travel b mark r")
    assert rest(pos) == "100 1 roll - bab 3,4,4"
    pos = at(none, "aab", die="6", comets="100").play("travel b mark r")
    assert names(pos) == ["leave", "comet join a b"]


@pytest.mark.rule("U9")
def test_combine_one_of_the_smallest_with_any_other_up_to_the_die() -> None:
    given = "a:r./b:r./c:g.g./d:b.b./e:r.r.g.b./f:g.b."
    pos = at(given, "fff", die="4", phase="change")
    assert names(pos) == ["join a b", "join a c", "join a d", "join b c", "join b d"]
    assert pos.why_not("join c d") == pos.why_not("join a e") == "U9.2"  # none of the smallest; five elements
    assert pos.why_not("join a f") == "U8.1"
    assert names(at(given, "fff", die="2", phase="change")) == ["join a b"]
    assert names(at(given, "fff", die="5", phase="change"), "join a") == ["join a b", "join a c", "join a d", "join a e"]


@pytest.mark.rule("U9")
def test_combining_is_a_must_and_keeps_the_earlier_name() -> None:
    pos = at("a:r./b:g0/c:b.b./d:r.g.", "ddd", die="3", phase="change")
    assert pos.why_not("leave") == "U9.1"
    assert bodies(pos.play("join c b")) == "a:r./b:g0b.b./d:r.g."


@pytest.mark.rule("U10")
def test_take_off_a_part_of_exactly_the_die() -> None:
    pos = at("a:r.r0g.g./b:b.b.", "bbb", die="2", phase="change")
    assert names(pos) == ["split a take r.r0", "split a take r.g.", "split a take r0g.", "split a take g.g."]
    assert (pos.why_not("leave"), pos.why_not("split a take r.")) == ("U10.1", "U10.2")
    assert bodies(pos.play("split a take g.g.")) == "a:r.r0/b:b.b./c:g.g."


@pytest.mark.rule("U10")
def test_a_one_takes_single_elements_off_larger_bodies() -> None:
    assert names(at("a:r./b:r.g0/c:g.b.b.", "ccc", die="1", phase="change")) == ["split b take r.", "split b take g0"]


@pytest.mark.rule("U10")
def test_a_two_needs_bodies_of_two_at_least() -> None:
    pos = at("a:r./b:r.g.g.b./c:b.", "ccc", die="2", phase="change")
    assert pos.view().changes[0].may == ["nothing"]


@pytest.mark.rule("U10")
def test_if_no_vacant_body_is_larger_nothing_happens() -> None:
    pos = at("a:r.r./b:g.g./c:b.b.", "acc", die="2").play("stay mark r")
    assert rest(pos) == "000 1 roll - acc 3,4,4"


@pytest.mark.rule("U11")
@pytest.mark.parametrize(
    ("sizes", "forced"),
    [
        ([1, 1, 3], "separate combine combine combine combine combine"),
        ([1, 2, 3], "separate nothing combine combine combine combine"),
        ([1, 3, 3], "separate nothing nothing combine combine combine"),
        ([2, 2, 3], "separate separate nothing combine combine combine"),
        ([2, 3, 4], "separate separate nothing nothing combine combine"),
        ([3, 3, 3], "separate separate nothing nothing nothing combine"),
        ([3, 4, 4], "separate separate nothing nothing nothing nothing"),
        ([1, 1, 1], "nothing combine combine combine combine combine"),
        ([2, 2, 2], "separate nothing nothing combine combine combine"),
    ],
)
def test_what_every_die_forces_and_never_two_things(sizes: list[int], forced: str) -> None:
    elements = iter(["r.", "g.", "b."] * 4)
    vacant = [f"{name}:{''.join(itertools.islice(elements, size))}" for name, size in zip("abc", sizes, strict=True)]
    left = sorted(elements)
    half = (len(left) + 1) // 2
    visited = [f"{name}:{''.join(part)}" for name, part in (("d", left[:half]), ("D", left[half:])) if part]
    for die, expected in enumerate(forced.split(), 1):
        pos = at("/".join(vacant + visited), "dd" + visited[-1][0], die=str(die), phase="change")
        assert pos.view().changes[0].may == [expected]
        found = {name.split()[0] for name in names(pos)}
        assert found == {{"combine": "join", "separate": "split", "nothing": "leave"}[expected]}


@pytest.mark.rule("U11")
def test_markers_stay_with_their_elements() -> None:
    joined = at("a:r0g1/b:b2/c:r.g.b1", "ccc", die="3", phase="change").play("join a b")
    assert bodies(joined) == "a:r0g1b2/c:r.g.b1"
    split = at("a:r0g1b2/c:r.g.b1", "ccc", die="1", phase="change").play("split a take g1")
    assert bodies(split) == "a:r0b2/b:g1/c:r.g.b1"


@pytest.mark.rule("U12")
def test_interchangeable_elements_are_one_choice() -> None:
    pos = at("a:r.r.r0r0/b:g.g.g.g./c:b.b.b.b.", "bbc", die="1", phase="change")
    assert names(pos) == ["split a take r.", "split a take r0"]
    pos = at("a:r.r.r0r0/b:g.g.g.g./c:b.b.b.b.", "bbc", die="2", phase="change")
    assert names(pos) == ["split a take r.r.", "split a take r.r0", "split a take r0r0"]
    pos = at("a:r.r./b:r.r./c:g.g.g.g./d:b.b.b.b.", "acd", die="6")
    assert names(pos) == ["travel b mark r"]


@pytest.mark.rule("U12")
def test_positions_equal_but_for_the_order_are_the_same() -> None:
    one = at("a:r.g1r0/b:g.b.b.", "abb", die="6")
    other = at("b:b.g.b./a:g1r0r.", "abb", die="6")
    assert one == other
    assert hash(one) == hash(other)
    assert one.text == other.text


# -- comet


@pytest.mark.rule("U13")
def test_the_comet_combines_any_two_also_where_nothing_is_due() -> None:
    pos = at("a:r.g./b:r.g0/c:b.b.", "aab", die="4", phase="change", comets="100")
    assert names(pos) == ["leave", "comet join a b", "comet join a c", "comet join b c"]
    pos.play("comet join a b")
    assert bodies(pos) == "a:r.r.g.g0/c:b.b."
    assert rest(pos) == "000 1 roll - aaa 4,4,4"


@pytest.mark.rule("U13")
def test_the_comet_replaces_a_change_and_keeps_to_its_number() -> None:
    given = "a:r./b:r.g./c:g./d:b.b."
    pos = at(given, "aaa", die="3", phase="change", comets="100")
    assert names(pos, "join") == ["join b c", "join c d"]  # must
    assert names(pos, "comet") == ["comet join a b", "comet join a c", "comet join a d", "comet join b c", "comet join c d"]
    assert rest(pos.play("comet join a d")) == "000 1 roll - aaa 4,4,4"
    gone = at(given, "aaa", die="3", phase="change", comets="011")
    assert names(gone, "comet") == []
    assert gone.why_not("comet join a d") == "U13.1"


@pytest.mark.rule("U14")
def test_the_comet_separates_a_body_with_astronauts_who_stay_with_the_rest() -> None:
    pos = at("a:r.g0b.b./b:r.g.", "aaa", die="1", phase="change", comets="100")
    assert names(pos) == [
        "split b take r.", "split b take g.", "comet split a take r.", "comet split a take g0", "comet split a take b.",
    ]  # fmt: skip
    pos.play("comet split a take g0")
    assert bodies(pos) == "a:r.b.b./b:r.g./c:g0"
    assert rest(pos) == "000 1 roll - aaa 4,4,4"


@pytest.mark.rule("U14")
def test_it_needs_the_condition_of_a_separation() -> None:
    no_larger = at("a:r.g.b.b./b:r.g.", "aaa", die="2", phase="change", comets="100")
    assert names(no_larger, "comet split")  # U10's condition holds, though no vacant body is larger than two
    assert names(no_larger, "split") == []
    single = at("a:r.g.b.b./b:r./c:g.", "aaa", die="2", phase="change", comets="100")
    assert names(single, "comet split") == []
    assert single.why_not("comet split a take r.g.") == "U14.1"


@pytest.mark.rule("U15")
def test_the_comet_lets_one_stay() -> None:
    pos = at("a:r.g0b./b:r.g.b.", "abb", die="6", comets="100")
    assert pos.why_not("stay mark r") == "U6.1"
    pos.play("comet stay mark b")
    assert bodies(pos) == "a:r.g0b0/b:r.g.b."
    assert rest(pos) == "000 1 roll - abb 3,4,4"


@pytest.mark.rule("U16")
def test_the_comet_travels_regardless_of_colours() -> None:
    pos = at("a:r.r./b:g.g0/c:b1b1", "aaa", die="6", comets="100")
    assert names(pos) == ["stay mark r", "comet travel b mark g", "comet stay mark r"]  # c has nothing free
    pos.play("comet travel b mark g")
    assert bodies(pos).startswith("a:r.r./b:g0g0")
    assert pos.view().players[0].comet is False


@pytest.mark.rule("U17")
def test_an_unused_comet_is_a_point() -> None:
    pos = GAME.position("a:r0g. 101")
    assert pos.scores == [2, 0, 1]
    assert [(found.seat, found.points, found.rule) for found in pos.tally()] == [(0, 1, "U19"), (0, 1, "U17"), (2, 1, "U17")]


# -- end and scoring


@pytest.mark.rule("U18")
def test_the_change_of_the_last_turn_still_happens() -> None:
    pos = at("a:r0/b:r./c:g./d:g.b.b.", "abb", die="4", supplies="1,0,0")
    pos.play("travel b mark r")
    assert not pos.over
    assert pos.play("join a c").over
    assert rest(pos) == "000 - over - bbb 0,0,0"
    assert names(pos) == []


@pytest.mark.rule("U18")
def test_whoever_has_no_markers_is_skipped() -> None:
    pos = at("a:r0/b:r./c:g.g./d:b.b.", "abb", die="2", supplies="2,0,1").play("travel b mark r")
    assert rest(pos) == "000 2 roll - bbb 1,0,1"
    with pytest.raises(bangbox.TextError, match="seat 1 has no markers"):
        at("a:r0/b:r./c:g.g./d:b.b.", "abb", phase="roll", turn=1, supplies="2,0,1")


@pytest.mark.rule("U19")
@pytest.mark.parametrize(
    ("body", "points"),
    [
        ("r0", (0, 0, 0)),  # alone
        ("r0g.", (1, 0, 0)),
        ("r0g.b.b.", (3, 0, 0)),  # the only one of its colour
        ("r0g1b2", (2, 2, 2)),
        ("r0r.g.", (2, 0, 0)),  # one of two
        ("r0r1", (2, 2, 0)),
        ("r0r0g1g.b.", (4, 2, 0)),  # two of two
        ("r0r.r.", (3, 0, 0)),  # the most, once
        ("r0r0r1", (3, 0, 0)),
        ("r0r0r0r1r1r2", (6, 0, 0)),
        ("r0r1r.", (1, 1, 0)),  # the most are shared
        ("r0r0r1r1r2r.", (2, 2, 1)),  # those with fewer too
        ("r.r.r.r.", (0, 0, 0)),
        ("r0r1r1g2g0b0", (7, 3, 2)),
    ],
)
def test_what_a_body_scores(body: str, points: tuple[int, ...]) -> None:
    pos = GAME.position(f"a:{body} 000")
    assert tuple(pos.scores) == points
    assert tuple(pos.view().bodies[0].worth) == points
    for seat in range(3):
        assert sum(found.points for found in pos.tally() if found.seat == seat) == points[seat]


@pytest.mark.rule("U20")
@pytest.mark.parametrize(
    ("bodies_given", "won", "paid"),
    [
        ("a:r0g.b.b./b:g1g.", [0], [1, 0, 0]),
        ("a:r0g1b.", [0, 1], [0.5, 0.5, 0]),
        ("a:r0g1b2", [0, 1, 2], [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_the_highest_total_wins_and_a_tie_is_shared(bodies_given: str, won: list[int], paid: Iterable[float]) -> None:
    pos = GAME.position(f"{bodies_given} 000")
    assert pos.winners == won
    assert pos.payoffs == pytest.approx(list(paid))
    running = first_roll(players=3)
    assert running.winners == []
