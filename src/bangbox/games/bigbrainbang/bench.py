"""How many throws of Big Brain Bang a second: by physics, and without (`bangbox bench` reports it)."""

import time
from collections.abc import Callable

import numpy as np

from bangbox.core.contract import Picking
from bangbox.core.errors import MissingExtra
from bangbox.core.game import Game, game
from bangbox.core.position import Position
from bangbox.core.record import Rng, States

from .inputs import Pose
from .settle import simulate


def rates(seconds: float = 2.0) -> dict[str, float]:
    """Throws a second on one core, random inputs: by physics (left out if it is not installed), and cheap ones compiled."""
    played = game("bigbrainbang", throws="cheap")
    found = {"cheap_throws_per_s": _cheap_rate(played, seconds)}
    try:
        return {"throws_per_s": _real_rate(played, seconds), **found}
    except MissingExtra:
        return found


def _in_the_air(played: Game, count: int) -> list[Position]:
    """Random throws, a third of them with the box somewhere."""
    rng = np.array([1], np.uint64)
    found = []
    for i in range(count):
        pos = played.start(dice=None).play(Pose("flat", 0, -1).pack()).play("red black")
        while pos.actor >= 0:
            action = pos.pick(rng)
            pos.play(action if i % 3 == 0 or pos.name(action).startswith("throw") else "keep")
        found.append(pos)
    return found


def _real_rate(played: Game, seconds: float) -> float:
    positions = _in_the_air(played, 60)
    simulate(positions[0].s, 0)  # the model is made before the clock starts
    began, done = time.perf_counter(), 0
    while (took := time.perf_counter() - began) < seconds:
        simulate(positions[done % len(positions)].s, done)
        done += 1
    return done / took


def _cheap_rate(played: Game, seconds: float) -> float:
    positions = _in_the_air(played, 64)
    states = np.concatenate([pos.states() for pos in positions])
    rules = played.engine.rules
    assert isinstance(rules, Picking)
    draw_many = played.engine.compiled(make_draw_many(rules))
    rng = np.array([1], np.uint64)
    draw_many(states, 1, rng)
    began, done, step = time.perf_counter(), 0, 20_000
    while (took := time.perf_counter() - began) < seconds:
        draw_many(states, step, rng)
        done += step
    return done / took


def make_draw_many(rules: Picking) -> Callable[[States, int, Rng], int]:
    """draw_many(states, n, rng): n outcomes of the throws in the air"""
    random_choice = rules.random_choice

    def draw_many(states: States, n: int, rng: Rng) -> int:
        total = 0
        for i in range(n):
            total += random_choice(states[i % len(states)], rng) & 1
        return total

    return draw_many
