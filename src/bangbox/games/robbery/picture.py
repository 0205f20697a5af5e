"""The Great Brain Robbery drawn: the train at dusk with its zombies, and below it what everybody may know of each of them."""

from pathlib import Path
from typing import NamedTuple

from bangbox.core.messages import Words
from bangbox.core.pictures.drawing import HIGH, SEATS, SHAPES, WIDE, at, fitted, player, sheet, tag, write

from .views import Car, Space, View

MARGIN, GAP, SHELL = 30, 16, 8  # of the sheet, between cars, around the spaces of a car
TOP, LOW = 96, 468  # between these lines stands the train
ROWS_OF_A_CAR = 3
INK, FLOOR, WALL = "#2a2130", "#f4e3c1", "#4d2c26"
PAINTS = {
    "caboose": "#9c2f35", "engine": "#2c2b3d", "dining": "#2a6258", "kitchen": "#94511c", "sleeping": "#3f4f8f",
    "bathing": "#24708a", "mail": "#8a5a2b", "baggage": "#6b4a8a", "circus": "#b03341", "cattle": "#6f5f2d", "library": "#4f6b3a",
    "lounge": "#8b4765", "vault": "#56606b", "smoking": "#5a4a3f", "ice": "#3f7391", "observation": "#3a5f7a",
}  # fmt: skip
DUSK = tag(
    "defs",
    tag(
        "linearGradient",
        *(tag("stop", offset=offset, stop_color=c) for offset, c in ((0, "#6a5aa8"), (0.6, "#e58a7a"), (1, "#ffd28a"))),
        id="dusk", x1=0, y1=0, x2=0, y2=1,
    ),
)  # fmt: skip
BRAIN = "M7 16c-4-1-3-7 0-7 0-5 6-5 7-2 3-3 7 0 6 3 3 2 2 6-2 6-3 3-9 3-11 0ZM13 7v9"


class Laid(NamedTuple):
    """A car where it stands, with the size of its spaces."""

    car: Car
    x: float
    y: float
    cell: float


def picture(view: View, names: list[str], language: str) -> str:
    """The train between sky and players; a long train stands on two tracks."""
    words = Words(Path(__file__).parent, names, language)
    hills = tag("path", d="M0 420Q200 300 420 400T840 380T1200 400V470H0Z", fill="#a5627f", opacity=0.6)
    sky = tag("rect", width=WIDE, height=LOW, fill="url(#dusk)") + tag("circle", cx=1090, cy=70, r=46, fill="#fff1b8") + hills
    title = write(36, 70, "The Great Brain Robbery", 50, "#fff8e8", font_weight=700)
    turn = write(1020, 68, words("table.round", n=view.round), 34, "#fff8e8", text_anchor="end")
    cars = laid(view.cars)
    train = [*(track(one) for one in cars), *(car(one) for one in cars), *pawns(view, cars)]
    return sheet("The Great Brain Robbery", "#f1dfc2", DUSK, sky, *train, title, turn, *people(view, names, words))


def laid(cars: list[Car]) -> list[Laid]:
    """The train from its last car to its first, on as many tracks as make its spaces largest."""
    best: list[Laid] = []
    for tracks in (1, 2, 3):
        rows = broken(cars, tracks)
        cell = min(
            (LOW - TOP - 26 * tracks) / tracks / ROWS_OF_A_CAR - SHELL,
            *((WIDE - 2 * MARGIN - 46 - len(row) * (GAP + 2 * SHELL)) / sum(car.length for car in row) for row in rows if row),
        )
        if not best or cell > best[0].cell:
            best = placed(rows, cell)
    return best


def broken(cars: list[Car], tracks: int) -> list[list[Car]]:
    """The cars in rows of about the same length."""
    total, rows, before = sum(car.length for car in cars), [list[Car]() for _ in range(tracks)], 0
    for one in cars:
        rows[min(tracks - 1, int((before + one.length / 2) * tracks / total))].append(one)
        before += one.length
    return rows


