"""Urknall drawn: bodies of elements floating in a young universe, markers on them, astronauts in bright suits."""

import math
from typing import NamedTuple

from bangbox.core.pictures.drawing import HIGH, WIDE, Attribute, Line, at, glow, player, seat_mark, sheet, standings, tag, write

from .views import Body, Element, View

LEFT, EDGE = 300, 18  # where the sky begins, and what stays free around it
SUITS = ("#ffa04d", "#c9a8ff", "#ffe066", "#ff8ec7")
INK, SOFT, SKIN, RIM = "#eefcfa", "#a9d3d3", "#1f5a69", "#4d8490"
TOUCH = 0.94  # elements of a body overlap a little
HOMES, ROUNDS = 24, 90
COLOURS = {"r": ("#e4503e", "#ffab9c"), "g": ("#2d9c57", "#9ce6b4"), "b": ("#2f76d6", "#a6cdff")}
SIGNS = {  # drawn as on the board; no seat has such a sign
    "r": "M0 .83C-.5.83-.8.52-.8.1C-.8-.2-.68-.42-.7-.74Q-.46-.62-.34-.42Q-.24-.74.04-.94Q.12-.6.36-.4Q.48-.56.68-.68"
    "C.66-.38.8-.2.8.1C.8.52.5.83 0 .83Z",
    "g": "M.76-.76Q1-.08.68.36Q.3.88-.76.76Q-1 .08-.68-.36Q-.3-.88.76-.76Z",
    "b": "M0-.94C.22-.6.74-.3.74.14A.74.74 0 0 1-.74.14C-.74-.3-.22-.6 0-.94Z",
}
GLOWS = tag(
    "defs",
    glow("space", (0, "#2a7480", 1), (0.55, "#164a5a", 1), (1, "#0c2d3c", 1)),
    glow("hole", (0.3, "#ffb25e", 0.55), (0.65, "#e2566a", 0.22), (1, "#e2566a", 0)),
)
MARKERS = (
    "M0-.3A.3.3 0 1 1 0 .3 .3.3 0 0 1 0-.3Z", "M-.27-.27H.27V.27H-.27Z", "M0-.33.33.25H-.33Z", "M0-.36.36 0 0 .36-.36 0Z",
)  # fmt: skip
PIPS = {1: [0], 2: [-1, 1], 3: [-1, 0, 1], 4: [-1, 1, -2, 2], 5: [-1, 0, 1, -2, 2], 6: [-1, 1, -2, 2, -3, 3]}
PIP_PLACES = {0: (0, 0), -1: (-1, -1), 1: (1, 1), -2: (1, -1), 2: (-1, 1), -3: (-1, 0), 3: (1, 0)}

Point = tuple[float, float]


class Floating(NamedTuple):
    """A body on its way to its place: middle, radius, room above it, home."""

    x: float
    y: float
    far: float
    above: float
    home: Point


def picture(view: View, names: list[str], language: str) -> str:
    """The sky at the right; title, players and the die at the left."""
    lines = [
        Line(seat_mark(seat, 38, SUITS), player(names, seat, language), str(found.points), view.turn == seat)
        for seat, found in enumerate(view.players)
    ]
    panel = write(40, 80, "Urknall", 56, INK, font_weight=700) + standings(40, 170, LEFT - 70, lines, 76, INK)
    if view.die:
        panel += at(84, HIGH - 84, die(view.die))
    ground = tag("rect", width=WIDE, height=HIGH, fill="url(#space)")
    return sheet("Urknall", "#0c2d3c", GLOWS, ground, *stars(), panel, at(LEFT, 0, *sky(view.bodies)))


def stars() -> list[str]:
    """Small stars where they have always been."""

    def part(i: int, k: float) -> float:
        return abs(math.sin(i * k + k) * 4758.5453) % 1

    spots = [(part(i, 12.9) * WIDE, part(i, 78.2) * HIGH, 1 + 1.6 * part(i, 3.7) ** 3) for i in range(90)]
    return [tag("circle", cx=x, cy=y, r=r, fill="#fff", opacity=0.5) for x, y, r in spots]


