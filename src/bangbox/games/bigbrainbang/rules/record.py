"""The record of a game of Big Brain Bang: tiles on the table, which of them touch, networks and their owners (B1–B3, B11)."""

import numpy as np

from bangbox.core.rules import rule, table

from .. import data
from .geometry import DEEP, MEETING, SCRATCH, contact, in_reach, lay

MAX_PLAYERS = 4
PAWNS = 2
TILES = data.ALL_TILES
SIZES = len(data.SIZES)
SMALL, MEDIUM, LARGE = range(SIZES)
RED, BLACK, WHITE = SMALL, MEDIUM, LARGE  # a die is named by the size of tile it stands for (B10)

# Phases: whose names say what is asked for next, a decision or a die at rest (DROP, FLIGHT).
DROP, START, BOX, AIM, FLIGHT, PLACE, PAWN, SUPPORT, ATTACK, MOVE, SPREAD, TAKE, BURN, AFTER, END = range(15)
SETTLED = -1  # nothing: a throw is dealt with

IN_PILE, ON_TABLE, GONE = range(3)  # states of a tile
HOME, IN_HAND = TILES, TILES + 1  # where a pawn is, if on no tile
NO_TILE = TILES
NOBODY = MAX_PLAYERS
NO_DIE = SIZES

MISFIRES = 3  # B8
PATIENCE = 150  # B24
TOKENS = 2  # B3: one more with two players
TOKEN_POINTS = 3  # B22

