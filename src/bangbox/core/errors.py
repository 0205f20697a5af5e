"""The errors that bad input gets: each says what was wrong and what was expected."""


class BangboxError(ValueError):
    """Something a person (or a program) asked for cannot be done; the message says why."""


class UnknownGame(BangboxError):
    """No game of that name."""


class OptionError(BangboxError):
    """An option that does not exist, or a value it cannot have."""


class IllegalMove(BangboxError):
    """An action that is not among the choices of the position; `rule` is the number of the rule that forbids it, if one does."""

    def __init__(self, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.rule = rule


class TextError(BangboxError):
    """A text that is not a position of the game."""


class RecordError(BangboxError):
    """A match record that cannot be read, replayed or verified."""


class MissingExtra(BangboxError):
    """Something needs an optional part of Bangbox that is not installed."""
