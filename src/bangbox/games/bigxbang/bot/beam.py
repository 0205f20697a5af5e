"""The compiled part of solving puzzles: what can be done from many positions at once, and how what comes of it looks."""
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

import numpy as np
from numpy.typing import NDArray

from bangbox.core.record import Numbers, States
from bangbox.core.rules import rule, table

from .. import data
from ..rules import apply, choices, score
from ..rules.record import HE4, MAY, MIRROR, NEXT, NOWHERE, SIDE, STOP

KEYS = table(np.random.default_rng(84).integers(0, 1 << 63, (NOWHERE, data.CODES), np.uint64), np.uint64)
LOW = 0xFFFFFF
FINE = 1.0 / (LOW + 1)

Floats = NDArray[np.float64]
Tables = tuple[Floats, Floats, Floats, Floats, Floats]


def expand(
    states: States, begin: int, end: int, scratch: States, w: Tables, noise: float, shift: int, salt: int,
    actions: Numbers, ranks: Floats, keys: NDArray[np.uint64], parents: Numbers, moves: Numbers, n: int,
) -> int:  # fmt: skip
    """Adds what can be done from states[begin:end] to the n that are listed already; returns how many there are now.

    Each comes with its rank (made less certain by `noise`; `shift` and `salt` say how) and a key by which equal boards are found.
    """
    for i in range(begin, end):
        for k in range(choices(states[i], actions)):
            if actions[k] != STOP:
                scratch[0] = states[i]
                s = scratch[0]
                apply(s, actions[k])
                found = key(s)
                ranks[n] = rank(s, w) + noise * FINE * np.float64(((found >> shift) ^ salt) & LOW)
                keys[n] = found
                parents[n] = i
                moves[n] = actions[k]
                n += 1
    return n


def advance(
    states: States, after: States, parents: Numbers, moves: Numbers, chosen: Numbers, out: Numbers, both: Numbers
) -> None:
    """Plays the chosen ones of what was listed, and writes the score that each would have if it ended there."""
    for k in range(len(chosen)):
        after[k] = states[parents[chosen[k]]]
        apply(after[k], moves[chosen[k]])
        score(after[k], both)
        out[k] = both[0]


@rule
def key(s):
    """A number for the board: equal boards have equal ones. (Reserves follow from the board, but for decays.)"""
    found = KEYS[0, 0]
    for circle in range(NOWHERE):
        found ^= KEYS[circle, s.board[circle]]
    return found


@rule
def rank(s, w):
    """How a board looks: what lies there, what touches, what could meet, what cannot move, and helium in groups."""
    stacks, touching, facing, stuck, groups = w
    total = 0.0
    for circle in range(NOWHERE):
        code = s.board[circle]
        if SIDE[code] != 2:
            total += stacks[code]
            free = False
            for d in range(6):
                other = s.board[s.near[circle, d]]
                free = free or MAY[code, other] != 0
                if d < 3:
                    total += facing[code, other] + touching[code, s.board[NEXT[circle, d]]]
            if not free:
                total += stuck[code]
    if groups[0] != 0.0:
        total += in_groups(s, HE4, groups) + in_groups(s, HE4 + MIRROR, groups)
    return total


@rule
def in_groups(s, kind, groups):
    """What the connected groups of one side's helium are worth."""
    total = 0.0
    for circle in range(NOWHERE):
        s.seen[circle] = s.board[circle] != kind
    s.seen[NOWHERE] = 1
    for circle in range(NOWHERE):
        if not s.seen[circle]:
            total += groups[size_from(s, circle)]
    return total


@rule
def size_from(s, circle):
    """How many circles that are not seen yet are connected with this one; marks them as seen."""
    s.seen[circle] = 1
    s.heap[0] = circle
    waiting, size = 1, 0
    while waiting:
        waiting -= 1
        at = s.heap[waiting]
        size += 1
        for d in range(6):
            other = NEXT[at, d]
            if not s.seen[other]:
                s.seen[other] = 1
                s.heap[waiting] = other
                waiting += 1
    return size
