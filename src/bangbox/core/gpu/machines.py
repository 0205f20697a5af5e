"""What computes for many games: `Machine` says what is asked of it, `Gpu` is one through CuPy.

Nothing here needs the compiler: a `Gpu` loads kernels that were made before (ptx.py), if need be on another machine.
"""

import importlib
import json
import math
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from bangbox.core.errors import BangboxError, MissingExtra

Array = Any  # of NumPy or CuPy: both have the same functions
BLOCK = 128  # threads that a GPU starts together
REMEMBERED = 1000  # argument lists of launches that are kept ready
DESCRIPTION = "kernels.json"  # beside the kernels: what they get, and what else has to be known of the game
TYPES = {
    "u1": "uint8", "u2": "uint16", "u4": "uint32", "u8": "uint64", "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64",
    "f4": "float32", "f8": "float64",
}  # fmt: skip


class Description(Protocol):
    """What a machine knows of a game."""

    def __getitem__(self, name: str) -> Any: ...


class Machine(ABC):
    """An array module, room for records, and entry points to run."""

    xp: Any
    half: str  # the type that networks compute with in play
    by_rows: bool  # whether networks compute row by row, from what is seen, rather than by matrices

    def __init__(self, about: Description) -> None:
        self.about = about

    def zeros(self, shape: int | tuple[int, ...], kind: str = "f4") -> Array:
        """An array of noughts."""
        return self.xp.zeros(shape, self.half if kind == "h" else TYPES[kind])

    def put(self, array: Array) -> Array:
        """An array of NumPy's, here."""
        return self.xp.asarray(array)

    @abstractmethod
    def states(self, n: int) -> Array:
        """Room for n games."""

    @abstractmethod
    def records(self, raw: Any) -> Array:
        """Records given as rows of bytes, here."""

    @abstractmethod
    def run(self, name: str, n: int, *given: Any) -> None:
        """An entry for every number below n."""

    @abstractmethod
    def get(self, array: Array) -> Any:
        """An array of here, as one of NumPy's."""


class Gpu(Machine):
    """A GPU through CuPy, and the kernels in a folder."""

    half, by_rows = "float16", False

    def __init__(self, folder: Path) -> None:
        self.xp = self._cupy = cupy_here()
        super().__init__(json.loads((folder / DESCRIPTION).read_text("utf-8")))
        self.folder, self._kernels = folder, dict[str, Any]()
        self._ready: dict[tuple[Any, ...], tuple[Any, ...]] = {}

    def states(self, n: int) -> Array:
        return self.xp.zeros((n, self.about["record"]), np.uint8)

    def records(self, raw: Any) -> Array:
        return self.put(raw)

    def get(self, array: Array) -> Any:
        return self._cupy.asnumpy(array)

    def kernel(self, name: str) -> Any:
        """A kernel, loaded when it is first asked for."""
        if name not in self._kernels:
            made = self.folder / f"{name}.cubin"
            module = self._cupy.RawModule(path=str(made if made.exists() else made.with_suffix(".ptx")))
            self._kernels[name] = module.get_function(name)
        return self._kernels[name]

    def run(self, name: str, n: int, *given: Any) -> None:
        self.launch(name, n, given, (n + BLOCK - 1) // BLOCK)

    def launch(self, name: str, n: int, given: tuple[Any, ...], blocks: int, block: int = BLOCK, shared: int = 0) -> None:
        """A kernel in so many blocks of threads, each block with so many bytes of shared memory."""
        if n == 0:
            return
        passed = (*self._passed(name, given), np.int64(n))
        self.kernel(name)((blocks,), (block,), passed, shared_mem=shared)

    def _passed(self, name: str, given: tuple[Any, ...]) -> tuple[Any, ...]:
        """What a kernel gets for its arguments. A batch passes the same arrays again and again: they are looked at once."""
        key = (name, *(_where(one) if isinstance(one, self.xp.ndarray) else one for one in given))
        if key not in self._ready:
            if len(self._ready) == REMEMBERED:
                self._ready.clear()
            self._ready[key] = _as_numba_has_them(name, self.about["signatures"][name], given, self.half)
        return self._ready[key]


def cupy_here() -> Any:
    """CuPy, where it is installed and finds a GPU."""
    try:
        cupy = importlib.import_module("cupy")
    except ImportError:
        raise MissingExtra("a GPU is used through CuPy: install bangbox[gpu]") from None
    try:
        cupy.cuda.Device().use()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise BangboxError(f"CuPy finds no GPU here ({error}): install NVIDIA's driver, or leave the device at cpu") from None
    return cupy


def _where(array: Array) -> tuple[Any, ...]:
    """All that is passed of an array."""
    return array.data.ptr, array.shape, array.strides, array.dtype


def _as_numba_has_them(name: str, signature: str, given: tuple[Any, ...], half: str) -> tuple[Any, ...]:
    """Arguments as compiled code gets them; of an array two pointers of no use, how many, how large, where, shape, strides."""
    check(name, signature, given, half)
    passed: list[Any] = []
    for kind, one in zip(signature.split(), given, strict=True):
        if ":" not in kind and kind != "R":
            passed.append(np.float64(one) if kind == "f8" else np.int64(one))
            continue
        pointer, shape, strides, dtype = _where(one)
        size = dtype.itemsize
        if kind == "R":
            shape, strides, size = shape[:1], strides[:1], shape[1]
        passed += [np.uint64(0), np.uint64(0), np.int64(math.prod(shape)), np.int64(size), np.uint64(pointer)]
        passed += map(np.int64, (*shape, *strides))
    return tuple(passed)


def check(name: str, signature: str, given: tuple[Any, ...], half: str) -> None:
    """A kernel believes what it gets: so types are looked at before, on the CPU too."""
    kinds = signature.split()
    assert len(kinds) == len(given), f"{name} takes {len(kinds)} arguments, not {len(given)}"
    for place, (kind, one) in enumerate(zip(kinds, given, strict=True)):
        if kind != "R" and ":" in kind:
            code, _, dimensions = kind.partition(":")
            wanted = half if code == "h" else TYPES[code]
            assert one.dtype == wanted and one.ndim == int(dimensions) and one.flags.c_contiguous, (
                f"{name}, argument {place}: {one.dtype}[{one.ndim}] for {kind}"
            )
