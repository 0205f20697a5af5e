"""Facts that hold in every position of Big Brain Bang, worked out anew from the poses of the tiles."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-check-untyped-defs

from bangbox.core.rules import rule

from .rules_aiming import SIDE
from .rules_choices import box_fault
from .rules_fight import pawn_in_hand, vacant_parts
from .rules_geometry import FULL_TURN, MEETING, contact, in_reach
from .rules_packing import ABSENT, BOX_MIDDLE, LYING, STANDING, is_throw, pack_box
from .rules_table import (
    AFTER,
    ATTACK,
    BOX,
    BURN,
    COUNT,
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
    SIZE,
    SIZES,
    SPREAD,
    START,
    SUPPORT,
    TAKE,
    TILES,
    holdings,
    lay_tile,
    may_burn,
    sizes_left,
    unused_pawn,
    wide,
)

FACTS = {
    1: "there are 2 to 4 players, and one of them is asked",
    2: "every tile is in its pile, on the table or gone, and piles are used from the first tile on",
    3: "the networks are those that the places of the tiles make",
    4: "pawns are at home, on a tile, or in hand with somewhere to go",
    5: "no network has two owners",
    6: "outside a fight nothing of it is left over, and a die lies only where something is put over it",
    7: "dice, Burner, box and throw fit what is asked",
    8: "whoever is asked has something to answer",
}


@rule
def invariant(s):
    """0, or the number of the first broken fact."""
    seats = 2 <= s.players <= MAX_PLAYERS and 0 <= s.seat < s.players and 0 <= s.decider < s.players
    if not seats or not 0 <= s.phase <= END:
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
        if s.broken[seat] & ~s.lying or (seat >= s.players and (s.broken[seat] or s.tokens[seat])):
            return True
        if not 0 <= s.tokens[seat] <= 3:
            return True
    return False


@rule
def two_owners(s):
    """No network has pawns of two seats."""
    for seat in range(s.players):
        held = holdings(s, seat)
        for other in range(seat):
            if held & holdings(s, other):
                return True
    return False


@rule
def loose_ends(s):
    """Outside a fight nothing of it is left; a die lies only where something is put over it."""
    meeting = PAWN <= s.phase <= TAKE
    if s.foes & ~s.lying or (s.phase != ATTACK and s.foes):
        return True
    if s.fresh != NO_TILE and not meeting:
        return True
    if s.phase in (PAWN, SUPPORT, ATTACK, TAKE) and s.fresh == NO_TILE:
        return True
    if not meeting and s.decider != s.seat:
        return True
    for seat in range(s.players):
        if not meeting and (s.broken[seat] or s.must[seat, 0] or s.must[seat, 1]):
            return True
    if (s.throw != 0) > (s.phase == FLIGHT) or s.misfires >= MISFIRES or s.misfires < 0:
        return True
    if s.phase not in (PLACE, BURN) and (s.die_x or s.die_y or s.die_angle):
        return True
    return not meeting and (sizes_left(s) == 0 or s.turns == PATIENCE) != (s.phase == END)


@rule
def turn_wrong(s):
    """Dice, Burner, box and throw fit the phase."""
    dice = (s.dice[0] != NO_DIE) + (s.dice[1] != NO_DIE)
    if min(s.dice[0], s.dice[1]) < 0 or max(s.dice[0], s.dice[1]) > NO_DIE:
        return True
    if dice > 0 and (s.dice[0] == NO_DIE or s.dice[0] == s.dice[1]):
        return True
    if not 0 <= s.thrown <= dice or s.burned not in (0, 1) or s.burning > s.burned or s.burning < 0:
        return True
    throwing = BOX <= s.phase <= TAKE
    if s.phase in (DROP, START) and (dice or s.burning):
        return True
    if throwing and not s.burning and (s.thrown == dice or (s.piles[s.dice[s.thrown]] == 0 and s.phase <= PLACE)):
        return True
    if s.burning and not (BOX <= s.phase <= FLIGHT or s.phase in (MOVE, SPREAD, BURN)):
        return True
    if (s.phase == BURN and not s.burning) or (s.burning and s.fresh != NO_TILE):
        return True
    if s.phase == AFTER and (s.thrown < dice or dice == 0 or not may_burn(s)):
        return True
    if s.phase == FLIGHT and not is_throw(s.throw, 4 * SIDE[wide(s)]):
        return True
    return box_wrong(s)


@rule
def box_wrong(s):
    if s.box == ABSENT:
        return s.box_x != 0 or s.box_y != 0 or s.box_angle != 0
    if s.box not in (LYING, STANDING) or max(abs(s.box_x), abs(s.box_y)) > BOX_MIDDLE - 1 or s.box_angle < 0:
        return True
    return s.phase in (DROP, PLACE) or box_fault(s, pack_box(s.box, s.box_x, s.box_y, s.box_angle)) != 0


@rule
def question_wrong(s):
    """Whoever is asked about a fight or pawns has something to answer."""
    if not 0 <= s.helped <= NOBODY or (s.helped != NOBODY and s.helped >= s.players):
        return True
    if s.phase in (PAWN, SUPPORT, ATTACK) and s.decider != s.seat:
        return True
    if s.phase == PAWN:
        return unused_pawn(s, s.seat) == PAWNS
    if s.phase == SUPPORT:
        return False
    if s.phase == ATTACK:
        return s.foes == 0 or s.helped == NOBODY or s.foes & holdings(s, s.helped) != 0
    if s.phase == MOVE:
        return pawn_in_hand(s, s.decider) == PAWNS
    if s.phase == SPREAD:
        return unused_pawn(s, s.decider) == PAWNS or vacant_parts(s, s.decider) == 0
    if s.phase == TAKE:
        return s.helped != s.decider or max(s.pawns[s.decider, 0], s.pawns[s.decider, 1]) >= TILES
    return s.helped != NOBODY
