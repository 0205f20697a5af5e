"""Compiled rules asked from Python: typed, and over the record as notation and views have it."""

# mypy: allow-untyped-calls

import numpy as np

from bangbox.core.record import Record, Rng
from bangbox.core.rules import native

from .rules import aiming, facts, listing, packing, record


def holdings(s: Record, seat: int) -> int:
    """All tiles of a seat's networks, as a set."""
    return int(record.holdings(native(s), seat))


def counted(s: Record, seat: int) -> int:
    """The tiles that score for a seat, as a set."""
    return int(record.counted(native(s), seat))


def network(s: Record, tile: int) -> int:
    """The network of a tile, as a set."""
    return int(record.network(native(s), tile))


def thrown_die(s: Record) -> int:
    """The die about to be thrown, or just thrown."""
    return int(record.die(native(s)))


def box_fault(s: Record, box: int) -> int:
    """Why the box cannot be put there: 0 if it can."""
    return int(listing.box_fault(native(s), box))


def broken_fact(s: Record) -> str | None:
    """Works out what is derived, and says what of the record cannot be."""
    record.derive(native(s))
    return facts.FACTS.get(int(facts.invariant(native(s))))


def cheap_outcome(s: Record, tremor: int) -> int:
    """Where a die comes to rest by the rules themselves."""
    return int(listing.random_choice(native(s), np.array([tremor], np.uint64)))


def pack_throw(around: int, steps: list[int]) -> int:
    """A throw from its place and the steps of its other numbers."""
    return int(packing.steps_to_throw(around, *steps))


def unpack_throw(action: int) -> list[int]:
    """The numbers of a throw."""
    return [int(n) for n in packing.unpack_throw(action)]


def pack_box(kind: int, x: int, y: int, angle: int) -> int:
    """A box from its parts."""
    return int(packing.pack_box(kind, x, y, angle))


def unpack_box(action: int) -> list[int]:
    """The parts of a box."""
    return [int(n) for n in packing.unpack_box(action)]


def pack_pose(outcome: int, x: int, y: int, angle: int) -> int:
    """A rest pose from its parts."""
    return int(packing.pack_pose(outcome, x, y, angle))


def unpack_pose(action: int) -> list[int]:
    """The parts of a rest pose."""
    return [int(n) for n in packing.unpack_pose(action)]


def release_point(around: int, wide: int) -> tuple[int, int, int]:
    """The side of the table where a hand is, and where."""
    side, x, y = aiming.release_point(around, wide)
    return int(side), int(x), int(y)


def shake(rng: Rng) -> float:
    """One part of a tremor, in standard deviations."""
    return int(aiming.shake(rng)) / aiming.SHAKE


def touch_down(throw: int, tremor: int) -> list[int]:
    """A trembling throw up to the (smaller) table, as `aiming.flight` tells it."""
    return [int(n) for n in aiming.flight(throw, 0, np.array([tremor], np.uint64))[:11]]
