"""Shapes on the table in whole numbers: corners, touching and overlapping, the same on every machine.

Lengths are hundredths of a millimetre, angles tenths of a degree. All shapes are convex. Corners are worked out in scratch fields
of the record, which has room for two shapes: 0 and 1.
"""

import math

import numpy as np

from bangbox.core.rules import rule, table

from .. import data

MOST_CORNERS = max(len(shape) for shape in data.SHAPES)
FULL_TURN, QUARTER = 3600, 900
ONE = 1 << 24  # of the sines
HALF = ONE >> 1
TOLERANCE = data.TOLERANCE

SINE = table([round(math.sin(math.radians(a / 10)) * ONE) for a in range(FULL_TURN + QUARTER)], np.int32)
CORNERS = table([len(shape) for shape in data.SHAPES], np.int32)
CORNER_X = table([[x for x, _ in shape] + [0] * (MOST_CORNERS - len(shape)) for shape in data.SHAPES], np.int32)
CORNER_Y = table([[y for _, y in shape] + [0] * (MOST_CORNERS - len(shape)) for shape in data.SHAPES], np.int32)
REACH = table([1 + max(math.isqrt(x * x + y * y) for x, y in shape) for shape in data.SHAPES], np.int32)

FAR, APART, MEETING, DEEP = 3, 2, 1, 0

SCRATCH = [
    ("corners", np.int32, (2,)),
    ("middle_x", np.int32, (2,)),
    ("middle_y", np.int32, (2,)),
    ("reach", np.int32, (2,)),
    ("corner_x", np.int32, (2, MOST_CORNERS)),
    ("corner_y", np.int32, (2, MOST_CORNERS)),
]


@rule
def lay(s, which, shape, x, y, angle):
    """Works out the corners of a shape whose hole (or middle) is at (x, y)."""
    sin = SINE[angle]
    cos = SINE[angle + QUARTER]
    n = CORNERS[shape]
    s.corners[which] = n
    s.middle_x[which] = x
    s.middle_y[which] = y
    s.reach[which] = REACH[shape]
    for i in range(n):
        a = CORNER_X[shape, i]
        b = CORNER_Y[shape, i]
        s.corner_x[which, i] = x + ((a * cos - b * sin + HALF) >> 24)
        s.corner_y[which, i] = y + ((a * sin + b * cos + HALF) >> 24)


@rule
def in_reach(s, shape, x, y):
    """Whether a shape there could touch shape 0 at any angle: a quick look before the exact one."""
    dx = s.middle_x[0] - x
    dy = s.middle_y[0] - y
    reach = s.reach[0] + REACH[shape] + TOLERANCE
    return dx * dx + dy * dy <= reach * reach


@rule
def clearance(s, p, q):
    """How far shape q keeps beyond that edge of p which it keeps farthest from: DEEP, MEETING, APART or FAR."""
    most = DEEP
    n = s.corners[p]
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        x = s.corner_x[p, i]
        y = s.corner_y[p, i]
        out_x = s.corner_y[p, j] - y
        out_y = x - s.corner_x[p, j]
        beyond = (s.corner_x[q, 0] - x) * out_x + (s.corner_y[q, 0] - y) * out_y
        for k in range(1, s.corners[q]):
            beyond = min(beyond, (s.corner_x[q, k] - x) * out_x + (s.corner_y[q, k] - y) * out_y)
        limit = (out_x * out_x + out_y * out_y) * (TOLERANCE * TOLERANCE)
        if beyond > 0:
            if beyond * beyond > limit:
                return FAR
            most = APART
        elif beyond * beyond <= limit:
            most = max(most, MEETING)
    return most


@rule
def corner_near(s, p, q):
    """Whether a corner of q lies within the tolerance of an edge of p."""
    n = s.corners[p]
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        edge_x = s.corner_x[p, j] - s.corner_x[p, i]
        edge_y = s.corner_y[p, j] - s.corner_y[p, i]
        length = edge_x * edge_x + edge_y * edge_y
        for k in range(s.corners[q]):
            x = s.corner_x[q, k] - s.corner_x[p, i]
            y = s.corner_y[q, k] - s.corner_y[p, i]
            along = x * edge_x + y * edge_y
            across = x * edge_y - y * edge_x
            if along <= 0:
                hit = x * x + y * y <= TOLERANCE * TOLERANCE
            elif along >= length:
                hit = (x - edge_x) * (x - edge_x) + (y - edge_y) * (y - edge_y) <= TOLERANCE * TOLERANCE
            else:
                hit = across * across <= length * (TOLERANCE * TOLERANCE)
            if hit:
                return True
    return False


@rule
def contact(s):
    """How the two shapes laid out meet: DEEP if they overlap by more than the tolerance (B9), MEETING if they touch (B11)."""
    clear = DEEP
    for p in range(2):
        clear = max(clear, clearance(s, p, 1 - p))
    if clear == APART:  # near each other's edges, but perhaps around a corner
        for p in range(2):
            if corner_near(s, p, 1 - p):
                return MEETING
    return clear
