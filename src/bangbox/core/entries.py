"""Factories of compiled entry points: each closes over the rules (or other entry points); states come as (array, index)."""

from collections.abc import Callable
from typing import Any

from bangbox.core.rules import CHANCE, OVER, below


def make_setup(rules: Any) -> Callable[..., Any]:
    """setup(states, i, codes): the players and the options as integers"""
    rules_setup = rules.setup

    def setup(states: Any, i: int, codes: Any) -> None:
        rules_setup(states[i], *codes)

    return setup


def make_actor(rules: Any) -> Callable[..., Any]:
    """actor(states, i)"""
    rules_actor = rules.actor

    def actor(states: Any, i: int) -> int:
        return int(rules_actor(states[i]))

    return actor


def make_players(rules: Any) -> Callable[..., Any]:
    """players(states, i)"""
    rules_players = rules.players

    def players(states: Any, i: int) -> int:
        return rules_players(states[i])

    return players


def make_choices(rules: Any) -> Callable[..., Any]:
    """choices(states, i, out) -> n"""
    rules_choices = rules.choices

    def choices(states: Any, i: int, out: Any) -> int:
        return rules_choices(states[i], out)

    return choices


def make_apply(rules: Any) -> Callable[..., Any]:
    """apply(states, i, action) -> who acts then: whoever plays asks that next, and a call from Python costs more than both"""
    rules_apply, rules_actor = rules.apply, rules.actor

    def apply(states: Any, i: int, action: int) -> int:
        rules_apply(states[i], action)
        return int(rules_actor(states[i]))

    return apply


def make_legal(rules: Any) -> Callable[..., Any]:
    """legal(states, i, action, out): whether the actor (or chance) may do it; `out` is scratch"""
    rules_actor, rules_choices = rules.actor, rules.choices
    if hasattr(rules, "is_legal"):
        rules_legal = rules.is_legal

        def legal(states: Any, i: int, action: int, out: Any) -> bool:
            s = states[i]
            return rules_actor(s) != OVER and bool(rules_legal(s, action))
    else:

        def legal(states: Any, i: int, action: int, out: Any) -> bool:
            s = states[i]
            if rules_actor(s) == OVER:
                return False
            found = False
            for k in range(rules_choices(s, out)):
                found |= out[k] == action
            return found

    return legal


def make_score(rules: Any) -> Callable[..., Any]:
    """score(states, i, out)"""
    rules_score = rules.score

    def score(states: Any, i: int, out: Any) -> None:
        rules_score(states[i], out)

    return score


def make_payoff(rules: Any) -> Callable[..., Any]:
    """payoff(states, i, out)"""
    rules_payoff = rules.payoff

    def payoff(states: Any, i: int, out: Any) -> None:
        rules_payoff(states[i], out)

    return payoff


def make_winners(rules: Any) -> Callable[..., Any]:
    """winners(states, i) -> bit mask"""
    rules_winners = rules.winners

    def winners(states: Any, i: int) -> int:
        return rules_winners(states[i])

    return winners


def make_derive(rules: Any) -> Callable[..., Any]:
    """derive(states, i)"""
    rules_derive = rules.derive

    def derive(states: Any, i: int) -> None:
        rules_derive(states[i])

    return derive


def make_invariant(rules: Any) -> Callable[..., Any]:
    """invariant(states, i) -> 0 or the number of the broken fact"""
    rules_invariant = rules.invariant

    def invariant(states: Any, i: int) -> int:
        return rules_invariant(states[i])

    return invariant


def make_conceal(rules: Any) -> Callable[..., Any]:
    """conceal(states, i, seat)"""
    rules_conceal = rules.conceal

    def conceal(states: Any, i: int, seat: int) -> None:
        rules_conceal(states[i], seat)

    return conceal


def make_conceal_action(rules: Any) -> Callable[..., Any]:
    """conceal_action(states, i, action, seat) -> action"""
    rules_conceal_action = rules.conceal_action

    def conceal_action(states: Any, i: int, action: int, seat: int) -> int:
        return rules_conceal_action(states[i], action, seat)

    return conceal_action


