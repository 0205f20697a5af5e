"""How far it is from one space of the train to another, and how likely a pawn gets that far in a turn."""

import numpy as np

from bangbox.core.rules import rule, table

from ..data import MIDDLE, ROWS, SPACES, Face
from ..rules.cards import dice_of
from ..rules.record import BEHIND, FACES, RUN_OF, SIZE, front_space

FAR = 99


def _neighbours(face: Face, space: int) -> list[int]:
    """The spaces one step away within a car."""
    near = [space + ROWS] * (space in face.along) + [space - ROWS] * (space - ROWS in face.along)
    return near + [space + 1] * (space in face.across) + [space - 1] * (space - 1 in face.across)


def _steps_from(face: Face, start: int) -> list[int]:
    """The steps from one space of a car to each of its spaces."""
    steps, edge = {start: 0}, [start]
    for space in edge:
        for other in _neighbours(face, space):
            if other not in steps:
                steps[other] = steps[space] + 1
                edge.append(other)
    return [steps.get(space, FAR) for space in range(SPACES)]


def _chances(dice: int) -> list[float]:
    """By number: how likely so many dice show at least that together."""
    ways = np.array([1.0])
    for _ in range(dice):
        ways = np.convolve(ways, np.r_[0.0, np.full(6, 1 / 6)])
    return [float(ways[number:].sum()) for number in range(14)]


STEPS = table([[_steps_from(face, space) for space in range(SPACES)] for face in FACES], np.int8)  # doors join cars in one space
FRONT = table([front_space(face) for face in FACES], np.int8)
LENGTH = table([_steps_from(face, MIDDLE)[front_space(face)] + 1 for face in FACES], np.int8)  # from door to door, and out
AT_LEAST = table([_chances(dice) for dice in range(3)], np.float64)


@rule
def steps_between(s, start, goal):
    """The fewest steps from a place of the train, or from behind it, to a place of the train."""
    there, space = 0 + s.spot[goal // SPACES], goal % SPACES
    if start == BEHIND:
        here, steps, door = -1, 1, MIDDLE
    else:
        here, door = 0 + s.spot[start // SPACES], start % SPACES
        steps = 0
    if here == there:
        return 0 + STEPS[s.train[here], door, space]
    if here < there:
        if here >= 0:
            steps += STEPS[s.train[here], door, FRONT[s.train[here]]] + 1
        for spot in range(here + 1, there):
            steps += LENGTH[s.train[spot]]
        return steps + STEPS[s.train[there], MIDDLE, space]
    steps += STEPS[s.train[here], door, MIDDLE] + 1
    for spot in range(there + 1, here):
        steps += LENGTH[s.train[spot]]
    return steps + STEPS[s.train[there], FRONT[s.train[there]], space]


@rule
def front_place(s):
    """The place inside the front door of the first car."""
    face = s.train[s.cars - 1]
    return (face >> 1) * SPACES + FRONT[face]


@rule
def chance_to_go(s, seat, steps):
    """How likely a seat's dice and Head, without its cards, carry it so far in its next turn."""
    need = steps - RUN_OF[s.head[seat]]
    if steps <= 0 or need <= 0 or (steps == 1 and s.place[seat] == BEHIND):
        return 1.0
    return AT_LEAST[dice_of(s, seat), need] if need < 14 else 0.0


@rule
def spaces_of(s, spot):
    """How many spaces a car of the train has."""
    return 0 + SIZE[s.train[spot]]
