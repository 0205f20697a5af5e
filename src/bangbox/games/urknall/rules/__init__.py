"""The rules of Urknall: set-up, roll, travel, and the game as everybody uses it.

The other rules are in record.py (bodies and markers), dealing.py (U1, U2), changing.py (U8–U14, U23–U29), scoring.py (U17,
U19, U20, U24) and legal.py (whether an action is a choice).
"""

from bangbox.core.rules import CHANCE, OVER, rule

from .changing import after_change, change, judge, list_changes
from .dealing import deal, list_deals
from .legal import is_legal
from .record import (
    AGAIN,
    ASK_DEAL,
    ASK_DISCARD,
    ASK_FIRST,
    ASK_LEAVE,
    ASK_MARK,
    ASK_PLACE,
    ASK_ROLL,
    ASK_STAY,
    ASK_TRAVEL,
    BODIES,
    CHANGE,
    COLOURS,
    COMET,
    DEAL,
    DERIVED,
    EACH,
    END,
    FIRST,
    FREE,
    HOLE,
    OFF,
    PLACE,
    RIVAL,
    ROLL,
    STATE,
    TRAVEL,
    colours,
    elements,
    free,
    in_colour,
    is_hole,
    land,
    list_marks,
    mark,
    markers,
    start_supply,
    weigh_body,
)
from .scoring import payoff, score, winners

__all__ = [
    "DERIVED", "MAX_CHOICES", "MAX_PLAYERS", "STATE", "actor", "apply", "choices", "derive", "invariant", "is_legal", "payoff",
    "players", "score", "setup", "weights", "winners",
]  # fmt: skip

MAX_PLAYERS = 4
# All elements alone and all astronauts on one of them: every pair with the comet, every vacant pair without.
MAX_CHOICES = (BODIES - 1) ** 2
RANDOM = 4  # the value of the option `first` that leaves it to chance


@rule
def setup(s, players, black_hole, first):
    """U2–U4, U21: supplies; who starts and the bodies are left to chance."""
    s.players = players
    s.black_hole = black_hole
    for slot in range(4):
        s.place[slot] = OFF
        s.comet[slot] = slot < players
        s.supply[slot] = start_supply(players, slot)
    s.phase = FIRST if first == RANDOM else DEAL
    s.turn = 0 if first == RANDOM else first
    s.standing[OFF] = players


@rule
def place(s, body):
    """U4: astronaut and first marker; the one after the last starts the first turn."""
    colour = 0
    while colour < COLOURS - 1 and free(s.body[body], colour) == 0:
        colour += 1
    land(s, body)
    mark(s, body, colour, s.turn)
    s.turn = (s.turn + 1) % s.players
    if s.place[s.turn] != OFF:
        s.phase = ROLL


@rule
def derive(s):
    """Recomputes what does not identify the position."""
    for body in range(BODIES):
        weigh_body(s, body)
        s.standing[body] = 0
    s.standing[OFF] = 0
    for seat in range(s.players):
        s.standing[s.place[seat]] += 1
    if s.phase in (CHANGE, AGAIN):
        judge(s)


@rule
def rival(s):
    """The opponent of two."""
    return 1 - s.turn


@rule
def rival_can_mark(s):
    """U22: whether the opponent must place."""
    if s.players != 2 or s.supply[2 + rival(s)] == 0:
        return False
    found = False
    for body in range(BODIES):
        found |= 0 < s.size[body] <= s.die and s.body[body] & FREE != 0
    return found


@rule
def list_rival(s, out):
    """U22: where the opponent can put a marker of his second colour."""
    n = 0
    if s.players == 2 and s.supply[2 + rival(s)] > 0:
        for body in range(BODIES):
            if 0 < s.size[body] <= s.die:
                n = list_marks(s, out, n, ASK_MARK << 16, body)
    return n


@rule
def roll(s, die):
    """U5; then the opponent of two may have to place (U22)."""
    s.die = die
    s.phase = RIVAL if rival_can_mark(s) else TRAVEL


