"""A run of learning: play against oneself, lessons from it, a league of past selves, and a curve of how it went."""

import math
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from bangbox.lab.training.games import Eyes, Games, Mind, at_random, by_score, by_value, versus
from bangbox.lab.training.machines import Array, Machine
from bangbox.lab.training.network import Learner, Lesson, first_weights

Told = Callable[[str], None]


class Plan(NamedTuple):
    """How much is played and learned at a time. These are for a GPU; `small` is for one core."""

    games: int = 8192
    examples: int = 1 << 22  # that are remembered
    lesson: int = 16384  # positions in one step
    policy_games: int = 1024  # positions of which the choices are learned, in one step
    look: int = 1 << 18  # positions of which a GPU computes the values at a time
    plies: int = 160  # of a game that are written down
    league_games: int = 1024  # on each side of a match with a past self
    rate: float = 1.5e-3
    lowest_rate: float = 0.03  # at the end, as a share of `rate`
    policy_heat: float = 0.03
    policy_share: float = 0.25
    opening: int = 10  # plies in which choices are made more freely
    rounds: int = 0  # moves in every game, and steps, after which it ends; 0: by the clock
    stages: int = 8  # after each, a self joins the league


SMALL = Plan(games=64, look=1, examples=1 << 16, lesson=512, policy_games=16, league_games=32, stages=4)
REFRESH = 8  # steps between which those who play keep their weights
LONG_RETURNS, SHORT_RETURNS = 0.95, 0.8  # how much of a return comes from later than the next move: at first, from the middle on


class Point(NamedTuple):
    """One point of the curve: how far learning was, and what a move by value won then."""

    seconds: float
    positions: int
    steps: int
    value_loss: float
    policy_loss: float
    against_greedy: float
    against_random: float
    against_previous: float  # the self of the stage before


class Training:
    """Games, what is remembered of them, and the network that learns from it."""

    def __init__(self, machine: Machine, firsts: Array, plan: Plan, seed: int = 1, weights: Any = None) -> None:
        self.machine, self.plan, self.firsts = machine, plan, machine.records(firsts)
        self.games = Games(machine, plan.games, seed, self.firsts, plan.plies)
        number = np.arange(plan.games)
        self.games.early[...] = machine.put(np.where(number % 2 == 0, 0.10, 0.03).astype(np.float32))
        self.games.late[...] = machine.put(np.where(number % 4 == 0, 0.03, 0.005).astype(np.float32))
        self.games.opening = plan.opening
        self.learner = Learner(machine, first_weights(machine.about, seed) if weights is None else weights)
        self.mind = Mind(machine, self.learner.average.flat)
        self.eyes = Eyes(machine, max(plan.look, plan.lesson + plan.policy_games))
        self._rows = machine.zeros((plan.examples, machine.about["columns"]), "u1")
        self._returns = machine.zeros(plan.examples)
        self._rng = np.random.default_rng(seed)
        self.place = self.filled = self.positions = 0
        self.losses: list[tuple[Array, Array]] = []

    def play(self, long_returns: float) -> None:
        """One move in every game; finished games become examples, and new ones begin."""
        games, xp = self.games, self.machine.xp
        total = games.survey()
        self.mind.value(self.eyes, games.slot_rows[:total], games.values[:total])
        games.step()
        self.positions += games.n
        stops = xp.cumsum(games.done, dtype=np.int64)
        added = int(stops[-1])
        if added:
            places = self.place + stops - games.done
            written = (games.seen, games.best_values, games.plies, games.done, games.outcomes)
            self.machine.run("gather", games.n, *written, places, self._rows, self._returns, long_returns)
            games.flags[...] = games.done > 0
            games.begin()
            self.place = (self.place + added) % self.plan.examples
            self.filled = min(self.plan.examples, self.filled + added)

    def lesson(self) -> Lesson:
        """Remembered positions, and some of those just played with all their choices."""
        xp, games, plan = self.machine.xp, self.games, self.plan
        which = self.machine.put(self._rng.integers(0, self.filled, plan.lesson))
        low = (self.learner.steps * plan.policy_games) % games.n
        some = slice(low, low + plan.policy_games)
        starts, counts = games.starts[some], games.counts[some]
        begin, end = int(starts[0]), int(starts[-1] + counts[-1])
        slots = slice(begin, end)
        worths = xp.where(games.ends[slots] >= 0, games.ends[slots], 1 - games.values[slots])
        rows, touched = xp.concatenate([self._rows[which], games.rows[some]]), games.slot_touched[slots]
        if self.learner.steps % 2:
            rows, touched = turned(self.machine, rows), turned_touched(self.machine, touched)
        return Lesson(
            self.eyes.see(xp.ascontiguousarray(rows)).astype(np.float32), self._returns[which],
            games.slot_game[slots] - low, touched, starts - begin, counts, worths,
        )  # fmt: skip

    def learn(self, rate: float) -> None:
        """One step, once enough is remembered."""
        if self.filled < 4 * self.plan.lesson:
            return
        losses = self.learner.learn(self.lesson(), rate, self.plan.policy_heat, self.plan.policy_share)
        if self.learner.steps % 16 == 0:
            self.losses.append(losses)
        if self.learner.steps % REFRESH == 0:
            self.mind.follow(self.learner.average.flat)

    def go_on(self, begin: float, end: float, seconds: float) -> None:
        """Plays and learns from one share of the whole run to another, which takes so many seconds."""
        began, rounds, share = time.perf_counter(), 0, begin
        while share < end:
            long_returns = LONG_RETURNS + (SHORT_RETURNS - LONG_RETURNS) * min(1.0, 2 * share)
            self.play(long_returns)
            self.learn(self.rate(share))
            rounds += 1
            planned = self.plan.rounds / self.plan.stages
            passed = rounds / planned if planned else (time.perf_counter() - began) / seconds
            share = begin + (end - begin) * passed

    def recent_losses(self) -> tuple[float, float]:
        """Of value and policy, on average."""
        recent = self.losses[-50:]
        value, policy = (sum(float(losses[k]) for losses in recent) / max(1, len(recent)) for k in range(2))
        return value, policy

    def rate(self, share: float) -> float:
        """The length of steps: up quickly, then down like a cosine."""
        low = self.plan.lowest_rate
        return self.plan.rate * min(1.0, 0.1 + share / 0.01) * (low + (1 - low) * 0.5 * (1 + math.cos(math.pi * share)))


