"""A state's memory read and written as Python integers: for notation and views, and for rules that run uncompiled.

NumPy's own scalars overflow silently and are slow one at a time; here a value that does not fit its field, an index out of range
and a negative index all raise.
"""

import functools
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

States = NDArray[np.void]


class Cells:
    """A field (or constant table) of several integers."""

    __slots__ = ("_cells", "shape")

    def __init__(self, cells: memoryview) -> None:
        self._cells = cells
        self.shape = cells.shape

    def _checked(self, index: Any) -> Any:
        if isinstance(index, tuple):
            if min(index) < 0:
                raise IndexError(f"negative index {index}")
            return tuple(int(i) for i in index)
        if index < 0:
            raise IndexError(f"negative index {index}")
        return index

    def __getitem__(self, index: Any) -> int:
        return self._cells[self._checked(index)]

    def __setitem__(self, index: Any, value: int) -> None:
        self._cells[self._checked(index)] = value

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cells.tolist())

    def tolist(self) -> list[Any]:
        """All values as (nested) lists."""
        return self._cells.tolist()

    def __repr__(self) -> str:
        return f"Cells({self.tolist()})"


def cells(memory: memoryview, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Cells:
    """Memory as integers of one type in a shape."""
    as_type: Any = memory.cast
    return Cells(as_type(dtype.char, shape) if len(shape) > 1 else as_type(dtype.char))


class Record:
    """One state (or nested record): its fields are attributes."""

    __slots__ = ("_memory", "_parts")

    def __init__(self, memory: memoryview, dtype: np.dtype[np.void]) -> None:
        object.__setattr__(self, "_memory", memory)
        parts: dict[str, Any] = {}
        for name, (kind, offset) in _layout(dtype).items():
            part = memory[offset : offset + kind.itemsize]
            base, shape = (kind.subdtype or (kind, ()))[:2]
            if base.names:
                size = base.itemsize
                parts[name] = [Record(part[i : i + size], base) for i in range(0, len(part), size)]
            elif shape:
                parts[name] = cells(part, base, shape)
            else:
                parts[name] = part.cast(cast(Any, base.char))
        object.__setattr__(self, "_parts", parts)

    def __getattr__(self, name: str) -> Any:
        try:
            part = self._parts[name]
        except KeyError:
            raise AttributeError(f"no field {name!r}") from None
        return part[0] if isinstance(part, memoryview) else part

    def __setattr__(self, name: str, value: int) -> None:
        part = self._parts.get(name)
        if not isinstance(part, memoryview):
            raise AttributeError(f"no single-number field {name!r}")
        part[0] = value

    def __repr__(self) -> str:
        return f"{type(self).__name__}(" + ", ".join(f"{name}={getattr(self, name)}" for name in self._parts) + ")"


@functools.cache
def _layout(dtype: np.dtype[np.void]) -> dict[str, tuple[np.dtype[Any], int]]:
    assert dtype.fields is not None
    return {name: (field[0], field[1]) for name, field in dtype.fields.items()}


def record(states: States, i: int = 0) -> Record:
    """State `i` of an array, without a copy."""
    size = states.dtype.itemsize
    memory = memoryview(cast(Any, states.view(np.uint8).reshape(-1)))
    return Record(memory[i * size : (i + 1) * size], states.dtype)


def copied(states: States) -> States:
    """A copy with all bytes: what identifies a state are its bytes, and NumPy's copy() leaves those between fields to chance."""
    return states.view(np.uint8).copy().view(states.dtype)


class Records:
    """An array of states as rules see it when they run uncompiled."""

    __slots__ = ("_seen", "_states")

    def __init__(self, states: States) -> None:
        self._states = states
        self._seen: dict[int, Record] = {}

    def __getitem__(self, i: int) -> Record:
        if i not in self._seen:
            self._seen[i] = record(self._states, i)
        return self._seen[i]

    def __setitem__(self, i: int, value: Record) -> None:
        self[i]._memory[:] = value._memory

    def __len__(self) -> int:
        return len(self._states)
