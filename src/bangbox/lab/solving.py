"""Puzzles solved: one with its line of play, or many with what they come to on average."""

import time
from collections.abc import Callable, Sequence

import msgspec
from rich.table import Table

from bangbox.core.contract.minds import Solving
from bangbox.core.dice import SeededDice
from bangbox.core.errors import OptionError
from bangbox.core.position import Position


class Solved(msgspec.Struct, frozen=True):
    """A puzzle and the best line that was found."""

    position: str
    score: int
    line: list[str]
    stars: list[int]  # scores that earn one, two and three, if this one is par
    looked: int  # at so many positions
    seconds: float  # of the processor

    def told(self) -> str:
        """For people."""
        line = " ".join(self.line) or "nothing can be done better than to stop at once"
        targets = ", ".join(f"{'★' * (n + 1)} {score}" for n, score in enumerate(self.stars))
        return f"{line}\n\nscore {self.score} · {targets} · {self.looked:,} positions in {self.seconds:.1f} s"


def solver(pos: Position) -> Solving:
    """Who solves puzzles of this kind; raises OptionError if there is nobody, or it is none."""
    own = pos.game.kind.bot
    if not isinstance(own, Solving) or pos.players != 1:
        raise OptionError(f"{pos.game!r} is no puzzle for one that can be solved; bigxbang with -o puzzle=light is")
    return own


def solved(pos: Position, seed: int, seconds: float, report: Callable[[int, int], None] | None = None) -> Solved:
    """The best line that is found in so many seconds of the processor; the same seed finds the same, unless cut short."""
    own, began = solver(pos), time.process_time()
    seen = pos.seen_by(pos.actor)
    found = own.solve(seen, SeededDice(seed).rng, lambda: time.process_time() - began > seconds, report=report)
    line, after = [], pos.copy()
    for action in found.actions:
        line.append(after.name(action))
        after.play(action)
    return Solved(pos.text, found.score, line, own.stars(seen, found.score), found.looked, time.process_time() - began)


def as_table(found: Sequence[Solved]) -> Table:
    """How often which score was found, and what they come to on average."""
    scores = [one.score for one in found]
    table = Table("score", "set-ups", title=f"{sum(scores) / len(found):.2f} on average over {len(found)}")
    for score in sorted(set(scores), reverse=True):
        table.add_row(str(score), str(scores.count(score)))
    seconds = [one.seconds for one in found]
    table.caption = f"{sum(seconds) / len(found):.2f} s each, {max(seconds):.2f} s at most"
    return table
