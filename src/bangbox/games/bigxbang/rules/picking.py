"""Random play of Big×Bang without listing: guesses that leave every choice equally likely."""

import numpy as np

from bangbox.core.rules import below, inlined, rule

from .lines import distance, first_from
from .record import (
    ANNIHILATION,
    BEGIN,
    DECAY,
    DECAYS,
    EMPTY,
    FILL,
    FUSION,
    LONGEST,
    MAY,
    MEET,
    MEETINGS,
    NOWHERE,
    PASS,
    STOP,
    UNDECIDED,
    can_decay,
    may_move,
)

GUESSES = 32  # then it is quicker to count


@inlined
def random_outcome(s, rng):
    """An outcome of chance by its weight, without listing."""
    if s.mover == UNDECIDED:
        return BEGIN + below(rng, 2)
    drawn = below(rng, s.upto[5])
    outcome = FILL
    for k in range(5):
        outcome += drawn >= s.upto[k]
    return outcome


@inlined
def random_choice(s, rng):
    """Guesses among the mover's stacks and directions; only if that fails are the choices counted (-1: list them)."""
    if s.solo or s.variants & (MEET | DECAY):
        return guessed_choice(s, rng)
    mover = np.int64(s.mover)
    tries = 6 * np.int64(s.count[mover])
    for _ in range(GUESSES):
        guess = below(rng, tries + 1)
        if guess == tries:
            return PASS
        circle = np.int64(s.stacks[mover, guess // 6])
        d = guess % 6
        if MAY[s.board[circle], s.board[s.near[circle, d]]]:
            return 6 * circle + d
    return counted_choice(s, mover, rng)


@rule
def guessed_choice(s, rng):
    """The same where there is more to guess: stacks of both sides alone, meeting places (X22), decays (X24)."""
    one = 0 if s.solo else np.int64(s.mover)
    ones = np.int64(s.count[one])
    flights = 6 * (ones + (np.int64(s.count[1]) if s.solo else 0))
    places = 3 * NOWHERE if s.variants & MEET else 0
    total = flights + places + (NOWHERE if s.variants & DECAY else 0)
    for _ in range(GUESSES):
        guess = below(rng, total + 1)
        if guess == total:
            return STOP if s.solo else PASS
        action = -1
        if guess < flights:
            i = guess // 6
            action = flight(s, np.int64(s.stacks[one, i] if i < ones else s.stacks[1, i - ones]), guess % 6)
        elif guess < flights + places:
            action = meeting_between(s, (guess - flights) // 3, (guess - flights) % 3)
        elif can_decay(s, guess - flights - places):
            action = DECAYS + guess - flights - places
        if action >= 0:
            return action
    return -1


@rule
def flight(s, circle, d):
    """The choice that a stack and a direction stand for, or -1; of a meeting (X22) the one on the stack's own circle."""
    target = np.int64(s.near[circle, d])
    effect = MAY[s.board[circle], s.board[target]]
    if effect == FUSION and s.variants & MEET:
        return meeting(circle, d, 0) if d < 3 else meeting(target, d - 3, distance(target, circle, d - 3))
    if effect == FUSION or (effect == ANNIHILATION and (d < 3 or not s.solo)):
        return 6 * circle + d
    return -1


@rule
def meeting_between(s, place, d):
    """The meeting (X22) on an empty circle of the stacks before and after it in a line, or -1."""
    if s.board[place] != EMPTY:
        return -1
    before = first_from(s, place, d + 3)
    if not may_move(s, before) or MAY[s.board[before], s.board[first_from(s, place, d)]] != FUSION:
        return -1
    return meeting(before, d, distance(before, place, d))


@rule
def meeting(circle, d, k):
    """X22: the stack on a circle and the next one in a direction meet k steps on."""
    return MEETINGS + LONGEST * (3 * circle + d) + k


@rule
def counted_choice(s, mover, rng):
    """A random choice where guessing takes too long: counts the choices of each stack, then goes to the chosen one."""
    total = 0
    for i in range(s.count[mover]):
        circle = np.int64(s.stacks[mover, i])
        code = np.int64(s.board[circle])
        here = 0
        for d in range(6):
            here += MAY[code, s.board[s.near[circle, d]]] != 0
        s.heap[i] = here
        total += here
    rest = below(rng, total + 1)
    if rest == total:
        return PASS
    i = 0
    while i < s.count[mover] - 1 and rest >= s.heap[i]:
        rest -= s.heap[i]
        i += 1
    circle = np.int64(s.stacks[mover, i])
    d = -1
    while d < 5 and rest >= 0:
        d += 1
        rest -= MAY[s.board[circle], s.board[s.near[circle, d]]] != 0
    return 6 * circle + d
