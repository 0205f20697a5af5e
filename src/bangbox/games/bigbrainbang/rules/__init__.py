"""The rules of Big Brain Bang: choose dice, aim, throw, put a tile where the die rests, and settle what it touches (B1–B26).

Beside this file: listing (what can be done), fighting (what a tile causes), record (the record, networks), facts (what always
holds), cheap, aiming and landing (throws without physics), geometry, packing.
"""

import numpy as np

from bangbox.core.rules import CHANCE, OVER, rule, table

from .facts import invariant
from .fighting import attack, burn, fight, meet, pawn_in_hand, put_down, settle_losses, settled, support
from .geometry import QUARTER, lay
from .listing import BURN_FIRST, BURNER, KEEP, LIFT, MAX_CHOICES, REFUSE, choices, has_ranges, is_legal, random_choice
from .packing import ABSENT, FLAT, MISFIRE, unpack_box, unpack_pose
from .record import (
    AFTER,
    AIM,
    ATTACK,
    BOX,
    BURN,
    BURNER_PIECE,
    COUNT,
    DERIVED,
    DIE_PIECE,
    DROP,
    END,
    FIRST_SHAPE,
    FIRST_TILE,
    FLIGHT,
    HALF_TABLE,
    HOME,
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
    POINTS,
    SETTLED,
    SHAPE_OF,
    SIZES,
    SPREAD,
    START,
    STATE,
    SUPPORT,
    TOKEN_POINTS,
    TOKENS,
    count_tiles,
    counted,
    derive,
    die,
    holdings,
    may_burn,
    note_touching,
    sizes_left,
    touched,
    unused_pawn,
    wide,
)

__all__ = [
    "DERIVED", "MAX_CHOICES", "MAX_PLAYERS", "STATE", "actor", "apply", "choices", "derive", "has_ranges", "invariant",
    "is_legal", "payoff", "players", "random_choice", "score", "setup", "winners",
]  # fmt: skip


SIDE_OF_SEAT = table([[0, 2, 0, 0], [0, 3, 2, 0], [0, 3, 2, 1]], np.int8)  # by players: seats go clockwise, sides anticlockwise
SIDE_X = table([0, 1, 0, -1], np.int8)  # south, east, north, west
SIDE_Y = table([-1, 0, 1, 0], np.int8)


@rule
def setup(s, players, throws):
    s.players = players
    s.throws = throws
    s.phase = DROP
    s.fresh = NO_TILE
    s.helped = NOBODY
    for size in range(SIZES):
        s.piles[size] = COUNT[size]
    for seat in range(players):
        s.tokens[seat] = TOKENS + (players == 2)
    for seat in range(MAX_PLAYERS):
        for p in range(PAWNS):
            s.pawns[seat, p] = HOME
    forget_turn(s)


@rule
def forget_turn(s):
    s.dice[0] = NO_DIE
    s.dice[1] = NO_DIE
    s.thrown = 0
    s.burned = 0
    lift_box(s)


@rule
def players(s):
    return s.players


@rule
def actor(s):
    if s.phase in (DROP, FLIGHT):
        return CHANCE
    return OVER if s.phase == END else s.decider


@rule
def apply(s, action):
    if s.phase == DROP:
        begin(s, action)
    elif s.phase == START:
        if action == BURNER:
            announce_burner(s)
        else:
            s.dice[0] = action // 4
            s.dice[1] = action % 4
            s.phase = BOX
    elif s.phase == BOX:
        put_box(s, action)
    elif s.phase == AIM:
        s.throw = action
        s.phase = FLIGHT
    elif s.phase == FLIGHT:
        rest(s, action)
    elif s.phase == PLACE:
        place(s, action)
    elif s.phase == BURN:
        lay(s, 0, SHAPE_OF[BURNER_PIECE], s.die_x, s.die_y, action * 10)
        s.hit, _ = touched(s)
        take_die(s)
        go_on(s, burn(s, s.hit))
    elif s.phase == AFTER:
        if action:
            announce_burner(s)
        else:
            end_turn(s)
    else:
        answer(s, action)


@rule
def answer(s, action):
    """A seat has decided about pawns, help or the order of a fight."""
    if s.phase == PAWN:  # B12
        if action:
            s.pawns[s.seat, unused_pawn(s, s.seat)] = s.fresh
        go_on(s, settled(s))
    elif s.phase == SUPPORT:
        go_on(s, support(s, action))
    elif s.phase == ATTACK:
        attack(s, action)
        go_on(s, fight(s))
    elif s.phase == MOVE:
        put_down(s, s.decider, pawn_in_hand(s, s.decider), action)
        go_on(s, settle_losses(s))
    elif s.phase == SPREAD:
        if action == REFUSE:
            s.broken[s.decider] = 0
        else:
            s.pawns[s.decider, unused_pawn(s, s.decider)] = action
        go_on(s, settle_losses(s))
    else:  # TAKE
        for p in range(PAWNS):
            if s.pawns[s.decider, p] == action:
                s.pawns[s.decider, p] = HOME
        go_on(s, settled(s))


