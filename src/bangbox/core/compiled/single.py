"""Factories of entry points for one state: each closes over the rules; a state comes as (array, index)."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bangbox.core.contract import Checked, Derived, Judging, Rules, Secrets
from bangbox.core.record import Numbers, Rng, States
from bangbox.core.rules import OVER

Ask = Callable[[States, int], int]
Legal = Callable[[States, int, int, Numbers], bool]


def make_setup(rules: Rules) -> Callable[[States, int, tuple[int, ...]], None]:
    """setup(states, i, codes): the players and the options as integers"""
    rules_setup = rules.setup

    def setup(states: States, i: int, codes: tuple[int, ...]) -> None:
        rules_setup(states[i], *codes)

    return setup


def make_actor(rules: Rules) -> Ask:
    """actor(states, i)"""
    rules_actor = rules.actor

    def actor(states: States, i: int) -> int:
        return int(rules_actor(states[i]))

    return actor


def make_players(rules: Rules) -> Ask:
    """players(states, i)"""
    rules_players = rules.players

    def players(states: States, i: int) -> int:
        return rules_players(states[i])

    return players


def make_choices(rules: Rules) -> Callable[[States, int, Numbers], int]:
    """choices(states, i, out) -> n"""
    rules_choices = rules.choices

    def choices(states: States, i: int, out: Numbers) -> int:
        return rules_choices(states[i], out)

    return choices


def make_apply(rules: Rules) -> Callable[[States, int, int], int]:
    """apply(states, i, action) -> who acts then: whoever plays asks that next, and a call from Python costs more than both"""
    rules_apply, rules_actor = rules.apply, rules.actor

    def apply(states: States, i: int, action: int) -> int:
        rules_apply(states[i], action)
        return int(rules_actor(states[i]))

    return apply


def make_legal(rules: Rules) -> Legal:
    """legal(states, i, action, out): whether the actor (or chance) may do it; `out` is scratch"""
    rules_actor, rules_choices = rules.actor, rules.choices
    if isinstance(rules, Judging):
        rules_legal = rules.is_legal

        def legal(states: States, i: int, action: int, out: Numbers) -> bool:
            s = states[i]
            return rules_actor(s) != OVER and bool(rules_legal(s, action))
    else:

        def legal(states: States, i: int, action: int, out: Numbers) -> bool:
            s = states[i]
            if rules_actor(s) == OVER:
                return False
            found = False
            for k in range(rules_choices(s, out)):
                found |= out[k] == action
            return found

    return legal


def make_score(rules: Rules) -> Callable[[States, int, Numbers], None]:
    """score(states, i, out)"""
    rules_score = rules.score

    def score(states: States, i: int, out: Numbers) -> None:
        rules_score(states[i], out)

    return score


def make_payoff(rules: Rules) -> Callable[[States, int, NDArray[np.float64]], None]:
    """payoff(states, i, out)"""
    rules_payoff = rules.payoff

    def payoff(states: States, i: int, out: NDArray[np.float64]) -> None:
        rules_payoff(states[i], out)

    return payoff


def make_winners(rules: Rules) -> Ask:
    """winners(states, i) -> bit mask"""
    rules_winners = rules.winners

    def winners(states: States, i: int) -> int:
        return rules_winners(states[i])

    return winners


def make_derive(rules: Rules) -> Callable[[States, int], None]:
    """derive(states, i)"""
    assert isinstance(rules, Derived)
    rules_derive = rules.derive

    def derive(states: States, i: int) -> None:
        rules_derive(states[i])

    return derive


def make_invariant(rules: Rules) -> Ask:
    """invariant(states, i) -> 0 or the number of the broken fact"""
    assert isinstance(rules, Checked)
    rules_invariant = rules.invariant

    def invariant(states: States, i: int) -> int:
        return rules_invariant(states[i])

    return invariant


def make_conceal(rules: Rules) -> Callable[[States, int, int], None]:
    """conceal(states, i, seat)"""
    assert isinstance(rules, Secrets)
    rules_conceal = rules.conceal

    def conceal(states: States, i: int, seat: int) -> None:
        rules_conceal(states[i], seat)

    return conceal


def make_conceal_action(rules: Rules) -> Callable[[States, int, int, int], int]:
    """conceal_action(states, i, action, seat) -> action"""
    assert isinstance(rules, Secrets)
    rules_conceal_action = rules.conceal_action

    def conceal_action(states: States, i: int, action: int, seat: int) -> int:
        return rules_conceal_action(states[i], action, seat)

    return conceal_action


def make_guess(rules: Rules) -> Callable[[States, int, int, Rng], None]:
    """guess(states, i, seat, rng)"""
    assert isinstance(rules, Secrets)
    rules_guess = rules.guess

    def guess(states: States, i: int, seat: int, rng: Rng) -> None:
        rules_guess(states[i], seat, rng)

    return guess
