"""What a learner is given of The Great Brain Robbery: train, pawns, heads, its own hand and the open cards; actions numbered.

Seats are counted from the observer's own, in observations and where an action names one. Figures that can be negative are
written as 0.5 + figure / 40.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from bangbox.core.parts import Part, length, starts
from bangbox.core.rules import OVER, rule

from .data import CARDS, CARS, SPACES
from .rules import actor
from .rules.record import (
    DECK,
    DISCARDED,
    FIRST,
    GIVE,
    IQ,
    LAST_ROUND,
    MAX_HAND,
    MAX_PLAYERS,
    PHASES,
    PLAYED,
    POOL,
    READY,
    STEAM_ROUNDS,
)

PLACES = CARS * SPACES + 2  # also behind the train, and nowhere
BEST_IQ = max(card.iq for card in DECK)
MOST_EXPERIENCE = 20
MOST_STEPS = 40

OBSERVATION = (
    Part("players", (MAX_PLAYERS,), "one's own seat, then the others in the order of play: 1 if there is one"),
    Part("places", (MAX_PLAYERS, PLACES), "where each pawn is: car · 24 + space, behind the train, nowhere yet"),
    Part("heads", (MAX_PLAYERS, CARDS + 1), "the card in each Head: none, 1 … 64"),
    Part("iq", (MAX_PLAYERS,), "of each Head, divided by the highest of the deck"),
    Part("experience", (MAX_PLAYERS,), "divided by 20, at most 1"),
    Part("hand sizes", (MAX_PLAYERS,), "divided by 5"),
    Part("hand", (CARDS,), "1 for each card of one's own hand"),
    Part("open cards", (CARDS, 3), "for each card: discarded, won in a fight and not yet given, played in a fight"),
    Part("bonus", (MAX_PLAYERS,), "Hit of the cards that each has played in this fight"),
    Part("dice", (MAX_PLAYERS, 2), "of each seat, divided by 6"),
    Part("train", (CARS, 2 * CARS), "by place in the train, the last car first: which side of which car"),
    Part("counters", (CARS, SPACES), "1 for each space with a counter, by car"),
    Part("pack", (CARS,), "1 for each car not in the train"),
    Part("pile", (1,), "cards in the draw pile, divided by 64"),
    Part("phase", (len(PHASES),), ", ".join(PHASES)),
    Part("round", (1,), "divided by 100"),
    Part("first", (MAX_PLAYERS,), "who began"),
    Part("turn", (MAX_PLAYERS,), "whose turn it is"),
    Part("asked", (MAX_PLAYERS,), "who decides, rolls or draws"),
    Part("steam", (3,), "1 if the Caboose fell, 1 if the Engine came, rounds of steam left divided by 30"),
    Part("move", (5,), "Run of cards played; steps taken / 40; cars coupled / 8; cards to draw / 4; passes in a row / 7"),
    Part("next card", (CARDS,), "the card that the winner of a fight gives next"),
    Part("options", (4,), "recycle, long_train / 6, late_engine / 20, free_cheese"),
)
(
    PLAYERS, AT, HEADS, IQS, EXPERIENCE, HAND_SIZES, HAND, OPEN, BONUS, DICE, TRAIN, COUNTERS, PACK, PILE, PHASE, ROUND,
    FIRST_SEAT, TURN, ASKED, STEAM, MOVE, NEXT, OPTIONS,
) = starts(OBSERVATION)  # fmt: skip

NUMBERS = (
    Part("go", (CARS, SPACES), "to a space of a car"),
    Part("ahead", (1,), "leave by the front"),
    Part("run", (CARDS,), "play a card for its Run"),
    Part("hit", (CARDS,), "play a card for its Hit"),
    Part("discard", (CARDS,), "discard a card"),
    Part("install", (CARDS,), "install a card"),
    Part("give", (MAX_PLAYERS,), "give the next card to a seat, counted from one's own"),
    Part("answer", (4,), "ready, fight, peace, pass"),
)
ACTIONS = length(NUMBERS)


@rule
def share(number, most):
    """A number from 0 to `most` as one from 0 to 1; what is more counts as much."""
    return max(0.0, min(1.0, number / most))


@rule
def after(s, other, seat):
    """How many seats after the observer's own another one sits."""
    return (other - seat + s.players) % s.players


