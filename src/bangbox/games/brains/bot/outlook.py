"""What a turn can bring to the player on turn: each colour and total, and the mean over the throws before it.

A turn asks up to three times, and phase 1 asks the same thing again and again, so what was worked out is kept for a while.
"""

import functools

import numpy as np

from ..rules import COLOURS
from .race import after_paying, holdings, stored
from .throws import IMPOSSIBLE, MOST, Worth, cup, kept, lying


class Outlook:
    """The worth of each result of one turn."""

    def __init__(self, by_colour: Worth, passed: float) -> None:
        self.by_colour = by_colour  # [colour, total]
        self.passed = passed  # of five brains
        self._means: list[Worth] = []

    def mean(self, ahead: int) -> Worth:
        """The mean worth with any dice in the cup, if so many throws are still to come; [side of each die, 0: in the cup]."""
        if not self._means:
            self._means.append(cup(lying(self.by_colour[None], np.array([self.passed]))))
        while len(self._means) < ahead:
            self._means.append(cup(kept(self._means[-1])))
        return self._means[ahead - 1][0]


@functools.lru_cache(MOST + 1)
def taking(most: int) -> Outlook:
    """Phase 1: the brains taken, if so many at most are left (M6, M7)."""
    by_colour = np.tile(np.minimum(np.arange(MOST + 1.0), most), (COLOURS, 1))
    by_colour[:, 0] = IMPOSSIBLE
    return Outlook(by_colour, 0.0)


@functools.lru_cache(8)
def racing(held: tuple[int, ...], colours: tuple[int, ...], seat: int) -> Outlook:
    """Phase 2: the chance to win the race."""
    everybody, passed = after_paying(stored(), np.array(held, np.intp), colours, seat)
    return Outlook(everybody[seat], float(passed[seat]))


@functools.lru_cache(8)
def counting(held: tuple[int, ...], colours: tuple[int, ...], seat: int) -> Outlook:
    """Phase 2 for who merely counts: his share of all brains that are left."""
    after = holdings(np.array(held, np.intp), colours, seat)
    share: Worth = after[..., seat] / after.sum(-1)
    share[:, 0] = IMPOSSIBLE
    return Outlook(share, held[seat] / sum(held))
