"""Digests of every step of random games, to compare modes of running: `python -m tests.games.replay SEEDS SECONDS CASE...`."""

import hashlib
import json
import sys
import time
import traceback
from typing import Any

import numpy as np

from bangbox.core.dice import SeededDice
from bangbox.core.position import SPECTATOR
from bangbox.core.record import copied
from bangbox.core.rules import CHANCE, OVER

from .suite import CASES, Case

SOME_ACTIONS = [-1, 0, 1, 7, 60, 2**40]
FEWEST = 40
STEPS = 400  # of a game are enough; uncompiled ones take their time


def steps(case: Case, seed: int, patience: float = 1e9) -> list[str]:
    """A digest for each node of a random game: the state, and all that the rules say of it.

    After `patience` seconds of work (compiling included) no more than the FEWEST nodes are looked at.
    """
    began = time.process_time()
    engine = case.game.engine
    dice, guesses = SeededDice((seed, 1)), SeededDice((seed, 2))
    states, actions, weights = case.game.start(dice=None).states(), engine.buffer(), engine.buffer()
    digests: list[str] = []
    for _ in range(STEPS):
        who = int(engine.actor(states, 0))
        said = facts(case, states, who)
        if len(digests) % 8 == 0:
            said += seen(case, states, who, guesses)
        digests.append(hashlib.blake2b(b"|".join(said), digest_size=6).hexdigest())
        if who == OVER or (len(digests) >= FEWEST and time.process_time() - began > patience):
            break
        move = engine.draw(states, 0, dice.rng, actions, weights) if who == CHANCE else engine.pick(states, 0, dice.rng, actions)
        engine.apply(states, 0, int(move))
    return digests


def facts(case: Case, states: Any, who: int) -> list[bytes]:
    """The bytes of the record, the choices and weights, the score and the result."""
    engine, rules = case.game.engine, case.game.kind.rules
    actions, weights = engine.buffer(), engine.buffer()
    said = [states.tobytes(), bytes([who & 0xFF])]
    if who != OVER:
        n = int(engine.choices(states, 0, actions))
        said.append(actions[:n].tobytes())
        said.append(bytes(bool(engine.legal(states, 0, a, actions)) for a in [*SOME_ACTIONS, *actions[:4].tolist()]))
        if who == CHANCE and n:
            engine.weigh(states, 0, weights, n)
            said.append(weights[:n].tobytes())
    points, paid = np.zeros(engine.max_players, np.int64), np.zeros(engine.max_players)
    engine.score(states, 0, points)
    if who == OVER:
        engine.payoff(states, 0, paid)
        said.append(str(int(engine.winners(states, 0))).encode())
    said += [points.tobytes(), paid.tobytes()]
    if hasattr(rules, "invariant"):
        said.append(str(int(engine.invariant(states, 0))).encode())
    return said


def seen(case: Case, states: Any, who: int, guesses: SeededDice) -> list[bytes]:
    """What is derived anew, and what each viewer sees and guesses."""
    engine, rules = case.game.engine, case.game.kind.rules
    said = []
    if hasattr(rules, "derive"):
        again = copied(states)
        again.view(np.uint8)[engine.identity :] = 0
        engine.derive(again, 0)
        said.append(again.tobytes())
    if case.game.kind.secret and who != OVER:
        for viewer in range(SPECTATOR, int(engine.players(states, 0))):
            world = copied(states)
            engine.conceal(world, 0, viewer)
            said.append(world.tobytes())
            engine.guess(world, 0, viewer, guesses.rng)
            said.append(world.tobytes())
    return said


def main(seeds: int, patience: float, wanted: list[str]) -> None:
    """One JSON object a case: its name and the digests of each seed, or the error that it ran into."""
    for case in CASES:
        if str(case) in wanted:
            try:
                result = {"case": str(case), "walks": [steps(case, seed, patience) for seed in range(seeds)]}
            except Exception:  # the other games go on
                result = {"case": str(case), "error": traceback.format_exc()}
            print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:])
