"""Puzzles are made out of matches of bots: only where one choice is clearly the best, and not at first sight."""

import pytest

from bangbox.core.contract.minds import Candidate
from bangbox.core.errors import OptionError
from bangbox.core.game import game
from bangbox.lab.puzzling import apart, clear_at, found_in_match, reached_from, search_of, share_by_chance, shown
from bangbox.puzzles import check, start


def test_a_match_has_puzzles_that_hold() -> None:
    puzzles = [puzzle for seed in (4, 6) for puzzle in found_in_match("brains", seed)]
    assert puzzles and puzzles == [puzzle for seed in (4, 6) for puzzle in found_in_match("brains", seed)]
    for puzzle in puzzles:
        check("brains", puzzle)
        assert puzzle.finds[0].best - puzzle.finds[0].other >= search_of("brains").gap - 1e-4


def test_the_end_of_a_solved_sky_is_a_puzzle() -> None:
    (puzzle,) = reached_from("bigxbang", {"puzzle": "light"}, 3)
    check("bigxbang", puzzle)
    assert puzzle.par == 0 and 5 <= len(puzzle.line) <= 12
    assert share_by_chance(start("bigxbang", puzzle), 0) < 0.1


def test_only_a_gap_makes_a_choice_clear() -> None:
    search = search_of("bigxbang")
    listed = [Candidate(action, 1, value) for action, value in enumerate((0.99, 0.98, 0.5, 0.5))]
    clear = apart(listed, search, 12)
    assert clear is not None and (clear.answers, clear.rivals[0].action) == ([0, 1], 2)
    assert apart(listed, search, 6) is None, "a third of all choices is right: no puzzle"
    assert apart(listed[:2], search, 12) is None, "nothing else is known"
    assert apart([listed[2], listed[3]], search, 12) is None


def test_what_is_not_certain_is_no_puzzle_where_certainty_is_asked_for() -> None:
    assert clear_at(game("bigxbang").start(seed=1), (1,)) is None, "far too many stacks to know"


def test_a_puzzle_is_shown_to_people() -> None:
    told = shown("brains", "2026-11-18", solution=True)
    assert "2026-11-18 brains" in told and "keep" in told
    for day in ("tomorrow", "2020-01-01"):
        with pytest.raises(OptionError):
            shown("brains", day, solution=False)
