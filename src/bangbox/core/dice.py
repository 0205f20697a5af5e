"""Dice: seeded ones for play and simulation, and fair ones that anybody can check afterwards."""

import hashlib
import hmac
import re
import secrets
from typing import Any, NamedTuple, Protocol

import numpy as np

from bangbox.core.rules import below_plain

Seed = int | tuple[int, ...]
CONTRIBUTION = re.compile(r"[0-9a-f]{16,64}")
COMMITMENT = re.compile(r"[0-9a-f]{64}")
SECRET_BYTES = 32


class Dice(Protocol):
    """Anything that draws: a number from 0 to total - 1, each equally likely."""

    def below(self, total: int) -> int:
        """The next number."""
        ...


def rng_state(seed: Seed) -> int:
    """The 64-bit state that a seed stands for. Negative and huge integers are seeds too."""
    parts = seed if isinstance(seed, tuple) else (seed,)
    digest = hashlib.blake2b(",".join(str(int(part)) for part in parts).encode(), digest_size=8)
    return int.from_bytes(digest.digest(), "big")


class SeededDice:
    """The same seed, the same numbers. Not secret: for simulation, tests and local play.

    >>> [SeededDice(7).below(6) for _ in range(2)]
    [3, 3]
    """

    def __init__(self, seed: Seed | None = None) -> None:
        self.seed: Seed = secrets.randbits(53) if seed is None else seed
        self.rng: Any = np.array([rng_state(self.seed)], np.uint64)

    def below(self, total: int) -> int:
        """The next number."""
        return below_plain(self.rng, total)


class Interval(NamedTuple):
    """What a fair draw stood on: draw number k hit low ≤ r < high of total."""

    k: int
    total: int
    low: int
    high: int


def commitment(secret: bytes) -> str:
    """What is published of something that is shown only later: its SHA-256."""
    return hashlib.sha256(secret).hexdigest()


def contribution_commitment(contribution: str) -> str:
    """What a seat publishes before it shows its number: SHA-256 of the hexadecimal digits as text."""
    return commitment(contribution.encode("ascii"))


def contributions_hash(contributions: list[str]) -> str:
    """SHA-256 over what the seats contributed: their texts in order of seats, joined by commas."""
    return hashlib.sha256(",".join(contributions).encode("ascii")).hexdigest()


class FairDice:
    """HMAC-SHA-256 of a committed secret over match, contributions and the number of the draw: see docs/dice.md.

    >>> dice = FairDice(bytes(32), "a match", ["0123456789abcdef", "fedcba9876543210"])
    >>> first = dice.below(6)
    >>> dice.at(0, 6) == first, dice.k
    (True, 1)
    """

    def __init__(self, secret: bytes, match: str, contributions: list[str], k: int = 0) -> None:
        self.secret = secret
        self.match = match
        self.contributions = contributions_hash(contributions)
        self.k = k

    def number(self, k: int, j: int) -> int:
        """x: the first eight bytes, big-endian, of the k-th draw's j-th try."""
        message = f"bangbox/1:{self.match}:{self.contributions}:{k}:{j}".encode("ascii")
        return int.from_bytes(hmac.new(self.secret, message, hashlib.sha256).digest()[:8], "big")

    def at(self, k: int, total: int) -> int:
        """The k-th draw out of `total`."""
        limit = 2**64 - 2**64 % total
        j = 0
        while (x := self.number(k, j)) >= limit:
            j += 1
        return x % total

    def below(self, total: int) -> int:
        """The next draw; k never goes back."""
        value = self.at(self.k, total)
        self.k += 1
        return value
