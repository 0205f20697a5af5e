"""One core that learns: a game's bodies in compiled loops over NumPy arrays, as a GPU runs them as kernels."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bangbox.core.gpu.machines import Array, Description, Gpu, Machine, check

__all__ = ["Array", "Cpu", "Description", "Gpu", "Machine"]


class Cpu(Machine):
    """One core: `loops` are the compiled bodies, each called with n, room for a record, and arrays."""

    xp, half, by_rows = np, "float32", True

    def __init__(self, about: Description, loops: dict[str, Callable[..., None]], dtype: "np.dtype[np.void]") -> None:
        super().__init__(about)
        self._loops, self._dtype, self._room = loops, dtype, np.zeros(1, dtype)

    def states(self, n: int) -> Array:
        return np.zeros(n, self._dtype)

    def records(self, raw: Any) -> Array:
        return raw.view(self._dtype).reshape(-1)

    def get(self, array: Array) -> Any:
        return array

    def run(self, name: str, n: int, *given: Any) -> None:
        check(name, self.about["signatures"][name], given, self.half)
        self._loops[name](n, self._room, *given)
