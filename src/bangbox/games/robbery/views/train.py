"""The train as a map for views: which spaces are next to each other, how far away each one is, and which way leads there."""

import functools
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from bangbox.core.record import Record

from ..data import MIDDLE, ROWS, SPACES, Face
from ..rules.record import BEHIND, FACES, front_space


def open_sides(face: Face, space: int) -> str:
    """The sides of a space without a wall, within its car: n e s w, the front being east."""
    sides = {"n": space - 1 in face.across and space % ROWS > 0, "e": space in face.along}
    sides |= {"s": space in face.across, "w": space - ROWS in face.along}
    return "".join(side for side, is_open in sides.items() if is_open)


NEAR = [
    [
        [space + {"n": -1, "e": ROWS, "s": 1, "w": -ROWS}[side] for side in open_sides(face, space)]
        for space in range(face.length * ROWS)
    ]
    for face in FACES
]  # by face and space: the spaces one step away in the same car


def neighbours(train: tuple[int, ...], place: int) -> Iterator[int]:
    """The places one step away (R9), doors between cars included."""
    car, space = divmod(place, SPACES)
    spot = next(spot for spot, face in enumerate(train) if face >> 1 == car)
    face = train[spot]
    for other in NEAR[face][space]:
        yield car * SPACES + other
    if space == MIDDLE and spot > 0:
        behind = train[spot - 1]
        yield (behind >> 1) * SPACES + front_space(FACES[behind])
    if space == front_space(FACES[face]) and spot + 1 < len(train):
        yield (train[spot + 1] >> 1) * SPACES + MIDDLE


class Start(NamedTuple):
    """From where steps are counted: the train, a place in it, and the steps that it took to come there."""

    train: tuple[int, ...]
    place: int
    steps: int


def start_of(s: Record) -> Start:
    """Where the pawn on turn starts; from behind, the first step leads in (R13)."""
    place, train = s.place[s.turn], tuple(s.train.tolist()[: s.cars])
    return Start(train, place, 0) if place != BEHIND else Start(train, (train[0] >> 1) * SPACES + MIDDLE, 1)


def steps_to(s: Record) -> Mapping[int, int]:
    """The steps from the pawn on turn to every place of the train."""
    return ways_from(start_of(s)).steps


class Ways(NamedTuple):
    """The shortest ways to all places of the train: how long each is, and the place before the last step of it."""

    steps: Mapping[int, int]
    came: Mapping[int, int]


NOWHERE_TO_GO = Ways({}, {})


@functools.lru_cache(1000)  # asked for every place in turn, and for every reader
def ways_from(start: Start) -> Ways:
    """The ways of a pawn (R9), the first step from behind the train included (R13)."""
    steps, edge = {start.place: start.steps}, [start.place]
    came = {start.place: BEHIND} if start.steps else {}
    while edge:
        further = []
        for here in edge:
            for other in neighbours(start.train, here):
                if other not in steps:
                    steps[other], came[other] = steps[here] + 1, here
                    further.append(other)
        edge = further
    return Ways(MappingProxyType(steps), MappingProxyType(came))


def front_place(s: Record) -> int:
    """The place inside the front door of the train."""
    face = s.train[s.cars - 1]
    return (face >> 1) * SPACES + front_space(FACES[face])
