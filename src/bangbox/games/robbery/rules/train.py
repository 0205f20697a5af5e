"""The train: what a pawn can reach, cars coupled on in front and lost behind, and where a move ends."""

from bangbox.core.rules import rule

from ..data import CABOOSE, ENGINE, ROWS, SPACES
from .cards import draws_of, drop_hand, remove
from .fighting import fights
from .record import (
    ACROSS,
    AHEAD,
    ALONG,
    BEHIND,
    BRAKES,
    COUPLE,
    DISCARDED,
    DRAW,
    END,
    FRONT_DOOR,
    GO,
    ICONS,
    LOSS,
    MEET,
    MOVE,
    REAR_DOOR,
    RUN,
    RUN_OF,
)
from .turn import begin_install, end_turn

FAR = 127  # more steps than anybody has


@rule
def movement(s, extra):
    """All the steps of this move: dice, Head, cards played, and `extra` for one more card (R8)."""
    seat = s.turn
    steps = extra + s.dice[seat, 0] + s.dice[seat, 1] + RUN_OF[s.head[seat]] + s.boost
    least = 1 if s.place[seat] == BEHIND else 0  # R13
    return max(steps, least)


@rule
def reach(s, steps):
    """Fills s.reach with the spaces within `steps` of the pawn on turn (R9); returns what leaving by the front would cost."""
    cars = 0 + s.cars
    for spot in range(cars):
        s.reach[spot] = 0
    place = 0 + s.place[s.turn]
    taken, low = 0, 0
    if place == BEHIND:
        s.reach[0] = REAR_DOOR  # R13: the first step
        taken = 1
    else:
        low = 0 + s.spot[place // SPACES]
        s.reach[low] = 1 << (place % SPACES)
    high = low
    front = FRONT_DOOR[s.train[cars - 1]]
    leaving = FAR
    while True:
        if leaving == FAR and s.reach[cars - 1] & front:
            leaving = taken + 1
        if taken >= steps:
            return leaving
        taken += 1
        # one step in all directions; a car hands over at its doors what it held before this step
        came = 0
        for spot in range(max(low - 1, 0), min(high + 2, cars)):
            face = s.train[spot]
            here, along, across = 0 + s.reach[spot], ALONG[face], ACROSS[face]
            spread = here | (here & along) << ROWS | (here >> ROWS) & along | (here & across) << 1 | (here >> 1) & across
            if came:
                spread |= REAR_DOOR
            if spot + 1 < cars and s.reach[spot + 1] & REAR_DOOR:
                spread |= FRONT_DOOR[face]
            came = here & FRONT_DOOR[face]
            s.reach[spot] = spread
            if spread:
                low = min(low, spot)
                high = max(high, spot)


@rule
def engine_may_come(s):
    """Whether the Engine can be drawn from the pack now (R14, R29)."""
    return s.pack & 1 != 0 and s.round >= 0 + s.caboose_fell + s.late_engine


@rule
def front_is_open(s):
    """Whether stepping off the front brings a new car (R10)."""
    return s.train[s.cars - 1] != ENGINE and (s.pack > 1 or engine_may_come(s))


@rule
def couple(s, face):
    """A car out of the pack becomes the first one, with a counter on every icon (R4, R10)."""
    car = face >> 1
    s.train[s.cars] = face
    s.spot[car] = s.cars
    s.cars += 1
    s.pack &= ~(1 << car)
    s.counters[car] = ICONS[face]


@rule
def lose_last_car(s):
    """The last car falls off; whoever stood on it runs behind the train without his hand (R11, R12, R14)."""
    face = 0 + s.train[0]
    car = face >> 1
    s.cars -= 1
    for spot in range(s.cars):
        s.train[spot] = s.train[spot + 1]
        s.spot[s.train[spot] >> 1] = spot
    s.train[s.cars] = 0
    s.spot[car] = 0
    s.counters[car] = 0
    if face == CABOOSE:
        s.caboose_fell = s.round
    if face == CABOOSE or s.recycle:  # R14, R27
        s.pack |= 1 << car
    for seat in range(s.players):
        if s.place[seat] // SPACES == car:
            s.place[seat] = BEHIND
            drop_hand(s, seat)


# -- the move and its end (R8 to R16)


@rule
def play_move(s, action):
    seat = s.turn
    if action < AHEAD:
        s.place[seat] = action - GO
        stop(s)
    elif action == AHEAD:
        s.steps = 0 + s.steps + reach(s, movement(s, 0) - s.steps)
        s.phase = COUPLE
    else:
        s.boost += RUN_OF[action - RUN]
        remove(s, seat, action - RUN, DISCARDED)


@rule
def step_into(s, face):
    """The pawn stands inside the new car and the move goes on (R10)."""
    couple(s, face)
    s.place[s.turn] = (face >> 1) * SPACES + 1
    s.added += 1
    if face == ENGINE:
        s.engine_came = s.round
    s.phase = MOVE


@rule
def stop(s):
    """The move is ended: Brake (R15), then the car-loss check if a car was added (R11)."""
    seat = s.turn
    s.dice[seat, 0] = s.dice[seat, 1] = 0
    s.boost = s.steps = 0
    place = 0 + s.place[seat]
    on_brake = s.train[s.cars - 1] == ENGINE and place < SPACES and BRAKES[ENGINE] >> place & 1
    if on_brake:
        if s.cars == 1:
            s.phase = END
            return
        lose_last_car(s)
    if s.added > 0 and s.cars > 1:  # a roll against one car decides nothing
        s.phase = LOSS
    else:
        arrive(s)


@rule
def check_couplings(s, pips):
    """The car-loss check: roll until the die holds (R11)."""
    holds = pips >= s.cars
    if not holds:
        lose_last_car(s)
    if holds or s.cars == 1:
        arrive(s)


@rule
def arrive(s):
    """The counter on the space, if the pawn is still on the train (R12, R16)."""
    seat = s.turn
    s.added = 0
    place = 0 + s.place[seat]
    if place == BEHIND:
        end_turn(s)
        return
    car, space = place // SPACES, place % SPACES
    if s.counters[car] >> space & 1:
        s.counters[car] &= ~(1 << space)
        s.experience[seat] += 1
        s.draws = draws_of(s, seat)
    draw_or_meet(s)


@rule
def draw_or_meet(s):
    if s.draws > 0:
        s.phase = DRAW
        return
    rivals = 0
    for seat in range(s.players):
        rivals += fights(s, seat)
    if rivals > 1:
        s.phase = MEET
    else:
        begin_install(s)
