"""The table of Big Brain Bang in a terminal: a map of its tiles, and a line a player."""

import math
import re
from itertools import groupby
from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bangbox.core.contract import Seen
from bangbox.core.messages import Message, Seat, Words

from .notation.signs import TILE_NAMES
from .rules.record import BURN, GONE
from .views import Player, Tile, View, view

COLUMNS = 60  # of the map; a sign is about twice as high as wide
OWNERS = ["bold white on dodger_blue3", "bold black on gold1", "bold white on red3", "bold black on green3"]
NEUTRAL = "bold black on grey70"
NEW = "bold black on white"
EMPTY = "grey42"
LONGEST = 0.115  # metres; no tile reaches as far from one of its corners
BOX = "black on rosy_brown"


def draw(pos: Seen, names: list[str] | None = None, language: str = "en") -> RenderableType:
    """Everything on the table, for rich to print."""
    shown, words = view(pos), Words(Path(__file__).parent, names, language)
    players = Table.grid(padding=(0, 2))
    for seat, player in enumerate(shown.players):
        mark = "▶" if seat == shown.decider and shown.phase not in ("drop", "end") else " "
        players.add_row(mark, *line(seat, player, words))
    piles = words("table.piles", **shown.piles) + "   " + words("table.turns", n=shown.turns_left)
    return Group(floor(shown), players, piles, Text(words("table.legend"), style="dim"))


def line(seat: int, player: Player, words: Words) -> list[RenderableType]:
    """A player: name, side of the table, points, tokens, where the pawns are."""
    name = Text(f" {words('table.player', who=Seat(seat))} ", style=OWNERS[seat])
    pawns = [words(f"table.pawn.{pawn}") if pawn in ("home", "hand") else f"★ {pawn}" for pawn in player.pawns]
    points, tokens = words("table.points", n=player.points), words("table.tokens", n=player.tokens)
    return [name, words(f"table.side.{player.side}"), points, tokens, ", ".join(pawns)]


def overview(pos: Seen, names: list[str], language: str) -> RenderableType | None:
    """What the Burner would destroy, by angles: too many to be listed one by one."""
    if pos.s.phase != BURN:
        return None
    words, lines = Words(Path(__file__).parent, names, language), []
    for tiles, angles in groupby(pos.choices(), key=lambda action: ", ".join(pos.about(action).pieces)):
        first, *rest = angles
        key = "table.burn" if tiles else "table.burn.none"
        lines.append(Text(f"  {words(key, first=first, last=rest[-1] if rest else first, tiles=tiles)}"))
    return Group(*lines)


def spoken(pos: Seen, name: str) -> str:
    """A choice's name with players counted from 1: `support 1` is for the first player."""
    return re.sub(r"(?<=^support )\d$", lambda seat: str(int(seat[0]) + 1), name)


def heard(pos: Seen, words: str) -> str:
    """What a person typed, with players counted from 0 as in names; a bare number turns the Burner."""
    if pos.s.phase == BURN and words.isdecimal():
        return f"burn {words}"
    return re.sub(r"(?<=^support )\d$|(?<=^seat )\d$", lambda seat: str(int(seat[0]) - 1), words)


def happened(before: Seen, after: Seen) -> list[Message]:
    """The tiles that are gone for good after a fight or the Burner."""
    states = zip(TILE_NAMES, before.s.tiles, after.s.tiles, strict=True)
    lost = [name for name, tile, then in states if tile.state != GONE == then.state]
    return [Message("lost", {"tiles": ", ".join(lost)})] if lost else []


def floor(shown: View) -> Text:
    """The table from above, north up: a tile by its letter, its pawn by a star, the die by a square, the box as a block."""
    rows = COLUMNS // 2
    text = Text()
    standing = {pawn for player in shown.players for pawn in player.pawns}
    for row in range(rows):
        y = (0.5 - (row + 0.5) / rows) * shown.table
        for column in range(COLUMNS):
            x = ((column + 0.5) / COLUMNS - 0.5) * shown.table
            text.append(*sign(shown, x, y, standing))
        text.append("\n")
    return text


def sign(shown: View, x: float, y: float, standing: set[str]) -> tuple[str, str]:
    """What is seen at a point, and its style."""
    reach = shown.table / COLUMNS
    if shown.die and max(abs(x - shown.die.x), abs(y - shown.die.y)) <= reach:
        return "■", NEW
    for tile in reversed(shown.tiles):
        if inside(tile.outline, x, y):
            here = max(abs(x - tile.x), abs(y - tile.y)) <= reach and tile.name in standing
            return ("★" if here else tile.name[0]), style(tile)
    if shown.box and in_box(shown, x, y):
        return "▒", BOX
    return "·", EMPTY


def style(tile: Tile) -> str:
    """By owner; a new tile is white."""
    if tile.fresh:
        return NEW
    return NEUTRAL if tile.owner is None else OWNERS[tile.owner]


def inside(outline: list[tuple[float, float]], x: float, y: float) -> bool:
    """Whether a point lies in a convex outline."""
    if max(abs(x - outline[0][0]), abs(y - outline[0][1])) > LONGEST:  # most are far away
        return False
    signs = {
        (b[0] - a[0]) * (y - a[1]) > (b[1] - a[1]) * (x - a[0]) for a, b in zip(outline, outline[1:] + outline[:1], strict=True)
    }
    return len(signs) == 1


def in_box(shown: View, x: float, y: float) -> bool:
    """Whether a point lies under the box."""
    assert shown.box
    angle = math.radians(shown.box.angle)
    dx, dy = x - shown.box.x, y - shown.box.y
    along, across = dx * math.cos(angle) + dy * math.sin(angle), dy * math.cos(angle) - dx * math.sin(angle)
    return abs(along) <= shown.box.size[0] / 2 and abs(across) <= shown.box.size[1] / 2
