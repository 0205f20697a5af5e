"""What a fight promises: how likely each side wins it, and what its cards and Heads are worth to it."""

import numpy as np

from bangbox.core.rules import rule, table

from ..rules.cards import dice_of
from ..rules.fighting import fights
from ..rules.record import HIT_OF, IQ, POWER, RUN_OF

HIDDEN_HIT = 1.6  # what a card that nobody has seen adds to a fight, on average
WIDEST = 24


def _winning(mine: int, theirs: int) -> list[float]:
    """By my lead without dice: how likely so many dice of mine, and that lead, beat or equal their dice."""
    ways = [np.array([1.0])]
    for _ in range(2):
        ways.append(np.convolve(ways[-1], np.r_[0.0, np.full(6, 1 / 6)]))
    return [
        float(sum(p * q for a, p in enumerate(ways[mine]) for b, q in enumerate(ways[theirs]) if a + lead >= b))
        for lead in range(-WIDEST, WIDEST + 1)
    ]


WINS = table([[_winning(mine, theirs) for theirs in range(3)] for mine in range(3)], np.float64)


@rule
def own_hits(s, seat):
    """All that a hand could add to a fight."""
    total = 0
    for slot in range(s.hand_size[seat]):
        total += max(0, HIT_OF[s.hand[seat, slot]])
    return total


@rule
def leads(s, seat):
    """Whether nobody's Head is worth more, and this one anything."""
    mine = IQ[s.head[seat]]
    if mine == 0:
        return False
    for other in range(s.players):
        if IQ[s.head[other]] > mine:
            return False
    return True


@rule
def chance_against(s, seat, other):
    """How likely a seat that attacks beats another one, whose cards it does not know."""
    lead = HIT_OF[s.head[seat]] + own_hits(s, seat) - HIT_OF[s.head[other]] - HIDDEN_HIT * s.hand_size[other]
    place = int(min(max(lead, -WIDEST), WIDEST) + WIDEST + 0.5)
    return WINS[dice_of(s, seat), dice_of(s, other), min(place, 2 * WIDEST)]


@rule
def worth(s, card):
    """A card in a Head: IQ counts always, Hit and Run while there is a train to run through."""
    late = s.engine_came != 0
    if card == 0:
        return -6.0 if late else -9.0
    muscle = (HIT_OF[card] + RUN_OF[card]) * (0.5 if late else 1.0)
    return IQ[card] / 12.0 + muscle + (2.0 if POWER[card] != 0 else 0.0)


@rule
def fight_worth(s, seat, place):
    """What attacking everybody on a place promises: Heads won and lost, and the point for losing; 0 where nobody is."""
    chance, best, led, rivals = 1.0, -99.0, False, 0
    for other in range(s.players):
        if other != seat and s.place[other] == place:
            rivals += 1
            chance *= chance_against(s, seat, other)
            best = max(best, worth(s, s.head[other]))
            led = led or leads(s, other)
    if rivals == 0:
        return 0.0
    own = worth(s, s.head[seat])
    gain = max(0.0, best - own) + (4.0 if led else 0.5)
    stake = own + 9.0 if s.head[seat] != 0 else 0.0
    return chance * gain + (1.0 - chance) * (2.0 - stake)


@rule
def best_of_others(s, seat):
    """The highest total of the others in a fight so far, and whether anything is at stake in it."""
    best, stake = -1000, s.head[seat] != 0
    for other in range(s.players):
        if other != seat and fights(s, other):
            best = max(best, 0 + s.dice[other, 0] + s.dice[other, 1] + HIT_OF[s.head[other]] + s.bonus[other])
            stake = stake or s.head[other] != 0
    return best, stake
