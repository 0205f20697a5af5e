"""Facts that hold in every position of Big Brain Bang, worked out anew from the poses of the tiles."""

from bangbox.core.rules import rule

from .aiming import SIDE
from .fighting import joins_two, pawn_in_hand, vacant_parts
from .geometry import FULL_TURN, MEETING, QUARTER, contact, in_reach, lay
from .listing import box_fault
from .packing import ABSENT, BOX_MIDDLE, LYING, STANDING, is_throw, pack_box
from .record import (
    AFTER,
    ATTACK,
    BOX,
    BURN,
    COUNT,
    DIE_PIECE,
    DROP,
    END,
    FIRST_SHAPE,
    FIRST_TILE,
    FLIGHT,
    GONE,
    HALF_TABLE,
    HOME,
    IN_HAND,
    IN_PILE,
    MAX_PLAYERS,
    MISFIRES,
    MOVE,
    NO_DIE,
    NO_TILE,
    NOBODY,
    ON_TABLE,
    PATIENCE,
    PAWN,
    PAWNS,
    PLACE,
    PLACINGS,
    SHAPE_OF,
    SIZE,
    SIZES,
    SPREAD,
    START,
    SUPPORT,
    TAKE,
    TILES,
    TOKENS,
    holdings,
    lay_tile,
    lowest,
    may_burn,
    network,
    sizes_left,
    touched,
    unused_pawn,
    wide,
)

FACTS = {
    1: "there are 2 to 4 players, one of them is asked, and none has more tokens than at the start",
    2: "every tile is in its pile, on the table or gone, and piles are used from the first tile on",
    3: "the networks are those that the places of the tiles make",
    4: "pawns are at home, on a tile, or in hand with somewhere to go, in one order",
    5: "no network has two owners, nor one who lost a part of it and another",
    6: "nothing is left over of what is settled, a die lies free and only where something is put over it, and all ends in time",
    7: "dice, Burner, box and throw fit what is asked, and every die that is to be thrown has tiles left in its pile",
    8: "whoever is asked about a fight or pawns has something to answer, and what the new tile touches is why",
}


@rule
def invariant(s):
    """0, or the number of the first broken fact."""
    if seats_wrong(s):
        return 1
    if tiles_unaccounted(s):
        return 2
    if touching_wrong(s):
        return 3
    if pawns_astray(s):
        return 4
    if two_owners(s):
        return 5
    if loose_ends(s):
        return 6
    if turn_wrong(s):
        return 7
    return 8 if question_wrong(s) else 0


@rule
def seats_wrong(s):
    """Who plays, who is asked, and the tokens (B3, B19)."""
    if not 2 <= s.players <= MAX_PLAYERS or not 0 <= s.seat < s.players or not 0 <= s.decider < s.players:
        return True
    if not 0 <= s.phase <= END or not 0 <= s.turns <= PATIENCE or not 0 <= s.burned <= 1:
        return True
    for seat in range(MAX_PLAYERS):
        most = TOKENS + (s.players == 2) - (s.burned and seat == s.seat) if seat < s.players else 0
        if not 0 <= s.tokens[seat] <= most:
            return True
    return False


@rule
def tiles_unaccounted(s):
    """Every tile is in its pile, on the table or gone; piles are used up from the first tile on; nothing else has a pose."""
    for i in range(TILES):
        t = s.tiles[i]
        used = i - FIRST_TILE[SIZE[i]] < COUNT[SIZE[i]] - s.piles[SIZE[i]]
        if used != (t.state != IN_PILE) or not IN_PILE <= t.state <= GONE:
            return True
        if t.state == ON_TABLE:
            first = FIRST_SHAPE[SIZE[i]]
            if not first <= t.shape < first + PLACINGS[SIZE[i]] or not 0 <= t.angle < FULL_TURN:
                return True
            if max(abs(t.x), abs(t.y)) > HALF_TABLE[wide(s)]:
                return True
        elif t.x != 0 or t.y != 0 or t.angle != 0 or t.shape != 0:
            return True
    for size in range(SIZES):
        if not 0 <= s.piles[size] <= COUNT[size]:
            return True
    return s.fresh != NO_TILE and s.tiles[s.fresh].state != ON_TABLE


@rule
def touching_wrong(s):
    """Which tiles lie and touch, from scratch."""
    for i in range(TILES):
        lies = s.tiles[i].state == ON_TABLE
        if (s.lying >> i & 1 == 1) != (lies and i != s.fresh):
            return True
        if not lies and s.near[i] != 0:
            return True
        for j in range(i if lies else 0):
            if s.tiles[j].state == ON_TABLE:
                touches = tiles_touch(s, i, j)
                if (s.near[i] >> j & 1 == 1) != touches or (s.near[j] >> i & 1 == 1) != touches:
                    return True
    return False


