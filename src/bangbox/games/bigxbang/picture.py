"""Big×Bang drawn: the oval night sky with its stacks, and the three goals beside it."""

import math
from pathlib import Path

from bangbox.core.messages import Words
from bangbox.core.pictures.drawing import at, fitted, glow, sheet, tag, write

from .views import SIDE_NAMES, Circle, Goal, View

ROW = math.sqrt(3) / 2  # rows of touching circles lie closer than circles in a row
SCALE = 70  # units of the sheet between two neighbours
PANEL = 236
EDGE = 0.84  # from the outermost circles to the edge of the sky
STARS = 130
INK, SOFT, NIGHT = "#f3eeff", "#b9aee6", "#120f1e"
COLOURS = ("#ffc870", "#8ee6fb")  # of what is said of matter and antimatter

GLOWS = tag(
    "defs",
    glow("sky", (0, "#4a3a8c", 1), (0.55, "#2c2464", 1), (1, "#191442", 1)),
    glow("milk", (0, "#a99cff", 0.3), (1, "#a99cff", 0)),
    glow("ember", (0.3, "#ffb53a", 0.6), (1, "#ff7a1a", 0)),
    glow("ice", (0.3, "#62dcff", 0.5), (1, "#5a7bff", 0)),
    glow("dark", (0.35, "#000", 1), (0.8, "#07051a", 0.9), (1, "#07051a", 0)),
)


def picture(view: View, names: list[str], language: str) -> str:
    """The sky at the right, title, sides and goals at the left."""
    words = Words(Path(__file__).parent, names, language)
    return sheet("Big×Bang", NIGHT, GLOWS, at(PANEL + 482, 315, sky(view), scale=SCALE), panel(view, names, words))


def sky(view: View) -> str:
    """The sky around its middle, one unit from circle to circle."""
    across, down = max(circle.x for circle in view.circles) / 2, max(circle.y for circle in view.circles) * ROW / 2
    places = {circle.name: (circle.x - across, circle.y * ROW - down) for circle in view.circles}
    edge = oval(across + EDGE - 0.04, down + EDGE - 0.04)
    stars = [tag("circle", cx=x, cy=y, r=r, fill="#fff", opacity=0.5) for x, y, r in scattered(across + 0.3, down + 0.3)]
    milk = tag("ellipse", rx=6.2, ry=2.3, fill="url(#milk)", transform="rotate(-24)")
    ground = tag("path", d=edge, fill="url(#sky)", stroke="#8f7cd0", stroke_width=0.07)
    stacks = [at(*places[circle.name], stack(circle)) for circle in view.circles]
    return "".join([ground, milk, *stars, *bonds(view, places), *stacks])


def oval(across: float, down: float) -> str:
    """The edge of the sky: between an ellipse and a rounded rectangle."""
    turns = [i / 48 * math.pi for i in range(96)]
    fat = 2 / 3.5
    bent = [[math.copysign(abs(part) ** fat, part) for part in (math.cos(turn), math.sin(turn))] for turn in turns]
    return "M" + "L".join(f"{across * x:.3f} {down * y:.3f}" for x, y in bent) + "Z"


def scattered(across: float, down: float) -> list[tuple[float, float, float]]:
    """Small stars where they have always been: x, y and radius."""

    def part(i: int, k: float) -> float:
        return abs(math.sin(i * k + k) * 43758.5453) % 1

    spots = [(2 * part(i, 12.9898) - 1, 2 * part(i, 78.233) - 1, 0.02 + 0.02 * part(i, 3.7) ** 3) for i in range(STARS)]
    return [(x * across, y * down, r) for x, y, r in spots if abs(x) ** 3.5 + abs(y) ** 3.5 < 1]


def bonds(view: View, places: dict[str, tuple[float, float]]) -> list[str]:
    """The biggest star of each side and a carbon group, as bands between touching circles."""
    stars: list[list[str]] = next((goal.places for goal in view.goals if goal.name == "star"), [[], []])
    groups = [(stars[0], "#e8801f", 0.3), (stars[1], "#2a8fc0", 0.3), (view.carbon, "#fff6d0", 0.6)]
    return [tag("g", *band(group, places), stroke=c, fill=c, opacity=o) for group, c, o in groups if len(group) > 1]


def band(group: list[str], places: dict[str, tuple[float, float]]) -> list[str]:
    """Circles and the lines between those that touch."""
    spots = [places[name] for name in group]
    lines = [(a, b) for i, a in enumerate(spots) for b in spots[i + 1 :] if math.dist(a, b) < 1.05]
    joined = [tag("line", x1=a[0], y1=a[1], x2=b[0], y2=b[1], stroke_width=0.88, stroke_linecap="round") for a, b in lines]
    return [*joined, *(tag("circle", cx=x, cy=y, r=0.46, stroke="none") for x, y in spots)]


