"""What can be done in Big Brain Bang: the choices, listed or over ranges, and a random one of them."""

from bangbox.core.rules import below, rule

from .aiming import SIDE
from .cheap import drop, fly
from .fighting import pawn_in_hand, vacant_parts
from .geometry import QUARTER, lay
from .packing import (
    ABSENT,
    DIRECTION_LEAST,
    ELEVATION_LEAST,
    FLAT,
    HEIGHTS,
    LYING,
    POSE_LEANING,
    POSE_MISFIRE,
    POSE_OFF,
    POSE_ON_BOX,
    SPEED_LEAST,
    SPINS,
    STANDING,
    is_throw,
    pack_box,
    steps_to_throw,
    unpack_box,
    unpack_pose,
)
from .record import (
    AFTER,
    AIM,
    ATTACK,
    BOX,
    BOX_PIECE,
    BURN,
    DROP,
    FLIGHT,
    HALF_TABLE,
    MOVE,
    NO_DIE,
    PAWN,
    PLACE,
    PLACINGS,
    SHAPE_OF,
    SIZES,
    SPREAD,
    START,
    SUPPORT,
    TAKE,
    TILES,
    die,
    holdings,
    lowest,
    may_burn,
    network,
    sizes_left,
    touched,
    wide,
)

DEGREES = 360
MAX_CHOICES = DEGREES

# Actions. START: first die * 4 + second die (NO_DIE if there is one throw), or BURNER. BOX: one of three, or a packed box.
BURNER = 16
KEEP, LIFT, BURN_FIRST = range(3)
REFUSE = TILES  # SPREAD, TAKE: leave it; else a tile
BOX_TRIES = 8
GUESSES = 4096  # of which none is legal once in 10^44 times even where one action of 41 is; then the choices are listed
LYING_PICK = 3  # random boxes: after the three listed choices


@rule
def choices(s, out):
    if s.phase == START:
        return list_dice(s, out)
    if s.phase == BOX:
        return list_box(s, out)
    if s.phase in (PLACE, BURN, PAWN, AFTER):
        return count_up(offered(s), out)
    if s.phase == SUPPORT:
        return list_supported(s, out)
    if s.phase == ATTACK:
        return list_attacks(s, out)
    if s.phase == MOVE:
        return list_tiles(s.must[s.decider, pawn_in_hand(s, s.decider)], 0, out)
    if s.phase == SPREAD:
        return list_tiles(vacant_parts(s, s.decider), 1, out)
    if s.phase == TAKE:  # B13, B14
        return list_tiles(1 << s.pawns[s.decider, 0] | 1 << s.pawns[s.decider, 1], 1, out)
    return 0


@rule
def offered(s):
    """How many choices, where these are simply numbered."""
    if s.phase == PLACE:  # hole, face, quarter turn (B10)
        return 4 * PLACINGS[die(s)]
    return DEGREES if s.phase == BURN else 2  # angles (B20); no or yes (B12, B19)


@rule
def count_up(n, out):
    for i in range(n):
        out[i] = i
    return n


@rule
def list_tiles(tiles, refusable, out):
    """Each tile of a set, after the choice to leave it."""
    out[0] = REFUSE
    n = refusable
    while tiles:
        out[n] = lowest(tiles)
        n += 1
        tiles &= tiles - 1
    return n


@rule
def list_dice(s, out):
    """Two dice in the order of throwing, or the only one left (B5); or first the Burner (B19)."""
    n = 0
    left = sizes_left(s)
    for first in range(SIZES):
        for second in range(SIZES + 1):
            out[n] = first * 4 + second
            n += dice_fit(s, first, second, left)
    out[n] = BURNER
    return n + may_burn(s)


@rule
def dice_fit(s, first, second, left):
    if s.piles[first] == 0:
        return False
    if second == NO_DIE:
        return left == 1
    return first != second and s.piles[second] > 0


@rule
def may_burn_between(s):
    """Between the throws; before them there was the start of the turn, after them there is its end."""
    return s.thrown == 1 and s.burning == 0 and may_burn(s)


@rule
def list_box(s, out):
    n = 1
    out[0] = KEEP
    out[n] = LIFT
    n += s.box != ABSENT
    out[n] = BURN_FIRST
    return n + may_burn_between(s)


@rule
def list_supported(s, out):
    """The seats whose networks the new tile touches (B16)."""
    n = 0
    for seat in range(s.players):
        out[n] = seat
        n += s.near[s.fresh] & holdings(s, seat) != 0
    return n


@rule
def list_attacks(s, out):
    """The lowest touched tile of each network still to be attacked (B15)."""
    n = 0
    foes = s.foes
    while foes:
        out[n] = lowest(foes)
        n += 1
        foes &= ~network(s, lowest(foes))
    return n


