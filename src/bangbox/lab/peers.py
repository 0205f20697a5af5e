"""Beside the peers: random play of our games and of the nearest ones of OpenSpiel, pgx and PettingZoo, in one run."""

import importlib
import importlib.util
import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from bangbox.core.game import game
from bangbox.lab.bench import batch_play, random_play

NEAREST: dict[str, dict[str, tuple[str, ...]]] = {  # ours, then theirs: a board for two, and dice
    "bigxbang": {"OpenSpiel": ("othello", "hex", "connect_four"), "pgx": ("othello", "hex", "connect_four")},
    "brains": {"OpenSpiel": ("pig", "backgammon"), "pgx": ("backgammon",)},
}
COUNTS = {"bigxbang": "moves_per_s", "brains": "decisions_per_s"}  # theirs with dice count chance, so ours does there too
COUNTED = 100  # games of theirs that are played to know how long one is
MANY = 1024  # games that pgx plays at a time


class Rate(NamedTuple):
    """How many moves a second somebody plays, and in which way."""

    whose: str
    game: str
    way: str  # rates of one way can be compared
    moves_per_s: float
    beside: str  # which of ours is near


COMPILED, MANY_AT_ONCE, ENVIRONMENT = "whole games, compiled, one core", "many games, step by step from Python", "one environment"


def peers(told: Callable[[str], None], seconds: float = 1.0) -> list[Rate]:
    """All rates that can be measured here; `told` hears what is being measured and what is not installed."""
    rates = []
    for name, nearest in NEAREST.items():
        told(f"Bangbox: {name}")
        ours = game(name)
        rates.append(Rate("Bangbox", name, COMPILED, random_play(ours, seconds)[COUNTS[name]], name))
        rates.append(Rate("Bangbox", name, MANY_AT_ONCE, batch_play(ours, seconds)["batch_moves_per_s"], name))
        for library, measure in (("OpenSpiel", open_spiel), ("pgx", pgx)):
            if importlib.util.find_spec({"OpenSpiel": "pyspiel", "pgx": "pgx"}[library]) is None:
                told(f"{library} is not installed")
                continue
            for theirs in nearest[library]:
                told(f"{library}: {theirs}")
                way, rate = measure(theirs, seconds)
                rates.append(Rate(library, theirs, way, rate, name))
    return rates + environments(told, seconds)


def open_spiel(name: str, seconds: float) -> tuple[str, float]:
    """Random play-outs inside their C++, as the one simulation of a tree search; decisions of chance count as ours do."""
    pyspiel: Any = importlib.import_module("pyspiel")
    theirs = pyspiel.load_game(name)
    length, rng = 0, random.Random(1)
    for _ in range(COUNTED):
        state = theirs.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            length += 1
    start, n = theirs.new_initial_state(), 1
    while start.is_chance_node():
        start.apply_action(rng.choice(start.legal_actions()))
    while True:
        bot = pyspiel.MCTSBot(theirs, pyspiel.RandomRolloutEvaluator(n, 1), 1.0, 1, 100, False, 1, False)
        began = time.perf_counter()
        bot.step(start)
        if (took := time.perf_counter() - began) >= seconds:
            return COMPILED, n * length / COUNTED / took
        n = max(n + 1, int(n * min(20.0, 1.2 * seconds / max(took, 1e-6))))


def pgx(name: str, seconds: float) -> tuple[str, float]:
    """MANY games with random legal actions, compiled by XLA as one step with autoreset; waited for at the end."""
    jax: Any = importlib.import_module("jax")
    environment: Any = importlib.import_module("pgx").make(name)
    reset: Any = importlib.import_module("pgx.experimental").auto_reset(environment.step, environment.init)

    def step(state: Any, key: Any) -> Any:
        now, after = jax.random.split(key)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(now, scores, axis=-1)
        return jax.vmap(reset)(state, actions, jax.random.split(now, MANY)), after

    advance = jax.jit(step)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(key, MANY))
    state, key = advance(state, key)
    jax.block_until_ready(state)
    steps, began = 0, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        state, key = advance(state, key)
        jax.block_until_ready(state)
        steps += 1
    return MANY_AT_ONCE, steps * MANY / took


def environments(told: Callable[[str], None], seconds: float) -> list[Rate]:
    """PettingZoo on both sides: ours, and its own of four in a row."""
    if importlib.util.find_spec("pettingzoo") is None:
        told("PettingZoo is not installed")
        return []
    told("PettingZoo")
    ours: Any = importlib.import_module("bangbox.interop.pettingzoo")
    found = [Rate("Bangbox", "bigxbang", ENVIRONMENT, _stepped(ours.env("bigxbang"), seconds), "bigxbang")]
    try:
        theirs: Any = importlib.import_module("pettingzoo.classic.connect_four_v3")
        found.append(Rate("PettingZoo", "connect_four", ENVIRONMENT, _stepped(theirs.env(), seconds), "bigxbang"))
    except ImportError as error:
        told(f"PettingZoo's own games are not installed ({error})")
    return found


def _stepped(env: Any, seconds: float) -> float:
    """Moves a second of an environment with random legal actions."""
    rng, moves, seed, began = np.random.default_rng(1), 0, 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        env.reset(seed=seed)
        seed += 1
        for agent in env.agent_iter():
            observation, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
            moves += 1
            del agent
    return moves / (time.perf_counter() - began)


def page(rates: list[Rate]) -> str:
    """The rates as Markdown, each with its ratio to ours of the same way."""
    lines = [HOW_TO_READ, "| way | whose | game | moves/s | beside | ours × as fast |", "|---|---|---|---|---|---|"]
    ours = {(rate.way, rate.game): rate.moves_per_s for rate in rates if rate.whose == "Bangbox"}
    for way in (COMPILED, MANY_AT_ONCE, ENVIRONMENT):
        for rate in (rate for rate in rates if rate.way == way):
            beside = ("", "") if rate.whose == "Bangbox" else (rate.beside, f"{ours[way, rate.beside] / rate.moves_per_s:.1f}")
            lines.append(f"| {way} | {rate.whose} | {rate.game} | {rate.moves_per_s:,.0f} | {beside[0]} | {beside[1]} |")
    return "\n".join(lines) + "\n"


HOW_TO_READ = """# Benchmarks

`bigxbang.cpp` is a yardstick in C++ for `bangbox bench`; `server.py` and its companions measure the server
([docs/server-benchmark.md](../docs/server-benchmark.md)).

## Beside the peers

Written by `bangbox bench --peers`, everything in one run on one machine, CPU only; what is not installed is left out.
Everybody plays uniformly random legal actions. The games differ, since nobody else has ours: a move of Big×Bang changes more of a
larger board than one of four in a row. So a ratio tells how fast one can experiment, not who wrote better code.

- Compare rows of the same way only.
- Beside games with dice chance counts as moves on both sides; Big×Bang's set-up, 84 draws, counts as none.
- OpenSpiel's whole games are the play-outs of its tree search in C++; ours are on one core too.
- Many games at once use all cores on both sides. pgx is compiled by XLA and waited for after every step; it is made for
  accelerators, where it is far faster.
"""
