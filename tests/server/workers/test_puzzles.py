"""Par of a day's puzzle: worked out once, however many ask, and again only if it failed."""

import asyncio
from datetime import date, timedelta
from typing import Any, cast

import pytest

from bangbox.server.workers.jobs import Par
from bangbox.server.workers.pool import Workers, WorkFailed
from bangbox.server.workers.puzzles import GOALS, KEPT, Puzzles, of_day

DAY = date(2026, 11, 15)


class Quick:
    """Stands in for workers: answers at once, or fails."""

    def __init__(self) -> None:
        self.asked, self.fails = 0, False

    async def run(self, *_: Any) -> Par:
        await asyncio.sleep(0)
        self.asked += 1
        if self.fails:
            raise WorkFailed("died")
        return Par(-2, [-14, -6, -2])


def test_kinds_go_round_and_every_day_has_its_own_board() -> None:
    starts = [of_day(DAY + timedelta(days=n)) for n in range(4)]
    assert sorted(str(start.game.options["puzzle"]) for start in starts[:3]) == sorted(GOALS)
    assert starts[0].game == starts[3].game and starts[0].text != starts[3].text


async def test_all_who_ask_wait_for_the_same_work() -> None:
    quick = Quick()
    puzzles = Puzzles(cast(Workers, quick))
    found = await asyncio.gather(*(puzzles.par(DAY) for _ in range(5)))
    assert set(map(str, found)) == {str(await puzzles.par(DAY))}
    assert quick.asked == 1


async def test_what_failed_is_tried_again() -> None:
    quick = Quick()
    quick.fails, puzzles = True, Puzzles(cast(Workers, quick))
    with pytest.raises(WorkFailed):
        await puzzles.par(DAY)
    quick.fails = False
    assert (await puzzles.par(DAY)).score == -2


async def test_old_days_are_forgotten() -> None:
    quick = Quick()
    puzzles = Puzzles(cast(Workers, quick))
    for n in range(KEPT + 1):
        await puzzles.par(DAY + timedelta(days=n))
    await puzzles.par(DAY)
    assert quick.asked == KEPT + 2
