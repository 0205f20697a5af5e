"""Facts that hold in every position of Magpie."""

from bangbox.core.rules import rule

from .record import (
    COUNT,
    DARE,
    DEAL,
    DRAW,
    END,
    ERAS,
    FLICK,
    FLICKS,
    KINDS,
    LIE,
    MAX_PLAYERS,
    MAX_ROUNDS,
    NEW,
    NONE,
    OLD,
    TOSS,
    TOTAL,
    held,
    mover,
)


@rule
def invariant(s):
    if not 2 <= s.players <= MAX_PLAYERS or not 1 <= s.rounds <= MAX_ROUNDS or s.phase > END or s.era >= ERAS:
        return 1
    if s.turn > s.players * (1 + s.rounds) or (s.turn < s.players) != (s.phase == DEAL):
        return 2
    if (s.turn == s.players * (1 + s.rounds)) != (s.phase == END):
        return 3
    left = 0
    for kind in range(KINDS):
        total = int(s.heap[kind])  # things neither come nor go
        for era in range(ERAS):
            in_hands = held(s, era, kind)
            total += s.unseen[era, kind]
            if era > s.era and s.unseen[era, kind] > 0:
                return 4
            if in_hands > s.unseen[era, kind] or (era < s.era and in_hands < s.unseen[era, kind]):
                return 5
        if total != COUNT[kind]:
            return 6
        if s.pile[kind] != s.unseen[s.era, kind] - held(s, s.era, kind):
            return 7
        left += s.pile[kind]
    if left != s.left or (left == 0 and (s.phase in (DEAL, DRAW))):
        return 8
    for seat in range(MAX_PLAYERS):
        has_old = seat < s.players and (s.phase != DEAL or seat < s.turn)
        has_new = s.phase == TOSS and seat == mover(s)
        if (s.hand[seat, OLD] != NONE) != has_old or (s.hand[seat, NEW] != NONE) != has_new:
            return 9
    thrown = s.phase in (DARE, FLICK, LIE)
    if (s.tossed != NONE) != thrown or s.tossed > KINDS or s.dared > 1 or s.flick > FLICKS:
        return 10
    if (s.flick != 0) != (s.phase == LIE) or (s.dared and s.phase not in (FLICK, LIE)):
        return 11
    if thrown and s.heap[max(1, s.tossed) - 1] == 0:
        return 12
    drawn = s.turn + (1 if thrown or s.phase == TOSS else 0)
    mixed = TOTAL - s.players  # all but what is kept comes back into the pile
    if drawn != TOTAL + s.era * mixed - s.left:
        return 13
    return 0
