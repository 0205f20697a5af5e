"""The rules of Magpie: draw unseen, toss, be dared, flick a coin, and see where it stops."""

from bangbox.core.rules import CHANCE, OVER, below, rule

from .facts import invariant
from .record import (
    COSINE,
    COUNT,
    DARE,
    DEAL,
    DERIVED,
    DRAW,
    END,
    FLICK,
    FLICKS,
    HIDDEN,
    KINDS,
    LEAVE,
    LIE,
    MAX_CHOICES,
    MAX_PLAYERS,
    NEST_X,
    NEST_Y,
    NEW,
    NONE,
    OFF,
    OLD,
    REACH,
    SCATTER,
    SIDE,
    SINE,
    START_X,
    START_Y,
    STATE,
    STRENGTH_LOW,
    STRENGTH_STEP,
    STRENGTHS,
    TOSS,
    UNKNOWN,
    VALUE,
    held,
    mover,
)

__all__ = [
    "DERIVED", "MAX_CHOICES", "MAX_PLAYERS", "STATE", "actor", "apply", "choices", "conceal", "conceal_action", "derive", "guess",
    "invariant", "is_legal", "payoff", "players", "random_choice", "score", "setup", "weights", "winners",
]  # fmt: skip


@rule
def setup(s, players, rounds, throws):
    s.players = players
    s.rounds = rounds
    s.cheap = throws
    for kind in range(KINDS):
        s.unseen[0, kind] = COUNT[kind]
        s.left += COUNT[kind]
    derive(s)


@rule
def derive(s):
    for kind in range(KINDS):
        s.pile[kind] = s.unseen[s.era, kind] - held(s, s.era, kind)


@rule
def players(s):
    return s.players


@rule
def actor(s):
    if s.phase == END:
        return OVER
    if s.phase in (DEAL, DRAW, LIE):
        return CHANCE
    if s.phase == DARE:  # G5
        return (mover(s) + 1) % s.players
    return mover(s)


@rule
def choices(s, out):
    n = 0
    if s.phase in (DEAL, DRAW):  # G2, G3
        for kind in range(KINDS):
            out[n] = kind
            n += s.pile[kind] > 0
    elif s.phase == TOSS:  # G4
        for place in range(2):
            out[n] = place * KINDS + s.hand[mover(s), place] - 1
            n += 1
    elif s.phase == DARE:  # G5
        out[0] = 0
        out[1] = 1
        n = 2
    elif s.phase == FLICK:  # G6: the flicks themselves are a form
        out[0] = LEAVE
        n = 1 - s.dared
    return n


@rule
def weights(s, out):
    n = 0
    for kind in range(KINDS):
        out[n] = s.pile[kind]
        n += s.pile[kind] > 0


