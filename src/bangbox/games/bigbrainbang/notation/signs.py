"""The signs of Big Brain Bang's notation: words for phases and throws, letters for dice, names of tiles."""

from ..data import LETTERS
from ..rules.record import FIRST_TILE, SIZE, TILES

PHASES = (
    "drop start box aim flight place pawn support attack move spread take burn after end".split()  # noqa: SIM905
)
THROWS = ["real", "cheap"]
DIE_LETTERS = "rkw"
TILE_NAMES = [f"{LETTERS[SIZE[tile]]}{tile - FIRST_TILE[SIZE[tile]] + 1}" for tile in range(TILES)]


def set_text(tiles: int) -> str:
    """The names of the tiles of a set."""
    return ".".join(TILE_NAMES[tile] for tile in range(TILES) if tiles >> tile & 1)
