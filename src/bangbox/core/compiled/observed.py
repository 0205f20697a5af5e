"""Factories of entry points for learners: observations, masks and numbered actions of the games states[low:high]."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bangbox.core.contract import Observing, Rules, Secrets
from bangbox.core.record import Numbers, States
from bangbox.core.rules import OVER

Floats = NDArray[np.float32]
Masks = NDArray[np.int8]
ObserveAll = Callable[[States, Numbers, int, int, States, Floats], None]
MasksAll = Callable[[States, int, int, Numbers, Masks], None]
Translate = Callable[[States, Numbers, int, int, Numbers], None]


def make_observe_all(rules: Rules, observing: Observing) -> ObserveAll:
    """observe_all(states, seats, low, high, world, out): what seats[i] observes of states[i], written to out[i]

    `world` is room for one state, into which each is copied and concealed. Where the seat is negative (CHANCE, OVER) all is 0.
    """
    rules_actor, observe = rules.actor, observing.observe
    if isinstance(rules, Secrets):
        rules_conceal = rules.conceal

        def observe_all(states: States, seats: Numbers, low: int, high: int, world: States, out: Floats) -> None:
            for i in range(low, high):
                out[i] = 0
                if seats[i] >= 0:
                    world[0] = states[i]
                    if rules_actor(states[i]) != OVER:  # then everything is public
                        rules_conceal(world[0], seats[i])
                    observe(world[0], seats[i], out[i])
    else:

        def observe_all(states: States, seats: Numbers, low: int, high: int, world: States, out: Floats) -> None:
            for i in range(low, high):
                out[i] = 0
                if seats[i] >= 0:
                    observe(states[i], seats[i], out[i])

    return observe_all


def make_masks_all(rules: Rules, observing: Observing) -> MasksAll:
    """masks_all(states, low, high, actions, out): out[i, number] is 1 for each listed choice of the seat that acts in states[i]

    `actions` is room for one list of choices.
    """
    rules_actor, rules_choices, number = rules.actor, rules.choices, observing.number

    def masks_all(states: States, low: int, high: int, actions: Numbers, out: Masks) -> None:
        for i in range(low, high):
            out[i] = 0
            if rules_actor(states[i]) >= 0:
                for k in range(rules_choices(states[i], actions)):
                    out[i, number(states[i], actions[k])] = 1

    return masks_all


def make_actions_all(rules: Rules, observing: Observing) -> Translate:
    """actions_all(states, numbers, low, high, actions): the action of numbers[i] in states[i], -1 where there is none"""
    rules_actor, action = rules.actor, observing.action

    def actions_all(states: States, numbers: Numbers, low: int, high: int, actions: Numbers) -> None:
        for i in range(low, high):
            actions[i] = action(states[i], numbers[i]) if rules_actor(states[i]) >= 0 else -1

    return actions_all


def make_numbers_all(rules: Rules, observing: Observing) -> Translate:
    """numbers_all(states, actions, low, high, numbers): the number of actions[i] in states[i], -1 where no seat acts"""
    rules_actor, number = rules.actor, observing.number

    def numbers_all(states: States, actions: Numbers, low: int, high: int, numbers: Numbers) -> None:
        for i in range(low, high):
            numbers[i] = number(states[i], actions[i]) if rules_actor(states[i]) >= 0 else -1

    return numbers_all
