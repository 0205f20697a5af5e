"""The chase, once the Engine is there: who ends up with the best brain, if its holder brakes and all others go for it."""

import math

from bangbox.core.rules import rule

from ..data import ENGINE
from ..rules.cards import dice_of
from ..rules.record import BEHIND, BRAKES, COST, HIT_OF, IQ, RUN_OF
from .ground import chance_to_go, spaces_of, steps_between
from .odds import WIDEST, WINS, own_hits

ROUNDS = 3
LATER_REACH, LATER_BRAKE = 0.85, 0.95  # once everybody is about the Engine


@rule
def chance_of_brake(s, seat):
    """How likely a seat gets to a Brake in its next turn."""
    if s.train[s.cars - 1] != ENGINE:
        return 0.0
    best = 99
    for space in range(spaces_of(s, s.cars - 1)):
        if BRAKES[ENGINE] >> space & 1:
            best = min(best, steps_between(s, s.place[seat], space))
    return chance_to_go(s, seat, best - fastest(s, seat))


@rule
def fastest(s, seat):
    """The best Run among a seat's cards."""
    best = 0
    for slot in range(s.hand_size[seat]):
        best = max(best, 0 + RUN_OF[s.hand[seat, slot]])
    return best


@rule
def chance_to_meet(s, seat, other):
    """How likely a seat gets to another one in its next turn, with one card for Run if need be."""
    if s.place[other] == BEHIND:
        return 0.0
    return chance_to_go(s, seat, steps_between(s, s.place[seat], s.place[other]) - fastest(s, seat))


@rule
def chance_to_beat(s, seat, other, brain):
    """How likely a seat that attacks beats another one that has that brain in its Head, all cards played."""
    lead = 0 + HIT_OF[s.head[seat]] + own_hits(s, seat) - HIT_OF[brain] - own_hits(s, other)
    return WINS[dice_of(s, seat), 2, min(max(lead, -WIDEST), WIDEST) + WIDEST]


@rule
def best_ready(s, seat):
    """The smartest card that a seat can pay, in its Head or its hand."""
    best = 0 + s.head[seat]
    for slot in range(s.hand_size[seat]):
        card = 0 + s.hand[seat, slot]
        if COST[card] <= s.experience[seat] and IQ[card] > IQ[best]:
            best = card
    return best


@rule
def chase(s, f, column, held):
    """Writes the share of the win that each seat may expect of the chase, as its logarithm.

    From f[seat, held] on there is room to compute in: what the seat has won, and how likely it has the best brain, by cars left.
    """
    holder = 0
    for seat in range(s.players):
        for cars in range(s.cars + 1):
            f[seat, held + cars] = 0.0
        if IQ[s.head[seat]] > IQ[s.head[holder]]:
            holder = seat
    brain = 0 + s.head[holder]
    f[holder, held + s.cars] = 1.0
    for turn in range(ROUNDS * s.players):
        seat, first = (s.turn + turn) % s.players, turn < s.players
        brake = chance_of_brake(s, seat) if first else LATER_BRAKE
        for cars in range(1, s.cars + 1):
            braked = f[seat, held + cars] * brake
            f[seat, held + cars] -= braked
            f[seat, held + cars - 1] += braked
        rob(s, f, held, seat, first, brain)
        better = best_ready(s, seat)
        if first and IQ[better] > IQ[brain]:
            brain = better
            take_over(s, f, held, seat)
    for seat in range(s.players):
        won = 0.02
        for cars in range(s.cars + 1):
            won += f[seat, held + cars]
        f[seat, column] = math.log(won)


@rule
def rob(s, f, held, seat, first, brain):
    """A seat tries to rob whoever has the brain."""
    for other in range(s.players):
        if other != seat:
            reach = chance_to_meet(s, seat, other) if first else LATER_REACH
            chance = reach * chance_to_beat(s, seat, other, brain)
            for cars in range(1, s.cars + 1):
                robbed = f[other, held + cars] * chance
                f[other, held + cars] -= robbed
                f[seat, held + cars] += robbed


@rule
def take_over(s, f, held, seat):
    """A seat has the best brain of all now."""
    for other in range(s.players):
        if other != seat:
            for cars in range(1, s.cars + 1):
                f[seat, held + cars] += f[other, held + cars]
                f[other, held + cars] = 0.0
