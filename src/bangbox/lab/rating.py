"""How strong the levels of a game's bots are, from the standings of a tournament, written into their table."""

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from bangbox.bots.levels import COMMON, levels
from bangbox.core.errors import BangboxError
from bangbox.core.registry import kind
from bangbox.lab.tournament import Standing

STEP = 10  # points to which ratings are rounded: they are not known better


def ratings(game: str, standings: Sequence[Standing]) -> dict[str, int]:
    """Elo points of each level above the weakest that is offered: the leads over the next lower ones, added up.

    Where several numbers of players were measured, it is their mean.
    """
    leads: dict[tuple[str, str], list[float]] = defaultdict(list)
    for standing in standings:
        if standing.pairing.game == game:
            leads[standing.pairing.others, standing.pairing.one].append(standing.lead)
    names = [level.name for level in levels(game).offered]
    found, sum_so_far = {names[0]: 0}, 0.0
    for lower, higher in itertools.pairwise(names):
        measured = leads.get((lower, higher))
        if not measured:
            raise BangboxError(f"no tournament of {higher} against {lower}: {game} is rated by a whole ladder")
        sum_so_far += sum(measured) / len(measured)
        found[higher] = STEP * round(sum_so_far / STEP)
    return found


def write_ratings(game: str, rated: dict[str, int]) -> Path:
    """Writes them into the game's own table of levels."""
    table = kind(game).folder / "bot" / "levels.toml"
    if not table.exists():
        raise BangboxError(f"{game} has no levels of its own: {COMMON.name} is shared by games that differ")
    table.write_text(with_ratings(table.read_text("utf-8"), rated), "utf-8")
    return table


def with_ratings(text: str, rated: dict[str, int]) -> str:
    """A table of levels with these ratings: each after the name of its level, in place of one that stood there."""
    text = re.sub(r"^rating *=.*\n", "", text, flags=re.MULTILINE)
    for name, rating in rated.items():
        line = rf'^(name *= *"{re.escape(name)}".*\n)'
        text, count = re.subn(line, rf"\g<1>rating = {rating}\n", text, count=1, flags=re.MULTILINE)
        if not count:
            raise BangboxError(f"the table has no level {name!r}")
    return text
