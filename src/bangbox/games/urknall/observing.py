"""What a learner is given of Urknall: the bodies, who stands where and what is asked, and the actions numbered.

Seats are counted from the observer's own, in observations and in the markers that a numbered action names; bodies keep their
names. With two players the second colours come after the first ones.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from bangbox.core.parts import Part, length, starts
from bangbox.core.rules import OVER, rule

from .rules import actor
from .rules.changing import number as number_of_change
from .rules.record import (
    AGAIN,
    ASK_DISCARD,
    ASK_JOIN,
    ASK_LEAVE,
    ASK_MARK,
    ASK_PLACE,
    ASK_SPLIT,
    ASK_STAY,
    ASK_TRAVEL,
    BODIES,
    CHANGE,
    COLOURS,
    COMET,
    KINDS,
    OFF,
    is_hole,
)

SLOTS = 4
PAIRS = BODIES * (BODIES - 1) // 2
PARTS = KINDS + KINDS * (KINDS + 1) // 2  # one element, or two in any order
MOST = 10  # markers in a supply

OBSERVATION = (
    Part("bodies", (BODIES, KINDS), "by body, red green blue: free elements, then those marked by each seat; divided by 6"),
    Part("sizes", (BODIES,), "of each body, divided by 6; 0 for none and for a black hole"),
    Part("holes", (BODIES,), "1 for a black hole"),
    Part("astronauts", (SLOTS, BODIES + 1), "where the astronaut of each seat stands; the last place is off the table"),
    Part("supplies", (SLOTS,), "markers of each seat, then second colours, divided by 10"),
    Part("comets", (SLOTS,), "1 for each seat that has its comet"),
    Part("players", (3,), "2, 3, 4"),
    Part("black_hole", (1,), "1 with the variant"),
    Part("phase", (9,), "first, deal, place, roll, rival, travel, change, second change, over"),
    Part("turn", (SLOTS,), "whose turn it is"),
    Part("to act", (SLOTS,), "who decides"),
    Part("die", (6,), "what was rolled"),
    Part("change", (6,), "the number of the change that is next"),
    Part("force", (3,), "what the change must be: nothing, a union, a separation"),
    Part("twice", (1,), "1 if a second change is due"),
)
(
    BODY, SIZE, IS_HOLE, STANDS, SUPPLY, HAS_COMET, PLAYERS, VARIANT, PHASE, TURN, TO_ACT, DIE, DUE, FORCE, TWICE,
) = starts(OBSERVATION)  # fmt: skip

NUMBERS = (
    Part("place", (BODIES,), "the astronaut begins on a body"),
    Part("mark", (BODIES, COLOURS), "a marker of the second colour goes on a free element: body, colour"),
    Part("travel", (2, BODIES, COLOURS), "without and with the comet: to a body, the colour that is marked there"),
    Part("stay", (2, COLOURS), "without and with the comet: the colour that is marked where one stands"),
    Part("discard", (1,), "a marker is lost"),
    Part("leave", (1,), "nothing changes"),
    Part("join", (2, PAIRS), "without and with the comet: two bodies a b, a c … I J, ordered by the second name, then the first"),
    Part("split", (BODIES, PARTS), "what comes off a body: one of 15 kinds, or two ordered by the higher, then the lower"),
)
PLACES, MARKS, TRAVELS, STAYS, DISCARDS, LEAVES, JOINS, SPLITS = starts(NUMBERS)
ACTIONS = length(NUMBERS)


@rule
def slot_of(s, place, seat):
    """The slot of a seat (or second colour) that is `place` after the observer's own; its own inverse is `place_of`."""
    if place < s.players:
        return (place + seat) % s.players
    return 2 + (place + seat) % 2 if s.players == 2 else place


@rule
def place_of(s, slot, seat):
    """How far after the observer's own a slot comes."""
    if slot < s.players:
        return (slot - seat + s.players) % s.players
    return 2 + (slot + seat) % 2 if s.players == 2 else 0 + slot


@rule
def kind_seen(s, kind, seat):
    """A kind of element (colour and marker) with its marker counted from the observer's seat."""
    slot = kind % 5 - 1
    return kind if slot < 0 else kind - slot + place_of(s, slot, seat)


@rule
def kind_meant(s, kind, seat):
    """The other way round."""
    place = kind % 5 - 1
    return kind if place < 0 else kind - place + slot_of(s, place, seat)


