"""The compiled part of solving puzzles: what can be done from many positions at once, and how what comes of it looks."""
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

import numpy as np
from numpy.typing import NDArray

from bangbox.core.record import Numbers, States
from bangbox.core.rules import rule, table

from .. import data
from ..rules import apply, choices, score
from ..rules.record import DECAYS, EMPTY, HE4, LONGEST, MAY, MEETINGS, MIRROR, NEXT, NOWHERE, SIDE, STOP

KEYS = table(np.random.default_rng(84).integers(0, 1 << 63, (NOWHERE + 1, data.CODES), np.uint64), np.uint64)
LOW = 0xFFFFFF
FINE = 1.0 / (LOW + 1)

Floats = NDArray[np.float64]
Tables = tuple[Floats, Floats, Floats, Floats, Floats]


def expand(
    states: States, begin: int, end: int, scratch: States, shares: Floats, counted: Numbers,
    w: Tables, noise: float, shift: int, salt: int,
    actions: Numbers, ranks: Floats, keys: NDArray[np.uint64], parents: Numbers, moves: Numbers, n: int,
) -> int:  # fmt: skip
    """Adds what can be done from states[begin:end] to the n that are listed already; returns how many there are now.

    Each comes with its rank (made less certain by `noise`; `shift` and `salt` say how) and a key by which equal boards are found.
    A move changes little, so both are those of the position before and what has changed, which is less than half the work.
    """
    for i in range(begin, end):
        before = states[i]
        counted[:] = -1
        key_before, rank_before, grouped_before = key(before), look(before, w, shares), grouped(before, w)
        for k in range(choices(before, actions)):
            if actions[k] != STOP:
                scratch[0] = before
                s = scratch[0]
                apply(s, actions[k])
                found, total, helium = key_before, rank_before, False
                for circle in changed(before, actions[k]):
                    old, new = before.board[circle], s.board[circle]
                    found ^= KEYS[circle, old] ^ KEYS[circle, new]
                    helium = helium or is_helium(old) or is_helium(new)
                    total += newly(s, circle, w, shares, counted, k)
                    for d in range(6):
                        seen_from = before.near[circle, d] if new == EMPTY else s.near[circle, d]
                        total += newly(s, seen_from, w, shares, counted, k)
                total += grouped(s, w) if helium else grouped_before
                ranks[n] = total + noise * FINE * np.float64(((found >> shift) ^ salt) & LOW)
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
def changed(s, action):
    """The circles whose stacks an action changes; NOWHERE where there are fewer than three."""
    if action < DECAYS:
        circle = action // 6
        return circle, np.int64(s.near[circle, action % 6]), NOWHERE
    if action < MEETINGS:
        return action - DECAYS, NOWHERE, NOWHERE
    pair = (action - MEETINGS) // LONGEST
    circle, d = pair // 3, pair % 3
    target, place = np.int64(s.near[circle, d]), circle
    for _ in range((action - MEETINGS) % LONGEST):
        place = np.int64(NEXT[place, d])
    return circle, target, NOWHERE if place in (circle, target) else place


@rule
def key(s):
    """A number for the board: equal boards have equal ones. (Reserves follow from the board, but for decays.)"""
    found = KEYS[0, 0]
    for circle in range(NOWHERE):
        found ^= KEYS[circle, s.board[circle]]
    return found


@rule
def look(s, w, shares):
    """How a board looks without its groups: the shares of all circles, which are kept in `shares`."""
    total = 0.0
    for circle in range(NOWHERE):
        shares[circle] = share(s, circle, w)
        total += shares[circle]
    return total


@rule
def newly(s, circle, w, shares, counted, k):
    """By how much the share of a circle differs from the one that is kept; nothing if it was counted for k before."""
    if counted[circle] == k:
        return 0.0
    counted[circle] = k
    return share(s, circle, w) - shares[circle]


@rule
def share(s, circle, w):
    """How a circle looks: what lies there, what it touches and could meet further on in its lines, whether it cannot move."""
    stacks, touching, facing, stuck, _ = w
    code = s.board[circle]
    if SIDE[code] == 2:
        return 0.0
    total = stacks[code]
    free = False
    for d in range(6):
        other = s.board[s.near[circle, d]]
        free = free or MAY[code, other] != 0
        if d < 3:
            total += facing[code, other] + touching[code, s.board[NEXT[circle, d]]]
    return total if free else total + stuck[code]


@rule
def is_helium(code):
    return code == HE4 or code == HE4 + MIRROR


@rule
def grouped(s, w):
    """What the connected groups of helium are worth."""
    groups = w[4]
    return in_groups(s, HE4, groups) + in_groups(s, HE4 + MIRROR, groups) if groups[0] != 0.0 else 0.0


@rule
def in_groups(s, kind, groups):
    """What the connected groups of one side's helium are worth."""
    total = 0.0
    for circle in range(NOWHERE):
        s.unseen[circle] = s.board[circle] == kind
    s.unseen[NOWHERE] = 0
    for circle in range(NOWHERE):
        if s.unseen[circle]:
            total += groups[size_from(s, circle)]
    return total


@rule
def size_from(s, circle):
    """How many circles that are not seen yet are connected with this one; marks them as seen."""
    s.unseen[circle] = 0
    s.heap[0] = circle
    waiting, size = 1, 0
    while waiting:
        waiting -= 1
        at = s.heap[waiting]
        size += 1
        for d in range(6):
            other = NEXT[at, d]
            s.heap[waiting] = other
            waiting += s.unseen[other]
            s.unseen[other] = 0
    return size
