"""Playing on as sensible zombies would: what a search does between where its tree ends and where a position is judged."""

import math

from bangbox.core.rules import CHANCE, OVER, below, rule

from ..rules import actor, apply, choices, weights
from .appeal import appeal
from .pruning import prune

SOFT = 1.0  # points of appeal that make a choice e times as likely
FINE = 1 << 30


@rule
def soften(out, n, scale):
    """Points become shares: e times as much for each `scale` of them."""
    best = out[0]
    for k in range(1, n):
        best = max(best, out[k])
    total = 0.0
    for k in range(n):
        out[k] = math.exp((out[k] - best) / scale)
        total += out[k]
    for k in range(n):
        out[k] /= total


@rule
def follow(s, m, actions, n, rng):
    """What a sensible player does, not always the same."""
    if n == 1:
        return actions[0]
    out = m[1]
    appeal(s, m, actions, n, out)
    soften(out, n, SOFT)
    left = below(rng, FINE) / FINE
    for k in range(n):
        left -= out[k]
        if left < 0.0:
            return actions[k]
    return actions[n - 1]


@rule
def draw(s, actions, odds, rng):
    """An outcome of chance, by its weight."""
    n = choices(s, actions)
    weights(s, odds)
    total = 0
    for k in range(n):
        total += odds[k]
    left = below(rng, total)
    for k in range(n):
        left -= odds[k]
        if left < 0:
            return actions[k]
    return actions[n - 1]


@rule
def play_on(s, m, turns, rng):
    """Plays until so many more turns begin, or to the end; returns whether that is reached."""
    actions, odds = m[2], m[3]
    turn = 0 + s.turn
    while True:
        who = actor(s)
        if who == OVER:
            return True
        if s.turn != turn:
            turn = 0 + s.turn
            turns -= 1
            if turns == 0:
                return False
        if who == CHANCE:
            apply(s, draw(s, actions, odds, rng))
        else:
            apply(s, follow(s, m, actions, prune(s, m, actions, choices(s, actions)), rng))
