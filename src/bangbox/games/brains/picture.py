"""Mmm… Brains! drawn: everybody's plate, the platter in the middle and the dice on the chopping board."""

from pathlib import Path

from bangbox.core.messages import Words
from bangbox.core.pictures.drawing import HIGH, WIDE, Attribute, at, fitted, player, sheet, tag, write

from .views import Die, Player, View

INK, SOFT, BONE = "#2a2130", "#56624f", "#f6ecd6"
PAINTS = {"r": "#c92a2a", "y": "#f2b705", "g": "#2b8a4b", "b": "#1f6fd1", "k": "#2b2630"}
# Every colour has a shape of its own: heart, star, clover, drop, coffin; a number can stand in it.
SIGNS = {
    "r": "M50 92C20 68 5 50 5 31 5 16 16 6 29 6c9 0 17 5 21 13C54 11 62 6 71 6c13 0 24 10 24 25 0 19-15 37-45 61z",
    "y": "M50 3 63.5 33 97 36.5 72 59 79 93 50 76 21 93 28 59 3 36.5 36.5 33z",
    "g": "M50 4c14 0 24 10 24 23 0 5-1.5 9-4 13 3-1 5-1.5 8-1.5 12 0 20 9 20 20.5S89 80 77 80c-9 0-17-4-22-10 1 9 4 17 10 25H35"
    "c6-8 9-16 10-25-5 6-13 10-22 10C11 80 2 71 2 59s8-20.5 20-20.5c3 0 5 .5 8 1.5-2.5-4-4-8-4-13C26 14 36 4 50 4z",
    "b": "M50 2c14 21 35 38 35 61 0 19-16 34-35 34S15 82 15 63C15 40 36 23 50 2z",
    "k": "M34 3h32l22 30-14 64H26L12 33z",
}
LOW = {"r": 62, "y": 69, "g": 67, "b": 79, "k": 69}  # where a number stands in a sign
FLESH = (
    "M24 7C20 1.5 12.5 2 10.5 7 4.5 7 1.5 13 4 18-.5 21.5 2 30.5 9 31c2 6.5 10.5 8.5 15 4.5 4.5 4 13 2 15-4.5 7-.5 9.5-9.5 5-13 "
    "2.5-5 -.5-11-6.5-11C35.5 2 28 1.5 24 7z"
)
FOLDS = (
    "M24 8c-2 6 1.8 11 0 17.5-1 4-.2 7 0 9.5M17 8.5c-2.5 2-.5 6-4.5 7M8 17c4-.5 5.5 3.5 2.5 6.5M18.5 16.5c-4 .5-5 5-1.5 7.5"
    "M11 30c1-3.5 5-4 6.5-1M31 8.5c2.5 2 .5 6 4.5 7M40 17c-4-.5-5.5 3.5-2.5 6.5M29.5 16.5c4 .5 5 5 1.5 7.5M37 30c-1-3.5-5-4-6.5-1"
)


def picture(view: View, names: list[str], language: str) -> str:
    """Plates above, the platter and the board below."""
    words = Words(Path(__file__).parent, names, language)
    step = (WIDE - 60) / len(view.players)
    plates = [
        at(30 + step * (seat + 0.5), 226, plate(found, player(names, seat, language), step, view.seat == seat))
        for seat, found in enumerate(view.players)
    ]
    title = write(40, 78, "Mmm… Brains!", 54, INK, font_weight=700)
    phase = write(WIDE - 40, 74, words(f"phase.{view.phase}"), 38, SOFT, text_anchor="end")
    return sheet("Mmm… Brains!", "#dbe9d6", cloth(), title, phase, *plates, at(170, 480, platter(view)), board(view.dice))


