"""Many games at once: one array of states, played on by compiled code in as many threads as there are cores."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bangbox.core.dice import rng_state
from bangbox.core.errors import IllegalMove, OptionError
from bangbox.core.position import Game, Position
from bangbox.core.record import Numbers, copied
from bangbox.core.rules import OVER

Scratch = tuple[Numbers, Numbers]  # room for choices and for weights, for one thread

CHUNK = 64  # fewer games than this are not worth a thread


class Batch:
    """`n` games of one kind. Game i is the one that `game.start(seed=(seed, i))` plays; chance is always played."""

    def __init__(self, game: Game, n: int, seed: int = 0, threads: int | None = None) -> None:
        if n < 1:
            raise OptionError(f"a batch holds at least one game, not {n}")
        if game.kind.settle is not None and game.kind.settle.is_real(game.start(dice=None)):
            raise OptionError('a batch cannot wait for physics: choose throws="cheap"')
        self.game = game
        self.threads = threads or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else threads or 1
        self._pool: ThreadPoolExecutor | None = None
        engine = game.engine
        self.states = game.start(dice=None).states(n)
        self.rngs = np.array([[rng_state((seed, i))] for i in range(n)], np.uint64)
        self._actors = np.zeros(n, np.int64)
        self._scratch = [(engine.buffer(), engine.buffer()) for _ in range(self.threads)]
        self._each(self._settle_chance)

    def __len__(self) -> int:
        return len(self.states)

    def _each(self, work: Callable[[int, int, Scratch], None]) -> None:
        """Runs work(low, high, scratch) over all games, split among the threads."""
        n = len(self.states)
        parts = min(self.threads, max(1, n // CHUNK))
        if parts == 1:
            work(0, n, self._scratch[0])
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="bangbox-batch")
        edges = [n * part // parts for part in range(parts + 1)]
        jobs = [self._pool.submit(work, edges[p], edges[p + 1], self._scratch[p]) for p in range(parts)]
        for job in jobs:
            job.result()

    def _settle_chance(self, low: int, high: int, scratch: Scratch) -> None:
        self.game.engine.settle_chance(self.states, self.rngs, low, high, *scratch)
        self.game.engine.look_all(self.states, low, high, self._actors)

    @property
    def actors(self) -> NDArray[np.int64]:
        """The seat to act in each game, or OVER."""
        return self._actors.copy()

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games have ended."""
        return self._actors == OVER

    @property
    def scores(self) -> NDArray[np.int64]:
        """Points, [n, seats]."""
        scores = np.zeros((len(self), self.game.engine.max_players), np.int64)
        self._each(lambda low, high, _: self.game.engine.score_all(self.states, low, high, scores))
        return scores[:, : self.game.players]

    def choices(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """actions[n, MAX_CHOICES] and counts[n]; only the first counts[i] of row i mean anything."""
        actions = np.empty((len(self), self.game.engine.max_choices), np.int64)
        counts = np.zeros(len(self), np.int64)
        self._each(lambda low, high, _: self.game.engine.list_all(self.states, low, high, actions, counts))
        return actions, counts

    def random_choices(self) -> NDArray[np.int64]:
        """A uniformly random choice for each game, -1 where it is over; drawn from the games' own random numbers."""
        played = np.empty(len(self), np.int64)
        self._each(lambda low, high, scratch: self.game.engine.pick_all(
            self.states, self.rngs, low, high, scratch[0], played))  # fmt: skip
        return played

    def play(self, actions: ArrayLike) -> None:
        """Plays one action in each game (ignored where a game is over), then chance. One illegal action: nothing is played."""
        played = np.ascontiguousarray(actions, np.int64)
        if played.shape != (len(self),):
            raise IllegalMove(f"a batch of {len(self)} games needs {len(self)} actions, not {played.shape}")
        bad: list[int] = []

        def check(low: int, high: int, scratch: Scratch) -> None:
            bad.append(self.game.engine.first_illegal(self.states, played, low, high, scratch[0]))

        self._each(check)
        if found := [i for i in bad if i >= 0]:
            raise IllegalMove(f"game {min(found)}: action {played[min(found)]} is not possible there; nothing was played")

        def advance(low: int, high: int, scratch: Scratch) -> None:
            self.game.engine.apply_all(self.states, played, low, high)
            self._settle_chance(low, high, scratch)

        self._each(advance)

    def position(self, i: int) -> Position:
        """A copy of game i, without dice."""
        return Position(self.game, copied(self.states[i : i + 1]), None)
