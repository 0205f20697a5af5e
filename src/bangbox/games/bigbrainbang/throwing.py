"""Throwing one die many times: how it scatters, and a picture of flights and landings to tune by eye."""

import math
import time
from collections import Counter
from pathlib import Path
from statistics import fmean, pstdev
from types import ModuleType
from typing import TYPE_CHECKING

import msgspec

from bangbox.core.errors import BangboxError, MissingExtra, OptionError
from bangbox.core.game import game
from bangbox.core.position import Position

from .data import TABLES, UNITS
from .inputs import Box, Pose, Throw
from .notation.signs import THROWS
from .queries import cheap_outcome, release_point
from .settle import obstacle, outcome, physics, simulate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Rectangle

FLIGHTS_DRAWN = 60
LEGEND = {"flat": "lies flat", "off": "off the table", "box": "on the box", "lean": "leans", "miss": "misfire"}
COLOURS = {"flat": "#1b7837", "off": "#b2182b", "box": "#762a83", "lean": "#e08214", "miss": "#4d4d4d"}
SINGLE = 0.6  # opacity of one flight among few


class Scatter(msgspec.Struct):
    """What became of many throws with the same inputs; metres, along and across the direction of the throw from the release."""

    throw: Throw
    box: Box | None
    players: int
    throws: str
    outcomes: dict[str, int]
    rests: list[tuple[float, float]]  # where dice lie flat, on the table
    along: float
    across: float
    along_spread: float
    across_spread: float
    flights: list[list[physics.Pose]]  # of real throws
    ends: list[str]  # how each flight ended
    seconds: float


def aimed(throw: Throw, box: Box | None = None, players: int = 2, throws: str = "real") -> Position:
    """A position with this throw in the air."""
    if throws not in THROWS:
        raise OptionError(f"throws are {' or '.join(THROWS)}, not {throws!r}")
    pos = game("bigbrainbang", players=players, throws=throws).start(dice=None)
    pos.play(Pose("flat", 0, -1).pack()).play("red black")
    pos.play("keep") if box is None else pos.play(pos.pack(box.kind, x=box.x, y=box.y, angle=box.angle))
    return pos.play(pos.pack("throw", **throw._asdict()))


def throw_many(
    throw: Throw, box: Box | None = None, count: int = 200, *, players: int = 2, throws: str = "real", seed: int = 0
) -> Scatter:
    """Throws `count` dice with the same inputs and tremors from `seed` on."""
    pos = aimed(throw, box, players, throws)
    ends: list[Pose] = []
    flights: list[list[physics.Pose]] = []
    began = time.perf_counter()
    for tremor in range(seed, seed + count):
        if throws == "cheap":
            ends.append(Pose.unpack(cheap_outcome(pos.s, tremor)))
        else:
            landing = simulate(pos.s, tremor)
            ends.append(outcome(landing))
            flights.append(landing.poses)
    took = time.perf_counter() - began
    rests = [(end.x / UNITS, end.y / UNITS) for end in ends if end.outcome == "flat"]
    along, across = components(throw, players, rests)
    return Scatter(
        throw, box, players, throws, dict(Counter(end.outcome for end in ends)), rests,
        mean(along), mean(across), spread(along), spread(across), flights, [end.outcome for end in ends], took,
    )  # fmt: skip


def mean(values: list[float]) -> float:
    """0 for none."""
    return fmean(values) if values else 0.0


def spread(values: list[float]) -> float:
    """Standard deviation; 0 for none."""
    return pstdev(values) if values else 0.0


def direction(throw: Throw, players: int) -> tuple[float, float, float]:
    """Where a throw starts, in metres, and its azimuth."""
    side, x, y = release_point(throw.around, int(players > 2))
    return x / UNITS, y / UNITS, math.radians(90 * (side + 1) + throw.direction)


def components(throw: Throw, players: int, places: list[tuple[float, float]]) -> tuple[list[float], list[float]]:
    """Places seen from the release point, along and across the throw."""
    x, y, azimuth = direction(throw, players)
    sin, cos = math.sin(azimuth), math.cos(azimuth)
    return (
        [(a - x) * cos + (b - y) * sin for a, b in places],
        [(b - y) * cos - (a - x) * sin for a, b in places],
    )


