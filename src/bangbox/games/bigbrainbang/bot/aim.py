"""Aiming: a map of what each spot is worth, throws towards the best, and more and more trembling hands for the better ones."""

# mypy: allow-untyped-calls

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bangbox.core.record import Rng, States
from bangbox.core.rules import below

from ..data import BOX_HEIGHT, DIE, OUTSIDE, TABLES
from ..inputs import around
from ..rules.listing import KEEP, LIFT, MAX_CHOICES, box_fault
from ..rules.packing import ABSENT, STANDING, pack_box, unpack_box
from . import spots as compiled
from .worth import worth

ROOM = 5  # records: the position, and what is tried behind it
SPREAD = 40.0  # millimetres: about as far as a good throw strays
SIDEWAYS = (0, -15, 15, -30, 30)  # degrees from straight in
LONGEST = 1000  # millimetres: farther nobody throws with care
KEEP_SHARE = 3  # one throw of so many is looked at more closely
VARIATIONS = 4  # of each throw that has proved good
GAPS = (4.0, 30.0)  # millimetres between a spot and the box behind it
HARDER = (1.0, 1.3, 1.7)  # how much harder one can throw with the box behind the spot

Map = NDArray[np.float64]


class Settings(NamedTuple):
    """How closely a level looks."""

    spacing: float = 12.0  # millimetres between two spots of the map
    targets: float = 6.0  # spots it thinks of
    hands: float = 12.0  # trembling hands for each throw it thinks of
    rounds: float = 3.0  # how often it looks again at the better ones, each time twice as closely
    boxes: float = 0.0  # spots for which it thinks of using the box
    burner: float = 1.0  # whether it thinks of the Burner
    seen: float = 1.0  # the share of the spots that it notices


class Aim(NamedTuple):
    """A throw, with the box somewhere, and what it is worth."""

    throw: int
    box: int  # the choice about the box that goes with it
    hands: int
    value: float


