"""Who wins phase 2: the chances of everybody, given what they hold and whose turn it is.

Between two players they are exact, solved from the smallest holdings up. Among more, everybody pulls the win to himself with a
force that depends on his share of the brains, on how many there are, and on when his turn comes; the forces were fitted to what
a turn brings everybody if all play their best. `learning.py` makes both tables.
"""

import functools
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules import COLOURS, MAX_PLAYERS, STOCK
from .throws import IMPOSSIBLE, MOST, Worth

Chances = NDArray[np.float64]
Held = NDArray[np.intp]

TABLES = Path(__file__).with_name("race.npz")
LARGEST = int(STOCK[MAX_PLAYERS])
FINE = 65535  # steps in which chances are stored
SHARES = np.array([0.0, 0.03, 0.08, 0.15, 0.25, 0.35, 0.5, 0.65, 0.8, 1.0])  # between these forces are interpolated
BRAINS = np.array([2.0, 10.0, 20.0, 35.0, 60.0, 100.0, LARGEST])


class Race(NamedTuple):
    """The tables."""

    duel: Chances  # [held by who is on turn, held by the other] -> the chance of the first
    pull: dict[int, Chances]  # by players left: [turns until his, held, brains of all] -> the logarithm of his force


@functools.cache
def stored() -> Race:
    """The tables of the package."""
    with np.load(TABLES) as tables:
        pulls = {left: pull_table(tables[f"pull{left}"].astype(float)) for left in range(3, MAX_PLAYERS + 1)}
        return Race(tables["duel"] / FINE, pulls)


def hats(at: NDArray[np.float64], knots: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much each knot counts at each place, if one draws straight lines from knot to knot."""
    return np.stack([np.interp(at, knots, row) for row in np.eye(len(knots))], -1)


def pull_table(weights: Chances) -> Chances:
    """The pull [turns until his, held, brains of all], from weights [turns until his, knot of shares, knot of brains]."""
    brains = np.arange(LARGEST + 1)
    shares = hats(brains[:, None] / np.maximum(1, brains), SHARES)
    found: Chances = np.einsum("tsb,hns,nb->thn", weights, shares, hats(brains.astype(float), BRAINS))
    return found


def after_paying(race: Race, held: Held, colours: tuple[int, ...], seat: int) -> tuple[Worth, Chances]:
    """The chances [seat, colour, total] of everybody after each result of a turn, and [seat] after five brains (M8–M10)."""
    found = chances(race, holdings(held, colours, seat).reshape(-1, len(colours)), colours, seat)
    worth = found.reshape(COLOURS, MOST + 1, -1).transpose(2, 0, 1)
    passed = worth[:, 0, 0].copy()  # nobody has paid anything
    worth[:, :, 0] = IMPOSSIBLE
    return worth, passed


def holdings(held: Held, colours: tuple[int, ...], seat: int) -> Held:
    """What everybody holds after each result [colour, total] of a turn (M8, M9)."""
    payer = [seat] * COLOURS
    for other, colour in enumerate(colours):
        if held[other] > 0:
            payer[colour] = other
    after = np.tile(held, (COLOURS, MOST + 1, 1))
    for colour, other in enumerate(payer):
        after[colour, :, other] = np.maximum(0, held[other] - np.arange(MOST + 1))
    return after


def chances(race: Race, held: Held, colours: tuple[int, ...], seat: int) -> Chances:
    """The chance of every seat to win, for every row of holdings, after the turn of `seat`."""
    order = [(seat + step) % len(colours) for step in range(1, len(colours) + 1)]
    found = np.zeros(held.shape)
    patterns = (held > 0) @ (1 << np.arange(len(colours)))
    for pattern in np.unique(patterns):
        rows = np.flatnonzero(patterns == pattern)
        at = np.ix_(rows, np.array([other for other in order if pattern >> other & 1]))
        found[at] = chances_in_order(race, held[at])
    return found


def chances_in_order(race: Race, held: Held) -> Chances:
    """The same for players who are all still in, beginning with the one on turn."""
    left = held.shape[1]
    if left == 1:
        return np.ones(held.shape)
    if left == 2:
        first = race.duel[held[:, 0], held[:, 1]]
        return np.stack((first, 1.0 - first), 1)
    force = np.exp(race.pull[left][np.arange(left), held, held.sum(1, keepdims=True)])
    chance: Chances = force / force.sum(1, keepdims=True)
    return chance
