"""Big Brain Bang drawn: the felt table from above with its tiles, pawns, box and die; points and piles beside it."""

import math

from bangbox.core.pictures.drawing import HIGH, SHAPES, WIDE, Line, at, glow, player, seat_mark, sheet, standings, tag, write

from .views import Tile, View

Outline = list[tuple[float, float]]

RINGS = ("#ffb35c", "#8fd0ff", "#d8ff8a", "#ff9de0")
DASHES = ("none", "14 16", ".1 15", "20 15 .1 15")  # of a seat's outline, in millimetres
DICE = {"red": "#e2453c", "black": "#2b2633", "white": "#fbf5e6"}
TILES = {
    "small": ("#ee7d78", "#8f2b31", "#4a0d12"),
    "medium": ("#4a4258", "#1d1826", "#f6effc"),
    "large": ("#f3e6c6", "#9b8252", "#4a3a14"),
}  # face, edge and ink
PILES = (("small", "red"), ("medium", "black"), ("large", "white"))  # and the die that calls for each
FRAME = 22  # of the table, in millimetres
INK, ROOM = "#ffeef6", "#241420"
FELT = tag("defs", glow("felt", (0, "#3d8a84", 1), (0.7, "#2c716d", 1), (1, "#215a58", 1)))
STAR = "M12 1l3.1 7.1 7.7.7-5.8 5.1 1.7 7.6L12 17.6 5.3 21.5 7 13.9 1.2 8.8l7.7-.7z"  # a token


def picture(view: View, names: list[str], language: str) -> str:
    """The table at the right; title, players and piles at the left."""
    half = view.table * 500
    scale = (HIGH - 30) / (2 * (half + FRAME))
    acting = view.seat if view.phase != "over" else None
    lines = [
        Line(seat_mark(seat, 40, RINGS), player(names, seat, language), str(found.points), seat == acting)
        for seat, found in enumerate(view.players)
    ]
    panel = write(60, 96, "Big Brain Bang", 58, INK, font_weight=700) + standings(60, 190, 440, lines, 96, INK)
    tokens = [tag("path", d=STAR, fill="#ffd23f", transform=f"translate({118 + 30 * i} {212 + 96 * seat}) scale(1.1)")
              for seat, found in enumerate(view.players) for i in range(found.tokens)]  # fmt: skip
    seen = at(WIDE - HIGH / 2, HIGH / 2, table(view, half), scale=scale)
    return sheet("Big Brain Bang", ROOM, FELT, panel, *tokens, piles(view), seen)


def piles(view: View) -> str:
    """How many tiles of each size are left, each with the die that calls for it."""
    found = []
    for place, (size, die) in enumerate(PILES):
        x = 60 + 150 * place
        found.append(tag("rect", x=x, y=540, width=40, height=40, rx=8, fill=DICE[die], stroke="#ffffff90", stroke_width=2))
        found.append(write(x + 54, 574, f"×{view.piles[size]}", 36, INK))
    return "".join(found)


def table(view: View, half: float) -> str:
    """The table around its middle, in millimetres."""
    outer = half + FRAME
    wood = tag("rect", x=-outer, y=-outer, width=2 * outer, height=2 * outer, rx=26, fill="#8a5a39")
    felt = tag("rect", x=-half, y=-half, width=2 * half, height=2 * half, fill="url(#felt)", stroke="#10201f", stroke_width=3)
    sides = [side(seat, found.side, half, view.decider == seat) for seat, found in enumerate(view.players)]
    outlines = {tile.name: path(tile.outline) for tile in view.tiles}
    halos = [halo("".join(outlines[name] for name in net.tiles), net.owner) for net in view.networks if net.owner is not None]
    tiles = [drawn(tile, view.die_size) for tile in view.tiles]
    box = [path_of_box(view)] if view.box else []
    die = [die_at(view)] if view.die else []
    return "".join([wood, felt, *sides, *halos, *tiles, *box, *pawns(view), *die])


def side(seat: int, where: int, half: float, asked: bool) -> str:
    """A seat's side of the table."""
    broad, opacity = (13, 1) if asked else (9, 0.6)
    line = tag("path", d=f"M{-half * 0.45} {half + 11}H{half * 0.45}", stroke=RINGS[seat], stroke_width=broad, opacity=opacity,
               stroke_linecap="round", stroke_dasharray=DASHES[seat])  # fmt: skip
    return at(0, 0, line, turn=-90.0 * where)


