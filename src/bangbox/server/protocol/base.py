"""What all messages have in common."""

import msgspec

OptionValue = bool | int | str


class Struct(msgspec.Struct, kw_only=True):
    """What comes in may leave out whatever has a default."""


class Strict(Struct, forbid_unknown_fields=True):
    """A request: a field nobody knows is an error, not silence."""
