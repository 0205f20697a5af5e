"""Integer geometry against Shapely: touching, overlapping, components (B9, B11)."""

import itertools
import math
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import shapely
from shapely.ops import nearest_points

import bangbox
from bangbox.core.compiled.compiling import PLAIN
from bangbox.core.rules import rule
from bangbox.games.bigbrainbang.data import SHAPES
from bangbox.games.bigbrainbang.rules.geometry import DEEP, MEETING, REACH, SCRATCH, contact, in_reach, lay
from bangbox.games.bigbrainbang.views import Tile

Count = Callable[[int, int], int]
Pose = tuple[int, int, int, int]  # shape, x, y, angle
TOLERANCE = 50  # 0.01 mm
DOUBT = 2  # nearer than 0.02 mm to the tolerance both answers are right


@rule
def met(states, shape, x, y, angle, other, other_x, other_y, other_angle):  # type: ignore[no-untyped-def]
    """How two shapes meet; beyond reach they do not."""
    s = states[0]
    lay(s, 0, shape, x, y, angle)
    lay(s, 1, other, other_x, other_y, other_angle)
    return contact(s) if in_reach(s, other, other_x, other_y) else 99


def polygon(pose: Pose) -> shapely.Polygon:
    """The same shape in floating point, not rounded."""
    shape, x, y, angle = pose
    sin, cos = math.sin(math.radians(angle / 10)), math.cos(math.radians(angle / 10))
    return shapely.Polygon([(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in SHAPES[shape]])


def random_pair(lot: random.Random) -> tuple[Pose, Pose]:
    """Two shapes near each other; half of those apart are pushed to about the tolerance."""
    one = (lot.randrange(len(SHAPES)), lot.randint(-30_000, 30_000), lot.randint(-30_000, 30_000), lot.randrange(3600))
    shape, turn = lot.randrange(len(SHAPES)), lot.randrange(3600)
    distance, direction = lot.uniform(0, 1.1) * (REACH[one[0]] + REACH[shape]), lot.uniform(0, 2 * math.pi)
    x, y = one[1] + round(distance * math.cos(direction)), one[2] + round(distance * math.sin(direction))
    a, b = polygon(one), polygon((shape, x, y, turn))
    if (gap := a.distance(b)) > 0 and lot.random() < 0.5:
        p, q = nearest_points(a, b)
        push = (gap - TOLERANCE - lot.uniform(-10, 10)) / gap
        x, y = x - round((q.x - p.x) * push), y - round((q.y - p.y) * push)
    return one, (shape, x, y, turn)


def depth(a: shapely.Polygon, b: shapely.Polygon) -> float:
    """How far two convex polygons overlap: the shortest push that parts them (negative if they are apart)."""
    best = math.inf
    for p, q in ((a, b), (b, a)):
        corners, others = np.array(p.exterior.coords), np.array(q.exterior.coords)
        for start, end in itertools.pairwise(corners):
            outward = np.array([end[1] - start[1], start[0] - end[0]]) / math.dist(start, end)
            best = min(best, -float(((others - start) @ outward).min()))
    return best


@pytest.mark.skipif(PLAIN, reason="24,000 pairs take compiled code")
@pytest.mark.rule("B11")
def test_touching_and_overlapping_agree_with_shapely(soak_count: Count, soak_row: Any) -> None:
    lot, began, n = random.Random(4), time.perf_counter(), soak_count(3_000, 24_000)
    states = np.zeros(1, np.dtype(SCRATCH, align=True))
    touching = in_doubt = 0
    for _ in range(n):
        one, other = random_pair(lot)
        a, b = polygon(one), polygon(other)
        how = met(states, *one, *other)
        if abs(a.distance(b) - TOLERANCE) > DOUBT:
            assert (how <= MEETING) == a.dwithin(b, TOLERANCE), (one, other)
        else:
            in_doubt += 1
        if abs(depth(a, b) - TOLERANCE) > DOUBT:
            assert (how <= DEEP) == (depth(a, b) > TOLERANCE), (one, other)
        touching += how <= MEETING
    assert n // 3 < touching < n
    soak_row(
        "pairs of shapes of bigbrainbang, touching and overlapping as Shapely says",
        n,
        f"all agree ({in_doubt} within 0.02 mm)",
        time.perf_counter() - began,
    )


def far_from_doubt(outlines: list[shapely.Polygon]) -> bool:
    return all(abs(a.distance(b) - 0.0005) > 0.00002 for i, a in enumerate(outlines) for b in outlines[:i])


@pytest.mark.rule("B11")
def test_networks_are_the_components_that_shapely_finds(soak_count: Count) -> None:
    game = bangbox.game("bigbrainbang", throws="cheap")
    compared = 0
    for seed in range(soak_count(8, 100)):
        pos, rng = game.start(seed=seed), np.array([seed], np.uint64)
        while not pos.over:
            pos.play(pos.pick(rng))
        tiles = pos.view().tiles
        outlines = [shapely.Polygon(tile.outline) for tile in tiles]
        if far_from_doubt(outlines):
            compared += 1
            assert sorted(net.tiles for net in pos.view().networks) == sorted(components(tiles, outlines))
    assert compared > 3


def components(tiles: list[Tile], outlines: list[shapely.Polygon]) -> list[list[str]]:
    """Tiles that hang together, by Shapely alone, in the order of the tiles."""
    left = list(range(len(tiles)))
    found = []
    while left:
        group, rest = [left[0]], left[1:]
        for member in group:
            near = [i for i in rest if outlines[i].dwithin(outlines[member], 0.0005)]
            group += near
            rest = [i for i in rest if i not in near]
        left = rest
        found.append([tiles[i].name for i in sorted(group)])
    return found