def cloth() -> str:
    """The checked tablecloth."""
    squares = "".join(f"M{x} {y}h60v60h-60z" for y in range(0, HIGH, 60) for x in range(60 * (y // 60 % 2), WIDE, 120))
    return tag("path", d=squares, fill="#cde2ca")


def brain(x: float, y: float, wide: float) -> str:
    """A brain around a spot."""
    flesh = tag("path", d=FLESH, fill="#f08fa6", stroke="#b8476a", stroke_width=2.2, stroke_linejoin="round")
    folds = tag("path", d=FOLDS, fill="none", stroke="#b8476a", stroke_width=1.9, stroke_linecap="round")
    return at(x - wide / 2, y - wide * 0.42, flesh, folds, scale=wide / 48)


def sign(colour: str, wide: float, number: str = "") -> str:
    """A colour's sign around (0, 0)."""
    shape = tag("path", d=SIGNS[colour], fill=PAINTS[colour], stroke="#7a5200" if colour == "y" else "#fff8", stroke_width=3)
    ink = "#3d2900" if colour == "y" else "#fff"
    written = write(50, LOW[colour], number, 52, ink, font_weight=700, text_anchor="middle")
    return at(-wide / 2, -wide / 2, shape, written, scale=wide / 100)


def plate(found: Player, name: str, room: float, acting: bool) -> str:
    """A player's plate: brains on it, the colour's sign, name and number below; whose turn it is has a frame."""
    rx = min(room * 0.42, 128)
    edge, broad = ("#2c7a4b", 9) if acting else ("#d9cfbd", 4)
    round_ = tag("ellipse", rx=rx, ry=66, fill="#fffdf7", stroke=edge, stroke_width=broad)
    well = tag("ellipse", rx=rx * 0.72, ry=44, fill="#f3ecdd")
    shown = min(5, (found.held.number + 9) // 10)
    brains = [brain((i - (shown - 1) / 2) * rx * 0.27, -4, rx * 0.5) for i in range(shown)]
    dish = at(0, 0, round_, well, *brains, opacity=0.45 if found.out else 1)
    number = str(found.held.number)
    left = -room / 2 + 14
    label = tag("rect", x=left, y=50, width=room - 28, height=54, rx=27, fill="#fffdf7", stroke="#d9cfbd", stroke_width=2)
    called = fitted(left + 56, 88, name, room - 104 - 24 * len(number), 32, INK)
    return (
        dish
        + label
        + at(left + 30, 78, sign(found.colour, 36))
        + called
        + write(room / 2 - 32, 90, number, 38, INK, font_weight=700, text_anchor="end")
    )


def platter(view: View) -> str:
    """What is still in the middle."""
    dish = tag("ellipse", rx=136, ry=86, fill="#e4e7ea", stroke="#9aa3ab", stroke_width=5)
    well = tag("ellipse", rx=104, ry=60, fill="#cfd4d9")
    shown = min(5, (view.middle.number + 24) // 25)
    brains = [brain((i - (shown - 1) / 2) * 36, -8, 78) for i in range(shown)]
    return dish + well + "".join(brains) + write(0, 132, str(view.middle.number), 56, INK, font_weight=700, text_anchor="middle")


def board(dice: list[Die]) -> str:
    """The chopping board with the dice."""
    wood = tag("rect", x=350, y=364, width=820, height=236, rx=34, fill="#c98f58", stroke="#a96f3d", stroke_width=8)
    lines = tag("path", d="M370 420h780M370 482h780M370 544h780", stroke="#b67c47", stroke_width=3)
    return wood + lines + "".join(at(452 + 154 * i, 482, die(found)) for i, found in enumerate(dice))


def die(found: Die) -> str:
    """A bone die and what lies on top; in the cup it is only an outline."""
    if found.top == "?":
        dashes: dict[str, Attribute] = {"stroke": "#7a4c26", "stroke_width": 5, "stroke_dasharray": "14 12"}
        return tag("rect", x=-62, y=-62, width=124, height=124, rx=24, fill="none", **dashes)
    cube = tag("rect", x=-66, y=-66, width=132, height=132, rx=26, fill=BONE, stroke="#8d7a53", stroke_width=4)
    if found.top == "*":
        return cube + brain(0, -6, 108) + at(44, 44, sign(found.brain, 34))
    return cube + sign(found.colour or "k", 106, found.top)
