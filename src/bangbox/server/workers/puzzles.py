"""The puzzle of a day, and its par: solved once in a worker, then kept."""

import asyncio
from datetime import date

from bangbox.core.game import game
from bangbox.core.position import Position
from bangbox.server.workers.jobs import Par, par
from bangbox.server.workers.pool import HINT, Workers
from bangbox.server.workers.queue import Job

GAME = "bigxbang"
GOALS = ("light", "parallel", "life")
KEPT = 30  # days


def of_day(day: date) -> Position:
    """How the puzzle of a day begins: the kind goes round, the board comes from the date."""
    return game(GAME, puzzle=GOALS[day.toordinal() % len(GOALS)]).start(seed=(day.toordinal(), 1))


class Puzzles:
    """What is known of the puzzles that somebody has asked for."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._pars: dict[date, asyncio.Task[Par]] = {}

    async def par(self, day: date) -> Par:
        """The best score that the solver finds, and those for stars; raises WorkFailed. All who ask wait for the same work."""
        task = self._pars.get(day)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._pars[day] = asyncio.create_task(self._solved(day))
            while len(self._pars) > KEPT:
                self._pars.pop(next(iter(self._pars))).cancel()
        return await asyncio.shield(task)

    async def _solved(self, day: date) -> Par:
        found: Par = await self._workers.run(Job(par, (of_day(day).seen_by(0), day.toordinal())), HINT, "")
        return found
