"""What boards show of Big×Bang: views, what a choice is about, why something cannot be done, points with their reasons."""

import random

import pytest

import bangbox
from bangbox.core.messages import render, texts
from bangbox.core.position import Position
from tests.games.bigxbang import reference, scattered
from tests.games.bigxbang.studies import CIRCLES, alone, at, read


def some_positions(seed: str, n: int) -> list[Position]:
    dice = random.Random(seed)
    return [read(reference.write(scattered.sparse(scattered.some_words(dice), dice, scattered.LIGHT))) for _ in range(n)]


# -- the view


def test_a_circle_says_where_it_is_and_what_lies_there() -> None:
    circles = {circle.name: circle for circle in at("a1:N d1:t e12:#", variants="dark_matter").view().circles}
    assert (circles["a1"].x, circles["a1"].y, circles["e1"].x) == (2, 0, 0)
    assert (circles["a1"].side, circles["a1"].nucleus) == ("matter", "n")
    assert (circles["d1"].side, circles["d1"].nucleus, circles["d1"].protons, circles["d1"].neutrons) == (
        "antimatter",
        "H3",
        1,
        2,
    )
    assert (circles["e12"].side, circles["e12"].nucleus) == ("dark", "")
    assert (circles["h9"].side, circles["h9"].nucleus) == ("", "")
    assert min(circle.x for circle in circles.values()) == 0


def test_the_view_counts_the_goals() -> None:
    view = at("a1:A a2:H h1:a h9:h g10:p", reserves="1,0,1,0 0,2,0,2").view()
    assert [(goal.name, goal.counts, goal.leader, goal.rule) for goal in view.goals] == [
        ("light", [2, 4], 1, "X10"), ("helium", [1, 1], -1, "X11"), ("star", [7, 4], 0, "X12"),
    ]  # fmt: skip
    assert view.goals[1].tie_break == [1, 1]
    assert view.goals[2].places == [["a1", "a2"], ["g10", "h9"]]  # of two equal stars the first in reading order
    assert (view.mover, view.reserves, view.common_reserve) == ("matter", [[1, 0, 1, 0], [0, 2, 0, 2]], False)


def test_the_star_shown_weighs_what_the_goal_counts() -> None:
    for pos in some_positions("stars", 40):
        for goal in pos.view().goals:
            if goal.name == "star":
                circles = {circle.name: circle for circle in pos.view().circles}
                assert goal.counts == [sum(circles[c].protons + circles[c].neutrons for c in place) for place in goal.places]


def test_goals_and_tally_agree_with_the_scores() -> None:
    for pos in some_positions("goals", 60):
        points = [0] * pos.players
        for line in pos.tally():
            points[line.seat] += line.points
        assert points == pos.scores


def test_who_moves() -> None:
    assert at("a1:N", turn="a").view().mover == "antimatter"
    assert alone("a1:N a2:P").view().mover == "both"
    assert at("a1:N", passes=2).view().mover == ""
    assert bangbox.game("bigxbang").start(dice=None).view().mover == ""


def test_carbon_is_shown() -> None:
    assert at("d3:A d4:A d5:A h1:a").view().carbon == ["d3", "d4", "d5"]
    assert at("d3:A d4:A d6:A h1:a").view().carbon == []


def test_a_puzzle_shows_its_score() -> None:
    view = alone("d3:A d4:A d5:A h1:N h2:P", variants="life").view()
    assert (view.puzzle, view.puzzle_score, view.puzzle_best, view.goals) == ("life", 1, 6, [])
    assert view.common_reserve
    assert bangbox.game("bigxbang", puzzle="life").start(dice=None).view().puzzle_score == 0


# -- what a choice is about


@pytest.mark.parametrize(
    ("move", "places", "pieces", "effect", "rule"),
    [
        ("c4+c6", ["c4", "c6"], ["n", "H1", "H2"], "fuse", "X7"),
        ("f2xf9", ["f2", "f9"], ["H3", "anti-H3"], "annihilate", "X8"),
        ("h5~", ["h5"], ["anti-n", "anti-H1"], "decay", "X24"),
        ("pass", [], [], "pass", "X9"),
    ],
)  # fmt: skip
def test_about(move: str, places: list[str], pieces: list[str], effect: str, rule: str) -> None:
    pos = at("c4:N c6:P f2:T f9:t h5:n", variants="decay", reserves="0,0,1,0 0,0,0,0")
    about = pos.about(pos.parse(move))
    assert (about.places, about.pieces, about.effect, about.rule) == (places, pieces, effect, rule)


