"""Means and spreads of recorded throws, fitted at the stops of the coordinates of touching down (rules/landing.py).

At every stop of forward speed, falling speed and spin a smooth function of all five coordinates is fitted to the recordings
near it, the nearer the more they count, and read off at the stops of lean and tilt.
"""

import numpy as np
from numpy.typing import NDArray

from ..rules import landing as landing
from .touches import COLUMNS

Numbers = NDArray[np.float64]
REACH = np.array([0.45, 0.45, 9.0])  # how far recordings count: of the logarithms of both speeds, and of spin
NEEDED = 600.0  # so much weight is needed: where recordings are few, those farther away count too
WIDEST = 100.0
HARMONICS = 10  # of lean
SLOW, MIDDLING = 6, 12  # so many waves change with speeds and spin, and more than linearly with roll
SHRINK = 1e-3  # keeps wild waves small where nothing was recorded
ROLL = 0.3  # a usual roll, in radians
ROUNDS = 2  # the second fits what the first leaves over
RESULTS = [COLUMNS.index("along"), COLUMNS.index("across")]
TENTHS = 10_000  # of a millimetre in a metre
LUCK = 20  # parts of a spread


def places(touches: Numbers) -> Numbers:
    """The five coordinates of every recording, in stops."""
    forward, down, spin, lean, roll = touches.T[:5]
    return np.column_stack(
        [
            landing.places(1000 * forward, landing.FORWARD),
            landing.places(1000 * down, landing.DOWN),
            landing.places(100 * spin, landing.SPIN),
            lean / (np.pi / 2) * landing.LEANS % landing.LEANS,
            landing.places(np.sin(roll), landing.TILT),
        ]
    )


def between(usual: Numbers, at: Numbers) -> Numbers:
    """What a table of stops says between them."""
    low = np.minimum(np.floor(at), np.array(landing.STOPS) - [2, 2, 2, 1, 2]).astype(int)
    part = at - low
    total = np.zeros((len(at), usual.shape[-1]))
    for corner in np.ndindex(2, 2, 2, 2, 2):
        stop = low + corner
        stop[:, 3] %= landing.LEANS
        total += np.where(corner, part, 1 - part).prod(axis=1)[:, None] * usual[tuple(stop.T)]
    return total


def fit(touches: Numbers) -> NDArray[np.int16]:
    """Mean along and across, spread along and across at every stop, in tenths of a millimetre."""
    rest, at = touches.copy(), places(touches)
    usual = np.zeros((*landing.STOPS, 4))
    for _ in range(ROUNDS):
        more = _fit_once(rest)
        usual[..., :2] += more[..., :2]
        usual[..., 2:] = more[..., 2:]
        rest[:, RESULTS] = touches[:, RESULTS] - between(usual[..., :2], at)
    return np.clip(np.rint(usual * TENTHS), -32767, 32767).astype(np.int16)  # farther than any table


def luck(touches: Numbers, usual: NDArray[np.int16], at: Numbers) -> NDArray[np.int8]:
    """What is left: how far every recording is off the mean (1/20 of the spread), and its turn (0.4°, from an eighth turn)."""
    expected = between(usual / TENTHS, at)
    off = (touches[:, RESULTS] - expected[:, :2]) / expected[:, 2:]
    turn = np.floor((np.degrees(touches[:, -1]) - 45) / 0.4)
    return np.column_stack([np.clip(np.rint(off * LUCK), -127, 127), turn]).astype(np.int8)


def _fit_once(touches: Numbers) -> Numbers:
    touches = touches[np.argsort(touches[:, 0], kind="stable")]
    results, waves = touches[:, RESULTS], _waves(touches[:, 3], touches[:, 4])
    near = np.column_stack([np.log(touches[:, :2]), touches[:, 2]]) / REACH
    middles = np.log(landing.FORWARD / 1000), np.log(landing.DOWN / 1000), landing.SPIN / 100
    lean, roll = np.meshgrid(np.arange(landing.LEANS) / landing.LEANS * np.pi / 2, np.arcsin(landing.TILT), indexing="ij")
    stops = _terms(np.zeros((lean.size, 3)), _waves(lean.ravel(), roll.ravel()))
    usual = np.empty((*landing.STOPS[:3], lean.size, 4))
    for one in np.ndindex(landing.STOPS[:3]):
        middle = np.array([stop[i] for stop, i in zip(middles, one, strict=True)]) / REACH
        chosen, gap, weight = _neighbours(near, middle)
        usual[one] = _regress(_terms(gap, waves[chosen]), weight, results[chosen], stops)
    return usual.reshape(*landing.STOPS, 4)


def _neighbours(near: Numbers, middle: Numbers) -> tuple[NDArray[np.intp], Numbers, Numbers]:
    """The recordings around a stop, how far they are off, and how much they count."""
    wide = 1.0
    while True:
        first, last = np.searchsorted(near[:, 0], [middle[0] - wide, middle[0] + wide])
        gap = near[first:last] - middle
        inside = (np.abs(gap) < wide).all(axis=1)
        gap = gap[inside]
        weight = ((1 - np.abs(gap / wide) ** 3) ** 3).prod(axis=1)
        if weight.sum() > NEEDED or wide > WIDEST:
            return first + np.flatnonzero(inside), gap, weight
        wide *= 1.25


def _waves(lean: Numbers, roll: Numbers) -> Numbers:
    """Waves of lean, first alone, then as they change with roll."""
    waves = np.column_stack([wave(4 * k * lean) for k in range(1, HARMONICS + 1) for wave in (np.cos, np.sin)])
    r = (roll / ROLL)[:, None]
    return np.hstack([waves, waves * r, waves[:, :MIDDLING] * r * r, r, r * r, r * r * r])


def _terms(gap: Numbers, waves: Numbers) -> Numbers:
    """The terms of the smooth function: speeds and spin to the second order, waves, and how the longest waves change."""
    a, b, c = (part[:, None] for part in gap.T)
    level = [np.ones_like(a), a, b, c, a * a, b * b, c * c, a * b, a * c, b * c]
    return np.hstack([*level, *(waves[:, :SLOW] * part for part in (a, b, c)), waves])


def _regress(terms: Numbers, weight: Numbers, results: Numbers, stops: Numbers) -> Numbers:
    """Mean and spread (the mean absolute deviation) at the stops of lean and tilt, never beyond what was seen."""
    weighted = terms * weight[:, None]
    normal = terms.T @ weighted
    normal += SHRINK * normal[0, 0] * np.diag(np.arange(len(normal)) > 0)
    mean = np.linalg.solve(normal, weighted.T @ results)
    off = np.abs(results - terms @ mean)
    spread = stops @ np.linalg.solve(normal, weighted.T @ off)
    usual = np.average(off, axis=0, weights=weight)
    return np.hstack([np.clip(stops @ mean, results.min(axis=0), results.max(axis=0)), np.clip(spread, usual / 4, 4 * usual)])
