"""Puzzles of the day: looking, trying, looking up."""

from datetime import date

from bangbox.server.api.http import Asking, endpoint
from bangbox.server.errors import Refusal
from bangbox.server.lobby import puzzles
from bangbox.server.protocol import PuzzleDay, PuzzleHistory, PuzzleTried, PuzzleTry, SolutionStep


@endpoint("GET", "/api/puzzles/{date}", answer=PuzzleDay)
async def day(asking: Asking) -> PuzzleDay:
    """The puzzles of a day, one of each game; `today` is a day, too."""
    return await puzzles.of_day(asking.hall, asking.guest, _day(asking))


@endpoint("POST", "/api/puzzles/{date}/{game}", PuzzleTry, PuzzleTried)
async def attempt(asking: Asking) -> PuzzleTried:
    """A try at a puzzle."""
    return await puzzles.attempt(asking.hall, asking.me, _day(asking), asking.path("game"), asking.body.choices)


@endpoint("POST", "/api/puzzles/{date}/{game}/solution", answer=list[SolutionStep])
async def solution(asking: Asking) -> list[SolutionStep]:
    """The solution; nothing more can be earned then."""
    return await puzzles.solution(asking.hall, asking.me, _day(asking), asking.path("game"))


@endpoint("GET", "/api/me/puzzles", answer=PuzzleHistory)
async def history(asking: Asking) -> PuzzleHistory:
    """All that one has tried."""
    return await puzzles.history(asking.hall, asking.me)


def _day(asking: Asking) -> date:
    text = asking.path("date")
    try:
        return puzzles.today(asking.hall) if text == "today" else date.fromisoformat(text)
    except ValueError:
        raise Refusal("date", "a date is written 2026-11-15", 422) from None
