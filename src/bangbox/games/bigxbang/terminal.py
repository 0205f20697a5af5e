"""The sky of Big×Bang in a terminal: capital letters and warm colours for matter, small ones and cool colours for antimatter."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bangbox.core.position import Position

from . import data
from .views import view

STYLES = {"matter": "bold yellow", "antimatter": "bold cyan", "dark": "bright_black", "": "dim"}
SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
KEY = "N/n neutron · P/p H1 · D/d H2 · T/t H3 · H/h He3 · A/a He4 · CAPITALS matter, small antimatter · # dark matter"


def draw(pos: Position, names: list[str] | None = None) -> RenderableType:
    """The board, and the goals under the names of the two sides."""
    shown = view(pos)
    lines = []
    for row, letter in enumerate("abcdefgh"):
        line = Text(" " * (4 + data.DATA["begins"][row]) * 2 + f"{letter}  ", style="dim")
        for circle, seen in enumerate(shown.circles):
            if seen.y == row:
                line.append(data.SIGNS[pos.s.board[circle]].replace(".", "·"), STYLES[seen.side])
                line.append(seen.name[1:].translate(SMALL).ljust(3), "dim")
        lines.append(line)
    board = Group(*lines)
    goals = Table(box=None, padding=(0, 2))
    sides = ["matter", "antimatter"] if names is None else [f"{names[0]} (matter)", f"{names[-1]} (antimatter)"]
    for heading in ("", *sides, ""):
        goals.add_column(heading)
    for goal in shown.goals:
        ahead = "" if goal.leader < 0 else f"token: {'matter' if goal.leader == 0 else 'antimatter'}"
        extra = f" (He3 {goal.tie_break[0]}:{goal.tie_break[1]})" if goal.tie_break else ""
        goals.add_row(goal.name, str(goal.counts[0]), f"{goal.counts[1]}{extra}", ahead)
    if shown.puzzle != "none":
        goals.add_row(shown.puzzle, str(shown.puzzle_score), "", "")
    return Group(board, Text(), goals, Text(KEY, style="dim"))
