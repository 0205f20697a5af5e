"""A state's memory read and written as Python integers: for notation and views, and for rules that run uncompiled.

NumPy's own scalars overflow silently and are slow one at a time; here a value that does not fit its field, an index out of range
and a negative index all raise.
"""

import functools
from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

States = NDArray[np.void]
Numbers = NDArray[np.int64]
Rng = NDArray[np.uint64]  # one number: the state of a random generator, advanced in place
Index = int | tuple[int, ...]


class Cells:
    """A field (or constant table) of several integers."""

    __slots__ = ("_cells", "shape")

    def __init__(self, cells: memoryview) -> None:
        self._cells = cells
        self.shape = cells.shape

    def __getitem__(self, index: Index) -> int:
        if (min(index) if isinstance(index, tuple) else index) < 0:
            raise IndexError(f"negative index {index}")
        return self._cells[index]

    def __setitem__(self, index: Index, value: int) -> None:
        if (min(index) if isinstance(index, tuple) else index) < 0:
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


class Field(NamedTuple):
    """Where a field lies in a record's memory, and what it is: a number, numbers in a shape, or records."""

    start: int
    end: int
    base: np.dtype[Any]
    shape: tuple[int, ...]


class Record:
    """One state (or nested record): its fields are attributes.

    Every layout has a class of its own, made by `_class_for`: Python finds slots and properties quickly. What a field needs is
    made when it is first looked at.
    """

    __slots__ = ("_memory", "_numbers")
    _fields: ClassVar[dict[str, Field]]
    _dtype: ClassVar[np.dtype[np.void]]

    def __init__(self, memory: memoryview) -> None:
        object.__setattr__(self, "_memory", memory)
        object.__setattr__(self, "_numbers", {})

    def __getattr__(self, name: str) -> Any:
        """A field of several parts that was not looked at before: its slot is empty."""
        if name not in self._fields:
            raise AttributeError(f"no field {name!r}")
        start, end, base, shape = self._fields[name]
        part: Any
        if base.names:
            size, made = base.itemsize, _class_for(base)
            part = [made(self._memory[i : i + size]) for i in range(start, end, size)]
        else:
            part = cells(self._memory[start:end], base, shape)
        object.__setattr__(self, name, part)
        return part

    def _number(self, name: str) -> memoryview:
        """The memory of a field that is a single number."""
        found: memoryview | None = self._numbers.get(name)
        if found is None:
            field = self._fields.get(name)
            if field is None or field.shape or field.base.names:
                raise AttributeError(f"no single-number field {name!r}")
            as_type: Any = self._memory[field.start : field.end].cast
            found = self._numbers[name] = as_type(field.base.char)
        return found

    def __setattr__(self, name: str, value: int) -> None:
        self._number(name)[0] = value

    def state(self) -> np.void:
        """The same memory as NumPy and compiled rules see it."""
        return np.frombuffer(self._memory, self._dtype)[0]

    def __repr__(self) -> str:
        return f"{type(self).__name__}(" + ", ".join(f"{name}={getattr(self, name)}" for name in self._fields) + ")"


def cells(memory: memoryview, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Cells:
    """Memory as integers of one type in a shape."""
    as_type: Any = memory.cast
    return Cells(as_type(dtype.char, shape) if len(shape) > 1 else as_type(dtype.char))


@functools.cache
def _class_for(dtype: np.dtype[np.void]) -> type[Record]:
    """The class of records of one layout."""
    assert dtype.fields is not None
    fields = {}
    for name, (kind, offset, *_) in dtype.fields.items():
        base, shape = kind.subdtype or (kind, ())
        fields[name] = Field(offset, offset + kind.itemsize, base, shape)
    single = [name for name, field in fields.items() if not field.shape and not field.base.names]
    numbers = {name: property(functools.partial(_value, name)) for name in single}
    return type("Record", (Record,), {"__slots__": tuple(fields.keys() - single), "_fields": fields, "_dtype": dtype} | numbers)


def _value(name: str, record: Record) -> int:
    try:
        return record._numbers[name][0]
    except KeyError:
        return record._number(name)[0]


def record(states: States, i: int = 0) -> Record:
    """State `i` of an array, without a copy."""
    size = states.dtype.itemsize
    memory = memoryview(cast(Any, states.view(np.uint8).reshape(-1)))
    return _class_for(states.dtype)(memory[i * size : (i + 1) * size])


def copied(states: States) -> States:
    """A copy with all bytes: what identifies a state are its bytes, and NumPy's copy() leaves those between fields to chance."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


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
