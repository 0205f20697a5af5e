"""What a learner is given of Mmm… Brains!: plates, dice and whose turn it is, and the actions numbered."""
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from bangbox.core.parts import Part, length, starts
from bangbox.core.rules import rule

from .rules import COLOURS, DICE, MAX_CHOICES, MAX_PLAYERS, NOBODY, THROWS, is_in

MOST = 150  # brains in the largest game
MOST_TOTAL = 27  # of a colour

OBSERVATION = (
    Part("players", (MAX_PLAYERS,), "one's own seat, then the others in the order of play: 1 if it is still in"),
    Part("held", (MAX_PLAYERS,), "brains on each plate, divided by 150"),
    Part("colours", (MAX_PLAYERS, COLOURS), "the colour of each seat: r y g b k"),
    Part("middle", (1,), "brains in the middle, divided by 150"),
    Part("phase", (2,), "taking, paying"),
    Part("turn", (MAX_PLAYERS,), "whose turn it is"),
    Part("throw", (THROWS,), "the first, second or last throw"),
    Part("dice", (DICE, 7), "by die, r y g b k: in the cup, 1 to 5, brain"),
    Part("totals", (COLOURS,), "what each colour counts now, divided by 27"),
    Part("payers", (COLOURS, MAX_PLAYERS), "who would pay for each colour, when paying"),
)
PLAYERS, HELD, COLOUR_OF, MIDDLE, PHASE, TURN, THROW, FACES, TOTALS, PAYERS = starts(OBSERVATION)

NUMBERS = (
    Part("keep", (MAX_CHOICES,), "the dice that are kept, as bits: 1 r, 2 y, 4 g, 8 b, 16 k"),
    Part("colour", (COLOURS,), "a colour: r y g b k"),
    Part("pass", (1,), "there is no colour"),
)
ACTIONS = length(NUMBERS)


@rule
def observe(s, seat, out):
    for other in range(s.players):
        place = (other - seat + s.players) % s.players
        out[PLAYERS + place] = is_in(s, other)
        out[HELD + place] = s.held[other] / MOST
        out[COLOUR_OF + COLOURS * place + s.colour[other]] = 1
    out[MIDDLE] = s.middle / MOST
    out[PHASE + s.phase - 1] = 1
    if s.seat != NOBODY:
        out[TURN + (s.seat - seat + s.players) % s.players] = 1
    out[THROW + s.throw - 1] = 1
    for die in range(DICE):
        out[FACES + 7 * die + s.face[die]] = 1
    for colour in range(COLOURS):
        out[TOTALS + colour] = s.total[colour] / MOST_TOTAL
        if s.phase == 2 and s.seat != NOBODY:
            out[PAYERS + MAX_PLAYERS * colour + (s.payer[colour] - seat + s.players) % s.players] = 1


@rule
def actions(s):
    return ACTIONS


@rule
def number(s, action):
    return action


@rule
def action(s, number):
    return number if 0 <= number < ACTIONS else -1
