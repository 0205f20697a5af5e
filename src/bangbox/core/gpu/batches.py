"""A GPU as a machine for batches. Nothing here needs the compiler."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bangbox.core.gpu.machines import BLOCK, Gpu

THREADS = 2048  # at a time on a multiprocessor
SCRATCH = 1 << 30  # bytes of their lists of choices and weights at most
WARP = 32  # threads that play out together, each with its record in shared memory
RESERVED = 1024  # bytes of shared memory that every block loses
PLAY_OUT = "play_out_all"


class GpuForBatches(Gpu):
    """A GPU that plays many games. `make` writes a kernel that is not there yet, if this machine can."""

    def __init__(self, folder: Path, make: Callable[[str], None] | None = None) -> None:
        super().__init__(folder)
        self._make = make
        device = self.xp.cuda.Device().attributes
        self._processors = int(device["MultiProcessorCount"])
        self._shared = int(device["MaxSharedMemoryPerMultiprocessor"])
        self._lists = self.zeros((0, 1), "i8")
        self._weights = self._lists

    def kernel(self, name: str) -> Any:
        """A kernel, made and loaded when it is first asked for."""
        if self._make is not None and name not in self._kernels and not (self.folder / f"{name}.ptx").exists():
            self._make(name)
        return super().kernel(name)

    def run(self, name: str, n: int, *given: Any) -> None:
        """An entry for every game."""
        blocks, block, shared = (n + BLOCK - 1) // BLOCK, BLOCK, 0
        if name == PLAY_OUT:
            block, shared = WARP, WARP * self.about["stride"]
            blocks = min((n + WARP - 1) // WARP, self._processors * self._warps())
            given = (given[0].view(f"uint{8 * self.about['unit']}"), *given[1:])
        blocks = min(blocks, self._most_threads() // block)
        self._make_room(blocks * block)
        self.launch(name, n, (self._lists, self._weights, *given), blocks, block, shared)

    def _warps(self) -> int:
        """How many warps of a play-out a multiprocessor holds: as many as their records and registers have room."""
        kernel = self.kernel(PLAY_OUT)
        kernel.preferred_shared_memory_carveout = 100
        registers = -(-kernel.num_regs // 8) * 8 * WARP
        return max(1, min(WARP, self._shared // (WARP * self.about["stride"] + RESERVED), 65536 // registers))

    def _most_threads(self) -> int:
        by_memory = SCRATCH // (16 * max(1, self.about["max_choices"]))
        return max(BLOCK, min(self._processors * THREADS, by_memory // BLOCK * BLOCK))

    def _make_room(self, threads: int) -> None:
        if len(self._lists) < threads:
            shape = (threads, max(1, self.about["max_choices"]))
            self._lists, self._weights = self.zeros(shape, "i8"), self.zeros(shape, "i8")


def padded(dtype: "np.dtype[np.void]") -> "np.dtype[np.void]":
    """The same record with a size that is an odd number of units, so that neighbours' fields lie in different banks of memory."""
    unit = max(4, dtype.alignment)
    size = -(-dtype.itemsize // unit)
    size += size % 2 == 0
    assert dtype.names is not None and dtype.fields is not None
    fields = [dtype.fields[name] for name in dtype.names]
    described: Any = {"names": dtype.names, "formats": [field[0] for field in fields], "offsets": [field[1] for field in fields]}
    described["itemsize"] = size * unit
    return np.dtype(described)
