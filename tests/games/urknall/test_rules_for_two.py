"""The rules of Urknall by their numbers: two players, and black holes."""

import pytest

import bangbox
from bangbox.core.messages import render
from tests.games.urknall.tables import at, bodies, names, rest

GAME = bangbox.game("urknall", players=2)


# -- two players


@pytest.mark.rule("U21")
def test_each_of_two_has_a_second_colour_with_eight_markers() -> None:
    pos = GAME.start(seed=1)
    assert rest(pos).split()[5] == "10,10,8,8"
    assert [player.second_supply for player in pos.view().players] == [8, 8]
    assert bangbox.game("urknall", players=3).start(seed=1).view().players[0].second_supply is None


SMALL_AND_LARGE = "a:r.g0/b:r.g.b./c:b.b1/d:r.r.g.g.b."


@pytest.mark.rule("U22")
def test_the_opponent_marks_a_body_of_at_most_the_die() -> None:
    pos = at(SMALL_AND_LARGE, "ab", phase="roll").play("roll 2")
    assert pos.actor == 1
    assert names(pos) == ["mark a r", "mark c b"]  # though astronaut 0 stands on a
    assert pos.why_not("mark b r") == "U22.1"
    pos.play("mark a r")
    assert bodies(pos).startswith("a:r5g0/")
    assert rest(pos) == "00 0 travel 2+ ab 4,4,4,3"
    assert pos.actor == 0
    other_way_round = at(SMALL_AND_LARGE, "ab", phase="roll", turn=1).play("roll 3").play("mark b g")
    assert "b:r.g4b." in other_way_round.text
    assert rest(other_way_round) == "00 1 travel 3+ ab 4,4,3,4"


@pytest.mark.rule("U22")
def test_without_a_marker_or_an_element_nothing_is_placed() -> None:
    no_body = at(SMALL_AND_LARGE, "ab", phase="roll").play("roll 1")
    assert rest(no_body) == "00 0 travel 1 ab 4,4,4,4"
    no_marker = at(SMALL_AND_LARGE, "ab", phase="roll", supplies="4,4,4,0").play("roll 6")
    assert rest(no_marker) == "00 0 travel 6 ab 4,4,4,0"
    assert no_marker.view().changes[0].number == 6
    assert len(no_marker.view().changes) == 1
    nothing_free = at("a:r0g0/b:r.g.b.b.", "ab", phase="roll").play("roll 2")
    assert rest(nothing_free) == "00 0 travel 2 ab 4,4,4,4", "what is small enough has only marked elements"
    single = at("a:r./b:r.g.g.b.b.", "bb", phase="roll").play("roll 1")
    assert names(single) == ["mark a r"]
    with pytest.raises(bangbox.TextError, match="must place first"):
        at(SMALL_AND_LARGE, "ab", die="2")


@pytest.mark.rule("U22")
def test_the_opponent_places_also_when_his_first_supply_is_empty() -> None:
    pos = at(SMALL_AND_LARGE, "ab", phase="roll", supplies="4,0,4,4").play("roll 2")
    assert (pos.actor, names(pos)) == (1, ["mark a r", "mark c b"])
    assert rest(pos.play("mark c b")) == "00 0 travel 2+ ab 4,0,4,3"


@pytest.mark.rule("U23")
def test_two_changes_with_the_die_and_its_opposite() -> None:
    pos = at("a:r./b:g./c:b.b./d:r.g.", "dd", die="2+", phase="change")
    assert [(change.number, change.may) for change in pos.view().changes] == [(2, ["combine"]), (5, ["combine", "nothing"])]
    assert names(pos) == ["join a b"]
    pos.play("join a b")
    assert (pos.actor, rest(pos)) == (0, "00 0 again 2+ dd 4,4,4,4")
    assert names(pos) == ["join a c"]  # judged afresh: a has two elements now
    assert rest(pos.play("join a c")) == "00 1 roll - dd 4,4,4,4"


@pytest.mark.rule("U23")
def test_without_a_placed_marker_there_is_one_change() -> None:
    pos = at("a:r./b:g./c:b.b./d:r.g.", "dd", die="2", phase="change")
    assert rest(pos.play("join a b")) == "00 1 roll - dd 4,4,4,4"


@pytest.mark.rule("U23")
def test_a_first_change_of_nothing_leads_straight_to_the_second() -> None:
    pos = at("a:r./b:r.g./c:g.b.b.", "ac", die="3+").play("travel b mark g")
    assert rest(pos) == "00 1 roll - bc 3,4,4,4"  # one body is vacant, and neither a 3 nor a 4 separates
    pos = at("a:r./b:r.g./c:g.b.b.", "ac", die="6+").play("travel b mark g")
    assert rest(pos) == "00 1 roll - bc 3,4,4,4"  # nor can a 1 take a single element apart
    pos = at("a:r.b./b:r.g./c:g.b.", "ac", die="6+").play("travel b mark g")
    assert rest(pos) == "00 0 again 6+ bc 3,4,4,4"
    assert names(pos) == ["split a take r.", "split a take b."]


