"""The work of learning by play, on one game, one choice or one number: a turn of a loop on the CPU, a thread on a GPU.

Every body gets its number first, then room for a record of its own. No two turns of the same body write to the same place.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

import math

import numpy as np

from bangbox.core.rules import CHANCE, OVER, below, rule

from ..rules import actor, apply, choices, random_choice, random_outcome, score, winners
from .features import COLUMNS, look, touch
from .network import add_up, value_of

# What each body gets after its number and its room: R records; else a type with its dimensions, or a plain number.
# h is what the network computes with: f4 on the CPU, the bits of a half-precision number on a GPU.
SIGNATURES = {
    "begin": "R R u8:2 u1:1",
    "survey": "R i2:2 i4:1 u1:2",
    "enter": "R u1:2 i2:2 i4:1 i4:1 i4:1 i2:1 i2:2",
    "follow": "R i4:1 i2:1 u1:2 f4:1",
    "spread": "u1:2 u1:1 u1:1 h:1 h:2",
    "step": "R i4:1 i4:1 i2:1 f4:1 f4:1 u1:2 u8:2 f4:1 f4:1 i8 u1:3 f4:2 i4:1 i4:1 f4:1",
    "gather": "u1:3 f4:2 i4:1 i4:1 f4:1 i8:1 u1:2 f4:1 f8",
    "compare": "i4:1 i4:1 f4:1 f4:1 f8 f4:1 f4:1",
    "greedy": "R i2:2 i4:2 u8:2",
    "pick": "R i2:2 u8:2",
    "judge": "R f4:1",
}
CPU_SIGNATURES = {"appraise": "u1:2 f4:2 f4:1 f4:2 f4:1 f4:1 f4:1 f4:1 f4:1 f4:1"}  # a GPU multiplies matrices instead
FINE = 1 << 24  # steps of a random fraction
GOING_ON = -1.0  # as the end of a game: it is not over


@rule
def result(s, seat):
    """The payoff of a seat in a game that is over."""
    won = winners(s)
    return 0.5 if won == 0 else 1.0 if won == seat + 1 else 0.0


@rule
def begin(g, work, states, firsts, rngs, flags):
    """A new game, one of several kinds, where the flag is set."""
    if flags[g]:
        states[g] = firsts[below(rngs[g], len(firsts))]
        s = states[g]
        while actor(s) == CHANCE:
            apply(s, random_outcome(s, rngs[g]))


@rule
def survey(g, work, states, actions, counts, rows):
    """The choices of a game, and what is seen of it."""
    s = states[g]
    counts[g] = 0
    if actor(s) >= 0:
        counts[g] = choices(s, actions[g])
        look(s, rows[g])


@rule
def enter(g, work, states, rows, actions, counts, starts, slot_game, slot_action, slot_touched):
    """The choices of all games in one list, with what each touches."""
    for k in range(counts[g]):
        r = starts[g] + k
        action = np.int64(actions[g, k])
        slot_game[r] = g
        slot_action[r] = action
        touch(states[g], rows[g], action, slot_touched[r])


@rule
def follow(r, work, states, slot_game, slot_action, rows, ends):
    """Where a choice leads: what is seen there, or the payoff of who chose."""
    work[0] = states[slot_game[r]]
    s = work[0]
    seat = np.int64(s.mover)
    apply(s, np.int64(slot_action[r]))
    if actor(s) == OVER:
        ends[r] = result(s, seat)
        for column in range(COLUMNS):
            rows[r, column] = 0
    else:
        ends[r] = GOING_ON
        look(s, rows[r])


@rule
def spread(i, work, rows, columns, codes, levels, inputs):
    """One input of one row: of a code whether it is this one, of a count (code 0) how large it is."""
    width = inputs.shape[1]
    r, f = i // width, i % width
    seen = rows[r, columns[f]]
    if codes[f] == 0:
        inputs[r, f] = levels[seen]
    else:
        inputs[r, f] = levels[4 * (codes[f] == seen)]


@rule
def step(
    g, work, states, counts, starts, slot_action, values, ends, rows, rngs, early, late, opening,
    seen, best_values, plies, done, outcomes,
):  # fmt: skip
    """Plays the choice of the best value, sometimes another that is nearly as good, and writes the game down."""
    done[g] = 0
    if counts[g] == 0:
        return
    ply = np.int64(plies[g])
    heat = early[g] if ply < opening else late[g]
    best, most, chosen = -1e30, -1.0, np.int64(0)
    for r in range(starts[g], starts[g] + counts[g]):
        worth = np.float64(ends[r]) if ends[r] >= 0 else 1.0 - values[r]
        most = max(most, worth)
        if heat > 0:
            worth -= heat * math.log(-math.log((below(rngs[g], FINE) + 0.5) / FINE))
        if worth > best:
            best = worth
            chosen = np.int64(r)
    if ply < best_values.shape[1]:
        for column in range(COLUMNS):
            seen[g, ply, column] = rows[g, column]
        best_values[g, ply] = most
    plies[g] = ply + 1
    s = states[g]
    apply(s, np.int64(slot_action[chosen]))
    if actor(s) == OVER:
        outcomes[g] = result(s, 0)
        done[g] = min(ply + 1, best_values.shape[1])


@rule
def gather(g, work, seen, best_values, plies, done, outcomes, places, ring_rows, ring_returns, decay):
    """A finished game becomes examples: from its end backwards, what each position was worth to who was to move.

    Seat 0 moves first. A game too long to be written down whole is judged by the last value.
    """
    n = np.int64(done[g])
    if n == 0:
        return
    worth = outcomes[g] if n % 2 else 1.0 - outcomes[g]
    if plies[g] > n:
        worth = best_values[g, n - 1]
    for k in range(n):
        ply = n - 1 - k
        if k > 0:
            worth = 1.0 - ((1.0 - decay) * best_values[g, ply + 1] + decay * worth)
        place = (places[g] + ply) % len(ring_returns)
        ring_returns[place] = worth
        for column in range(COLUMNS):
            ring_rows[place, column] = seen[g, ply, column]
    plies[g] = 0


@rule
def compare(g, work, starts, counts, logits, worths, heat, slopes, losses):
    """How far the preferences of a position are from what its choices turned out to be worth: loss and slopes."""
    first, last = starts[g], starts[g] + counts[g]
    most_worth, most_logit = -1e30, -1e30
    for r in range(first, last):
        most_worth = max(most_worth, np.float64(worths[r]))
        most_logit = max(most_logit, np.float64(logits[r]))
    total_worth, total_logit = 0.0, 0.0
    for r in range(first, last):
        total_worth += math.exp((worths[r] - most_worth) / heat)
        total_logit += math.exp(logits[r] - most_logit)
    loss = 0.0
    for r in range(first, last):
        goal = math.exp((worths[r] - most_worth) / heat) / total_worth
        share = math.exp(logits[r] - most_logit) / total_logit
        slopes[r] = share - goal
        if goal > 1e-9:
            loss += goal * (math.log(goal) - (logits[r] - most_logit) + math.log(total_logit))
    losses[g] = loss


@rule
def greedy(g, work, states, actions, scores, rngs):
    """The move of a player who looks one move ahead, at the points; ties by chance."""
    s = states[g]
    if actor(s) < 0:
        return
    n = choices(s, actions[g])
    seat = np.int64(s.mover)
    best, ties, chosen = -1000, 0, 0
    for k in range(n):
        work[0] = states[g]
        after = work[0]
        apply(after, np.int64(actions[g, k]))
        if actor(after) == OVER:
            worth = np.int64(200.0 * result(after, seat)) - 100
        else:
            score(after, scores[g])
            worth = np.int64(scores[g, seat]) - scores[g, 1 - seat]
        if worth > best:
            best, ties, chosen = worth, 1, k
        elif worth == best:
            ties += 1
            if below(rngs[g], ties) == 0:
                chosen = k
    apply(states[g], np.int64(actions[g, chosen]))


@rule
def pick(g, work, states, actions, rngs):
    """The move of a player who plays anything."""
    s = states[g]
    if actor(s) >= 0:
        action = random_choice(s, rngs[g])
        if action < 0:
            action = np.int64(actions[g, below(rngs[g], choices(s, actions[g]))])
        apply(s, action)


@rule
def judge(g, work, states, outcomes):
    """The payoff of seat 0, once a game is over."""
    s = states[g]
    outcomes[g] = result(s, 0) if actor(s) == OVER else GOING_ON


@rule
def appraise(r, work, rows, one, one_bias, two, two_bias, last, last_bias, hidden, second, values):
    """The value of a row, on the CPU."""
    add_up(rows[r], one, one_bias, hidden)
    values[r] = value_of(hidden, two, two_bias, last, last_bias, second)
