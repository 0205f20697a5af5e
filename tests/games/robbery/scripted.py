"""A scripted player of The Great Brain Robbery, sensible enough to judge deck and cars by (docs/robbery.md)."""

import random
from dataclasses import dataclass

from bangbox.core.position import Position
from bangbox.core.record import Record
from bangbox.games.robbery.data import ENGINE, SPACES
from bangbox.games.robbery.queries import dice_count, fighters, front_is_open, steps_left, strength_of
from bangbox.games.robbery.rules.record import (
    AHEAD,
    BRAKES,
    BRAWL,
    DECK,
    DISCARD,
    DISCARDS,
    FIGHT,
    GIVE,
    HIT,
    INSTALL,
    INSTALL_CARD,
    LIMIT,
    MEET,
    MOVE,
    PASS,
    PEACE,
    READY,
    RUN,
    SPOILS,
)
from bangbox.games.robbery.views.train import front_place, steps_to

COUNTER, NEW_CAR, POINT = 10.0, 9.0, 2.0  # what a counter, a new car and a point of experience are worth


@dataclass(frozen=True)
class Style:
    """What a player is willing to do."""

    eats_cheese: bool = True  # installs cheese in an empty Head
    picks_fights: bool = True
    spends_cards: bool = True  # plays hand cards for Run and Hit
    eager: bool = False  # leaves counters behind for a new car


def iq(card: int) -> int:
    return DECK[card - 1].iq if card else 0


def worth(s: Record, card: int) -> float:
    """A card in the Head: IQ counts always, Hit and Run while there is a train to run through."""
    if not card:
        return -6.0 if s.engine_came else -9.0
    muscle = DECK[card - 1].hit + DECK[card - 1].run
    return iq(card) / 12 + muscle * (0.5 if s.engine_came else 1.0)


def leads(s: Record, seat: int) -> bool:
    mine = iq(s.head[seat])
    return mine > 0 and all(iq(s.head[other]) <= mine for other in range(s.players))


def expected_strength(s: Record, seat: int, known_hand: bool) -> float:
    """Dice and Head, and for oneself the cards that could be played."""
    own = (
        sum(max(0, DECK[s.hand[seat, slot] - 1].hit) for slot in range(s.hand_size[seat]))
        if known_hand
        else 2.0 * s.hand_size[seat]
    )
    return 3.5 * dice_count(s, seat) + (DECK[s.head[seat] - 1].hit if s.head[seat] else 0) + own


def fight_value(s: Record, seat: int, rivals: list[int]) -> float:
    """What a fight with all of them is worth: Heads won and lost, and the point for losing."""
    mine = expected_strength(s, seat, known_hand=True)
    theirs = max(expected_strength(s, other, known_hand=False) for other in rivals)
    chance = min(0.95, max(0.05, 0.55 + (mine - theirs) / 12 - 0.12 * (len(rivals) - 1)))
    best = max((worth(s, s.head[other]) for other in rivals), default=0.0)
    gain = max(0.0, best - worth(s, s.head[seat])) + (4.0 if any(leads(s, other) for other in rivals) else 0.5)
    stake = (worth(s, s.head[seat]) + 9.0) if s.head[seat] else 0.0
    return chance * gain + (1 - chance) * (POINT - stake)


