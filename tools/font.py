"""Draws our typeface from skeletons of strokes and writes it for the pages and for drawings: `python -m tools.font`.

A glyph is a few lines and arcs along the middle of its strokes; a broad, slightly flat pen goes over them. Units: 1000 a square.
Needs fonttools and shapely (both in the dev extra of this project).
"""

import math
from pathlib import Path

from fontTools.agl import UV2AGL
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Point, Polygon
from shapely.ops import unary_union

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "web" / "src" / "fonts"  # as .woff
DRAWINGS = ROOT / "src" / "bangbox" / "core" / "pictures" / "fonts"  # the same, not compressed
# by weight: breadth of upright strokes, room beside the ink, room of a space
WEIGHTS = {"regular": (400, 86, 46, 250), "bold": (700, 136, 34, 230)}
FIGURE = 590  # all figures are as broad, so that clocks and scores stand still
FLAT = 0.8  # lying strokes are this much thinner
B, X, C, D = 54, 448, 648, -140  # middle of strokes at baseline, x-height, capitals, descenders
LIFT = 165  # accents on capitals stand higher
LEAN = 2.35  # bowls are a little square: the exponent of their superellipse

Stroke = list[tuple[float, float]]


def l(*xy: float) -> Stroke:  # noqa: E743
    """A line through points."""
    return list(zip(xy[::2], xy[1::2], strict=True))


def a(cx: float, cy: float, rx: float, ry: float, start: float, end: float) -> Stroke:
    """An arc, degrees against the clock from the right."""
    steps = max(8, int(abs(end - start) / 5))
    return [bowl(cx, cy, rx, ry, start + (end - start) * i / steps) for i in range(steps + 1)]


