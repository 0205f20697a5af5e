"""The network that learns: forwards, backwards and the steps of AdamW by hand, over NumPy or CuPy.

A position's inputs go through two layers to the logit of its value; one hidden number also goes there straight. The first layer
asks, and each choice answers by what it touches: that is the policy.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from bangbox.lab.training.machines import Array, Machine

HIDDEN, SECOND, POLICY = 256, 64, 32
PADDING = 64  # the number of inputs is a multiple of it, as GPUs like it
HALF_LIFE_OF_SLOPES, HALF_LIFE_OF_SQUARES, TINY = 0.9, 0.999, 1e-8
SHRINK = 1e-4  # of weights, by step and rate
LONGEST_STEP = 1.0  # of all slopes together
AVERAGED = 0.0015  # share of the newest weights in the average that plays


def shapes(about: Any) -> dict[str, tuple[int, ...]]:
    """The layers, in the order in which they lie in memory."""
    inputs = -(-about["inputs"] // PADDING) * PADDING
    return {
        "one": (inputs, HIDDEN), "one_bias": (HIDDEN,), "two": (HIDDEN, SECOND), "two_bias": (SECOND,),
        "last": (SECOND,), "last_bias": (1,), "ask": (HIDDEN, POLICY), "ask_bias": (POLICY,),
        "origin": (about["origins"], POLICY), "target": (about["targets"], POLICY), "meeting": (about["meetings"],),
    }  # fmt: skip


class Weights:
    """All layers, as views of one array."""

    def __init__(self, about: Any, flat: Array) -> None:
        self.flat, self.layers, at = flat, dict[str, Array](), 0
        for name, shape in shapes(about).items():
            size = math.prod(shape)
            self.layers[name] = flat[at : at + size].reshape(shape)
            at += size

    def __getitem__(self, name: str) -> Array:
        return self.layers[name]

    @staticmethod
    def size(about: Any) -> int:
        """How many there are."""
        return sum(math.prod(shape) for shape in shapes(about).values())


def first_weights(about: Any, seed: int) -> Any:
    """Small random weights, as one NumPy array."""
    rng, weights = np.random.default_rng(seed), Weights(about, np.zeros(Weights.size(about), np.float32))
    for name, spread in (("one", 0.08), ("two", 0.08), ("last", 0.1), ("ask", 0.06), ("origin", 0.1), ("target", 0.1)):
        weights[name][...] = rng.normal(0.0, spread, weights[name].shape)
    weights["one"][about["inputs"] :] = 0.0
    weights["one"][:, -1] = 0.0
    return weights.flat


def values(xp: Any, weights: Weights, inputs: Array) -> Array:
    """The payoff of the side to move, for each row of inputs; the last sums are single precision."""
    raw = inputs @ weights["one"] + weights["one_bias"]
    second = xp.maximum(xp.maximum(raw, 0) @ weights["two"] + weights["two_bias"], 0)
    logit = second.astype(np.float32) @ weights["last"].astype(np.float32)
    return 1.0 / (1.0 + xp.exp(-(logit + weights["last_bias"].astype(np.float32) + raw[:, -1].astype(np.float32))))


class Lesson(NamedTuple):
    """Positions with what they were worth, and others with their choices and what those were worth."""

    inputs: Array  # first the rows of `returns`, then those of the games with choices
    returns: Array
    game: Array  # of each choice
    touched: Array  # by each choice
    starts: Array  # of each game among the choices
    counts: Array
    worths: Array  # of each choice


class Learner:
    """Weights that follow the slopes of their errors, and the average of them that plays."""

    def __init__(self, machine: Machine, flat: Any) -> None:
        self.machine, self.xp = machine, machine.xp
        about, size = machine.about, Weights.size(machine.about)
        self.weights = Weights(about, machine.put(flat.astype(np.float32)).copy())
        self.average = Weights(about, self.weights.flat.copy())
        self.slopes = Weights(about, machine.zeros(size))
        self._mean, self._square = machine.zeros(size), machine.zeros(size)
        self.steps = 0

    def learn(self, lesson: Lesson, rate: float, policy_heat: float, policy_share: float) -> tuple[Array, Array]:
        """One step; the losses of value and policy before it."""
        losses = self._find_slopes(lesson, policy_heat, policy_share)
        self._step(rate)
        return losses

    def _find_slopes(self, lesson: Lesson, policy_heat: float, policy_share: float) -> tuple[Array, Array]:
        xp, w, slopes, inputs, n = self.xp, self.weights, self.slopes, lesson.inputs, len(lesson.returns)
        slopes.flat[...] = 0
        raw = inputs @ w["one"] + w["one_bias"]
        hidden = xp.maximum(raw, 0)
        value_loss, down, straight = self._value_slopes(hidden[:n], raw[:n, -1], lesson.returns)
        policy_loss, down_policy = self._policy_slopes(hidden[n:], lesson, policy_heat, policy_share)
        down = xp.concatenate([down, down_policy]) * (raw > 0)
        down[:n, -1] += straight
        slopes["one"][...] = inputs.T @ down
        slopes["one_bias"][...] = down.sum(0)
        return value_loss, policy_loss

    def _value_slopes(self, hidden: Array, straight: Array, returns: Array) -> tuple[Array, Array, Array]:
        """The loss, and its slopes towards the hidden numbers and the one that goes straight."""
        xp, w, slopes = self.xp, self.weights, self.slopes
        raw = hidden @ w["two"] + w["two_bias"]
        second = xp.maximum(raw, 0)
        logit = second @ w["last"] + w["last_bias"] + straight
        loss = (xp.maximum(logit, 0) - logit * returns + xp.log1p(xp.exp(-xp.abs(logit)))).mean()
        slope = (1.0 / (1.0 + xp.exp(-logit)) - returns) / len(returns)
        slopes["last"][...] = slope @ second
        slopes["last_bias"][...] = slope.sum()
        back = slope[:, None] * w["last"] * (raw > 0)
        slopes["two"][...] = hidden.T @ back
        slopes["two_bias"][...] = back.sum(0)
        return loss, back @ w["two"].T, slope

    def _policy_slopes(self, hidden: Array, lesson: Lesson, heat: float, share: float) -> tuple[Array, Array]:
        """The loss, and its slopes towards the hidden numbers."""
        xp, w, slopes, machine = self.xp, self.weights, self.slopes, self.machine
        games, first, second, to, meeting = len(hidden), *(lesson.touched[:, k].astype(np.int32) for k in range(4))
        asked = hidden @ w["ask"] + w["ask_bias"]
        offered = w["origin"][first] + w["origin"][second] + w["target"][to]
        asked_by = asked[lesson.game]
        logits = (asked_by * offered).sum(1) + w["meeting"][meeting]
        slope, losses = machine.zeros(len(logits)), machine.zeros(games)
        machine.run("compare", games, lesson.starts, lesson.counts, logits, lesson.worths, heat, slope, losses)
        slope *= share / games
        towards = slope[:, None] * asked_by
        xp.add.at(slopes["origin"], first, towards)
        xp.add.at(slopes["origin"], second, towards)
        xp.add.at(slopes["target"], to, towards)
        xp.add.at(slopes["meeting"], meeting, slope)
        back = xp.zeros_like(asked)
        xp.add.at(back, lesson.game, slope[:, None] * offered)
        slopes["ask"][...] = hidden.T @ back
        slopes["ask_bias"][...] = back.sum(0)
        return losses.mean(), back @ w["ask"].T

    def _step(self, rate: float) -> None:
        """AdamW."""
        xp, slope, weights = self.xp, self.slopes.flat, self.weights.flat
        self.steps += 1
        slope *= xp.minimum(1.0, LONGEST_STEP / (xp.sqrt((slope * slope).sum()) + TINY))
        self._mean += (1 - HALF_LIFE_OF_SLOPES) * (slope - self._mean)
        self._square += (1 - HALF_LIFE_OF_SQUARES) * (slope * slope - self._square)
        mean = self._mean / (1 - HALF_LIFE_OF_SLOPES**self.steps)
        square = self._square / (1 - HALF_LIFE_OF_SQUARES**self.steps)
        weights *= 1 - rate * SHRINK
        weights -= rate * mean / (xp.sqrt(square) + TINY)
        self.average.flat += max(AVERAGED, 4.0 / (self.steps + 4)) * (weights - self.average.flat)