def place_value(s: Record, seat: int, place: int, style: Style) -> float:
    """What stopping there is worth."""
    car, space = divmod(place, SPACES)
    spot = s.spot[car]
    value = 0.15 * (8 * spot + space // 3)
    value += COUNTER if s.counters[car] >> space & 1 else 0.0
    if s.train[spot] == ENGINE and BRAKES[ENGINE] >> space & 1:
        if s.cars == 1:
            return 1000.0 if leads(s, seat) else -1000.0
        value += 12.0 if leads(s, seat) else -2.0
    falls = max(0.0, (s.cars - 2) / 6) if s.added else 0.1 * (s.cars > 2)
    value -= falls * (4.0 + 3.0 * s.hand_size[seat]) * (spot == 0 and s.cars > 1)
    rivals = [other for other in range(s.players) if other != seat and s.place[other] == place]
    if rivals and style.picks_fights:
        value += max(0.0, fight_value(s, seat, rivals))
    return value


def best_place(s: Record, seat: int, left: int, style: Style) -> tuple[float, int]:
    return max((place_value(s, seat, place, style), -steps, place) for place, steps in steps_to(s).items() if steps <= left)[::2]


def move(pos: Position, seat: int, style: Style) -> int:
    s = pos.s
    left = steps_left(s)
    steps = steps_to(s)
    value, place = best_place(s, seat, left, style)
    over = left - steps[front_place(s)] - 1
    if front_is_open(s) and over >= 0:
        beyond = (1.5 if style.eager else 1.0) * NEW_CAR * (0.4 + 0.12 * min(over, 5)) + 0.15 * 8 * s.cars
        if beyond > value:
            return AHEAD
    if style.spends_cards:
        for action in pos.choices():
            if RUN < action <= RUN + 64:
                card = action - RUN
                more, _ = best_place(s, seat, left + DECK[card - 1].run, style) if DECK[card - 1].run > 0 else (value, place)
                if more - value > max(2.0, worth(s, card) - worth(s, s.head[seat]) - DECK[card - 1].cost):
                    return action
    return place


def keep_value(s: Record, seat: int, card: int, style: Style) -> float:
    """What a hand card is worth to its owner."""
    data = DECK[card - 1]
    if data.iq == 0 and (s.head[seat] or not style.eats_cheese):
        return data.run + data.hit - 1.0
    missing = max(0, data.cost - s.experience[seat])
    return worth(s, card) - 1.5 * missing + 3.0


def choose(pos: Position, style: Style, lot: random.Random) -> int:
    """What this player does."""
    s, seat, choices = pos.s, pos.actor, pos.choices()
    if len(choices) == 1:
        return choices[0]
    if s.phase == MOVE:
        return move(pos, seat, style)
    hand = sorted((s.hand[seat, slot] for slot in range(s.hand_size[seat])), key=lambda card: keep_value(s, seat, card, style))
    if s.phase == DISCARDS:
        # a card costs a die without a Head: keep one that can go in this turn, or that runs as well as a die
        useless = [card for card in hand if keep_value(s, seat, card, style) < 1.5 and DECK[card - 1].run < 4]
        if not s.head[seat] and (useless or len(hand) > 1):
            return DISCARD + (useless[0] if useless else hand[0])
        return READY
    if s.phase == LIMIT:
        return DISCARD + hand[0]
    if s.phase == INSTALL:
        return install(s, seat, choices, style)
    if s.phase == MEET:
        others = [other for other in fighters(s) if other != seat]
        return FIGHT if style.picks_fights and fight_value(s, seat, others) > 0 else PEACE
    if s.phase == BRAWL:
        return brawl(s, seat, hand, style)
    assert s.phase == SPOILS
    return spoils(s, seat, choices)


def install(s: Record, seat: int, choices: list[int], style: Style) -> int:
    options = [action - INSTALL_CARD for action in choices if INSTALL_CARD < action <= INSTALL_CARD + 64]
    options = [card for card in options if iq(card) or (style.eats_cheese and not s.head[seat])]
    if not options:
        return PASS
    best = max(options, key=lambda card: worth(s, card) - 0.8 * DECK[card - 1].cost)
    gain = worth(s, best) - 0.8 * DECK[best - 1].cost - worth(s, s.head[seat])
    return INSTALL_CARD + best if gain > 0 else PASS


def brawl(s: Record, seat: int, hand: list[int], style: Style) -> int:
    """Plays the smallest card that takes the lead, if there is something to win or lose."""
    at_stake = any(s.head[other] for other in fighters(s))
    best = max(strength_of(s, other) for other in fighters(s) if other != seat)
    need = best - strength_of(s, seat) + (seat != s.turn)
    if need <= 0 or not at_stake or not style.spends_cards:
        return PASS
    enough = [card for card in hand if DECK[card - 1].hit >= need]
    return HIT + min(enough, key=lambda card: keep_value(s, seat, card, style)) if enough else PASS


def spoils(s: Record, seat: int, choices: list[int]) -> int:
    """The best card for oneself, the others away."""
    pool = [s.pool[k] for k in range(s.pool_size)]
    if not s.head[seat] and worth(s, pool[0]) == max(worth(s, card) for card in pool):
        return GIVE + seat
    return DISCARD + pool[0]
