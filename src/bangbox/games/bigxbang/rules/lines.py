"""Lines and groups on the sky of Big×Bang: who is the next one in a direction, kept up as stacks leave and arrive (X1, X6)."""

import numpy as np

from bangbox.core.rules import rule

from .record import EMPTY, NEXT, NOWHERE, ROW, SIDE, UNKNOWN


@rule
def distance(circle, target, d):
    """Steps from a circle to one further on in its line (directions 0 to 2 lead on in reading order)."""
    return np.int64(target) - circle if d == 0 else np.int64(ROW[target]) - ROW[circle]


@rule
def first_from(s, circle, d):
    """The first circle in a direction that is not empty."""
    other = np.int64(NEXT[circle, d])
    while s.board[other] == EMPTY and other != NOWHERE:
        other = np.int64(NEXT[other, d])
    return other


@rule
def leave(s, circle):
    """Empties a circle and closes the gap in its three lines and in its side's list."""
    unlink(s, circle)
    side = SIDE[s.board[circle]]
    s.star[side] = UNKNOWN
    s.count[side] -= 1
    last = s.stacks[side, s.count[side]]
    hole = s.place[circle]
    s.stacks[side, hole] = last
    s.place[last] = hole
    s.board[circle] = EMPTY


@rule
def unlink(s, circle):
    """Joins what lies before and after a circle in its three lines."""
    for d in range(3):
        before, after = s.near[circle, d + 3], s.near[circle, d]
        s.near[before, d] = after
        s.near[after, d + 3] = before


@rule
def enter(s, circle, code):
    """Puts a stack on an empty circle and links it into its three lines and its side's list."""
    s.board[circle] = code
    for d in range(6):
        other = first_from(s, circle, d)
        s.near[circle, d] = other
        s.near[other, (d + 3) % 6] = circle
    enlist(s, circle)


@rule
def enlist(s, circle):
    """Adds the stack on a circle to its side's list."""
    side = SIDE[s.board[circle]]
    s.star[side] = UNKNOWN
    s.place[circle] = s.count[side]
    s.stacks[side, s.count[side]] = circle
    s.count[side] += 1


@rule
def link(s):
    """Finds the first circle that is not empty in each direction, handed on from neighbour to neighbour."""
    for d in range(6):
        s.near[NOWHERE, d] = NOWHERE
    for circle in range(NOWHERE):
        for d in range(3):
            hand_on(s, circle, d + 3)
            hand_on(s, NOWHERE - 1 - circle, d)


@rule
def hand_on(s, circle, d):
    other = NEXT[circle, d]
    s.near[circle, d] = s.near[other, d] if s.board[other] == EMPTY else other


@rule
def completes_carbon(s, circle):
    """X14: whether the helium on `circle` belongs to three or more of its kind in a connected group."""
    kind = s.board[circle]
    neighbours = 0
    for d in range(6):
        other = NEXT[circle, d]
        if s.board[other] == kind:
            neighbours += 1
            for e in range(6):
                third = NEXT[other, e]
                neighbours += s.board[third] == kind and third != circle
    return neighbours >= 2
