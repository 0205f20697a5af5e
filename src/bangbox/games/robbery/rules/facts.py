"""Facts that hold at every moment of a game: tests check them after every action, and texts are checked against them."""

import numpy as np

from bangbox.core.rules import rule, table

from ..data import CABOOSE, CARDS, CARS, ENGINE, SPACES
from .record import (
    BEHIND,
    BRAWL,
    DICE,
    FIRST,
    HAND,
    HEAD,
    HIT_OF,
    ICONS,
    LAST_ROUND,
    MAX_HAND,
    MAX_PLAYERS,
    MOVE,
    NOWHERE,
    PILE,
    PLAYED,
    POOL,
    SIZE,
    SPOILS,
)

FACTS = {
    1: "a card is in two places or in none",
    2: "the draw pile is empty, or its size is not the number of unseen cards that are in no hand",
    3: "a card dates from another shuffle than the place where it lies",
    4: "a hand is too large or out of order",
    5: "the train is not a row of different cars with the Caboose only last and the Engine only first",
    6: "a car is both in the train and in the pack",
    7: "a counter lies where there is no brain icon",
    8: "a pawn is not on a space of the train, nor behind it",
    9: "experience is below nothing",
    10: "a seat does not exist",
    11: "dice, cards on the table or Head cards without an owner lie about outside their phase",
    12: "a round does not exist",
    13: "a derived field is out of date",
}
WITH_DICE = (MOVE, MOVE + 1, DICE, BRAWL)
HAS_DICE = table([phase in WITH_DICE for phase in range(32)], np.int8)


@rule
def broken_cards(s):
    held, heads, pooled, played, hidden, unseen = 0, 0, 0, 0, 0, 0
    places, sinces, shuffles, last_played = s.at, s.since, s.shuffles, PLAYED + s.players
    for card in range(1, CARDS + 1):
        at, since = places[card], sinces[card]
        held += at == HAND
        heads += at == HEAD
        pooled += at == POOL
        played += at >= PLAYED
        unseen += at == PILE
        if at < PILE or (at > POOL and at < PLAYED) or at >= last_played:
            return 1
        if (at not in (PILE, HAND) and since != 0) or since < 0 or since > shuffles:
            return 3
    for seat in range(s.players):
        if s.hand_size[seat] < 0 or s.hand_size[seat] > MAX_HAND:
            return 4
        for slot in range(s.hand_size[seat]):
            card, dated = s.hand[seat, slot], s.dated[seat, slot]
            hidden += card == 0
            held -= card != 0
            if card != 0 and s.at[card] != HAND:
                return 1
            if (card != 0 and s.since[card] != dated) or dated < 0 or dated > s.shuffles:
                return 3
            if slot > 0:
                before, earlier = s.hand[seat, slot - 1], s.dated[seat, slot - 1]
                if dated < earlier or (dated == earlier and card != 0 and card <= before):
                    return 4
        for slot in range(s.hand_size[seat], MAX_HAND):
            if s.hand[seat, slot] != 0 or s.dated[seat, slot] != 0:
                return 4
        if s.head[seat] != 0:
            heads -= 1
            if s.at[s.head[seat]] != HEAD:
                return 1
    for k in range(s.pool_size):
        pooled -= 1
        if s.at[s.pool[k]] != POOL:
            return 1
    if held != 0 or heads != 0 or pooled != 0:
        return 1
    if (played != 0 and s.phase != BRAWL) or (s.pool_size != 0) != (s.phase == SPOILS):
        return 11
    if unseen - hidden < 1 or unseen - hidden != s.pile_size:
        return 2
    return 0


@rule
def broken_shuffles(s):
    """Unseen cards of an earlier shuffle are as many as the unseen hand cards of that shuffle: none is left in the pile."""
    for shuffle in range(s.shuffles):
        cards = 0
        for card in range(1, CARDS + 1):
            cards += s.at[card] == PILE and s.since[card] == shuffle
        for seat in range(s.players):
            for slot in range(s.hand_size[seat]):
                cards -= s.hand[seat, slot] == 0 and s.dated[seat, slot] == shuffle
        if cards != 0:
            return 3
    return 0


@rule
def broken_train(s):
    if s.cars < 1 or s.cars > CARS:
        return 5
    seen = 0
    for spot in range(s.cars):
        face = s.train[spot]
        car = face >> 1
        if face < 0 or face >= 2 * CARS or seen >> car & 1:
            return 5
        if (face == CABOOSE and spot > 0) or (face == ENGINE and spot < s.cars - 1):
            return 5
        if s.spot[car] != spot:
            return 13
        seen |= 1 << car
        if s.counters[car] & ~ICONS[face] != 0:
            return 7
    for car in range(CARS):
        if not seen >> car & 1 and s.counters[car] != 0:
            return 7
    if seen & s.pack != 0 or s.pack < 0 or s.pack >= 1 << CARS:
        return 6
    if (s.caboose_fell != 0) != (seen & 1 == 0 or s.train[s.cars - 1] == ENGINE):
        return 12
    if (s.engine_came != 0) != (s.train[s.cars - 1] == ENGINE):
        return 12
    if (s.pack & 1 != 0) != (s.caboose_fell != 0 and s.engine_came == 0):
        return 6
    return 0


@rule
def broken_seats(s):
    if s.turn < 0 or s.turn >= s.players or s.asked < 0 or s.asked >= s.players or s.first < 0 or s.first >= s.players:
        return 10
    for seat in range(s.players):
        place = 0 + s.place[seat]
        if s.experience[seat] < 0:
            return 9
        if place < 0 or place > NOWHERE or (place == NOWHERE) != (s.phase == FIRST):
            return 8
        if place < BEHIND:
            car = place // SPACES
            face = s.train[s.spot[car]]
            if face >> 1 != car or place % SPACES >= SIZE[face]:
                return 8
        if not HAS_DICE[s.phase] and (s.dice[seat, 0] != 0 or s.dice[seat, 1] != 0):
            return 11
    for seat in range(s.players, MAX_PLAYERS):
        if s.place[seat] != 0 or s.head[seat] != 0 or s.hand_size[seat] != 0 or s.experience[seat] != 0:
            return 10
    if s.round < 0 or s.round > LAST_ROUND or s.caboose_fell > s.round or s.engine_came > s.round:
        return 12
    if s.engine_came > 0 and s.caboose_fell > s.engine_came:
        return 12
    return 0


@rule
def broken_bonus(s):
    total = 0
    places = s.at
    for card in range(1, CARDS + 1):
        if places[card] >= PLAYED:
            total += HIT_OF[card]
    for seat in range(s.players):
        total -= s.bonus[seat]
    return 13 if total != 0 else 0


@rule
def invariant(s):
    """0, or the number of the first fact that does not hold."""
    broken = broken_cards(s)
    if broken == 0:
        broken = broken_shuffles(s)
    if broken == 0:
        broken = broken_train(s)
    if broken == 0:
        broken = broken_seats(s)
    if broken == 0:
        broken = broken_bonus(s)
    return broken