def make_guess(rules: Any) -> Callable[..., Any]:
    """guess(states, i, seat, rng)"""
    rules_guess = rules.guess

    def guess(states: Any, i: int, seat: int, rng: Any) -> None:
        rules_guess(states[i], seat, rng)

    return guess


def make_weigh(rules: Any) -> Callable[..., Any]:
    """weigh(states, i, out, n): the weights of the n outcomes of a chance node"""
    if hasattr(rules, "weights"):
        rules_weights = rules.weights

        def weigh(states: Any, i: int, out: Any, n: int) -> None:
            rules_weights(states[i], out)
    else:

        def weigh(states: Any, i: int, out: Any, n: int) -> None:
            for k in range(n):
                out[k] = 1

    return weigh


def make_outcome(rules: Any) -> Callable[..., Any]:
    """outcome(states, i, rng, actions, weights, n) -> one of n listed outcomes of a chance node, by its weight"""
    if not hasattr(rules, "weights"):

        def equal_outcome(states: Any, i: int, rng: Any, actions: Any, weights: Any, n: int) -> int:
            return actions[below(rng, n)]

        return equal_outcome
    rules_weights = rules.weights

    def outcome(states: Any, i: int, rng: Any, actions: Any, weights: Any, n: int) -> int:
        rules_weights(states[i], weights)
        total = 0
        for k in range(n):
            total += weights[k]
        rest = below(rng, total)
        k = 0
        while rest >= weights[k]:
            rest -= weights[k]
            k += 1
        return actions[k]

    return outcome


def make_draw(engine: Any) -> Callable[..., Any]:
    """draw(states, i, rng, actions, weights) -> an outcome of a chance node; the last two are scratch"""
    if hasattr(engine.rules, "random_outcome"):
        rules_outcome = engine.rules.random_outcome

        def draw_unlisted(states: Any, i: int, rng: Any, actions: Any, weights: Any) -> int:
            return rules_outcome(states[i], rng)

        return draw_unlisted
    rules_choices, outcome = engine.rules.choices, engine.outcome
    if engine.kind.settle is None:

        def draw(states: Any, i: int, rng: Any, actions: Any, weights: Any) -> int:
            return outcome(states, i, rng, actions, weights, rules_choices(states[i], actions))

        return draw
    rules_random = engine.rules.random_choice

    def draw_or_throw(states: Any, i: int, rng: Any, actions: Any, weights: Any) -> int:
        n = rules_choices(states[i], actions)
        if n == 0:
            return rules_random(states[i], rng)
        return outcome(states, i, rng, actions, weights, n)

    return draw_or_throw


def make_pick(rules: Any) -> Callable[..., Any]:
    """pick(states, i, rng, out) -> a uniformly random choice of the actor; `out` is scratch"""
    rules_choices = rules.choices
    if not hasattr(rules, "random_choice"):

        def pick(states: Any, i: int, rng: Any, out: Any) -> int:
            return out[below(rng, rules_choices(states[i], out))]

        return pick
    rules_random = rules.random_choice

    def pick_or_list(states: Any, i: int, rng: Any, out: Any) -> int:
        action = rules_random(states[i], rng)
        return action if action >= 0 else out[below(rng, rules_choices(states[i], out))]

    return pick_or_list


def make_play_out(engine: Any) -> Callable[..., Any]:
    """play_out(states, i, rng, actions, weights, counts): random play to the end; counts[0] choices, counts[1] outcomes"""
    draw, pick, rules_actor, rules_apply = engine.draw, engine.pick, engine.rules.actor, engine.rules.apply

    def play_out(states: Any, i: int, rng: Any, actions: Any, weights: Any, counts: Any) -> None:
        s = states[i]
        while True:
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


def make_play_outs(engine: Any) -> Callable[..., Any]:
    """play_outs(states, n, rng, actions, weights, counts): n random games from states[0], played in states[1]"""
    play_out = engine.play_out

    def play_outs(states: Any, n: int, rng: Any, actions: Any, weights: Any, counts: Any) -> None:
        for _ in range(n):
            states[1] = states[0]
            play_out(states, 1, rng, actions, weights, counts)

    return play_outs


