"""A game's compiled entry points, each made when it is first used."""

import functools
import inspect
import sys
import time
from collections.abc import Callable
from typing import Any, cast

import numba
import numpy as np

from bangbox.core import entries
from bangbox.core.compiling import PLAIN, compiled
from bangbox.core.registry import Kind


class Engine:
    """The entry points of one game, each compiled when it is first used."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.rules = kind.rules
        self.dtype: np.dtype[np.void] = kind.rules.STATE
        derived = getattr(kind.rules, "DERIVED", None)
        self.identity: int = self.dtype.itemsize if derived is None else self.dtype.fields[derived][1]
        self.max_choices: int = kind.rules.MAX_CHOICES
        self.max_players: int = kind.rules.MAX_PLAYERS
        self.bare = Bare(self)
        self._prepared = False

    def __getattr__(self, name: str) -> Any:
        factory = getattr(entries, f"make_{name}", None)
        if factory is None:
            raise AttributeError(name)
        needs = next(iter(inspect.signature(factory).parameters))
        entry = self.compiled(factory(self.rules if needs == "rules" else self))
        setattr(self, name, entry)
        return entry

    def compiled(self, function: Callable[..., Any]) -> Any:
        """Compiles a further algorithm (a search, say) for this game, in this game's cache."""
        return compiled(function, self.kind.folder, self.kind.id)

    def states(self, n: int) -> Any:
        """Room for n states, all zero."""
        return np.zeros(n, self.dtype)

    def buffer(self) -> Any:
        """Room for one list of choices or weights."""
        return np.zeros(max(1, self.max_choices), np.int64)

    def prepare(self, report: Callable[[str, int, int], None] | None = None) -> float:
        """Compiles (or loads) what a first game needs; `report(what, done, of)` is told. Returns the seconds it took."""
        began = time.perf_counter()
        if PLAIN or self._prepared:
            return 0.0
        for done, name in enumerate(self.arguments):
            if report:
                report(name, done, len(self.arguments))
            getattr(self, name).compile(self.arguments[name])
        if report:
            report("ready", len(self.arguments), len(self.arguments))
        self._prepared = True
        return time.perf_counter() - began

    @functools.cached_property
    def arguments(self) -> dict[str, tuple[Any, ...]]:
        """The types of what the entry points get that a first game needs."""
        type_of, tuple_of = cast(Any, numba.typeof), cast(Any, numba.types.UniTuple)
        states, number, out = type_of(self.states(1)), numba.int64, type_of(self.buffer())
        one = (states, number)
        return {
            "setup": (*one, tuple_of(number, 1 + len(self.kind.manifest.options))),
            "actor": one,
            "players": one,
            "choices": (*one, out),
            "apply": (*one, number),
            "legal": (*one, number, out),
            "weigh": (*one, out, number),
            "draw": (*one, type_of(np.zeros(1, np.uint64)), out, out),
            "score": (*one, out),
            "winners": one,
        }


class Bare:
    """Entry points without Numba's look at the types of what they get, which takes longer than a move.

    Only for callers whose states and buffers are always those that the engine makes: anything else is not noticed.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        entry = getattr(self._engine, name)
        if not PLAIN:
            entry = entry.compile(self._engine.arguments[name])
        setattr(self, name, entry)
        return entry


@functools.cache
def engine(kind: Kind) -> Engine:
    """The engine of a game, made once a process."""
    return Engine(kind)


def show_progress(title: str) -> Callable[[str, int, int], None]:
    """A progress line on the terminal, shown only when compiling takes noticeable time."""
    began = time.perf_counter()

    def report(what: str, done: int, of: int) -> None:
        if not sys.stderr.isatty() or (time.perf_counter() - began < 0.5 and done < of):
            return
        if done == of:
            sys.stderr.write("\r\x1b[K")
        else:
            bar = "█" * (20 * done // of) + "░" * (20 - 20 * done // of)
            sys.stderr.write(f"\r\x1b[KCompiling the rules of {title} (once) {bar} {what}")
        sys.stderr.flush()

    return report
