"""The fight: who is in it, dice, cards played in turn, and what the winner does with the Heads."""

from bangbox.core.rules import rule

from ..data import CARDS
from .cards import dice_of, remove
from .record import BRAWL, DICE, DISCARDED, FIGHT, GIVE, HEAD, HIT, HIT_OF, PASS, PLAYED, POOL, SPOILS
from .turn import begin_install


@rule
def fights(s, seat):
    """Whether a pawn is on the active player's space."""
    return s.place[seat] == s.place[s.turn]


@rule
def next_fighter(s):
    """The next seat in the fight; at the latest the active player again, who always is."""
    s.asked = (s.asked + 1) % s.players
    while not fights(s, s.asked):
        s.asked = (s.asked + 1) % s.players


@rule
def meet(s, action):
    if action == FIGHT:
        next_fighter(s)
        roll_or_skip(s)
    else:
        begin_install(s)


@rule
def roll_or_skip(s):
    """From the attacker's left, the attacker last, each rolls his dice; who has none is skipped (R18)."""
    while dice_of(s, s.asked) == 0 and s.asked != s.turn:
        next_fighter(s)
    if dice_of(s, s.asked) > 0:
        s.phase = DICE
    else:
        begin_brawl(s)


@rule
def next_dice(s):
    if s.asked == s.turn:
        begin_brawl(s)
    else:
        next_fighter(s)
        roll_or_skip(s)


@rule
def begin_brawl(s):
    s.phase = BRAWL
    s.passes = 0
    s.asked = s.turn
    next_fighter(s)
    ask_fighters(s)


@rule
def ask_fighters(s):
    """Who has no cards passes without being asked; a full round of passes ends it (R19)."""
    rivals = 0
    for seat in range(s.players):
        rivals += fights(s, seat)
    while s.passes < rivals and s.hand_size[s.asked] == 0:
        s.passes += 1
        next_fighter(s)
    if s.passes >= rivals:
        decide_fight(s)


@rule
def brawl(s, action):
    """One card or a pass (R19)."""
    seat = s.asked
    if action == PASS:
        s.passes += 1
    else:
        card = action - HIT
        remove(s, seat, card, PLAYED + seat)
        s.bonus[seat] += HIT_OF[card]
        s.passes = 0
    next_fighter(s)
    ask_fighters(s)


@rule
def strength(s, seat):
    """Dice, Head and cards played (R18, R19)."""
    return 0 + s.dice[seat, 0] + s.dice[seat, 1] + HIT_OF[s.head[seat]] + s.bonus[seat]


@rule
def winner_of_fight(s):
    """The highest total; the attacker on any tie for it (R20)."""
    best, winner = -1000, 0
    for seat in range(s.players):
        if fights(s, seat):
            total = strength(s, seat)
            if total == best:
                winner = 0 + s.turn
            elif total > best:
                best, winner = total, seat
    return winner


@rule
def decide_fight(s):
    """Losers learn something, played cards go, Head cards are pooled for the winner (R21)."""
    winner = winner_of_fight(s)
    s.passes = 0
    for k in range(1, s.players + 1):
        seat = (s.turn + k) % s.players
        if fights(s, seat):
            s.experience[seat] += seat != winner
            s.dice[seat, 0] = s.dice[seat, 1] = 0
            s.bonus[seat] = 0
            if s.head[seat] != 0:
                s.pool[s.pool_size] = s.head[seat]
                s.pool_size += 1
                s.at[s.head[seat]] = POOL
                s.head[seat] = 0
    for card in range(1, CARDS + 1):
        if s.at[card] >= PLAYED:
            s.at[card] = DISCARDED
    s.asked = winner
    s.phase = SPOILS
    if s.pool_size == 0:
        begin_install(s)


@rule
def give(s, action):
    """The next Head card of the fight goes where its winner wants it (R21)."""
    card = s.pool[0]
    if action >= GIVE:
        s.head[action - GIVE] = card
        s.at[card] = HEAD
    else:
        s.at[card] = DISCARDED
    s.pool_size -= 1
    for k in range(s.pool_size):
        s.pool[k] = s.pool[k + 1]
    s.pool[s.pool_size] = 0
    if s.pool_size == 0:
        begin_install(s)