@rule
def observe(s, seat, out):
    for other in range(s.players):
        observe_seat(s, other, after(s, other, seat), out)
    for slot in range(s.hand_size[seat]):
        if s.hand[seat, slot] != 0:
            out[HAND + s.hand[seat, slot] - 1] = 1
    for card in range(1, CARDS + 1):
        out[OPEN + 3 * card - 3] = s.at[card] == DISCARDED
        out[OPEN + 3 * card - 2] = s.at[card] == POOL
        out[OPEN + 3 * card - 1] = s.at[card] >= PLAYED
    observe_train(s, out)
    observe_clock(s, seat, out)
    if s.pool_size > 0:
        out[NEXT + s.pool[0] - 1] = 1
    out[OPTIONS] = s.recycle
    out[OPTIONS + 1] = s.long_train / 6
    out[OPTIONS + 2] = s.late_engine / 20
    out[OPTIONS + 3] = s.free_cheese


@rule
def observe_seat(s, other, place, out):
    """What everybody can see of a seat."""
    out[PLAYERS + place] = 1
    out[AT + PLACES * place + s.place[other]] = 1
    out[HEADS + (CARDS + 1) * place + s.head[other]] = 1
    out[IQS + place] = IQ[s.head[other]] / BEST_IQ
    out[EXPERIENCE + place] = share(s.experience[other], MOST_EXPERIENCE)
    out[HAND_SIZES + place] = s.hand_size[other] / MAX_HAND
    out[BONUS + place] = share(s.bonus[other] + MOST_STEPS // 2, MOST_STEPS)
    out[DICE + 2 * place] = s.dice[other, 0] / 6
    out[DICE + 2 * place + 1] = s.dice[other, 1] / 6


@rule
def observe_train(s, out):
    for spot in range(s.cars):
        out[TRAIN + 2 * CARS * spot + s.train[spot]] = 1
    for car in range(CARS):
        out[PACK + car] = s.pack >> car & 1
        for space in range(SPACES):
            out[COUNTERS + SPACES * car + space] = s.counters[car] >> space & 1
    out[PILE] = s.pile_size / CARDS


@rule
def observe_clock(s, seat, out):
    """Where in the game and in the turn we are."""
    out[PHASE + s.phase] = 1
    out[ROUND] = s.round / LAST_ROUND
    if s.phase != FIRST and actor(s) != OVER:
        out[FIRST_SEAT + after(s, s.first, seat)] = 1
        out[TURN + after(s, s.turn, seat)] = 1
        out[ASKED + after(s, s.asked, seat)] = 1
    out[STEAM] = s.caboose_fell > 0
    out[STEAM + 1] = s.engine_came > 0
    out[STEAM + 2] = share(0 + s.engine_came + STEAM_ROUNDS - s.round, STEAM_ROUNDS) if s.engine_came > 0 else 1.0
    out[MOVE] = share(s.boost + MOST_STEPS // 2, MOST_STEPS)
    out[MOVE + 1] = share(s.steps, MOST_STEPS)
    out[MOVE + 2] = s.added / CARS
    out[MOVE + 3] = share(s.draws, 4)
    out[MOVE + 4] = s.passes / MAX_PLAYERS


@rule
def actions(s):
    return ACTIONS


@rule
def number(s, action):
    return GIVE + after(s, action - GIVE, s.asked) if GIVE <= action < READY else action


@rule
def action(s, number):
    if number < 0 or number >= ACTIONS:
        return -1
    if GIVE <= number < READY:
        place = number - GIVE
        return GIVE + (place + s.asked) % s.players if place < s.players else -1
    return number