def stack(circle: Circle) -> str:
    """What is on a circle: nothing, dark matter or a nucleus."""
    if circle.side == "dark":
        cross = tag("path", d="M-.2 -.2 .2 .2M.2 -.2-.2 .2", stroke="#8d80bb", stroke_width=0.06, stroke_linecap="round")
        horizon = tag("circle", r=0.36, fill="none", stroke="#8d80bb", stroke_width=0.04)
        return tag("circle", r=0.49, fill="url(#dark)") + cross + horizon
    if not circle.nucleus:
        return tag("circle", r=0.43, fill="#0a0722", fill_opacity=0.18, stroke="#8d7fd0", stroke_width=0.02, stroke_opacity=0.5)
    heavy = circle.protons + circle.neutrons
    shine = "url(#ember)" if circle.side == "matter" else "url(#ice)"
    halo = tag("circle", r=0.56 + 0.11 * (heavy == 4), fill=shine, opacity=0.3 + 0.17 * heavy)
    return halo + nucleus(circle.side, circle.protons, circle.neutrons)


def nucleus(side: str, protons: int, neutrons: int) -> str:
    """Its particles: matter in round embers with a plus, antimatter in hollow diamonds with a minus; neutrons carry no sign."""
    kinds = [True] * protons + [False] * neutrons
    draw = ember if side == "matter" else diamond
    return "".join(at(x, y, draw(r, proton)) for (x, y, r), proton in zip(seats(len(kinds)), ordered(kinds), strict=True))


def seats(n: int) -> list[tuple[float, float, float]]:
    """Where the particles of a nucleus sit, and how big they are."""
    return {
        1: [(0.0, 0.0, 0.3)],
        2: [(-0.2, 0.0, 0.23), (0.2, 0.0, 0.23)],
        3: [(0.0, -0.22, 0.21), (0.2, 0.13, 0.21), (-0.2, 0.13, 0.21)],
        4: [(-0.25, 0.0, 0.2), (0.25, 0.0, 0.2), (0.0, -0.24, 0.2), (0.0, 0.24, 0.2)],
    }[n]


def ordered(kinds: list[bool]) -> list[bool]:
    """The kinds as they lie best: of three, the odd one sits on top."""
    return kinds[::-1] if kinds == [True, True, False] else kinds


def ember(r: float, proton: bool) -> str:
    """A particle of matter."""
    body, shine = ("#e8801f", "#ffc04a") if proton else ("#f0bd94", "#a9745c")
    ball = tag("circle", r=r, fill=body) + tag("circle", r=r * 0.84, fill=shine)
    return ball + (sign(f"M{-r / 2:.3f} 0H{r / 2:.3f}M0 {-r / 2:.3f}V{r / 2:.3f}", "#3b1800") if proton else "")


def diamond(r: float, proton: bool) -> str:
    """A particle of antimatter."""
    fill, edge = ("#123a63", "#8ef0ff") if proton else ("#2b2363", "#b3a8ff")
    half = r * 0.88
    square = tag("rect", x=-half, y=-half, width=2 * half, height=2 * half, fill=fill, stroke=edge, stroke_width=0.05)
    inside = sign(f"M{-r / 2:.3f} 0H{r / 2:.3f}", "#eafcff") if proton else tag("circle", r=r * 0.2, fill=edge)
    return at(0, 0, square, turn=45) + inside


def sign(path: str, colour: str) -> str:
    """A plus or a minus."""
    return tag("path", d=path, stroke=colour, stroke_width=0.07, stroke_linecap="round")


def panel(view: View, names: list[str], words: Words) -> str:
    """The title, the sides and how they stand."""
    title = write(30, 76, "Big×Bang", 46, INK, font_weight=700)
    if view.puzzle != "none":
        name = fitted(30, 140, words(f"option.puzzle.{view.puzzle}"), PANEL - 40, 30, SOFT)
        return title + name + write(30, 320, str(view.puzzle_score), 120, INK, font_weight=700)
    sides = [side_line(side, view, names, words, 130 + 66 * side) for side in (0, 1)]
    goals = [goal_line(goal, words, 298 + 116 * place) for place, goal in enumerate(view.goals)]
    return "".join([title, *sides, *goals])


def side_line(side: int, view: View, names: list[str], words: Words, y: float) -> str:
    """A side's sign and who plays it; the side to act is marked by an arrow."""
    called = names[side] if side < len(names) and names[side] else words(f"side.{SIDE_NAMES[side]}")
    acting = tag("path", d=f"M8 {y - 10}l14 10-14 10z", fill=INK) if view.mover in (SIDE_NAMES[side], "both") else ""
    mark = at(54, y, nucleus(SIDE_NAMES[side], 1, 0), scale=72)
    return acting + mark + fitted(92, y + 12, called, PANEL - 96, 32, COLOURS[side])


def goal_line(goal: Goal, words: Words, y: float) -> str:
    """One goal: its name, what each side has, and whose it would be (in a frame)."""
    line = fitted(30, y - 36, words(f"goal.{goal.name}"), PANEL - 40, 30, SOFT)
    for side in (0, 1):
        x = 74 + 104 * side
        if goal.leader == side:
            line += tag("rect", x=x - 46, y=y - 24, width=92, height=62, rx=18, fill="none", stroke=COLOURS[side], stroke_width=4)
        line += write(x, y + 24, str(goal.counts[side]), 50, COLOURS[side], font_weight=700, text_anchor="middle")
    return line
