"""What bots know of Urknall: chances fitted to self-play, choices ordered by them, and no comet for what is free."""

import functools
import math
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bangbox.core.contract import Seen
from bangbox.core.contract.minds import Candidate, Memory
from bangbox.core.record import Rng
from bangbox.core.rules import OVER, rule

from ..rules import MAX_CHOICES, MAX_PLAYERS, STATE, actor, apply, choices, is_legal, payoff
from ..rules.record import COMET
from .features import FEATURES, KINDS, POINTS, SLOTS, left, look

TABLES = Path(__file__).with_name("weights.npz")
POINT = 0.15  # how much a point pulls, if nothing but points is known
SHARPNESS = 0.03  # priors: how much less chance makes a choice about a third as likely


@functools.cache
def weights() -> NDArray[np.float64]:
    """The fitted weights [players - 2, feature]."""
    with np.load(TABLES) as tables:
        return np.stack([tables[f"players{players}"].astype(float) for players in (2, 3, 4)])


def memory() -> Memory:
    """The weights, a state to try choices on, and room to count in."""
    return memory_with(weights())


def memory_with(weights: NDArray[np.float64]) -> Memory:
    """The same with other weights."""
    return weights, np.zeros(1, STATE), np.zeros((SLOTS, KINDS)), np.zeros(SLOTS), np.zeros(SLOTS)


def decide(seen: Seen, settings: dict[str, float], rng: Rng, stop: Callable[[], bool]) -> Sequence[Candidate] | None:
    """For levels that do not look ahead (`greedy`): all choices by the points that they bring now. The others search."""
    if settings.get("greedy", 0.0) <= 0.0:
        return None
    s, m = seen.states()[0], memory_with(only_points())
    actions, chances = np.zeros(MAX_CHOICES, np.int64), np.zeros(MAX_CHOICES)
    n = prune(s, m, actions, choices(s, actions))
    judge(s, m, actions, n, chances)
    found = [Candidate(int(actions[k]), 1, float(chances[k])) for k in range(n)]
    return sorted(found, key=lambda candidate: (-candidate.value, candidate.action))


def only_points() -> NDArray[np.float64]:
    """Weights of somebody who counts points and nothing else."""
    found = np.zeros((MAX_PLAYERS - 1, FEATURES))
    found[:, POINTS] = POINT
    return found


@rule
def value(s, m, out):
    """The chance of every seat: each slot pulls the win to itself; what a second colour pulls is lost to both players (U24)."""
    table, counted, pulls = m[0], m[2], m[3]
    look(s, counted)
    rest = left(s)
    slots = SLOTS if s.players == 2 else s.players
    highest = -1e300
    for slot in range(slots):
        pull = 0.0
        for kind in range(KINDS):
            pull += counted[slot, kind] * (table[s.players - 2, kind] + rest * table[s.players - 2, KINDS + kind])
        pulls[slot] = pull
        highest = max(highest, pull)
    total = 0.0
    for slot in range(slots):
        pulls[slot] = math.exp(pulls[slot] - highest)
        total += pulls[slot]
    for seat in range(s.players):
        out[seat] = pulls[seat] / total


@rule
def judge(s, m, actions, n, out):
    """Writes the actor's chance after each of n choices."""
    tried, chance = m[1], m[4]
    who = actor(s)
    for k in range(n):
        tried[0] = s
        t = tried[0]
        apply(t, actions[k])
        if actor(t) == OVER:
            payoff(t, chance)
        else:
            value(t, m, chance)
        out[k] = chance[who]


@rule
def priors(s, m, actions, n, out):
    """Choices by what the player's chances are after each."""
    judge(s, m, actions, n, out)
    best, total = 0.0, 0.0
    for k in range(n):
        best = max(best, out[k])
    for k in range(n):
        out[k] = math.exp((out[k] - best) / SHARPNESS)
        total += out[k]
    for k in range(n):
        out[k] /= total


@rule
def prune(s, m, actions, n):
    """Drops comets that buy what is free anyway."""
    count = 0
    for k in range(n):
        actions[count] = actions[k]
        count += actions[k] & COMET == 0 or not is_legal(s, actions[k] ^ COMET)
    return count