@rule
def tiles_touch(s, i, j):
    """Whether two tiles touch, from their poses."""
    lay_tile(s, 0, i)
    lay_tile(s, 1, j)
    return in_reach(s, s.tiles[j].shape, s.tiles[j].x, s.tiles[j].y) and contact(s) <= MEETING


@rule
def pawns_astray(s):
    """At most two pawns each: on a tile that lies, at home, or in hand with somewhere to go."""
    for seat in range(MAX_PLAYERS):
        for p in range(PAWNS):
            pawn = s.pawns[seat, p]
            if seat >= s.players and pawn != HOME:
                return True
            if pawn < 0 or pawn > IN_HAND or (pawn < TILES and s.lying >> pawn & 1 == 0):
                return True
            if (pawn == IN_HAND) != (s.must[seat, p] != 0) or s.must[seat, p] & ~s.lying:
                return True
        if s.broken[seat] & ~s.lying or (seat >= s.players and s.broken[seat]):
            return True
        if not PAWN <= s.phase <= TAKE and s.pawns[seat, 0] > s.pawns[seat, 1]:
            return True
    return False


@rule
def two_owners(s):
    """No network has pawns of two seats, or will have when they have settled their losses."""
    taken = 0
    for seat in range(s.players):
        mine = claimed(s, seat)
        if mine & taken:
            return True
        taken |= mine
    return False


@rule
def claimed(s, seat):
    """The networks that a seat holds, and those that it holds again once it has settled its losses (B18)."""
    rest = holdings(s, seat) | s.must[seat, 0] | s.must[seat, 1] | s.broken[seat]
    found = 0
    while rest:
        found |= network(s, lowest(rest))
        rest &= ~found
    return found


@rule
def loose_ends(s):
    """Nothing is left over of a fight or a throw; a die lies free, where something is put over it; games end in time."""
    meeting = PAWN <= s.phase <= TAKE
    if s.foes & ~s.lying or (s.phase != ATTACK and s.foes):
        return True
    if (s.fresh != NO_TILE and not meeting) or (s.fresh == NO_TILE and s.phase in (PAWN, SUPPORT, ATTACK, TAKE)):
        return True
    if not meeting and s.decider != s.seat:
        return True
    for seat in range(s.players):
        if unsettled(s, seat) and s.phase not in (ATTACK, MOVE, SPREAD):
            return True
    if s.phase in (PLACE, BURN):
        if die_covers(s):
            return True
    elif s.die_x or s.die_y or s.die_angle:
        return True
    if (s.throw != 0) > (s.phase == FLIGHT) or not 0 <= s.misfires < MISFIRES:
        return True
    if s.misfires and s.phase in (DROP, START, AFTER, END):
        return True
    if s.phase == DROP and something_happened(s):
        return True
    out_of_tiles = sizes_left(s) == 0 and (not meeting or s.burning)
    return (out_of_tiles or s.turns == PATIENCE) != (s.phase == END)


@rule
def unsettled(s, seat):
    """Whether a seat has losses to settle (B18)."""
    return s.must[seat, 0] != 0 or s.must[seat, 1] != 0 or s.broken[seat] != 0


@rule
def die_covers(s):
    """Whether the die at rest lies on a tile: then nothing can be put over it (B9)."""
    lay(s, 0, SHAPE_OF[DIE_PIECE], s.die_x, s.die_y, 0 + s.die_angle)
    _, covered = touched(s)
    return covered != 0 or not 0 <= s.die_angle < QUARTER


@rule
def something_happened(s):
    """Whether this is not the very beginning (B4)."""
    left = 0
    for size in range(SIZES):
        left += s.piles[size]
    return left != TILES or s.turns != 0 or s.seat != 0 or s.burned != 0


@rule
def turn_wrong(s):
    """Dice, Burner, box and throw fit the phase."""
    dice = (s.dice[0] != NO_DIE) + (s.dice[1] != NO_DIE)
    if min(s.dice[0], s.dice[1]) < 0 or max(s.dice[0], s.dice[1]) > NO_DIE:
        return True
    if dice > 0 and (s.dice[0] == NO_DIE or s.dice[0] == s.dice[1]):
        return True
    if not 0 <= s.thrown <= dice or s.burning > s.burned or s.burning < 0:
        return True
    if dice_without_tiles(s, dice):
        return True
    if s.phase in (DROP, START) and (dice or s.burning):
        return True
    if BOX <= s.phase <= TAKE and not s.burning and s.thrown == dice:
        return True
    if s.burning and not (BOX <= s.phase <= FLIGHT or s.phase in (MOVE, SPREAD, BURN)):
        return True
    if s.burning and (s.fresh != NO_TILE or (dice > 0 and s.thrown == 0)):
        return True
    if s.phase == BURN and not s.burning:
        return True
    if s.phase == AFTER and (s.thrown < dice or dice == 0 or not may_burn(s)):
        return True
    if s.phase == FLIGHT and not is_throw(s.throw, 4 * SIDE[wide(s)]):
        return True
    return new_tile_wrong(s) or box_wrong(s)


