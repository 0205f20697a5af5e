"""What a machine makes of many games, in numbers that two machines can compare. Nothing here needs the compiler."""

from typing import Any

import numpy as np

from bangbox.core.algorithms.many_games import ManyGames

GAMES, SEED, STEPS = 65_536, 1, 24
SHOWN = 256  # games of which observations are kept as they are
ROWS = 4096  # games that are summed up at a time
AGAIN, ROUNDS = 2048, 400  # games that begin again when they are over, and steps in each


def checksums(xp: Any, rows: Any) -> Any:
    """A number for each row of bytes that tells it from others."""
    x = xp.arange(1, rows.shape[1] + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    weights = (x ^ (x >> np.uint64(29))) | np.uint64(1)
    parts = [(rows[k : k + ROWS].astype(np.uint64) * weights).sum(1) for k in range(0, len(rows), ROWS)]
    return xp.concatenate(parts)


def rows_of(games: ManyGames) -> Any:
    """The records as rows of bytes."""
    states = games.states
    return states.view(np.uint8).reshape(len(states), -1) if states.dtype.names else states


def facts(make: Any, xp: Any, get: Any) -> dict[str, Any]:
    """Random games stepped and played out, as NumPy's arrays. `make(n, autoreset)` begins them with SEED."""
    games = make(GAMES, False)
    for _ in range(STEPS):
        games.play_random()
    found = {
        "stepped": checksums(xp, rows_of(games)), "actors": games.actors.astype(np.int8),
        "observed": games.observe()[:SHOWN], "masks": checksums(xp, games.masks()), "picked": games.random_choices(),
        "listed": games.choices()[1],
    }  # fmt: skip
    games.play(found["picked"])
    found["moves"] = games.play_out()
    found |= {"ended": checksums(xp, rows_of(games)), "rngs": games.rngs[:, 0].copy()}
    found |= {"scores": games.scores, "winners": games.winners}
    games = make(AGAIN, True)
    for _ in range(ROUNDS):
        games.play_random()
    found |= {"again": checksums(xp, rows_of(games)), "rounds": games.rounds.copy()}
    return {name: get(array) for name, array in found.items()}


def differing(found: dict[str, Any], expected: dict[str, Any]) -> dict[str, int]:
    """In how many games each fact differs; observations may differ by rounding only."""
    wrong = {}
    for name, wanted in expected.items():
        there = np.asarray(found[name])
        same = np.abs(there - wanted) <= 1e-6 if name == "observed" else there == wanted
        wrong[name] = int((~same.reshape(len(same), -1).all(1)).sum())
    return wrong
