"""Puzzles of the day: what is asked, what a try came to, and how everybody fares."""

from typing import Literal

from bangbox.core.messages import Message
from bangbox.server.protocol.base import Strict, Struct


class PuzzleResult(Struct):
    """What a guest has made of a puzzle so far.

    `stars` were earned with so many `tries`; `score` is the best one, where one is to be reached; `shown`: the solution was
    looked up before it was found, and nothing more can be earned. `in_time`: on the puzzle's own day, by UTC.
    """

    date: str
    game: str
    tries: int
    stars: int
    score: int | None
    shown: bool
    in_time: bool


class PuzzleCrowd(Struct):
    """How everybody fares: who has tried, who has found it, who has earned all stars, and the best score."""

    players: int = 0
    solved: int = 0
    perfect: int = 0
    best: int | None = None


class DailyPuzzle(Struct):
    """A game's puzzle of a day: a position to study (POST /api/games/{game}/study), and what is to be done there by `seat`.

    `find`: the best choice in so many `decisions`. `reach`: a score, whose `targets` earn one, two and three stars.
    """

    date: str
    game: str
    kind: Literal["find", "reach"]
    goal: str
    position: str
    seat: int
    decisions: int
    targets: list[int]
    mine: PuzzleResult | None
    everybody: PuzzleCrowd


class PuzzleDay(Struct):
    """The puzzles of a day (by UTC), and for how many days in a row the reader has solved one in time."""

    date: str
    today: str
    streak: int
    puzzles: list[DailyPuzzle]


class PuzzleTry(Strict):
    """The player's own choices from the puzzle's position on, by their names."""

    choices: list[str]


class SolutionStep(Struct):
    """One choice of a solution, and why it is the best where it is the player's."""

    name: str
    why: list[Message]


class PuzzleTried(Struct):
    """What became of a try: `line` is all that was played, the answers of others included.

    `done`: solved, or handed in with a `score`. The `solution` comes once nothing more can be earned.
    """

    right: bool
    done: bool
    line: list[str]
    score: int | None
    stars: int
    mine: PuzzleResult
    everybody: PuzzleCrowd
    streak: int
    solution: list[SolutionStep]


class PuzzleHistory(Struct):
    """A guest's puzzles, the latest first; days in a row with one solved in time, now and at best."""

    streak: int
    longest: int
    results: list[PuzzleResult]
