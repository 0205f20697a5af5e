"""A search that can be gone on with: in one tree or in several side by side, kept while a match goes on."""

import functools
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from bangbox.bots.levels import Levels
from bangbox.bots.search import LONGEST_PATH, Search, make_search, memory
from bangbox.bots.tree import Tree
from bangbox.core.compiled.engine import Engine
from bangbox.core.contract.minds import Candidate
from bangbox.core.dice import SeededDice
from bangbox.core.position import Position
from bangbox.core.record import Rng

FIRST_NODES = 64
CHUNK = 64  # simulations between two looks at the clock and the cancel flag
CHUNK_OF_SEVERAL = 512  # for each of several trees: threads have to wait for each other at its end
MOST_EDGES = 4_000_000  # of a tree that is kept; a larger one is given up at the next move
SEEDS = 1 << 30
MOST_TREES = 8


@functools.cache
def _search(engine: Engine) -> Search:
    return engine.compiled_for_bots(make_search(engine))


@functools.cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST_TREES, "strand")


class Strand:
    """One tree, and all that it needs to grow in a thread of its own."""

    def __init__(self, seen: Position, levels: Levels, rng: Rng) -> None:
        engine = seen.game.engine
        self._search, self._seat, self._rng = _search(engine), max(0, seen.actor), rng
        self._most = 4 * (engine.max_choices + 1)
        self._knobs = (memory(engine), levels.explore, levels.urgency)
        self._scratch = (
            engine.buffer(), engine.buffer(), np.zeros(max(1, engine.max_choices)), np.zeros(engine.max_players),
            np.zeros((LONGEST_PATH, 3), np.int64), np.zeros(2, np.int64),
        )  # fmt: skip
        self._states = seen.states(2)
        self.tree = Tree(FIRST_NODES, self._most)

    def go_on(self, simulations: int) -> None:
        """So many simulations more."""
        done = 0
        while done < simulations:
            tree = self.tree
            done += self._search(
                self._states, self._seat, simulations - done, self._rng, *self._knobs,
                tree.nodes, tree.edges, tree.used, *self._scratch,
            )  # fmt: skip
            if done < simulations:
                tree.make_room(simulations - done + 1, self._most)

    def follow(self, seen: Position, actions: Sequence[int]) -> bool:
        """Moves on to where these actions have led; False if that was not thought of, or takes too much memory."""
        if self.tree.used[1] > MOST_EDGES or not self.tree.follow(actions):
            return False
        self._states = seen.states(2)
        return True


class Thinking:
    """What a bot thinks about a position. Several trees grow side by side, and their results are added up."""

    def __init__(self, seen: Position, levels: Levels, dice: SeededDice, trees: int = 1) -> None:
        rngs = [dice.rng, *(SeededDice(dice.below(SEEDS)).rng for _ in range(trees - 1))]
        self._strands = [Strand(seen, levels, rng) for rng in rngs]
        self.done = 0
        self.chunk = CHUNK if trees == 1 else CHUNK_OF_SEVERAL * trees

    def go_on(self, simulations: int) -> None:
        """So many simulations more, shared out among the trees."""
        if len(self._strands) == 1:
            self._strands[0].go_on(simulations)
        else:
            share = -(-simulations // len(self._strands))
            list(_threads().map(Strand.go_on, self._strands, [share] * len(self._strands)))
        self.done += simulations

    def follow(self, seen: Position, actions: Sequence[int]) -> bool:
        """Moves on with the match, keeping what was thought; False if it has to be thought about anew."""
        if not all(strand.follow(seen, actions) for strand in self._strands):
            return False
        self.done = sum(strand.tree.visits for strand in self._strands)
        return True

    def candidates(self) -> list[Candidate]:
        """What can be done, most visited first."""
        if len(self._strands) == 1:
            return self._strands[0].tree.candidates()
        visits: dict[int, int] = {}
        won: dict[int, float] = {}
        for strand in self._strands:
            for one in strand.tree.candidates():
                visits[one.action] = visits.get(one.action, 0) + one.visits
                won[one.action] = won.get(one.action, 0.0) + one.value * one.visits
        found = [Candidate(action, n, won[action] / max(1, n)) for action, n in visits.items()]
        return sorted(found, key=lambda one: (-one.visits, -one.value, one.action))

    def line(self, action: int, longest: int) -> list[int]:
        """The action, and what is expected to follow."""
        return max((strand.tree.line(action, longest) for strand in self._strands), key=len)
