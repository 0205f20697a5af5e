"""Fits the weights of Urknall's bots to matches against themselves: `bangbox train urknall`."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bangbox.core.contract.minds import Teacher
from bangbox.core.rules import rule

from . import TABLES, memory_with, only_points
from .features import FEATURES, KINDS, SLOTS, left, look

__all__ = ["SHAPE", "TABLES", "features", "learn"]

SHAPE = SLOTS, FEATURES
MATCHES = 4_000  # of each round
ROUNDS = 4


@rule
def features(s, m, out, row):
    """Writes out[row, slot, feature]."""
    counted = m[2]
    look(s, counted)
    rest = left(s)
    for slot in range(SLOTS):
        for kind in range(KINDS):
            out[row, slot, kind] = counted[slot, kind]
            out[row, slot, KINDS + kind] = rest * counted[slot, kind]


def learn(
    teacher: Teacher, report: Callable[[str], None], matches: int = MATCHES, rounds: int = ROUNDS
) -> dict[str, NDArray[np.generic]]:
    """The weights for two, three and four players, each fitted to matches that were played by those of the round before."""
    weights = only_points()
    for players in (2, 3, 4):
        slots = SLOTS if players == 2 else players
        for number in range(rounds):
            seen, shares = teacher.played({"players": players}, memory_with(weights), matches, seed=number)
            surprise = teacher.surprise(seen[:, :slots], shares[:, :slots], weights[players - 2])
            weights[players - 2] = teacher.fitted(seen[:, :slots], shares[:, :slots])
            fitted = teacher.surprise(seen[:, :slots], shares[:, :slots], weights[players - 2])
            report(f"{players} players, round {number + 1} of {rounds}: surprise {surprise:.4f}, fitted {fitted:.4f}")
    return {f"players{players}": weights[players - 2].astype(np.float32) for players in (2, 3, 4)}
