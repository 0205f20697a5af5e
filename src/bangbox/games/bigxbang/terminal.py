"""The sky of Big×Bang in a terminal: capital letters and warm colours for matter, small ones and cool colours for antimatter."""

from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bangbox.core.contract import Seen
from bangbox.core.messages import Seat, Words

from . import data
from .views import SIDE_NAMES, View, view

STYLES = {"matter": "bold yellow", "antimatter": "bold cyan", "dark": "bright_black", "": "dim"}
SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def draw(pos: Seen, names: list[str] | None = None, language: str = "en") -> RenderableType:
    """The board, and the goals under the names of the two sides."""
    shown, words = view(pos), Words(Path(__file__).parent, names, language)
    lines = []
    for row, letter in enumerate("abcdefgh"):
        line = Text(" " * (4 + data.DATA["begins"][row]) * 2 + f"{letter}  ", style="dim")
        for circle, seen in enumerate(shown.circles):
            if seen.y == row:
                line.append(data.SIGNS[pos.s.board[circle]].replace(".", "·"), STYLES[seen.side])
                line.append(seen.name[1:].translate(SMALL).ljust(3), "dim")
        lines.append(line)
    table = puzzle(shown, words) if shown.puzzle != "none" else goals(shown, words)
    return Group(*lines, Text(), table, Text(words("table.legend"), style="dim"))


def goals(shown: View, words: Words) -> Table:
    """What each side has of each goal, and who would get its token."""
    table = Table(box=None, padding=(0, 2))
    sides = [words(f"side.{side}") for side in SIDE_NAMES]
    heads = (words("table.side", who=Seat(seat), side=side) for seat, side in enumerate(sides))
    for heading in ("", *heads, ""):
        table.add_column(heading)
    for goal in shown.goals:
        ahead = "" if goal.leader < 0 else words("table.token", side=sides[goal.leader])
        second = str(goal.counts[1])
        if goal.tie_break:
            second = words("table.tie", n=goal.counts[1], a=goal.tie_break[0], b=goal.tie_break[1])
        table.add_row(words(f"goal.{goal.name}"), str(goal.counts[0]), second, ahead)
    return table


def puzzle(shown: View, words: Words) -> Text:
    """The puzzle and its points so far."""
    return Text(f"{words(f'option.puzzle.{shown.puzzle}')}: {shown.puzzle_score}", style="bold")
