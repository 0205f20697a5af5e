"""What a learner is given of tic-tac-toe."""
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs, allow-untyped-decorators

from bangbox.core.parts import Part, length
from bangbox.core.rules import rule

from .rules import actor

OBSERVATION = (
    Part("board", (9, 3), "by square: one's own mark, the rival's, none"),
    Part("to act", (1,), "1 if it is one's move"),
)
NUMBERS = (Part("square", (9,), "mark a square"),)
ACTIONS = length(NUMBERS)


@rule
def observe(s, seat, out):
    for square in range(9):
        mark = s.board[square]
        out[3 * square + (2 if mark == 0 else 0 if mark == seat + 1 else 1)] = 1
    out[27] = actor(s) == seat


@rule
def is_duel(s):
    return True


@rule
def actions(s):
    return ACTIONS


@rule
def number(s, action):
    return action


@rule
def action(s, number):
    return number if 0 <= number < ACTIONS else -1
