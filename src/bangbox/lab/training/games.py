"""Many games at once, played by the values of what every choice leads to; and matches between two ways to move."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from bangbox.lab.training.machines import Array, Machine
from bangbox.lab.training.network import PADDING, Weights, values

CHOICES_A_GAME = 160  # for which there is room on average; a game that finds none waits for the next round
LONGEST_MATCH = 400
FEWEST_PLIES = 20  # before anybody asks whether all matches are over

Move = Callable[["Games"], None]


class Eyes:
    """Rows of what is seen as inputs of a network."""

    def __init__(self, machine: Machine, most: int) -> None:
        about, self.machine, self.most = machine.about, machine, most
        inputs = -(-about["inputs"] // PADDING) * PADDING
        columns, codes = np.zeros(inputs, np.uint8), np.full(inputs, 255, np.uint8)  # 255: nothing is ever seen
        columns[: about["inputs"]], codes[: about["inputs"]] = about["input_columns"], about["input_codes"]
        self._columns, self._codes = machine.put(columns), machine.put(codes)
        self._levels = machine.put((np.arange(256) * about["scale"]).astype(machine.half))
        self._inputs = machine.zeros((most, inputs), "h")

    def see(self, rows: Array) -> Array:
        """The inputs of at most `most` rows, until the next look."""
        inputs = self._inputs[: len(rows)]
        self.machine.run("spread", inputs.size, rows, self._columns, self._codes, self._levels, inputs)
        return inputs


class Mind:
    """A network as it plays: its weights as they were when it was made."""

    def __init__(self, machine: Machine, weights: Array) -> None:
        self.machine = machine
        self.weights = Weights(machine.about, weights.astype(machine.half))
        self._hidden, self._second = (machine.zeros(len(self.weights[name])) for name in ("one_bias", "two_bias"))

    def follow(self, weights: Array) -> None:
        """Takes over newer weights."""
        self.weights.flat[...] = weights

    def value(self, eyes: Eyes, rows: Array, out: Array) -> None:
        """The values of rows: by matrices on a GPU, row by row on a CPU."""
        if self.machine.by_rows:
            w = self.weights
            layers = (w[name] for name in ("one", "one_bias", "two", "two_bias", "last", "last_bias"))
            self.machine.run("appraise", len(rows), rows, *layers, self._hidden, self._second, out)
            return
        for low in range(0, len(rows), eyes.most):
            part = rows[low : low + eyes.most]
            out[low : low + len(part)] = values(self.machine.xp, self.weights, eyes.see(part))


class Games:
    """n games, and everything that playing them needs."""

    def __init__(self, machine: Machine, n: int, seed: int, firsts: Array, plies: int = 1) -> None:
        zeros, columns = machine.zeros, machine.about["columns"]
        self.machine, self.n, self.firsts, self.room = machine, n, firsts, n * CHOICES_A_GAME
        self.states = machine.states(n)
        self.rngs = machine.put(np.random.default_rng(seed).integers(0, 2**63, (n, 1), np.uint64))
        self.flags = zeros(n, "u1")
        self.actions, self.rows = zeros((n, machine.about["max_choices"]), "i2"), zeros((n, columns), "u1")
        self.counts, self.starts = zeros(n, "i4"), zeros(n, "i4")
        self.slot_game, self.slot_action = zeros(self.room, "i4"), zeros(self.room, "i2")
        self.slot_touched = zeros((self.room, 4), "i2")
        self.slot_rows, self.ends, self.values = zeros((self.room, columns), "u1"), zeros(self.room), zeros(self.room)
        self.early, self.late, self.opening = zeros(n), zeros(n), 0
        self.seen, self.best_values = zeros((n, plies, columns), "u1"), zeros((n, plies))
        self.plies, self.done, self.outcomes = zeros(n, "i4"), zeros(n, "i4"), zeros(n)
        self.scores = zeros((n, 2), "i4")
        self.restart()

    def restart(self) -> None:
        """All games anew."""
        self.flags[...] = 1
        self.plies[...] = 0
        self.begin()

    def begin(self) -> None:
        """The games with a flag anew."""
        self.machine.run("begin", self.n, self.states, self.firsts, self.rngs, self.flags)

    def survey(self) -> int:
        """Lists all choices, and where they lead; returns how many there are."""
        run, xp = self.machine.run, self.machine.xp
        run("survey", self.n, self.states, self.actions, self.counts, self.rows)
        stops = xp.cumsum(self.counts, dtype=np.int32)
        fits = stops <= self.room
        total = int((stops * fits).max())
        self.starts[...] = xp.minimum(stops - self.counts, total)
        self.counts *= fits
        slots = (self.slot_game, self.slot_action)
        run("enter", self.n, self.states, self.rows, self.actions, self.counts, self.starts, *slots, self.slot_touched)
        run("follow", total, self.states, *slots, self.slot_rows, self.ends)
        return total

    def step(self) -> None:
        """Plays by `values` and `ends`."""
        self.machine.run(
            "step", self.n, self.states, self.counts, self.starts, self.slot_action, self.values, self.ends, self.rows, self.rngs,
            self.early, self.late, self.opening, self.seen, self.best_values, self.plies, self.done, self.outcomes,
        )  # fmt: skip


class Score(NamedTuple):
    """What matches came to, for the first of two."""

    points: float
    margin: float  # half of the 95 % interval
    games: int


def match(games: Games, one: Move, other: Move) -> Any:
    """Plays all games to their end; what seat 0 got in each."""
    games.restart()
    for ply in range(LONGEST_MATCH):
        (one, other)[ply % 2](games)
        if ply >= FEWEST_PLIES:
            games.machine.run("judge", games.n, games.states, games.outcomes)
            if float(games.outcomes.min()) >= 0:
                break
    return games.machine.get(games.outcomes).copy()


def versus(games: Games, one: Move, other: Move) -> Score:
    """One against another, as often in front as behind."""
    points = np.concatenate([match(games, one, other), 1.0 - match(games, other, one)])
    return Score(float(points.mean()), 1.96 * float(points.std()) / math.sqrt(len(points)), len(points))


def by_value(mind: Mind, eyes: Eyes) -> Move:
    """Whoever plays the choice of the best value."""

    def move(games: Games) -> None:
        total = games.survey()
        mind.value(eyes, games.slot_rows[:total], games.values[:total])
        games.step()

    return move


def by_score(games: Games) -> None:
    """Whoever looks one move ahead at the points."""
    games.machine.run("greedy", games.n, games.states, games.actions, games.scores, games.rngs)


def at_random(games: Games) -> None:
    """Whoever plays anything."""
    games.machine.run("pick", games.n, games.states, games.actions, games.rngs)
