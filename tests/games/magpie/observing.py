"""What a learner is given of Magpie. The flick is a decision over ranges."""
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs, allow-untyped-decorators

from bangbox.core.parts import Part, length, starts
from bangbox.core.rules import OVER, rule

from .rules import actor
from .rules.record import DARE, FLICK, KINDS, MAX_PLAYERS, MAX_ROUNDS, TOSS, TOTAL, mover

FORMS = {"flick": 2}
OBSERVATION = (
    Part("players", (MAX_PLAYERS,), "one's own seat, then the others: 1 if there is one"),
    Part("hands", (MAX_PLAYERS, 2, KINDS + 2), "what each holds, old and new: nothing, a kind, something unknown"),
    Part("unseen", (KINDS,), "things of the present mixing not seen since, as a share of all"),
    Part("heap", (KINDS,), "things on the heap, as a share of all"),
    Part("tossed", (KINDS,), "what lies tossed"),
    Part("dared", (1,), "1 if dared"),
    Part("points", (MAX_PLAYERS,), "of each, divided by 100"),
    Part("phase", (7,), "deal, draw, toss, dare, flick, lie, over"),
    Part("turn", (MAX_PLAYERS,), "whose turn it is"),
    Part("to act", (MAX_PLAYERS,), "who decides"),
    Part("left", (1,), "rounds left, of four"),
)
PLAYERS, HANDS, UNSEEN, HEAP, TOSSED, DARED, POINTS, PHASE, TURN, TO_ACT, LEFT = starts(OBSERVATION)
NUMBERS = (
    Part("toss", (2, KINDS), "the old or the new thing, which is of a kind"),
    Part("answer", (2,), "allow, dare"),
    Part("leave", (1,), "do not flick"),
)
TOSSES, ANSWERS, LEAVES = starts(NUMBERS)
ACTIONS = length(NUMBERS)


@rule
def observe(s, seat, out):
    for other in range(s.players):
        place = (other - seat + s.players) % s.players
        out[PLAYERS + place] = 1
        out[POINTS + place] = min(s.points[other] / 100, 1.0)
        out[TURN + place] = s.phase < 6 and mover(s) == other
        out[TO_ACT + place] = actor(s) == other
        for k in range(2):
            out[HANDS + (KINDS + 2) * (2 * place + k) + s.hand[other, k]] = 1
    for kind in range(KINDS):
        out[UNSEEN + kind] = s.unseen[s.era, kind] / TOTAL
        out[HEAP + kind] = s.heap[kind] / TOTAL
    if s.tossed > 0:
        out[TOSSED + s.tossed - 1] = 1
    out[DARED] = s.dared
    out[PHASE + s.phase] = 1
    if actor(s) != OVER:
        out[LEFT] = (s.rounds + 1 - s.turn / s.players) / (MAX_ROUNDS + 1)


@rule
def actions(s):
    return ACTIONS


@rule
def number(s, action):
    return action + (TOSSES if s.phase == TOSS else ANSWERS if s.phase == DARE else LEAVES)


@rule
def action(s, number):
    if number < 0 or number >= ACTIONS:
        return -1
    if s.phase == TOSS:
        return number if number < ANSWERS else -1
    if s.phase == DARE:
        return number - ANSWERS if ANSWERS <= number < LEAVES else -1
    return 0 if s.phase == FLICK and number == LEAVES else -1
