"""What a sensible zombie would do, as a number for each of its choices: near counters, good fights, safe cars, useful cards."""

from bangbox.core.rules import rule

from ..data import ENGINE, SPACES
from ..rules.fighting import strength
from ..rules.record import (
    AHEAD,
    BRAKES,
    BRAWL,
    COST,
    DISCARD,
    DISCARDS,
    FIGHT,
    GIVE,
    HIT,
    HIT_OF,
    INSTALL,
    INSTALL_CARD,
    IQ,
    LIMIT,
    MEET,
    MOVE,
    PASS,
    READY,
    RUN,
    RUN_OF,
)
from ..rules.train import front_is_open, movement
from .ground import front_place, spaces_of, steps_between
from .odds import best_of_others, fight_worth, leads, worth

COUNTER, NEW_CAR, FORWARD = 10.0, 9.0, 0.15  # what a counter, a new car and a step towards the front are worth
WINNING = 1000.0
LONGEST = 64  # steps


@rule
def appeal(s, m, actions, n, out):
    """How good each of n choices looks, in points of which a counter is worth ten."""
    phase, seat = s.phase, 0 + s.asked
    if phase == MOVE:
        appeal_of_moves(s, m[0], actions, n, out)
        return
    for k in range(n):
        action = actions[k]
        if phase == DISCARDS:
            out[k] = 0.0 if action == READY else relief(s, seat, action - DISCARD)
        elif phase == LIMIT:
            out[k] = -kept(s, seat, action - DISCARD)
        elif phase == INSTALL:
            out[k] = 0.0 if action == PASS else installed(s, seat, action - INSTALL_CARD)
        elif phase == MEET:
            out[k] = fight_worth(s, seat, s.place[seat]) if action == FIGHT else 0.0
        elif phase == BRAWL:
            out[k] = 0.0 if action == PASS else hit(s, seat, action - HIT)
        else:
            out[k] = given(s, seat, action)


# -- moves


@rule
def stop_worth(s, seat, place):
    """What stopping at a place of the train is worth."""
    car, space = place // SPACES, place % SPACES
    spot = 0 + s.spot[car]
    value = FORWARD * (8 * spot + space // 3)
    if s.counters[car] >> space & 1:
        value += COUNTER
    if s.train[spot] == ENGINE and BRAKES[ENGINE] >> space & 1:
        if s.cars == 1:
            return WINNING if leads(s, seat) else -WINNING
        value += 12.0 if leads(s, seat) else -2.0
    if spot == 0 and s.cars > 1:
        falls = min(1.0, (s.cars - 1) / 6.0) if s.added else 0.1 * (s.cars > 2)
        value -= falls * (4.0 + 3.0 * s.hand_size[seat])
    return value + max(0.0, fight_worth(s, seat, place))


@rule
def new_car_worth(s, over):
    """What leaving by the front is worth, with so many steps left beyond the door."""
    return NEW_CAR * (0.4 + 0.12 * min(over, 5)) + FORWARD * 8 * s.cars


@rule
def appeal_of_moves(s, best, actions, n, out):
    """Stops and the front by what they are worth; a card for Run by the best that it brings within reach, less the card."""
    seat = 0 + s.turn
    start, left = 0 + s.place[seat], movement(s, 0) - s.steps
    for steps in range(LONGEST):
        best[steps] = -2 * WINNING
    for spot in range(s.cars):
        base = (s.train[spot] >> 1) * SPACES
        for place in range(base, base + spaces_of(s, spot)):
            steps = steps_between(s, start, place)
            if steps < LONGEST:
                best[steps] = max(best[steps], stop_worth(s, seat, place) - 0.01 * steps)
    for steps in range(1, LONGEST):
        best[steps] = max(best[steps], best[steps - 1])
    door = steps_between(s, start, front_place(s)) + 1
    open_front = front_is_open(s)
    for k in range(n):
        action = actions[k]
        if action < AHEAD:
            out[k] = stop_worth(s, seat, action) - 0.01 * steps_between(s, start, action)
        elif action == AHEAD:
            out[k] = new_car_worth(s, left - door)
        else:
            card = action - RUN
            further = min(max(left + RUN_OF[card], 0), LONGEST - 1)
            more = best[further]
            if open_front and further >= door:
                more = max(more, new_car_worth(s, further - door))
            out[k] = more - max(2.0, worth(s, card) - worth(s, s.head[seat]) - COST[card])


# -- cards


@rule
def kept(s, seat, card):
    """What a hand card is worth to its owner."""
    if IQ[card] == 0 and s.head[seat] != 0:
        return HIT_OF[card] + RUN_OF[card] - 1.0
    missing = max(0, COST[card] - s.experience[seat])
    return worth(s, card) - 1.5 * missing + 3.0


@rule
def relief(s, seat, card):
    """Why to throw a card away before rolling: without a Head it costs a die, unless it runs as well as one or goes in soon."""
    if s.head[seat] != 0:
        return -1.0
    value = kept(s, seat, card)
    if value < 1.5 and RUN_OF[card] < 4:
        return 3.0 - value
    return 1.0 - 0.01 * value if s.hand_size[seat] > 1 and not dearest(s, seat, card) else -1.0


@rule
def dearest(s, seat, card):
    """Whether no other card of the hand is worth more."""
    for slot in range(s.hand_size[seat]):
        if kept(s, seat, s.hand[seat, slot]) > kept(s, seat, card):
            return False
    return True


@rule
def installed(s, seat, card):
    """What a card in the Head is worth more than what is there, its price considered."""
    if IQ[card] == 0 and s.head[seat] != 0:
        return -5.0
    return worth(s, card) - 0.8 * COST[card] - worth(s, s.head[seat])


@rule
def hit(s, seat, card):
    """Cards are played in a fight only if one of them takes the lead: the least that does."""
    best, stake = best_of_others(s, seat)
    need = best - strength(s, seat) + (seat != s.turn)
    if need <= 0 or not stake or HIT_OF[card] < need:
        return -1.0
    return 5.0 - 0.1 * kept(s, seat, card)


@rule
def given(s, seat, action):
    """The best card of a fight for oneself, the others away."""
    card = s.pool[0]
    if action < GIVE:
        return 0.0
    if action - GIVE != seat:
        return -1.0 - IQ[card] / 20.0
    best = True
    for k in range(1, s.pool_size):
        best = best and worth(s, s.pool[k]) <= worth(s, card)
    return 5.0 if best else -3.0