def test_about_a_meeting_and_stopping() -> None:
    pos = alone("c4:d e4:d", variants="meet,light")
    about = pos.about(pos.parse("c4+e4@d4"))
    assert (about.places, about.pieces, about.rule) == (["c4", "e4", "d4"], ["anti-H2", "anti-H2", "anti-He4"], "X22")
    assert pos.about(pos.parse("stop")).rule == "X16"


def test_about_chance() -> None:
    pos = bangbox.game("bigxbang", first="random").start(dice=None)
    assert {pos.about(action).rule for action in pos.choices()} == {"X3"}
    pos.play("first m")
    assert {pos.about(action).effect for action in pos.choices()} == {"fill"}


def test_tapping_the_places_of_a_choice_says_which_it_is() -> None:
    for pos in some_positions("taps", 60):
        taps = [tuple(about.places) or about.effect for about in map(pos.about, pos.choices())]
        assert len(set(taps)) == len(taps), pos.text


# -- why not

MATCH = "c4:N c5:P c7:n d4:T d6:p f3:A"
WHY_NOT = {
    "c4+c6": "X6.3",  # empty
    "c4+c7": "X6.3",  # c5 is in the way
    "c4+f3": "X6.3",  # d4 is in the way
    "c4+d6": "X6.1",  # not on a line
    "c4+d4": "X7.3",  # n and H3 make nothing
    "c4xd4": "X7.3",
    "c5xc7": "X8.1",  # H1 and anti-n are no mirrors
    "c5+c7": "X8.1",
    "c7+d6": "X6.1",  # not one's own
    "c6+c5": "X6.1",  # nothing to move
    "c4~": "X5",  # decay is not played here, so its rule is not named
    "c4+c5@c5": "X7.2",  # nor do stacks meet
    "stop": "X9.1",
}
TYPOS = ["z9", "c4+c14", "nonsense"]


@pytest.mark.rule("X5")
@pytest.mark.parametrize(("attempt", "rule"), WHY_NOT.items())
def test_why_not_in_a_match(attempt: str, rule: str) -> None:
    pos = at(MATCH)
    assert pos.why_not(attempt) == rule
    with pytest.raises(bangbox.IllegalMove, match=rf"rule {rule.partition('.')[0]}\)"):
        pos.play(attempt)


@pytest.mark.rule("X1")
@pytest.mark.parametrize("attempt", TYPOS)
def test_what_is_not_on_the_sky_is_a_typo(attempt: str) -> None:
    pos = at(MATCH)
    assert pos.why_not(attempt) == "X1.1"
    with pytest.raises(bangbox.IllegalMove, match="no choice and no place of Big×Bang"):
        pos.play(attempt)


@pytest.mark.rule("X16")
def test_why_not_in_puzzles_and_variants() -> None:
    assert alone("a1:N a2:P").why_not("pass") == "X16.3"
    assert at("a1:N a2:P h1:n h2:p", variants="light,coop").why_not("h1+h2") == "X16.4"
    obstacle = at("d2:N d4:# d6:P", variants="dark_matter")
    assert [obstacle.why_not(attempt) for attempt in ("d2 d4", "d4 d6", "d2 d6", "d4")] == ["X23.2", "X23.2", "X6.3", "X23.2"]
    decay = at("a1:N a3:P h1:n", variants="decay", reserves="1,0,0,0 0,0,0,0")
    assert [decay.why_not(attempt) for attempt in ("a1~", "h1~", "a3~", "a2~")] == [None, "X24.3", "X24.2", "X24.2"]
    meet = at("d2:N d5:P h1:A", variants="meet")
    assert [meet.why_not(f"d2+d5@{place}") for place in ("d2", "d3", "d5", "d6", "e3")] == [None, None, None, "X22.2", "X22.2"]


@pytest.mark.rule("X9")
def test_why_not_when_it_is_over() -> None:
    assert at("a1:N a2:P", passes=2).why_not("a1+a2") == "X9.2"
    assert at("d3:A d4:A d5:A a1:N a2:P").why_not("a1+a2") == "X14.1"
    assert alone("a1:N a2:P", passes=2).why_not("a1+a2") == "X16.2"


def test_what_is_allowed_is_not_refused() -> None:
    for pos in some_positions("allowed", 60):
        for action in pos.choices():
            assert pos.why_not(pos.name(action)) is None, f"{pos.name(action)} in {pos.text}"
            places = pos.about(action).places
            for upto in range(1, len(places) + 1):
                assert pos.why_not(" ".join(places[:upto])) is None, f"{places[:upto]} in {pos.text}"