FIRST_TILE = table([sum(data.COUNTS[:size]) for size in range(SIZES)], np.int16)
COUNT = table(data.COUNTS, np.int16)
SIZE = table([size for size in range(SIZES) for _ in range(data.COUNTS[size])], np.int8)
POINTS = table(data.POINTS, np.int8)
FIRST_SHAPE = table(data.FIRST_SHAPE, np.int16)
SHAPE_OF = table([data.BURNER_SHAPE, data.DIE_SHAPE, data.LYING_SHAPE, data.STANDING_SHAPE], np.int64)
BURNER_PIECE, DIE_PIECE, BOX_PIECE = range(3)  # the standing box follows the lying one
PLACINGS = table(data.PLACINGS, np.int16)  # holes times faces
HALF_TABLE = table([length // 2 for length in data.TABLES], np.int64)

TILE = np.dtype([("x", np.int32), ("y", np.int32), ("angle", np.int16), ("shape", np.int8), ("state", np.int8)])
STATE = np.dtype(
    [
        ("players", np.int64),
        ("throws", np.int8),  # the option: 0 real, 1 cheap
        ("phase", np.int8),
        ("seat", np.int64),  # whose turn it is
        ("decider", np.int64),  # who is asked
        ("dice", np.int8, (2,)),  # chosen for this turn, in the order of throwing
        ("thrown", np.int8),  # throws of this turn that are settled
        ("burned", np.int8),  # the Burner was announced this turn
        ("burning", np.int8),  # and is being thrown or placed now
        ("misfires", np.int8),  # in a row
        ("helped", np.int64),  # for whom the new tile fights or whom it joins
        ("fresh", np.int64),  # the new tile while it is being settled; it belongs to no network yet
        ("box", np.int8),  # absent, lying or standing …
        ("box_x", np.int16),  # … where, in millimetres …
        ("box_y", np.int16),
        ("box_angle", np.int16),  # … turned by degrees
        ("turns", np.int16),
        ("tokens", np.int8, (MAX_PLAYERS,)),
        ("piles", np.int8, (SIZES,)),
        ("pawns", np.int64, (MAX_PLAYERS, PAWNS)),
        ("die_x", np.int64),  # the die at rest while a tile or the Burner is put over it
        ("die_y", np.int64),
        ("die_angle", np.int16),
        ("throw", np.int64),  # the throw in flight
        ("foes", np.int64),  # touched tiles of networks that are still to be attacked
        ("must", np.int64, (MAX_PLAYERS, PAWNS)),  # where a pawn in hand has to go (B18)
        ("broken", np.int64, (MAX_PLAYERS,)),  # tiles left of a seat's broken networks, until it has spread its pawns (B18)
        ("tiles", TILE, (TILES,)),
        ("lying", np.int64),  # derived: the tiles on the table, without the new one
        ("near", np.int64, (TILES,)),  # derived: the tiles that each one touches
        ("hit", np.int64),  # scratch: what was touched by what was placed last
        *SCRATCH,
    ],
    align=True,
)
DERIVED = "lying"


@rule
def wide(s):
    """Which of the two tables is played on (B1)."""
    return 1 if s.players > 2 else 0


@rule
def die(s):
    """The die about to be thrown or just thrown; the Burner's is black (B19)."""
    return BLACK if s.burning else s.dice[s.thrown]


@rule
def may_burn(s):
    """Once a turn, for a token (B19)."""
    return s.burned == 0 and s.tokens[s.seat] > 0


@rule
def sizes_left(s):
    """How many of the piles are not empty."""
    n = 0
    for size in range(SIZES):
        n += s.piles[size] > 0
    return n


@rule
def lowest(mask):
    """The number of the lowest tile in a set that is not empty."""
    n = 0
    if mask & 0xFFFFFFFF == 0:
        n += 32
        mask >>= 32
    if mask & 0xFFFF == 0:
        n += 16
        mask >>= 16
    if mask & 0xFF == 0:
        n += 8
        mask >>= 8
    if mask & 0xF == 0:
        n += 4
        mask >>= 4
    if mask & 3 == 0:
        n += 2
        mask >>= 2
    return n + 1 - (mask & 1)


@rule
def lay_tile(s, which, tile):
    """Works out the corners of a tile on the table."""
    t = s.tiles[tile]
    lay(s, which, 0 + t.shape, 0 + t.x, 0 + t.y, 0 + t.angle)  # wide numbers: so `lay` is compiled for one kind only


@rule
def touched(s):
    """The tiles on the table that the shape laid out touches (B11), and those on which it lies (B6, B9)."""
    touches = 0
    covers = 0
    rest = s.lying
    while rest:
        i = lowest(rest)
        rest &= rest - 1
        if in_reach(s, s.tiles[i].shape, s.tiles[i].x, s.tiles[i].y):
            lay_tile(s, 1, i)
            how = contact(s)
            touches |= (how <= MEETING) << i
            covers |= (how <= DEEP) << i
    return touches, covers


@rule
def note_touching(s, tile):
    """Writes down which tiles a tile just placed touches."""
    lay_tile(s, 0, tile)
    found, _ = touched(s)
    s.near[tile] = found
    s.hit = found
    while found:
        s.near[lowest(found)] |= 1 << tile
        found &= found - 1


@rule
def remove(s, tiles):
    """Takes tiles from the table for good."""
    s.lying &= ~tiles
    while tiles:
        i = lowest(tiles)
        tiles &= tiles - 1
        s.tiles[i].state = GONE
        s.tiles[i].x = 0
        s.tiles[i].y = 0
        s.tiles[i].angle = 0
        s.tiles[i].shape = 0
        rest = s.near[i]
        s.near[i] = 0
        while rest:
            s.near[lowest(rest)] &= ~(1 << i)
            rest &= rest - 1


@rule
def network(s, tile):
    """The network of a tile (B11)."""
    found = 1 << tile
    rest = found
    while rest:
        more = s.near[lowest(rest)] & s.lying & ~found
        found |= more
        rest = (rest & (rest - 1)) | more
    return found


@rule
def on_tile(pawn):
    """Whether a pawn stands on a tile."""
    return pawn < TILES


@rule
def holdings(s, seat):
    """All tiles of a seat's networks."""
    found = 0
    for p in range(PAWNS):
        pawn = s.pawns[seat, p]
        if pawn < TILES and found >> pawn & 1 == 0:
            found |= network(s, pawn)
    return found


@rule
def counted(s, seat):
    """The tiles that score for a seat: its networks (B22), and the new tile once it is certain to join them (B13, B14)."""
    found = holdings(s, seat)
    if s.phase == TAKE and seat == s.helped:
        found |= 1 << s.fresh
        rest = s.near[s.fresh] & ~found
        while rest:
            found |= network(s, lowest(rest))
            rest &= ~found
    return found


@rule
def holder(s, tiles):
    """The seat with a pawn on one of these tiles, or NOBODY."""
    for seat in range(s.players):
        for p in range(PAWNS):
            pawn = s.pawns[seat, p]
            if on_tile(pawn) and tiles >> pawn & 1:
                return seat
    return NOBODY


@rule
def unused_pawn(s, seat):
    """A pawn of the seat that is at home, or PAWNS."""
    for p in range(PAWNS):
        if s.pawns[seat, p] == HOME:
            return p
    return PAWNS


@rule
def count_tiles(tiles, size):
    """How many tiles of a size are in a set."""
    n = 0
    while tiles:
        n += SIZE[lowest(tiles)] == size
        tiles &= tiles - 1
    return n


@rule
def derive(s):
    """Recomputes what the poses of the tiles say: which lie on the table, which touch."""
    s.lying = 0
    for i in range(TILES):
        s.near[i] = 0
    for i in range(TILES):
        if s.tiles[i].state == ON_TABLE and i != s.fresh:
            note_touching(s, i)
            s.lying |= 1 << i
    if s.fresh != NO_TILE:
        note_touching(s, s.fresh)
