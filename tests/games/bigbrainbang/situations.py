"""Random situations in which a die is thrown: without the box, with it lying, and with it standing in the way, a third each.

What real dice do in them is kept in situations.json, because it takes an hour: `python -m tests.games.bigbrainbang.situations`.
"""

import functools
import math
from pathlib import Path

import msgspec
import numpy as np

from bangbox.core.dice import SeededDice
from bangbox.core.game import game
from bangbox.games.bigbrainbang.inputs import Box, Pose, Throw
from bangbox.games.bigbrainbang.throwing import direction, throw_many

Situation = tuple[int, Throw, Box | None]  # players, throw, box
KINDS = (None, "lying", "standing")
HALF_LENGTH, HALF_WIDTH = 0.15, {"lying": 0.15, "standing": 0.035}
NEAR = 0.02  # a way that passes so near to the box counts as one that meets it: corners matter
FARTHEST = 0.9
COUNT = 200
KEPT = Path(__file__).with_name("situations.json")
THROWN, MOST_THROWN = 1000, 5000
FEW = 0.02  # so few good dice have no mean worth comparing
SURE = 4.5  # millimetres: real dice are thrown until their mean is so certain (standard error), or the most are thrown


class Ends(msgspec.Struct, frozen=True):
    """What became of many throws in one situation; millimetres."""

    thrown: int
    good: int
    x: float
    y: float
    spread: float  # root of the variances of x and y together

    @property
    def share(self) -> float:
        """Of good dice."""
        return self.good / self.thrown

    @property
    def unsure(self) -> float:
        """The standard error of the mean place."""
        return self.spread / math.sqrt(max(self.good, 1))


def ends_of(thrown: int, rests: list[tuple[float, float]]) -> Ends:
    """Throws summed up, from where good dice rest (metres)."""
    places = 1000 * np.array(rests).reshape(-1, 2)
    x, y = places.mean(0) if rests else (0.0, 0.0)
    spread = math.sqrt(places.var(0).sum()) if rests else 0.0
    return Ends(thrown, len(rests), round(float(x), 2), round(float(y), 2), round(spread, 2))


@functools.cache
def real_ends() -> list[Ends]:
    """What real dice did in the first situations."""
    return msgspec.json.decode(KEPT.read_bytes(), type=list[Ends])


def thrown_for_real(number: int) -> Ends:
    """Throws real dice: more of them where few are good or they scatter."""
    players, throw, box = situation(number)
    rests = throw_many(throw, box, THROWN, players=players).rests
    found = ends_of(THROWN, rests)
    if found.share < FEW:
        return found
    more = min(int((found.spread / SURE) ** 2 / found.share), MOST_THROWN) - THROWN
    if more <= 100:
        return found
    return ends_of(THROWN + more, rests + throw_many(throw, box, more, players=players, seed=THROWN).rests)


def situation(number: int) -> Situation:
    """A situation; the same number gives the same one."""
    dice = SeededDice((15, number))
    players = 2 + 2 * dice.below(2)
    pos = game("bigbrainbang", players=players, throws="cheap").start(dice=None)
    pos.play(Pose("flat", 0, -1).pack()).play("red black")
    kind, box = KINDS[number % len(KINDS)], None
    while kind is not None and (box is None or box.kind != kind):
        action = pos.pick(dice.rng)
        box = Box.unpack(action) if action > 2 else None
    pos.play("keep")
    while True:
        throw = Throw.unpack(pos.pick(dice.rng))
        if box is None or in_the_way(throw, players, box):
            return players, throw, box


def in_the_way(throw: Throw, players: int, box: Box) -> bool:
    """Whether the straight way of a throw passes the box or just misses it."""
    x, y, azimuth = direction(throw, players)
    angle = math.radians(box.angle)
    for step in range(int(100 * FARTHEST)):
        dx = x + step / 100 * math.cos(azimuth) - box.x / 1000
        dy = y + step / 100 * math.sin(azimuth) - box.y / 1000
        along, across = dx * math.cos(angle) + dy * math.sin(angle), dy * math.cos(angle) - dx * math.sin(angle)
        if abs(along) < HALF_LENGTH + NEAR and abs(across) < HALF_WIDTH[box.kind] + NEAR:
            return True
    return False


if __name__ == "__main__":
    found = [thrown_for_real(number) for number in range(COUNT)]
    KEPT.write_text("[\n" + ",\n".join(msgspec.json.encode(ends).decode() for ends in found) + "\n]\n", "utf-8")
