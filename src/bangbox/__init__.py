"""Bangbox: five tabletop games with one text of the rules, for players, bots and research."""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = [
    "CHANCE", "OVER", "BangboxError", "Batch", "Game", "IllegalMove", "OptionError", "Position", "RecordError", "Series",
    "TextError", "UnknownGame", "add_folder", "bot", "game", "game_with",
]  # fmt: skip

if TYPE_CHECKING:
    from bangbox.bots import bot
    from bangbox.core.algorithms.batch import Batch
    from bangbox.core.errors import BangboxError, IllegalMove, OptionError, RecordError, TextError, UnknownGame
    from bangbox.core.game import Game, game, game_with
    from bangbox.core.matches.series import Series
    from bangbox.core.position import Position
    from bangbox.core.registry import add_folder
    from bangbox.core.rules import CHANCE, OVER

_HOMES = (
    "core.errors", "core.registry", "core.rules", "core.game", "core.algorithms.batch", "core.position", "core.matches.series",
    "bots",
)  # fmt: skip


def __getattr__(name: str) -> Any:
    """Loads a part when it is first used: the command line and the server start without waiting for the compiler."""
    import importlib

    if name in __all__:
        for home in _HOMES:
            module = importlib.import_module(f"bangbox.{home}")
            if hasattr(module, name):
                globals()[name] = getattr(module, name)
                return globals()[name]
    raise AttributeError(f"module 'bangbox' has no attribute {name!r}")