def placed(rows: list[list[Car]], cell: float) -> list[Laid]:
    """The cars in their places, each row in the middle of the sheet."""
    found = []
    for place, row in enumerate(rows):
        long = sum(car.length * cell + 2 * SHELL + GAP for car in row) - GAP
        x, step = (WIDE - long) / 2, (LOW - TOP) / len(rows)
        y = TOP + step * place + (step - ROWS_OF_A_CAR * cell - 2 * SHELL) / 2
        for one in row:
            found.append(Laid(one, x, y, cell))
            x += one.length * cell + 2 * SHELL + GAP
    return found


def track(one: Laid) -> str:
    """Wheels and coupling under a car."""
    wide, low = one.car.length * one.cell + 2 * SHELL, one.y + ROWS_OF_A_CAR * one.cell + 2 * SHELL
    rail = tag("rect", x=one.x - GAP, y=low + 8, width=wide + 2 * GAP, height=5, fill="#5b3d25")
    wheel = tag("circle", r=10, fill="#2a1a20", stroke="#8a7a6a", stroke_width=3)
    wheels = [at(one.x + wide * part, low, wheel) for part in (0.15, 0.85)]
    return rail + tag("rect", x=one.x + wide, y=low - 20, width=GAP, height=8, fill="#2a1a20") + "".join(wheels)


def car(one: Laid) -> str:
    """A car: its shell, its floor, its walls and doors, and what lies on its spaces."""
    wide, high = one.car.length * one.cell, ROWS_OF_A_CAR * one.cell
    shell = tag("rect", width=wide + 2 * SHELL, height=high + 2 * SHELL, rx=12, fill=PAINTS.get(one.car.key, "#6b6472"))
    floor = tag("rect", x=SHELL, y=SHELL, width=wide, height=high, fill=FLOOR)
    doors = [
        tag("rect", x=x, y=SHELL + one.cell * 1.22, width=SHELL, height=one.cell * 0.56, fill="#ffd978")
        for x, is_door in ((0, one.car.rear_door), (wide + SHELL, one.car.front_door))
        if is_door
    ]
    spaces = [
        at(SHELL + (space.column + 0.5) * one.cell, SHELL + (space.row + 0.5) * one.cell, lying(space), scale=one.cell / 24)
        for space in one.car.spaces
        if lying(space)
    ]
    columns = "".join(f"M{SHELL + i * one.cell:.1f} {SHELL}v{high:.1f}" for i in range(1, one.car.length))
    rows = "".join(f"M{SHELL} {SHELL + i * one.cell:.1f}h{wide:.1f}" for i in range(1, ROWS_OF_A_CAR))
    grid = tag("path", d=columns + rows, stroke="#dfc797", stroke_width=2)
    walls = tag("path", d="".join(wall(s, one.cell) for s in one.car.spaces), stroke=WALL, stroke_width=4, stroke_linecap="round")
    return at(one.x, one.y, shell, floor, grid, *doors, *spaces, walls)


def wall(space: Space, cell: float) -> str:
    """The walls of a space to the east and south, as a path (the others belong to its neighbours)."""
    x, y = SHELL + space.column * cell, SHELL + space.row * cell
    east = "" if "e" in space.open else f"M{x + cell:.1f} {y:.1f}v{cell:.1f}"
    return east + ("" if "s" in space.open else f"M{x:.1f} {y + cell:.1f}h{cell:.1f}")


def lying(space: Space) -> str:
    """What lies on a space of 24 by 24 around (0, 0): a brain counter, where one was, a brake."""
    if space.sign == "brake":
        stop = tag("path", d="M-4-10h8l6 6v8l-6 6h-8l-6-6v-8z", fill="#c2281f")
        return stop + write(0, 5, "B", 14, "#fff", font_weight=700, text_anchor="middle")
    if space.counter:
        brain = tag("path", d=BRAIN, fill="#ff9bb4", stroke="#7a2440", stroke_width=1.2)
        return tag("circle", r=9, fill="#fff3c4", stroke="#8a5a00", stroke_width=1.5) + at(-7.6, -7.6, brain, scale=0.62)
    if space.sign == "icon":
        return tag("circle", r=8, fill="none", stroke=INK, stroke_width=1.2, stroke_dasharray="3 3", opacity=0.35)
    return ""


