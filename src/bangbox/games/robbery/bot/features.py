"""How each seat stands when a turn begins, in numbers: its Head and hand, where it is, whom it can rob, who can rob it."""

from bangbox.core.rules import rule

from ..data import CARS, SPACES, THREE_CARDS, TWO_DRAWS
from ..rules.cards import dice_of
from ..rules.record import BEHIND, COST, HIT_OF, IQ, LAST_ROUND, POWER, RUN_OF, STEAM_ROUNDS
from .chase import chance_of_brake, chase
from .ground import chance_to_go, front_place, spaces_of, steps_between
from .odds import chance_against, own_hits

FEATURES = 40
ROOM = FEATURES + CARS + 1  # of a row of f
CHASE = 38
GENIUS = 100.0  # an IQ that counts as one


@rule
def features(s, f):
    """Fills f[seat] for each seat of a position in which a turn begins."""
    for seat in range(s.players):
        head_and_hand(s, seat, f[seat])
    for seat in range(s.players):
        lead(s, seat, f)
        whereabouts(s, seat, f[seat])
        dangers(s, seat, f[seat])
        clock(s, seat, f[seat])
    if s.engine_came != 0:
        chase(s, f, CHASE, FEATURES)


@rule
def head_and_hand(s, seat, f):
    head = s.head[seat]
    f[0] = IQ[head] / GENIUS
    f[1] = HIT_OF[head] / 5.0
    f[2] = RUN_OF[head] / 5.0
    f[3] = head != 0
    f[4] = s.experience[seat] / 5.0
    f[5] = s.hand_size[seat] / 2.0
    f[6] = dice_of(s, seat) / 2.0
    f[7] = own_hits(s, seat) / 5.0
    ready, soon, fast = IQ[head] / GENIUS, 0.0, 0
    for slot in range(s.hand_size[seat]):
        card = s.hand[seat, slot]
        missing = COST[card] - s.experience[seat]
        fast = max(fast, 0 + RUN_OF[card])
        if missing <= 0:
            ready = max(ready, IQ[card] / GENIUS)
        soon = max(soon, IQ[card] / GENIUS / (1.0 + 0.5 * max(0, missing)))
    f[8] = ready
    f[9] = soon
    f[10] = fast / 5.0
    f[11] = POWER[head] == TWO_DRAWS
    f[12] = POWER[head] == THREE_CARDS


@rule
def lead(s, seat, f):
    """Against the best of the others: with Heads as they are, and as they could be after one more turn each."""
    now, then, hits = 0.0, 0.0, -1.0
    for other in range(s.players):
        if other != seat:
            now = max(now, f[other, 0])
            then = max(then, f[other, 8])
            hits = max(hits, f[other, 1])
    mine = f[seat]
    mine[13] = mine[0] - now
    mine[14] = mine[0] > now
    mine[15] = mine[8] - then
    mine[16] = mine[8] > then
    mine[17] = mine[8] > now
    mine[18] = now
    mine[19] = hits


@rule
def whereabouts(s, seat, f):
    place = 0 + s.place[seat]
    f[20] = place == BEHIND
    spot = -1 if place == BEHIND else 0 + s.spot[place // SPACES]
    f[21] = spot == 0 and s.cars > 1
    f[22] = (s.cars - 1 - spot) / 4.0
    to_front = steps_between(s, place, front_place(s))
    f[23] = min(to_front, 30) / 10.0
    f[24] = chance_to_go(s, seat, to_front + 1)
    f[25] = chance_of_brake(s, seat)
    near, nearest = 0.0, 30
    for there in range(s.cars):
        car = s.train[there] >> 1
        for space in range(spaces_of(s, there)):
            if s.counters[car] >> space & 1:
                steps = steps_between(s, place, car * SPACES + space)
                nearest = min(nearest, steps)
                near += chance_to_go(s, seat, steps)
    f[26] = min(near, 6.0) / 3.0
    f[27] = nearest / 10.0


@rule
def dangers(s, seat, f):
    """The likeliest robbery of this seat by another before its own next turn, and the best one of its own."""
    place = 0 + s.place[seat]
    safe, prey = 1.0, 0.0
    for other in range(s.players):
        if other == seat or place == BEHIND:
            continue
        if IQ[s.head[other]] < IQ[s.head[seat]] or s.head[other] == 0:
            reach = chance_to_go(s, other, steps_between(s, s.place[other], place))
            safe *= 1.0 - reach * chance_against(s, other, seat)
    for other in range(s.players):
        there = 0 + s.place[other]
        if other != seat and there != BEHIND and IQ[s.head[other]] > IQ[s.head[seat]]:
            reach = chance_to_go(s, seat, steps_between(s, place, there))
            gain = (IQ[s.head[other]] - IQ[s.head[seat]]) / GENIUS
            prey = max(prey, reach * chance_against(s, seat, other) * gain)
    f[28] = 1.0 - safe
    f[29] = prey


@rule
def clock(s, seat, f):
    f[30] = ((seat - s.turn) % s.players) / 3.0
    f[31] = s.caboose_fell != 0
    f[32] = s.engine_came != 0
    f[33] = s.cars / 4.0 if s.engine_came != 0 else 0.0
    f[34] = s.cars / 4.0
    left = LAST_ROUND - s.round
    if s.engine_came != 0:
        left = min(left, 0 + s.engine_came + STEAM_ROUNDS - s.round)
    f[35] = max(0.0, 1.0 - left / 10.0)
    f[36] = s.players / 4.0
    f[37] = s.round / 10.0
    f[38] = 0.0
    f[39] = 1.0 if s.cars == 1 else 0.0


@rule
def moment(s):
    """A number that changes when a turn begins: then `features` tell how the seats stand."""
    return 8 * s.round + s.turn
