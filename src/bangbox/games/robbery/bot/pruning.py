"""Which choices are worth a look: of all the spaces within reach only those where something can happen, and a few to wait on."""

from bangbox.core.rules import rule

from ..data import ENGINE, SPACES
from ..rules.record import AHEAD, BEHIND, BRAKES, BRAWL, HIT, HIT_OF, MOVE, PASS, RUN, RUN_OF
from .ground import steps_between

NOBODY_NEAR = 99


@rule
def prune(s, m, actions, n):
    """Keeps those of n choices that are worth a look, in their order."""
    if s.phase == MOVE:
        return prune_moves(s, actions, n)
    if s.phase == BRAWL:
        return prune_hits(actions, n)
    return n


@rule
def prune_hits(actions, n):
    """A card that adds nothing to a fight is not played in it."""
    found = 0
    for k in range(n):
        if actions[k] == PASS or HIT_OF[actions[k] - HIT] > 0:
            actions[found] = actions[k]
            found += 1
    return found


@rule
def eventful(s, seat, place):
    """Whether something happens when a pawn stops there: a counter, a meeting, the Brake."""
    car, space = place // SPACES, place % SPACES
    if s.counters[car] >> space & 1:
        return True
    if s.train[s.spot[car]] == ENGINE and BRAKES[ENGINE] >> space & 1:
        return True
    for other in range(s.players):
        if other != seat and s.place[other] == place:
            return True
    return False


@rule
def elbow_room(s, seat, place):
    """The steps that the nearest other pawn on the train has to a place."""
    nearest = NOBODY_NEAR
    for other in range(s.players):
        if other != seat and s.place[other] != BEHIND:
            nearest = min(nearest, steps_between(s, s.place[other], place))
    return nearest


@rule
def prune_moves(s, actions, n):
    """Of quiet spaces one is kept that is far ahead, and one that is far from everybody else; and cards that carry further."""
    seat = 0 + s.turn
    ahead, alone, furthest, loneliest = -1, -1, -1, -1
    for k in range(n):
        place = actions[k]
        if place < AHEAD and not eventful(s, seat, place):
            forward = 8 * s.spot[place // SPACES] + place % SPACES // 3
            room = elbow_room(s, seat, place)
            if forward > furthest:
                furthest, ahead = forward, place
            if room > loneliest:
                loneliest, alone = room, place
    found = 0
    for k in range(n):
        action = actions[k]
        keep = action == AHEAD or action in (ahead, alone)
        if action < AHEAD:
            keep = keep or eventful(s, seat, action)
        elif action > AHEAD:
            keep = RUN_OF[action - RUN] > 0
        if keep:
            actions[found] = action
            found += 1
    return found
