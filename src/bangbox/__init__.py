"""Bangbox: five tabletop games with one text of the rules, for players, bots and research."""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from bangbox.bots import bot
    from bangbox.core.batch import Batch
    from bangbox.core.errors import BangboxError, IllegalMove, OptionError, RecordError, TextError, UnknownGame
    from bangbox.core.game import Game, game
    from bangbox.core.position import Position
    from bangbox.core.registry import add_folder, games
    from bangbox.core.rules import CHANCE, OVER
    from bangbox.core.series import Series

_HOME = {
    "bot": "bangbox.bots",
    "Batch": "bangbox.core.batch",
    "BangboxError": "bangbox.core.errors",
    "IllegalMove": "bangbox.core.errors",
    "OptionError": "bangbox.core.errors",
    "RecordError": "bangbox.core.errors",
    "TextError": "bangbox.core.errors",
    "UnknownGame": "bangbox.core.errors",
    "Game": "bangbox.core.game",
    "game": "bangbox.core.game",
    "Position": "bangbox.core.position",
    "add_folder": "bangbox.core.registry",
    "games": "bangbox.core.registry",
    "CHANCE": "bangbox.core.rules",
    "OVER": "bangbox.core.rules",
    "Series": "bangbox.core.series",
}
__all__ = [*_HOME, "__version__"]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    """Loads a part when it is first used: the command line and the server start without waiting for the compiler."""
    if name not in _HOME:
        raise AttributeError(f"module 'bangbox' has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value
