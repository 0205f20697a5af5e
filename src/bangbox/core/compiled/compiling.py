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

from bangbox.core.record import Records

settings: Any = config
PLAIN = os.environ.get("BANGBOX_PLAIN", "") not in ("", "0")
CORE = Path(__file__).parents[1]
SOURCES = ("*.py", "*.toml", "*.npz")
BOT = "bot"  # the folder in a game's folder with all that only bots need
TOLD = ("messages.en.toml", "messages.de.toml", "why.py")  # what is only said: no compiled code depends on it
STALE_AFTER_DAYS = 30

Function = TypeVar("Function", bound=Callable[..., Any])


def cache_root() -> Path:
    """Where compiled code is kept: BANGBOX_CACHE, or the user's cache folder."""
    if chosen := os.environ.get("BANGBOX_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "bangbox"


@functools.cache
def cache_folder(folder: Path) -> Path:
    """The cache of the code in `folder`, named by everything that code can depend on.

    Rules do not depend on the bots, so that a better bot leaves compiled rules as they are. A game's bot (its folder is called
    BOT) depends on everything: the search that all bots share, and the rules.
    """
    digest = hashlib.sha256()
    for part in (numba.__version__, np.__version__, sys.version, str(settings.BOUNDSCHECK), str(settings.OPT)):
        digest.update(part.encode() + b"\0")
    of_bot = folder.name == BOT
    game = folder.parent if of_bot else folder
    for home in (CORE, CORE.parent / "bots", game) if of_bot else (CORE, game):
        for source in sorted(path for pattern in SOURCES for path in home.rglob(pattern)):
            name = source.relative_to(home)
            if (of_bot or name.parts[0] != BOT) and source.name not in TOLD:
                digest.update(name.as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    path = cache_root() / f"{game.name}{'-bot' if of_bot else ''}-{digest.hexdigest()[:16]}"
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
_mend_index: Any = arrayobj.fix_integer_index


def _trust_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Stands in for Numba's own function: takes an index of our rules as it is, mends everybody else's."""
    if getattr(_trusting, "depth", 0) and not settings.BOUNDSCHECK:
        return context.cast(builder, index, kind, numba.types.intp if kind.signed else numba.types.uintp)
    return _mend_index(context, builder, kind, index, size)


arrayobj.fix_integer_index = _trust_index


@contextmanager
def _trusting_indices() -> Iterator[None]:
    _trusting.depth = getattr(_trusting, "depth", 0) + 1
    try:
        yield
    finally:
        _trusting.depth -= 1


_cache_choice = threading.Lock()


def compiled(function: Function, folder: Path, owner: str, inline: bool = False) -> Function:
    """`function` compiled on its first call, cached for the code in `folder`; `owner` tells equal closures of two games apart."""
    if PLAIN:
        return _plain(function)
    with _cache_choice:
        before, settings.CACHE_DIR = settings.CACHE_DIR, str(cache_folder(folder))
        try:
            make: Any = numba.njit
            dispatcher = make(cache=True, nogil=True, error_model="numpy", _nrt=False, forceinline=inline)(function)
        finally:
            settings.CACHE_DIR = before
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
