"""Outlines of tiles and Burner where they lie, in metres: for views and pictures (rules have their own, in integers)."""

import math

from ..data import BURNER_SHAPE, PIECES, SHAPES, TILES, UNITS

Outline = list[tuple[float, float]]

# For each shape of a tile: its holes, seen from the hole that is over the die.
HOLES: list[Outline] = []
for _tile in TILES:
    for _x, _y in _tile["holes"]:
        for _sign in (1, -1):
            HOLES.append([(_sign * (x - _x), y - _y) for x, y in _tile["holes"]])


def laid(points: Outline, x: float, y: float, angle: float) -> Outline:
    """Points turned by an angle (degrees) and moved."""
    sin, cos = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    return [(round(x + a * cos - b * sin, 5), round(y + a * sin + b * cos, 5)) for a, b in points]


def outline(shape: int, x: int, y: int, angle: int) -> Outline:
    """A shape at a pose of the rules (0.01 mm, 0.1°)."""
    return laid([(a / UNITS, b / UNITS) for a, b in SHAPES[shape]], x / UNITS, y / UNITS, angle / 10)


def holes(shape: int, x: int, y: int, angle: int) -> Outline:
    """The middles of a tile's holes."""
    return laid(HOLES[shape], x / UNITS, y / UNITS, angle / 10)


BURNER: Outline = [(x / UNITS, y / UNITS) for x, y in SHAPES[BURNER_SHAPE]]
DIE: float = PIECES["die"]["size"]
