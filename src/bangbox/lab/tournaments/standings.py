"""What the matches of a tournament come to: a table on the terminal, or in a page that keeps the rows of other tournaments."""

import math
import statistics
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.table import Table

from bangbox.core.errors import BangboxError
from bangbox.lab.tournaments.pairings import Pairing
from bangbox.lab.tournaments.playing import Played

SURE = 1.96  # standard errors on either side of a 95 % interval
HEADS = ("game", "players", "one", "others", "matches", "share of the win", "of the fair share", "points", "ms a move", "slowest")
SHORT_HEADS = ("game", "seats", "one", "others", "games", "share of the win", "fair", "points", "ms", "most")
BEGIN, END = "<!-- standings: written by bangbox tournament --write -->", "<!-- end of standings -->"
KEY = 4  # columns that say which pairing a row is about


class Standing(msgspec.Struct, frozen=True):
    """What the matches of a pairing come to."""

    pairing: Pairing
    matches: int
    share: float
    margin: float  # half of the 95 % interval
    rest: float  # the share of all others together
    points: float
    seconds: float  # a move
    slowest: float

    @property
    def ratio(self) -> float:
        """The share, as a multiple of the fair one."""
        return self.share / self.pairing.fair


def standings(pairings: Sequence[Pairing], played: Sequence[Played]) -> list[Standing]:
    """The standing of each pairing."""
    by_pairing: list[list[Played]] = [[] for _ in pairings]
    for one in played:
        by_pairing[one.pairing].append(one)
    return list(map(standing, pairings, by_pairing))


def standing(pairing: Pairing, played: Sequence[Played]) -> Standing:
    """What matches come to."""
    shares = [one.share for one in played]
    n = len(played)
    spread = statistics.pstdev(shares) if n > 1 else 0.5
    spread = max(spread, math.sqrt(1.0 / (n + 4)) / 2)  # a series without a single loss is not certainty
    moves = max(1, sum(one.moves for one in played))
    return Standing(
        pairing, n, statistics.fmean(shares), SURE * spread / math.sqrt(n), statistics.fmean(one.rest for one in played),
        statistics.fmean(one.points[one.seat] for one in played),
        sum(one.seconds for one in played) / moves, max(one.slowest for one in played),
    )  # fmt: skip


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
    """For the terminal, which is narrow: what all have in common is its title."""
    rows = [cells(standing) for standing in standings]
    common = [column for column in range(2) if len({row[column] for row in rows}) == 1]
    title = " · ".join(rows[0][column] + (" players" if column else "") for column in common)
    table = Table(title=title or None, title_justify="left")
    for column, head in enumerate(SHORT_HEADS):
        if column not in common:
            table.add_column(head, overflow="fold", justify="left" if column in (0, 2, 3, 5) else "right")
    for row in rows:
        table.add_row(*(cell for column, cell in enumerate(row) if column not in common))
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
