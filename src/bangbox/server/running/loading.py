"""Gets the rules of games ready: compiled once, in a process of its own, then loaded from the cache.

Compiling in the server's own process would hold up everybody who plays another game already.
"""

import os
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

DONE = "compiled"  # a file in a cache folder: everything is there that a match, or its bots, need
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


def load(name: str) -> None:
    """Makes a game playable in this process; raises if it cannot be."""
    _compile_elsewhere(name, "rules")
    _look_at_the_opening(name)


def load_bots(name: str) -> None:
    """Compiles what a game's bots need, so that the processes which think find it; raises if that fails."""
    _compile_elsewhere(name, "bots")


def _compile_elsewhere(name: str, what: str) -> None:
    if PLAIN or _marker(name, what).exists():
        return
    theirs, ours = os.pipe()  # closed when this process ends, however that happens
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "bangbox.server.running.loading", name, what],
            stdin=theirs, capture_output=True, text=True, timeout=LONGEST_SECONDS,
        )  # fmt: skip
    finally:
        os.close(theirs)
        os.close(ours)
    if ran.returncode != 0:
        raise BangboxError(f"{name} does not compile: {ran.stderr[-2000:]}")


def _marker(name: str, what: str) -> Path:
    folder = kind(name).folder
    return cache_folder(folder / BOT if what == "bots" else folder) / DONE


def compile_rules(name: str) -> None:
    """Fills the cache with what people need to play a game."""
    opening = _look_at_the_opening(name)
    if opening.actor >= 0 and opening.choices():
        reveals(opening, opening.choices()[0])
    _marker(name, "rules").touch()


def compile_bots(name: str) -> None:
    """Fills the cache with what a game's bots need: at every level, at the beginning of a match and near its end."""
    opening = game(name).start(seed=1)
    for level in levels(name).levels:
        bot(name, level.name).choose(opening, simulations=min(FEWEST * level.trees, level.simulations), seed=1)
    hints = levels(name).named(levels(name).hints)
    bot(name, hints.name).choose(_near_the_end(name), simulations=FEWEST * hints.trees, seed=1)
    _marker(name, "bots").touch()


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
    threading.Thread(target=_end_with_server, daemon=True).start()
    {"rules": compile_rules, "bots": compile_bots}[sys.argv[2]](sys.argv[1])
