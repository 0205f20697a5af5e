"""Gets the rules of games ready: compiled once, in a process of its own, then loaded from the cache.

Compiling in the server's own process would hold up everybody who plays another game already.
"""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from bangbox.bots import FEWEST, bot
from bangbox.bots.levels import levels
from bangbox.core.algorithms.revealing import reveals
from bangbox.core.compiled.compiling import BOT, PLAIN, cache_folder
from bangbox.core.errors import BangboxError
from bangbox.core.game import game
from bangbox.core.position import Position
from bangbox.core.registry import games, kind
from bangbox.lab.tournaments.pairings import quick
from bangbox.server.play.shelf import AT_ONCE
from bangbox.server.settings import Settings, SettingsError
from bangbox.server.showing.scene import situation_of
from bangbox.system import alone

DONE = "compiled"  # a file in a cache folder: everything is there that a match, or its bots, need
BUSY = "compiling"  # a file beside it, which belongs to the process that compiles
LONGEST_SECONDS = 600


def offered(settings: Settings) -> list[str]:
    """The games that the settings name, in the order in which they are loaded.

    As many as are loaded at once begin with the shortest rules, so that something can be played soon. Then come the longest:
    last, they would be waited for while a core has nothing left to do.
    """
    wanted = [name for name in settings.only.split(",") if name] or games()
    unknown = [name for name in wanted if name not in games()]
    if unknown:
        raise SettingsError(f"--only names no game {', '.join(unknown)}; there are {', '.join(games())}")
    by_length = sorted(wanted, key=_length)
    return by_length[:AT_ONCE] + by_length[: AT_ONCE - 1 : -1]


def _length(name: str) -> int:
    folder = kind(name).folder
    return sum(path.stat().st_size for path in [*folder.glob("rules.py"), *folder.glob("rules/*.py")])


class Loader:
    """Loads rules and bots into this process, called from any thread; what compiles meanwhile ends with `end`."""

    def __init__(self) -> None:
        self._helpers: set[subprocess.Popen[str]] = set()
        self._starting = threading.Lock()
        self._ended = False

    def load(self, name: str) -> None:
        """Makes a game playable in this process; raises if it cannot be."""
        self._compile_elsewhere(name, "rules")
        _look_at_the_opening(name)

    def load_bots(self, name: str) -> None:
        """Compiles what a game's bots need, so that the processes which think find it; raises if that fails."""
        self._compile_elsewhere(name, "bots")

    def end(self) -> None:
        """Whoever waits for a process that compiles gets an error: the server would wait for them."""
        with self._starting:
            self._ended = True
        for helper in list(self._helpers):
            helper.kill()

    def _compile_elsewhere(self, name: str, what: str) -> None:
        if PLAIN or _marker(name, what).exists():
            return
        theirs, ours = os.pipe()  # closed when this process ends, however that happens
        try:
            with self._started(name, what, theirs) as helper:
                try:
                    _, errors = helper.communicate(timeout=LONGEST_SECONDS)
                finally:
                    helper.kill()
                    self._helpers.discard(helper)
        finally:
            os.close(theirs)
            os.close(ours)
        if helper.returncode != 0:
            raise BangboxError(f"{name} does not compile: {errors[-2000:]}")

    def _started(self, name: str, what: str, theirs: int) -> "subprocess.Popen[str]":
        """A process that compiles. It is no member of our group: Ctrl-C is the server's to handle."""
        with self._starting:
            if self._ended:
                raise BangboxError("the server ends")
            helper = subprocess.Popen(
                [sys.executable, "-m", "bangbox.server.running.loading", name, what],
                stdin=theirs, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, process_group=0,
            )  # fmt: skip
            self._helpers.add(helper)
            return helper


def _marker(name: str, what: str) -> Path:
    folder = kind(name).folder
    return cache_folder(folder / BOT if what == "bots" else folder) / DONE


def compile_once(name: str, what: str) -> None:
    """Compiles, unless another server's process does so at this moment: then waits for that."""
    done = _marker(name, what)
    with alone(done.with_name(BUSY)):
        if not done.exists():
            {"rules": compile_rules, "bots": compile_bots}[what](name)
            done.touch()


def compile_rules(name: str) -> None:
    """Fills the cache with what people need to play a game."""
    opening = _look_at_the_opening(name)
    if opening.actor >= 0 and opening.choices():
        reveals(opening, opening.choices()[0])


def compile_bots(name: str) -> None:
    """Fills the cache with what a game's bots need: at every level, at the beginning of a match and near its end."""
    opening = game(name).start(seed=1)
    for level in levels(name).levels:
        bot(name, level.name).choose(opening, simulations=min(FEWEST * level.trees, level.simulations), seed=1)
    hints = levels(name).named(levels(name).hints)
    bot(name, hints.name).choose(_near_the_end(name), simulations=FEWEST * hints.trees, seed=1)


def _look_at_the_opening(name: str) -> Position:
    opening = game(name).start(seed=1)
    situation_of(opening.seen_by(max(0, opening.actor)), opening.actor)
    return opening


def _near_the_end(name: str) -> Position:
    """A late position of a match in which everybody played at random: bots may have other ways to decide there."""
    pos, passed = game(name, **quick(name)).start(seed=1), []
    player = bot(name, "random")
    while not pos.over:
        passed.append(pos.copy())
        pos.play(player.choose(pos, seed=len(passed)))
    return passed[len(passed) * 3 // 4]


def _end_with_server() -> None:
    """Ends this process when nobody holds the other end of its input any more: nobody is left to compile for."""
    os.read(0, 1)  # not by sys.stdin, whose lock the interpreter wants when it ends
    os._exit(1)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # service managers send it to all processes; this one ends with the server
    threading.Thread(target=_end_with_server, daemon=True).start()
    compile_once(*sys.argv[1:])
