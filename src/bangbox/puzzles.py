"""Puzzles of the day: positions with a task, kept in a file beside each game (`bangbox puzzles` makes them), and tries."""

import functools
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

import msgspec

from bangbox.core.errors import BangboxError, IllegalMove
from bangbox.core.game import game
from bangbox.core.messages import Message
from bangbox.core.position import Position
from bangbox.core.registry import kind

MOST_STARS = 3
FIRST_DAY = date(2026, 11, 1)  # no day before it has puzzles


class Find(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision with one clearly best choice, or several that come to the same."""

    answers: list[str]  # names; any of them is right
    best: float  # the payoff that the answers are worth
    other: float  # and the next best choice
    why: list[Message] = []  # in the words of the game
    then: list[str] = []  # what the others do before the next decision


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position and a task: find the best choices of a seat, or reach a score alone."""

    position: str
    goal: str  # `wins`, `draws` or `best` choice to be found; or what a score is counted for, as `light`
    seat: int = 0
    finds: list[Find] = []  # one to three decisions; none: a score is to be reached
    stars: list[int] = []  # the scores that earn one, two and three stars
    line: list[str] = []  # a way to the best score that is known

    @property
    def par(self) -> int | None:
        """The best score that is known, where a score is to be reached."""
        return self.stars[-1] if self.stars else None

    @property
    def solution(self) -> list[str]:
        """All that is played from the position to its solution."""
        return self.line or [name for find in self.finds for name in (find.answers[0], *find.then)]


class Shelf(msgspec.Struct, frozen=True):
    """All puzzles of a game, for one version of its rules."""

    game: str
    version: str
    puzzles: list[Puzzle]


class Tried(NamedTuple):
    """What became of a try: how far it is right, and what it comes to."""

    right: bool
    done: bool  # solved, or (where a score is to be reached) handed in
    line: list[str]  # all that was played from the puzzle's position
    score: int | None  # where a score is to be reached


def path_of(name: str) -> Path:
    """The file with a game's puzzles."""
    return kind(name).folder / "puzzles.json"


@functools.cache
def shelf(name: str) -> Shelf | None:
    """The puzzles of a game; None if it has none, or only for other rules."""
    path = path_of(name)
    found = msgspec.json.decode(path.read_bytes(), type=Shelf) if path.exists() else None
    return found if found is not None and found.version == kind(name).version and found.puzzles else None


def of_day(name: str, day: date) -> Puzzle | None:
    """A game's puzzle of a day: the same for everybody, another one every day until all have had their turn."""
    found = shelf(name)
    if found is None or day < FIRST_DAY:
        return None
    return found.puzzles[day.toordinal() % len(found.puzzles)]


def start(name: str, puzzle: Puzzle) -> Position:
    """How a puzzle begins."""
    return game(name).position(puzzle.position)


def attempt(name: str, puzzle: Puzzle, names: Sequence[str]) -> Tried:
    """What became of the player's own choices, in their order; raises IllegalMove for what cannot be played."""
    return _found(name, puzzle, names) if puzzle.finds else _reached(name, puzzle, names)


def _found(name: str, puzzle: Puzzle, names: Sequence[str]) -> Tried:
    """Up to the first choice that is none of the answers."""
    if not 0 < len(names) <= len(puzzle.finds):
        raise IllegalMove(f"this puzzle has {len(puzzle.finds)} decision(s)")
    pos, line = start(name, puzzle), list[str]()
    for find, tried in zip(puzzle.finds, names, strict=False):
        action = pos.parse(tried)
        if action not in [pos.parse(answer) for answer in find.answers]:
            return Tried(False, False, [*line, pos.name(action)], None)
        for one in (pos.name(action), *find.then):
            pos.play(one)
            line.append(one)
    return Tried(True, len(names) == len(puzzle.finds), line, None)


def _reached(name: str, puzzle: Puzzle, names: Sequence[str]) -> Tried:
    """The score where the player has stopped."""
    pos, line = start(name, puzzle), list[str]()
    for tried in names:
        action = pos.parse(tried)
        line.append(pos.name(action))
        pos.play(action)
    score = pos.scores[puzzle.seat]
    return Tried(score >= puzzle.stars[-1], True, line, score)


def stars_for(puzzle: Puzzle, tried: Tried, tries: int) -> int:
    """The stars of a try that is the so-many-th: by the score, or by how often it took to find the answer."""
    if puzzle.finds:
        return max(1, MOST_STARS + 1 - tries) if tried.right and tried.done else 0
    return sum(tried.score is not None and tried.score >= target for target in puzzle.stars)


def check(name: str, puzzle: Puzzle) -> None:
    """Raises BangboxError unless its solution can be played and solves it."""
    own, pos = list[str](), start(name, puzzle)
    for step in puzzle.solution:
        if pos.actor == puzzle.seat:
            own.append(step)
        pos.play(step)
    tried = attempt(name, puzzle, own)
    if not (tried.right and tried.done and tried.line == puzzle.solution):
        raise BangboxError(f"the solution of this puzzle does not solve it: {puzzle.position}")
