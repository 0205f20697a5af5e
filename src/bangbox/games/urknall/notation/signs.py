"""The signs of Urknall's notation: letters for bodies, colours and owners, words for phases."""

import functools
import string
from typing import NamedTuple

from bangbox.core.record import Record

from ..rules.record import HOLE, KINDS

NAMES = string.ascii_lowercase + "ABCDEFGHIJ"  # of bodies, in the order of the record
COLOURS = "rgb"
OWNERS = {2: ".0145", 3: ".012", 4: ".0123"}  # by number of players: free, then slot 0 to 3
PHASES = ("first", "deal", "place", "roll", "rival", "travel", "change", "again", "over")


class Element(NamedTuple):
    """A kind of element: its colour and the slot of its marker, or None."""

    colour: int
    slot: int | None


def kind_of(kind: int) -> Element:
    """What a place in a body's counts stands for."""
    return Element(kind // 5, kind % 5 - 1 if kind % 5 else None)


def element(players: int, kind: int) -> str:
    """An element as it is written: `r.` free, `r0` with a marker of seat 0, `r4` of its second colour."""
    return COLOURS[kind // 5] + OWNERS[players][kind % 5]


@functools.lru_cache(4096)
def kinds(word: int) -> tuple[int, ...]:
    """The elements of a body, each as its kind, in the order in which they are written."""
    return tuple(kind for kind in range(KINDS) for _ in range(word >> 4 * kind & 15))


def bodies(s: Record) -> list[int]:
    """The bodies that there are, black holes included."""
    return [body for body, word in enumerate(s.body.tolist()) if word]


def is_hole(s: Record, body: int) -> bool:
    """U25: whether a body is a black hole; nothing lies on it any more."""
    return bool(s.black_hole and s.body[body] == HOLE)