@pytest.mark.rule("U23")
def test_the_comet_replaces_one_of_the_two_changes() -> None:
    given = "a:r.g./c:b.b./d:r.g."
    second = at(given, "dd", die="2+", phase="again", comets="10")
    assert names(second) == ["join a c", "comet join a c", "comet join a d", "comet join c d"]  # up to 5
    first = at(given, "dd", die="6+", phase="change", comets="10").play("comet join c d")
    assert rest(first) == "00 0 again 6+ cc 4,4,4,4"
    assert names(first) == ["split a take r.", "split a take g."]
    apart = at("a:r.g.b.b./b:r.g.", "aa", die="6+", phase="again", comets="10")
    assert names(apart, "comet split") == ["comet split a take r.", "comet split a take g.", "comet split a take b."]


@pytest.mark.rule("U24")
def test_the_end_comes_with_both_first_supplies() -> None:
    pos = at("a:r0/b:r./c:g./d:g.b.b.", "ab", die="4+", supplies="1,0,5,3").play("travel b mark r")
    assert names(pos) == ["join a c", "join a d", "join c d"]
    assert rest(pos.play("join a c")) == "00 - over - bb 0,0,5,3"


@pytest.mark.rule("U24")
@pytest.mark.parametrize(
    ("text", "points", "seconds", "won", "paid"),
    [
        ("a:r4g.b.b. 00", [0, 0], [3, 0], [], [0, 0]),  # a second colour beats both: both lose
        ("a:r5g0b1b. 00", [3, 2], [0, 3], [0], [1, 0]),  # not more than both
        ("a:r4g0/b:g1b0r5/c:g1g5 00", [3, 4], [1, 4], [1], [0, 1]),
        ("a:r0g.b.b./b:g5g5 00", [3, 0], [0, 4], [], [0, 0]),
        ("a:r4g0b1 00", [2, 2], [2, 0], [0], [1, 0]),  # a tie is broken by the second colour
        ("a:r5g0b1 00", [2, 2], [0, 2], [1], [0, 1]),
        ("a:r0g1b. 00", [2, 2], [0, 0], [], [0.5, 0.5]),
        ("a:r4g. 10", [1, 0], [1, 0], [0], [1, 0]),  # comets count
        ("a:r4g. 00", [0, 0], [1, 0], [], [0, 0]),
    ],
)
def test_who_wins_of_two(text: str, points: list[int], seconds: list[int], won: list[int], paid: list[float]) -> None:
    pos = GAME.position(text)
    assert pos.scores == points
    assert [player.second_points for player in pos.view().players] == seconds
    assert pos.winners == won
    assert pos.payoffs == paid
    level = "prompt.over.second" if points[0] == points[1] else "prompt.over"
    key = level if won else "prompt.over.tie" if any(paid) else "prompt.over.lost"
    assert pos.prompt().key == key


@pytest.mark.rule("U24")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a:r5g0b1b. 00", "Ann wins with 3 points."),
        ("a:r5g0b1 00", "Both have 2 points; the second colours break the tie, 2 to 0: Bo wins."),
        ("a:r0g1b. 00", "Both have 2 points, and their second colours 0 each: nobody wins."),
        ("a:r4g.b.b. 00", "A second colour has the most points, 3: both players lose."),
    ],
)
def test_the_end_says_what_decided_it(text: str, told: str) -> None:
    pos = GAME.position(text)
    assert render(GAME.kind, pos.prompt(), ["Ann", "Bo"]) == f"Both have used their own markers. {told}"


# -- black holes


@pytest.mark.rule("U25")
def test_a_black_hole_counts_for_nothing() -> None:
    pos = at("a:r.g.b./b:r.g.b.", "aab", die="6", comets="100")  # the other thirty elements are black holes
    assert names(pos, "travel") == ["travel b mark r", "travel b mark g", "travel b mark b"]
    assert names(pos, "comet travel") == ["comet travel b mark r", "comet travel b mark g", "comet travel b mark b"]
    assert pos.why_not("travel J mark r") == pos.why_not("comet travel J mark r") == "U25.2"
    pos.play("travel b mark r")
    assert names(pos) == ["leave", "comet join a b"]
    assert pos.why_not("comet join a J") == "U25.2"


@pytest.mark.rule("U25")
def test_without_the_variant_two_of_each_colour_are_a_body_like_others() -> None:
    text = (
        "a:r.g.b./b:r.g.b./J:r0r.g0g.b.b./I:r.r.g.g.b.b./H:r.r.g.g.b.b./G:r.r.g.g.b.b./F:r.r.g.g.b.b. 000 0 travel 6 aab 4,4,4 {}"
    )
    plain = GAME.position(text.format("-"))
    assert "travel J mark r" in names(plain)
    assert plain.scores == [4, 0, 0]
    with pytest.raises(bangbox.TextError, match="body J is a black hole, so no marker lies there"):
        GAME.position(text.format("black_hole"))