@rule
def dice_without_tiles(s, dice):
    """Dice were chosen of piles with tiles (B5), and only a throw of the die itself takes tiles of its pile."""
    placed = PAWN <= s.phase <= TAKE and not s.burning
    for i in range(s.thrown + placed, dice):
        if s.piles[s.dice[i]] == 0:
            return True
    for size in range(SIZES):
        if dice == 1 and size != s.dice[0] and s.piles[size] > 0:
            return True
    return False


@rule
def new_tile_wrong(s):
    """The new tile is the last one taken from the pile of the die just thrown (B10)."""
    if s.fresh == NO_TILE:
        return False
    size = SIZE[s.fresh]
    return s.dice[s.thrown] != size or s.fresh != FIRST_TILE[size] + COUNT[size] - s.piles[size] - 1


@rule
def box_wrong(s):
    """The box stands until a die rests on the table or the turn ends, where it may stand (B6)."""
    if s.box == ABSENT:
        return s.box_x != 0 or s.box_y != 0 or s.box_angle != 0
    if not BOX <= s.phase <= FLIGHT and s.phase != AFTER and not (s.phase == START and s.burned):
        return True
    if s.box not in (LYING, STANDING) or max(abs(s.box_x), abs(s.box_y)) > BOX_MIDDLE - 1 or s.box_angle < 0:
        return True
    return box_fault(s, pack_box(s.box, s.box_x, s.box_y, s.box_angle)) != 0


@rule
def question_wrong(s):
    """Whoever is asked about a fight or pawns has something to answer, for what the new tile touches."""
    if not 0 <= s.helped <= NOBODY or (s.helped != NOBODY and s.helped >= s.players):
        return True
    if s.phase in (PAWN, SUPPORT, ATTACK) and s.decider != s.seat:
        return True
    if s.phase in (ATTACK, TAKE) or (s.phase in (MOVE, SPREAD) and not s.burning):
        if help_wrong(s):
            return True
    elif s.helped != NOBODY:
        return True
    if s.phase == PAWN:
        return touched_seats(s) != 0 or unused_pawn(s, s.seat) == PAWNS
    if s.phase == SUPPORT:
        seats = touched_seats(s)
        return seats >> s.seat & 1 == 1 or seats & (seats - 1) == 0
    if s.phase == ATTACK:
        return s.foes & ~network(s, lowest(s.foes)) == 0
    if s.phase in (MOVE, SPREAD):
        return loss_wrong(s)
    return s.phase == TAKE and (s.helped != s.decider or not joins_two(s))


@rule
def touched_seats(s):
    """The seats whose networks (or what is left of them) the new tile touches, as a set."""
    seats = 0
    for seat in range(s.players):
        seats |= (s.near[s.fresh] & claimed(s, seat) != 0) << seat
    return seats


@rule
def help_wrong(s):
    """The new tile fights for one whom it touches, the active player first (B15, B16), and touches nobody else but its foes."""
    if s.helped == NOBODY or unsettled(s, s.helped):
        return True
    if s.fresh == NO_TILE:  # beaten (B15)
        return s.helped == s.decider
    seats = touched_seats(s)
    if seats >> s.helped & 1 == 0 or (s.helped != s.seat and seats >> s.seat & 1 == 1):
        return True
    foes = 0
    for seat in range(s.players):
        if seat != s.helped:
            foes |= s.near[s.fresh] & claimed(s, seat)
            if foes & claimed(s, seat) & ~holdings(s, seat):
                return True
    return foes != s.foes


@rule
def loss_wrong(s):
    """Losses are settled clockwise from the active player (B18): all before the one who is asked are, and he has a choice."""
    for k in range((s.decider + s.players - s.seat) % s.players):
        if unsettled(s, (s.seat + k) % s.players):
            return True
    p = pawn_in_hand(s, s.decider)
    if s.phase == MOVE:
        return p == PAWNS or s.must[s.decider, p] & (s.must[s.decider, p] - 1) == 0
    return p < PAWNS or unused_pawn(s, s.decider) == PAWNS or vacant_parts(s, s.decider) == 0
