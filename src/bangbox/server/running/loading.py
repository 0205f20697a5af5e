"""Gets the rules of games ready: compiled once, in a process of its own, then loaded from the cache.

Compiling in the server's own process would hold up everybody who plays another game already.
"""

import subprocess
import sys

from bangbox.bots import FEWEST, bot
from bangbox.bots.levels import levels
from bangbox.core.algorithms.revealing import reveals
from bangbox.core.compiled.compiling import BOT, PLAIN, cache_folder
from bangbox.core.errors import BangboxError
from bangbox.core.game import game
from bangbox.core.position import Position
from bangbox.core.registry import games, kind
from bangbox.lab.tournament import quick
from bangbox.server.settings import Settings, SettingsError
from bangbox.server.showing.scene import situation_of

DONE = "compiled"  # a file in a game's cache folder: everything that a match needs is there
LONGEST_SECONDS = 600


def offered(settings: Settings) -> list[str]:
    """The games that the settings name, those with the shortest rules first."""
    wanted = [name for name in settings.only.split(",") if name] or games()
    unknown = [name for name in wanted if name not in games()]
    if unknown:
        raise SettingsError(f"--only names no game {', '.join(unknown)}; there are {', '.join(games())}")
    return sorted(wanted, key=_length)


def _length(name: str) -> int:
    return sum(path.stat().st_size for path in kind(name).folder.rglob("*.py"))


def load(name: str) -> None:
    """Makes a game playable in this process; raises if it cannot be."""
    if not PLAIN and not (cache_folder(kind(name).folder / BOT) / DONE).exists():
        ran = subprocess.run(
            [sys.executable, "-m", "bangbox.server.running.loading", name],
            capture_output=True, text=True, timeout=LONGEST_SECONDS,
        )  # fmt: skip
        if ran.returncode != 0:
            raise BangboxError(f"{name} does not compile: {ran.stderr[-2000:]}")
    opening = game(name).start(seed=1)
    situation_of(opening.seen_by(max(0, opening.actor)), opening.actor)


def compile_whole(name: str) -> None:
    """Fills the cache with all that a game and its bots need: at every level, at the beginning of a match and near its end."""
    opening = game(name).start(seed=1)
    situation_of(opening.seen_by(max(0, opening.actor)), opening.actor)
    for level in levels(name).levels:
        choice = bot(name, level.name).choose(opening, simulations=min(FEWEST, level.simulations), seed=1)
    reveals(opening, choice)
    bot(name, levels(name).hints).choose(_near_the_end(name), simulations=FEWEST, seed=1)
    (cache_folder(kind(name).folder / BOT) / DONE).touch()


def _near_the_end(name: str) -> Position:
    """A late position of a match in which everybody played at random: bots may have other ways to decide there."""
    pos, passed = game(name, **quick(name)).start(seed=1), []
    player = bot(name, "random")
    while not pos.over:
        passed.append(pos.copy())
        pos.play(player.choose(pos, seed=len(passed)))
    return passed[len(passed) * 3 // 4]


if __name__ == "__main__":
    compile_whole(sys.argv[1])
