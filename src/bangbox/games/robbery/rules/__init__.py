"""The rules of The Great Brain Robbery: set-up, choices, result and secrets.

The other rules are in record.py (the record and its numbers), train.py (R8 to R16), fighting.py (R17 to R21), turn.py (R6, R7,
R22, R23, R25), cards.py (R5, R26) and facts.py (what always holds).
"""

from bangbox.core.rules import CHANCE, OVER, rule

from ..data import CABOOSE, CARDS, CARS, ENGINE, SPACES
from .cards import dice_of, draw, guess_hand, hide_hand, remove
from .facts import invariant
from .fighting import brawl, fights, give, meet, next_dice
from .record import (
    AHEAD,
    BRAWL,
    BUILD,
    CAR,
    CHEESE,
    COST,
    COUPLE,
    DEAL,
    DERIVED,
    DICE,
    DIE,
    DISCARD,
    DISCARDED,
    DISCARDS,
    DRAW,
    DRAWN,
    END,
    FIGHT,
    FIRST,
    GIVE,
    GO,
    HEAD,
    HIT,
    HIT_OF,
    ICONS,
    INSTALL,
    INSTALL_CARD,
    IQ,
    IS_CHANCE,
    IS_CHEESE,
    LIMIT,
    LOSS,
    MAX_CHOICES,
    MAX_PLAYERS,
    MEET,
    MOVE,
    NOWHERE,
    PASS,
    PEACE,
    PILE,
    PLAYED,
    READY,
    ROLL,
    RUN,
    RUN_OF,
    SIZE,
    SPOILS,
    STARTER,
    STARTS,
    STATE,
    TWO_DICE,
)
from .train import check_couplings, couple, draw_or_meet, engine_may_come, front_is_open, movement, play_move, reach, step_into
from .turn import begin_move, begin_turn, begin_turn_after_discard, check_limit, install, throw

__all__ = [
    "DERIVED", "MAX_CHOICES", "MAX_PLAYERS", "STATE", "actor", "apply", "choices", "conceal", "conceal_action", "derive", "guess",
    "invariant", "payoff", "players", "score", "setup", "weights", "winners",
]  # fmt: skip

# -- set-up (R4)


@rule
def setup(s, players, recycle, long_train, late_engine, free_cheese, starter):
    s.players = players
    s.recycle, s.long_train, s.late_engine, s.free_cheese, s.starter = recycle, long_train, late_engine, free_cheese, starter
    s.cars = 1
    s.train[0] = CABOOSE
    s.pack = (1 << CARS) - 2
    s.counters[0] = ICONS[CABOOSE]
    for seat in range(players):
        s.place[seat] = NOWHERE
    derive(s)
    if starter == 0:
        s.phase = FIRST
    else:
        line_up(s, starter - 1)


@rule
def line_up(s, first):
    """The k-th in the order of play stands on Caboose space k (R4)."""
    s.first = s.turn = s.asked = first
    for k in range(s.players):
        s.place[(first + k) % s.players] = STARTS[k]
    s.phase = CHEESE if s.free_cheese else DEAL


@rule
def derive(s):
    for spot in range(CARS):
        s.spot[spot] = 0
    for spot in range(s.cars):
        s.spot[s.train[spot] >> 1] = spot
    for seat in range(s.players):
        s.bonus[seat] = 0
    hidden, unseen = 0, 0
    for card in range(1, CARDS + 1):
        unseen += s.at[card] == PILE
        if s.at[card] >= PLAYED:
            s.bonus[s.at[card] - PLAYED] += HIT_OF[card]
    for seat in range(s.players):
        for slot in range(s.hand_size[seat]):
            hidden += s.hand[seat, slot] == 0
    s.pile_size = unseen - hidden


# -- who, and what


@rule
def players(s):
    return s.players


@rule
def actor(s):
    if IS_CHANCE[s.phase]:
        return CHANCE
    return OVER if s.phase == END else 0 + s.asked


@rule
def choices(s, out):
    phase = s.phase
    if phase == MOVE:
        return list_moves(s, out)
    if phase in (BRAWL, INSTALL, DISCARDS, LIMIT):
        return list_cards(s, out)
    if phase in (ROLL, DICE, LOSS):
        return list_dice(s, out)
    if phase in (DRAW, DEAL, CHEESE):
        return list_draws(s, out)
    if phase in (BUILD, COUPLE):
        return list_cars(s, out)
    if phase == SPOILS:
        return list_gifts(s, out)
    if phase == MEET:
        out[0] = FIGHT
        out[1] = PEACE
        return 2
    for seat in range(s.players):  # FIRST
        out[seat] = STARTER + seat
    return 0 + s.players


@rule
def list_moves(s, out):
    """Every space within reach, leaving by the front, every card that may be played for Run (R8, R9, R10)."""
    steps = movement(s, 0)
    leaving = reach(s, steps - s.steps)
    n = 0
    for spot in range(s.cars):
        here = 0 + s.reach[spot]
        if here:
            face = s.train[spot]
            base = (face >> 1) * SPACES
            for space in range(SIZE[face]):
                out[n] = GO + base + space
                n += here >> space & 1
    out[n] = AHEAD
    n += leaving <= steps - s.steps and front_is_open(s)
    seat = s.turn
    for slot in range(s.hand_size[seat]):
        card = s.hand[seat, slot]
        out[n] = RUN + card
        n += card != 0 and movement(s, RUN_OF[card]) >= s.steps  # R8
    return n


