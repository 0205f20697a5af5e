"""Compiles rules with Numba, keeps the results in a cache that is never stale, or leaves them plain.

Four facts about Numba shape this file. Its file cache looks only at the file of the cached function, so every game gets a cache
folder named by a hash of all sources its code can depend on. A closure over compiled functions never hits the cache because each
carries a random id, so ours get stable ones. And Numba mends negative indices at every access, which costs a fifth of the speed:
our rules never use them, so the mending is switched off while (and only while) our own functions compile. And it counts the
references of every array it hands on, which costs as much again: our functions allocate nothing, so the counting is off (a
function that does allocate does not compile).
"""

import functools
import hashlib
import inspect
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config
from numba.np import arrayobj

from bangbox import system
from bangbox.core.record import Records

settings: Any = config
PLAIN = os.environ.get("BANGBOX_PLAIN", "") not in ("", "0")
CORE = Path(__file__).parents[1]
SOURCES = ("*.py", "*.toml", "*.npz")
BOT = "bot"  # the folder in a game's folder with all that only bots need
OBSERVING = "observing"  # the module there with all that only learners need
# What is only said or drawn: no compiled code depends on it.
SHOWN = ("messages.en.toml", "messages.de.toml", "why.py", "picture.py")
BESIDE = ("pictures", "gpu")  # folders of the core that draw, or make code for a GPU: nothing compiled for a CPU is in them
STALE_AFTER_DAYS = 30

Function = TypeVar("Function", bound=Callable[..., Any])


@functools.cache
def cache_folder(folder: Path) -> Path:
    """The cache of the code in `folder`, named by everything that code can depend on.

    Rules depend neither on bots nor on observations, so that a better bot leaves compiled rules as they are. A game's bot (its
    folder is called BOT) depends on everything: the search that all bots share, and the rules. OBSERVING stands for what a game's
    observing.py depends on: itself and the rules.
    """
    digest = hashlib.sha256()
    for part in (numba.__version__, np.__version__, sys.version, str(settings.BOUNDSCHECK), str(settings.OPT)):
        digest.update(part.encode() + b"\0")
    part = folder.name if folder.name in (BOT, OBSERVING) else ""
    game = folder.parent if part else folder
    others = {BOT, f"{OBSERVING}.py"} if not part else {BOT} if part == OBSERVING else set()
    for home in (CORE, CORE.parent / "bots", game) if part == BOT else (CORE, game):
        for source in sorted(path for pattern in SOURCES for path in home.rglob(pattern)):
            name = source.relative_to(home)
            beside = home == CORE and name.parts[0] in BESIDE
            if (home != game or name.parts[0] not in others) and source.name not in SHOWN and not beside:
                digest.update(name.as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    path = system.cache_folder() / f"{game.name}{f'-{part}' if part else ''}-{digest.hexdigest()[:16]}"
    forget_stale(path)
    return path


def forget_stale(keep: Path) -> None:
    """Marks a cache folder as used today and removes those that nobody has used for a month."""
    try:
        keep.mkdir(parents=True, exist_ok=True)
        os.utime(keep)
        for other in keep.parent.iterdir():
            if other != keep and time.time() - other.stat().st_mtime > STALE_AFTER_DAYS * 86400:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        pass  # a cache that cannot be tidied (or written) costs time, nothing else


_trusting = threading.local()
_mend_index: Any = getattr(arrayobj, "fix_integer_index", None)


def _trust_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Stands in for Numba's own function: takes an index of our rules as it is, mends everybody else's."""
    if getattr(_trusting, "depth", 0) and not settings.BOUNDSCHECK:
        return context.cast(builder, index, kind, numba.types.intp if kind.signed else numba.types.uintp)
    return _mend_index(context, builder, kind, index, size)


def trusting_is_possible() -> bool:
    """Whether this Numba mends indices the way we know. With another one ours are mended like everybody's: only slower."""
    try:
        return list(inspect.signature(_mend_index).parameters) == ["context", "builder", "idxty", "idx", "size"]
    except TypeError:
        return False


if trusting_is_possible():
    arrayobj.fix_integer_index = _trust_index


@contextmanager
def _trusting_indices() -> Iterator[None]:
    _trusting.depth = getattr(_trusting, "depth", 0) + 1
    try:
        yield
    finally:
        _trusting.depth -= 1


class Labelled:
    """A function's file in Numba's cache, in which every piece of code says which signature it is of.

    Two processes that compile for two signatures at the same time may both write the first piece; the index then names one of
    them and the file holds the other. Code with a wrong label is compiled again instead of called.
    """

    def __init__(self, file: Any) -> None:
        self._file = file

    def save(self, key: object, code: object) -> None:
        """Keeps code."""
        self._file.save(key, (key, code))

    def load(self, key: object) -> object:
        """The code of that signature, or None."""
        label, code = self._file.load(key) or (None, None)
        return code if label == key else None

    def flush(self) -> None:
        """Forgets everything."""
        self._file.flush()


_cache_choice = threading.Lock()


def compiled(function: Function, folder: Path, owner: str, inline: bool = False) -> Function:
    """`function` compiled on its first call, cached for the code in `folder`; `owner` tells equal closures of two games apart."""
    if PLAIN:
        return _plain(function)
    with _cache_choice:
        before, settings.CACHE_DIR = settings.CACHE_DIR, str(cache_folder(folder))
        try:
            njit: Any = numba.njit
            make = njit(
                cache=True, nogil=True, error_model="numpy", _nrt=False, forceinline=inline,
                no_cfunc_wrapper=True,  # a way in from C, which nobody takes and which takes time to compile
            )  # fmt: skip
            dispatcher = make(function)
        finally:
            settings.CACHE_DIR = before
    dispatcher._cache._cache_file = Labelled(dispatcher._cache._cache_file)
    dispatcher._set_uuid(f"{owner}:{function.__module__}.{function.__qualname__}")
    compile_signature = dispatcher.compile

    def compile_trusting(signature: object) -> object:
        with _trusting_indices():
            return compile_signature(signature)

    dispatcher.compile = compile_trusting
    return cast(Function, dispatcher)


def _plain(function: Function) -> Function:
    """The same function uncompiled: arrays of records turn into `Records`, whose fields are Python integers."""

    @functools.wraps(function)
    def wrapper(*arguments: object) -> object:
        return function(*(Records(a) if isinstance(a, np.ndarray) and a.dtype.names else a for a in arguments))

    return cast(Function, wrapper)
