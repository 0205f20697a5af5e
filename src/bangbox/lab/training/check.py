"""What a machine computes for a few games and one lesson: two machines are held against each other before a long run."""

from typing import Any

import numpy as np

from bangbox.core.errors import BangboxError
from bangbox.lab.training.games import Eyes, Games, Mind, at_random, by_score
from bangbox.lab.training.machines import Machine
from bangbox.lab.training.network import Learner, Lesson, first_weights

GAMES, PLIES = 48, 24
NEAR = 0.02  # half precision, and sums in another order


def facts(machine: Machine, firsts: Any) -> dict[str, Any]:
    """Games played at random and by points, what is seen of them, their values, and the slopes of a lesson."""
    games = Games(machine, GAMES, 5, machine.records(firsts), plies=4)
    for _ in range(PLIES):
        at_random(games)
    by_score(games)
    total = games.survey()
    weights = machine.put(first_weights(machine.about, 7))
    eyes, values = Eyes(machine, 4096), games.values[:total]
    Mind(machine, weights).value(eyes, games.slot_rows[:total], values)
    found = {
        "counts": games.counts, "rows": games.rows, "slot_rows": games.slot_rows[:total], "ends": games.ends[:total],
        "touched": games.slot_touched[:total], "actions": games.slot_action[:total], "values": values,
    }  # fmt: skip
    found = {name: machine.get(array).copy() for name, array in found.items()}
    learner = Learner(machine, first_weights(machine.about, 7))
    returns = machine.put((np.arange(GAMES) % 3 / 2).astype(np.float32))
    inputs = eyes.see(machine.xp.concatenate([games.rows, games.rows])).astype(np.float32)
    touched = games.slot_touched[:total]
    lesson = Lesson(inputs, returns, games.slot_game[:total], touched, games.starts, games.counts, 1 - values)
    losses = learner.learn(lesson, 1e-3, 0.03, 0.25)
    found["losses"] = np.array([float(loss) for loss in losses])
    found["slopes"] = machine.get(learner.slopes.flat)
    games.step()
    return found | {"done": machine.get(games.done), "best": machine.get(games.best_values[:, 0])}


def hold(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """Raises BangboxError where two machines differ: in integers at all, in fractions by more than a little."""
    for name, wanted in expected.items():
        there = np.asarray(found[name])
        if there.shape != wanted.shape:
            raise BangboxError(f"{name}: {there.shape} instead of {wanted.shape}")
        if wanted.dtype.kind in "iu":
            wrong = int((there != wanted).sum())
        else:
            wrong = int((np.abs(there - wanted) > NEAR * max(1e-3, float(np.abs(wanted).max()))).sum())
        if wrong:
            raise BangboxError(f"{name}: {wrong} of {wanted.size} numbers differ from what the CPU computes")
