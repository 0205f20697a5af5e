"""The rules of Big×Bang."""

import numpy as np

from bangbox.core.rules import CHANCE, OVER, below, inlined, rule, table
from bangbox.games.bigxbang import sky

NOWHERE, MIRROR = sky.NOWHERE, sky.MIRROR
EMPTY, DARK, UNFILLED = sky.EMPTY, sky.DARK, sky.UNFILLED
NEUTRON, H1, H3, HE3, HE4 = sky.NEUTRON, sky.H1, sky.H3, sky.HE3, sky.HE4
FUSION, ANNIHILATION = sky.FUSION, sky.ANNIHILATION
PARTICLES, PARTICLES_SHORT, OBSTACLES = sky.DATA["particles"], sky.DATA["particles_short"], sky.DATA["obstacles"]

NEXT, SIDE, MAY = table(sky.NEXT, np.uint8), table(sky.SIDE, np.uint8), table(sky.MAY, np.uint8)
UNSTABLE = table(sky.UNSTABLE, np.uint8)
PROTONS, NEUTRONS = table(sky.PROTONS, np.uint8), table(sky.NEUTRONS, np.uint8)

# What chance may put on a circle: n, H1, their mirrors, nothing, dark matter.
FILLINGS = table([NEUTRON, H1, NEUTRON + MIRROR, H1 + MIRROR, EMPTY, DARK], np.uint8)

# Variants, bit by bit; puzzles by number.
SHORT, NO_LIGHT, MEET, DARK_MATTER, DECAY = 1, 2, 4, 8, 16
NONE, LIGHT, PARALLEL, LIFE = 0, 1, 2, 3
UNDECIDED = 2

# Actions: a stack in a direction; then decays, the ends, chance, and with X22 fusions by pair and place.
DECAYS = 6 * NOWHERE
PASS = DECAYS + NOWHERE
STOP = PASS + 1
FILL = STOP + 1
BEGIN = FILL + 6
MEETINGS = 1000
LONGEST = 12
MAX_CHOICES = 600
MAX_PLAYERS = 2
GUESSES = 32
MOST_HELIUM = PARTICLES // 2

STATE = np.dtype(
    [
        ("board", np.uint8, NOWHERE + 1),  # the last one is NOWHERE, always empty
        ("mover", np.uint8),
        ("passes", np.uint8),  # in a row; 2: over
        ("variants", np.uint8),
        ("puzzle", np.uint8),
        ("solo", np.uint8),
        ("reserve", np.uint8, (2, 4)),  # p n p̄ n̄; a common one is the first
        # derived:
        ("filled", np.uint8),
        ("carbon", np.uint8),  # 1 + the side with a carbon group
        ("stuck", np.uint8),  # solo: nothing is left to do
        ("upto", np.uint8, 6),  # what chance has still to put on the board: running totals over the fillings
        ("count", np.uint8, 2),
        ("stacks", np.uint8, (2, PARTICLES * 2)),  # the circles of each side, in no order
        ("place", np.uint8, NOWHERE + 1),  # where in `stacks` a circle stands
        ("near", np.uint8, (NOWHERE + 1, 6)),  # the first occupied circle in each direction
        ("seen", np.uint8, NOWHERE + 1),  # scratch for groups
        ("heap", np.uint8, NOWHERE + 1),
    ],
    align=True,
)
DERIVED = "filled"


@rule
def setup(s, players, short, no_light, meet, dark_matter, decay, puzzle, coop, first):
    s.variants = SHORT * short + NO_LIGHT * no_light + MEET * meet + DARK_MATTER * dark_matter + DECAY * decay
    s.puzzle = puzzle
    s.solo = puzzle != NONE and not coop
    s.mover = 0 if s.solo else first
    for circle in range(NOWHERE):
        s.board[circle] = UNFILLED
    derive(s)


@rule
def each_kind(s):
    """How many particles of each kind are set up (X2, X20, X23)."""
    return (PARTICLES_SHORT if s.variants & SHORT else PARTICLES) - (1 if s.variants & DARK_MATTER else 0)


