"""The cards: drawing, discarding and reshuffling them, and what a seat can know and guess of the others' hands.

Why guessing is simple and right. A draw is a uniform choice out of the pile, and the pile is filled anew only when it is empty
(R5). So every card that came into the pile with shuffle e was drawn after shuffle e and before the next one. Which shuffle a card
came with is public (the discards were open), and so is when each card of a hand was drawn (s.dated). Hence an unseen card of an
earlier shuffle lies in a hand among those drawn after that shuffle, and an unseen card of the present shuffle is in the pile or
among those drawn since. Given all that a seat has seen, every way of dealing the unseen cards of one shuffle to the unseen slots
of that shuffle is equally likely, because every order of drawing was; and that is what `guess` deals. (What others chose to do
with cards that nobody saw is not weighed.)
"""

from bangbox.core.rules import below, rule

from ..data import CARDS, THREE_CARDS, TWO_DRAWS
from .record import DICE_EACH, DISCARDED, HAND, HAND_LIMIT, PILE, POWER


@rule
def refill(s):
    """An empty pile takes up the discards (R5)."""
    if s.pile_size > 0:
        return
    s.shuffles += 1
    for card in range(1, CARDS + 1):
        if s.at[card] == DISCARDED:
            s.at[card] = PILE
            s.since[card] = s.shuffles
            s.pile_size += 1


@rule
def insert(s, seat, card):
    """A card joins a hand, which is kept in the order of shuffles and numbers, so that the order tells nothing."""
    since = s.since[card]
    slot = 0 + s.hand_size[seat]
    while slot > 0 and (s.dated[seat, slot - 1] > since or (s.dated[seat, slot - 1] == since and s.hand[seat, slot - 1] > card)):
        s.hand[seat, slot] = s.hand[seat, slot - 1]
        s.dated[seat, slot] = s.dated[seat, slot - 1]
        slot -= 1
    s.hand[seat, slot] = card
    s.dated[seat, slot] = since
    s.hand_size[seat] += 1
    s.at[card] = HAND


@rule
def draw(s, seat, card):
    """A card from the pile into a hand."""
    insert(s, seat, card)
    s.pile_size -= 1
    refill(s)


@rule
def remove(s, seat, card, where):
    """A card of a hand is laid open: into the Head, on the table or to the discards."""
    slot, last = 0, s.hand_size[seat] - 1
    while slot < last and s.hand[seat, slot] != card:
        slot += 1
    while slot < last:
        s.hand[seat, slot] = s.hand[seat, slot + 1]
        s.dated[seat, slot] = s.dated[seat, slot + 1]
        slot += 1
    s.hand[seat, last] = 0
    s.dated[seat, last] = 0
    s.hand_size[seat] = last
    s.at[card] = where
    s.since[card] = 0


@rule
def drop_hand(s, seat):
    """A whole hand goes to the discards (R12)."""
    for slot in range(s.hand_size[seat]):
        card = s.hand[seat, slot]
        s.at[card] = DISCARDED
        s.since[card] = 0
        s.hand[seat, slot] = 0
        s.dated[seat, slot] = 0
    s.at[0] = 0  # a card one may not see has the number 0
    s.hand_size[seat] = 0


@rule
def dice_of(s, seat):
    """How many dice a seat rolls: two, without a Head one fewer for each card in hand (R7, R18)."""
    if s.head[seat] != 0:
        return DICE_EACH
    return max(DICE_EACH - s.hand_size[seat], 0)


@rule
def hand_limit(s, seat):
    """How many cards may be kept (R23)."""
    return HAND_LIMIT + 1 if POWER[s.head[seat]] == THREE_CARDS else HAND_LIMIT


@rule
def draws_of(s, seat):
    """How many cards a counter brings (R16)."""
    return 2 if POWER[s.head[seat]] == TWO_DRAWS else 1


@rule
def hide_hand(s, seat):
    """What others see of a hand: how many cards, and when they were drawn (R26)."""
    for slot in range(s.hand_size[seat]):
        s.at[s.hand[seat, slot]] = PILE
        s.hand[seat, slot] = 0


@rule
def guess_card(s, since, rng):
    """One of the unseen cards of a shuffle, each as likely as the other."""
    found = 0
    for card in range(1, CARDS + 1):
        found += s.at[card] == PILE and s.since[card] == since
    left = below(rng, found)
    card = 1
    while card < CARDS and (left > 0 or s.at[card] != PILE or s.since[card] != since):
        left -= s.at[card] == PILE and s.since[card] == since
        card += 1
    return card


@rule
def guess_hand(s, seat, rng):
    """Fills the unseen slots of a hand (they are all unseen, or none is)."""
    size = 0 + s.hand_size[seat]
    if size == 0 or s.hand[seat, 0] != 0:
        return
    s.hand_size[seat] = 0
    for slot in range(size):
        insert(s, seat, guess_card(s, s.dated[seat, slot], rng))
