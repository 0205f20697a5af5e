"""Small tables of Big Brain Bang built by hand: tiles by their lower left corner (mm), a die where the next one goes."""

from typing import Any

import bangbox
from bangbox.core.position import Position

# From the lower left corner of a tile's bounding box to its (first) hole, face a, unturned; and the box's size, in millimetres.
HOLE = {"S": (16, 21), "M": (34, 42), "L": (16, 31)}
EXTENT = {"S": (54, 36), "M": (56, 56), "L": (100, 50)}
DICE = {"S": "r", "M": "k", "L": "w"}
COUNTS = {"S": 16, "M": 14, "L": 10}


def mm(value: float) -> int:
    """Millimetres in the units of a text."""
    return round(100 * value)


def hole(letter: str, left: float, bottom: float) -> tuple[int, int]:
    """Where the hole of such a tile is."""
    return mm(left + HOLE[letter][0]), mm(bottom + HOLE[letter][1])


def tile(name: str, left: float, bottom: float, fresh: bool = False) -> str:
    """The text of a tile, unturned, face a."""
    x, y = hole(name[0], left, bottom)
    return f"{'*' * fresh}{name}:1a@{x},{y},0"


def order(text: str) -> tuple[int, int]:
    name = text.lstrip("*").split(":")[0]
    return "SML".index(name[0]), int(name[1:])


def table(phase: str, *tiles: str, pawns: str = "", **fields: Any) -> Position:
    """A position: `table("place", tile("M1", 0, 0), pawns="M1,-/-,-", die=("S", 60, 0))`. Tiles up to the highest are used up.

    `die` gives the size and lower left corner of the tile that `1a0` will place. Other fields are those of the text.
    """
    pawns = pawns or "-,-/-,-"
    seats = pawns.count("/") + 1
    used = {letter: max([int(order(t)[1]) for t in tiles if t.lstrip("*")[0] == letter], default=0) for letter in "SML"}
    left = [COUNTS[letter] - used[letter] for letter in "SML"]
    dice, die = fields.get("dice", "0"), "-"
    if "die" in fields:
        letter, *corner = fields["die"]
        x, y = hole(letter, *corner)
        die = f"{x},{y},0"
        dice = fields.get("dice", DICE[letter] + ("r" if letter != "S" else "k") + "0")
    words = [
        phase,
        str(fields.get("seat", 0)),
        str(fields.get("turn", 5)),
        fields.get("tokens", ",".join(["0"] * seats)),
        fields.get("piles", ",".join(map(str, left))),
        "/".join(sorted(tiles, key=order)) or "-",
        pawns,
        dice,
        fields.get("box", "-"),
        fields.get("flight", "-"),
        die,
        fields.get("meeting", "-"),
        fields.get("broken", "-"),
        fields.get("throws", "cheap"),
    ]
    return bangbox.game("bigbrainbang").position(" ".join(words))


def names(pos: Position) -> list[str]:
    """The listed choices by name."""
    return [pos.name(action) for action in pos.choices()]


def word(pos: Position, field: str) -> str:
    """A field of the position's text."""
    return dict(
        zip(
            [
                "phase",
                "seat",
                "turn",
                "tokens",
                "piles",
                "tiles",
                "pawns",
                "dice",
                "box",
                "flight",
                "die",
                "meeting",
                "broken",
                "throws",
            ],
            pos.text.split(),
            strict=True,
        )
    )[field]


def lying(pos: Position) -> list[str]:
    """The names of the tiles on the table."""
    return [] if word(pos, "tiles") == "-" else [part.lstrip("*").split(":")[0] for part in word(pos, "tiles").split("/")]


def owners(pos: Position) -> dict[str, int | None]:
    """Whose each tile is."""
    return {shown.name: shown.owner for shown in pos.view().tiles}