@rule
def has_ranges(s):
    """Boxes and throws are ranges; some decisions about the box are listed, too."""
    return s.phase in (BOX, AIM)


@rule
def is_legal(s, action):
    if action < 0:
        return False
    if s.phase in (DROP, FLIGHT):
        return is_outcome(s, action)
    if s.phase == START:
        if action == BURNER:
            return may_burn(s)
        return action < 4 * SIZES and dice_fit(s, action // 4, action % 4, sizes_left(s))
    if s.phase == BOX:
        if action == BURN_FIRST:
            return may_burn_between(s)
        return action == KEEP or (action == LIFT and s.box != ABSENT) or box_fault(s, action) == 0
    if s.phase == AIM:
        return is_throw(action, 4 * SIDE[wide(s)])
    if s.phase in (PLACE, BURN, PAWN, AFTER):
        return action < offered(s)
    if s.phase == SUPPORT:
        return action < s.players and s.near[s.fresh] & holdings(s, action) != 0
    if action > REFUSE:
        return False
    if s.phase == ATTACK:
        return action < TILES and s.foes >> action & 1 and lowest(s.foes & network(s, action)) == action
    if s.phase == MOVE:
        return action < TILES and s.must[s.decider, pawn_in_hand(s, s.decider)] >> action & 1 == 1
    if s.phase == SPREAD:
        return action == REFUSE or vacant_parts(s, s.decider) >> action & 1 == 1
    if s.phase == TAKE:
        return action == REFUSE or (1 << s.pawns[s.decider, 0] | 1 << s.pawns[s.decider, 1]) >> action & 1 == 1
    return False


@rule
def is_outcome(s, pose):
    """Whether a die could come to rest so; of a die that does not lie flat no place is noted."""
    if pose == POSE_OFF:
        return True
    if pose in (POSE_LEANING, POSE_MISFIRE):
        return s.phase == FLIGHT
    if pose == POSE_ON_BOX:
        return s.box != ABSENT
    outcome, x, y, angle = unpack_pose(pose)
    return outcome == FLAT and max(abs(x), abs(y)) <= HALF_TABLE[wide(s)] and angle < QUARTER


@rule
def box_fault(s, box):
    """0 if the box can be put there, 1 if it is no box, 2 if it hangs over the edge, 3 if it stands on a tile (B6)."""
    kind, x, y, angle = unpack_box(box)
    if kind not in (LYING, STANDING) or angle >= 90 * kind:
        return 1
    half = HALF_TABLE[wide(s)]
    lay(s, 0, SHAPE_OF[BOX_PIECE + kind - LYING], x * 100, y * 100, angle * 10)
    for i in range(s.corners[0]):
        if max(abs(s.corner_x[0, i]), abs(s.corner_y[0, i])) > half:
            return 2
    _, covered = touched(s)
    return 3 if covered else 0


@rule
def random_choice(s, rng):
    """Any listed choice as likely as any other (-1: list them); boxes and throws as if somebody wants to stay on the table."""
    if s.phase == DROP:
        return drop(s, rng)
    if s.phase == FLIGHT:
        return fly(s, rng)
    if s.phase == AIM:
        return random_throw(s, rng)
    if s.phase == BOX:
        return random_box(s, rng)
    if s.phase in (PLACE, BURN, PAWN, AFTER):
        return below(rng, offered(s))
    bound = BURNER + 1 if s.phase == START else REFUSE + 1
    for _ in range(GUESSES):  # until one is legal: each that is comes as often as any other, and no list is needed
        action = below(rng, bound)
        if is_legal(s, action):
            return action
    return -1


@rule
def random_box(s, rng):
    """One of the listed choices, or a box lying or standing where it fits."""
    pick = below(rng, 5)
    if pick < LYING_PICK:
        return pick if is_legal(s, pick) else KEEP
    kind = LYING + pick - LYING_PICK
    reach = HALF_TABLE[wide(s)] // 100
    for _ in range(BOX_TRIES):
        box = pack_box(kind, below(rng, 2 * reach + 1) - reach, below(rng, 2 * reach + 1) - reach, below(rng, 90 * kind))
        if box_fault(s, box) == 0:
            return box
    return KEEP


@rule
def random_throw(s, rng):
    """From anywhere around the table, not too far from straight in, not too fast to stay on it."""
    side = SIDE[wide(s)]
    around = below(rng, 4 * side)
    height = below(rng, HEIGHTS // 2)
    direction = below(rng, 91) - 45 - DIRECTION_LEAST
    elevation = below(rng, 41) - 10 - ELEVATION_LEAST
    speed = 60 + below(rng, side // 6) - SPEED_LEAST
    return steps_to_throw(around, height, direction, elevation, speed, below(rng, SPINS))