def bowl(cx: float, cy: float, rx: float, ry: float, degrees: float) -> tuple[float, float]:
    """A point of a superellipse."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    power = 2 / LEAN
    return cx + rx * math.copysign(abs(c) ** power, c), cy + ry * math.copysign(abs(s) ** power, s)


def o(cx: float, cy: float, rx: float, ry: float) -> Stroke:
    """A ring."""
    return a(cx, cy, rx, ry, 0, 360)


def dot(x: float, y: float) -> Stroke:
    """A point, a little larger than a stroke is broad."""
    return [(x - 6, y), (x + 6, y)]


M, R = (B + X) / 2, (X - B) / 2  # middle and radius of small bowls
CM, CR = (B + C) / 2, (C - B) / 2

GLYPHS: dict[str, list[Stroke]] = {
    "A": [l(0, B, 225, C, 450, B), l(80, 225, 370, 225)],
    "B": [
        l(185, C, 0, C, 0, B, 205, B), l(0, 368, 205, 368), a(185, 508, 150, 140, 90, -90), a(205, 211, 175, 157, 90, -90),
    ],
    "C": [a(245, CM, 245, CR, 48, 312)],
    "D": [l(0, B, 0, C, 170, C), a(170, CM, 265, CR, 90, -90), l(170, B, 0, B)],
    "E": [l(330, C, 0, C, 0, B, 330, B), l(0, 360, 280, 360)],
    "F": [l(325, C, 0, C, 0, B), l(0, 340, 270, 340)],
    "G": [a(250, CM, 250, CR, 46, 345), l(290, 330, 490, 330, 490, 240)],
    "H": [l(0, B, 0, C), l(410, B, 410, C), l(0, 355, 410, 355)],
    "I": [l(0, B, 0, C)],
    "J": [l(280, C, 280, 210), a(135, 210, 145, 156, 0, -165)],
    "K": [l(0, B, 0, C), l(380, C, 30, 340), l(130, 420, 400, B)],
    "L": [l(0, C, 0, B, 300, B)],
    "M": [l(0, B, 30, C, 270, 230, 510, C, 540, B)],
    "N": [l(0, B, 0, C, 410, B, 410, C)],
    "O": [o(270, CM, 270, CR)],
    "P": [l(0, B, 0, C, 190, C), a(190, 475, 175, 173, 90, -90), l(190, 302, 0, 302)],
    "Q": [o(270, CM, 270, CR), l(340, 190, 500, 20)],
    "R": [l(0, B, 0, C, 190, C), a(190, 485, 175, 163, 90, -90), l(190, 322, 0, 322), l(190, 322, 390, B)],
    "S": [a(205, 502, 180, 146, 38, 270), a(205, 205, 200, 151, 90, -145)],
    "T": [l(0, C, 430, C), l(215, C, 215, B)],
    "U": [l(0, C, 0, 250), a(205, 250, 205, 196, 180, 360), l(410, 250, 410, C)],
    "V": [l(0, C, 220, B, 440, C)],
    "W": [l(0, C, 150, B, 325, 560, 500, B, 650, C)],
    "X": [l(0, C, 410, B), l(410, C, 0, B)],
    "Y": [l(0, C, 210, 330, 420, C), l(210, 330, 210, B)],
    "Z": [l(0, C, 390, C, 0, B, 400, B)],
    "a": [o(190, M, 190, R), l(380, X, 380, B)],
    "b": [l(0, C + 20, 0, B), o(190, M, 190, R)],
    "c": [a(190, M, 190, R, 48, 312)],
    "d": [o(190, M, 190, R), l(380, C + 20, 380, B)],
    "e": [l(20, M - 4, 375, M - 4), a(195, M, 195, R, -2, 312)],
    "f": [a(215, 548, 135, 120, 70, 180), l(80, 548, 80, B), l(-20, X - 20, 230, X - 20)],
    "g": [o(190, M, 190, R), l(380, X, 380, 0), a(190, 0, 190, 140, 0, -150)],
    "h": [l(0, C + 20, 0, B), a(180, 260, 180, 188, 180, 0), l(360, 260, 360, B)],
    "i": [l(0, X, 0, B), dot(0, 640)],
    "j": [l(110, X, 110, -40), a(0, -40, 110, 100, 0, -95), dot(110, 640)],
    "k": [l(0, C + 20, 0, B), l(300, X, 30, 230), l(110, 290, 330, B)],
    "l": [l(0, C + 20, 0, 170), a(110, 170, 110, 116, 180, 275)],
    "m": [l(0, X, 0, B), a(148, 280, 148, 168, 180, 0), l(296, 280, 296, B), a(444, 280, 148, 168, 180, 0), l(592, 280, 592, B)],
    "n": [l(0, X, 0, B), a(180, 260, 180, 188, 180, 0), l(360, 260, 360, B)],
    "o": [o(205, M, 205, R)],
    "p": [l(0, X, 0, D), o(190, M, 190, R)],
    "q": [o(190, M, 190, R), l(380, X, 380, D)],
    "r": [l(0, X, 0, B), a(180, 250, 180, 198, 180, 62)],
    "s": [a(160, 352, 145, 96, 35, 270), a(160, 155, 160, 101, 90, -148)],
    "t": [l(80, 600, 80, 180), a(205, 180, 125, 126, 180, 285), l(-20, X - 20, 240, X - 20)],
    "u": [l(0, X, 0, 240), a(180, 240, 180, 186, 180, 360), l(360, X, 360, B)],
    "v": [l(0, X, 175, B, 350, X)],
    "w": [l(0, X, 130, B, 275, 380, 420, B, 550, X)],
    "x": [l(0, X, 330, B), l(330, X, 0, B)],
    "y": [l(0, X, 180, 70), l(360, X, 150, -30), a(20, -30, 130, 110, 0, -70)],
    "z": [l(0, X, 310, X, 0, B, 320, B)],
    "0": [o(210, CM, 210, CR)],
    "1": [l(0, 540, 150, C, 150, B)],
    "2": [a(185, 470, 180, 178, 165, -25), l(330, 360, 0, B, 375, B)],
    "3": [l(10, C, 330, C, 150, 410), a(165, 230, 190, 176, 95, -150)],
    "4": [l(270, C, 0, 220, 390, 220), l(290, 400, 290, B)],
    "5": [l(330, C, 50, C, 25, 400), a(165, 240, 195, 186, 122, -150)],
    "6": [a(200, 235, 200, 181, 0, 360), l(300, C, 60, 370), a(200, 235, 200, 181, 140, 180)],
    "7": [l(0, C, 360, C, 120, B)],
    "8": [o(190, 500, 160, 148), o(190, 208, 190, 154)],
    "9": [o(200, 467, 200, 181), l(100, B, 340, 332)],
    ".": [dot(0, B + 4)],
    ",": [l(20, B + 20, -20, -70)],
    ":": [dot(0, B + 4), dot(0, X - 30)],
    ";": [l(20, B + 20, -20, -70), dot(10, X - 30)],
    "!": [l(0, C, 0, 270), dot(0, B + 6)],
    "?": [a(155, 490, 155, 158, 165, -70), l(175, 340, 165, 255), dot(165, B + 6)],
    "-": [l(0, 265, 170, 265)],
    "–": [l(0, 265, 300, 265)],
    "—": [l(0, 265, 560, 265)],
    "…": [dot(0, B + 4), dot(200, B + 4), dot(400, B + 4)],
    "'": [l(0, C, 0, 520)],
    "’": [l(20, C, -10, 530)],
    "‘": [l(-10, C, 20, 530)],
    "“": [l(-10, C, 20, 530), l(150, C, 180, 530)],
    "”": [l(20, C, -10, 530), l(180, C, 150, 530)],
    "‚": [l(20, B + 20, -20, -70)],
    "„": [l(20, B + 20, -20, -70), l(180, B + 20, 140, -70)],
    '"': [l(0, C, 0, 520), l(160, C, 160, 520)],
    "(": [a(170, 300, 170, 430, 125, 235)],
    ")": [a(0, 300, 170, 430, 55, -55)],
    "+": [l(0, 290, 340, 290), l(170, 120, 170, 460)],
    "=": [l(0, 200, 320, 200), l(0, 380, 320, 380)],
    "/": [l(0, -20, 260, 700)],
    "&": [a(190, 520, 120, 128, -45, 225), l(100, 430, 420, B), a(180, 205, 180, 151, 130, 380)],
    "#": [l(90, 40, 150, 660), l(290, 40, 350, 660), l(10, 450, 430, 450), l(0, 250, 420, 250)],
    "%": [o(90, 530, 90, 110), o(410, 170, 90, 110), l(80, 40, 420, 660)],
    "·": [dot(0, 300)],
    "×": [l(0, 130, 320, 450), l(320, 130, 0, 450)],
    "−": [l(0, 290, 340, 290)],
    "*": [l(0, 560, 220, 560), l(55, 655, 165, 465), l(165, 655, 55, 465)],
    "<": [l(300, 480, 0, 290, 300, 100)],
    ">": [l(0, 480, 300, 290, 0, 100)],
    "[": [l(130, 720, 0, 720, 0, -120, 130, -120)],
    "]": [l(0, 720, 130, 720, 130, -120, 0, -120)],
    "_": [l(0, -40, 420, -40)],
    "°": [o(80, 560, 80, 90)],
    "•": [o(60, 290, 50, 50), dot(60, 290)],
    "→": [l(0, 290, 480, 290), l(310, 460, 480, 290, 310, 120)],
    "←": [l(0, 290, 480, 290), l(170, 460, 0, 290, 170, 120)],
    "≤": [l(300, 540, 0, 370, 300, 200), l(0, 70, 300, 70)],
    "≥": [l(0, 540, 300, 370, 0, 200), l(0, 70, 300, 70)],
    "@": [a(300, 260, 300, 380, -60, 280), o(290, 250, 120, 140), l(420, 390, 420, 180), a(500, 180, 80, 60, 180, 330)],
    "ß": [l(0, B, 0, 520), a(160, 520, 160, 128, 180, -60), a(170, 225, 190, 171, 95, -110)],
    "½": [l(0, 590, 70, C, 70, 360), l(60, 40, 420, 660), a(430, 240, 80, 80, 160, -30), l(490, 190, 350, B, 520, B)],
}  # fmt: skip
ACCENTS = {
    "´": [l(-30, 610, 50, 690)],
    "`": [l(30, 610, -50, 690)],
    "¨": [dot(-95, 640), dot(95, 640)],
    "^": [l(-90, 590, 0, 690, 90, 590)],
    "~": [l(-110, 605, -45, 665, 45, 605, 110, 665)],
}
ACCENTED = {
    "ä": "a¨", "ö": "o¨", "ü": "u¨", "é": "e´", "è": "e`", "ê": "e^", "á": "a´", "à": "a`", "ó": "o´", "ú": "u´", "ñ": "n~",
    "Ä": "A¨", "Ö": "O¨", "Ü": "U¨", "É": "E´",
}  # fmt: skip


def ink(strokes: list[Stroke], stem: float) -> Polygon | MultiPolygon:
    """The strokes as the pen leaves them."""
    drawn = []
    for stroke in strokes:
        line = affinity.scale(LineString(stroke) if len(stroke) > 1 else Point(stroke[0]), 1, 1 / FLAT, origin=(0, 0))
        broad = stem * 1.16 if len(stroke) == 2 and stroke[0][1] == stroke[1][1] and stroke[1][0] - stroke[0][0] == 12 else stem
        drawn.append(affinity.scale(line.buffer(broad / 2, quad_segs=14), 1, FLAT, origin=(0, 0)))
    return unary_union(drawn).simplify(0.9)


def accented(letter: str, accent: str) -> list[Stroke]:
    """A letter with its accent over the middle."""
    strokes = GLYPHS[letter]
    xs = [x for stroke in strokes for x, _ in stroke]
    middle = (min(xs) + max(xs)) / 2
    lift = LIFT if letter.isupper() else 0
    return strokes + [[(x + middle, y + lift) for x, y in stroke] for stroke in ACCENTS[accent]]


def outline(shape: Polygon | MultiPolygon, shift: float, width: float) -> object:
    """The shape as a glyph's program."""
    pen = T2CharStringPen(width, None)
    for polygon in shape.geoms if isinstance(shape, MultiPolygon) else [shape]:
        for ring, hole in [(polygon.exterior, False), *((inner, True) for inner in polygon.interiors)]:
            points = [(round(x + shift), round(y)) for x, y in ring.coords[:-1]]
            if ring.is_ccw == hole:
                points.reverse()
            pen.moveTo(points[0])
            for point in points[1:]:
                pen.lineTo(point)
            pen.closePath()
    return pen.getCharString()


