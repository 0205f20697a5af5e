"""What a throw may come to, by physics: where the box or an edge of the table is near, quick throws may be wrong."""

import importlib.util
import time
from collections.abc import Callable

import msgspec

from bangbox.core.contract import Seen

from ..data import TABLES, UNITS
from ..rules.packing import ABSENT
from ..rules.record import FLIGHT
from ..views import View, spread, spread_of, view
from .real import is_real, outcome, simulate

THROWS = 100
FEWEST = 20  # even if time is up
SECONDS = 1.5
NEAR = 0.05  # metres


def is_rough(pos: Seen) -> bool:
    """Whether physics may say something else than quick throws: the box is there, or dice come near to an edge of the table."""
    if pos.s.phase != FLIGHT or not is_real(pos) or importlib.util.find_spec("mujoco") is None:
        return False
    quick = spread(pos)
    assert quick is not None, "a die is in the air"
    edge = TABLES[pos.s.players > 2] / UNITS / 2 - NEAR
    return pos.s.box != ABSENT or quick.astray > 0 or any(max(abs(x), abs(y)) > edge for x, y in quick.rests)


def foresee(pos: Seen, stop: Callable[[], bool]) -> View:
    """The view with the spread of real throws: the same tremors for every throw, so that only the aim makes a difference."""
    ends, until = [], time.monotonic() + SECONDS
    for tremor in range(THROWS):
        if stop() or (tremor >= FEWEST and time.monotonic() > until):
            break
        ends.append(outcome(simulate(pos.s, tremor)))
    return msgspec.structs.replace(view(pos), spread=spread_of(ends))
