"""Perft: how many sequences of choices there are, depth by depth. Two implementations that agree here agree on the rules."""

from collections.abc import Iterator

import numpy as np

from bangbox.core.errors import OptionError
from bangbox.core.position import Position


def perft(position: Position, depth: int) -> int:
    """The number of sequences of exactly `depth` choices (chance outcomes are choices too)."""
    if depth < 0:
        raise OptionError(f"depth is 0 or more, not {depth}")
    engine = position.game.engine
    states = np.repeat(position._states, depth + 1)
    lists = np.zeros((max(1, depth), max(1, engine.max_choices)), np.int64)
    counts, at = np.zeros(max(1, depth), np.int64), np.zeros(max(1, depth), np.int64)
    return int(engine.perft(states, lists, counts, at, depth))


def perfts(position: Position, depth: int) -> Iterator[tuple[int, int]]:
    """(depth, count) for each depth from 1."""
    for d in range(1, depth + 1):
        yield d, perft(position, d)
