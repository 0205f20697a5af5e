"""What a position of Big Brain Bang is worth to a seat, and how everybody answers what a tile or the Burner causes.

Works on an array of records: `at` is the number of the record that is looked at, those behind it are room to try things in.
"""

import math

from bangbox.core.rules import rule

from ..rules import apply, winners
from ..rules.listing import choices
from ..rules.record import (
    AFTER,
    AIM,
    BOX,
    BURN,
    END,
    HOME,
    PATIENCE,
    PAWNS,
    PLACE,
    POINTS,
    SIZES,
    START,
    TOKEN_POINTS,
    count_tiles,
    counted,
)

PAWN_AT_HOME = 0.8  # points that a pawn is worth which can still claim something
WON = 12.0  # as many points as certainty adds
CERTAIN, EACH_TILE = 2.5, 0.3  # points that turn an even match into a clear one: at its end, and more for every tile to come
GREED, MANY = 0.2, 80.0  # how much its own points count for who is sure to win, so that he goes on; all points that there are
LEADER = 0.6  # of the others, how much the first of them counts against their average
ANSWERS = 64  # no tile causes as many questions


@rule
def points(s, seat):
    """What a seat has: its points, and a little for pawns that it can still use."""
    held = counted(s, seat)
    found = 0.0 + TOKEN_POINTS * s.tokens[seat]
    for size in range(SIZES):
        found += POINTS[size] * count_tiles(held, size)
    for p in range(PAWNS):
        if s.pawns[seat, p] == HOME:
            found += PAWN_AT_HOME
    return found


@rule
def lead(s, seat):
    """By how many points a seat is ahead of the others."""
    most, total = -1.0, 0.0
    for other in range(s.players):
        if other != seat:
            theirs = points(s, other)
            most = max(most, theirs)
            total += theirs
    return points(s, seat) - LEADER * most - (1.0 - LEADER) * total / (s.players - 1)


@rule
def uncertainty(s):
    """How many points make a clear lead."""
    left = 0
    for size in range(SIZES):
        left += s.piles[size]
    left = min(left, 2 * (PATIENCE - s.turns))
    return CERTAIN + EACH_TILE * left


@rule
def worth(s, seat):
    """The share of the win that a seat may expect; less for a sure one with few points."""
    ahead = lead(s, seat)
    if s.phase == END:
        ahead += WON if winners(s) >> seat & 1 else -WON
    share = 1.0 / (1.0 + math.exp(-ahead / uncertainty(s)))
    return share - GREED * max(2.0 * share - 1.0, 0.0) * max(1.0 - points(s, seat) / MANY, 0.0)


@rule
def is_settled(phase):
    """Whether nobody is asked about pawns, help or fights."""
    return phase in (START, BOX, AIM, AFTER, END)


@rule
def settle(states, at, out):
    """Everybody who is asked answers with what looks best for him at once, until nothing is left to ask."""
    for _ in range(ANSWERS):
        if is_settled(states[at].phase):
            return
        decider = states[at].decider
        n = choices(states[at], out[at])
        best, chosen = -1.0, 0
        for k in range(n):
            states[at + 1] = states[at]
            apply(states[at + 1], out[at, k])
            found = worth(states[at + 1], decider)
            if found > best:
                best, chosen = found, out[at, k]
        apply(states[at], chosen)


@rule
def worth_after(states, at, action, seat, out):
    """What a position is worth after an action and all that it causes."""
    states[at + 1] = states[at]
    apply(states[at + 1], action)
    settle(states, at + 1, out)
    return worth(states[at + 1], seat)


@rule
def best_placing(states, at, seat, step, out):
    """What a die at rest is worth to whoever put it there: the best way to lay the tile, or the Burner in steps of an angle."""
    n = choices(states[at], out[at])
    every = step if states[at].phase == BURN else 1
    best = -1.0
    for k in range(0, n, every):
        best = max(best, worth_after(states, at, k, seat, out))
    return best


@rule
def worth_at_rest(states, at, pose, step, out):
    """What a die that comes to rest so is worth to the seat that threw it; -1 if nothing can be put there."""
    seat = states[at].seat
    apply(states[at], pose)
    if states[at].phase in (PLACE, BURN):
        return best_placing(states, at, seat, step, out)
    return -1.0