def die(number: int) -> str:
    """The die as it fell."""
    ground = tag("rect", x=-40, y=-40, width=80, height=80, rx=16, fill="#fff8e8", stroke="#0c2d3c", stroke_width=3)
    pips = [PIP_PLACES[place] for place in PIPS[number]]
    return ground + "".join(tag("circle", cx=22 * x, cy=22 * y, r=8, fill="#0c2d3c") for x, y in pips)


def sky(bodies: list[Body]) -> list[str]:
    """All bodies where they have room."""
    wide = WIDE - LEFT - EDGE
    elements = sum(len(body.elements) for body in bodies)
    e = min(38, math.sqrt(0.46 * wide * HIGH / (7.2 * max(elements, 30))))
    places = settled(bodies, wide, e)
    return [at(x, y, drawn(body, e)) for body, (x, y) in zip(bodies, places, strict=True)]


def drawn(body: Body, e: float) -> str:
    """A body around its middle: what holds it together, its elements, and who stands on it."""
    points = cluster(len(body.elements), body.name)
    if body.hole:
        return at(0, 0, tag("circle", r=1.45, fill="url(#hole)"), hole(), scale=reach(len(points)) * e)
    rim = points[1:] if len(points) > 5 else points
    path = "M" + "L".join(f"{x * e:.1f} {y * e:.1f}" for x, y in rim) + ("h.1" if len(rim) == 1 else "Z")
    held = [
        tag("path", d=path, fill=colour, stroke=colour, stroke_width=broad, stroke_linejoin="round", stroke_linecap="round")
        for colour, broad in ((RIM, e * 2.56 + 3), (SKIN, e * 2.56))
    ]
    inside = [at(x * e, y * e, element(found), scale=e * 0.98) for (x, y), found in zip(points, body.elements, strict=True)]
    top = min(points, key=lambda point: point[1])
    aside = [(i - (len(body.astronauts) - 1) / 2) * e * 1.1 for i in range(len(body.astronauts))]
    people = [
        at(top[0] * e + x, top[1] * e - e * 0.5, astronaut(seat), scale=e * 0.95)
        for x, seat in zip(aside, body.astronauts, strict=True)
    ]
    return "".join([*held, *inside, *people])


def cluster(size: int, name: str = "") -> list[Point]:
    """The middles of a body's elements around its own, in radii of an element; every body is tilted a little differently."""
    if size <= 1:
        return [(0.0, 0.0)]
    tilt = math.radians(ord(name[0]) * 53 % 61 - 30) if name else 0.0

    def around(count: int, far: float, turn: float) -> list[Point]:
        angles = [turn + tilt + i / count * 2 * math.pi for i in range(count)]
        return [(far * math.cos(angle), far * math.sin(angle)) for angle in angles]

    if size == 2:
        return around(2, TOUCH, math.pi)
    if size <= 5:
        return around(size, TOUCH / math.sin(math.pi / size), -math.pi / 2)
    return [(0.0, 0.0), *around(size - 1, max(2 * TOUCH, TOUCH / math.sin(math.pi / (size - 1))), -math.pi / 2)]


def reach(size: int) -> float:
    """How far a body reaches from its middle, in radii of an element."""
    return 1 + max(math.hypot(x, y) for x, y in cluster(size))


def settled(bodies: list[Body], wide: float, e: float) -> list[Point]:
    """Where the bodies float: each near a home of its own on a spiral, moved apart where they are too close."""
    found = []
    for body in bodies:
        order = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ".index(body.name)
        far, turn = math.sqrt((order % HOMES + 0.6) / HOMES) * 0.47, order * math.pi * (3 - math.sqrt(5))
        home = (wide * (0.5 + far * math.cos(turn)), HIGH * (0.5 + far * math.sin(turn)))
        found.append(Floating(*home, reach(len(body.elements)) * e, (1.9 if body.astronauts else 0.35) * e, home))
    gap = 0.0
    while gap < 200 and sum(math.pi * (one.far + gap / 2) ** 2 for one in found) < 0.74 * wide * HIGH:
        gap += 4
    for step in range(ROUNDS):
        pull = 0.03 if step < ROUNDS * 3 // 4 else 0
        found = [one._replace(x=one.x + (one.home[0] - one.x) * pull, y=one.y + (one.home[1] - one.y) * pull) for one in found]
        for i in range(len(found)):
            for j in range(i + 1, len(found)):
                push_apart(found, i, j, gap)
        found = [
            one._replace(
                x=min(max(one.x, one.far + EDGE), wide - one.far),
                y=min(max(one.y, one.far + one.above + EDGE), HIGH - one.far - EDGE),
            )
            for one in found
        ]
    return [(one.x, one.y) for one in found]