@pytest.mark.rule("U26")
def test_its_markers_leave_and_its_astronauts_go_home() -> None:
    pos = at("a:r0g.b./b:r.g1b2/c:r.r.g.g./d:b.b.", "aac", die="6", phase="change", comets="100")
    assert pos.about(pos.parse("comet join a b")).effect == "hole"
    pos.play("comet join a b")
    assert bodies(pos) == "a:r.r.g.g.b.b./c:r.r.g.g./d:b.b."
    assert rest(pos) == "000 1 roll - --c 3,3,3"
    assert pos.view().bodies[0].hole


@pytest.mark.rule("U26")
def test_a_black_hole_forms_only_once() -> None:
    """Leaving everything as it is costs nothing, whatever lies about as a black hole."""
    pos = at("a:r.r.g.g.b.b./b:r.g./c:r.g./d:b.b.", "bbc", die="3", phase="change", comets="100")
    assert rest(pos.play("leave")) == "100 1 roll - bbc 4,4,4"


@pytest.mark.rule("U27")
def test_an_astronaut_off_the_table_comes_back_anywhere() -> None:
    given = "a:r.r.g.g./b:b.b./c:r0r0b0b0/d:g0g."
    pos = at(given, "-aa", die="6", comets="111")
    assert names(pos) == ["travel a mark r", "travel a mark g", "travel b mark b", "travel d mark g"]
    assert pos.why_not("comet stay mark r") == "U27.3"
    assert pos.topic() == "U27"
    pos.play("travel b mark b")
    assert (pos.s.place[0], pos.view().players[0].body) == (1, "b")
    with pytest.raises(bangbox.TextError, match="only a black hole sends one off the table"):
        GAME.position(f"{pos.text.split()[0]} 111 0 roll - -aa 3,4,4 -")


@pytest.mark.rule("U27")
def test_with_nothing_free_it_stays_off_and_a_marker_is_lost() -> None:
    pos = at("a:r0g0b0/b:r1g1b1", "-ab", die="6", comets="111")
    assert names(pos) == ["discard"]
    assert rest(pos.play("discard")).split()[4:] == ["-ab", "3,4,4"]


def collapse(left: str, on: str, supplies: str) -> str:
    """The supplies after the two vacant bodies of three have become a black hole; astronauts stand on two others."""
    pos = at(f"{left}/c:r.r.g.g./d:b.b.", on, die="6", phase="change", supplies=supplies)
    return rest(pos.play("join a b")).split()[5]


@pytest.mark.rule("U28")
@pytest.mark.parametrize(
    ("left", "on", "supplies", "after"),
    [
        ("a:r.g.b./b:r.g.b.", "cdd", "4,4,0", "3,3,0"),  # three players discard one
        ("a:r0g1b./b:r.g.b.", "cdd", "4,4,4", "3,3,3"),
        ("a:r.g.b./b:r.g.b.", "cddd", "4,1,0,4", "2,0,0,2"),  # four: a second one, since nothing lay there
        ("a:r0g.b./b:r.g.b.", "cddd", "4,4,4,4", "2,2,2,2"),  # or only one
        ("a:r0g.b./b:r.g0b.", "cddd", "4,4,4,4", "3,3,3,3"),
        ("a:r.g.b./b:r.g.b.", "cd", "4,4,4,4", "2,2,2,2"),  # two: of both colours
        ("a:r4g.b./b:r.g.b.", "cd", "4,1,0,1", "2,0,0,0"),
        ("a:r4g.b./b:r.g1b.", "cd", "4,4,1,0", "3,3,0,0"),
    ],
)
def test_what_a_black_hole_costs(left: str, on: str, supplies: str, after: str) -> None:
    assert collapse(left, on, supplies) == after


@pytest.mark.rule("U29")
def test_without_markers_the_game_ends_at_once() -> None:
    given = "a:r.g.b./b:r.g.b./c:r.r.g.g./d:b.b.b.b./e:r.r.g.g."
    done = at(given, "cd", die="6+", phase="change", supplies="1,2,8,8").play("join a b")
    assert done.over, "although e would have to be separated in the second change"
    assert rest(done) == "00 - over - cd 0,0,6,6"
    one_left = at(given, "cd", die="6+", phase="change", supplies="0,3,8,8").play("join a b")
    assert rest(one_left) == "00 0 again 6+ cd 0,1,6,6"


@pytest.mark.rule("U29")
def test_a_black_hole_is_settled_before_the_next_change() -> None:
    given = "a:r.g.b./b:r.g.b./c:r.r.g.g./d:b.b.b.b./e:r.r.g.g."
    pos = at(given, "cd", die="6+", phase="change", supplies="4,4,8,8").play("join a b")
    assert rest(pos) == "00 0 again 6+ cd 2,2,6,6"
    assert names(pos) == ["split e take r.", "split e take g."]