def make_checked_play_outs(engine: Any) -> Callable[..., Any]:
    """checked_play_outs(states, n, rng, actions, weights, counts, limit) -> 0, or the fact broken (-1: a game did not end)

    Like play_outs, with every invariant checked after every action; stops at the first broken one.
    """
    draw, pick, invariant = engine.draw, engine.pick, engine.invariant
    rules_actor, rules_apply = engine.rules.actor, engine.rules.apply

    def checked_play_outs(states: Any, n: int, rng: Any, actions: Any, weights: Any, counts: Any, limit: int) -> int:
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


def make_perft(rules: Any) -> Callable[..., Any]:
    """perft(states, lists, at, depth) -> sequences of `depth` choices from states[0]

    states has depth + 1 entries, lists is [depth, MAX_CHOICES], at is [depth]: a depth-first walk without recursion.
    """
    rules_actor, rules_choices, rules_apply = rules.actor, rules.choices, rules.apply

    def perft(states: Any, lists: Any, counts: Any, at: Any, depth: int) -> int:
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


def make_settle_chance(engine: Any) -> Callable[..., Any]:
    """settle_chance(states, rngs, low, high, actions, weights): draws for states[low:high] until each asks a seat or is over"""
    draw, rules_actor, rules_apply = engine.draw, engine.rules.actor, engine.rules.apply

    def settle_chance(states: Any, rngs: Any, low: int, high: int, actions: Any, weights: Any) -> None:
        for i in range(low, high):
            while rules_actor(states[i]) == CHANCE:
                rules_apply(states[i], draw(states, i, rngs[i], actions, weights))

    return settle_chance


def make_list_all(rules: Any) -> Callable[..., Any]:
    """list_all(states, low, high, actions, counts): the choices of each game"""
    rules_actor, rules_choices = rules.actor, rules.choices

    def list_all(states: Any, low: int, high: int, actions: Any, counts: Any) -> None:
        for i in range(low, high):
            counts[i] = rules_choices(states[i], actions[i]) if rules_actor(states[i]) >= 0 else 0

    return list_all


def make_first_illegal(engine: Any) -> Callable[..., Any]:
    """first_illegal(states, played, low, high, out) -> the first game whose action is not legal, or -1"""
    legal, rules_actor = engine.legal, engine.rules.actor

    def first_illegal(states: Any, played: Any, low: int, high: int, out: Any) -> int:
        for i in range(low, high):
            if rules_actor(states[i]) >= 0 and not legal(states, i, played[i], out):
                return i
        return -1

    return first_illegal


def make_apply_all(rules: Any) -> Callable[..., Any]:
    """apply_all(states, played, low, high): plays one action in each game that is not over"""
    rules_actor, rules_apply = rules.actor, rules.apply

    def apply_all(states: Any, played: Any, low: int, high: int) -> None:
        for i in range(low, high):
            if rules_actor(states[i]) >= 0:
                rules_apply(states[i], played[i])

    return apply_all


def make_pick_all(engine: Any) -> Callable[..., Any]:
    """pick_all(states, rngs, low, high, out, played): a random choice for each game that is not over (else -1)"""
    pick, rules_actor = engine.pick, engine.rules.actor

    def pick_all(states: Any, rngs: Any, low: int, high: int, out: Any, played: Any) -> None:
        for i in range(low, high):
            played[i] = pick(states, i, rngs[i], out) if rules_actor(states[i]) >= 0 else -1

    return pick_all


def make_look_all(rules: Any) -> Callable[..., Any]:
    """look_all(states, low, high, actors): who acts in each game"""
    rules_actor = rules.actor

    def look_all(states: Any, low: int, high: int, actors: Any) -> None:
        for i in range(low, high):
            actors[i] = rules_actor(states[i])

    return look_all


def make_score_all(rules: Any) -> Callable[..., Any]:
    """score_all(states, low, high, scores): the points of each game"""
    rules_score = rules.score

    def score_all(states: Any, low: int, high: int, scores: Any) -> None:
        for i in range(low, high):
            rules_score(states[i], scores[i])

    return score_all
