"""As much of CuPy as our code uses, over NumPy: kernels run as the compiled entry points they were made from.

What is passed to a kernel is taken apart again from the bare numbers and addresses that a GPU would get.
"""

import ctypes
from types import SimpleNamespace
from typing import Any

import numpy as np

from bangbox.core.compiled.engine import engine
from bangbox.core.compiled.seeding import ROOM
from bangbox.core.gpu.machines import TYPES
from bangbox.core.registry import kind


class FakeArray(np.ndarray):
    """An array that has an address as CuPy's have it."""

    @property
    def data(self) -> Any:
        return SimpleNamespace(ptr=self.ctypes.data)


class FakeCupy:
    """The module."""

    ndarray = FakeArray

    def __init__(self) -> None:
        attributes = {"MultiProcessorCount": 2, "MaxSharedMemoryPerMultiprocessor": 100_000}
        device = SimpleNamespace(attributes=attributes, compute_capability="90", use=lambda: None, synchronize=lambda: None)
        properties = {"name": b"a GPU that is none"}
        runtime = SimpleNamespace(CUDARuntimeError=RuntimeError, getDeviceProperties=lambda _: properties)
        self.cuda = SimpleNamespace(Device=lambda: device, runtime=runtime)

    def __getattr__(self, name: str) -> Any:
        return lambda *given, **named: _ours(getattr(np, name)(*given, **named))

    def asnumpy(self, array: Any) -> Any:
        return np.asarray(array)

    def get_default_memory_pool(self) -> Any:
        return SimpleNamespace(free_all_blocks=lambda: None)

    def RawModule(self, path: str) -> Any:
        return SimpleNamespace(get_function=lambda name: FakeKernel(path.split("/")[-2], name))


def _ours(made: Any) -> Any:
    return made.view(FakeArray) if isinstance(made, np.ndarray) else made


class FakeKernel:
    """A kernel of a game, called with numbers and addresses."""

    num_regs = 64

    def __init__(self, game: str, name: str) -> None:
        from bangbox.core.gpu.kernels import signatures_of

        self._engine, self._name = engine(kind(game)), name
        self._kinds = signatures_of(kind(game))[name].split()

    def __call__(self, grid: tuple[int], block: tuple[int], given: tuple[Any, ...], shared_mem: int = 0) -> None:
        rest, arrays = list(given), []
        for code in self._kinds:
            letter, _, dimensions = code.partition(":")
            many = int(dimensions or 1)
            numbers, rest = rest[: 5 + 2 * many], rest[5 + 2 * many :]
            shape, strides = [int(x) for x in numbers[5 : 5 + many]], [int(x) for x in numbers[5 + many :]]
            dtype = self._engine.dtype if code == "R" else np.dtype(TYPES[letter])
            assert strides[-1] == dtype.itemsize == int(numbers[3])
            size = int(np.prod(shape)) * dtype.itemsize
            memory: Any = (ctypes.c_char * max(1, size)).from_address(int(numbers[4]))
            arrays.append(np.frombuffer(memory, dtype, count=int(np.prod(shape))).reshape(shape))
        (n,) = (int(number) for number in rest)
        lists, weights, states, *others = arrays
        threads = grid[0] * block[0]
        assert len(lists) >= threads and len(weights) >= threads, "each thread needs room for its lists"
        if self._name == "play_out_all":
            assert shared_mem == 32 * _stride(self._engine.dtype)
            states = states.reshape(-1).view(self._engine.dtype)
        words, world = np.zeros(ROOM, np.uint64), self._engine.states(1)
        for first in range(min(n, threads)):
            for i in range(first, n, threads):
                getattr(self._engine, self._name)(i, i + 1, lists[first], weights[first], words, world, states, *others)


def _stride(dtype: Any) -> int:
    from bangbox.core.gpu.batches import padded

    return padded(dtype).itemsize
