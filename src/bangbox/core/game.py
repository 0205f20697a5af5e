"""The way in: a game by its name, with options, for everybody who plays, searches or simulates."""

from bangbox.core.contract import Value
from bangbox.core.position import Game, game_with

__all__ = ["Game", "game", "game_with"]


def game(name: str, /, **options: Value) -> Game:
    """The game of that name with these options.

    Raises UnknownGame or OptionError, which say what there is instead.

    >>> game("bigxbang", short=True).players
    2
    >>> game("brains", players=9)
    Traceback (most recent call last):
    bangbox.core.errors.OptionError: Mmm… Brains! is for 3 to 5 players, not 9
    """
    return game_with(name, options)
