"""What a learner is given of Big×Bang: a position as one side sees it, and the moves numbered."""
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

import numpy as np

from bangbox.core.parts import Part, length, starts
from bangbox.core.rules import rule, table

from . import data
from .rules import actor
from .rules.record import (
    DARK,
    DECAY,
    DECAYS,
    EMPTY,
    LONGEST,
    MEET,
    MEETINGS,
    MIRROR,
    NONE,
    NOWHERE,
    PARTICLES,
    PASS,
    common_reserve,
)

OBSERVATION = (
    Part("board", (NOWHERE, 14), "by circle, a1 … h9: one's own n H1 H2 H3 He3 He4, the rival's six, dark matter, nothing"),
    Part("reserves", (2, 4), "one's own, the rival's (a common one first): own p n, the rival's p n, each divided by 21"),
    Part("to act", (1,), "1 if it is one's move"),
    Part("passed", (1,), "1 if the move before was a pass"),
    Part("variants", (5,), "short, no_light, meet, dark_matter, decay"),
    Part("puzzle", (4,), "none, light, parallel, life"),
    Part("solo", (1,), "1 if one plays both sides"),
)
BOARD, RESERVES, TO_ACT, PASSED, VARIANTS, PUZZLE, SOLO = starts(OBSERVATION)

_seen = np.full((2, data.CODES), 14, np.uint8)
for _seat in (0, 1):
    _seen[_seat, DARK], _seen[_seat, EMPTY] = 12, 13
    for _place, _code in enumerate(sorted(data.NUCLEI)):
        _seen[_seat, _code + MIRROR * _seat] = _place
        _seen[_seat, _code + MIRROR * (1 - _seat)] = 6 + _place
SEEN = table(_seen, np.uint8)  # 14: not yet filled


def _steps(circle: int, d: int) -> int:
    """How many circles there are beyond one in a direction."""
    beyond = data.NEXT[circle, d]
    return 0 if beyond == NOWHERE else 1 + _steps(beyond, d)


# Meetings (X22): only the places that there are on each line.
_meetings = [(c, d, k) for c in range(NOWHERE) for d in range(3) for k in range(_steps(c, d) + 1)]
_numbers = np.full((NOWHERE, 3, LONGEST), -1, np.int32)
for _number, _meeting in enumerate(_meetings):
    _numbers[_meeting] = _number

NUMBERS = (
    Part("fly", (NOWHERE, 6), "the stack on a circle flies right, down right, down left, left, up left, up right"),
    Part("end", (2,), "pass; stop a puzzle"),
    Part("decay", (NOWHERE,), "the stack on a circle decays (variant decay)"),
    Part("meet", (len(_meetings),), "two stacks meet (variant meet): by circle of the first, direction, steps from it"),
)
FLIGHTS, ENDS, DECAYING, MEETING = starts(NUMBERS)
ACTIONS = length(NUMBERS)
NUMBER_OF_MEETING = table(_numbers, np.int32)
MEETING_OF_NUMBER = table([MEETINGS + LONGEST * (3 * c + d) + k for c, d, k in _meetings], np.int32)


@rule
def observe(s, seat, out):
    for circle in range(NOWHERE):
        kind = SEEN[seat, s.board[circle]]
        if kind < 14:
            out[BOARD + 14 * circle + kind] = 1
    common = common_reserve(s)
    for whose in range(2):
        if whose == 0 or not common:
            for kind in range(4):
                whom = 0 if common else (seat + whose) % 2
                out[RESERVES + 4 * whose + kind] = s.reserve[whom, (kind + 2 * seat) % 4] / PARTICLES
    out[TO_ACT] = actor(s) == seat
    out[PASSED] = s.passes == 1
    for variant in range(5):
        out[VARIANTS + variant] = s.variants >> variant & 1
    out[PUZZLE + s.puzzle] = 1
    out[SOLO] = s.solo


@rule
def is_duel(s):
    return s.puzzle == NONE


@rule
def actions(s):
    if s.variants & MEET:
        return ACTIONS
    return MEETING if s.variants & DECAY else DECAYING


@rule
def number(s, action):
    if action < DECAYS:
        return action
    if action < PASS:
        return action - DECAYS + DECAYING
    if action < MEETINGS:
        return action - PASS + ENDS
    place = action - MEETINGS
    return MEETING + NUMBER_OF_MEETING[place // LONGEST // 3, place // LONGEST % 3, place % LONGEST]


@rule
def action(s, number):
    if number < 0 or number >= ACTIONS:
        return -1
    if number < ENDS:
        return number
    if number < DECAYING:
        return number - ENDS + PASS
    if number < MEETING:
        return number - DECAYING + DECAYS
    return 0 + MEETING_OF_NUMBER[number - MEETING]
