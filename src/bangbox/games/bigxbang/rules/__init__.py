"""The rules of Big×Bang: set-up, choices and what they do.

The record is in record.py, lines in lines.py, the end in scoring.py, random play in picking.py.
"""

import numpy as np

from bangbox.core.rules import CHANCE, OVER, inlined, rule

from .lines import completes_carbon, distance, enlist, enter, first_from, leave, link, unlink
from .picking import random_choice, random_outcome
from .record import (
    ANNIHILATION,
    BEGIN,
    DARK,
    DARK_MATTER,
    DECAY,
    DECAYS,
    DERIVED,
    EMPTY,
    FILL,
    FILLINGS,
    FUSION,
    HE4,
    LONGEST,
    MAX_CHOICES,
    MAX_PLAYERS,
    MAY,
    MEET,
    MEETINGS,
    MIRROR,
    NEUTRONS,
    NEXT,
    NO_LIGHT,
    NONE,
    NOWHERE,
    OBSTACLES,
    PASS,
    PROTONS,
    SHORT,
    SIDE,
    STATE,
    STOP,
    UNDECIDED,
    UNFILLED,
    UNKNOWN,
    being_set_up,
    can_decay,
    each_kind,
    may_move,
    reserve_of,
)
from .scoring import payoff, score, winners

__all__ = [
    "DERIVED", "MAX_CHOICES", "MAX_PLAYERS", "STATE", "actor", "apply", "choices", "derive", "invariant", "is_legal", "payoff",
    "players", "random_choice", "random_outcome", "score", "setup", "weights", "winners",
]  # fmt: skip


@rule
def setup(s, players, short, no_light, meet, dark_matter, decay, puzzle, coop, first):
    s.variants = SHORT * short + NO_LIGHT * no_light + MEET * meet + DARK_MATTER * dark_matter + DECAY * decay
    s.puzzle = puzzle
    s.solo = puzzle != NONE and not coop
    s.mover = 0 if s.solo else first
    for circle in range(NOWHERE):
        s.board[circle] = UNFILLED
    derive(s)


@rule
def players(s):
    return 1 if s.solo else 2


@rule
def actor(s):
    if being_set_up(s):
        return CHANCE
    if s.passes == 2 or s.stuck or (s.carbon and s.puzzle == NONE):  # X9, X16, X14
        return OVER
    return np.int64(s.mover)


# -- choices


@rule
def choices(s, out):
    if s.mover == UNDECIDED:
        out[0] = BEGIN
        out[1] = BEGIN + 1
        return 2
    if s.filled < NOWHERE:
        return fillings(s, out)
    if s.variants & MEET or s.solo:
        n = 0
        for circle in range(NOWHERE):
            if may_move(s, circle):
                n = moves_both_ways(s, circle, out, n)
    else:
        n = moves(s, out)
    if s.variants & DECAY:
        for circle in range(NOWHERE):
            out[n] = DECAYS + circle
            n += can_decay(s, circle)
    out[n] = STOP if s.solo else PASS  # X9, X16
    return n + 1


@rule
def moves(s, out):
    """X6: the mover's stacks in reading order, each in six directions. A branch would be guessed wrong too often for either."""
    mover = s.mover
    own = 0
    for circle in range(NOWHERE):
        s.heap[own] = circle
        own += SIDE[s.board[circle]] == mover
    n = 0
    for i in range(own):
        circle = s.heap[i]
        code = s.board[circle]
        for d in range(6):
            out[n] = 6 * np.int64(circle) + d
            n += MAY[code, s.board[s.near[circle, d]]] != 0
    return n


@rule
def fillings(s, out):
    n = 0
    for k in range(6):
        out[n] = FILL + k
        n += left(s, k) != 0
    return n


@rule
def left(s, k):
    """How many of one filling chance has still to put on the board."""
    return s.upto[k] - (s.upto[k - 1] if k > 0 else 0)


