"""Writes docs/observations.md: what learners get of each game, part by part.

Run it as `python -m tools.observations`.
"""

from collections.abc import Sequence
from pathlib import Path

from bangbox.core.contract import Ranging
from bangbox.core.parts import Part, length
from bangbox.core.registry import GAMES, games, kind

PAGE = Path(__file__).parents[1] / "docs" / "observations.md"
BEGINNING = """# Observations and numbered actions

What learners get of each game, through PettingZoo, OpenSpiel, Gymnasium or `bangbox.core.algorithms.observing`. This page is
written by `python -m tools.observations` from the games' observing.py.

An observation is a row of 32-bit floats, each from 0 to 1, part after part. It is made from what the seat may know and nothing
else. A part whose values are listed has a 1 for the one that holds. Seats are counted from the observer's own, in the order of
play.

Every listed choice has a number of its own, the same in every position; a mask has a 1 for each number that can be chosen now.
Chance outcomes have no numbers. Decisions over ranges have names and fields instead.
"""


def table(parts: Sequence[Part]) -> list[str]:
    """The parts as rows: where they begin, how many numbers they have, what these say."""
    rows = ["| from | numbers | name | meaning |", "|---|---|---|---|"]
    for place, part in enumerate(parts):
        shape = " × ".join(map(str, part.shape))
        rows.append(f"| {length(parts[:place])} | {shape} | {part.name} | {part.text} |")
    return rows


def section(name: str) -> list[str]:
    """One game."""
    found = kind(name).observing
    assert found is not None
    lines = ["", f"## {kind(name).manifest.title}", "", f"An observation has {length(found.OBSERVATION)} numbers:", ""]
    lines += [*table(found.OBSERVATION), "", f"Actions have the numbers 0 to {length(found.NUMBERS) - 1}:", ""]
    lines += table(found.NUMBERS)
    if isinstance(found, Ranging):
        lines += ["", f"Decisions over ranges: {', '.join(f'`{form}`' for form in found.FORMS)}."]
    return lines


def page() -> str:
    """The whole page."""
    ours = [name for name in games() if kind(name).folder.parent == GAMES]
    return BEGINNING + "\n".join(line for name in ours for line in section(name)) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
