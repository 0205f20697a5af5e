"""Makes the tables of the race anew: `bangbox train brains`."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bangbox.core.contract.minds import Teacher

from ..rules import COLOURS, MAX_PLAYERS
from .race import (
    BRAINS,
    FINE,
    LARGEST,
    SHARES,
    TABLES,
    Chances,
    Held,
    Race,
    after_paying,
    chances_in_order,
    hats,
    pull_table,
)  # fmt: skip
from .throws import IMPOSSIBLE, MOST, lying, turn

__all__ = ["TABLES", "learn"]

TOGETHER = 32  # turns that are worked out side by side
RACES = 3_000  # looked at in each round
ROUNDS = 4


def learn(
    teacher: Teacher, report: Callable[[str], None], races: int = RACES, rounds: int = ROUNDS
) -> dict[str, NDArray[np.generic]]:
    """All tables: the duel solved, then races of three, of four and of five, each resting on those of fewer."""
    report("two players: every holding solved")
    duel = solve_duel(LARGEST)
    race, rng = Race(duel, {}), np.random.default_rng(1)
    tables: dict[str, NDArray[np.generic]] = {"duel": np.round(duel * FINE).astype(np.uint16)}
    for left in range(3, MAX_PLAYERS + 1):
        weights = np.zeros((left, len(SHARES), len(BRAINS))) + np.log(SHARES + 0.02)[:, None]  # at first: his share of the brains
        for number in range(rounds):
            race.pull[left] = pull_table(weights)
            held = random_holdings(left, races, rng)
            shares = np.array([after_a_turn(race, row, random_colours(left, rng)) for row in held])
            missed = np.abs(chances_in_order(race, held) - shares).mean()
            report(f"{left} players, round {number + 1} of {rounds}: a turn shifts chances by {missed:.4f}")
            weights = teacher.fitted(features(held), shares).reshape(weights.shape)
        race.pull[left] = pull_table(weights)
        tables[f"pull{left}"] = weights.astype(np.float32)
    return tables


def solve_duel(largest: int) -> Chances:
    """The chance of whoever is on turn, for all holdings of two that are together not more than `largest`.

    Colours do not matter between two: only one of them is the opponent's, and the dice treat all colours alike. A turn leads to
    fewer brains, except after five brains; so each sum is gone through twice, the first time with a guess for that.
    """
    duel = np.zeros((largest + 1, largest + 1))
    for brains in range(2, largest + 1):
        mine = np.arange(1, brains)
        his = brains - mine
        duel[mine, his] = mine / brains
        for _ in range(2):
            found = [duel_turns(duel, mine[k : k + TOGETHER], his[k : k + TOGETHER]) for k in range(0, len(mine), TOGETHER)]
            duel[mine, his] = np.concatenate(found)
    return duel


def duel_turns(duel: Chances, mine: Held, his: Held) -> Chances:
    """The chance of whoever is on turn, for some holdings, if those after his turn are known."""
    totals = np.arange(MOST + 1)
    i_pay, he_pays = np.maximum(0, mine[:, None] - totals), np.maximum(0, his[:, None] - totals)
    by_colour = np.empty((len(mine), 1, COLOURS, MOST + 1))
    by_colour[:, 0] = np.where(i_pay > 0, 1.0 - duel[his[:, None], i_pay], 0.0)[:, None]
    by_colour[:, 0, 1] = np.where(he_pays > 0, 1.0 - duel[he_pays, mine[:, None]], 1.0)
    by_colour[..., 0] = IMPOSSIBLE
    return turn(lying(by_colour, 1.0 - duel[his, mine][:, None]))[:, 0]


def after_a_turn(race: Race, held: Held, colours: tuple[int, ...]) -> Chances:
    """Everybody's chances before a turn of the first, if he makes the best of it and the race goes on as foretold."""
    return turn(lying(*after_paying(race, held, colours, 0)))


def features(held: Held) -> NDArray[np.float64]:
    """[race, player, feature]: how much each knot counts for each player; players have weights of their own."""
    races, left = held.shape
    brains = held.sum(1, keepdims=True)
    grid = hats(held / brains, SHARES)[..., None] * hats(brains.astype(float), BRAINS)[..., None, :]
    found = np.zeros((races, left, left, grid[0, 0].size))
    for player in range(left):
        found[:, player, player] = grid[:, player].reshape(races, -1)
    return found.reshape(races, left, -1)


def random_holdings(left: int, races: int, rng: np.random.Generator) -> Held:
    """Races of all sizes, even and uneven."""
    brains = rng.integers(left, LARGEST + 1 - left, (races, 1))  # those who would have none get one more
    even = np.stack([rng.dirichlet(np.full(left, evenness)) for evenness in rng.choice([1.0, 3.0], races)])
    held = np.maximum(1, (even * brains).astype(np.intp))
    held[:, 0] += np.maximum(0, brains[:, 0] - held.sum(1))
    return held


def random_colours(left: int, rng: np.random.Generator) -> tuple[int, ...]:
    """Who has which colour."""
    return tuple(int(colour) for colour in rng.permutation(COLOURS)[:left])