@rule
def players(s):
    return 1 if s.solo else 2


@rule
def actor(s):
    if s.mover == UNDECIDED or s.filled < NOWHERE:
        return CHANCE
    if s.passes == 2 or s.stuck or (s.carbon and s.puzzle == NONE):  # X9, X16, X14
        return OVER
    return np.int64(s.mover)


@rule
def common_reserve(s):
    return s.puzzle != NONE or s.variants & NO_LIGHT != 0  # X16, X21


@rule
def reserve_of(s):
    """Which reserve the mover uses."""
    return 0 if common_reserve(s) else np.int64(s.mover)


# -- choices


@rule
def choices(s, out):
    if s.mover == UNDECIDED:
        out[0] = BEGIN
        out[1] = BEGIN + 1
        return 2
    if s.filled < NOWHERE:
        return fillings(s, out)
    n = 0
    for circle in range(NOWHERE):
        side = SIDE[s.board[circle]]
        if side == s.mover or (s.solo and side != 2):
            if s.variants & MEET or s.solo:
                n = moves_both_ways(s, circle, out, n)
            else:
                for d in range(6):  # X6
                    out[n] = 6 * circle + d
                    n += MAY[s.board[circle], s.board[s.near[circle, d]]] != 0
    if s.variants & DECAY:
        for circle in range(NOWHERE):
            out[n] = DECAYS + circle
            n += can_decay(s, circle)
    out[n] = STOP if s.solo else PASS  # X9, X16
    return n + 1


@rule
def fillings(s, out):
    n = 0
    for k in range(6):
        out[n] = FILL + k
        n += left(s, k) != 0
    return n


@rule
def left(s, k):
    """How many of one filling chance has still to put on the board."""
    return s.upto[k] - (s.upto[k - 1] if k > 0 else 0)


@rule
def moves_both_ways(s, circle, out, n):
    """The choices of one stack where a pair must not be listed twice: meetings (X22), and annihilations alone (X16)."""
    code = s.board[circle]
    for d in range(6):
        target = s.near[circle, d]
        effect = MAY[code, s.board[target]]
        if effect == FUSION and s.variants & MEET:
            if d < 3:
                for k in range(distance(circle, target, d) + 1):
                    out[n] = MEETINGS + LONGEST * (3 * circle + d) + k
                    n += 1
        elif effect == FUSION or (effect == ANNIHILATION and (d < 3 or not s.solo)):
            out[n] = 6 * circle + d
            n += 1
    return n


@rule
def distance(circle, target, d):
    steps = 0
    at = np.int64(circle)
    while at != target:
        at = np.int64(NEXT[at, d])
        steps += 1
    return steps


@rule
def can_decay(s, circle):
    """X24: an unstable stack of either side, and a proton of that side in the mover's reserve."""
    code = s.board[circle]
    return UNSTABLE[code] and s.reserve[reserve_of(s), 2 * SIDE[code]] != 0


@rule
def weights(s, out):
    if s.mover == UNDECIDED:
        out[0] = 1
        out[1] = 1
        return
    n = 0
    for k in range(6):
        out[n] = left(s, k)
        n += left(s, k) != 0