class Table:
    """A position in which somebody is about to throw a die."""

    def __init__(self, states: States, settings: Settings, rng: Rng, stop: Callable[[], bool]) -> None:
        self.states, self.settings, self.rng, self.stop = states, settings, rng, stop
        self.out = np.zeros((ROOM, MAX_CHOICES), np.int64)
        self.wide = int(states[0]["players"] > 2)
        self.around = around(TABLES[self.wide])
        self.half = TABLES[self.wide] / 200  # millimetres
        self.nothing = float(worth(states[0], states[0]["seat"]))
        self.spacing = round(100 * settings.spacing)
        self.spots = self._map()

    def _map(self) -> Map:
        size = TABLES[self.wide] // self.spacing
        spots = np.full((size, size), self.nothing)
        compiled.fill_map(self.states, self.spacing, 15, self.nothing, spots, self.out)
        return spots

    def targets(self) -> list[tuple[float, float]]:
        """The best spots (mm) for a die that strays, no two of them close to each other."""
        blurred = _blurred(self.spots, SPREAD * 100 / self.spacing / 2, self.nothing)
        if self.settings.seen < 1.0:
            blurred[_overlooked(blurred.shape, self.settings.seen, self.rng)] = 0.0
        place = (np.arange(len(blurred)) + 0.5) * self.spacing / 100 - self.half
        found = []
        for _ in range(int(self.settings.targets)):
            i, j = np.unravel_index(int(blurred.argmax()), blurred.shape)
            x, y = float(place[i]), float(place[j])
            found.append((x, y))
            blurred[np.hypot(place[:, None] - x, place[None, :] - y) < SPREAD] = -1.0
        return found

    def throws_at(self, x: float, y: float) -> list[int]:
        """Low throws at a spot, from all sides."""
        ways = [self._way(side, slant, x, y) for side in range(4) for slant in SIDEWAYS]
        return [self._low(way) for way in ways if way is not None]

    def rebounds_at(self, x: float, y: float) -> list[Aim]:
        """Throws straight at a spot, with the box standing behind it."""
        found = []
        for side in range(4):
            way = self._way(side, 0, x, y)
            for gap in GAPS if way is not None else ():
                behind = (BOX_HEIGHT + DIE) / 200 + gap
                inward = math.radians(90 * (side + 1))
                box = pack_box(
                    STANDING, round(x + behind * math.cos(inward)), round(y + behind * math.sin(inward)), side % 2 * 90
                )
                if way is not None and box_fault(self.states[0], box) == 0:
                    found += [Aim(self._low(way, harder), box, 0, 0.0) for harder in HARDER]
        return found

    def _way(self, side: int, slant: int, x: float, y: float) -> tuple[int, int, float] | None:
        """From where, in which direction and how far to throw to a spot from a side; None if there is no way."""
        length = self.around // 4
        inward = math.radians(90 * (side + 1))
        sin, cos = math.sin(inward), math.cos(inward)
        depth = self.half + OUTSIDE / 100 + x * cos + y * sin  # from the line of hands to the spot
        place = round(length / 2 + x * sin - y * cos + depth * math.tan(math.radians(slant)))
        distance = depth / math.cos(math.radians(slant))
        if not 0 <= place < length or distance > LONGEST:
            return None
        return side * length + place, slant, distance

    @staticmethod
    def _low(way: tuple[int, int, float], harder: float = 1.0) -> int:
        place, slant, distance = way
        return int(compiled.low_throw(place, slant, round(harder * compiled.speed_for(round(distance)))))

    def look(self, aims: Sequence[Aim], hands: int) -> list[Aim]:
        """The aims, tried with more hands, best first."""
        found: list[Aim] = []
        for aim in aims:
            if self.stop() and found:
                break
            s = self._with_box(aim.box)
            value = float(compiled.expected(s, aim.throw, hands, self.spacing, self.nothing, self.spots, self.rng))
            total = aim.hands + hands
            found.append(aim._replace(hands=total, value=(aim.value * aim.hands + value * hands) / total))
        return sorted(found, key=lambda aim: -aim.value)

    def _with_box(self, box: int) -> np.void:
        """The position, with the box put there as an action says."""
        self.states[1] = self.states[0]
        s = self.states[1]
        if box == LIFT:
            s["box"] = ABSENT
        elif box != KEEP:
            s["box"], s["box_x"], s["box_y"], s["box_angle"] = unpack_box(box)
        return s

    def aims(self, move_box: bool) -> list[Aim]:
        """Throws worth a thought: at the best spots, and, if the box may be moved, against it."""
        targets, standing = self.targets(), self.states[0]["box"] != ABSENT
        boxes = [LIFT if standing and move_box else KEEP]
        found = [Aim(throw, box, 0, 0.0) for box in boxes for x, y in targets for throw in self.throws_at(x, y)]
        if standing and not move_box:
            found += [aim._replace(throw=int(compiled.harder(aim.throw, 60))) for aim in found]
        if move_box:
            for x, y in targets[: int(self.settings.boxes)]:
                found += self.rebounds_at(x, y)
        return found

    def narrowed(self, aims: Sequence[Aim]) -> list[Aim]:
        """Looks at all aims, then closer and closer at the better ones and at others like them."""
        hands = int(self.settings.hands)
        left, dropped = self.look(aims, hands), []
        for _ in range(int(self.settings.rounds)):
            if self.stop():
                break
            keep = max(2, len(left) // KEEP_SHARE)
            dropped += left[keep:]
            hands *= 2
            fresh = [
                Aim(int(compiled.varied(aim.throw, self.around, self.rng)), aim.box, 0, 0.0)
                for aim in left[: max(2, keep // 2)] for _ in range(VARIATIONS)
            ]  # fmt: skip
            left = sorted([*self.look(left[:keep], hands), *self.look(fresh, hands)], key=lambda aim: -aim.value)
        return left + dropped


def _blurred(spots: Map, cells: float, outside: float) -> Map:
    """The average around every spot; beyond the edges of the table there is nothing to win."""
    reach = max(1, round(2 * cells))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / cells) ** 2)
    weights /= weights.sum()
    wide = np.pad(spots, reach, constant_values=outside)
    wide = np.apply_along_axis(lambda row: np.convolve(row, weights, "valid"), 0, wide)
    return np.apply_along_axis(lambda row: np.convolve(row, weights, "valid"), 1, wide)


def _overlooked(shape: tuple[int, ...], seen: float, rng: Rng) -> NDArray[np.bool_]:
    """Spots that somebody does not notice."""
    lot = np.array([below(rng, 1000) for _ in range(math.prod(shape))]).reshape(shape)
    return lot >= 1000 * seen
