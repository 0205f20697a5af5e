"""What a learner is given of Big Brain Bang: every tile where it lies, whose it is, and what is asked; listed choices numbered.

Seats are counted from the observer's own. Lengths are measured from the table's corner, divided by the width of the large table;
a direction is written as (1 + sine) / 2 and (1 + cosine) / 2. Throws and boxes are decisions over ranges: see FORMS.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

import numpy as np

from bangbox.core.parts import Part, length, starts
from bangbox.core.rules import OVER, rule, table

from . import data
from .rules import actor
from .rules.geometry import ONE, QUARTER, SINE
from .rules.listing import BURNER, DEGREES
from .rules.record import (
    AFTER,
    ATTACK,
    BOX,
    BURN,
    COUNT,
    HOME,
    IN_HAND,
    MAX_PLAYERS,
    MISFIRES,
    MOVE,
    NO_TILE,
    NOBODY,
    ON_TABLE,
    PATIENCE,
    PAWN,
    PAWNS,
    PLACE,
    SIZES,
    SPREAD,
    START,
    SUPPORT,
    TAKE,
    TILES,
    TOKENS,
    holdings,
    on_tile,
)

WIDTH = data.TABLES[1]
SHAPES = data.BURNER_SHAPE  # of tiles: by size, hole and face
PHASE_NAMES = (
    "drop", "start", "box", "aim", "flight", "place", "pawn", "support", "attack", "move", "spread", "take", "burn",
    "after", "over",
)  # fmt: skip
PHASES = len(PHASE_NAMES)
FORMS = {"lying": 3, "standing": 3, "throw": 6}

OBSERVATION = (
    Part("tiles", (TILES, 6), "by tile, small to large: on the table, out of the game, x, y, its turn as two numbers"),
    Part("shapes", (TILES, SHAPES), "the hole that is over the die and the face, for each size"),
    Part("networks", (TILES, MAX_PLAYERS), "1 for each seat to whose network a tile belongs"),
    Part("pawns", (TILES, MAX_PLAYERS), "1 for each seat with a pawn on a tile"),
    Part("new tile", (TILES,), "the tile that is being settled"),
    Part("pawns off", (MAX_PLAYERS, 2), "of each seat: pawns at home, in the hand, divided by 2"),
    Part("tokens", (MAX_PLAYERS,), "of each seat, divided by 3"),
    Part("piles", (SIZES,), "tiles left of each size, as a share of all"),
    Part("players", (3,), "2, 3, 4"),
    Part("phase", (PHASES,), ", ".join(PHASE_NAMES)),
    Part("turn", (MAX_PLAYERS,), "whose turn it is"),
    Part("to act", (MAX_PLAYERS,), "who decides"),
    Part("helped", (MAX_PLAYERS,), "for whom the new tile fights"),
    Part("dice", (2, SIZES + 1), "the dice chosen for this turn: red, black, white, none"),
    Part("throws", (4,), "throws settled / 2; the Burner was announced; it is thrown now; misfires in a row / 3"),
    Part("box", (3,), "absent, lying, standing"),
    Part("box place", (3,), "x, y, angle divided by 180"),
    Part("die", (5,), "1 if a die waits for its tile; x, y, its turn as two numbers"),
    Part("turns", (1,), "divided by 150"),
)
(
    TILE, SHAPE, NETWORK, PAWN_ON, FRESH, OFF, TOKEN, PILES, PLAYERS, PHASE, TURN, TO_ACT, HELPED, DICE, THROWS, BOX_KIND,
    BOX_PLACE, DIE, TURNS,
) = starts(OBSERVATION)  # fmt: skip

NUMBERS = (
    Part("start", (BURNER + 1,), "first die · 4 + second die (red, black, white, none); or the Burner"),
    Part("box", (3,), "keep the box as it is, take it away, throw the Burner first"),
    Part("place", (4 * max(data.PLACINGS),), "hole · 8 + face · 4 + quarter turns"),
    Part("burn", (DEGREES,), "the Burner's angle"),
    Part("pawn", (2,), "put no pawn on the new tile, or one"),
    Part("after", (2,), "end the turn, or throw the Burner"),
    Part("support", (MAX_PLAYERS,), "for which seat the tile fights, counted from one's own"),
    Part("attack", (TILES,), "the network of a tile"),
    Part("move", (TILES,), "the pawn goes to a tile"),
    Part("spread", (TILES + 1,), "a pawn goes to a tile, or none"),
    Part("take", (TILES + 1,), "the pawn on a tile goes home, or none"),
)
ACTIONS = length(NUMBERS)
ASKED_IN = (START, BOX, PLACE, BURN, PAWN, AFTER, SUPPORT, ATTACK, MOVE, SPREAD, TAKE)  # the phase of each part
FIRST_NUMBER = table([starts(NUMBERS)[ASKED_IN.index(p)] if p in ASKED_IN else 0 for p in range(PHASES)], np.int16)
HOW_MANY = table([NUMBERS[ASKED_IN.index(p)].size if p in ASKED_IN else 0 for p in range(PHASES)], np.int16)


@rule
def after(s, other, seat):
    """How many seats after the observer's own another one sits."""
    return (other - seat + s.players) % s.players


