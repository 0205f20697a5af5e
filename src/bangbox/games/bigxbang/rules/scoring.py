"""The end of Big×Bang: goals, carbon and puzzles (X10–X14, X17–X19)."""

import numpy as np

from bangbox.core.rules import rule

from .record import (
    HE3,
    HE4,
    LIFE,
    LIGHT,
    MASS,
    MIRROR,
    NEUTRONS,
    NEXT,
    NO_LIGHT,
    NONE,
    NOWHERE,
    PARALLEL,
    PROTONS,
    SIDE,
    UNKNOWN,
    being_set_up,
    each_kind,
)


@rule
def score(s, out):
    out[0] = 0
    out[1] = 0
    if being_set_up(s):  # nothing counts before the sky is full
        return
    if s.puzzle != NONE:
        out[0] = puzzle_score(s)
        out[1] = out[0]
        return
    if s.carbon:
        out[s.carbon - 1] = 3  # X14
        return
    for lead in (light_goal(s), helium_goal(s), star_goal(s)):
        out[0] += lead == 1
        out[1] += lead == -1


@rule
def winners(s):
    if s.puzzle != NONE:
        return 0
    if s.carbon:
        return np.int64(s.carbon)
    lead = light_goal(s) + helium_goal(s) + star_goal(s)  # X13
    return 1 if lead > 0 else 2 if lead < 0 else 0


@rule
def payoff(s, out):
    if s.puzzle != NONE:
        out[0] = puzzle_payoff(s)
        out[1] = out[0]
        return
    won = winners(s)
    out[0] = 0.5 if won == 0 else (1.0 if won == 1 else 0.0)
    out[1] = 1.0 - out[0]


@rule
def ahead(a, b):
    """1 or -1 for the one who has more, 0 if level."""
    return (a > b) - (a < b)


@rule
def light_goal(s):
    return 0 if s.variants & NO_LIGHT else ahead(light(s, 0), light(s, 1))  # X10, X21


@rule
def helium_goal(s):
    lead = ahead(stacks_of(s, HE4), stacks_of(s, HE4 + MIRROR))  # X11
    return lead if lead != 0 else ahead(stacks_of(s, HE3), stacks_of(s, HE3 + MIRROR))


@rule
def star_goal(s):
    return ahead(star(s, 0), star(s, 1))  # X12


@rule
def light(s, side):
    """X10: particles in a reserve."""
    total = 0
    for k in range(4):
        total += s.reserve[side, k]
    return total


@rule
def stacks_of(s, code):
    """How many stacks of one code lie on the board."""
    n = 0
    for circle in range(NOWHERE):
        n += s.board[circle] == code
    return n


@rule
def star(s, side):
    """X12: particles in the biggest connected group of one side's stacks, found once after each of its moves."""
    if s.star[side] == UNKNOWN:
        s.star[side] = biggest_star(s, side)
    return s.star[side]


@rule
def biggest_star(s, side):
    for circle in range(NOWHERE + 1):
        s.unseen[circle] = 0
    left = 0
    for i in range(s.count[side]):
        circle = s.stacks[side, i]
        s.unseen[circle] = 1
        left += MASS[s.board[circle]]
    best = 0
    for i in range(s.count[side]):
        if left <= best:
            break
        if s.unseen[s.stacks[side, i]]:
            found = star_from(s, s.stacks[side, i])
            best = max(best, found)
            left -= found
    return best


@rule
def star_from(s, circle):
    """Particles in the group around a circle, of those not seen; now they are."""
    s.unseen[circle] = 0
    s.heap[0] = circle
    waiting = 1
    mass = 0
    while waiting:
        waiting -= 1
        at = s.heap[waiting]
        mass += MASS[s.board[at]]
        for d in range(6):
            other = NEXT[at, d]
            s.heap[waiting] = other  # without a branch, which would often be guessed wrong
            waiting += s.unseen[other]
            s.unseen[other] = 0
    return mass


@rule
def puzzle_payoff(s):
    """The score of a puzzle, scaled to 0 … 1 between its bounds."""
    if s.puzzle == LIFE:
        return puzzle_score(s) / most_triples(s)
    total = 4 * each_kind(s)
    return max(0.0, (total + puzzle_score(s)) / total)


@rule
def most_triples(s):
    """The best score of Universe of Life (X19)."""
    return 2 * (each_kind(s) // 2 // 3)


@rule
def puzzle_score(s):
    if s.puzzle == LIGHT:  # X17
        left = 0
        for circle in range(NOWHERE):
            left += PROTONS[s.board[circle]] + NEUTRONS[s.board[circle]]
        return -left
    if s.puzzle == PARALLEL:  # X18
        return -light(s, 0) if apart(s) else -4 * each_kind(s)
    return triples(s, HE4) + triples(s, HE4 + MIRROR)


@rule
def apart(s):
    """X18: no matter next to antimatter, and both still there."""
    if s.count[0] == 0 or s.count[1] == 0:
        return False
    for circle in range(NOWHERE):
        side = SIDE[s.board[circle]]
        if side != 2:
            for d in range(3):
                if SIDE[s.board[NEXT[circle, d]]] == 1 - side:
                    return False
    return True


@rule
def triples(s, kind):
    """X19: the greatest number of disjoint connected triples among the helium of one side (ten at most, so three)."""
    n = 0
    for circle in range(NOWHERE):
        if s.board[circle] == kind:
            s.heap[n] = circle
            n += 1
    return best_triples(s, n)


@rule
def touches(a, b):
    for d in range(6):
        if NEXT[a, d] == b:
            return True
    return False


@rule
def is_triple(s, i, j, k):
    """Whether three helium stacks (by place in the heap) are connected: two of the three pairs touch."""
    a, b, c = s.heap[i], s.heap[j], s.heap[k]
    return touches(a, b) + touches(b, c) + touches(a, c) >= 2


@rule
def best_triples(s, n):
    """Searches three levels deep, with bit masks over the heap."""
    best = 0
    for a in range(n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                if is_triple(s, a, b, c):
                    first = (1 << a) | (1 << b) | (1 << c)
                    best = max(best, 1 + second_triples(s, first, a + 1, n))
                    if best == n // 3:
                        return best
    return best


@rule
def second_triples(s, used, start, n):
    """One or two further triples, disjoint from `used`, whose first member comes after the first one's."""
    best = 0
    for a in range(start, n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                mask = (1 << a) | (1 << b) | (1 << c)
                if mask & used == 0 and is_triple(s, a, b, c):
                    best = max(best, 1 + third_triple(s, used | mask, a + 1, n))
                    if best == 2:
                        return best
    return best


@rule
def third_triple(s, used, start, n):
    for a in range(start, n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                mask = (1 << a) | (1 << b) | (1 << c)
                if mask & used == 0 and is_triple(s, a, b, c):
                    return 1
    return 0
