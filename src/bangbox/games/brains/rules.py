"""The rules of Mmm… Brains!: up to three throws, then a colour whose total is taken from the middle or paid into it."""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from bangbox.core.rules import CHANCE, OVER, below, rule, table

DICE = 5
COLOURS = 5
THROWS = 3
CUP, BRAIN = 0, 6  # faces of a die besides the numbers 1 to 5
NOBODY = 5  # on turn while the first player is still to be drawn

MAX_PLAYERS = 5
MAX_CHOICES = 1 << DICE
ALL_DICE = MAX_CHOICES - 1
COLOUR = MAX_CHOICES  # actions: 0 to 31 the set of dice to keep, COLOUR + c a colour, then PASS; outcomes: face - 1, or a seat
PASS = COLOUR + COLOURS


def painted(data: dict[str, Any]) -> list[list[int]]:
    """The colour of every face of every die, in the order of faces (what is hidden in the cup counts as a brain) (M1)."""
    letters, dice = data["colours"], data["dice"]
    faces = [die["brain"] + die["numbers"] + die["brain"] for die in dice]
    for face in range(1, BRAIN + 1):
        if sorted(die[face] for die in faces) != sorted(letters):
            raise ValueError(f"dice.toml: over the dice each colour must occur once on side {face} (6 is the brain)")
    if [die["brain"] for die in dice] != list(letters) or any(die[5] != die[BRAIN] for die in faces):
        raise ValueError("dice.toml: the dice must be in the order of the colours, each brain coloured as its die's 5")
    return [[letters.index(colour) for colour in die] for die in faces]


DICE_DATA = tomllib.loads((Path(__file__).parent / "dice.toml").read_text(encoding="utf-8"))
LETTERS: str = DICE_DATA["colours"]
PAINT = table(painted(DICE_DATA), np.uint8)  # [die, face] -> colour
TIMES = table([1, 1, 2, 3, 4, 0], np.uint8)  # M5: by brains on top
STOCK = table([0, 0, 0, 100, 125, 150], np.uint8)  # M2: by players
BEST = table([15, 14, 24, 27, 20, 0], np.uint8)  # highest total by brains on top

STATE = np.dtype(
    [
        ("players", np.uint8),
        ("phase", np.uint8),
        ("middle", np.uint8),
        ("held", np.uint8, (MAX_PLAYERS,)),
        ("colour", np.uint8, (MAX_PLAYERS,)),
        ("seat", np.uint8),
        ("throw", np.uint8),
        ("face", np.uint8, (DICE,)),
        ("cup", np.uint8),  # the next die to fall, DICE if none is in the cup
        ("total", np.uint8, (COLOURS,)),  # result for each colour, 0 while dice are in the cup
        ("payer", np.uint8, (COLOURS,)),  # phase 2: who pays for each colour
        ("left", np.uint8),  # players still in the game
        ("stock", np.uint8),  # all brains
    ],
    align=True,
)
DERIVED = "cup"


@rule
def setup(s, players, first):
    s.players = players
    s.phase = 1
    s.middle = STOCK[players]
    s.seat = first  # the place after the last seat stands for "random", which is NOBODY
    s.throw = 1
    for i in range(players):
        s.colour[i] = i
    derive(s)


@rule
def derive(s):
    s.stock = s.middle
    s.left = 0
    for i in range(s.players):
        s.stock += s.held[i]
        s.left += is_in(s, i)
    find_next_die(s)
    add_up(s)
    find_payers(s)


@rule
def players(s):
    return s.players


@rule
def is_in(s, seat):
    """Whether the seat is still in the game (M11)."""
    return s.phase == 1 or s.held[seat] > 0


@rule
def actor(s):
    if s.left == 1:  # M12
        return OVER
    if s.cup < DICE or s.seat == NOBODY:
        return CHANCE
    return s.seat


@rule
def choices(s, out):
    if s.left == 1:
        return 0
    if s.seat == NOBODY:
        return count_up(s.players, out)
    if s.cup < DICE:
        return count_up(BRAIN, out)
    if s.throw < THROWS:
        return count_up(MAX_CHOICES, out)
    n = 0
    for c in range(COLOURS):  # M6, M8
        out[n] = COLOUR + c
        n += s.total[c] > 0
    if n == 0:  # M10
        out[0] = PASS
        n = 1
    return n


@rule
def count_up(n, out):
    for i in range(n):
        out[i] = i
    return n


@rule
def is_legal(s, action):
    if action < 0 or s.left == 1:
        return False
    if s.seat == NOBODY:
        return action < s.players
    if s.cup < DICE:
        return action < BRAIN
    if s.throw < THROWS:
        return action < MAX_CHOICES
    if action == PASS:
        return colours_shown(s) == 0
    return COLOUR <= action < PASS and s.total[action - COLOUR] > 0


