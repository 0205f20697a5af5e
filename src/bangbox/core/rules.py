"""What a rules.py is written with: the decorator, constant tables, the two actors that are not seats, a random number."""

import functools
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar, cast

import numpy as np
from numba.core.dispatcher import Dispatcher
from numpy.typing import ArrayLike, DTypeLike

from bangbox.core.actors import CHANCE, OVER
from bangbox.core.compiled.compiling import BOT, CORE, OBSERVING, PLAIN, compiled
from bangbox.core.contract import Rules
from bangbox.core.record import Record, Rng, cells

__all__ = ["CHANCE", "OVER", "below", "inlined", "native", "plain", "rule", "table"]

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """A function of the rules: compiled over the record, or, with BANGBOX_PLAIN=1, left as it is."""
    return _of_rules(function, inline=False)


def inlined(function: Function) -> Function:
    """A function of the rules on the way of every move, made part of its callers: faster to run, slower to compile."""
    return _of_rules(function, inline=True)


def _of_rules(function: Function, inline: bool) -> Function:
    if PLAIN:
        return function
    source = Path(function.__code__.co_filename)
    game = _game_of(source)
    part = game / BOT if game / BOT in source.parents else game / OBSERVING if source == game / f"{OBSERVING}.py" else game
    return compiled(function, part, game.name, inline)


@functools.cache
def _game_of(source: Path) -> Path:
    """The folder of the game to which a source file belongs."""
    return next((folder for folder in source.parents if (folder / "game.toml").exists()), source.parent)


def table(values: ArrayLike, dtype: DTypeLike) -> Any:
    """A constant array for rules. Plain rules read Python integers from it."""
    array = np.ascontiguousarray(values, dtype=dtype)
    if PLAIN:
        return cells(array)
    array.flags.writeable = False
    return array


_MASK = 0xFFFF_FFFF_FFFF_FFFF
_STEP, _MIX1, _MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def _next_plain(rng: Rng) -> int:
    """The 32 high bits of the next SplitMix64 number."""
    x = (int(rng[0]) + _STEP) & _MASK
    rng[0] = x
    x = ((x ^ (x >> 30)) * _MIX1) & _MASK
    x = ((x ^ (x >> 27)) * _MIX2) & _MASK
    return (x ^ (x >> 31)) >> 32


def _below_plain(rng: Rng, n: int) -> int:
    product = _next_plain(rng) * n
    if product & 0xFFFFFFFF < n:  # reject the few values that would make the first outcomes likelier (Lemire)
        floor = (2**32 - n) % n
        while product & 0xFFFFFFFF < floor:
            product = _next_plain(rng) * n
    return product >> 32


_STEP64, _MIX164, _MIX264 = np.uint64(_STEP), np.uint64(_MIX1), np.uint64(_MIX2)
_U27, _U30, _U31, _U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW32, _TWO32 = np.uint64(0xFFFFFFFF), np.uint64(2**32)


def _next_compiled(rng: Rng) -> np.uint64:
    x = rng[0] + _STEP64
    rng[0] = x
    x = (x ^ (x >> _U30)) * _MIX164
    x = (x ^ (x >> _U27)) * _MIX264
    return (x ^ (x >> _U31)) >> _U32


def _below_compiled(rng: Rng, n: int) -> np.int64:
    size = np.uint64(n)
    product = _next(rng) * size
    if product & _LOW32 < size:
        floor = (_TWO32 - size) % size
        while product & _LOW32 < floor:
            product = _next(rng) * size
    return np.int64(product >> _U32)


def below_plain(rng: Rng, n: int) -> int:
    """A uniform integer from 0 to n - 1 (n < 2³²); `rng` is an array of one uint64, advanced in place."""
    return _below_plain(rng, n)


below: Callable[[Rng, int], int]
if PLAIN:
    below = below_plain
else:
    _next = compiled(_next_compiled, CORE, "core")
    below = cast(Callable[[Rng, int], int], compiled(_below_compiled, CORE, "core"))


def plain(module: ModuleType | Rules) -> ModuleType:
    """The functions of a rules module as ordinary Python over a `Record`: for notation and views.

    The same text: each compiled function's own code, with the compiled functions and tables it names replaced likewise.
    """
    found = cast(ModuleType, module)
    return found if PLAIN else cast(ModuleType, SimpleNamespace(**_plain_names(found.__name__)))


def native(s: Record) -> Any:
    """The same record as compiled rules take it: for the few that are too slow as plain Python."""
    return s if PLAIN else s.state()


@functools.cache
def _plain_namespaces() -> dict[str, dict[str, Any]]:
    return {}


def _plain_names(name: str) -> dict[str, Any]:
    spaces = _plain_namespaces()
    if name not in spaces:
        names = spaces[name] = dict(vars(sys.modules[name]))
        for key, value in list(names.items()):
            if value is below:
                names[key] = below_plain
            elif isinstance(value, Dispatcher):
                names[key] = FunctionType(value.py_func.__code__, _plain_names(value.py_func.__module__), key)
            elif isinstance(value, np.ndarray):
                names[key] = cells(value)
    return spaces[name]