@rule
def list_cards(s, out):
    """What the asked seat can do with the cards of its hand, and doing nothing where that is allowed."""
    seat, phase = s.asked, s.phase
    action = DISCARD
    if phase == BRAWL:
        action = HIT
    if phase == INSTALL:
        action = INSTALL_CARD
    n = 0
    for slot in range(s.hand_size[seat]):
        card = s.hand[seat, slot]
        out[n] = action + card
        n += card != 0 and (phase != INSTALL or COST[card] <= s.experience[seat])  # R22
    out[n] = READY if phase == DISCARDS else PASS
    return n + (phase != LIMIT)


@rule
def list_gifts(s, out):
    """Where the next Head card of the fight may go: to an empty Head among the fighters or to the discards (R21)."""
    n = 0
    for seat in range(s.players):
        out[n] = GIVE + seat
        n += fights(s, seat) and s.head[seat] == 0
    out[n] = DISCARD + s.pool[0]
    return n + 1


@rule
def list_dice(s, out):
    """One die, or two without regard to their order."""
    n = 0
    if s.phase == LOSS or dice_of(s, s.asked) == 1:
        for pips in range(1, 7):
            out[n] = DIE + pips
            n += 1
        return n
    for fewer in range(1, 7):
        for more in range(fewer, 7):
            out[n] = TWO_DICE + 6 * fewer + more
            n += 1
    return n


@rule
def list_draws(s, out):
    n = 0
    for card in range(1, CARDS + 1):
        out[n] = DRAWN + card
        n += s.at[card] == PILE and (s.phase != CHEESE or IS_CHEESE[card] != 0)  # R30
    return n


@rule
def list_cars(s, out):
    """Each side of each car in the pack; the Caboose comes back as the Engine (R10, R14)."""
    n = 0
    if engine_may_come(s):
        out[n] = CAR + ENGINE
        n += 1
    for face in range(2, 2 * CARS):
        out[n] = CAR + face
        n += s.pack >> (face >> 1) & 1
    return n


@rule
def weights(s, out):
    n = 0
    if (s.phase in (ROLL, DICE)) and dice_of(s, s.asked) == 2:
        for fewer in range(1, 7):
            for more in range(fewer, 7):
                out[n] = 1 if fewer == more else 2
                n += 1
        return
    for k in range(CARDS):
        out[k] = 1
    if (s.phase in (BUILD, COUPLE)) and engine_may_come(s):
        out[0] = 2  # one car like the others, though it has only this side


# -- what an action does


@rule
def apply(s, action):
    phase = s.phase
    if phase == MOVE:
        play_move(s, action)
    elif phase == ROLL:
        throw(s, action)
        begin_move(s)
    elif phase == DRAW:
        draw(s, s.turn, action - DRAWN)
        s.draws -= 1
        draw_or_meet(s)
    elif phase == INSTALL:
        install(s, action)
    elif phase == DISCARDS:
        begin_turn_after_discard(s, action)
    elif phase == LIMIT:
        remove(s, s.turn, action - DISCARD, DISCARDED)
        check_limit(s)
    elif phase == BRAWL:
        brawl(s, action)
    elif phase == DICE:
        throw(s, action)
        next_dice(s)
    elif phase == SPOILS:
        give(s, action)
    elif phase == MEET:
        meet(s, action)
    elif phase == COUPLE:
        step_into(s, action - CAR)
    elif phase == LOSS:
        check_couplings(s, action - DIE)
    else:
        set_up(s, action)


@rule
def set_up(s, action):
    """One piece of chance of the set-up: first player, free cheese, the deal, the first cars (R4, R28, R30)."""
    if s.phase == FIRST:
        line_up(s, action - STARTER)
    elif s.phase == CHEESE:
        card = action - DRAWN
        s.head[s.asked] = card
        s.at[card] = HEAD
        s.pile_size -= 1
        s.asked = (s.asked + 1) % s.players
        if s.asked == s.first:
            s.phase = DEAL
    elif s.phase == DEAL:
        draw(s, s.asked, action - DRAWN)
        s.asked = (s.asked + 1) % s.players
        if s.asked == s.first:
            s.phase = BUILD
    else:
        couple(s, action - CAR)
        if s.cars == 2 + s.long_train:
            s.round = 1
            begin_turn(s)


# -- the result (R24)


@rule
def score(s, out):
    for seat in range(s.players):
        out[seat] = IQ[s.head[seat]]


@rule
def winners(s):
    best, mask = 1, 0
    for seat in range(s.players):
        iq = IQ[s.head[seat]]
        if iq > best:
            best, mask = iq, 0
        if iq == best:
            mask |= 1 << seat
    return mask if s.phase == END else 0


@rule
def payoff(s, out):
    mask = winners(s)
    shared = 0
    for seat in range(s.players):
        shared += mask >> seat & 1
    for seat in range(s.players):
        out[seat] = 1.0 / shared if mask >> seat & 1 else 0.0


# -- secrets (R26)


@rule
def conceal(s, seat):
    for other in range(s.players):
        if other != seat:
            hide_hand(s, other)


@rule
def conceal_action(s, action, seat):
    """A card drawn into a hand is seen by nobody else; everything else is done openly."""
    if (s.phase in (DRAW, DEAL)) and seat != s.asked:
        return DRAWN
    return action


@rule
def guess(s, seat, rng):
    """Every hand that is hidden in this record is dealt anew; the seat's own is not, unless the record is somebody else's."""
    for holder in range(s.players):
        guess_hand(s, holder, rng)
