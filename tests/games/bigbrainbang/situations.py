"""Random situations in which a die is thrown: without the box, with it lying, and with it standing in the way, a third each."""

import math

from bangbox.core.dice import SeededDice
from bangbox.core.game import game
from bangbox.games.bigbrainbang.inputs import Box, Pose, Throw
from bangbox.games.bigbrainbang.throwing import direction

Situation = tuple[int, Throw, Box | None]  # players, throw, box
KINDS = (None, "lying", "standing")
HALF_LENGTH, HALF_WIDTH = 0.15, {"lying": 0.15, "standing": 0.035}
NEAR = 0.02  # a way that passes so near to the box counts as one that meets it: corners matter
FARTHEST = 0.9


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