@rule
def begin(s, pose):
    """The seat nearest to the dropped die begins; equally near, or off the table: again (B4)."""
    outcome, x, y, _ = unpack_pose(pose)
    if outcome != FLAT:
        return
    best = -1
    nearest = NOBODY
    half = HALF_TABLE[wide(s)]
    for seat in range(s.players):
        side = SIDE_OF_SEAT[s.players - 2, seat]
        dx = x - SIDE_X[side] * half
        dy = y - SIDE_Y[side] * half
        distance = dx * dx + dy * dy
        if best < 0 or distance < best:
            best = distance
            nearest = seat
        elif distance == best:
            nearest = NOBODY
    if nearest != NOBODY:
        s.seat = nearest
        s.decider = nearest
        s.phase = START


@rule
def announce_burner(s):
    """A token is turned over, whatever happens (B19)."""
    s.tokens[s.seat] -= 1
    s.burned = 1
    s.burning = 1
    s.phase = BOX


@rule
def put_box(s, action):
    if action == BURN_FIRST:
        announce_burner(s)
        return
    if action == LIFT:
        lift_box(s)
    elif action != KEEP:
        s.box, s.box_x, s.box_y, s.box_angle = unpack_box(action)
    s.phase = AIM


@rule
def lift_box(s):
    s.box = ABSENT
    s.box_x = 0
    s.box_y = 0
    s.box_angle = 0


@rule
def rest(s, pose):
    """The die has come to rest, or not (B8, B9)."""
    s.throw = 0
    outcome, x, y, angle = unpack_pose(pose)
    if outcome == MISFIRE:
        s.misfires += 1
        if s.misfires < MISFIRES:
            s.phase = BOX
            return
    if outcome == FLAT:
        lay(s, 0, SHAPE_OF[DIE_PIECE], x, y, angle)
        _, covered = touched(s)
        if covered == 0:
            lift_box(s)  # B6
            s.die_x = x
            s.die_y = y
            s.die_angle = angle
            s.phase = BURN if s.burning else PLACE
            return
    go_on(s, SETTLED)


@rule
def place(s, action):
    """The next tile of the die's pile goes over the die (B10)."""
    size = die(s)
    tile = FIRST_TILE[size] + COUNT[size] - s.piles[size]
    s.piles[size] -= 1
    s.tiles[tile].x = s.die_x
    s.tiles[tile].y = s.die_y
    s.tiles[tile].angle = s.die_angle + QUARTER * (action % 4)
    s.tiles[tile].shape = FIRST_SHAPE[size] + action // 4
    s.tiles[tile].state = ON_TABLE
    s.fresh = tile
    note_touching(s, tile)
    take_die(s)
    go_on(s, meet(s))


@rule
def take_die(s):
    s.die_x = 0
    s.die_y = 0
    s.die_angle = 0


@rule
def go_on(s, phase):
    """Asks what is to be asked; when all is settled, goes on with the turn."""
    s.phase = phase
    if phase != SETTLED:
        return
    s.misfires = 0
    s.thrown += 1 - s.burning
    s.burning = 0
    if sizes_left(s) == 0:  # B21
        s.phase = END
    elif s.dice[0] == NO_DIE:  # the Burner came first
        s.phase = START
    elif s.thrown < 2 and s.dice[s.thrown] != NO_DIE:
        s.phase = BOX
    elif may_burn(s):
        s.phase = AFTER
    else:
        end_turn(s)


@rule
def end_turn(s):
    forget_turn(s)
    s.turns += 1
    s.seat = (s.seat + 1) % s.players
    s.decider = s.seat
    s.phase = END if s.turns == PATIENCE else START  # B24


@rule
def score(s, out):
    for seat in range(s.players):
        held = counted(s, seat)
        out[seat] = TOKEN_POINTS * s.tokens[seat]  # B22
        for size in range(SIZES):
            out[seat] += POINTS[size] * count_tiles(held, size)


@rule
def standing(s, seat):
    """Points, then small, medium and large tiles, as one number to compare (B22, B23)."""
    held = holdings(s, seat)
    points = TOKEN_POINTS * s.tokens[seat]
    counts = 0
    for size in range(SIZES):
        points += POINTS[size] * count_tiles(held, size)
        counts = counts * 100 + count_tiles(held, size)
    return points * 1_000_000 + counts


@rule
def winners(s):
    if s.phase != END:
        return 0
    best = -1
    mask = 0
    for seat in range(s.players):
        reached = standing(s, seat)
        if reached > best:
            best = reached
            mask = 1 << seat
        elif reached == best:  # nobody, unless another does better
            mask = 0
    return mask


@rule
def payoff(s, out):
    mask = winners(s)
    for seat in range(s.players):
        if mask == 0 and s.players == 2:
            out[seat] = 0.5
        else:
            out[seat] = mask >> seat & 1