@rule
def is_legal(s, action):
    if action < 0:
        return False
    if s.mover == UNDECIDED:
        return BEGIN <= action < BEGIN + 2
    if s.filled < NOWHERE:
        return FILL <= action < FILL + 6 and left(s, action - FILL) != 0
    if action < DECAYS:
        return legal_move(s, action // 6, action % 6)
    if action < PASS:
        return s.variants & DECAY != 0 and can_decay(s, action - DECAYS)
    if action <= STOP:
        return action == (STOP if s.solo else PASS)
    pair = (action - MEETINGS) // LONGEST
    if action < MEETINGS or pair >= 3 * NOWHERE or not s.variants & MEET:
        return False
    circle, d = pair // 3, pair % 3
    target = s.near[circle, d]
    return (
        may_move(s, circle)
        and MAY[s.board[circle], s.board[target]] == FUSION
        and (action - MEETINGS) % LONGEST <= distance(circle, target, d)
    )


@rule
def may_move(s, circle):
    side = SIDE[s.board[circle]]
    return side == s.mover or (s.solo != 0 and side != 2)


@rule
def legal_move(s, circle, d):
    if not may_move(s, circle):
        return False
    effect = MAY[s.board[circle], s.board[s.near[circle, d]]]
    if effect == FUSION:
        return s.variants & MEET == 0
    return effect == ANNIHILATION and (d < 3 or not s.solo)


@inlined
def random_outcome(s, rng):
    """An outcome of chance by its weight, without listing."""
    if s.mover == UNDECIDED:
        return BEGIN + below(rng, 2)
    drawn = below(rng, s.upto[5])
    outcome = FILL
    for k in range(5):
        outcome += drawn >= s.upto[k]
    return outcome


@inlined
def random_choice(s, rng):
    """Guesses among the mover's stacks and directions; only if that fails are the choices counted (-1: list them)."""
    if s.solo or s.variants & (MEET | DECAY):
        return -1
    mover = np.int64(s.mover)
    tries = 6 * np.int64(s.count[mover])
    for _ in range(GUESSES):
        guess = below(rng, tries + 1)
        if guess == tries:
            return PASS
        circle = np.int64(s.stacks[mover, guess // 6])
        d = guess % 6
        if MAY[s.board[circle], s.board[s.near[circle, d]]]:
            return 6 * circle + d
    return counted_choice(s, mover, rng)


@rule
def counted_choice(s, mover, rng):
    """A random choice where guessing takes too long: counts the choices of each stack, then goes to the chosen one."""
    total = 0
    for i in range(s.count[mover]):
        circle = np.int64(s.stacks[mover, i])
        code = np.int64(s.board[circle])
        here = 0
        for d in range(6):
            here += MAY[code, s.board[s.near[circle, d]]] != 0
        s.heap[i] = here
        total += here
    rest = below(rng, total + 1)
    if rest == total:
        return PASS
    i = 0
    while rest >= s.heap[i]:
        rest -= s.heap[i]
        i += 1
    circle = np.int64(s.stacks[mover, i])
    d = -1
    while rest >= 0:
        d += 1
        rest -= MAY[s.board[circle], s.board[s.near[circle, d]]] != 0
    return 6 * circle + d


# -- what an action does


@inlined
def apply(s, action):
    if action < DECAYS:
        move(s, action // 6, action % 6)
    elif action < PASS:
        transmute(s, action - DECAYS)
    elif action < FILL:
        s.passes = 2 if action == STOP else s.passes + 1
        s.mover = 0 if s.solo else 1 - s.mover
        return
    elif action < MEETINGS:
        chance(s, action)
        return
    else:
        pair = (action - MEETINGS) // LONGEST
        meet(s, pair // 3, pair % 3, (action - MEETINGS) % LONGEST)
    s.passes = 0
    if s.solo:
        s.stuck = not any_action(s)
    else:
        s.mover = 1 - s.mover


@inlined
def chance(s, action):
    if action >= BEGIN:
        s.mover = action - BEGIN
        return
    circle = np.int64(s.filled)
    filling = action - FILL
    for k in range(6):
        s.upto[k] -= k >= filling
    s.board[circle] = FILLINGS[filling]
    if filling < 4:
        enlist(s, circle)
    elif s.board[circle] == EMPTY:
        unlink(s, circle)
    s.filled += 1
    if s.filled == NOWHERE and s.solo:
        s.stuck = not any_action(s)


@rule
def move(s, circle, d):
    """X7, X8: a stack flies onto the first occupied circle in its direction."""
    code = s.board[circle]
    target = np.int64(s.near[circle, d])
    leave(s, circle)
    if MAY[code, s.board[target]] == FUSION:
        fuse(s, target, code)
    else:
        keep_light(s, code)
        leave(s, target)


@rule
def fuse(s, target, code):
    """The stack on `target` and one of `code` become one there."""
    side = SIDE[code]
    s.board[target] += code - MIRROR * side
    if s.board[target] == HE4 + MIRROR * side and completes_carbon(s, target):
        s.carbon = side + 1


@rule
def meet(s, circle, d, k):
    """X22: two stacks on a line fuse k steps from the first one."""
    code = s.board[circle]
    target = np.int64(s.near[circle, d])
    place = np.int64(circle)
    for _ in range(k):
        place = np.int64(NEXT[place, d])
    if place == circle:
        circle, target = target, place
        code = s.board[circle]
    leave(s, circle)
    if place != target:
        other = s.board[target]
        leave(s, target)
        enter(s, place, other)
    fuse(s, place, code)


@rule
def keep_light(s, code):
    """X8: the particles of a stack and of its mirror go into the reserve."""
    r = reserve_of(s)
    s.reserve[r, 0] += PROTONS[code]
    s.reserve[r, 1] += NEUTRONS[code]
    s.reserve[r, 2] += PROTONS[code]
    s.reserve[r, 3] += NEUTRONS[code]


@rule
def transmute(s, circle):
    """X24: a neutron of the stack goes into the reserve, a proton comes out of it."""
    r = reserve_of(s)
    side = SIDE[s.board[circle]]
    s.board[circle] += 2
    s.reserve[r, 2 * side] -= 1
    s.reserve[r, 2 * side + 1] += 1


@rule
def completes_carbon(s, circle):
    """X14: whether the helium on `circle` belongs to three or more of its kind in a connected group."""
    kind = s.board[circle]
    neighbours = 0
    for d in range(6):
        other = NEXT[circle, d]
        if s.board[other] == kind:
            neighbours += 1
            for e in range(6):
                third = NEXT[other, e]
                neighbours += s.board[third] == kind and third != circle
    return neighbours >= 2


@rule
def leave(s, circle):
    """Empties a circle and closes the gap in its three lines and in its side's list."""
    unlink(s, circle)
    side = SIDE[s.board[circle]]
    s.count[side] -= 1
    last = s.stacks[side, s.count[side]]
    hole = s.place[circle]
    s.stacks[side, hole] = last
    s.place[last] = hole
    s.board[circle] = EMPTY


@rule
def unlink(s, circle):
    """Joins what lies before and after a circle in its three lines."""
    for d in range(3):
        before, after = s.near[circle, d + 3], s.near[circle, d]
        s.near[before, d] = after
        s.near[after, d + 3] = before


@rule
def enter(s, circle, code):
    """Puts a stack on an empty circle and links it into its three lines and its side's list."""
    s.board[circle] = code
    for d in range(6):
        other = NEXT[circle, d]
        while s.board[other] == EMPTY and other != NOWHERE:
            other = NEXT[other, d]
        s.near[circle, d] = other
        s.near[other, (d + 3) % 6] = circle
    enlist(s, circle)


@rule
def enlist(s, circle):
    """Adds the stack on a circle to its side's list."""
    side = SIDE[s.board[circle]]
    s.place[circle] = s.count[side]
    s.stacks[side, s.count[side]] = circle
    s.count[side] += 1


@rule
def derive(s):
    """Works out the derived fields from the position."""
    count_left(s)
    link(s)
    s.carbon = 0
    s.count[0] = 0
    s.count[1] = 0
    for circle in range(NOWHERE):
        code = s.board[circle]
        if SIDE[code] != 2:
            enlist(s, circle)
            if (code == HE4 or code == HE4 + MIRROR) and completes_carbon(s, circle):
                s.carbon = SIDE[code] + 1
    s.stuck = s.solo and s.filled == NOWHERE and not any_action(s)


@rule
def link(s):
    """Finds the first circle that is not empty in each direction, handed on from neighbour to neighbour."""
    for d in range(6):
        s.near[NOWHERE, d] = NOWHERE
    for circle in range(NOWHERE):
        for d in range(3):
            hand_on(s, circle, d + 3)
            hand_on(s, NOWHERE - 1 - circle, d)


@rule
def hand_on(s, circle, d):
    other = NEXT[circle, d]
    s.near[circle, d] = s.near[other, d] if s.board[other] == EMPTY else other


@rule
def count_left(s):
    """What chance has still to put on the board: X2, X20, X23."""
    each = each_kind(s)
    obstacles = OBSTACLES if s.variants & DARK_MATTER else 0
    s.filled = 0
    while s.filled < NOWHERE and s.board[s.filled] != UNFILLED:
        s.filled += 1
    total = 0
    for k in range(6):
        if s.filled < NOWHERE:
            total += each if k < 4 else NOWHERE - 4 * each - obstacles if k == 4 else obstacles
            for circle in range(s.filled):
                total -= s.board[circle] == FILLINGS[k]
        s.upto[k] = total


@rule
def any_action(s):
    """Whether a fusion, annihilation or decay is possible for the mover."""
    for circle in range(NOWHERE):
        if may_move(s, circle):
            for d in range(6):
                if MAY[s.board[circle], s.board[s.near[circle, d]]]:
                    return True
        if s.variants & DECAY and can_decay(s, circle):
            return True
    return False


# -- the end


@rule
def light(s, side):
    """X10: particles in a reserve."""
    total = 0
    for k in range(4):
        total += s.reserve[side, k]
    return total


@rule
def stacks_of(s, code):
    """How many stacks of one code lie on the board."""
    n = 0
    for circle in range(NOWHERE):
        n += s.board[circle] == code
    return n


@rule
def biggest_star(s, side):
    """X12: particles in the biggest connected group of one side's stacks."""
    best = 0
    for circle in range(NOWHERE):
        s.seen[circle] = SIDE[s.board[circle]] != side
    s.seen[NOWHERE] = 1
    for circle in range(NOWHERE):
        if not s.seen[circle]:
            best = max(best, star_from(s, circle))
    return best


@rule
def star_from(s, circle):
    """Particles in the group around a circle; marks it as seen."""
    s.seen[circle] = 1
    s.heap[0] = circle
    waiting = 1
    mass = 0
    while waiting:
        waiting -= 1
        at = s.heap[waiting]
        mass += PROTONS[s.board[at]] + NEUTRONS[s.board[at]]
        for d in range(6):
            other = NEXT[at, d]
            if not s.seen[other]:
                s.seen[other] = 1
                s.heap[waiting] = other
                waiting += 1
    return mass


@rule
def ahead(a, b):
    """1 or -1 for the one who has more, 0 if level."""
    return (a > b) - (a < b)


@rule
def light_goal(s):
    return 0 if s.variants & NO_LIGHT else ahead(light(s, 0), light(s, 1))  # X10, X21


@rule
def helium_goal(s):
    lead = ahead(stacks_of(s, HE4), stacks_of(s, HE4 + MIRROR))  # X11
    return lead if lead != 0 else ahead(stacks_of(s, HE3), stacks_of(s, HE3 + MIRROR))


@rule
def star_goal(s):
    return ahead(biggest_star(s, 0), biggest_star(s, 1))  # X12


@rule
def score(s, out):
    out[0] = 0
    out[1] = 0
    if actor(s) == CHANCE:  # nothing counts before the sky is full
        return
    if s.puzzle != NONE:
        out[0] = puzzle_score(s)
        out[1] = out[0]
        return
    if s.carbon:
        out[s.carbon - 1] = 3  # X14
        return
    for lead in (light_goal(s), helium_goal(s), star_goal(s)):
        out[0] += lead == 1
        out[1] += lead == -1


@rule
def winners(s):
    if s.puzzle != NONE:
        return 0
    if s.carbon:
        return np.int64(s.carbon)
    lead = light_goal(s) + helium_goal(s) + star_goal(s)  # X13
    return 1 if lead > 0 else 2 if lead < 0 else 0


@rule
def payoff(s, out):
    if s.puzzle != NONE:
        out[0] = puzzle_payoff(s)
        out[1] = out[0]
        return
    won = winners(s)
    out[0] = 0.5 if won == 0 else (1.0 if won == 1 else 0.0)
    out[1] = 1.0 - out[0]


@rule
def puzzle_payoff(s):
    """The score of a puzzle, scaled to 0 … 1 between its bounds."""
    if s.puzzle == LIFE:
        return puzzle_score(s) / most_triples(s)
    total = 4 * each_kind(s)
    return max(0.0, (total + puzzle_score(s)) / total)


@rule
def most_triples(s):
    """The best score of Universe of Life (X19)."""
    return 2 * (each_kind(s) // 2 // 3)


@rule
def puzzle_score(s):
    if s.puzzle == LIGHT:  # X17
        left = 0
        for circle in range(NOWHERE):
            left += PROTONS[s.board[circle]] + NEUTRONS[s.board[circle]]
        return -left
    if s.puzzle == PARALLEL:  # X18
        return -light(s, 0) if apart(s) else -4 * each_kind(s)
    return triples(s, HE4) + triples(s, HE4 + MIRROR)


@rule
def apart(s):
    """X18: no matter next to antimatter, and both still there."""
    if s.count[0] == 0 or s.count[1] == 0:
        return False
    for circle in range(NOWHERE):
        side = SIDE[s.board[circle]]
        if side != 2:
            for d in range(3):
                if SIDE[s.board[NEXT[circle, d]]] == 1 - side:
                    return False
    return True


@rule
def triples(s, kind):
    """X19: the greatest number of disjoint connected triples among the helium of one side (ten at most, so three)."""
    n = 0
    for circle in range(NOWHERE):
        if s.board[circle] == kind:
            s.heap[n] = circle
            n += 1
    return best_triples(s, 0, n)


@rule
def touches(a, b):
    for d in range(6):
        if NEXT[a, d] == b:
            return True
    return False


@rule
def is_triple(s, i, j, k):
    """Whether three helium stacks (by place in the heap) are connected: two of the three pairs touch."""
    a, b, c = s.heap[i], s.heap[j], s.heap[k]
    return touches(a, b) + touches(b, c) + touches(a, c) >= 2


@rule
def best_triples(s, used, n):
    """Searches three levels deep: `used` is a bit mask over the heap."""
    best = 0
    for a in range(n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                if is_triple(s, a, b, c):
                    first = (1 << a) | (1 << b) | (1 << c)
                    best = max(best, 1 + second_triples(s, first, a + 1, n))
                    if best == n // 3:
                        return best
    return best


@rule
def second_triples(s, used, start, n):
    """One or two further triples, disjoint from `used`, whose first member comes after the first one's."""
    best = 0
    for a in range(start, n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                mask = (1 << a) | (1 << b) | (1 << c)
                if mask & used == 0 and is_triple(s, a, b, c):
                    best = max(best, 1 + third_triple(s, used | mask, a + 1, n))
                    if best == 2:
                        return best
    return best


@rule
def third_triple(s, used, start, n):
    for a in range(start, n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                mask = (1 << a) | (1 << b) | (1 << c)
                if mask & used == 0 and is_triple(s, a, b, c):
                    return 1
    return 0


@rule
def invariant(s):
    """1: a forbidden stack; 2: more particles of a kind than there are; 3: a wrong link; 4: a wrong list of stacks."""
    if s.filled < NOWHERE:
        return 0
    for kind in range(4):
        total = s.reserve[0, kind] + s.reserve[1, kind]
        for circle in range(NOWHERE):
            code = s.board[circle]
            if SIDE[code] == 2 and code != EMPTY and code != DARK:
                return 1
            if SIDE[code] == kind // 2:
                total += NEUTRONS[code] if kind % 2 else PROTONS[code]
        if total > each_kind(s):  # a study may hold fewer
            return 2
    for circle in range(NOWHERE):
        if s.board[circle] != EMPTY:
            for d in range(6):
                other = NEXT[circle, d]
                while s.board[other] == EMPTY and other != NOWHERE:
                    other = NEXT[other, d]
                if s.near[circle, d] != other:
                    return 3
            side = SIDE[s.board[circle]]
            if side != 2 and s.stacks[side, s.place[circle]] != circle:
                return 4
    return 0
