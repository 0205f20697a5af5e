"""Factories of entry points for many games at once: each works on states[low:high]."""

from collections.abc import Callable

from bangbox.core.compiled.random_play import Draw, Pick
from bangbox.core.compiled.single import Legal
from bangbox.core.contract import Rules, Secrets
from bangbox.core.record import Numbers, Rng, States
from bangbox.core.rules import CHANCE


def make_settle_chance(rules: Rules, draw: Draw) -> Callable[[States, Rng, int, int, Numbers, Numbers], None]:
    """settle_chance(states, rngs, low, high, actions, weights): draws for states[low:high] until each asks a seat or is over"""
    rules_actor, rules_apply = rules.actor, rules.apply

    def settle_chance(states: States, rngs: Rng, low: int, high: int, actions: Numbers, weights: Numbers) -> None:
        for i in range(low, high):
            while rules_actor(states[i]) == CHANCE:
                rules_apply(states[i], draw(states, i, rngs[i], actions, weights))

    return settle_chance


def make_list_all(rules: Rules) -> Callable[[States, int, int, Numbers, Numbers], None]:
    """list_all(states, low, high, actions, counts): the choices of each game"""
    rules_actor, rules_choices = rules.actor, rules.choices

    def list_all(states: States, low: int, high: int, actions: Numbers, counts: Numbers) -> None:
        for i in range(low, high):
            counts[i] = rules_choices(states[i], actions[i]) if rules_actor(states[i]) >= 0 else 0

    return list_all


def make_first_illegal(rules: Rules, legal: Legal) -> Callable[[States, Numbers, int, int, Numbers], int]:
    """first_illegal(states, played, low, high, out) -> the first game whose action is not legal, or -1"""
    rules_actor = rules.actor

    def first_illegal(states: States, played: Numbers, low: int, high: int, out: Numbers) -> int:
        for i in range(low, high):
            if rules_actor(states[i]) >= 0 and not legal(states, i, played[i], out):
                return i
        return -1

    return first_illegal


def make_apply_all(rules: Rules) -> Callable[[States, Numbers, int, int], None]:
    """apply_all(states, played, low, high): plays one action in each game that is not over"""
    rules_actor, rules_apply = rules.actor, rules.apply

    def apply_all(states: States, played: Numbers, low: int, high: int) -> None:
        for i in range(low, high):
            if rules_actor(states[i]) >= 0:
                rules_apply(states[i], played[i])

    return apply_all


def make_pick_all(rules: Rules, pick: Pick) -> Callable[[States, Rng, int, int, Numbers, Numbers], None]:
    """pick_all(states, rngs, low, high, out, played): a random choice for each game that is not over (else -1)"""
    rules_actor = rules.actor

    def pick_all(states: States, rngs: Rng, low: int, high: int, out: Numbers, played: Numbers) -> None:
        for i in range(low, high):
            played[i] = pick(states, i, rngs[i], out) if rules_actor(states[i]) >= 0 else -1

    return pick_all


def make_look_all(rules: Rules) -> Callable[[States, int, int, Numbers], None]:
    """look_all(states, low, high, actors): who acts in each game"""
    rules_actor = rules.actor

    def look_all(states: States, low: int, high: int, actors: Numbers) -> None:
        for i in range(low, high):
            actors[i] = rules_actor(states[i])

    return look_all


def make_score_all(rules: Rules) -> Callable[[States, int, int, Numbers], None]:
    """score_all(states, low, high, scores): the points of each game"""
    rules_score = rules.score

    def score_all(states: States, low: int, high: int, scores: Numbers) -> None:
        for i in range(low, high):
            rules_score(states[i], scores[i])

    return score_all


def make_imagine(rules: Rules, legal: Legal) -> Callable[[States, int, int, int, Rng, Numbers], bool]:
    """imagine(worlds, action, shown, viewer, rng, out): guesses from worlds[0], which is concealed for the viewer, all the others

    In each, `action` is played, or another one that looks like `shown` to the viewer, and the result concealed; False if a world
    has no such action.
    """
    assert isinstance(rules, Secrets)
    rules_guess, rules_conceal, rules_conceal_action = rules.guess, rules.conceal, rules.conceal_action
    rules_choices, rules_apply = rules.choices, rules.apply

    def imagine(worlds: States, action: int, shown: int, viewer: int, rng: Rng, out: Numbers) -> bool:
        for i in range(1, len(worlds)):
            worlds[i] = worlds[0]
            rules_guess(worlds[i], viewer, rng)
            same = -1
            if legal(worlds, i, action, out) and rules_conceal_action(worlds[i], action, viewer) == shown:
                same = action
            else:
                for k in range(rules_choices(worlds[i], out)):
                    if same < 0 and rules_conceal_action(worlds[i], out[k], viewer) == shown:
                        same = out[k]
            if same < 0:
                return False
            rules_apply(worlds[i], same)
            rules_conceal(worlds[i], viewer)
        return True

    return imagine
