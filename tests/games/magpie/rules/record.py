"""The record of Magpie, its phases and the numbers of its actions."""

import tomllib
from pathlib import Path

import numpy as np

from bangbox.core.rules import rule, table

DATA = tomllib.loads((Path(__file__).parents[1] / "things.toml").read_text(encoding="utf-8"))
THINGS = DATA["things"]
KINDS = len(THINGS)
COUNT = table([thing["count"] for thing in THINGS], np.uint8)
TOTAL = sum(thing["count"] for thing in THINGS)
VALUE = table([thing["value"] for thing in THINGS], np.uint8)

MAX_PLAYERS = 4
MAX_CHOICES = KINDS
MAX_ROUNDS = 4
ERAS = 4  # four magpies over four rounds mix three times

DEAL, DRAW, TOSS, DARE, FLICK, LIE, END = range(7)  # phases
NONE, UNKNOWN = 0, KINDS + 1  # in a hand: nothing, a thing's number + 1, or a thing one may not know
OLD, NEW = 0, 1  # the two places of a hand

# Actions. Draws: the kind, HIDDEN for those who may not know. Tosses: place * KINDS + kind. Answers: 0 allow, 1 dare.
HIDDEN = KINDS
LEAVE = 0  # flicks: LEAVE, else 1 + angle * STRENGTHS + strength
ANGLES, STRENGTHS = 17, 36
ANGLE_LOW, ANGLE_STEP = -40, 5
STRENGTH_LOW, STRENGTH_STEP = 10, 2
FLICKS = ANGLES * STRENGTHS
SIDE = DATA["table"]["side"]
OFF = (SIDE + 1) * (SIDE + 1)  # resting places: x * (SIDE + 1) + y, or OFF
START_X, START_Y = DATA["table"]["start"]
NEST_X, NEST_Y = DATA["table"]["nest"]
REACH, SCATTER = DATA["table"]["reach"], DATA["table"]["scatter"]
SINE = table([-643, -574, -500, -423, -342, -259, -174, -87, 0, 87, 174, 259, 342, 423, 500, 574, 643], np.int16)  # per mille
COSINE = table([766, 819, 866, 906, 940, 966, 985, 996, 1000, 996, 985, 966, 940, 906, 866, 819, 766], np.int16)

STATE = np.dtype(
    [
        ("players", np.uint8),
        ("rounds", np.uint8),
        ("cheap", np.uint8),
        ("phase", np.uint8),
        ("turn", np.uint8),  # things dealt, then turns: the seat is turn % players
        ("era", np.uint8),  # how often the heap has been mixed (G9)
        ("left", np.uint8),  # things in the pile
        ("hand", np.uint8, (MAX_PLAYERS, 2)),
        ("hand_era", np.uint8, (MAX_PLAYERS, 2)),  # the mixing from which each kept thing comes: public
        ("unseen", np.uint8, (ERAS, KINDS)),  # things of each mixing that have not lain face up since: public
        ("heap", np.uint8, (KINDS,)),
        ("tossed", np.uint8),  # kind + 1
        ("flick", np.uint16),
        ("dared", np.uint8),
        ("points", np.uint8, (MAX_PLAYERS,)),
        ("pile", np.uint8, (KINDS,)),  # derived: what is unseen and in no hand
    ],
    align=True,
)
DERIVED = "pile"


@rule
def held(s, era, kind):
    """How many things of a kind and mixing are in hands."""
    n = 0
    for seat in range(s.players):
        for place in range(2):
            n += s.hand[seat, place] == kind + 1 and s.hand_era[seat, place] == era
    return n


@rule
def mover(s):
    return s.turn % s.players
