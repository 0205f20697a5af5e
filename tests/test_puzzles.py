"""Puzzles of the day: every one that is shipped can be solved as it says, and tries are judged rightly."""

from datetime import date, timedelta

import pytest

from bangbox.bots.why import told
from bangbox.core.errors import BangboxError, IllegalMove
from bangbox.core.registry import kind
from bangbox.puzzles import Find, Puzzle, attempt, check, of_day, shelf, stars_for, start

GAMES = ["bigbrainbang", "bigxbang", "brains", "robbery", "urknall"]
FEWEST = 60
LIGHT = Puzzle(
    "........p/........../.........../............/....P......./.........../Pp......../pP..Nn... - 0 18,20,18,20 0,0,0,0 light",
    "light", stars=[-4, -2, 0], line=["a9+h6", "e5+h5", "h5xh6", "g1xg2", "h1xh2"],
)  # fmt: skip
KEEP = Puzzle("2 53 41,9,x,22 r,y,g,b 0 2 1**1*", "best", finds=[Find(["keep *g*k"], 0.61, 0.58)])
TWO = Puzzle(
    "NNp..N.NP/...n.....N/NP....PN..p/n..........p/..........n./.n........n/......p.nP/p......nP m 0 8,7,8,7 8,7,8,7 -", "wins",
    finds=[Find(["a9xg7"], 0.99, 0.5, then=["b4xb10"]), Find(["c1xd1"], 0.99, 0.5)],
)  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_every_game_ships_puzzles_for_the_rules_it_has(name: str) -> None:
    """Made by `bangbox puzzles GAME --make N`: after a change of the rules they are made anew."""
    found = shelf(name)
    assert found is not None, f"the puzzles of {name} are for other rules than {kind(name).version}: make them anew"
    assert len(found.puzzles) >= FEWEST
    assert len({puzzle.position for puzzle in found.puzzles}) == len(found.puzzles)


@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_is_solved_by_its_solution_and_says_why(name: str) -> None:
    found = shelf(name)
    assert found is not None
    for puzzle in found.puzzles:
        check(name, puzzle)
        pos = start(name, puzzle)
        assert pos.actor == puzzle.seat
        assert bool(puzzle.finds) != bool(puzzle.stars)
        assert puzzle.goal in ("wins", "draws", "best") if puzzle.finds else 5 <= len(puzzle.line) <= 12
        assert puzzle.stars == sorted(puzzle.stars)
        for find in puzzle.finds:
            assert find.best > find.other
            assert len(find.answers) < len(pos.choices())
            for language in ("en", "de"):
                assert "{" not in told(kind(name), find.why, [f"P{seat}" for seat in range(8)], language)


def test_a_day_has_one_puzzle_of_each_game_and_the_next_day_another() -> None:
    day = date(2026, 11, 18)
    assert of_day("brains", day) == of_day("brains", day) != of_day("brains", day + timedelta(days=1))
    assert of_day("brains", date(2020, 1, 1)) is None, "there were none then"
    assert of_day("tictactoe", day) is None, "nobody made any"


def test_a_choice_is_right_or_not() -> None:
    assert attempt("brains", KEEP, ["keep *g*k"]) == (True, True, ["keep *g*k"], None)
    assert attempt("brains", KEEP, ["keep -"]) == (False, False, ["keep -"], None)
    for nonsense in ([], ["keep *g*k", "pass"], ["fly"]):
        with pytest.raises(IllegalMove):
            attempt("brains", KEEP, nonsense)


def test_of_several_decisions_each_is_asked_for_and_the_others_answer_between() -> None:
    first = attempt("bigxbang", TWO, ["a9xg7"])
    assert first.right and not first.done
    assert first.line == ["a9xg7", "b4xb10"]
    assert attempt("bigxbang", TWO, ["a9xg7", "c1xd1"]) == (True, True, ["a9xg7", "b4xb10", "c1xd1"], None)
    assert not attempt("bigxbang", TWO, ["a9xg7", "pass"]).right
    check("bigxbang", TWO)


def test_a_score_is_counted_where_one_stops() -> None:
    whole = attempt("bigxbang", LIGHT, LIGHT.line)
    assert (whole.right, whole.score) == (True, 0)
    half = attempt("bigxbang", LIGHT, LIGHT.line[:4])
    assert half.done and not half.right
    assert [stars_for(LIGHT, tried, 1) for tried in (whole, half)] == [3, 2]
    assert stars_for(LIGHT, attempt("bigxbang", LIGHT, []), 1) == 0


def test_stars_go_by_tries() -> None:
    right, wrong = attempt("brains", KEEP, ["keep *g*k"]), attempt("brains", KEEP, ["keep -"])
    assert [stars_for(KEEP, right, tries) for tries in (1, 2, 3, 9)] == [3, 2, 1, 1]
    assert stars_for(KEEP, wrong, 1) == 0


def test_a_solution_that_does_not_solve_is_found_out() -> None:
    with pytest.raises(BangboxError):
        check("bigxbang", Puzzle(LIGHT.position, "light", stars=[-4, -2, 0], line=LIGHT.line[:3]))