KERN = """
feature kern {
    pos [T Y V P F] [a e o c d g q s u adieresis odieresis udieresis] -50;
    pos [T V Y F P] [period comma ellipsis] -70;
    pos [A L] [T V Y quoteright] -45;
    pos [T V Y] A -45;
    pos [r] [a o e g d period comma] -18;
    pos [v w y] [a o e period comma] -14;
    pos [b o p e] [v w y x] -10;
} kern;
"""


def build(style: str) -> None:
    """Writes one weight of the font."""
    weight, stem, gap, blank = WEIGHTS[style]
    drawings = {**GLYPHS, **{name: accented(*parts) for name, parts in ACCENTED.items()}}
    names = {sign: UV2AGL.get(ord(sign), f"uni{ord(sign):04X}") for sign in drawings}
    widths = {".notdef": 500, "space": blank}
    programs = {name: T2CharStringPen(width, None).getCharString() for name, width in widths.items()}
    for sign, strokes in drawings.items():
        shape = ink(strokes, stem)
        left, _, right, _ = shape.bounds
        width = FIGURE if sign.isdigit() and sign != "½" else round(right - left + 2 * gap)
        programs[names[sign]] = outline(shape, (width - left - right) / 2, width)
        widths[names[sign]] = width
    font = FontBuilder(1000, isTTF=False)
    font.setupGlyphOrder([".notdef", "space", *names.values()])
    font.setupCharacterMap({32: "space", 160: "space", **{ord(sign): name for sign, name in names.items()}})
    font.setupCFF(f"Bangbox-{style.title()}", {"FullName": f"Bangbox {style.title()}"}, programs, {})
    font.setupHorizontalMetrics({name: (width, 0) for name, width in widths.items()})
    font.setupHorizontalHeader(ascent=860, descent=-240)
    called = {"familyName": "Bangbox", "styleName": style.title(), "psName": f"Bangbox-{style.title()}"}
    font.setupNameTable({**called, "licenseDescription": "MIT, part of Bangbox"})
    heights = {"sTypoAscender": 860, "sTypoDescender": -240, "usWinAscent": 860, "usWinDescent": 240}
    font.setupOS2(**heights, sxHeight=500, sCapHeight=700, usWeightClass=weight)
    font.setupPost()
    addOpenTypeFeaturesFromString(font.font, KERN)
    font.font["head"].created = font.font["head"].modified = 3_800_000_000  # the same drawing, the same file
    font.font.recalcTimestamp = False
    for flavor, path in ((None, DRAWINGS / f"bangbox-{style}.otf"), ("woff", PAGES / f"bangbox-{style}.woff")):
        font.font.flavor = flavor
        path.parent.mkdir(parents=True, exist_ok=True)
        font.font.save(path)
        print(f"{path}: {path.stat().st_size} bytes, {len(programs)} glyphs")


if __name__ == "__main__":
    for style in WEIGHTS:
        build(style)
