"""The record of Big×Bang: what a position holds, how actions are numbered, and what follows at once from it."""

import numpy as np

from bangbox.core.rules import rule, table

from .. import data

NOWHERE, MIRROR = data.NOWHERE, data.MIRROR
EMPTY, DARK, UNFILLED = data.EMPTY, data.DARK, data.UNFILLED
NEUTRON, H1, H3, HE3, HE4 = data.NEUTRON, data.H1, data.H3, data.HE3, data.HE4
FUSION, ANNIHILATION = data.FUSION, data.ANNIHILATION
PARTICLES, PARTICLES_SHORT, OBSTACLES = data.DATA["particles"], data.DATA["particles_short"], data.DATA["obstacles"]

NEXT, SIDE, MAY = table(data.NEXT, np.uint8), table(data.SIDE, np.uint8), table(data.MAY, np.uint8)
UNSTABLE, ROW = table(data.UNSTABLE, np.uint8), table([row for row, _ in data.CIRCLES] + [0], np.uint8)
PROTONS, NEUTRONS = table(data.PROTONS, np.uint8), table(data.NEUTRONS, np.uint8)
MASS = table([p + n for p, n in zip(data.PROTONS, data.NEUTRONS, strict=True)], np.uint8)

# What chance may put on a circle: n, H1, their mirrors, nothing, dark matter.
FILLINGS = table([NEUTRON, H1, NEUTRON + MIRROR, H1 + MIRROR, EMPTY, DARK], np.uint8)

# Variants, bit by bit; puzzles by number.
SHORT, NO_LIGHT, MEET, DARK_MATTER, DECAY = 1, 2, 4, 8, 16
NONE, LIGHT, PARALLEL, LIFE = 0, 1, 2, 3
UNDECIDED = 2
UNKNOWN = 255

# Actions: a stack in a direction; then decays, the ends, chance, and with X22 fusions by pair and place.
DECAYS = 6 * NOWHERE
PASS = DECAYS + NOWHERE
STOP = PASS + 1
FILL = STOP + 1
BEGIN = FILL + 6
MEETINGS = 1000
LONGEST = 12
MAX_CHOICES = 600  # meetings: at most twice the 219 neighbouring pairs; decays, the end
MAX_PLAYERS = 2

STATE = np.dtype(
    [
        ("board", np.uint8, NOWHERE + 1),  # the last one is NOWHERE, always empty
        ("mover", np.uint8),
        ("passes", np.uint8),  # in a row; 2: over
        ("variants", np.uint8),
        ("puzzle", np.uint8),
        ("solo", np.uint8),
        ("reserve", np.uint8, (2, 4)),  # p n p̄ n̄; a common one is the first
        # derived:
        ("filled", np.uint8),
        ("carbon", np.uint8),  # 1 + the side with a carbon group
        ("stuck", np.uint8),  # solo: nothing is left to do
        ("upto", np.uint8, 6),  # what chance has still to put on the board: running totals over the fillings
        ("count", np.uint8, 2),
        ("stacks", np.uint8, (2, PARTICLES * 2)),  # the circles of each side, in no order
        ("place", np.uint8, NOWHERE + 1),  # where in `stacks` a circle stands
        ("near", np.uint8, (NOWHERE + 1, 6)),  # the first occupied circle in each direction
        ("star", np.uint8, 2),  # the biggest star of each side, or UNKNOWN
        ("unseen", np.uint8, NOWHERE + 1),  # scratch for groups
        ("heap", np.uint8, NOWHERE + 1),
    ],
    align=True,
)
DERIVED = "filled"


@rule
def being_set_up(s):
    """Whether chance is still at work."""
    return s.mover == UNDECIDED or s.filled < NOWHERE


@rule
def each_kind(s):
    """How many particles of each kind are set up (X2, X20, X23)."""
    return (PARTICLES_SHORT if s.variants & SHORT else PARTICLES) - (1 if s.variants & DARK_MATTER else 0)


@rule
def common_reserve(s):
    return s.puzzle != NONE or s.variants & NO_LIGHT != 0  # X16, X21


@rule
def reserve_of(s):
    """Which reserve the mover uses."""
    return 0 if common_reserve(s) else np.int64(s.mover)


@rule
def may_move(s, circle):
    side = SIDE[s.board[circle]]
    return side == s.mover or (s.solo != 0 and side != 2)


@rule
def can_decay(s, circle):
    """X24: an unstable stack of either side, and a proton of that side in the mover's reserve."""
    code = s.board[circle]
    return UNSTABLE[code] and s.reserve[reserve_of(s), 2 * SIDE[code]] != 0
