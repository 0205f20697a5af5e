"""A small network, learned by play against itself, that values a position and prefers choices, on one core.

Its inputs are mostly nought, so the first layer adds up the weights of what is there. It plays every variant of two players; in
puzzles, which have no rival, values are random play-outs and no choice is preferred. `weights.md` tells where they come from.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

import functools
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bangbox.core.errors import BangboxError
from bangbox.core.registry import kind
from bangbox.core.rules import OVER, below, rule

from ..rules import MAX_CHOICES, STATE, actor, apply, choices, payoff, random_choice
from ..rules.record import NONE
from . import features
from .features import BEGINS, COUNTS_AT, OWN_CARBON_AT, SCALE, TOUCHED, USED, completes, look, touch

WEIGHTS = Path(__file__).with_name("weights.npz")
NAMES = ("one", "one_bias", "two", "two_bias", "last", "last_bias", "ask", "ask_bias", "origin", "target", "meeting")
SURE = 0.98  # of the prior, for choices that win at once
SCALE32, ZERO = np.float32(SCALE), np.float32(0.0)

Floats = NDArray[np.float32]


class Memory(NamedTuple):
    """The weights, and room to compute in."""

    one: Floats  # [inputs, hidden]; the last column also goes straight to the value
    one_bias: Floats
    two: Floats  # [hidden, second]
    two_bias: Floats
    last: Floats  # [second]
    last_bias: Floats  # [1]
    ask: Floats  # [hidden, policy]: what a position asks of a choice
    ask_bias: Floats
    origin: Floats  # [origins, policy]: what a choice offers by the stack that goes,
    target: Floats  # by where it comes to,
    meeting: Floats  # and by what meets what
    row: NDArray[np.uint8]
    hidden: Floats
    second: Floats
    asked: Floats
    offered: Floats
    touched: NDArray[np.int64]
    known: NDArray[np.void]  # the position that `row` and `hidden` are about
    work: NDArray[np.void]
    actions: NDArray[np.int64]
    rng: NDArray[np.uint64]


def memory() -> Memory:
    """For one search."""
    weights = _weights(WEIGHTS)
    hidden, second, asked = (np.zeros(len(weights[name]), np.float32) for name in ("one_bias", "two_bias", "ask_bias"))
    return Memory(
        **weights, row=np.zeros(features.COLUMNS, np.uint8), hidden=hidden, second=second,
        asked=asked, offered=np.zeros_like(asked),
        touched=np.zeros(TOUCHED, np.int64), known=np.zeros(1, STATE), work=np.zeros(1, STATE),
        actions=np.zeros(MAX_CHOICES, np.int64), rng=np.ones(1, np.uint64),
    )  # fmt: skip


@functools.cache
def _weights(file: Path) -> dict[str, Floats]:
    """The weights in a file; raises BangboxError if they are of another game than this."""
    with np.load(file) as stored:
        of, now = str(stored["version"]), kind("bigxbang").version
        if of != now or len(stored["one"]) != features.INPUTS:
            raise BangboxError(
                f"{file.name} was learned for version {of} of Big×Bang; this is {now}: learn anew with `bangbox train bigxbang`"
            )
        return {name: np.ascontiguousarray(stored[name], np.float32) for name in NAMES}


# -- what search asks


@rule
def value(s, m, out):
    """The payoff that each seat may expect."""
    if s.puzzle != NONE:
        play_out(s, m, out)
        return
    see(s, m)
    me = np.int64(s.mover)
    if m.row[OWN_CARBON_AT]:  # X14: a carbon group wins at once
        out[me] = 1.0
    else:
        out[me] = value_of(m.hidden, m.two, m.two_bias, m.last, m.last_bias, m.second)
    out[1 - me] = 1.0 - out[me]


@rule
def priors(s, m, actions, n, out):
    """How likely each choice is to be the best."""
    if s.puzzle != NONE:
        for k in range(n):
            out[k] = 1.0 / n
        return
    see(s, m)
    ask(m)
    most = -1e30
    for k in range(n):
        touch(s, m.row, actions[k], m.touched)
        out[k] = answer(m)
        most = max(most, out[k])
    total = 0.0
    for k in range(n):
        out[k] = math.exp(out[k] - most)
        total += out[k]
    for k in range(n):
        out[k] /= total
    if m.row[OWN_CARBON_AT]:
        prefer_carbon(s, actions, n, out)


@rule
def prefer_carbon(s, actions, n, out):
    """Nearly all of the prior goes to choices that complete a carbon group."""
    winning, others = 0, 0.0
    for k in range(n):
        if completes(s, actions[k]):
            winning += 1
        else:
            others += out[k]
    for k in range(n):
        out[k] = SURE / winning if completes(s, actions[k]) else (1.0 - SURE) * out[k] / others


@rule
def play_out(s, m, out):
    """A puzzle played to its end at random."""
    m.work[0] = s
    played = m.work[0]
    while actor(played) != OVER:
        action = random_choice(played, m.rng)
        if action < 0:
            action = m.actions[below(m.rng, choices(played, m.actions))]
        apply(played, action)
    payoff(played, out)


# -- the network


@rule
def see(s, m):
    """Fills `row` and the first layer, unless they are about this position already."""
    if is_known(s, m.known[0]):
        return
    m.known[0] = s
    look(s, m.row)
    add_up(m.row, m.one, m.one_bias, m.hidden)


@rule
def is_known(s, known):
    """Whether two positions look the same."""
    if s.mover != known.mover or s.passes != known.passes or s.variants != known.variants:
        return False
    for circle in range(len(s.board)):
        if s.board[circle] != known.board[circle]:
            return False
    for k in range(4):
        if s.reserve[0, k] != known.reserve[0, k] or s.reserve[1, k] != known.reserve[1, k]:
            return False
    return True


@rule
def add_up(row, weights, bias, out):
    """The first layer, before it is cut off at nought."""
    for j in range(len(out)):
        out[j] = bias[j]
    for column in range(COUNTS_AT):
        code = np.int64(row[column])
        if code:
            f = BEGINS[column] + code - 1
            for j in range(len(out)):
                out[j] += weights[f, j]
    for column in range(COUNTS_AT, USED):
        count = np.int64(row[column])
        if count:
            f = np.int64(BEGINS[column])
            times = SCALE32 * np.float32(count)
            for j in range(len(out)):
                out[j] += times * weights[f, j]


@rule
def value_of(hidden, two, two_bias, last, last_bias, second):
    """The payoff of the side to move, by the first layer."""
    spread(hidden, two, two_bias, second)
    total = np.float64(last_bias[0]) + hidden[len(hidden) - 1]
    for k in range(len(second)):
        total += max(second[k], ZERO) * last[k]
    return 1.0 / (1.0 + math.exp(-total))


@rule
def spread(hidden, weights, bias, out):
    """A layer: the hidden numbers above nought, weighted."""
    for k in range(len(out)):
        out[k] = bias[k]
    for j in range(len(hidden)):
        above = hidden[j]
        if above > ZERO:
            for k in range(len(out)):
                out[k] += above * weights[j, k]


@rule
def ask(m):
    """What the position asks of a choice."""
    spread(m.hidden, m.ask, m.ask_bias, m.asked)


@rule
def answer(m):
    """How well the choice that was touched answers."""
    first, second, to = m.touched[0], m.touched[1], m.touched[2]
    for p in range(len(m.asked)):
        m.offered[p] = m.asked[p] * (m.origin[first, p] + m.origin[second, p] + m.target[to, p])
    half = len(m.asked) // 2
    while half > 0:  # by halves, which a processor adds up several at a time
        for p in range(half):
            m.offered[p] += m.offered[half + p]
        half //= 2
    return np.float64(m.meeting[m.touched[3]]) + m.offered[0]
