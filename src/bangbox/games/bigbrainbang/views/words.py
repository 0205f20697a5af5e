"""Throws, and where dice stop, in words; the figures go along as arguments, for those who ask (`throw.figures`)."""

import math
from typing import Any

from bangbox.core.messages import Argument, Key, Message, Seat

from ..data import DICE, UNITS
from ..inputs import Pose, Throw
from ..notation import SIDES, table_of
from ..notation.signs import TILE_NAMES
from ..queries import release_point, thrown_die
from ..rules.record import ON_TABLE, TILES
from .shapes import DIE, Outline, outline

GENTLE, HARD = 100, 180  # cm/s
STRAIGHT, LOB = 8, 20  # degrees
MIDDLE, CORNER = 0.2, 0.6  # parts of half the table
TOWARDS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # the sides of the table: south, east, north, west


def thrown(s: Any, action: int) -> Message:
    """How a die is thrown: how hard, which way and, if not from one's own side, from where."""
    throw = Throw.unpack(action)
    side, *_ = release_point(throw.around, int(s.players > 2))
    there = next((seat for seat in range(s.players) if SIDES[s.players][seat] == side), None)
    speed = "gently" if throw.speed < GENTLE else "hard" if throw.speed >= HARD else "firmly"
    way = "straight" if abs(throw.direction) < STRAIGHT else "left" if throw.direction > 0 else "right"
    args: dict[str, Argument] = {
        "die": Key(f"die.{DICE[thrown_die(s)]}"),
        "how": Key(f"how.{'lob' if throw.elevation >= LOB else speed}"),
        "way": Key(f"way.{way}"),
        **throw._asdict(),
    }
    if there == s.seat:
        return Message("throw", args)
    return Message("throw.free", args) if there is None else Message("throw.from", {**args, "who": Seat(there)})


def rested(s: Any, pose: Pose) -> Message:
    """Where a die lies flat: on a tile, or near whom, and how far from the next tile."""
    x, y = pose.x / UNITS, pose.y / UNITS
    args: dict[str, Argument] = {"x": round(pose.x / 100), "y": round(pose.y / 100)}
    far, tile = min(
        ((gap(x, y, lying(s, tile)), tile) for tile in range(TILES) if s.tiles[tile].state == ON_TABLE), default=(1, -1)
    )
    if tile >= 0 and far <= DIE / 2:
        return Message("rest.tile", {**args, "tile": TILE_NAMES[tile]})
    half = table_of(s) / UNITS / 2
    key = "rest.middle" if max(abs(x), abs(y)) < MIDDLE * half else "rest.by"
    if key == "rest.by":
        corner = min(abs(x), abs(y)) > CORNER * half
        args |= {"where": Key("where.corner" if corner else "where.side"), "who": Seat(nearest(s, x, y))}
    if tile < 0:
        return Message(key, args)
    return Message(f"{key}.near", {**args, "tile": TILE_NAMES[tile], "cm": max(1, round(100 * (far - DIE / 2)))})


def nearest(s: Any, x: float, y: float) -> int:
    """Who sits nearest."""
    sides = SIDES[s.players]
    return max(range(s.players), key=lambda seat: TOWARDS[sides[seat]][0] * x + TOWARDS[sides[seat]][1] * y)


def lying(s: Any, tile: int) -> Outline:
    t = s.tiles[tile]
    return outline(t.shape, t.x, t.y, t.angle)


def gap(x: float, y: float, points: Outline) -> float:
    """How far a point is from an outline, in metres; 0 inside it."""
    within, least = False, math.inf
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            within = not within
        dx, dy = bx - ax, by - ay
        part = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / ((dx * dx + dy * dy) or 1)))
        least = min(least, math.hypot(x - ax - part * dx, y - ay - part * dy))
    return 0.0 if within else least