@rule
def is_legal(s, action):
    if action < 0:
        return False
    if s.phase in (DEAL, DRAW):
        return action < KINDS and s.pile[action] > 0
    if s.phase == TOSS:
        return action < 2 * KINDS and s.hand[mover(s), action // KINDS] == action % KINDS + 1
    if s.phase == DARE:
        return action < 2
    if s.phase == FLICK:
        return s.dared <= action <= FLICKS
    return s.phase == LIE and action <= OFF


@rule
def random_choice(s, rng):
    if s.phase == TOSS:
        place = below(rng, 2)
        return place * KINDS + s.hand[mover(s), place] - 1
    if s.phase == DARE:
        return below(rng, 2)
    if s.phase == FLICK:
        return s.dared + below(rng, FLICKS + 1 - s.dared)
    return scattered(s, rng)


@rule
def scattered(s, rng):
    """A cheap throw: where the flick points, give or take some centimetres."""
    angle = (s.flick - 1) // STRENGTHS
    distance = STRENGTH_LOW + (s.flick - 1) % STRENGTHS * STRENGTH_STEP
    x = START_X + distance * SINE[angle] // 1000 + below(rng, 2 * SCATTER + 1) - SCATTER
    y = START_Y + distance * COSINE[angle] // 1000 + below(rng, 2 * SCATTER + 1) - SCATTER
    return resting_place(x, y)


@rule
def resting_place(x, y):
    if x < 0 or x > SIDE or y < 0 or y > SIDE:
        return OFF
    return x * (SIDE + 1) + y


@rule
def apply(s, action):
    if s.phase == DEAL:
        draw(s, OLD, action)
        s.turn += 1
        begin_turn(s)
    elif s.phase == DRAW:
        draw(s, NEW, action)
        s.phase = TOSS
    elif s.phase == TOSS:
        toss(s, action // KINDS, action % KINDS)
    elif s.phase == DARE:
        s.dared = action
        s.phase = FLICK
    elif s.phase == FLICK and action == LEAVE:
        s.points[mover(s)] += 1  # G6
        end_turn(s)
    elif s.phase == FLICK:
        s.flick = action
        s.phase = LIE
    else:
        reward(s, action)
        end_turn(s)


@rule
def draw(s, place, kind):
    """The mover takes a thing from the pile (G3)."""
    s.hand[mover(s), place] = kind + 1
    s.hand_era[mover(s), place] = s.era
    s.pile[kind] -= 1
    s.left -= 1


@rule
def toss(s, place, kind):
    """The thing goes face up on the heap; what is kept becomes the old one (G4)."""
    seat = mover(s)
    s.unseen[s.hand_era[seat, place], kind] -= 1
    s.heap[kind] += 1
    s.tossed = kind + 1
    if place == OLD:
        s.hand[seat, OLD] = s.hand[seat, NEW]
        s.hand_era[seat, OLD] = s.hand_era[seat, NEW]
    s.hand[seat, NEW] = NONE
    s.hand_era[seat, NEW] = 0
    s.phase = DARE


@rule
def hits(place):
    """Whether the coin lies within reach of the nest (G7)."""
    dx = place // (SIDE + 1) - NEST_X
    dy = place % (SIDE + 1) - NEST_Y
    return place != OFF and dx * dx + dy * dy <= REACH * REACH


@rule
def reward(s, place):
    """G8"""
    value = VALUE[s.tossed - 1]
    if hits(place):
        s.points[mover(s)] += value * (1 + s.dared)
    elif s.dared:
        s.points[(mover(s) + 1) % s.players] += value


@rule
def end_turn(s):
    s.tossed = NONE
    s.dared = 0
    s.flick = 0
    s.turn += 1
    begin_turn(s)


@rule
def begin_turn(s):
    if s.turn < s.players:
        return
    if s.turn == s.players * (1 + s.rounds):  # G10
        s.phase = END
        return
    s.phase = DRAW
    if s.left == 0:
        mix(s)


@rule
def mix(s):
    """The heap becomes the pile: nobody knows its order, everybody what is in it (G9)."""
    s.era += 1
    for kind in range(KINDS):
        s.unseen[s.era, kind] = s.heap[kind]
        s.pile[kind] = s.heap[kind]
        s.left += s.heap[kind]
        s.heap[kind] = 0


@rule
def score(s, out):
    for seat in range(s.players):
        out[seat] = s.points[seat] + kept_value(s, seat)


@rule
def kept_value(s, seat):
    """What a kept thing counts: nothing until all are shown at the end (G10)."""
    return VALUE[s.hand[seat, OLD] - 1] if s.phase == END else 0


@rule
def winners(s):
    mask = 0
    best = 0
    if s.phase == END:
        for seat in range(s.players):
            points = s.points[seat] + kept_value(s, seat)
            if points > best:
                best = points
                mask = 0
            mask |= (points == best) << seat
    return mask


@rule
def payoff(s, out):
    mask = winners(s)
    shared = 0
    for seat in range(s.players):
        shared += mask >> seat & 1
    for seat in range(s.players):
        out[seat] = (mask >> seat & 1) / max(1, shared)


@rule
def conceal(s, seat):
    """Erases the things in other hands, and what of the pile they would tell."""
    for other in range(s.players):
        for place in range(2):
            if other != seat and s.hand[other, place] != NONE:
                s.hand[other, place] = UNKNOWN
    for kind in range(KINDS):
        s.pile[kind] = 0


@rule
def conceal_action(s, action, seat):
    hidden = (s.phase in (DEAL, DRAW)) and seat != mover(s)
    return HIDDEN if hidden else action


@rule
def guess(s, seat, rng):
    """Deals every unknown thing from those of its mixing that have not been seen; the rest is the pile."""
    for era in range(s.era + 1):
        unknown = 0
        for kind in range(KINDS):
            s.pile[kind] = s.unseen[era, kind] - held(s, era, kind)
            unknown += s.pile[kind]
        for other in range(s.players):
            for place in range(2):
                if s.hand[other, place] == UNKNOWN and s.hand_era[other, place] == era:
                    s.hand[other, place] = 1 + taken(s, below(rng, unknown))
                    unknown -= 1
    derive(s)


@rule
def taken(s, rest):
    """Takes thing number `rest` of those counted in the pile and returns its kind."""
    kind = 0
    while kind < KINDS - 1 and rest >= s.pile[kind]:
        rest -= s.pile[kind]
        kind += 1
    s.pile[kind] -= 1
    return kind
