"""Bots for any game: `bot("brains", "hard").choose(pos)`."""

import functools
import time
from typing import Protocol

import numpy as np

from bangbox.bots.levels import Level, levels
from bangbox.bots.search import LONGEST_PATH, Search, Tree, make_search
from bangbox.core.compiled.engine import Engine
from bangbox.core.dice import Seed, SeededDice
from bangbox.core.errors import BangboxError
from bangbox.core.position import Position
from bangbox.core.registry import Kind, kind

CHUNK = 64  # simulations between two looks at the clock and the cancel flag


class Cancel(Protocol):
    """What can stop a search: a threading.Event, or anything with is_set()."""

    def is_set(self) -> bool:
        """Whether to stop."""
        ...


class Chosen(int):
    """A bot's choice: the action itself, with what it rests on."""

    simulations: int
    cut: bool  # stopped by time or by cancel before its simulations were done
    candidates: list[tuple[int, int, float]]  # (action, visits, mean payoff), best first

    @classmethod
    def of(cls, action: int, simulations: int, cut: bool, candidates: list[tuple[int, int, float]]) -> "Chosen":
        """An action with its grounds."""
        chosen = cls(action)
        chosen.simulations, chosen.cut, chosen.candidates = simulations, cut, candidates
        return chosen


@functools.cache
def _search(engine: Engine) -> Search:
    return engine.compiled(make_search(engine))


class Bot:
    """A player for one game at one level. It only ever looks at what its seat may know."""

    def __init__(self, kind: Kind, level: Level) -> None:
        self.kind = kind
        self.level = level

    def choose(
        self,
        pos: Position,
        simulations: int | None = None,
        seconds: float | None = None,
        seed: Seed | None = None,
        cancel: Cancel | None = None,
    ) -> Chosen:
        """A choice for the seat to act. The same seed and simulations give the same choice, unless cut short."""
        if pos.game.kind is not self.kind:
            raise BangboxError(f"this bot plays {self.kind.manifest.title}, not {pos.game.title}")
        if pos.actor < 0:
            raise BangboxError("nobody is to act here" + (": the game is over" if pos.over else ": chance is"))
        seen = pos.seen_by(pos.actor) if pos.seat is None else pos
        dice = SeededDice(seed)
        budget = self.level.simulations if simulations is None else simulations
        choices = seen.choices()
        if len(choices) == 1 and not seen.ranges():
            return Chosen.of(choices[0], 0, False, [])
        if budget <= 0:
            return self._random(seen, dice)
        return self._searched(seen, budget, self.level.seconds if seconds is None else seconds, dice, cancel)

    def _random(self, seen: Position, dice: SeededDice) -> Chosen:
        return Chosen.of(seen.pick(dice.rng), 0, False, [])

    def _searched(self, seen: Position, budget: int, seconds: float, dice: SeededDice, cancel: Cancel | None) -> Chosen:
        engine = seen.game.engine
        search = _search(engine)
        tree = Tree(budget)
        states = seen.states(2)
        scratch = (
            engine.buffer(), engine.buffer(), np.zeros(engine.max_players), np.zeros((LONGEST_PATH, 2), np.int64),
            np.zeros(2, np.int64),
        )  # fmt: skip
        done = 0
        deadline = time.monotonic() + seconds
        while done < budget:
            step = min(CHUNK, budget - done)
            search(states, seen.actor, step, dice.rng, *tree.arrays(), *scratch)
            done += step
            if done < budget and (time.monotonic() > deadline or (cancel is not None and cancel.is_set())):
                break
        candidates = tree.candidates()
        return Chosen.of(candidates[0][0], done, done < budget, candidates)


def bot(game: str, level: str | None = None) -> Bot:
    """A bot for a game, at one of its `levels(game)`."""
    known = levels(game)
    return Bot(kind(game), known.named(known.default if level is None else level))
