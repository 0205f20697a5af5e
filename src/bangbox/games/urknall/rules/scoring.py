"""How Urknall is scored, and who has won (U17, U19, U20, U24)."""

from bangbox.core.rules import rule

from .record import BODIES, COLOUR_BITS, COLOURS, END, in_colour


@rule
def count_points(s):
    """U17, U19, U24: what every slot has now, unused comets included."""
    for slot in range(4):
        s.points[slot] = s.comet[slot]
    for body in range(BODIES):
        if s.size[body] > 1:
            for colour in range(COLOURS):
                count_colour(s, s.body[body], colour, s.size[body])


@rule
def count_colour(s, word, colour, size):
    """U19: one colour on one body."""
    k = in_colour(word, colour)
    part = word >> (COLOUR_BITS * colour + 4)
    most, holders, best = 0, 0, 0
    for slot in range(4):
        count = part >> 4 * slot & 15
        if count > most:
            most, holders, best = count, 1, slot
        elif count == most:
            holders += 1
    if most == 0:
        return
    if k >= 3 and holders == 1:
        s.points[best] += k
        return
    worth = size - 1 if k == 1 else 2 if k == 2 else 1
    for slot in range(4):
        s.points[slot] += worth * (part >> 4 * slot & 15)


@rule
def score(s, out):
    """The points if the game ended now."""
    count_points(s)
    for seat in range(s.players):
        out[seat] = s.points[seat]


@rule
def all_lose(s):
    """U24: whether a second colour has more points than both players (after count_points)."""
    return s.players == 2 and max(s.points[2], s.points[3]) > max(s.points[0], s.points[1])


@rule
def winners(s):
    """U20, U24: the seats that share the win."""
    if s.phase != END:
        return 0
    count_points(s)
    if s.players == 2:
        lead = s.points[0] - s.points[1]
        if lead == 0:
            lead = s.points[2] - s.points[3]
        return 0 if all_lose(s) or lead == 0 else 1 if lead > 0 else 2
    best = 0
    for seat in range(s.players):
        best = max(best, s.points[seat])
    mask = 0
    for seat in range(s.players):
        mask |= (s.points[seat] == best) << seat
    return mask


@rule
def payoff(s, out):
    """1 shared among the winners; two who tie get a half each, two whom a second colour beats nothing."""
    mask = winners(s)
    count = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3)
    for seat in range(s.players):
        if count > 0:
            out[seat] = (mask >> seat & 1) / count
        else:
            out[seat] = 0.5 if s.players == 2 and not all_lose(s) else 0.0
