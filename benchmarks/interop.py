"""Rates of the environments for learners: `python -m benchmarks.interop`, beside games of OpenSpiel's own.

A step is one action of a player with a new observation and mask; dice and opponents are not counted.
"""

import sys
import time
from typing import Any

import numpy as np
import pyspiel

from bangbox.interop import openspiel as _registers  # noqa: F401
from bangbox.interop import pettingzoo
from bangbox.interop.vector import Against

SECONDS = 2.0
GAMES = ("bigxbang", "brains", "urknall", "robbery")


def pettingzoo_rate(env: Any, seconds: float) -> float:
    """Steps a second by turns, with random actions out of the mask."""
    rng, steps, began = np.random.default_rng(1), 0, 0.0
    while not began or time.perf_counter() - began < seconds:
        env.reset(seed=steps)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            possible = np.flatnonzero(observation["action_mask"])
            env.step(None if terminated or truncated else int(possible[rng.integers(len(possible))]))
            steps += not (terminated or truncated)
        if not began:  # the first game compiles
            began, steps = time.perf_counter(), 0
    return steps / (time.perf_counter() - began)


def openspiel_rate(name: str, seconds: float) -> float:
    """Actions a second, chance included, with the observation tensor of every decision."""
    game, rng, steps, began = pyspiel.load_game(name), np.random.default_rng(1), 0, 0.0
    while not began or time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, likely = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(outcomes[int(rng.choice(len(outcomes), p=likely))])
            else:
                state.observation_tensor(state.current_player())
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.integers(len(actions)))])
            steps += 1
        if not began:
            began, steps = time.perf_counter(), 0
    return steps / (time.perf_counter() - began)


def vector_rate(name: str, envs: int, seconds: float, opponent: str = "random") -> float:
    """Steps a second over all environments; the actions are taken out of the masks in NumPy, which is not timed."""
    table, rng, steps, spent = Against(name, envs, opponent=opponent), np.random.default_rng(1), 0, 0.0
    _, infos = table.reset(seed=1)
    first = True
    while spent < seconds:
        numbers = (rng.random(infos["action_mask"].shape, np.float32) * infos["action_mask"]).argmax(1)
        began = time.perf_counter()
        *_, infos = table.step(numbers)
        if not first:
            spent, steps = spent + time.perf_counter() - began, steps + envs
        first = False
    table.close()
    return steps / spent


def main(seconds: float = SECONDS) -> None:
    """Prints all rates."""
    print("| environment | steps/s |\n|---|---|")
    for name in GAMES:
        print(f"| PettingZoo, {name} | {pettingzoo_rate(pettingzoo.env(name), seconds):,.0f} |", flush=True)
    for name in [f"bangbox_{game}" for game in GAMES] + ["python_tic_tac_toe", "python_kuhn_poker", "tic_tac_toe", "backgammon"]:
        if name.startswith("python_"):
            from open_spiel.python import games as _theirs  # noqa: F401
        print(f"| OpenSpiel, {name} | {openspiel_rate(name, seconds):,.0f} |", flush=True)
    for name in GAMES:
        print(f"| vector, {name}, 1,024 games, random opponents | {vector_rate(name, 1024, seconds):,.0f} |", flush=True)
    print(f"| vector, bigxbang, 1,024 games, greedy opponent | {vector_rate('bigxbang', 1024, seconds, 'greedy'):,.0f} |")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
