"""How chance deals the 36 elements of Urknall to the 22 bodies (U1, U2)."""

from math import comb, gcd

import numpy as np

from bangbox.core.rules import rule, table

from .record import ASK_DEAL, COLOUR_BITS, COLOURS, EACH, PLACE, first_free_name, weigh_body

DEALT, TRIPLES, PAIRS = 22, 4, 6  # U2: bodies of three come first, then those of two, then those of one

# What a body can be made of, as numbers of red, green and blue, by its size; a body of three has two colours at least.
ONE = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
PAIR = [(2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 2, 0), (0, 1, 1), (0, 0, 2)]
TRIPLE = [(2, 1, 0), (2, 0, 1), (1, 2, 0), (1, 1, 1), (1, 0, 2), (0, 2, 1), (0, 1, 2)]
PART = table(ONE + PAIR + TRIPLE, np.int8)
PART_FROM = table([0, 0, 3, 9], np.int8)
PART_TO = table([0, 3, 9, 16], np.int8)


def triple_weights() -> list[list[list[list[int]]]]:
    """Weights [triples after this one][red left][green left][composition] with which every deal allowed by U2 is equally likely.

    A composition weighs as much as there are ways to draw it, times the ways to draw the triples after it.
    """
    known: dict[tuple[int, tuple[int, ...]], int] = {}

    def ways(triples: int, left: tuple[int, ...]) -> int:
        if (triples, left) not in known:
            known[triples, left] = sum(weights(triples - 1, left)) if triples else 1
        return known[triples, left]

    def weights(later: int, left: tuple[int, ...]) -> list[int]:
        found = []
        for part in TRIPLE:
            rest = tuple(n - k for n, k in zip(left, part, strict=True))
            drawn = comb(left[0], part[0]) * comb(left[1], part[1]) * comb(left[2], part[2])
            found.append(drawn * ways(later, rest) if drawn else 0)
        return found

    def reduced(later: int, red: int, green: int) -> list[int]:
        blue = COLOURS * EACH - 3 * (TRIPLES - 1 - later) - red - green
        found = weights(later, (red, green, blue)) if 0 <= blue <= EACH else [0] * len(TRIPLE)
        return [weight // (gcd(*found) or 1) for weight in found]

    left = range(EACH + 1)
    return [[[reduced(later, red, green) for green in left] for red in left] for later in range(TRIPLES)]


TRIPLE_WEIGHT = table(triple_weights(), np.int64)


@rule
def dealt_size(body):
    """U2: the size of a body at the start."""
    return 3 if body < TRIPLES else 2 if body < TRIPLES + PAIRS else 1


@rule
def left_to_deal(s, colour):
    """How many elements of a colour are still to be dealt."""
    left = EACH
    for body in range(DEALT):
        left -= (s.body[body] >> (COLOUR_BITS * colour)) & 15
    return left


@rule
def list_deals(s, out, weigh):
    """The compositions the next body can get (or their weights)."""
    body = first_free_name(s)
    size = dealt_size(body)
    red, green, blue = left_to_deal(s, 0), left_to_deal(s, 1), left_to_deal(s, 2)
    n = 0
    for part in range(PART_FROM[size], PART_TO[size]):
        a, b, c = PART[part, 0], PART[part, 1], PART[part, 2]
        if a <= red and b <= green and c <= blue:
            if not weigh:
                out[n] = ASK_DEAL << 16 | body << 8 | part
            elif size == 3:
                out[n] = TRIPLE_WEIGHT[TRIPLES - 1 - body, red, green, part - PART_FROM[3]]
            else:
                out[n] = choose(red, a) * choose(green, b) * choose(blue, c)
            n += 1
    return n


@rule
def choose(n, k):
    """Binomial coefficients for k up to 2."""
    return 1 if k == 0 else n if k == 1 else n * (n - 1) // 2


@rule
def deal(s, body, part):
    """U2: a body gets its elements; after the last one astronauts are placed."""
    word = 0
    for colour in range(COLOURS):
        word |= PART[part, colour] << (COLOUR_BITS * colour)
    s.body[body] = word
    weigh_body(s, body)
    if body == DEALT - 1:
        s.phase = PLACE