@rule
def moves_both_ways(s, circle, out, n):
    """The choices of one stack where a pair must not be listed twice: meetings (X22), and annihilations alone (X16)."""
    code = s.board[circle]
    for d in range(6):
        target = s.near[circle, d]
        effect = MAY[code, s.board[target]]
        if effect == FUSION and s.variants & MEET:
            if d < 3:
                for k in range(distance(circle, target, d) + 1):
                    out[n] = MEETINGS + LONGEST * (3 * circle + d) + k
                    n += 1
        elif effect == FUSION or (effect == ANNIHILATION and (d < 3 or not s.solo)):
            out[n] = 6 * circle + d
            n += 1
    return n


@rule
def weights(s, out):
    if s.mover == UNDECIDED:
        out[0] = 1
        out[1] = 1
        return
    n = 0
    for k in range(6):
        out[n] = left(s, k)
        n += left(s, k) != 0


@rule
def is_legal(s, action):
    if action < 0:
        return False
    if s.mover == UNDECIDED:
        return BEGIN <= action < BEGIN + 2
    if s.filled < NOWHERE:
        return FILL <= action < FILL + 6 and left(s, action - FILL) != 0
    if action < DECAYS:
        return legal_move(s, action // 6, action % 6)
    if action < PASS:
        return s.variants & DECAY != 0 and can_decay(s, action - DECAYS)
    if action <= STOP:
        return action == (STOP if s.solo else PASS)
    pair = (action - MEETINGS) // LONGEST
    if action < MEETINGS or pair >= 3 * NOWHERE or not s.variants & MEET:
        return False
    circle, d = pair // 3, pair % 3
    target = s.near[circle, d]
    return (
        may_move(s, circle)
        and MAY[s.board[circle], s.board[target]] == FUSION
        and (action - MEETINGS) % LONGEST <= distance(circle, target, d)
    )


@rule
def legal_move(s, circle, d):
    if not may_move(s, circle):
        return False
    effect = MAY[s.board[circle], s.board[s.near[circle, d]]]
    if effect == FUSION:
        return s.variants & MEET == 0
    return effect == ANNIHILATION and (d < 3 or not s.solo)


# -- what an action does


@inlined
def apply(s, action):
    if action < DECAYS:
        move(s, action // 6, action % 6)
    elif action < PASS:
        transmute(s, action - DECAYS)
    elif action < FILL:
        s.passes = 2 if action == STOP else s.passes + 1
        s.mover = 0 if s.solo else 1 - s.mover
        return
    elif action < MEETINGS:
        chance(s, action)
        return
    else:
        pair = (action - MEETINGS) // LONGEST
        meet(s, pair // 3, pair % 3, (action - MEETINGS) % LONGEST)
    s.passes = 0
    if s.solo:
        s.stuck = not any_action(s)
    else:
        s.mover = 1 - s.mover


@inlined
def chance(s, action):
    if action >= BEGIN:
        s.mover = action - BEGIN
        return
    circle = np.int64(s.filled)
    filling = action - FILL
    for k in range(6):
        s.upto[k] -= k >= filling
    s.board[circle] = FILLINGS[filling]
    if filling < 4:
        enlist(s, circle)
    elif s.board[circle] == EMPTY:
        unlink(s, circle)
    s.filled += 1
    if s.filled == NOWHERE and s.solo:
        s.stuck = not any_action(s)


@rule
def move(s, circle, d):
    """X7, X8: a stack flies onto the first occupied circle in its direction."""
    code = s.board[circle]
    target = np.int64(s.near[circle, d])
    leave(s, circle)
    if MAY[code, s.board[target]] == FUSION:
        fuse(s, target, code)
    else:
        keep_light(s, code)
        leave(s, target)


@rule
def fuse(s, target, code):
    """The stack on `target` and one of `code` become one there."""
    side = SIDE[code]
    s.board[target] += code - MIRROR * side
    if s.board[target] == HE4 + MIRROR * side and completes_carbon(s, target):
        s.carbon = side + 1


@rule
def meet(s, circle, d, k):
    """X22: two stacks on a line fuse k steps from the first one."""
    code = s.board[circle]
    target = np.int64(s.near[circle, d])
    place = np.int64(circle)
    for _ in range(k):
        place = np.int64(NEXT[place, d])
    if place == circle:
        circle, target = target, place
        code = s.board[circle]
    leave(s, circle)
    if place != target:
        other = s.board[target]
        leave(s, target)
        enter(s, place, other)
    fuse(s, place, code)


@rule
def keep_light(s, code):
    """X8: the particles of a stack and of its mirror go into the reserve."""
    r = reserve_of(s)
    s.reserve[r, 0] += PROTONS[code]
    s.reserve[r, 1] += NEUTRONS[code]
    s.reserve[r, 2] += PROTONS[code]
    s.reserve[r, 3] += NEUTRONS[code]


@rule
def transmute(s, circle):
    """X24: a neutron of the stack goes into the reserve, a proton comes out of it."""
    r = reserve_of(s)
    side = SIDE[s.board[circle]]
    s.board[circle] += 2
    s.reserve[r, 2 * side] -= 1
    s.reserve[r, 2 * side + 1] += 1


# -- derived fields


@rule
def derive(s):
    """Works out the derived fields from the position."""
    count_left(s)
    link(s)
    s.star[0] = UNKNOWN
    s.star[1] = UNKNOWN
    s.carbon = 0
    s.count[0] = 0
    s.count[1] = 0
    for circle in range(NOWHERE):
        code = s.board[circle]
        if SIDE[code] != 2:
            enlist(s, circle)
            if (code == HE4 or code == HE4 + MIRROR) and completes_carbon(s, circle):
                s.carbon = SIDE[code] + 1
    s.stuck = s.solo and s.filled == NOWHERE and not any_action(s)


@rule
def count_left(s):
    """What chance has still to put on the board: X2, X20, X23."""
    each = each_kind(s)
    obstacles = OBSTACLES if s.variants & DARK_MATTER else 0
    s.filled = 0
    while s.filled < NOWHERE and s.board[s.filled] != UNFILLED:
        s.filled += 1
    total = 0
    for k in range(6):
        if s.filled < NOWHERE:
            total += each if k < 4 else NOWHERE - 4 * each - obstacles if k == 4 else obstacles
            for circle in range(s.filled):
                total -= s.board[circle] == FILLINGS[k]
        s.upto[k] = total


@rule
def any_action(s):
    """Whether a fusion, annihilation or decay is possible for the mover."""
    for circle in range(NOWHERE):
        if may_move(s, circle):
            for d in range(6):
                if MAY[s.board[circle], s.board[s.near[circle, d]]]:
                    return True
        if s.variants & DECAY and can_decay(s, circle):
            return True
    return False


@rule
def invariant(s):
    """1: a forbidden stack; 2: more particles of a kind than there are; 3: a wrong link; 4: a wrong list of stacks."""
    if s.filled < NOWHERE:
        return 0
    for kind in range(4):
        total = s.reserve[0, kind] + s.reserve[1, kind]
        for circle in range(NOWHERE):
            code = s.board[circle]
            if SIDE[code] == 2 and code != EMPTY and code != DARK:
                return 1
            if SIDE[code] == kind // 2:
                total += NEUTRONS[code] if kind % 2 else PROTONS[code]
        if total > each_kind(s):  # a study may hold fewer
            return 2
    for circle in range(NOWHERE):
        if s.board[circle] != EMPTY:
            for d in range(6):
                if s.near[circle, d] != first_from(s, circle, d):
                    return 3
            side = SIDE[s.board[circle]]
            if side != 2 and s.stacks[side, s.place[circle]] != circle:
                return 4
    return 0