def turned(machine: Machine, rows: Array) -> Array:
    """The same positions after half a turn of the board."""
    return machine.xp.concatenate([rows[:, : machine.about["circles"]][:, ::-1], rows[:, machine.about["circles"] :]], 1)


def turned_touched(machine: Machine, touched: Array) -> Array:
    """What the same choices touch then."""
    kinds, circles, xp = machine.about["kinds"], machine.about["circles"], machine.xp
    circle = touched // kinds
    found = xp.where(circle < circles, (circles - 1 - circle) * kinds + touched % kinds, touched)
    found[:, 3] = touched[:, 3]
    return found.astype(np.int16)


def train(training: Training, seconds: float, told: Told, keep: Callable[[list[Point], Any], None]) -> list[float]:
    """Learns for so many seconds, matches apart; what the last self wins of each past one, from the first on.

    `keep(curve, weights)` gets every self of the league, and the curve so far.
    """
    plan, machine = training.plan, training.machine
    games = Games(machine, plan.league_games, 99, training.firsts)
    league, curve, spent = [_self(training)], list[Point](), 0.0
    for stage in range(plan.stages):
        began = time.perf_counter()
        training.go_on(stage / plan.stages, (stage + 1) / plan.stages, seconds / plan.stages)
        league.append(_self(training))
        spent += time.perf_counter() - began
        mine = by_value(league[-1], training.eyes)
        against = (versus(games, mine, other).points for other in (by_score, at_random, by_value(league[-2], training.eyes)))
        curve.append(Point(spent, training.positions, training.learner.steps, *training.recent_losses(), *against))
        told(describe(curve[-1]))
        keep(curve, machine.get(training.learner.average.flat))
    mine = by_value(league[-1], training.eyes)
    return [versus(games, mine, by_value(past, training.eyes)).points for past in league[:-1]]


def _self(training: Training) -> Mind:
    """The network as it plays now; waits until the GPU is there."""
    mind = Mind(training.machine, training.learner.average.flat.copy())
    training.machine.get(mind.weights.flat[:1])
    return mind


def describe(point: Point) -> str:
    """A point of the curve in a line."""
    return (
        f"{point.seconds:.0f} s, {point.positions / 1e6:.2f} M positions, {point.steps} steps: "
        f"value {point.value_loss:.4f}, policy {point.policy_loss:.4f}; against greedy {point.against_greedy:.3f}, "
        f"random {point.against_random:.3f}, the previous self {point.against_previous:.3f}"
    )
