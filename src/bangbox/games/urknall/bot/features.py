"""What of an Urknall position tells who will win, counted for every slot: its points, and what its markers may still come to."""

from bangbox.core.rules import rule

from ..rules.record import BODIES, COLOUR_BITS, COLOURS, FREE, OFF, colours, in_colour, start_supply

SLOTS = 4
(
    POINTS, COMET, SUPPLY, ON_TURN, SECOND,  # now; a comet in hand; markers to come; to act; a second colour (U21)
    ALONE, ONE_OF_TWO, ONE_OF_THREE, ONE_OF_FOUR, ONE_OF_FIVE, ONE_OF_SIX,  # markers on the only element of a colour, by size
    PAIR, SHARED_PAIR, OPEN_PAIR,  # both elements of two; one of two, the other taken; one of two, the other free
    LEAD, SURE_LEAD, LEAD_WORTH, TIE, BEHIND,  # at three or more: colours led, led for good so far, what they bring; not led
    HELD,  # markers on bodies where an astronaut stands, which do not change
    REACH,  # bodies to go to
    KINDS,
) = range(22)  # fmt: skip
FEATURES = 2 * KINDS  # each once as it is, and once times how much of the game is left


@rule
def look(s, out):
    """Writes out[slot, kind]; slots beyond the players are those of second colours."""
    for slot in range(SLOTS):
        for kind in range(KINDS):
            out[slot, kind] = 0.0
        out[slot, COMET] = s.comet[slot]
        out[slot, POINTS] = s.comet[slot]
        out[slot, SUPPLY] = s.supply[slot]
        out[slot, ON_TURN] = slot == s.turn
        out[slot, SECOND] = slot >= s.players
    for seat in range(s.players):
        out[seat, REACH] = reach(s, seat)
    for body in range(BODIES):
        if s.size[body] > 0:
            for colour in range(COLOURS):
                look_at(s, body, colour, out)


@rule
def left(s):
    """How much of the game is left, from 1 to 0."""
    supply, start = 0, 0
    for seat in range(s.players):
        supply += s.supply[seat]
        start += start_supply(s.players, seat)
    return supply / start


@rule
def reach(s, seat):
    """How many bodies with a free element the seat's astronaut can go to (U6)."""
    here = s.place[seat]
    mine = 7 if here == OFF else colours(s.body[here])
    n = 0
    for body in range(BODIES):
        word = s.body[body]
        n += s.size[body] > 0 and body != here and word & FREE != 0 and colours(word) & mine != 0
    return n


@rule
def look_at(s, body, colour, out):
    """One colour on one body (U19)."""
    word, size = s.body[body], s.size[body]
    part = word >> (COLOUR_BITS * colour)
    free, owners, k = part & 15, part >> 4, in_colour(word, colour)
    most, second, holders = 0, 0, 0
    for slot in range(SLOTS):
        count = owners >> 4 * slot & 15
        if count > most:
            most, second, holders = count, most, 1
        else:
            second = max(second, count)
            holders += count == most
    if most == 0:
        return
    for slot in range(SLOTS):
        count = owners >> 4 * slot & 15
        if count > 0:
            if s.standing[body] > 0:
                out[slot, HELD] += count
            if k == 1:
                out[slot, ALONE + size - 1] += 1
                out[slot, POINTS] += size - 1
            elif k == 2:
                out[slot, POINTS] += 2 * count
                out[slot, PAIR if count == 2 else OPEN_PAIR if free > 0 else SHARED_PAIR] += 1
            elif count < most:
                out[slot, BEHIND] += count
                out[slot, POINTS] += count if holders > 1 else 0
            elif holders > 1:
                out[slot, TIE] += count
                out[slot, POINTS] += count
            else:
                out[slot, POINTS] += k
                out[slot, LEAD_WORTH] += k - count
                out[slot, SURE_LEAD if count > second + free else LEAD] += 1
