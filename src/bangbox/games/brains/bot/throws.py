"""What throws are worth, exactly: the mean over dice in the cup, and the best of all ways to keep some.

The worth of every throw is an array whose last five axes are the dice, one place a side. `cup` adds a place 0 to each axis for
a die that is still to fall; `kept` takes the best way to put dice back, and so comes back to the sides that lie on top. The
axis before the dice says for whom: the first one chooses, the others get what he chooses. Axes before that are turns that are
worked out side by side.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..rules import BRAIN, COLOURS, DICE, PAINT, TIMES

Worth = NDArray[np.float64]
IMPOSSIBLE = -1e9  # a colour without a total cannot be chosen


def _totals() -> NDArray[np.intp]:
    """The total of every colour, for every throw (M5)."""
    found = np.zeros((COLOURS,) + (BRAIN,) * DICE, np.intp)
    for faces in product(range(1, BRAIN + 1), repeat=DICE):
        at = tuple(face - 1 for face in faces)
        for die, face in enumerate(faces):
            if face != BRAIN:
                found[(PAINT[die, face], *at)] += face * TIMES[faces.count(BRAIN)]
    return found


TOTALS = _totals()
MOST = int(TOTALS.max())


def lying(by_colour: Worth, passed: Worth) -> Worth:
    """The worth of every last throw: the best of `by_colour[…, whose, colour, total]`, or with five brains `passed`."""
    worth = by_colour[..., 0, TOTALS[0]]
    for colour in range(1, COLOURS):
        worth = _better(worth, by_colour[..., colour, TOTALS[colour]])
    worth[..., -1, -1, -1, -1, -1] = passed
    return worth


def cup(worth: Worth) -> Worth:
    """The mean worth with any of the dice still in the cup."""
    for axis in range(-DICE, 0):
        worth = np.concatenate((worth.mean(axis, keepdims=True), worth), axis)
    return worth


def kept(worth: Worth) -> Worth:
    """The worth of every throw of which any dice may be thrown again."""
    for axis in range(-DICE, 0):
        again, lies = np.split(worth, [1], axis)
        worth = _better(lies, again)
    return worth


def turn(worth: Worth) -> Worth:
    """The worth of a whole turn, for everybody, given that of its last throws."""
    whole = kept(cup(kept(cup(worth))))
    return whole.mean(tuple(range(-DICE, 0)))


def _better(one: Worth, other: Worth) -> Worth:
    """What the first of all prefers."""
    if one.shape[-DICE - 1] == 1:
        return np.maximum(one, other)
    prefers_other = other[..., :1, :, :, :, :, :] > one[..., :1, :, :, :, :, :]
    return np.where(prefers_other, other, one)
