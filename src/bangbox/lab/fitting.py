"""Fits what everybody's chances depend on: softmax regression of shares of the win on features of each slot."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STEPS = 30
RIDGE = 1e-6  # keeps weights small on which nothing depends
CLOSE = 1e-10  # a step that improves less is the last one
SHORTEST = 1e-3  # of a step, before it is given up


def chances(features: Floats, weights: Floats) -> Floats:
    """The chance of every slot [match, slot], from its features [match, slot, feature]."""
    pull = features @ weights
    force = np.exp(pull - pull.max(1, keepdims=True))
    chance: Floats = force / force.sum(1, keepdims=True)
    return chance


def surprise(features: Floats, shares: Floats, weights: Floats) -> float:
    """How badly weights foretell shares of the win: the mean of -log(chance)."""
    return float(-(shares * np.log(chances(features, weights) + 1e-300)).sum(1).mean())


def fitted(features: Floats, shares: Floats) -> Floats:
    """The weights that foretell best, by Newton's method: the problem is convex."""

    def cost(weights: Floats) -> float:
        return surprise(features, shares, weights) + RIDGE * float(weights @ weights)

    weights = np.zeros(features.shape[2])
    best = cost(weights)
    for _ in range(STEPS):
        step, size = _step(features, shares, weights), 1.0
        while size > SHORTEST and cost(weights - size * step) > best:
            size /= 2
        now = cost(weights - size * step)
        if now > best - CLOSE:
            break
        weights, best = weights - size * step, now
    return weights


def _step(features: Floats, shares: Floats, weights: Floats) -> Floats:
    """From weights to the bottom of the bowl that the cost looks like there."""
    n, size = len(features), len(weights)
    chance = chances(features, weights)
    slope = ((chance * shares.sum(1, keepdims=True) - shares).reshape(-1) @ features.reshape(-1, size)) / n
    mean = np.einsum("ns,nsf->nf", chance, features)
    spread = (features * chance[..., None]).reshape(-1, size).T @ features.reshape(-1, size)
    bend = (spread - mean.T @ mean) / n
    step: Floats = np.linalg.solve(bend + 2 * RIDGE * np.eye(size), slope + 2 * RIDGE * weights)
    return step
