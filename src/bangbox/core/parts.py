"""What an observing.py is written with: a row of numbers that consists of named parts, one after the other."""

from collections.abc import Sequence
from math import prod
from typing import NamedTuple


class Part(NamedTuple):
    """A part of a row of numbers: its name, how many numbers in each dimension, and what they say."""

    name: str
    shape: tuple[int, ...]
    text: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


def length(parts: Sequence[Part]) -> int:
    """How many numbers all parts have together."""
    return sum(part.size for part in parts)


def starts(parts: Sequence[Part]) -> list[int]:
    """Where in the row each part begins."""
    return [length(parts[:place]) for place in range(len(parts))]
