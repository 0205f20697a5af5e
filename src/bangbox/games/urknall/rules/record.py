"""The record of Urknall: what a body is, where everybody stands, and the small facts that all its rules use.

A body is one integer of fifteen four-bit counts: for each colour the free elements, then those with a marker of slot 0 to 3.
A slot is a seat's colour; with two players slots 2 and 3 are the second colours of seats 0 and 1. So elements that U12 calls
interchangeable are not told apart at all, a union is a sum, and a part taken off is a difference.
"""

import numpy as np

from bangbox.core.rules import rule

BODIES = 36  # names: enough for every element alone
OFF = 36  # where an astronaut stands that is not on the table
COLOURS, EACH = 3, 12  # U1
COLOUR_BITS, KINDS = 20, 15  # bits a colour takes in a body; a colour and a marker (or none) make a kind of element
COLOUR_MASK = (1 << COLOUR_BITS) - 1
FREE = 15 | 15 << COLOUR_BITS | 15 << 2 * COLOUR_BITS  # the free elements of a body
HOLE = 2 | 2 << COLOUR_BITS | 2 << 2 * COLOUR_BITS  # U25, U26: a black hole, nothing lies on it

# Phases, in the order in which a game and then a turn goes through them.
FIRST, DEAL, PLACE, ROLL, RIVAL, TRAVEL, CHANGE, AGAIN, END = range(9)
# Kinds of actions: ask << 16 | body << 8 | colour, other body or part; COMET is added when the comet pays for it.
ASK_FIRST, ASK_DEAL, ASK_PLACE, ASK_ROLL, ASK_MARK, ASK_TRAVEL, ASK_STAY, ASK_DISCARD, ASK_LEAVE, ASK_JOIN, ASK_SPLIT = range(11)
COMET = 1 << 20

STATE = np.dtype(
    [
        ("body", np.int64, BODIES), ("supply", np.int8, 4), ("place", np.int8, 4), ("comet", np.int8, 4),
        ("players", np.int8), ("black_hole", np.int8), ("phase", np.int8), ("turn", np.int8), ("die", np.int8),
        ("twice", np.int8),  # U23: a second change is due
        # Derived. The size of a black hole is 0, because it counts for nothing (U25).
        ("size", np.int8, BODIES), ("standing", np.int8, BODIES + 1), ("force", np.int8), ("least", np.int8),
        ("group", np.int8, BODIES), ("points", np.int16, 4),
    ],
    align=True,
)  # fmt: skip
DERIVED = "size"


@rule
def in_colour(word, colour):
    """How many elements of a colour a body has."""
    part = (word >> (COLOUR_BITS * colour)) & COLOUR_MASK
    return (part & 15) + (part >> 4 & 15) + (part >> 8 & 15) + (part >> 12 & 15) + (part >> 16)


@rule
def elements(word):
    """How many elements a body has."""
    return in_colour(word, 0) + in_colour(word, 1) + in_colour(word, 2)


@rule
def markers(word, slot):
    """How many markers of a slot lie on a body."""
    part = word >> (4 * slot + 4)
    return (part & 15) + (part >> COLOUR_BITS & 15) + (part >> 2 * COLOUR_BITS & 15)


@rule
def free(word, colour):
    """How many free elements of a colour a body has."""
    return (word >> (COLOUR_BITS * colour)) & 15


@rule
def colours(word):
    """The colours of a body, as bits."""
    red, green, blue = word & COLOUR_MASK, (word >> COLOUR_BITS) & COLOUR_MASK, word >> 2 * COLOUR_BITS
    return (red != 0) + 2 * (green != 0) + 4 * (blue != 0)


@rule
def is_hole(s, body):
    """U25: whether a body is a black hole."""
    word = s.body[body]
    return s.black_hole != 0 and in_colour(word, 0) == 2 and in_colour(word, 1) == 2 and in_colour(word, 2) == 2


@rule
def weigh_body(s, body):
    """Notes a body's size."""
    s.size[body] = 0 if is_hole(s, body) else elements(s.body[body])


@rule
def first_free_name(s):
    """The first name that no body has."""
    body = 0
    while body < BODIES - 1 and s.body[body] != 0:
        body += 1
    return body


@rule
def start_supply(players, slot):
    """U3, U21: how many markers of a slot there are."""
    if players == 2:
        return 10 if slot < 2 else 8
    if slot >= players:
        return 0
    return 9 if players == 4 else 10


@rule
def land(s, body):
    """Moves the astronaut of the seat whose turn it is."""
    s.standing[s.place[s.turn]] -= 1
    s.place[s.turn] = body
    s.standing[body] += 1


@rule
def mark(s, body, colour, slot):
    """A free element of a colour gets a marker of a slot's supply."""
    s.body[body] += ((1 << (4 * slot + 4)) - 1) << (COLOUR_BITS * colour)
    s.supply[slot] -= 1


@rule
def list_marks(s, out, n, ask, body):
    """Appends one choice a colour that has a free element on a body."""
    word = s.body[body]
    for colour in range(COLOURS):
        out[n] = ask | body << 8 | colour
        n += free(word, colour) != 0
    return n
