"""What drawings are written with: tags, texts and a sheet of one size, so that no word of a player can break out of its place."""

import re
from html import escape
from pathlib import Path
from typing import NamedTuple

from bangbox.core.messages import Words

WIDE, HIGH = 1200, 630  # of a sheet, in the units that all drawings use
FONT = "Bangbox, sans-serif"
INK, SOFT = "#f5ecdf", "#b9acb6"
SEATS = ("#ff8a65", "#7db8ff", "#7fd69a", "#f4c35c", "#d5a3ff", "#6fd6e3", "#ff9bcb")  # by seat, always with a shape
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\ufffe\uffff]")

Attribute = str | float


def tag(name: str, *inside: str, **attributes: Attribute) -> str:
    """An element; `stroke_width` stands for stroke-width, `class_` for class. What is inside must be drawing, not words."""
    shown = "".join(f' {key.rstrip("_").replace("_", "-")}="{value(given)}"' for key, given in attributes.items())
    return f"<{name}{shown}>{''.join(inside)}</{name}>" if inside else f"<{name}{shown}/>"


def value(given: Attribute) -> str:
    """An attribute's value: numbers to a hundredth, texts escaped."""
    return f"{given:.2f}".rstrip("0").rstrip(".") if isinstance(given, float) else escape(str(given))


def words(text: str) -> str:
    """A text as it may stand in a drawing: escaped, without signs that XML forbids or that turn the reading round."""
    return escape(UNSEEN.sub("", text), quote=False)


def write(x: float, y: float, text: str, size: float = 36, fill: str = INK, **attributes: Attribute) -> str:
    """A line of text that begins at x (or as `text_anchor` says) and stands on y."""
    return tag("text", words(text), x=x, y=y, font_size=size, fill=fill, **attributes) if words(text) else ""


def fitted(x: float, y: float, text: str, room: float, size: float = 36, fill: str = INK, **attributes: Attribute) -> str:
    """A line of text that takes no more than `room`: smaller down to two thirds, then shortened."""
    about = 0.56 if attributes.get("font_weight") else 0.53  # breadth of a letter on average
    small = max(size * 2 / 3, min(size, room / (about * max(len(text), 1))))
    most = max(2, int(room / (about * small)))
    return write(x, y, text if len(text) <= most else f"{text[: most - 1].rstrip()}…", small, fill, **attributes)


def at(x: float, y: float, *inside: str, scale: float = 1, turn: float = 0, **attributes: Attribute) -> str:
    """A group around another middle."""
    moved = f"translate({value(float(x))} {value(float(y))})"
    moved += f" rotate({value(float(turn))})" if turn else ""
    moved += f" scale({scale:.4g})" if scale != 1 else ""
    return tag("g", *inside, transform=moved, **attributes)


def glow(name: str, *stops: tuple[float, str, float]) -> str:
    """A round gradient: (where, colour, opacity) from the middle outwards."""
    return tag("radialGradient", *(tag("stop", offset=w, stop_color=c, stop_opacity=o) for w, c, o in stops), id=name)


SHAPES = (
    "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z",
    "M3 3h18v18H3z",
    "M12 2 23 21H1z",
    "M12 1 23 12 12 23 1 12z",
    "M12 1l3.100 7.100 7.700.700-5.800 5.100 1.700 7.600L12 17.600 5.300 21.500 7 13.900 1.200 8.800l7.700-.700z",
    "M8 2h8v6h6v8h-6v6H8v-6H2V8h6z",
    "M6.500 2.500h11L23 12l-5.500 9.500h-11L1 12z",
)  # as ui/SeatMark.svelte has them


def seat_mark(seat: int, size: float, colours: tuple[str, ...] = SEATS) -> str:
    """The sign of a seat around (0, 0): a colour and always a shape with it."""
    shape = tag("path", d=SHAPES[seat % len(SHAPES)], fill=colours[seat % len(colours)])
    return tag("g", shape, transform=f"scale({size / 24:.4g}) translate(-12 -12)")


def sheet(label: str, background: str, *inside: str) -> str:
    """A whole drawing: 1200 × 630 units on a plain ground, with a name for those who cannot see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="800" height="420" role="img" '
        f'font-family="{FONT}"><title>{words(label)}</title>'
        f"{tag('rect', width=WIDE, height=HIGH, fill=background)}{''.join(inside)}</svg>"
    )


class Line(NamedTuple):
    """A player in a list: sign, name, a number, and whether it is this player's turn."""

    mark: str
    name: str
    number: str
    acting: bool


def standings(x: float, y: float, room: float, lines: list[Line], step: float = 70, ink: str = INK) -> str:
    """The players one below the other; an arrow marks whose turn it is."""
    size = min(36, step * 0.52)
    drawn = []
    for place, line in enumerate(lines):
        base = y + place * step
        if line.acting:
            drawn.append(tag("path", d=f"M{x - 26} {base - 12}l18 12-18 12z", fill=ink))
        drawn.append(at(x + size / 2, base, line.mark))
        taken = 0.62 * size * len(line.number)
        drawn.append(fitted(x + size * 1.4, base + size / 3, line.name, room - size * 1.6 - taken, size, ink))
        drawn.append(write(x + room, base + size / 3, line.number, size, ink, font_weight=700, text_anchor="end"))
    return "".join(drawn)


def player(names: list[str], seat: int, language: str) -> str:
    """What a seat is called: by its player's name, or by its number."""
    known = seat < len(names) and names[seat]
    return known or Words(Path(__file__).parent, None, language)("player", n=seat + 1)
