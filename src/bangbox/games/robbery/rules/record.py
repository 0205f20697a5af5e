"""What a game of The Great Brain Robbery consists of: its record, its phases, the numbers of its actions, its cards and cars."""

import numpy as np

from bangbox.core.rules import table

from ..data import CARDS, CARS, MIDDLE, ROWS, SPACES, Face, load_cards, load_faces

MAX_PLAYERS = 7
DECK = load_cards()
FACES = load_faces()

# -- phases, in the order of set-up and turn (R4, R6); chance acts in those of CHANCES
FIRST, CHEESE, DEAL, BUILD, DISCARDS, ROLL, MOVE, COUPLE, LOSS, DRAW, MEET, DICE, BRAWL, SPOILS, INSTALL, LIMIT, END = range(17)
PHASES = [
    "first", "cheese", "deal", "build", "discard", "roll", "move", "couple", "loss",
    "draw", "meet", "dice", "brawl", "spoils", "install", "limit", "over",
]  # fmt: skip
CHANCES = (FIRST, CHEESE, DEAL, BUILD, ROLL, COUPLE, LOSS, DRAW, DICE)
IS_CHANCE = table([phase in CHANCES for phase in range(len(PHASES))], np.int8)

# -- where a card is; PLAYED + seat: on the table in a fight
PILE, HAND, HEAD, DISCARDED, POOL, PLAYED = 0, 1, 2, 3, 4, 8
MAX_HAND = 5  # three kept from the turn before and two drawn

# -- places: car * 24 + space, or
BEHIND = CARS * SPACES  # the train (R13)
NOWHERE = BEHIND + 1  # before the first player is known

# -- actions of seats
GO = 0  # + place
AHEAD = BEHIND  # leave by the front
RUN = AHEAD  # + card (1 to 64)
HIT = RUN + CARDS  # + card
DISCARD = HIT + CARDS  # + card
INSTALL_CARD = DISCARD + CARDS  # + card
GIVE = INSTALL_CARD + CARDS + 1  # + seat
READY = GIVE + MAX_PLAYERS
FIGHT, PEACE, PASS = READY + 1, READY + 2, READY + 3
# -- outcomes
STARTER = PASS + 1  # + seat
CAR = STARTER + MAX_PLAYERS  # + face
DIE = CAR + 2 * CARS - 1  # + pips
TWO_DICE = DIE + 1  # + 6 * fewer pips + more pips
DRAWN = TWO_DICE + 43  # + card; DRAWN alone is a draw somebody may not see
MAX_CHOICES = CARS * SPACES + MAX_HAND + 3  # every space, the front, every card, and room for one more write

HAND_LIMIT, DICE_EACH, STEAM_ROUNDS, LAST_ROUND = 2, 2, 30, 100  # R23, R7, R25

# -- cards by number; 0 stands for no card, so that an empty Head needs no question
COST = table([0, *(card.cost for card in DECK)], np.int8)
HIT_OF = table([0, *(card.hit for card in DECK)], np.int8)
RUN_OF = table([0, *(card.run for card in DECK)], np.int8)
IQ = table([0, *(card.iq for card in DECK)], np.int16)
POWER = table([0, *(card.power for card in DECK)], np.int8)
IS_CHEESE = table([0, *(card.iq == 0 for card in DECK)], np.int8)

# -- faces, their spaces as bits
REAR_DOOR = 1 << MIDDLE


def bits(spaces: list[int]) -> int:
    """A set of spaces as one number."""
    return sum(1 << space for space in spaces)


def front_space(face: Face) -> int:
    """The space inside the front door."""
    return (face.length - 1) * ROWS + MIDDLE


SIZE = table([face.length * ROWS for face in FACES], np.int8)
ALONG = table([bits(face.along) for face in FACES], np.int32)
ACROSS = table([bits(face.across) for face in FACES], np.int32)
ICONS = table([bits(face.icons) for face in FACES], np.int32)
BRAKES = table([bits(face.brakes) for face in FACES], np.int32)
FRONT_DOOR = table([1 << front_space(face) for face in FACES], np.int32)
STARTS = table(FACES[0].starts, np.int16)  # on the Caboose, whose places are its spaces

STATE = np.dtype(
    [
        # the larger numbers first: the record has no gaps, whose bytes would mean nothing and yet be compared
        ("counters", np.int32, (CARS,)),  # spaces with a counter, by car
        ("experience", np.int16, (MAX_PLAYERS,)),
        ("place", np.int16, (MAX_PLAYERS,)),
        ("pack", np.int16),  # cars as bits
        # options
        ("players", np.int8),
        ("recycle", np.int8),
        ("long_train", np.int8),
        ("late_engine", np.int8),
        ("free_cheese", np.int8),
        ("starter", np.int8),  # 0 random, else the seat + 1
        # the clock
        ("phase", np.int8),
        ("round", np.int8),
        ("first", np.int8),
        ("turn", np.int8),
        ("asked", np.int8),  # who decides, rolls or draws
        ("caboose_fell", np.int8),  # the round, or 0
        ("engine_came", np.int8),  # the round, or 0
        # within a turn
        ("dice", np.int8, (MAX_PLAYERS, 2)),
        ("boost", np.int8),  # Run of the cards played
        ("steps", np.int8),  # taken so far
        ("added", np.int8),  # cars coupled in this move
        ("draws", np.int8),  # cards still to draw
        ("passes", np.int8),  # in a row
        ("pool", np.int8, (MAX_PLAYERS,)),  # Head cards the winner still has to give
        ("pool_size", np.int8),
        # the train
        ("cars", np.int8),
        ("train", np.int8, (CARS,)),  # faces, the last car first
        # cards
        ("shuffles", np.int8),
        ("head", np.int8, (MAX_PLAYERS,)),
        ("hand_size", np.int8, (MAX_PLAYERS,)),
        ("hand", np.int8, (MAX_PLAYERS, MAX_HAND)),  # 0: a card one may not see
        ("dated", np.int8, (MAX_PLAYERS, MAX_HAND)),  # after which shuffle it was drawn: public
        ("at", np.int8, (CARDS + 1,)),  # where each card is; PILE also for what one may not see
        ("since", np.int8, (CARDS + 1,)),  # which shuffle brought it into the pile; 0 for open cards
        # derived
        ("pile_size", np.int16),
        ("spot", np.int8, (CARS,)),  # where in the train a car is
        ("bonus", np.int8, (MAX_PLAYERS + 1,)),  # Hit of the cards played in this fight
        ("reach", np.int32, (CARS,)),  # scratch: spaces within reach, by spot
    ],
    align=True,
)
DERIVED = "pile_size"
