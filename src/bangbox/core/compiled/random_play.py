"""Factories of entry points that draw and pick at random, play games out, and count sequences of choices."""

from collections.abc import Callable

from bangbox.core.compiled.single import Ask
from bangbox.core.contract import Drawing, Picking, Rules, Weighted
from bangbox.core.record import Numbers, Rng, States
from bangbox.core.rules import CHANCE, OVER, below

Outcome = Callable[[States, int, Rng, Numbers, Numbers, int], int]
Draw = Callable[[States, int, Rng, Numbers, Numbers], int]
Pick = Callable[[States, int, Rng, Numbers], int]
CheckedPlayOuts = Callable[[States, int, Rng, Numbers, Numbers, Numbers, int], int]
PlayOut = Callable[[States, int, Rng, Numbers, Numbers, Numbers], None]

LONGEST_GAME = 1_000_000  # actions: fifty times what the longest game of any suite takes


def make_weigh(rules: Rules) -> Callable[[States, int, Numbers, int], None]:
    """weigh(states, i, out, n): the weights of the n outcomes of a chance node"""
    if isinstance(rules, Weighted):
        rules_weights = rules.weights

        def weigh(states: States, i: int, out: Numbers, n: int) -> None:
            rules_weights(states[i], out)
    else:

        def weigh(states: States, i: int, out: Numbers, n: int) -> None:
            for k in range(n):
                out[k] = 1

    return weigh


def make_outcome(rules: Rules) -> Outcome:
    """outcome(states, i, rng, actions, weights, n) -> one of n listed outcomes of a chance node, by its weight"""
    if not isinstance(rules, Weighted):

        def equal_outcome(states: States, i: int, rng: Rng, actions: Numbers, weights: Numbers, n: int) -> int:
            return actions[below(rng, n)]

        return equal_outcome
    rules_weights = rules.weights

    def outcome(states: States, i: int, rng: Rng, actions: Numbers, weights: Numbers, n: int) -> int:
        rules_weights(states[i], weights)
        total = 0
        for k in range(n):
            total += weights[k]
        rest = below(rng, total)
        k = 0
        while k < n - 1 and rest >= weights[k]:
            rest -= weights[k]
            k += 1
        return actions[k]

    return outcome


def make_draw(rules: Rules, outcome: Outcome, throws: bool) -> Draw:
    """draw(states, i, rng, actions, weights) -> an outcome of a chance node; the last two are scratch"""
    if isinstance(rules, Drawing):
        rules_outcome = rules.random_outcome

        def draw_unlisted(states: States, i: int, rng: Rng, actions: Numbers, weights: Numbers) -> int:
            return rules_outcome(states[i], rng)

        return draw_unlisted
    rules_choices = rules.choices
    if not throws:

        def draw(states: States, i: int, rng: Rng, actions: Numbers, weights: Numbers) -> int:
            return outcome(states, i, rng, actions, weights, rules_choices(states[i], actions))

        return draw
    assert isinstance(rules, Picking)
    rules_random = rules.random_choice

    def draw_or_throw(states: States, i: int, rng: Rng, actions: Numbers, weights: Numbers) -> int:
        n = rules_choices(states[i], actions)
        if n == 0:
            return rules_random(states[i], rng)
        return outcome(states, i, rng, actions, weights, n)

    return draw_or_throw


def make_pick(rules: Rules) -> Pick:
    """pick(states, i, rng, out) -> a uniformly random choice of the actor; `out` is scratch"""
    rules_choices = rules.choices
    if not isinstance(rules, Picking):

        def pick(states: States, i: int, rng: Rng, out: Numbers) -> int:
            return out[below(rng, rules_choices(states[i], out))]

        return pick
    rules_random = rules.random_choice

    def pick_or_list(states: States, i: int, rng: Rng, out: Numbers) -> int:
        action = rules_random(states[i], rng)
        return action if action >= 0 else out[below(rng, rules_choices(states[i], out))]

    return pick_or_list


def make_play_out(rules: Rules, draw: Draw, pick: Pick) -> PlayOut:
    """play_out(states, i, rng, actions, weights, counts): random play to the end; counts[0] choices, counts[1] outcomes

    A game that does not end is left where it is after LONGEST_GAME actions: compiled code cannot be interrupted.
    """
    rules_actor, rules_apply = rules.actor, rules.apply

    def play_out(states: States, i: int, rng: Rng, actions: Numbers, weights: Numbers, counts: Numbers) -> None:
        s = states[i]
        for _ in range(LONGEST_GAME):
            who = rules_actor(s)
            if who == OVER:
                return
            if who == CHANCE:
                counts[1] += 1
                rules_apply(s, draw(states, i, rng, actions, weights))
            else:
                counts[0] += 1
                rules_apply(s, pick(states, i, rng, actions))

    return play_out


def make_play_outs(play_out: PlayOut) -> PlayOut:
    """play_outs(states, n, rng, actions, weights, counts): n random games from states[0], played in states[1]"""

    def play_outs(states: States, n: int, rng: Rng, actions: Numbers, weights: Numbers, counts: Numbers) -> None:
        for _ in range(n):
            states[1] = states[0]
            play_out(states, 1, rng, actions, weights, counts)

    return play_outs


def make_checked_play_outs(rules: Rules, draw: Draw, pick: Pick, invariant: Ask) -> CheckedPlayOuts:
    """checked_play_outs(states, n, rng, actions, weights, counts, limit) -> 0, or the fact broken (-1: a game did not end)

    Like play_outs, with every invariant checked after every action; stops at the first broken one.
    """
    rules_actor, rules_apply = rules.actor, rules.apply

    def checked_play_outs(
        states: States, n: int, rng: Rng, actions: Numbers, weights: Numbers, counts: Numbers, limit: int
    ) -> int:
        for _ in range(n):
            states[1] = states[0]
            s = states[1]
            for _step in range(limit):
                who = rules_actor(s)
                if who == OVER:
                    break
                if who == CHANCE:
                    counts[1] += 1
                    rules_apply(s, draw(states, 1, rng, actions, weights))
                else:
                    counts[0] += 1
                    rules_apply(s, pick(states, 1, rng, actions))
                broken = invariant(states, 1)
                if broken != 0:
                    return broken
            if rules_actor(s) != OVER:
                return -1
        return 0

    return checked_play_outs


def make_perft(rules: Rules) -> Callable[[States, Numbers, Numbers, Numbers, int], int]:
    """perft(states, lists, at, depth) -> sequences of `depth` choices from states[0]

    states has depth + 1 entries, lists is [depth, MAX_CHOICES], at is [depth]: a depth-first walk without recursion.
    """
    rules_actor, rules_choices, rules_apply = rules.actor, rules.choices, rules.apply

    def perft(states: States, lists: Numbers, counts: Numbers, at: Numbers, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        level = 0
        at[0] = 0
        counts[0] = rules_choices(states[0], lists[0]) if rules_actor(states[0]) != OVER else 0
        while level >= 0:
            if level == depth - 1:
                total += counts[level]
                level -= 1
            elif at[level] == counts[level]:
                level -= 1
            else:
                action = lists[level, at[level]]
                at[level] += 1
                states[level + 1] = states[level]
                rules_apply(states[level + 1], action)
                level += 1
                at[level] = 0
                counts[level] = rules_choices(states[level], lists[level]) if rules_actor(states[level]) != OVER else 0
        return total

    return perft
