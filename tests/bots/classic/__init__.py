"""The bots of the first version, as opponents to measure others by: plain UCT with random play-outs in every game."""

import functools
import time

import numpy as np

from bangbox.core.compiled.engine import Engine
from bangbox.core.dice import Seed, SeededDice
from bangbox.core.position import Position
from tests.bots.classic.search import LONGEST_PATH, Search, Tree, make_search

SIMULATIONS = {"classic-easy": 400, "classic-medium": 4_000, "classic-hard": 30_000}
SECONDS = 15.0
CHUNK = 64


@functools.cache
def _search(engine: Engine) -> Search:
    return engine.compiled_for_bots(make_search(engine))


def classic_choice(pos: Position, level: str, seed: Seed | None = None) -> int:
    """What a bot of the first version plays for the seat to act."""
    seen = pos.seen_by(pos.actor) if pos.seat is None else pos
    choices = seen.choices()
    if len(choices) == 1 and not seen.ranges():
        return choices[0]
    engine, dice, budget = seen.game.engine, SeededDice(seed), SIMULATIONS[level]
    tree, states = Tree(budget), seen.states(2)
    scratch = (
        engine.buffer(), engine.buffer(), np.zeros(engine.max_players), np.zeros((LONGEST_PATH, 2), np.int64),
        np.zeros(2, np.int64),
    )  # fmt: skip
    deadline, done = time.monotonic() + SECONDS, 0
    while done < budget and time.monotonic() < deadline:
        _search(engine)(states, seen.actor, CHUNK, dice.rng, *tree.arrays(), *scratch)
        done += CHUNK
    return tree.candidates()[0][0]


def hard(pos: Position, seed: int) -> int:
    """For `bangbox tournament --others tests.bots.classic:hard`."""
    return classic_choice(pos, "classic-hard", seed)


def medium(pos: Position, seed: int) -> int:
    """The same with fewer play-outs, for Big Brain Bang, where a match against `hard` takes too long."""
    return classic_choice(pos, "classic-medium", seed)
