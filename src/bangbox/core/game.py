"""The way in: a game by its name, with options, for everybody who plays, searches or simulates."""

from bangbox.core.contract import Value
from bangbox.core.position import Game, game_with

__all__ = ["Game", "game", "game_with"]


def game(name: str, /, **options: Value) -> Game:
    """The game of that name with these options, e.g. `game("bigxbang", short=True)`."""
    return game_with(name, options)
