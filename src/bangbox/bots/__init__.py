"""Bots for any game: `bot("brains", "hard").choose(pos)`."""

import functools
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from bangbox.bots.choosing import taken
from bangbox.bots.levels import Level, Levels, levels
from bangbox.bots.search import LONGEST_PATH, Search, make_search, memory
from bangbox.bots.tree import Tree
from bangbox.core.compiled.engine import Engine
from bangbox.core.contract import Candidate, Deciding
from bangbox.core.dice import Seed, SeededDice
from bangbox.core.errors import BangboxError
from bangbox.core.position import Position
from bangbox.core.registry import Kind, kind

CHUNK = 64  # simulations between two looks at the clock and the cancel flag
LONGEST_LINE = 8


class Cancel(Protocol):
    """What can stop a search: a threading.Event, or anything with is_set()."""

    def is_set(self) -> bool:
        """Whether to stop."""
        ...


class Chosen(int):
    """A bot's choice: the action itself, with what it rests on."""

    simulations: int
    cut: bool  # stopped by time or by cancel before its simulations were done
    candidates: list[Candidate]  # best first
    line: list[int]  # the action, and what the bot expects to follow; chance included

    @classmethod
    def of(
        cls, action: int, simulations: int = 0, cut: bool = False, candidates: Sequence[Candidate] = (), line: Sequence[int] = ()
    ) -> "Chosen":
        """An action with its grounds."""
        chosen = cls(action)
        chosen.simulations, chosen.cut = simulations, cut
        chosen.candidates, chosen.line = list(candidates), list(line) or [action]
        return chosen


@functools.cache
def _search(engine: Engine) -> Search:
    return engine.compiled_for_bots(make_search(engine))


class Bot:
    """A player for one game at one level. It only ever looks at what its seat may know."""

    def __init__(self, kind: Kind, level: Level, levels: Levels) -> None:
        self.kind = kind
        self.level = level
        self.levels = levels

    def choose(
        self,
        pos: Position,
        simulations: int | None = None,
        seconds: float | None = None,
        seed: Seed | None = None,
        cancel: Cancel | None = None,
        report: Callable[[int, int], None] | None = None,
    ) -> Chosen:
        """A choice for the seat to act. The same seed and simulations give the same choice, unless cut short.

        `report(done, of)` is told how far it is.
        """
        if pos.game.kind is not self.kind:
            raise BangboxError(f"this bot plays {self.kind.manifest.title}, not {pos.game.title}")
        if pos.actor < 0:
            raise BangboxError("nobody is to act here" + (": the game is over" if pos.over else ": chance is"))
        seen = pos.seen_by(pos.actor) if pos.seat is None else pos
        dice = SeededDice(seed)
        choices = seen.choices()
        if len(choices) == 1 and not seen.ranges():
            return Chosen.of(choices[0])
        budget = self.level.simulations if simulations is None else simulations
        if budget <= 0:
            return Chosen.of(seen.pick(dice.rng))
        stop = _Stop(self.level.seconds if seconds is None else seconds, cancel)
        return self._decided(seen, dice, stop) or self._searched(seen, budget, dice, stop, report)

    def _decided(self, seen: Position, dice: SeededDice, stop: "_Stop") -> Chosen | None:
        """What the game's own way of deciding says, if it has one for this position."""
        own = self.kind.bot
        if not isinstance(own, Deciding):
            return None
        candidates = own.decide(seen, self.level.settings, dice.rng, stop)
        if candidates is None:
            return None
        return Chosen.of(taken(candidates, self.level, dice).action, sum(c.visits for c in candidates), stop.said, candidates)

    def _searched(
        self, seen: Position, budget: int, dice: SeededDice, stop: "_Stop", report: Callable[[int, int], None] | None
    ) -> Chosen:
        thinking = Thinking(seen, self.levels)
        while thinking.done < budget:
            thinking.go_on(min(CHUNK, budget - thinking.done), dice)
            if report is not None:
                report(thinking.done, budget)
            if thinking.done < budget and stop():
                break
        candidates = thinking.tree.candidates()
        action = taken(candidates, self.level, dice).action
        return Chosen.of(action, thinking.done, thinking.done < budget, candidates, thinking.tree.line(action, LONGEST_LINE))


class Thinking:
    """A search that can be gone on with."""

    def __init__(self, seen: Position, levels: Levels) -> None:
        engine = seen.game.engine
        self._search, self._actor, self._states = _search(engine), seen.actor, seen.states(2)
        self._most = 4 * (engine.max_choices + 1)
        self._knobs = (memory(engine), levels.explore, levels.urgency)
        self._scratch = (
            engine.buffer(), engine.buffer(), np.zeros(max(1, engine.max_choices)), np.zeros(engine.max_players),
            np.zeros((LONGEST_PATH, 3), np.int64), np.zeros(2, np.int64),
        )  # fmt: skip
        self.tree = Tree(CHUNK, self._most)
        self.done = 0

    def go_on(self, simulations: int, dice: SeededDice) -> None:
        """So many simulations more."""
        wanted = self.done + simulations
        while self.done < wanted:
            tree = self.tree
            self.done += self._search(
                self._states, self._actor, wanted - self.done, dice.rng, *self._knobs,
                tree.nodes, tree.edges, tree.used, *self._scratch,
            )  # fmt: skip
            if self.done < wanted:
                tree.make_room(wanted - self.done + 1, self._most)


class _Stop:
    """Says when thinking has to end: when its time is up, or somebody no longer wants it."""

    def __init__(self, seconds: float, cancel: Cancel | None) -> None:
        self._deadline = time.monotonic() + seconds
        self._cancel = cancel
        self.said = False

    def __call__(self) -> bool:
        self.said = time.monotonic() > self._deadline or (self._cancel is not None and self._cancel.is_set())
        return self.said


def bot(game: str, level: str | None = None) -> Bot:
    """A bot for a game, at one of its `levels(game)`."""
    known = levels(game)
    return Bot(kind(game), known.named(known.default if level is None else level), known)
