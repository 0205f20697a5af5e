"""Exact endgames of Big×Bang: the lead in tokens that best play comes to, and which choices keep it."""

import functools
from collections.abc import Callable, Sequence

import numpy as np

from bangbox.core.compiled.engine import Engine, engine
from bangbox.core.contract import Seen
from bangbox.core.contract.minds import Candidate
from bangbox.core.record import States
from bangbox.core.registry import kind

from ..rules.record import MAX_CHOICES, NONE
from .proving import DEEPEST, FRAME, MOST, SEEN, UNKNOWN, edge, prove

FITS = 40  # stacks; with more, no position is solved anyway
POSITIONS = 4_000_000  # to look at before search is asked instead: about a second
CHUNK = 1 << 15  # positions between two looks at `stop`
TABLE = 1 << 20
MARGIN = 0.02  # of the payoff goes by tokens: a lost game is still to be lost by less

Stop = Callable[[], bool]


class GivenUp(Exception):
    """There are too many positions, or somebody no longer wants to know."""


def solved(seen: Seen, most: int, stop: Stop) -> Sequence[Candidate] | None:
    """The choices with their exact values, best first; None if there are more than `most` stacks, or too much to look at."""
    s = seen.s
    if s.puzzle != NONE or s.count[0] + s.count[1] > min(most, FITS):
        return None
    endgame = Endgame(stop)
    try:
        best = endgame.lead(seen.states())
    except GivenUp:
        return None
    found: list[tuple[float, int, Candidate]] = []
    for action in endgame.in_order(seen):
        after, before = endgame.after(seen, action), endgame.positions
        try:
            value = payoff(-endgame.lead(after, -best))
        except GivenUp:
            break  # the others need not be named, if the best is
        found.append((value, endgame.edge(after), Candidate(action, max(1, endgame.positions - before), value)))
    found.sort(key=lambda one: one[:2], reverse=True)
    return [candidate for _, _, candidate in found] if found and found[0][0] == payoff(best) else None


def payoff(lead: int) -> float:
    """The payoff of an end with this lead in tokens, with a little for each token."""
    won = 0.5 if lead == 0 else float(lead > 0)
    return (1.0 - MARGIN) * won + MARGIN * (lead + MOST) / (2 * MOST)


@functools.cache
def _compiled(engine: Engine) -> tuple[Callable[..., int], Callable[..., int]]:
    return engine.compiled_for_bots(prove), engine.compiled_for_bots(edge)


class Endgame:
    """Answers questions about endgames, and remembers what it has seen between them."""

    def __init__(self, stop: Stop, most: int = POSITIONS) -> None:
        self._engine, self._stop, self._most = engine(kind("bigxbang")), stop, most
        self._prove, self._edge = _compiled(self._engine)
        self._states, self._frames = self._engine.states(DEEPEST), np.zeros(DEEPEST, FRAME)
        self._moves, self._buffer = np.zeros((DEEPEST, 2, MAX_CHOICES), np.int64), np.zeros(MAX_CHOICES, np.int64)
        self._seen, self._at = np.zeros(TABLE, SEEN), np.zeros(4, np.int64)
        self.positions = 0  # looked at

    def lead(self, states: States, guess: int = 0) -> int:
        """The lead in tokens that the side to act comes to; raises GivenUp. A good guess saves questions."""
        low, high = -MOST, MOST
        while low < high:
            t = min(max(guess, low + 1), high)
            if self.at_least(states, t):
                low, guess = t, t + 1
            else:
                high, guess = t - 1, t - 1
        return low

    def at_least(self, states: States, t: int) -> bool:
        """Whether the side to act comes to a lead of t or more."""
        self._states[:1], self._frames[0]["t"], self._at[:] = states, t, (0, 1, UNKNOWN, 0)
        while True:
            answer = self._prove(self._states, self._frames, self._moves, self._buffer, self._seen, self._at, CHUNK)
            self.positions += int(self._at[3])
            if answer != UNKNOWN:
                return bool(answer)
            if self.positions >= self._most or self._stop():
                raise GivenUp

    def in_order(self, seen: Seen) -> list[int]:
        """The choices, the one first that has confirmed the last lead."""
        choices, last = seen.choices(), int(self._moves[0, 0, self._frames[0]["i"]])
        return sorted(choices, key=lambda action: action != last)

    def after(self, seen: Seen, action: int) -> States:
        """The position after a choice."""
        states = seen.states()
        self._engine.apply(states, 0, action)
        return states

    def edge(self, states: States) -> int:
        """How far ahead the side that has just acted is, in particles: tells apart what comes to the same lead."""
        return -int(self._edge(states))
