"""The table of Big Brain Bang in a terminal: a map of its tiles, and a line a player."""

import math

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bangbox.core.messages import Message, Seat, render
from bangbox.core.position import Position

from .views import Player, Tile, View, view

COLUMNS = 60  # of the map; a sign is about twice as high as wide
OWNERS = ["bold white on dodger_blue3", "bold black on gold1", "bold white on red3", "bold black on green3"]
NEUTRAL = "bold black on grey70"
NEW = "bold black on white"
EMPTY = "grey42"
BOX = "black on rosy_brown"


def draw(pos: Position, names: list[str] | None = None, language: str = "en") -> RenderableType:
    """Everything on the table, for rich to print."""
    shown = view(pos)

    def words(key: str, **args: int | str | Seat) -> str:
        return render(pos.game.kind, Message(key, dict(args)), names, language)

    players = Table.grid(padding=(0, 2))
    for seat, player in enumerate(shown.players):
        mark = "▶" if seat == shown.decider and shown.phase not in ("drop", "end") else " "
        players.add_row(mark, *line(seat, player, words("table.player", who=Seat(seat)), words("table.tokens", n=player.tokens)))
    piles = words("table.piles", **shown.piles) + "   " + words("table.turns", n=shown.turns_left)
    return Group(floor(shown), players, piles)


def line(seat: int, player: Player, name: str, tokens: str) -> list[RenderableType]:
    """A player: name, points, tokens, where the pawns are."""
    return [Text(f" {name} ", style=OWNERS[seat]), f"{player.points:>3}", tokens, " ".join(player.pawns)]


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
