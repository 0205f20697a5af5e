"""The sizes of all pieces, read from pieces.toml: as they are for physics, in hundredths of a millimetre for rules."""

import tomllib
from pathlib import Path
from typing import Any

PIECES: dict[str, Any] = tomllib.loads((Path(__file__).parent / "pieces.toml").read_text("utf-8"))

Point = tuple[int, int]

UNITS = 100_000  # a metre in hundredths of a millimetre


def units(metres: float) -> int:
    """A length in hundredths of a millimetre."""
    return round(metres * UNITS)


SIZES = ("small", "medium", "large")
TILES: list[dict[str, Any]] = PIECES["tiles"]
assert tuple(tile["name"] for tile in TILES) == SIZES
LETTERS = [tile["letter"] for tile in TILES]
DICE = [tile["die"] for tile in TILES]
COUNTS = [tile["count"] for tile in TILES]
POINTS = [tile["points"] for tile in TILES]
ALL_TILES = sum(COUNTS)

TABLES = (units(PIECES["table"]["two"]), units(PIECES["table"]["more"]))
BOX_LENGTH, BOX_HEIGHT = units(PIECES["box"]["length"]), units(PIECES["box"]["height"])
DIE = units(PIECES["die"]["size"])
TOLERANCE = units(PIECES["tolerance"])
OUTSIDE = units(PIECES["throw"]["outside"])


def _around(outline: list[list[float]], hole: list[float], mirrored: bool) -> list[Point]:
    """An outline seen from the middle of a hole, anticlockwise on either face."""
    points = [(units(x) - units(hole[0]), units(y) - units(hole[1])) for x, y in outline]
    return [(-x, y) for x, y in reversed(points)] if mirrored else points


def _rectangle(length: int, width: int) -> list[Point]:
    x, y = length // 2, width // 2
    return [(-x, -y), (x, -y), (x, y), (-x, y)]


# Everything that lies on the table is a shape at a pose. A tile has one shape for each hole and face.
SHAPES: list[list[Point]] = []
FIRST_SHAPE: list[int] = []
PLACINGS: list[int] = []  # holes times faces, for each size
for _tile in TILES:
    FIRST_SHAPE.append(len(SHAPES))
    PLACINGS.append(2 * len(_tile["holes"]))
    for _hole in _tile["holes"]:
        SHAPES.extend(_around(_tile["outline"], _hole, mirrored) for mirrored in (False, True))
BURNER_SHAPE = len(SHAPES)
DIE_SHAPE, LYING_SHAPE, STANDING_SHAPE = BURNER_SHAPE + 1, BURNER_SHAPE + 2, BURNER_SHAPE + 3
SHAPES.append(_around(PIECES["burner"]["outline"], PIECES["burner"]["hole"], False))
SHAPES.append(_rectangle(DIE, DIE))
SHAPES.append(_rectangle(BOX_LENGTH, BOX_LENGTH))
SHAPES.append(_rectangle(BOX_LENGTH, BOX_HEIGHT))