def told(scatter: Scatter) -> str:
    """A scatter in two lines, for a terminal."""
    counted = ", ".join(f"{number} {name}" for name, number in sorted(scatter.outcomes.items(), key=lambda item: -item[1]))
    total = sum(scatter.outcomes.values())
    return (
        f"{total} {scatter.throws} throws: {counted}\n"
        f"from the hand {1000 * scatter.along:.0f} ± {1000 * scatter.along_spread:.0f} mm along, "
        f"{1000 * scatter.across:+.0f} ± {1000 * scatter.across_spread:.0f} mm across"
    )


def draw(scatter: Scatter, path: Path, title: str = "") -> None:
    """Draws the table from above with landings and ways, and the flights from the side, into a picture file.

    Raises BangboxError if that file cannot be written.
    """
    pyplot = plots()
    figure, (above, side) = pyplot.subplots(2, 1, figsize=(7, 9), height_ratios=[3, 1], layout="constrained")
    figure.suptitle(f"{title}\n{told(scatter)}" if title else told(scatter), fontsize=10)
    _draw_above(above, scatter)
    _draw_side(side, scatter)
    try:
        figure.savefig(path, dpi=110)
    except (OSError, ValueError) as error:  # a folder that is not there, or a kind of file that is not known
        raise BangboxError(f"no picture can be written into {path}: {getattr(error, 'strerror', None) or error}") from None
    finally:
        pyplot.close(figure)


def plots() -> ModuleType:
    """Matplotlib without a window, or a clear error if it is not installed."""
    try:
        import matplotlib
    except ImportError:
        raise MissingExtra("pictures need Matplotlib, which is not installed: install bangbox[plots]") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def _draw_above(axes: "Axes", scatter: Scatter) -> None:
    half = TABLES[scatter.players > 2] / UNITS / 2
    axes.add_patch(_rectangle(0, 0, 0, 2 * half, 2 * half, facecolor="#efe6d5", edgecolor="#8c7853"))
    if box := obstacle(aimed(scatter.throw, scatter.box, scatter.players, scatter.throws).s):
        axes.add_patch(_rectangle(box.x, box.y, box.angle, box.size[0], box.size[1], facecolor="#c9b8e0", edgecolor="#54278f"))
    for flight in scatter.flights[:FLIGHTS_DRAWN]:
        axes.plot([p[0] for p in flight], [p[1] for p in flight], color="#4575b4", linewidth=0.8, alpha=_opacity(scatter))
    for name, points in _ends(scatter).items():
        axes.scatter(
            [x for x, _ in points],
            [y for _, y in points],
            s=9,
            color=COLOURS[name],
            label=f"{LEGEND[name]} {len(points)}",
            zorder=3,
        )
    x, y, azimuth = direction(scatter.throw, scatter.players)
    axes.annotate(
        "", (x + 0.12 * math.cos(azimuth), y + 0.12 * math.sin(azimuth)), (x, y), arrowprops={"arrowstyle": "->", "linewidth": 2}
    )
    axes.set(xlim=(-half - 0.15, half + 0.15), ylim=(-half - 0.15, half + 0.15), aspect="equal", xlabel="m", ylabel="m")
    axes.legend(loc="upper right", fontsize=8)


def _ends(scatter: Scatter) -> dict[str, list[tuple[float, float]]]:
    """Landings by outcome; of spoilt throws the last place seen."""
    if not scatter.flights:
        return {"flat": scatter.rests}
    found: dict[str, list[tuple[float, float]]] = {}
    for end, flight in zip(scatter.ends, scatter.flights, strict=True):
        found.setdefault(end, []).append((flight[-1][0], flight[-1][1]))
    return found


def _draw_side(axes: "Axes", scatter: Scatter) -> None:
    for flight in scatter.flights[:FLIGHTS_DRAWN]:
        along, _ = components(scatter.throw, scatter.players, [(p[0], p[1]) for p in flight])
        axes.plot(along, [p[2] for p in flight], color="#4575b4", linewidth=0.8, alpha=_opacity(scatter))
    axes.axhline(0, color="#8c7853")
    axes.set(ylim=(-0.05, None), xlabel="m from the hand", ylabel="height, m")


def _opacity(scatter: Scatter) -> float:
    return max(0.35, SINGLE / math.sqrt(max(1, min(FLIGHTS_DRAWN, len(scatter.flights)) / 8)))


def _rectangle(x: float, y: float, angle: float, width: float, height: float, **style: str) -> "Rectangle":
    from matplotlib.patches import Rectangle

    corner = (x - width / 2, y - height / 2)
    return Rectangle(corner, width, height, angle=math.degrees(angle), rotation_point="center", **style)