@rule
def observe(s, seat, out):
    for body in range(BODIES):
        for kind in range(KINDS):
            out[BODY + KINDS * body + kind_seen(s, kind, seat)] = min((s.body[body] >> 4 * kind & 15) / 6, 1)
        out[SIZE + body] = min(s.size[body] / 6, 1)
        out[IS_HOLE + body] = is_hole(s, body)
    for slot in range(SLOTS):
        place = place_of(s, slot, seat)
        out[SUPPLY + place] = s.supply[slot] / MOST
        out[HAS_COMET + place] = s.comet[slot]
        if slot < s.players:
            out[STANDS + (BODIES + 1) * place + s.place[slot]] = 1
    out[PLAYERS + s.players - 2] = 1
    out[VARIANT] = s.black_hole
    out[PHASE + s.phase] = 1
    asked = actor(s)
    if asked >= 0:
        out[TO_ACT + place_of(s, asked, seat)] = 1
    if asked != OVER:
        out[TURN + place_of(s, s.turn, seat)] = 1
    if s.die > 0:
        out[DIE + s.die - 1] = 1
        out[DUE + number_of_change(s) - 1] = 1
    if s.phase in (CHANGE, AGAIN):
        out[FORCE + s.force] = 1
    out[TWICE] = s.twice


@rule
def actions(s):
    return ACTIONS


@rule
def number(s, action):
    ask, body, detail, comet = (action >> 16) & 15, (action >> 8) & 255, action & 255, action >> 20 & 1
    if ask == ASK_PLACE:
        return PLACES + body
    if ask == ASK_MARK:
        return MARKS + COLOURS * body + detail
    if ask == ASK_TRAVEL:
        return TRAVELS + COLOURS * (BODIES * comet + body) + detail
    if ask == ASK_STAY:
        return STAYS + COLOURS * comet + detail
    if ask == ASK_JOIN:
        return JOINS + PAIRS * comet + detail * (detail - 1) // 2 + body
    if ask == ASK_SPLIT:
        return SPLITS + PARTS * body + number_of_part(s, detail)
    return DISCARDS if ask == ASK_DISCARD else LEAVES


@rule
def number_of_part(s, part):
    """One kind of element, or two without regard to their order."""
    one = kind_seen(s, part >> 4, s.turn)
    if part & 15 == KINDS:
        return one
    other = kind_seen(s, part & 15, s.turn)
    high, low = max(one, other), min(one, other)
    return KINDS + high * (high + 1) // 2 + low


@rule
def action(s, number):
    if number < 0 or number >= ACTIONS:
        return -1
    if number < MARKS:
        return ASK_PLACE << 16 | number << 8
    if number < TRAVELS:
        return ASK_MARK << 16 | (number - MARKS) // COLOURS << 8 | (number - MARKS) % COLOURS
    if number < STAYS:
        place = number - TRAVELS
        comet, body = place // COLOURS // BODIES, place // COLOURS % BODIES
        return COMET * comet | ASK_TRAVEL << 16 | body << 8 | place % COLOURS
    if number < DISCARDS:
        here = s.place[s.turn]
        place = number - STAYS
        return -1 if here == OFF else COMET * (place // COLOURS) | ASK_STAY << 16 | here << 8 | place % COLOURS
    if number < JOINS:
        return ASK_DISCARD << 16 if number == DISCARDS else ASK_LEAVE << 16
    if number < SPLITS:
        return join_of_number(number - JOINS)
    return split_of_number(s, number - SPLITS)


@rule
def join_of_number(place):
    """Two bodies, with the comet or without."""
    comet, pair = place // PAIRS, place % PAIRS
    other = 1
    while other * (other + 1) // 2 <= pair:
        other += 1
    return COMET * comet | ASK_JOIN << 16 | pair - other * (other - 1) // 2 << 8 | other


@rule
def split_of_number(s, place):
    """A part of a body; where astronauts stand only the comet can take it off (U14)."""
    body, part = place // PARTS, place % PARTS
    comet = COMET if s.standing[body] > 0 else 0
    if part < KINDS:
        return comet | ASK_SPLIT << 16 | body << 8 | kind_meant(s, part, s.turn) << 4 | KINDS
    pair, high = part - KINDS, 0
    while (high + 1) * (high + 2) // 2 <= pair:
        high += 1
    one = kind_meant(s, high, s.turn)
    other = kind_meant(s, pair - high * (high + 1) // 2, s.turn)
    return comet | ASK_SPLIT << 16 | body << 8 | min(one, other) << 4 | max(one, other)
