"""How a die touches down, as a place in tables: what it does afterwards was recorded for places like it (recording/offsets.py).

A place has five coordinates: forward speed, falling speed, spin, lean and tilt, each counted in stops and 256ths between them.
Means and spreads are tabled at the stops; luck is sorted into classes, which are coarser.
"""

import hashlib
import math
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bangbox.core.rules import below, rule, table

from .aiming import FASTEST
from .geometry import ONE, QUARTER

RECORDED = "fd9031ceecba7819"  # of offsets.npz: named here so that compiled code never outlives its data
FINE = 256  # from one stop to the next
FORWARD = np.geomspace(200, 3100, 13)  # mm/s
DOWN = np.geomspace(400, 3400, 9)  # mm/s
SPIN = np.linspace(-3200, 3200, 11)  # 0.01 rad/s
LEANS = 24  # around a quarter turn
TILT = np.array([math.sin(math.radians(angle)) for angle in (0, 4, 9, 15, 23, 34)])
STOPS = (len(FORWARD), len(DOWN), len(SPIN), LEANS, len(TILT))
WIDTHS = (2, 2, 2, 2, 1)  # of a class, in stops
CLASSES = ((len(FORWARD) - 1) // 2, (len(DOWN) - 1) // 2, (len(SPIN) - 1) // 2, LEANS // 2, len(TILT) - 1)
SINES = 1024  # as finely as tilt is looked up


def recordings() -> dict[str, NDArray[Any]]:
    """All that was recorded of real dice, checked against the name above."""
    data = (Path(__file__).parents[1] / "offsets.npz").read_bytes()
    found = hashlib.sha256(data).hexdigest()[:16]
    if found != RECORDED:
        raise RuntimeError(f"offsets.npz is {found}, rules/landing.py expects {RECORDED}")
    with np.load(BytesIO(data)) as arrays:
        return dict(arrays)


RECORDINGS = recordings()


def places(values: NDArray[Any], stops: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where values are between stops, counted from the first."""
    return np.interp(values, stops, np.arange(len(stops)))


def _looked_up(values, stops):
    return table(np.minimum(places(values, stops) * FINE, (len(stops) - 1) * FINE - 1), np.int32)


FORWARD_PLACE = _looked_up(np.arange(FASTEST), FORWARD)
DOWN_PLACE = _looked_up(np.arange(FASTEST), DOWN)
SPIN_PLACE = _looked_up(np.arange(-4000, 4001), SPIN)
TILT_PLACE = _looked_up(np.arange(SINES + 1) / SINES, TILT)


@rule
def place(forward, down, spin, lean, tilt):
    """The five coordinates of a die that touches down so; the mirror image if its axle points down."""
    return (
        FORWARD_PLACE[forward],
        DOWN_PLACE[down],
        SPIN_PLACE[spin + 4000],
        lean * LEANS * FINE // QUARTER,
        TILT_PLACE[abs(tilt) * SINES // ONE],
    )


@rule
def blurred(at, stops, rng):
    """The class of a coordinate, blurred by the width of a class, so that nothing jumps between two."""
    last = (stops - 1) * FINE - 1
    return min(max(at + below(rng, 2 * FINE) - FINE, 0), last) // (2 * FINE)


@rule
def touch_class(a, b, c, lean, tilt, rng):
    """A class of dice that touch down about so."""
    a = blurred(a, STOPS[0], rng)
    b = blurred(b, STOPS[1], rng)
    c = blurred(c, STOPS[2], rng)
    lean = (lean + below(rng, 2 * FINE) + (LEANS - 1) * FINE) % (LEANS * FINE) // (2 * FINE)
    tilt = min(abs(tilt + below(rng, FINE) - FINE // 2), (STOPS[4] - 1) * FINE - 1) // FINE
    return (((a * CLASSES[1] + b) * CLASSES[2] + c) * CLASSES[3] + lean) * CLASSES[4] + tilt