def push_apart(found: list[Floating], i: int, j: int, gap: float) -> None:
    """Moves two bodies apart if they are too close."""
    one, other = found[i], found[j]
    dx, dy = other.x - one.x or 0.01, other.y - one.y
    apart = math.hypot(dx, dy)
    missing = one.far + other.far + gap - apart
    if missing > 0:
        push = missing / 2 / apart
        found[i] = one._replace(x=one.x - dx * push, y=one.y - dy * push)
        found[j] = other._replace(x=other.x + dx * push, y=other.y + dy * push)


def element(found: Element) -> str:
    """An element of radius 1: red ones are flames, green ones leaves, blue ones drops; a marker sits in the middle."""
    (colour, light), sign = COLOURS[found.colour], SIGNS[found.colour]
    body = tag("path", d=sign, stroke=colour, stroke_width=0.16, stroke_linejoin="round", fill=colour)
    body += at(0, 0, tag("path", d=sign, fill=light, opacity=0.5), scale=0.55)
    return body if found.owner is None else body + marker(found.owner, found.second)


def marker(seat: int, second: bool) -> str:
    """A player's marker; a second colour is hollow."""
    suit = SUITS[seat]
    token = tag("circle", r=0.54, fill="#0d1d27", stroke=suit, stroke_width=0.1)
    return token + tag("path", d=MARKERS[seat], fill="none" if second else suit, stroke=suit, stroke_width=0.09)


def astronaut(seat: int) -> str:
    """An astronaut standing on (0, 0), two units tall, with the seat's shape on the chest."""
    suit: dict[str, Attribute] = {"fill": "#f6f3ec", "stroke": SUITS[seat], "stroke_width": 0.12, "stroke_linejoin": "round"}
    arms = "M-.33-1.08Q-.64-.98-.62-.6M.33-1.08Q.64-.98.62-.6"
    return "".join([
        tag("path", d="M-.3-.56-.38-.02H-.06L0-.38.06-.02H.38L.3-.56Z", **suit),
        tag("path", d=arms, fill="none", stroke=SUITS[seat], stroke_width=0.2, stroke_linecap="round"),
        tag("rect", x=-0.38, y=-1.24, width=0.76, height=0.74, rx=0.24, **suit),
        at(0, -0.88, tag("path", d=MARKERS[seat], fill="#22333d"), scale=0.5),
        tag("circle", cy=-1.5, r=0.46, **suit),
        tag("path", d="M-.28-1.56Q-.28-1.8 0-1.8T.28-1.56Q.28-1.26 0-1.26T-.28-1.56Z", fill="#22333d"),
        tag("path", d="M-.14-1.6Q-.12-1.7 0-1.71", fill="none", stroke="#fff", stroke_width=0.08, stroke_linecap="round"),
    ])  # fmt: skip


def hole() -> str:
    """A black hole of radius 1: glowing stuff circles it, and its light is bent over and under nothing."""
    disc = tag("ellipse", rx=0.9, ry=0.27, fill="none", stroke="#ff9a4d", stroke_width=0.2)
    near = tag("path", d="M-.9 0A.9 .27 0 0 0 .9 0", fill="none", stroke="#ffcf73", stroke_width=0.18)
    nothing = tag("circle", r=0.53, fill="#000", stroke="#ffe2ae", stroke_width=0.1)
    return at(0, 0, disc, nothing, near, turn=-14)