def test_what_is_refused_is_not_allowed() -> None:
    dice = random.Random("pairs")
    for pos in some_positions("refused", 60):
        begun = {tuple(pos.about(action).places[:2]) for action in pos.choices()}
        begun |= {pair[::-1] for pair in begun if pos.s.solo or "meet" in pos.text}
        occupied = [circle.name for circle in pos.view().circles if circle.side]
        for one, other in zip(dice.choices(occupied, k=20), dice.choices(occupied + CIRCLES, k=20), strict=True):
            allowed = pos.why_not(f"{one} {other}") is None
            if (one, other) in begun:
                assert allowed, f"{one} {other} in {pos.text}"
            elif (other, one) not in begun:
                assert not allowed, f"{one} {other} in {pos.text}"


# -- points, topics, words


@pytest.mark.rule("X13")
def test_tally_names_the_goals() -> None:
    pos = at("a1:A h1:n h2:p h3:n h4:p h5:n", reserves="0,1,0,1 0,0,0,0")
    assert [(line.seat, line.points, line.reason.key, line.rule) for line in pos.tally()] == [
        (0, 1, "reason.light", "X10"), (0, 1, "reason.helium", "X11"), (1, 1, "reason.star", "X12"),
    ]  # fmt: skip
    told = [render(pos.game.kind, line.reason) for line in pos.tally()]
    assert told == ["more light: 2 particles to 0", "more helium: 1 He4 to 0", "the heaviest star: 5 particles to 4"]
    helium = at("a1:A a3:H h1:a h3:t").tally()[0]
    assert render(pos.game.kind, helium.reason) == "helium, level with 1 He4 each, by the tie-break: 1 He3 to 0"
    assert [(line.seat, line.points, line.rule) for line in at("d3:a d4:a d5:a").tally()] == [(1, 3, "X14")]
    assert bangbox.game("bigxbang").start(dice=None).tally() == []


@pytest.mark.parametrize(
    ("pos", "topic"),
    [
        (lambda: at("a1:N"), "X5"),
        (lambda: at("a1:N", passes=1), "X9"),
        (lambda: at("a1:N", passes=2), "X13"),
        (lambda: at("d3:a d4:a d5:a"), "X14"),
        (lambda: alone("a1:N a2:P", variants="light"), "X17"),
        (lambda: at("a1:N a2:P", variants="parallel,coop"), "X18"),
        (lambda: alone("a1:N a2:P", variants="life"), "X19"),
        (lambda: bangbox.game("bigxbang").start(dice=None), "X2"),
    ],
)  # fmt: skip
def test_topic(pos, topic: str) -> None:  # type: ignore[no-untyped-def]
    assert pos().topic() == topic


def test_labels_say_what_happens() -> None:
    pos = at("c4:N c6:P f2:T f9:t h5:n", variants="decay", reserves="0,0,1,0 0,0,0,0")
    assert pos.label(pos.parse("c4+c6")) == "Fuse n from c4 with H1 on c6: H2"
    assert pos.label(pos.parse("f2xf9")) == "Annihilate H3 on f2 with anti-H3 on f9"
    assert pos.label(pos.parse("h5~")) == "Let anti-n on h5 decay into anti-H1"
    assert pos.label(pos.parse("pass")) == "Pass"
    meet = at("c4:N e4:P", variants="meet")
    assert meet.label(meet.parse("c4+e4@d4")) == "Fuse n from c4 and H1 from e4 on d4: H2"


def test_labels_of_chance() -> None:
    pos = bangbox.game("bigxbang", short=True, dark_matter=True, first="random").start(dice=None)
    assert pos.label(pos.choices()[1]) == "Antimatter begins"
    pos.play("first a").play("N")
    assert {pos.label(action) for action in pos.choices()} == {
        f"{what} on a2" for what in ("neutron", "proton", "antineutron", "antiproton", "nothing", "dark matter")
    }


def test_whoever_can_only_pass_is_told_so() -> None:
    assert at("c4:N e4:P a1:p").prompt().key == "prompt.act"
    stuck = at("c4:N a1:p")
    assert [stuck.name(action) for action in stuck.choices()] == ["pass"]
    assert stuck.prompt().key == "prompt.stuck"
    assert stuck.play("pass").prompt().key == "prompt.passed"


def test_every_message_a_position_gives_can_be_read() -> None:
    for pos in [*some_positions("messages", 40), bangbox.game("bigxbang").start(dice=None)]:
        kind = pos.game.kind
        for message in [pos.prompt(), *(line.reason for line in pos.tally()), *(kind.views.label(pos, a) for a in pos.choices())]:
            assert render(kind, message, ["Ada", "Bo"]).strip()
        for action in pos.choices():
            assert f"effect.{pos.about(action).effect}" in texts(kind.folder)
