"""Whether an action is a choice of Urknall, found without listing them all: the rules of the lists, asked backwards."""

from bangbox.core.rules import rule

from .changing import COMBINE, NOTHING, SEPARATE, number
from .dealing import PART, PART_FROM, PART_TO, dealt_size, left_to_deal
from .record import (
    AGAIN,
    ASK_DEAL,
    ASK_DISCARD,
    ASK_FIRST,
    ASK_JOIN,
    ASK_LEAVE,
    ASK_MARK,
    ASK_PLACE,
    ASK_ROLL,
    ASK_SPLIT,
    ASK_STAY,
    ASK_TRAVEL,
    BODIES,
    CHANGE,
    COLOURS,
    COMET,
    DEAL,
    FIRST,
    FREE,
    KINDS,
    OFF,
    PLACE,
    RIVAL,
    ROLL,
    TRAVEL,
    colours,
    first_free_name,
    free,
)


@rule
def is_legal(s, action):
    """Whether any integer is among the choices."""
    if action < 0 or action >= 2 * COMET:
        return False
    ask, body, detail, comet = (action >> 16) & 15, (action >> 8) & 255, action & 255, action & COMET != 0
    if comet and s.comet[s.turn] == 0:
        return False
    if s.phase in (CHANGE, AGAIN):
        return is_change(s, ask, body, detail, comet)
    if s.phase == TRAVEL:
        return is_travel(s, ask, body, detail, comet)
    if comet:
        return False
    if s.phase == RIVAL:
        return ask == ASK_MARK and can_mark(s, body, detail) and s.size[body] <= s.die
    if s.phase == PLACE:
        return ask == ASK_PLACE and body < BODIES and detail == 0 and s.size[body] == 1 and s.standing[body] == 0
    if s.phase == ROLL:
        return ask == ASK_ROLL and body == 0 and 1 <= detail <= 6
    if s.phase == DEAL:
        return ask == ASK_DEAL and is_deal(s, body, detail)
    return s.phase == FIRST and ask == ASK_FIRST and body == 0 and detail < s.players


@rule
def is_deal(s, body, part):
    """Whether the next body can get these elements."""
    size = dealt_size(body)
    if body != first_free_name(s) or part < PART_FROM[size] or part >= PART_TO[size]:
        return False
    fits = True
    for colour in range(COLOURS):
        fits &= PART[part, colour] <= left_to_deal(s, colour)
    return fits


@rule
def can_mark(s, body, colour):
    """Whether a body has a free element of a colour."""
    return body < BODIES and s.size[body] > 0 and colour < COLOURS and free(s.body[body], colour) > 0


@rule
def is_travel(s, ask, body, colour, comet):
    """U6, U7, U15, U16, U27."""
    here = s.place[s.turn]
    off = here == OFF
    if comet and off:
        return False
    if ask == ASK_TRAVEL:
        if body == here or not can_mark(s, body, colour):
            return False
        return comet or off or colours(s.body[body]) & colours(s.body[here]) != 0
    if ask == ASK_STAY:
        return not off and body == here and can_mark(s, here, colour) and (comet or not can_travel(s))
    if ask != ASK_DISCARD or comet or body != 0 or colour != 0 or can_travel(s):
        return False
    return off or s.body[here] & FREE == 0


@rule
def can_travel(s):
    """Whether the astronaut can go anywhere without the comet."""
    here = s.place[s.turn]
    mine = 7 if here == OFF else colours(s.body[here])
    found = False
    for body in range(BODIES):
        word = s.body[body]
        found |= s.size[body] > 0 and body != here and word & FREE != 0 and colours(word) & mine != 0
    return found


@rule
def is_change(s, ask, body, detail, comet):
    """U9, U10, U13, U14."""
    due = number(s)
    if ask == ASK_JOIN:
        if not body < detail < BODIES or s.size[body] == 0 or s.size[detail] == 0 or s.size[body] + s.size[detail] > due:
            return False
        vacant = s.standing[body] == 0 and s.standing[detail] == 0
        return comet or (s.force == COMBINE and vacant and min(s.size[body], s.size[detail]) == s.least)
    if ask == ASK_SPLIT:
        if s.force != SEPARATE or body >= BODIES or s.size[body] <= due or (s.standing[body] > 0) != comet:
            return False
        return has_part(s.body[body], detail, due)
    return ask == ASK_LEAVE and not comet and body == 0 and detail == 0 and not must_change(s, due)


@rule
def has_part(word, part, due):
    """Whether exactly these one or two elements can be taken off a body."""
    one, other = part >> 4, part & 15
    if due == 1:
        return one < KINDS and other == KINDS and word >> 4 * one & 15 > 0
    return one <= other < KINDS and word >> 4 * one & 15 > (one == other) and word >> 4 * other & 15 > 0


@rule
def must_change(s, due):
    """Whether something has to change, unless the comet replaces it."""
    if s.force != SEPARATE:
        return s.force != NOTHING
    found = False
    for body in range(BODIES):
        found |= s.size[body] > due and s.standing[body] == 0
    return found
