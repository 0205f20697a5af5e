"""What the network looks at: a position as the side to move sees it, in small numbers, and what a choice touches.

A position is a row of columns. A column holds a code, of which each is an input of its own (0: none), or a count, which is one
input. Half a turn of the sky and a swap of the sides change nothing: the row of one side is that of the other.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

import numpy as np

from bangbox.core.rules import rule, table

from .. import data
from ..rules.record import (
    DARK,
    DECAY,
    DECAYS,
    FUSION,
    HE3,
    HE4,
    LONGEST,
    MAY,
    MEET,
    MEETINGS,
    MIRROR,
    NEXT,
    NO_LIGHT,
    NOWHERE,
    PASS,
    SIDE,
    common_reserve,
)
from ..rules.scoring import biggest_star, light, stacks_of

# What lies on a circle: 0 nothing, 1–6 a nucleus of the side to move, 7–12 of its rival, 13 dark matter.
KINDS = 14
_seen = np.zeros((2, data.CODES), np.uint8)
for _mover in (0, 1):
    _seen[_mover, DARK] = 13
    for _place, _code in enumerate(sorted(data.NUCLEI)):
        _seen[_mover, _code + MIRROR * _mover] = 1 + _place
        _seen[_mover, _code + MIRROR * (1 - _mover)] = 7 + _place
SEEN = table(_seen, np.uint8)

# Stacks that see each other are counted by what they are: a column for each two of the 12 kinds, in any order.
_pair = np.zeros((KINDS, KINDS), np.uint8)
_found = 0
for _a in range(1, 13):
    for _b in range(_a, 13):
        _pair[_a, _b] = _pair[_b, _a] = _found
        _found += 1
PAIR, PAIRS = table(_pair, np.uint8), _found

# The columns: codes first, then counts.
MOST_LIGHT, MOST_STAR, MOST_HELIUM, MOST_CARBON = 8, 12, 5, 2
LIGHT_AT, STAR_AT, HE4_AT, HE3_AT, OWN_CARBON_AT, RIVAL_CARBON_AT, PASSED_AT, VARIANTS_AT = range(NOWHERE, NOWHERE + 8)
VARIANTS = 5
COUNTS_AT = VARIANTS_AT + VARIANTS
RESERVES_AT = COUNTS_AT + PAIRS
USED = RESERVES_AT + 4
COLUMNS = -(-USED // 4) * 4  # of a row in memory
WIDTHS = (
    [KINDS - 1] * NOWHERE
    + [2 * MOST_LIGHT + 1, 2 * MOST_STAR + 1, 2 * MOST_HELIUM + 1, 2 * MOST_HELIUM + 1, MOST_CARBON, MOST_CARBON, 1]
    + [1] * (VARIANTS + PAIRS + 4)
)
BEGINS = table(np.concatenate([[0], np.cumsum(WIDTHS)]), np.int32)
INPUTS = sum(WIDTHS)
SCALE = 0.25  # of a count

# What a choice touches: rows of the policy's tables.
TOUCHED = 4  # a stack that goes, a second one, where something comes or changes, what meets what
NO_ORIGIN, DECAYING = KINDS * NOWHERE, KINDS * NOWHERE + 1
NO_TARGET = KINDS * NOWHERE
ORIGINS, TARGETS, MEETINGS_OF_KINDS = KINDS * NOWHERE + 2, KINDS * NOWHERE + 1, KINDS * KINDS + 1
PASSING = KINDS * KINDS


@rule
def look(s, row):
    """Writes the row of a position where a seat of a two-player game is to act."""
    me = np.int64(s.mover)
    rival = 1 - me
    for circle in range(NOWHERE):
        row[circle] = SEEN[me, s.board[circle]]
    row[LIGHT_AT] = 0 if s.variants & NO_LIGHT else lead(light(s, me) - light(s, rival), 2, MOST_LIGHT)
    row[STAR_AT] = lead(biggest_star(s, me) - biggest_star(s, rival), 1, MOST_STAR)
    row[HE4_AT] = lead(stacks_of(s, HE4 + MIRROR * me) - stacks_of(s, HE4 + MIRROR * rival), 1, MOST_HELIUM)
    row[HE3_AT] = lead(stacks_of(s, HE3 + MIRROR * me) - stacks_of(s, HE3 + MIRROR * rival), 1, MOST_HELIUM)
    row[OWN_CARBON_AT] = 0
    row[RIVAL_CARBON_AT] = 0
    row[PASSED_AT] = s.passes
    for k in range(VARIANTS):
        row[VARIANTS_AT + k] = s.variants >> k & 1
    count_pairs(s, me, row)
    count_reserves(s, me, row)


@rule
def lead(difference, unit, most):
    """A lead as a code from 1 to 2 × most + 1; steps of so many particles."""
    return most + 1 + min(max(difference // unit, -most), most)


@rule
def count_pairs(s, me, row):
    """Stacks that see each other, and fusions that would complete a carbon group (X14)."""
    for k in range(PAIRS):
        row[COUNTS_AT + k] = 0
    for circle in range(NOWHERE):
        own = row[circle]
        if 0 < own < 13:
            for d in range(3):
                target = np.int64(s.near[circle, d])
                other = row[target] if target != NOWHERE else 0
                if 0 < other < 13:
                    row[COUNTS_AT + PAIR[own, other]] += 1
                    code = s.board[circle]
                    if MAY[code, s.board[target]] == FUSION and makes_helium(code, s.board[target]):
                        if carbon_between(s, circle, target, d):
                            at = OWN_CARBON_AT if SIDE[code] == me else RIVAL_CARBON_AT
                            row[at] = min(row[at] + 1, MOST_CARBON)


@rule
def makes_helium(code, other):
    """Whether two stacks of a side become He4."""
    side = SIDE[code]
    return code + other - MIRROR * side == HE4 + MIRROR * side


@rule
def carbon_between(s, circle, target, d):
    """Whether two stacks that become He4 complete a carbon group, on one of their circles or (X22) between them."""
    kind = HE4 + MIRROR * SIDE[s.board[circle]]
    if carbon_at(s, circle, kind) or carbon_at(s, target, kind):
        return True
    if s.variants & MEET:
        place = np.int64(NEXT[circle, d])
        while place != target:
            if carbon_at(s, place, kind):
                return True
            place = np.int64(NEXT[place, d])
    return False


@rule
def carbon_at(s, circle, kind):
    """Whether helium of that kind on a circle would belong to three or more in a connected group."""
    neighbours = 0
    for d in range(6):
        other = NEXT[circle, d]
        if s.board[other] == kind:
            neighbours += 1
            for e in range(6):
                third = NEXT[other, e]
                neighbours += s.board[third] == kind and third != circle
    return neighbours >= 2


@rule
def count_reserves(s, me, row):
    """X24: protons of either side that each player can let come out of a reserve; of no use without decay."""
    for k in range(4):
        row[RESERVES_AT + k] = 0
    if s.variants & DECAY:
        for whose in range(2):
            player = me if whose == 0 else 1 - me
            reserve = 0 if common_reserve(s) else player
            for side in range(2):
                protons = s.reserve[reserve, 2 * (me if side == 0 else 1 - me)]
                row[RESERVES_AT + 2 * whose + side] = min(np.int64(protons), 8)


@rule
def touch(s, row, action, out):
    """Writes what a choice touches, given the row of its position."""
    out[0] = NO_ORIGIN
    out[1] = NO_ORIGIN
    out[2] = NO_TARGET
    out[3] = PASSING
    if action < DECAYS:
        circle = action // 6
        arrive(row, circle, np.int64(s.near[circle, action % 6]), out)
    elif action < PASS:
        circle = action - DECAYS
        out[0] = DECAYING
        out[2] = KINDS * circle + row[circle]
        out[3] = KINDS * np.int64(row[circle])
    elif action >= MEETINGS:
        pair = (action - MEETINGS) // LONGEST
        meet_at(s, row, pair // 3, pair % 3, (action - MEETINGS) % LONGEST, out)


@rule
def arrive(row, circle, target, out):
    """A stack flies onto another one."""
    out[0] = KINDS * circle + row[circle]
    out[2] = KINDS * target + row[target]
    out[3] = KINDS * np.int64(row[circle]) + row[target]


@rule
def meet_at(s, row, circle, d, steps, out):
    """X22: two stacks meet; on the circle of one it is as if the other had flown there."""
    target = np.int64(s.near[circle, d])
    place = np.int64(circle)
    for _ in range(steps):
        place = np.int64(NEXT[place, d])
    if place == circle:
        arrive(row, target, circle, out)
    else:
        arrive(row, circle, target, out)
        if place != target:
            out[1] = KINDS * target + row[target]
            out[2] = KINDS * place


@rule
def completes(s, action):
    """Whether a choice of the mover is a fusion that completes a carbon group and so wins at once (X14)."""
    if action < DECAYS:
        circle, d = action // 6, action % 6
        place = np.int64(s.near[circle, d])
        target = place
    elif action >= MEETINGS:
        pair = (action - MEETINGS) // LONGEST
        circle, d = pair // 3, pair % 3
        target = np.int64(s.near[circle, d])
        place = np.int64(circle)
        for _ in range((action - MEETINGS) % LONGEST):
            place = np.int64(NEXT[place, d])
    else:
        return False
    code = s.board[circle]
    if MAY[code, s.board[target]] != FUSION or not makes_helium(code, s.board[target]):
        return False
    return carbon_at(s, place, HE4 + MIRROR * SIDE[code])
