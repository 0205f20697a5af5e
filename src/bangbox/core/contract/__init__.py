"""What a game brings, as types: the functions of its modules and what they are given. docs/add-a-game.md explains each.

A module need only have the functions of `Rules`, `Notation` and `Views`. Everything else is optional: a game without a terminal
board, physics or ranges leaves the module or the function out, and whoever would use it asks with `isinstance` first. What bots
bring is in `minds`.
"""

from bangbox.core.contract.learning import Duelling, Measuring, Observing, Ranging
from bangbox.core.contract.notation import Forms, Notation, Options, Parsing, Restricting, Seating, Spelling, Tidying, Value
from bangbox.core.contract.rules import Checked, Derived, Drawing, Judging, Picking, Ranged, Rules, Secrets, Weighted
from bangbox.core.contract.settling import Agreeing, Foreseeing, Settle
from bangbox.core.contract.showing import Counting, Grounded, Overviewing, Picturing, Seen, Telling, Terminal, Views

__all__ = [
    "Agreeing",
    "Checked",
    "Counting",
    "Derived",
    "Drawing",
    "Duelling",
    "Foreseeing",
    "Forms",
    "Grounded",
    "Judging",
    "Measuring",
    "Notation",
    "Observing",
    "Options",
    "Overviewing",
    "Parsing",
    "Picking",
    "Picturing",
    "Ranged",
    "Ranging",
    "Restricting",
    "Rules",
    "Seating",
    "Secrets",
    "Seen",
    "Settle",
    "Spelling",
    "Telling",
    "Terminal",
    "Tidying",
    "Value",
    "Views",
    "Weighted",
]
