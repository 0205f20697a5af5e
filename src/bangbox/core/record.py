"""A state's memory read and written as Python integers: for notation and views, and for rules that run uncompiled.

NumPy's own scalars overflow silently and are slow one at a time; here a value that does not fit its field, an index out of range
and a negative index all raise.
"""

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

States = NDArray[np.void]


class Cells:
    """A field (or constant table) of several integers."""

    __slots__ = ("_cells", "shape")

    def __init__(self, cells: memoryview) -> None:
        self._cells = cells
        self.shape = cells.shape

    def __getitem__(self, index: Any) -> int:
        if (min(index) if type(index) is tuple else index) < 0:
            raise IndexError(f"negative index {index}")
        return self._cells[index]

    def __setitem__(self, index: Any, value: int) -> None:
        if (min(index) if type(index) is tuple else index) < 0:
            raise IndexError(f"negative index {index}")
        self._cells[index] = value

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
    """One state (or nested record): its fields are attributes. Every layout has a class of its own, made by `_class_for`."""

    __slots__ = ("_memory", "_numbers")
    _layout: ClassVar[dict[str, tuple[np.dtype[Any], int]]]

    def __init__(self, memory: memoryview) -> None:
        numbers: dict[str, memoryview] = {}
        put = object.__setattr__
        put(self, "_memory", memory)
        put(self, "_numbers", numbers)  # the fields of a single number
        for name, (kind, offset) in self._layout.items():
            part = memory[offset : offset + kind.itemsize]
            base, shape = (kind.subdtype or (kind, ()))[:2]
            if base.names:
                size, made = base.itemsize, _class_for(base)
                put(self, name, [made(part[i : i + size]) for i in range(0, len(part), size)])
            elif shape:
                put(self, name, cells(part, base, shape))
            else:
                numbers[name] = part.cast(cast(Any, base.char))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __setattr__(self, name: str, value: int) -> None:
        if name not in self._numbers:
            raise AttributeError(f"no single-number field {name!r}")
        self._numbers[name][0] = value

    def __repr__(self) -> str:
        return f"{type(self).__name__}(" + ", ".join(f"{name}={getattr(self, name)}" for name in self._layout) + ")"


@functools.cache
def _class_for(dtype: np.dtype[np.void]) -> type[Record]:
    """The class of records of one layout: Python finds slots and properties quickly, and what `__getattr__` gives not."""
    assert dtype.fields is not None
    layout = {name: (field[0], field[1]) for name, field in dtype.fields.items()}
    single = [name for name, (kind, _) in layout.items() if kind.subdtype is None and not kind.names]
    numbers = {name: property(functools.partial(_number, name)) for name in single}
    return type("Record", (Record,), {"__slots__": tuple(layout.keys() - single), "_layout": layout} | numbers)


def _number(name: str, record: Record) -> int:
    return record._numbers[name][0]


def record(states: States, i: int = 0) -> Record:
    """State `i` of an array, without a copy."""
    size = states.dtype.itemsize
    memory = memoryview(cast(Any, states.view(np.uint8).reshape(-1)))
    return _class_for(states.dtype)(memory[i * size : (i + 1) * size])


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
