"""What each phase of a turn takes for granted, checked for positions that come as text."""

from bangbox.core.record import Record

from ..data import CARS
from ..queries import dice_count, fighters, front_is_open, limit, steps_left
from ..rules.record import (
    BEHIND,
    BRAWL,
    BUILD,
    CHEESE,
    COUPLE,
    DEAL,
    DECK,
    DICE,
    DISCARDED,
    DISCARDS,
    DRAW,
    END,
    FIRST,
    HAND_LIMIT,
    INSTALL,
    LIMIT,
    LOSS,
    MAX_HAND,
    MEET,
    MOVE,
    PLAYED,
    ROLL,
    SPOILS,
)

SET_UP = (FIRST, CHEESE, DEAL, BUILD)
FIGHTING = (MEET, DICE, BRAWL, SPOILS)


def wrong_moment(s: Record) -> str | None:
    """What the phase takes for granted and the record does not have."""
    return wrong_set_up(s) if s.phase in SET_UP else wrong_train(s) or wrong_hands(s) or wrong_numbers(s) or wrong_phase(s)


def wrong_set_up(s: Record) -> str | None:
    """The set-up has one order only, so it can be checked to the last card."""
    done = [(seat - s.first) % s.players < (s.asked - s.first) % s.players for seat in range(s.players)]
    for seat in range(s.players):
        cheese = s.free_cheese and (s.phase in (DEAL, BUILD) or (s.phase == CHEESE and done[seat]))
        dealt = s.phase == BUILD or (s.phase == DEAL and done[seat])
        if (s.head[seat] > 0) != bool(cheese) or (cheese and DECK[s.head[seat] - 1].iq):
            return "in the set-up each seat in turn gets a cheese, if cheese is free"
        if s.hand_size[seat] != dealt or s.experience[seat]:
            return "in the set-up each seat in turn gets one card and nothing else"
    if any(s.at[card] == DISCARDED for card in range(1, len(DECK) + 1)) or s.round or s.shuffles:
        return "in the set-up nothing is discarded and no round is played"
    if s.turn != s.first or (s.phase in (FIRST, BUILD) and s.asked != s.first) or (s.starter and s.first != s.starter - 1):
        return "in the set-up the first seat is on turn"
    cars = range(1, 2 + s.long_train) if s.phase == BUILD else (1,)
    if s.cars not in cars or s.train[0] != 0 or s.pack != 255 - sum(1 << (s.train[spot] >> 1) for spot in range(s.cars)):
        return "in the set-up the train is built from the Caboose with cars of the pack"
    if (s.phase == FIRST and s.starter) or (s.phase == CHEESE and not s.free_cheese):
        return "this piece of the set-up is not played with these options"
    return wrong_numbers(s)


def wrong_train(s: Record) -> str | None:
    """Cars are in the train, in the pack, or out of the game, where R14 lets them go out."""
    if s.round < 1:
        return "the first round has the number 1"
    inside = s.pack | sum(1 << (s.train[spot] >> 1) for spot in range(s.cars))
    if not inside & 1 or ((s.recycle or not s.caboose_fell) and inside != (1 << CARS) - 1):
        return "a car is missing from train and pack"
    if s.phase != END and s.starter and s.first != s.starter - 1:
        return f"the first seat must be {s.starter - 1} with these options"
    return None


def wrong_hands(s: Record) -> str | None:
    """Nobody begins a turn with more cards than the largest limit."""
    for seat in range(s.players):
        drawing = seat == s.turn and s.phase in (DRAW, *FIGHTING, INSTALL, LIMIT)
        most = MAX_HAND - s.draws if drawing else HAND_LIMIT + 1
        if s.hand_size[seat] > most:
            return f"seat {seat} cannot hold {s.hand_size[seat]} cards now"
    return None


def wrong_numbers(s: Record) -> str | None:
    """Numbers that belong to other phases."""
    moving = s.phase in (MOVE, COUPLE)
    if (s.boost or s.steps) and not moving:
        return "boost and steps belong to a move"
    if s.added and not moving and s.phase != LOSS:
        return "cars are added in a move"
    if (s.draws > 0) != (s.phase == DRAW):
        return "draws are what is still to be drawn in the phase draw"
    if s.passes and s.phase != BRAWL:
        return "passes belong to a brawl"
    if s.asked != s.turn and s.phase not in (CHEESE, DEAL, DICE, BRAWL, SPOILS):
        return "only the seat on turn can be asked in this phase"
    for seat in range(s.players):
        if s.dice[seat, 0] and (seat != s.turn if moving else seat not in fighters(s)):
            return f"seat {seat} has rolled no dice"
        if s.phase == BRAWL and seat not in fighters(s) and PLAYED + seat in s.at.tolist():
            return f"seat {seat} plays no cards in this fight"
    return None


def wrong_phase(s: Record) -> str | None:
    """What a phase needs to have begun at all."""
    phase, seat = s.phase, s.turn
    behind, size = s.place[seat] == BEHIND, s.hand_size[seat]
    if phase in (DISCARDS, INSTALL) and size == 0:
        return "without a hand card there is nothing to discard or install"
    if phase == LIMIT and size <= limit(s, seat):
        return "the hand is within its limit"
    if phase == ROLL and dice_count(s, seat) == 0:
        return "there are no dice to roll"
    if phase in (DRAW, INSTALL, LIMIT, *FIGHTING) and behind:
        return "nothing happens behind the train"
    if phase in (MOVE, COUPLE):
        return wrong_move(s)
    if phase == LOSS and (s.added == 0 or s.cars == 1):
        return "couplings are checked after a car was added, while there are two"
    return wrong_fight(s) if phase in FIGHTING else None


def wrong_move(s: Record) -> str | None:
    """Steps and cars go together; only a front that is open can be left."""
    if steps_left(s) < 0 or (s.steps > 0) != (s.phase == COUPLE or s.added > 0):
        return "steps are taken only on the way to a new car, and not more than there are"
    if s.added >= s.cars or (s.added and s.place[s.turn] == BEHIND):
        return "more cars were added than there are"
    if s.phase == COUPLE and not front_is_open(s):
        return "no car can be coupled on"
    return None


def wrong_fight(s: Record) -> str | None:
    """A fight has two or more fighters, and only they are asked."""
    rivals = fighters(s)
    if len(rivals) < 2 or s.asked not in rivals or s.passes >= len(rivals):
        return "a fight is between those on one space, and ends with a round of passes"
    if s.phase == DICE and (dice_count(s, s.asked) == 0 or s.dice[s.asked, 0]):
        return "the seat asked has no dice to roll"
    if s.phase == BRAWL and s.hand_size[s.asked] == 0:
        return "the seat asked has no card to play"
    if s.phase == SPOILS and s.pool_size > sum(s.head[seat] == 0 for seat in rivals):
        return "there are more Head cards to give than Heads"
    return None