@rule
def list_travels(s, out):
    """U6, U7, U15, U16, U27: what the astronaut can do."""
    here = s.place[s.turn]
    off = here == OFF
    mine = 7 if off else colours(s.body[here])
    n = 0
    for body in range(BODIES):
        if s.size[body] > 0 and body != here and colours(s.body[body]) & mine != 0:
            n = list_marks(s, out, n, ASK_TRAVEL << 16, body)
    if n == 0 and not off:  # U7
        n = list_marks(s, out, n, ASK_STAY << 16, here)
    if n == 0:
        out[0] = ASK_DISCARD << 16
        n = 1
    if s.comet[s.turn] != 0 and not off:
        for body in range(BODIES):
            if s.size[body] > 0 and body != here:  # U16
                n = list_marks(s, out, n, COMET | ASK_TRAVEL << 16, body)
        n = list_marks(s, out, n, COMET | ASK_STAY << 16, here)  # U15
    return n


@rule
def travel(s, ask, body, colour):
    """The astronaut goes or stays and marks; then comes the first change."""
    if ask == ASK_DISCARD:
        s.supply[s.turn] -= 1
    else:
        if ask == ASK_TRAVEL:
            land(s, body)
        mark(s, body, colour, s.turn)
    s.phase = CHANGE
    if not judge(s):
        after_change(s)


@rule
def players(s):
    """The number of seats."""
    return s.players


@rule
def actor(s):
    """The seat to act, CHANCE or OVER."""
    if s.phase == END:
        return OVER
    if s.phase in (FIRST, DEAL, ROLL):
        return CHANCE
    return rival(s) if s.phase == RIVAL else s.turn


@rule
def choices(s, out):
    """What the actor can do, or what chance can bring."""
    if s.phase in (CHANGE, AGAIN):
        return list_changes(s, out)
    if s.phase == TRAVEL:
        return list_travels(s, out)
    if s.phase == RIVAL:
        return list_rival(s, out)
    if s.phase == DEAL:
        return list_deals(s, out, False)
    n = 0
    if s.phase == ROLL:
        for die in range(1, 7):
            out[n] = ASK_ROLL << 16 | die
            n += 1
    elif s.phase == FIRST:
        for seat in range(s.players):
            out[n] = ASK_FIRST << 16 | seat
            n += 1
    elif s.phase == PLACE:
        for body in range(BODIES):
            out[n] = ASK_PLACE << 16 | body << 8
            n += s.size[body] == 1 and s.standing[body] == 0
    return n


@rule
def weights(s, out):
    """Chance: a fair die, a fair first seat, every deal that U2 allows equally likely."""
    if s.phase == DEAL:
        list_deals(s, out, True)
    else:
        for k in range(6 if s.phase == ROLL else s.players):
            out[k] = 1


@rule
def apply(s, action):
    """Plays a legal action."""
    ask, body, detail = (action >> 16) & 15, (action >> 8) & 255, action & 255
    if action & COMET != 0:
        s.comet[s.turn] = 0
    if ask >= ASK_LEAVE:
        change(s, ask, body, detail)
    elif ask >= ASK_TRAVEL:
        travel(s, ask, body, detail)
    elif ask == ASK_MARK:  # U22
        mark(s, body, detail, 2 + rival(s))
        s.twice = 1
        s.phase = TRAVEL
    elif ask == ASK_ROLL:
        roll(s, detail)
    elif ask == ASK_PLACE:
        place(s, body)
    elif ask == ASK_DEAL:
        deal(s, body, detail)
    else:
        s.turn = detail
        s.phase = DEAL


@rule
def invariant(s):
    """0, or the number of the first broken fact."""
    for colour in range(COLOURS):  # 1: 36 elements, in black holes too
        total = 0
        for body in range(BODIES):
            total += in_colour(s.body[body], colour)
        if total != EACH and (s.phase > DEAL or total > EACH):
            return 1
    for slot in range(4):  # 2: markers on the table and in supplies
        total = s.supply[slot]
        for body in range(BODIES):
            total += markers(s.body[body], slot)
        if s.supply[slot] < 0 or total > start_supply(s.players, slot):
            return 2
    for body in range(BODIES):  # 3: sizes are right, at most six; 4: nothing lies on a black hole
        if s.size[body] != (0 if is_hole(s, body) else elements(s.body[body])) or (s.size[body] > 6 and s.phase != END):
            return 3
        if is_hole(s, body) and s.body[body] != HOLE:
            return 4
    total = 0
    for body in range(BODIES + 1):  # 5: astronauts stand on bodies
        total += s.standing[body]
        if s.standing[body] > 0 and body < OFF and s.size[body] == 0:
            return 5
    for seat in range(s.players):
        if s.standing[s.place[seat]] == 0:
            return 5
    return 0 if total == s.players else 5
