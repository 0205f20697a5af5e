"""What surrounds a search: the world it imagines, the choices worth a look, the worth of a position where its tree ends."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bangbox.core.compiled.engine import Engine
from bangbox.core.contract.minds import Following, Memory, Pruning, Valuing
from bangbox.core.record import Numbers, Rng, States
from bangbox.core.rules import CHANCE, OVER

LONGEST_PLAY_OUT = 100_000

Floats = NDArray[np.float64]


def make_list(engine: Engine) -> Callable[[States, Memory, Numbers], int]:
    """list_choices(states, m, actions) -> how many choices of the actor of states[1] are worth a look"""
    rules_choices, bot = engine.rules.choices, engine.kind.bot
    if not isinstance(bot, Pruning):

        def list_all(states: States, m: Memory, actions: Numbers) -> int:
            return rules_choices(states[1], actions)

        return list_all
    prune = bot.prune

    def list_pruned(states: States, m: Memory, actions: Numbers) -> int:
        return prune(states[1], m, actions, rules_choices(states[1], actions))

    return list_pruned


def make_evaluate(engine: Engine) -> Callable[..., None]:
    """evaluate(states, m, rng, actions, weights, payoffs, counts): what each seat may expect from states[1], played on"""
    compiled, bot, rules, draw = engine.compiled_for_bots, engine.kind.bot, engine.rules, engine.draw
    rules_actor, rules_apply, rules_payoff = rules.actor, rules.apply, rules.payoff
    if not isinstance(bot, Valuing):
        play_out = compiled(_make_play_out(engine))

        def evaluate_by_play(
            states: States, m: Memory, rng: Rng, actions: Numbers, weights: Numbers, payoffs: Floats, counts: Numbers
        ) -> None:
            play_out(states, m, rng, actions, weights, counts)
            rules_payoff(states[1], payoffs)

        return evaluate_by_play
    value = bot.value

    def evaluate(
        states: States, m: Memory, rng: Rng, actions: Numbers, weights: Numbers, payoffs: Floats, counts: Numbers
    ) -> None:
        s = states[1]
        who = rules_actor(s)
        while who == CHANCE:
            rules_apply(s, draw(states, 1, rng, actions, weights))
            who = rules_actor(s)
        if who == OVER:
            rules_payoff(s, payoffs)
        else:
            value(s, m, payoffs)

    return evaluate


def _make_play_out(engine: Engine) -> Callable[..., None]:
    """play_out(states, m, rng, actions, weights, counts): plays states[1] to its end, as the game's bot would or at random"""
    bot, rules, draw, play_on = engine.kind.bot, engine.rules, engine.draw, engine.play_out
    if not isinstance(bot, Following):

        def play_at_random(states: States, m: Memory, rng: Rng, actions: Numbers, weights: Numbers, counts: Numbers) -> None:
            play_on(states, 1, rng, actions, weights, counts)

        return play_at_random
    rules_actor, rules_apply, follow = rules.actor, rules.apply, bot.follow
    list_choices = engine.compiled_for_bots(make_list(engine))

    def play_out(states: States, m: Memory, rng: Rng, actions: Numbers, weights: Numbers, counts: Numbers) -> None:
        s = states[1]
        for _ in range(LONGEST_PLAY_OUT):
            who = rules_actor(s)
            if who == OVER:
                return
            if who == CHANCE:
                rules_apply(s, draw(states, 1, rng, actions, weights))
            else:
                rules_apply(s, follow(s, m, actions, list_choices(states, m, actions), rng))

    return play_out


def make_imagine(engine: Engine) -> Callable[[States, int, Rng], None]:
    """imagine(states, seat, rng): fills states[1] with a world that fits what the seat knows"""
    if not engine.kind.secret:

        def no_secrets(states: States, seat: int, rng: Rng) -> None:
            pass

        return no_secrets
    guess = engine.guess

    def imagine(states: States, seat: int, rng: Rng) -> None:
        guess(states, 1, seat, rng)

    return imagine
