"""Random states of many games from their seeds, without Python for each: the same numbers as `rng_state`."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from bangbox.core.compiled.compiling import CORE, PLAIN, compiled
from bangbox.core.dice import rng_state
from bangbox.core.record import Rng

Text = NDArray[np.uint8]
Words = NDArray[np.uint64]
SeedInto = Callable[[Rng, Text, int, Words], None]

ROOM = 40  # words that a thread needs: 16 of the block, 16 being mixed, 8 of the result
BLOCK = 128  # bytes

# BLAKE2b (RFC 7693): where it begins, and in which order each round takes the words of the block
_FIRST = np.array([
    0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
], np.uint64)  # fmt: skip
_ORDER = np.array([[int(digit, 16) for digit in row] for row in (
    "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d", "2c6a0b834d75fe19",
    "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0", "0123456789abcdef", "ea489fd61c02b753",
)], np.uint8)  # fmt: skip
_MIXED, _RESULT = 16, 32  # where they begin in the room
_LANES = _MIXED + np.array([  # which four of the words being mixed go together
    [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
], np.uint8)  # fmt: skip
_PARAMETERS = np.uint64(0x01010000 ^ 8)  # no key, a digest of eight bytes
_ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
_BYTE = np.uint64(0xFF)


def _seed_plain(rng: Rng, text: Text, number: int, words: Words) -> None:
    rng[0] = rng_state((int(bytes(text)[:-1]), int(number)))


def _turned(x: np.uint64, by: int) -> np.uint64:
    return (x >> np.uint64(by)) | (x << np.uint64(64 - by))


def _compress(words: Words, length: int, last: bool) -> None:
    """Mixes the block into the result."""
    for k in range(8):
        words[_MIXED + k] = words[_RESULT + k]
        words[_MIXED + 8 + k] = _FIRST[k]
    words[_MIXED + 12] ^= np.uint64(length)
    if last:
        words[_MIXED + 14] ^= _ALL
    for order in range(12):
        for lane in range(8):
            at_a, at_b, at_c, at_d = _LANES[lane, 0], _LANES[lane, 1], _LANES[lane, 2], _LANES[lane, 3]
            a, b, c, d = words[at_a], words[at_b], words[at_c], words[at_d]
            a = a + b + words[_ORDER[order, 2 * lane]]
            d = turned(d ^ a, 32)
            c = c + d
            b = turned(b ^ c, 24)
            a = a + b + words[_ORDER[order, 2 * lane + 1]]
            d = turned(d ^ a, 16)
            c = c + d
            b = turned(b ^ c, 63)
            words[at_a], words[at_b], words[at_c], words[at_d] = a, b, c, d
    for k in range(8):
        words[_RESULT + k] ^= words[_MIXED + k] ^ words[_MIXED + 8 + k]


def _seed_compiled(rng: Rng, text: Text, number: int, words: Words) -> None:
    digits, power = 1, 1
    while number // power >= 10:
        power *= 10
        digits += 1
    length = len(text) + digits
    for k in range(8):
        words[_RESULT + k] = _FIRST[k]
    words[_RESULT] ^= _PARAMETERS
    at = 0
    while at < length:
        for k in range(16):
            words[k] = np.uint64(0)
        end = min(length, at + BLOCK)
        for place in range(at, end):
            if place < len(text):
                byte = int(text[place])
            else:
                byte = 48 + number // power % 10
                power //= 10
            words[(place - at) >> 3] |= np.uint64(byte) << np.uint64(8 * (place & 7))
        at = end
        compress(words, at, at == length)
    state = np.uint64(0)
    for k in range(8):  # the digest as a big-endian number
        state = (state << np.uint64(8)) | ((words[_RESULT] >> np.uint64(8 * k)) & _BYTE)
    rng[0] = state


seed_into: SeedInto  # seed_into(rng, text, number, words): the random state of the seed whose text ends in that number
if PLAIN:
    seed_into = _seed_plain
else:
    turned = compiled(_turned, CORE, "core", inline=True)
    compress = compiled(_compress, CORE, "core")
    seed_into = cast(Any, compiled(_seed_compiled, CORE, "core"))
