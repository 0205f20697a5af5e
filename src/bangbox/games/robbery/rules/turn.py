"""The turn from its beginning to the roll, and from installing to its end; how the rounds run out."""

from bangbox.core.rules import rule

from .cards import dice_of, hand_limit, remove
from .record import (
    COST,
    DIE,
    DISCARD,
    DISCARDED,
    DISCARDS,
    END,
    HEAD,
    INSTALL,
    INSTALL_CARD,
    LAST_ROUND,
    LIMIT,
    MOVE,
    PASS,
    READY,
    ROLL,
    STEAM_ROUNDS,
    TWO_DICE,
)

# -- the beginning (R6, R7)


@rule
def begin_turn(s):
    """Discards are offered whenever there is a hand card (R6)."""
    s.asked = s.turn
    if s.hand_size[s.turn] > 0:
        s.phase = DISCARDS
    else:
        begin_roll(s)


@rule
def begin_turn_after_discard(s, action):
    if action != READY:
        remove(s, s.turn, action - DISCARD, DISCARDED)
    if action == READY or s.hand_size[s.turn] == 0:
        begin_roll(s)


@rule
def begin_roll(s):
    if dice_of(s, s.turn) > 0:
        s.phase = ROLL
    else:
        begin_move(s)


@rule
def throw(s, action):
    """What the asked seat's dice show."""
    if action < TWO_DICE + 7:
        s.dice[s.asked, 0] = action - DIE
    else:
        s.dice[s.asked, 0] = (action - TWO_DICE - 1) // 6
        s.dice[s.asked, 1] = (action - TWO_DICE - 1) % 6 + 1


@rule
def begin_move(s):
    s.phase = MOVE
    s.boost = s.steps = s.added = 0


# -- the end (R22, R23, R25)


@rule
def begin_install(s):
    """Offered whenever there is a hand card, so that the offer tells nothing (R22, R26)."""
    s.asked = s.turn
    s.phase = INSTALL
    if s.hand_size[s.turn] == 0:
        end_turn(s)


@rule
def install(s, action):
    seat = s.turn
    if action != PASS:
        card = action - INSTALL_CARD
        s.experience[seat] -= COST[card]
        if s.head[seat] != 0:
            s.at[s.head[seat]] = DISCARDED
        remove(s, seat, card, HEAD)
        s.head[seat] = card
    check_limit(s)


@rule
def check_limit(s):
    """Cards above the limit are discarded one by one (R23)."""
    s.phase = LIMIT
    if s.hand_size[s.turn] <= hand_limit(s, s.turn):
        end_turn(s)


@rule
def end_turn(s):
    """The next seat, unless the steam is out (R25)."""
    s.turn = (s.turn + 1) % s.players
    s.asked = s.turn
    if s.turn == s.first:
        out_of_steam = s.engine_came > 0 and s.round >= 0 + s.engine_came + STEAM_ROUNDS
        if out_of_steam or s.round >= LAST_ROUND:
            s.phase = END
            return
        s.round += 1
    begin_turn(s)