@rule
def write_pose(out, at, x, y, angle):
    turn = angle % (4 * QUARTER)
    out[at] = x / WIDTH + 0.5
    out[at + 1] = y / WIDTH + 0.5
    out[at + 2] = SINE[turn] / ONE / 2 + 0.5
    out[at + 3] = SINE[turn + QUARTER] / ONE / 2 + 0.5


@rule
def observe(s, seat, out):
    for tile in range(TILES):
        t = s.tiles[tile]
        out[TILE + 6 * tile + 1] = t.state > ON_TABLE
        if t.state == ON_TABLE:
            out[TILE + 6 * tile] = 1
            write_pose(out, TILE + 6 * tile + 2, t.x, t.y, 0 + t.angle)
            out[SHAPE + SHAPES * tile + t.shape] = 1
    if s.fresh != NO_TILE:
        out[FRESH + s.fresh] = 1
    for other in range(s.players):
        observe_seat(s, other, after(s, other, seat), out)
    for size in range(SIZES):
        out[PILES + size] = s.piles[size] / COUNT[size]
    out[PLAYERS + s.players - 2] = 1
    observe_turn(s, seat, out)


@rule
def observe_seat(s, other, place, out):
    held = holdings(s, other)
    for tile in range(TILES):
        out[NETWORK + MAX_PLAYERS * tile + place] = held >> tile & 1
    for p in range(PAWNS):
        pawn = s.pawns[other, p]
        if on_tile(pawn):
            out[PAWN_ON + MAX_PLAYERS * pawn + place] = 1
        out[OFF + 2 * place] += (pawn == HOME) / PAWNS
        out[OFF + 2 * place + 1] += (pawn == IN_HAND) / PAWNS
    out[TOKEN + place] = s.tokens[other] / (TOKENS + 1)


@rule
def observe_turn(s, seat, out):
    """What is asked, of whom, and what lies ready."""
    out[PHASE + s.phase] = 1
    asked = actor(s)
    if asked >= 0:
        out[TO_ACT + after(s, asked, seat)] = 1
    if asked != OVER:
        out[TURN + after(s, s.seat, seat)] = 1
    if s.helped != NOBODY:
        out[HELPED + after(s, s.helped, seat)] = 1
    for k in range(2):
        out[DICE + (SIZES + 1) * k + s.dice[k]] = 1
    out[THROWS] = s.thrown / 2
    out[THROWS + 1] = s.burned
    out[THROWS + 2] = s.burning
    out[THROWS + 3] = s.misfires / MISFIRES
    out[BOX_KIND + s.box] = 1
    if s.box > 0:
        out[BOX_PLACE] = s.box_x * 100 / WIDTH + 0.5
        out[BOX_PLACE + 1] = s.box_y * 100 / WIDTH + 0.5
        out[BOX_PLACE + 2] = s.box_angle / 180
    if s.phase in (PLACE, BURN):
        out[DIE] = 1
        write_pose(out, DIE + 1, s.die_x, s.die_y, 0 + s.die_angle)
    out[TURNS] = s.turns / PATIENCE


@rule
def actions(s):
    return ACTIONS


@rule
def number(s, action):
    return FIRST_NUMBER[s.phase] + (after(s, action, s.decider) if s.phase == SUPPORT else action)


@rule
def action(s, number):
    found = number - FIRST_NUMBER[s.phase]
    if found < 0 or found >= HOW_MANY[s.phase]:
        return -1
    if s.phase == SUPPORT:
        return (found + s.decider) % s.players if found < s.players else -1
    return found
