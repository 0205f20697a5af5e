"""The kernels that batches of a game need on a GPU: the entry points of core/compiled/many.py, one game a thread."""

import functools
import importlib.metadata
import json
import math
from pathlib import Path
from typing import Any

import numba

from bangbox.core.compiled.compiling import OBSERVING, PLAIN, cache_folder
from bangbox.core.compiled.engine import engine
from bangbox.core.compiled.many import SIGNATURES
from bangbox.core.compiled.seeding import ROOM
from bangbox.core.contract import Ranged
from bangbox.core.errors import OptionError
from bangbox.core.gpu.batches import PLAY_OUT, GpuForBatches, padded
from bangbox.core.gpu.machines import DESCRIPTION, cupy_here
from bangbox.core.gpu.ptx import HOPPER, Capability, make_kernel
from bangbox.core.registry import Kind

SCRATCH = "i8:2 i8:2 "  # what every kernel gets first: lists of choices and of weights, a row a thread

IN_PLACE = """
def kernel(lists, weights, {given}, n):
    t = cuda.grid(1)
    words = cuda.local.array(ROOM, uint64)
    world = cuda.local.array(1, record)
    i = t
    while i < n:
        entry(i, i + 1, lists[t], weights[t], words, world, {given})
        i += cuda.gridsize(1)
"""

# A whole game in shared memory, which is many times as fast as where the batch lies.
PLAYED_OUT = """
def kernel(lists, weights, states, rngs, actors, counts, n):
    cells = cuda.shared.array(0, unit)
    records = cuda.shared.array(0, record)
    lane = cuda.threadIdx.x
    t = cuda.grid(1)
    rng = cuda.local.array(1, uint64)
    count = cuda.local.array(2, int64)
    i = t
    while i < n:
        for k in range(CELLS):
            cells[lane * STRIDE + k] = states[i, k]
        rng[0] = rngs[i, 0]
        count[0] = 0
        count[1] = 0
        play_out(records, lane, rng, lists[t], weights[t], count)
        rngs[i, 0] = rng[0]
        actors[i] = actor(records[lane])
        counts[i, 0] += count[0]
        counts[i, 1] += count[1]
        for k in range(CELLS):
            states[i, k] = cells[lane * STRIDE + k]
        i += cuda.gridsize(1)
"""


def kernel_names(kind: Kind) -> list[str]:
    """The kernels that there are for a game."""
    observing = () if kind.observing is not None else ("observe_games", "mask_games", "act_by_number")
    return [name for name in SIGNATURES if name not in observing]


def unit_of(kind: Kind) -> int:
    """Bytes that are copied at a time: records are made of whole units, in a batch and padded in shared memory."""
    return math.gcd(kind.rules.STATE.itemsize, padded(kind.rules.STATE).itemsize, 8)


def signatures_of(kind: Kind) -> dict[str, str]:
    """What the kernels get; play-outs get records as units, which they copy."""
    signatures = {name: SCRATCH + SIGNATURES[name] for name in kernel_names(kind)}
    return signatures | {PLAY_OUT: signatures[PLAY_OUT].replace("R", f"u{unit_of(kind)}:2")}


def describe(kind: Kind, folder: Path) -> None:
    """Writes what a GPU has to know of a game beside its kernels."""
    if isinstance(kind.rules, Ranged):
        raise OptionError(f"{kind.manifest.title} has decisions over ranges, which are not played on a GPU")
    if PLAIN:
        raise OptionError("BANGBOX_PLAIN=1 leaves rules uncompiled: there is nothing that a GPU could run")
    of = engine(kind)
    about = {
        "game": kind.id, "version": kind.version, "record": of.dtype.itemsize, "stride": padded(of.dtype).itemsize,
        "unit": unit_of(kind), "max_choices": of.max_choices, "max_players": of.max_players, "signatures": signatures_of(kind),
    }  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    (folder / DESCRIPTION).write_text(json.dumps(about), "utf-8")


def make(kind: Kind, folder: Path, name: str, capability: Capability = HOPPER) -> None:
    """Writes one kernel of a game."""
    of, file = engine(kind), folder / f"{name}.ptx"
    record = numba.from_dtype(of.dtype)
    types: dict[str, Any] = {"uint64": numba.uint64, "int64": numba.int64}
    if name == PLAY_OUT:
        unit, wide = unit_of(kind), padded(of.dtype)
        names = {
            **types, "unit": getattr(numba, f"uint{8 * unit}"), "record": numba.from_dtype(wide),
            "CELLS": of.dtype.itemsize // unit, "STRIDE": wide.itemsize // unit, "play_out": of.play_out, "actor": of.rules.actor,
        }  # fmt: skip
        make_kernel(file, PLAYED_OUT, names, signatures_of(kind)[name], record, capability)
        return
    given = ", ".join(f"a{k}" for k in range(len(SIGNATURES[name].split())))
    names = {**types, "ROOM": ROOM, "record": record, "entry": getattr(of, name)}
    make_kernel(file, IN_PLACE.format(given=given), names, signatures_of(kind)[name], record, capability)


def folder_of(kind: Kind, number: str) -> Path:
    """Where the kernels of a game are kept, for one kind of GPU."""
    return cache_folder(kind.folder / OBSERVING) / f"sm{number}-{importlib.metadata.version('numba-cuda')}"


@functools.cache
def device_for(kind: Kind) -> GpuForBatches:
    """The GPU of this machine, ready for batches of a game; kernels are made when they are first needed, and kept."""
    number = str(cupy_here().cuda.Device().compute_capability)
    capability, folder = (int(number[:-1]), int(number[-1])), folder_of(kind, number)
    describe(kind, folder)
    return GpuForBatches(folder, lambda name: make(kind, folder, name, capability))
