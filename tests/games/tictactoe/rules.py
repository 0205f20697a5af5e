"""Three in a row on nine squares."""

import numpy as np

from bangbox.core.rules import CHANCE, OVER, rule, table

STATE = np.dtype([("board", np.uint8, 9), ("mover", np.int8), ("filled", np.uint8)], align=True)
MAX_CHOICES = 9
MAX_PLAYERS = 2
RANDOM = 2
LINES = table(
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]], np.uint8
)  # fmt: skip


@rule
def setup(s, players, first):
    s.mover = CHANCE if first == RANDOM else first


@rule
def players(s):
    return 2


@rule
def owner_of_line(s):
    """0, or the mark (1, 2) that has three in a row (T3)."""
    for line in range(8):
        mark = s.board[LINES[line, 0]]
        if mark != 0 and mark == s.board[LINES[line, 1]] and mark == s.board[LINES[line, 2]]:
            return mark
    return 0


@rule
def actor(s):
    if s.mover == CHANCE:
        return CHANCE
    if s.filled == 9 or owner_of_line(s) != 0:  # T4
        return OVER
    return s.mover


@rule
def choices(s, out):
    if s.mover == CHANCE:  # T1
        out[0] = 0
        out[1] = 1
        return 2
    n = 0
    for square in range(9):  # T2
        out[n] = square
        n += s.board[square] == 0
    return n


@rule
def apply(s, action):
    if s.mover == CHANCE:
        s.mover = action
        return
    s.board[action] = s.mover + 1
    s.filled += 1
    s.mover = 1 - s.mover


@rule
def score(s, out):
    mark = owner_of_line(s)
    out[0] = mark == 1
    out[1] = mark == 2


@rule
def winners(s):
    return owner_of_line(s)


@rule
def payoff(s, out):
    mark = owner_of_line(s)
    out[0] = 0.5 if mark == 0 else (1.0 if mark == 1 else 0.0)
    out[1] = 1.0 - out[0]


@rule
def invariant(s):
    filled = 0
    for square in range(9):
        filled += s.board[square] != 0
    return 0 if filled == s.filled else 1