@rule
def random_outcome(s, rng):
    return below(rng, s.players if s.seat == NOBODY else BRAIN)


@rule
def random_choice(s, rng):
    if s.throw < THROWS:
        return below(rng, MAX_CHOICES)
    n = colours_shown(s)
    if n == 0:
        return PASS
    skip = below(rng, n)
    c = 0
    while c < COLOURS - 1 and (skip > 0 or s.total[c] == 0):
        skip -= s.total[c] > 0
        c += 1
    return COLOUR + c


@rule
def colours_shown(s):
    """How many colours have a positive total: none if five brains lie on top (M5)."""
    n = 0
    for c in range(COLOURS):
        n += s.total[c] > 0
    return n


@rule
def apply(s, action):
    if s.seat == NOBODY:
        s.seat = action
        find_payers(s)
    elif s.cup < DICE:
        fall(s, action + 1)
    elif s.throw < THROWS:
        keep(s, action)
    else:
        if action != PASS:  # M10
            settle_colour(s, action - COLOUR)
        pass_on(s)


@rule
def fall(s, face):
    """The next die comes to rest."""
    s.face[s.cup] = face
    find_next_die(s)
    if s.cup == DICE:
        add_up(s)


@rule
def find_next_die(s):
    s.cup = 0
    while s.cup < DICE and s.face[s.cup] != CUP:
        s.cup += 1


@rule
def add_up(s):
    """The total of every colour, once all dice lie (M5)."""
    brains = 0
    for c in range(COLOURS):
        s.total[c] = 0
    if s.cup < DICE:
        return
    for i in range(DICE):
        if s.face[i] == BRAIN:
            brains += 1
        else:
            s.total[PAINT[i, s.face[i]]] += s.face[i]
    for c in range(COLOURS):
        s.total[c] *= TIMES[brains]


@rule
def keep(s, dice):
    """Puts the other dice back into the cup, or stops if there are none (M4)."""
    if dice == ALL_DICE:
        s.throw = THROWS
        return
    s.throw += 1
    for i in range(DICE):
        if not dice >> i & 1:
            s.face[i] = CUP
    find_next_die(s)
    add_up(s)


@rule
def settle_colour(s, colour):
    if s.phase == 1:
        take(s, s.total[colour])
    else:
        pay(s, s.payer[colour], s.total[colour])


@rule
def take(s, brains):
    """Takes from the middle; with the last of it phase 2 begins (M6, M7)."""
    brains = min(brains, s.middle)
    s.middle -= brains
    s.held[s.seat] += brains
    if s.middle == 0:
        s.phase = 2
        s.left = 0
        for i in range(s.players):  # M11: who has none is out
            s.left += is_in(s, i)


@rule
def pay(s, seat, brains):
    """Pays into the middle, at most all one has; who has none left is out (M8, M9, M11)."""
    brains = min(brains, s.held[seat])
    s.held[seat] -= brains
    s.middle += brains
    s.left -= not is_in(s, seat)


@rule
def pass_on(s):
    """The next player still in gets all five dice."""
    for _ in range(s.players):
        s.seat = (s.seat + 1) % s.players
        if is_in(s, s.seat):
            break
    s.throw = 1
    for i in range(DICE):
        s.face[i] = CUP
    s.cup = 0
    add_up(s)
    find_payers(s)


@rule
def find_payers(s):
    """Who pays for each colour: its owner if still in, else the player on turn (M8)."""
    for c in range(COLOURS):
        s.payer[c] = s.seat
    if s.phase == 2:
        for i in range(s.players):
            if is_in(s, i):
                s.payer[s.colour[i]] = i


@rule
def score(s, out):
    for i in range(s.players):
        out[i] = s.held[i]


@rule
def winners(s):
    mask = 0
    if s.left == 1:
        for i in range(s.players):
            mask |= is_in(s, i) << i
    return mask


@rule
def payoff(s, out):
    for i in range(s.players):
        out[i] = is_in(s, i)


@rule
def invariant(s):
    brains, still_in, on_top = int(s.middle), 0, 0
    for i in range(s.players):
        brains += s.held[i]
        still_in += is_in(s, i)
    for i in range(DICE):
        on_top += s.face[i] == BRAIN
    if brains != s.stock:
        return 1  # brains came or went
    if s.phase == 1 and s.middle == 0:
        return 2  # M7: phase 2 should have begun
    if still_in != s.left or still_in == 0:
        return 3
    if s.seat != NOBODY and not is_in(s, s.seat):
        return 4  # a player who is out is on turn
    for c in range(COLOURS):
        if s.total[c] > BEST[on_top]:
            return 5
    return 0
