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


class Cells:
    """A field (or constant table) of several integers in one row."""

    __slots__ = ("_cells",)

    def __init__(self, cells: memoryview) -> None:
        self._cells = cells

    @property
    def shape(self) -> tuple[int, ...]:
        """How many there are in each dimension."""
        return self._cells.shape or ()

    def __getitem__(self, index: int) -> int:
        if index < 0:
            raise IndexError(f"negative index {index}")
        return self._cells[index]

    def __setitem__(self, index: int, value: int) -> None:
        if index < 0:
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


class Grid(Cells):
    """A field (or constant table) of two or more dimensions."""

    __slots__ = ()

    def __getitem__(self, index: tuple[int, ...]) -> int:  # type: ignore[override]
        if min(index) < 0:
            raise IndexError(f"negative index {index}")
        return self._cells[index]

    def __setitem__(self, index: tuple[int, ...], value: int) -> None:  # type: ignore[override]
        if min(index) < 0:
            raise IndexError(f"negative index {index}")
        self._cells[index] = value


class Field(NamedTuple):
    """Where a field lies in a record's memory, and what it is: a number, numbers in a shape, or records."""

    start: int
    end: int
    base: np.dtype[Any]
    shape: tuple[int, ...]

    @property
    def is_number(self) -> bool:
        """Whether it is a single number."""
        return not self.shape and not self.base.names


class Row(NamedTuple):
    """A record's memory as a row of numbers of one type, from the first byte at which such a field can begin."""

    begin: int
    end: int
    char: Any


class Record:
    """One state (or nested record): its fields are attributes.

    Every layout has a class of its own, made by `_class_for`, so that Python finds the fields quickly.
    """

    _memory: memoryview
    _numbers: list[memoryview]  # by row
    _fields: ClassVar[dict[str, Field]]
    _rows: ClassVar[list[Row]]
    _dtype: ClassVar[np.dtype[np.void]]

    def __init__(self, memory: memoryview) -> None:
        self.__dict__["_memory"] = memory
        self.__dict__["_numbers"] = [memory[begin:end].cast(char) for begin, end, char in self._rows]

    def __getattr__(self, name: str) -> Any:
        """Whatever is no field; all fields are found before this is asked."""
        raise AttributeError(f"no field {name!r}")

    def __setattr__(self, name: str, value: int) -> None:
        field = self._fields.get(name)
        if field is None or not field.is_number:
            raise AttributeError(f"no single-number field {name!r}")
        object.__setattr__(self, name, value)

    def state(self) -> np.void:
        """The same memory as NumPy and compiled rules see it."""
        return np.frombuffer(self._memory, self._dtype)[0]

    def __repr__(self) -> str:
        return f"{type(self).__name__}(" + ", ".join(f"{name}={getattr(self, name)}" for name in self._fields) + ")"


class Part:
    """A field of several parts: made when a record is first asked for it, and then found in the record's own dictionary."""

    def __init__(self, name: str, field: Field) -> None:
        self._name = name
        self._start, self._end, base, self._shape = field
        self._char, self._size = base.char, base.itemsize
        self._nested = _class_for(base) if base.names else None

    def __get__(self, record: Record, owner: type[Record]) -> Any:
        memory, nested = record._memory, self._nested
        made: Any
        if nested is None:
            made = _cells(memory[self._start : self._end], self._char, self._shape)
        else:
            made = [nested(memory[i : i + self._size]) for i in range(self._start, self._end, self._size)]
        record.__dict__[self._name] = made
        return made


def _cells(memory: Any, char: str, shape: tuple[int, ...]) -> Cells:
    return Grid(memory.cast(char, shape)) if len(shape) > 1 else Cells(memory.cast(char))


def cells(array: NDArray[Any]) -> Cells:
    """A constant table as plain rules read it."""
    return _cells(memoryview(array.tobytes()), array.dtype.char, array.shape)


@functools.cache
def _class_for(dtype: np.dtype[np.void]) -> type[Record]:
    """The class of records of one layout."""
    assert dtype.fields is not None
    fields, rows, found = {}, list[Row](), dict[str, Any]()
    for name, (kind, offset, *_) in dtype.fields.items():
        base, shape = kind.subdtype or (kind, ())
        field = fields[name] = Field(offset, offset + kind.itemsize, base, shape)
        if not field.is_number:
            found[name] = Part(name, field)
            continue
        begin = offset % base.itemsize
        row = Row(begin, dtype.itemsize - (dtype.itemsize - begin) % base.itemsize, base.char)
        if row not in rows:
            rows.append(row)
        found[name] = _number(rows.index(row), offset // base.itemsize)
    return type("Record", (Record,), {"_fields": fields, "_rows": rows, "_dtype": dtype} | found)


def _number(row: int, place: int) -> property:
    """A field that is a single number."""

    def read(record: Record) -> int:
        return record._numbers[row][place]

    def write(record: Record, value: int) -> None:
        record._numbers[row][place] = value

    return property(read, write)


def record(states: States, i: int = 0) -> Record:
    """State `i` of an array, without a copy."""
    size = states.dtype.itemsize
    memory = memoryview(cast(Any, states.view(np.uint8)))
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