def pawns(view: View, cars: list[Laid]) -> list[str]:
    """The zombies in the train, and those who run behind it."""
    found = []
    cell = cars[0].cell if cars else 60
    for one in cars:
        for space in one.car.spaces:
            for place, seat in enumerate(space.pawns):
                aside = (place - (len(space.pawns) - 1) / 2) * cell * 0.42
                x, y = one.x + SHELL + (space.column + 0.5) * cell + aside, one.y + SHELL + (space.row + 0.94) * cell
                found.append(at(x, y, zombie(seat), scale=cell / 44))
    for place, seat in enumerate(view.behind):
        y = (cars[0].y if cars else TOP) + cell * (1 + 0.9 * place)
        found.append(at(max(26, (cars[0].x if cars else 60) - 30), y, zombie(seat), scale=cell / 48))
    return found


def zombie(seat: int) -> str:
    """A zombie standing on (0, 0), 48 units tall; its shirt has the seat's colour and shape."""
    colour = SEATS[seat % len(SEATS)]
    shape = tag("path", d=SHAPES[seat % len(SHAPES)], fill=INK, transform="translate(-5.4 -24.6) scale(.45)")
    return "".join([
        tag("path", d="M-5-12-7-2M5-12 6-2", stroke="#4a3a52", stroke_width=5, stroke_linecap="round"),
        tag("path", d="M-8-23Q-14-20-15-13M8-23Q15-24 19-22", fill="none", stroke="#8fbf7d", stroke_width=4),
        tag("path", d="M-11-9V-23q0-7 11-7t11 7V-9Z", fill=colour, stroke=INK, stroke_width=1.5), shape,
        tag("path", d="M-10-36q0-10 10-10t10 10q0 9-10 9t-10-9Z", fill="#9ccc8a", stroke=INK, stroke_width=1.5),
        tag("circle", cx=-4, cy=-37, r=3, fill="#fff"), tag("circle", cx=4.5, cy=-37, r=3, fill="#fff"),
        tag("circle", cx=-3.2, cy=-36.5, r=1.3, fill=INK), tag("circle", cx=5.2, cy=-36.5, r=1.3, fill=INK),
        tag("path", d="M-4-31q4 3 8 0", fill="none", stroke=INK, stroke_width=1.5),
    ])  # fmt: skip


def people(view: View, names: list[str], words: Words) -> list[str]:
    """A card for each player: who, whether it is their turn, the brain in the Head, and how many cards are in the hand."""
    step = (WIDE - 2 * MARGIN + 12) / len(view.players)
    found = []
    for seat, one in enumerate(view.players):
        x, wide, acting = MARGIN + step * seat, step - 12, seat == view.turn and view.phase != "end"
        edge, broad = ("#9a4a08", 6) if acting else ("#dfc797", 2)
        ground = tag("rect", width=wide, height=HIGH - LOW - 30, rx=18, fill="#fffaf0", stroke=edge, stroke_width=broad)
        card = at(x, LOW + 14, ground)
        mark = at(x + 40, LOW + 128, zombie(seat), scale=1.9 if wide > 200 else 1.4)
        room = wide - 94
        name = fitted(x + 84, LOW + 60, player(names, seat, words.language), room, 32, INK)
        iq = fitted(x + 84, LOW + 98, words("table.iq", n=one.iq), room, 32, INK, font_weight=700)
        apart = min(20, (room - 16) / max(len(one.hand), 1))
        back = tag("rect", width=16, height=22, rx=3, fill="#6a3f7f", stroke="#fffaf0")
        backs = [at(x + 84 + i * apart, LOW + 108, back) for i in range(len(one.hand))]
        found += [card, mark, name, iq, *backs]
    return found
