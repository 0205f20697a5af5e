"""The standings of a tournament as a table: on the terminal, and in a page that keeps the rows of other tournaments."""

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from bangbox.core.errors import BangboxError
from bangbox.lab.tournament import Standing

HEADS = ("game", "players", "one", "others", "matches", "share of the win", "of the fair share", "points", "ms a move", "slowest")
BEGIN, END = "<!-- standings: written by bangbox tournament --write -->", "<!-- end of standings -->"
KEY = 4  # columns that say which pairing a row is about


def cells(standing: Standing) -> list[str]:
    """One row."""
    pairing = standing.pairing
    options = "".join(f" {name}={value}" for name, value in pairing.options.items())
    return [
        pairing.game + options, str(pairing.players), pairing.one, pairing.others, f"{standing.matches:,}",
        f"{standing.share:.3f} ± {standing.margin:.3f}", f"{standing.ratio:.2f} ×", f"{standing.points:.1f}",
        f"{1000 * standing.seconds:.1f}", f"{1000 * standing.slowest:.0f}",
    ]  # fmt: skip


def as_table(standings: Sequence[Standing]) -> Table:
    """For the terminal."""
    table = Table(*HEADS)
    for standing in standings:
        table.add_row(*cells(standing))
    return table


def write_page(page: Path, standings: Sequence[Standing]) -> None:
    """Replaces the rows of the same pairings in a page, and adds the others at the end of its table."""
    try:
        text = page.read_text("utf-8")
    except OSError as error:
        raise BangboxError(f"cannot read {page}: {error.strerror}") from None
    if BEGIN not in text or END not in text:
        raise BangboxError(f"{page} has no place for a table: it wants the lines {BEGIN} and {END}")
    before, _, rest = text.partition(BEGIN)
    old, _, after = rest.partition(END)
    rows = {tuple(row[:KEY]): row for row in (_split(line) for line in old.splitlines()[3:] if line.startswith("| "))}
    rows |= {tuple(row[:KEY]): row for row in map(cells, standings)}
    lines = [_line(HEADS), "|" + "---|" * len(HEADS), *(_line(row) for row in rows.values())]
    page.write_text(f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n{END}{after}", "utf-8")


def _split(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("| \n").split(" | ")]


def _line(row: Sequence[str]) -> str:
    return "| " + " | ".join(row) + " |"
