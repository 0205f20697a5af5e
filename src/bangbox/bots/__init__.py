"""Bots for any game: `bot("brains", "hard").choose(pos)`."""

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from bangbox.bots.choosing import taken
from bangbox.bots.levels import Level, Levels, levels
from bangbox.bots.thinking import Thinking
from bangbox.core.contract.minds import Candidate, Deciding
from bangbox.core.dice import Seed, SeededDice
from bangbox.core.errors import BangboxError
from bangbox.core.position import Position
from bangbox.core.registry import Kind, kind

LONGEST_LINE = 8
FEWEST = 2  # simulations: the first one only finds out what can be done


Report = Callable[[int, int], None]


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


class Bot:
    """A player for one game at one level. It only ever looks at what its seat may know.

    >>> from bangbox import game
    >>> pos = game("brains", players=3).start(seed=7)
    >>> choice = bot("brains", "easy").choose(pos, seed=1)
    >>> pos.is_legal(choice), choice.cut, len(choice.candidates) > 0
    (True, False, True)
    """

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
        report: Report | None = None,
        dice: SeededDice | None = None,
        thinking: Thinking | None = None,
    ) -> Chosen:
        """A choice for the seat to act. The same seed and simulations give the same choice, unless cut short.

        `report(done, of)` is told how far it is. `Player` gives it dice of its own, and what it has thought about `pos` before.
        """
        if pos.game.kind is not self.kind:
            raise BangboxError(f"this bot plays {self.kind.manifest.title}, not {pos.game.title}")
        if pos.actor < 0:
            raise BangboxError("nobody is to act here" + (": the game is over" if pos.over else ": chance is"))
        seen = pos.seen_by(pos.actor) if pos.seat is None else pos
        dice = dice or SeededDice(seed)
        choices = seen.choices()
        if len(choices) == 1 and not seen.ranges():
            return Chosen.of(choices[0])
        budget = self.level.simulations if simulations is None else simulations
        if budget <= 0:
            return Chosen.of(seen.pick(dice.rng))
        stop = _Stop(self.level.seconds if seconds is None else seconds, cancel)
        decided = self._decided(seen, dice, stop)
        if decided is not None:  # action 0 is a choice, too
            return decided
        thinking = thinking or Thinking(seen, self.levels, dice, self.level.trees)
        cut = self._think(thinking, max(FEWEST, budget), stop, report)
        candidates = thinking.candidates()
        action = taken(candidates, self.level, dice).action
        return Chosen.of(action, thinking.done, cut, candidates, thinking.line(action, LONGEST_LINE))

    def think(self, thinking: Thinking, cancel: Cancel | None = None) -> None:
        """Thinks as long as this level does before it chooses."""
        self._think(thinking, self.level.simulations, _Stop(self.level.seconds, cancel))

    def _think(self, thinking: Thinking, budget: int, stop: "_Stop", report: Report | None = None) -> bool:
        """Goes on until so many simulations are done; whether it had to stop before."""
        while thinking.done < budget:
            thinking.go_on(min(thinking.chunk, budget - thinking.done))
            if report is not None:
                report(thinking.done, budget)
            if thinking.done < budget and stop():
                return True
        return False

    def _decided(self, seen: Position, dice: SeededDice, stop: "_Stop") -> Chosen | None:
        """What the game's own way of deciding says, if it has one for this position."""
        own = self.kind.bot
        if not isinstance(own, Deciding):
            return None
        candidates = own.decide(seen, self.level.settings, dice.rng, stop)
        if candidates is None:
            return None
        return Chosen.of(taken(candidates, self.level, dice).action, sum(c.visits for c in candidates), stop.said, candidates)


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
    """A bot for a game, at one of its `levels(game)`; its usual level if none is named.

    >>> bot("urknall").level.name in levels("urknall").names
    True
    """
    known = levels(game)
    return Bot(kind(game), known.named(known.default if level is None else level), known)
