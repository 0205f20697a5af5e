"""Puzzles of the day on a server: tries are counted, stars kept, days in a row told honestly."""

from datetime import date, timedelta

import pytest

from bangbox.puzzles import Puzzle, of_day, start
from bangbox.server.errors import Refusal
from bangbox.server.lobby import puzzles
from tests.server.house import PEOPLE, House

ANN, BOB = PEOPLE["a"], PEOPLE["b"]
A_DAY = 86_400


def task(day: date) -> tuple[Puzzle, str, str]:
    """The puzzle of that day, a right choice and a wrong one."""
    puzzle = of_day("brains", day)
    assert puzzle is not None
    (find,) = puzzle.finds
    pos = start("brains", puzzle)
    wrong = next(name for name in map(pos.name, pos.choices()) if name not in find.answers)
    return puzzle, find.answers[0], wrong


async def test_tries_are_counted_and_stars_go_by_them(house: House) -> None:
    day = puzzles.today(house.hall)
    _, right, wrong = task(day)
    first = await puzzles.attempt(house.hall, ANN, day, "brains", [wrong])
    assert (first.right, first.stars, first.mine.tries, first.solution) == (False, 0, 1, [])
    second = await puzzles.attempt(house.hall, ANN, day, "brains", [right])
    assert (second.right, second.done, second.stars, second.mine.tries) == (True, True, 2, 2)
    assert second.solution[0].name == right and second.solution[0].why
    assert second.mine.in_time and second.streak == 1
    again = await puzzles.attempt(house.hall, ANN, day, "brains", [right])
    assert (again.mine.stars, again.mine.tries) == (2, 2), "what is solved is solved"


async def test_everybody_sees_how_everybody_fares_and_only_the_own_result(house: House) -> None:
    day = puzzles.today(house.hall)
    _, right, wrong = task(day)
    await puzzles.attempt(house.hall, ANN, day, "brains", [right])
    await puzzles.attempt(house.hall, BOB, day, "brains", [wrong])
    for who, tries in ((ANN, 1), (BOB, 1), (None, None)):
        shown = await puzzles.of_day(house.hall, who, day)
        brains = next(puzzle for puzzle in shown.puzzles if puzzle.game == "brains")
        crowd = brains.everybody
        assert (crowd.players, crowd.solved, crowd.perfect) == (2, 1, 1)
        assert (brains.mine.tries if brains.mine else None) == tries
        assert shown.streak == (1 if who is ANN else 0)


async def test_whoever_looks_the_solution_up_earns_nothing_more(house: House) -> None:
    day = puzzles.today(house.hall)
    _, right, _ = task(day)
    (step,) = await puzzles.solution(house.hall, ANN, day, "brains")
    assert step.name == right
    late = await puzzles.attempt(house.hall, ANN, day, "brains", [right])
    assert late.right and late.mine.stars == 0 and late.mine.shown and late.streak == 0
    await puzzles.attempt(house.hall, BOB, day, "brains", [right])
    await puzzles.solution(house.hall, BOB, day, "brains")
    assert not (await puzzles.history(house.hall, BOB)).results[0].shown, "it was found before"


async def test_days_in_a_row_count_only_what_was_solved_on_its_day(house: House) -> None:
    first = puzzles.today(house.hall)
    for _ in range(3):
        day = puzzles.today(house.hall)
        await puzzles.attempt(house.hall, ANN, day, "brains", [task(day)[1]])
        house.clock.forward(A_DAY)
    assert (await puzzles.history(house.hall, ANN)).streak == 3, "today can still be done"
    house.clock.forward(A_DAY)
    missed = first + timedelta(days=3)
    late = await puzzles.attempt(house.hall, ANN, missed, "brains", [task(missed)[1]])
    assert late.stars == 3 and not late.mine.in_time
    history = await puzzles.history(house.hall, ANN)
    assert (history.streak, history.longest, len(history.results)) == (0, 3, 4)


async def test_there_are_no_puzzles_of_tomorrow_and_none_of_other_games(house: House) -> None:
    day = puzzles.today(house.hall)
    for when, name in ((day + timedelta(days=1), "brains"), (date(2020, 1, 1), "brains"), (day, "tictactoe"), (day, "chess")):
        with pytest.raises(Refusal) as refused:
            await puzzles.attempt(house.hall, ANN, when, name, ["pass"])
        assert refused.value.status == 404
    with pytest.raises(Refusal):
        await puzzles.attempt(house.hall, ANN, day, "brains", ["pass"] * 61)
    assert (await puzzles.history(house.hall, ANN)).results == []


def test_streaks() -> None:
    today = date(2026, 11, 18)
    days = {today - timedelta(days=n) for n in (0, 1, 3, 4, 5)}
    assert puzzles.streaks(days, today) == (2, 3)
    assert puzzles.streaks(days, today + timedelta(days=1)) == (2, 3)
    assert puzzles.streaks(days, today + timedelta(days=2)) == (0, 3)
    assert puzzles.streaks(set(), today) == (0, 0)
