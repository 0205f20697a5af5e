"""How strong players are: Bradley–Terry ratings in Elo points with intervals, and those of a game's levels for their table.

A seat wins with a chance in proportion to its player's strength, whoever else sits there: with two seats that is Bradley and
Terry's model, with more it is Luce's. Draws and shared wins count in parts; matches that nobody wins tell nothing.
"""

import math
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
from rich.table import Table

from bangbox.bots.levels import COMMON, levels
from bangbox.core.errors import BangboxError
from bangbox.core.registry import kind
from bangbox.lab.tournaments.standings import SURE, Standing

ELO = 400.0 / math.log(10.0)  # points for odds of e to one
STEP = 10  # points to which ratings of levels are rounded: they are not known better
PRIOR = 1.0  # drawn games against the average that everybody is given: a series without a loss is no infinite strength
STEPS, FARTHEST, CLOSE = 100, 1.0, 1e-9  # of Newton's method


class Rating(msgspec.Struct, frozen=True):
    """A player's strength: Elo points above the average of all who took part."""

    player: str
    rating: float
    margin: float  # half of the 95 % interval
    matches: int


def ratings(standings: Sequence[Standing], game: str) -> list[Rating]:
    """The ratings of all who played a game, strongest first."""
    told = [one for one in standings if one.pairing.game == game and one.pairing.one != one.pairing.others]
    names = list(dict.fromkeys(who for one in told for who in (one.pairing.one, one.pairing.others)))
    place = {name: number for number, name in enumerate(names)}
    strength = np.zeros(len(names))
    for _ in range(STEPS):
        slope, bend = _slope_and_bend(told, place, strength)
        step = np.linalg.solve(bend, slope)
        step *= min(1.0, FARTHEST / max(abs(step).max(), CLOSE))
        strength += step
        if abs(step).max() < CLOSE:
            break
    centred = np.eye(len(names)) - 1.0 / len(names)
    spread = centred @ np.linalg.inv(_slope_and_bend(told, place, strength)[1]) @ centred
    matches = {name: sum(one.matches for one in told if name in (one.pairing.one, one.pairing.others)) for name in names}
    found = [
        Rating(name, ELO * float(value), SURE * ELO * math.sqrt(max(0.0, float(variance))), matches[name])
        for name, value, variance in zip(names, strength - strength.mean(), np.diag(spread), strict=True)
    ]
    return sorted(found, key=lambda one: -one.rating)


def _slope_and_bend(told: Sequence[Standing], place: dict[str, int], strength: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How the logarithm of the likelihood changes with strengths, and how that change bends (its sign turned round)."""
    expected = 1.0 / (1.0 + np.exp(-strength))
    slope, bend = PRIOR * (0.5 - expected), np.diag(PRIOR * expected * (1.0 - expected))
    for one in told:
        a, b = place[one.pairing.one], place[one.pairing.others]
        won, decided = one.matches * one.share, one.matches * (one.share + one.rest)
        chance = 1.0 / (1.0 + (one.pairing.players - 1) * math.exp(strength[b] - strength[a]))
        slope[[a, b]] += np.array([1.0, -1.0]) * (won - decided * chance)
        bend[np.ix_([a, b], [a, b])] += decided * chance * (1.0 - chance) * np.array([[1.0, -1.0], [-1.0, 1.0]])
    return slope, bend


def ratings_table(game: str, rated: Sequence[Rating]) -> Table:
    """For the terminal."""
    table = Table("player", "rating", "95 % interval", "matches", title=f"{game}: Elo points around the average")
    for one in rated:
        low, high = one.rating - one.margin, one.rating + one.margin
        table.add_row(one.player, f"{one.rating:+.0f}", f"{low:+.0f} to {high:+.0f}", f"{one.matches:,}")
    return table


def level_ratings(game: str, standings: Sequence[Standing]) -> dict[str, int]:
    """Elo points of each level above the weakest that is offered."""
    names = [level.name for level in levels(game).offered]
    found = {one.player: one.rating for one in ratings(standings, game)}
    reached, edges = {names[0]}, [{one.pairing.one, one.pairing.others} for one in standings if one.pairing.game == game]
    for _ in names:
        reached |= {name for edge in edges if edge & reached for name in edge}
    for name in names:
        if name not in reached:
            raise BangboxError(f"no tournament leads from {names[0]} to {name}: {game} is rated by a whole ladder")
    return {name: STEP * round((found[name] - found[names[0]]) / STEP) for name in names}


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