def mm(point: tuple[float, float]) -> tuple[float, float]:
    """A point of the table in millimetres, as drawings count: downwards."""
    return point[0] * 1000, -point[1] * 1000


def path(outline: Outline) -> str:
    """An outline as a path."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in map(mm, outline)) + "Z"


def rectangle(at_: tuple[float, float], angle: float, length: float, width: float) -> Outline:
    """A rectangle of the table around a point, turned by an angle in degrees."""
    sin, cos = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    corners = [(a * length / 2, b * width / 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return [(at_[0] + a * cos - b * sin, at_[1] + a * sin + b * cos) for a, b in corners]


def halo(outline: str, owner: int) -> str:
    """The light around a network in its owner's colour and dashes."""
    line = {"d": outline, "fill": "none", "stroke": RINGS[owner], "stroke_linejoin": "round", "stroke_linecap": "round"}
    wide = tag("path", stroke_width=17, opacity=0.3, **line)
    return wide + tag("path", stroke_width=9, stroke_dasharray=DASHES[owner], **line)


def drawn(tile: Tile, die: float) -> str:
    """A tile with its holes and its name."""
    face, edge, ink = TILES[tile.size]
    outline = path(tile.outline) + "".join(path(rectangle(hole, tile.angle, die * 1.08, die * 1.08)) for hole in tile.holes)
    shape = tag("path", d=outline, fill=face, stroke=edge, stroke_width=3, stroke_linejoin="round", fill_rule="evenodd")
    x, y = named_at(tile)
    return shape + write(x, y + 5, tile.name, 15, ink, font_weight=700, text_anchor="middle")


def middle(outline: Outline) -> tuple[float, float]:
    """The mean of an outline's corners."""
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def named_at(tile: Tile) -> tuple[float, float]:
    """Where a name stands clear of the holes."""
    if len(tile.holes) > 1:
        return mm(middle(list(tile.holes[:2])))
    (hx, hy), (cx, cy) = mm(tile.holes[0]), mm(middle(tile.outline))
    away = math.hypot(cx - hx, cy - hy) or 1
    far = 18 if tile.size == "small" else 26
    return hx + (cx - hx) / away * far, hy + (cy - hy) / away * far


def path_of_box(view: View) -> str:
    """The game's box from above."""
    assert view.box is not None
    long, wide, _ = view.box.size
    outline = path(rectangle((view.box.x, view.box.y), view.box.angle, long, wide))
    return tag("path", d=outline, fill="#b0246f", stroke="#ffd6ea", stroke_width=5, stroke_linejoin="round", opacity=0.92)


def die_at(view: View) -> str:
    """The die that lies on the table."""
    assert view.die is not None
    size = view.die_size * 1.25
    outline = path(rectangle((view.die.x, view.die.y), view.die.angle, size, size))
    edge = "#8a8070" if view.die.colour == "white" else "#ffffffb0"
    return tag("path", d=outline, fill=DICE[view.die.colour], stroke=edge, stroke_width=2)


def pawns(view: View) -> list[str]:
    """The pawns that stand on tiles, with their seat's shape."""
    tiles = {tile.name: tile for tile in view.tiles}
    found = []
    for seat, one in enumerate(view.players):
        for place, name in enumerate(one.pawns):
            if name in tiles:
                x, y = mm(middle(tiles[name].outline))
                aside = (place - 0.5) * 20 if one.pawns[0] == one.pawns[1] else 0
                found.append(at(x + aside, y, pawn(seat), scale=1.2))
    return found


def pawn(seat: int) -> str:
    """A pawn standing at (0, 0), about 20 wide."""
    body = "M-11 1C-11 -7 -5 -9 -4.5 -16A7.5 7.5 0 1 1 4.5 -16C5 -9 11 -7 11 1Q0 6 -11 1z"
    sign = tag("path", d=SHAPES[seat], fill="#1d1826", transform="translate(-5.4 -9.5) scale(.45)")
    return tag("path", d=body, fill=RINGS[seat], stroke="#1d1826", stroke_width=1.6) + sign
