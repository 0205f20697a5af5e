"""Solves puzzles of Big×Bang: beams of positions, again and again with other eyes, until nothing better is possible.

A beam goes on from its best-looking positions, move by move. The first one trusts the look of a board as puzzles.toml has it;
each further one finds some of it more, some less important, and adds some noise, so that it finds other ways. For Universe of
Life, which no single beam solves, most of them try another end for the best line that is known: the shorter it is, the more
positions they go on from.
"""

import functools
import math
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from bangbox.core.compiled.engine import Engine, engine
from bangbox.core.contract import Seen
from bangbox.core.contract.minds import Solution
from bangbox.core.record import Rng, States
from bangbox.core.registry import kind
from bangbox.core.rules import below, plain

from .. import data
from .. import rules as compiled_rules
from ..data import MIRROR
from ..rules.record import LIFE, LIGHT, MAX_CHOICES, PARALLEL, SIDE
from .beam import Tables, advance, expand

WIDTH = 100  # positions that a beam goes on from
BEAMS = 44
PARTS, NARROW, WHOLE = 16, 4, 6  # Life: more and narrower beams; after some whole ones they go on from within the best line
LONGEST_KEPT = 85  # hundredths of that line
WIDEST = 6  # times as many positions as a whole beam goes on from: those that try a short end
MOST_STACKS, LATE = 84, 70  # at first; moves after which a board looks as it does near the end
CHUNK = 25  # positions between two looks at `stop`
MOST_EACH = 200  # choices of a position, more or less: where there are more, fewer positions are gone on from
NAMES = {LIGHT: "light", PARALLEL: "parallel", LIFE: "life"}
VARIED = ("like", "heavy", "unlike", "fusion", "annihilation", "stuck", "pair", "triple")
NUCLEI = sorted(data.NUCLEI)
NOBODY = 2  # whose a circle without a stack is
MOST_IN_GROUP = 12
GOOD, EASY = 21, 7  # one particle of so many more than par still earns two stars, and one

scoring = plain(compiled_rules.scoring)
Stop = Callable[[], bool]


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a board looks, early or late: one table of puzzles.toml."""

    stacks: tuple[float, ...]
    like: float = 0.0
    heavy: float = 0.0
    unlike: float = 0.0
    fusion: float = 0.0
    annihilation: float = 0.0
    stuck: float = 0.0
    pair: float = 0.0
    triple: float = 0.0

    def times(self, factors: dict[str, float]) -> "Look":
        """The same with some weights so many times as important."""
        return msgspec.structs.replace(self, **{name: getattr(self, name) * factor for name, factor in factors.items()})


class Looks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How boards of a puzzle look, from a full one to one near the end; in between it is a mixture."""

    early: Look
    noise: float  # that each further beam adds
    late: Look | None = None  # the same as early

    def varied(self, rng: Rng) -> "Looks":
        """The same with every weight but those of the stacks up to twice or half as important."""
        factors = {name: 2.0 ** (below(rng, 201) / 100 - 1) for name in VARIED}
        return Looks(self.early.times(factors), self.noise, self.late and self.late.times(factors))


@functools.cache
def looks() -> dict[str, Looks]:
    """puzzles.toml."""
    return msgspec.toml.decode(Path(__file__).with_name("puzzles.toml").read_bytes(), type=dict[str, Looks])


def tables(look: Look) -> Tables:
    """A look by codes of stacks, as the beam takes it."""
    stacks, stuck = np.zeros(data.CODES), np.zeros(data.CODES)
    touching, facing = np.zeros((data.CODES, data.CODES)), np.zeros((data.CODES, data.CODES))
    mass = data.PROTONS.astype(float) + data.NEUTRONS
    codes = [(code + MIRROR * side, side) for code in NUCLEI for side in (0, 1)]
    for code, side in codes:
        stacks[code] = look.stacks[NUCLEI.index(code - MIRROR * side)]
        stuck[code] = 0.0 if code - MIRROR * side == data.HE4 and look.triple else look.stuck
        for other, its in codes:
            touching[code, other] = look.unlike if side != its else look.like + look.heavy * mass[code] * mass[other] / 16
            facing[code, other] = (0.0, look.fusion, look.annihilation)[data.MAY[code, other]]
    groups = [look.triple * (n // 3) + look.pair * (n % 3 == 2) for n in range(MOST_IN_GROUP)]
    groups[0] = float(look.triple != 0.0)
    return stacks, touching, facing, stuck, np.array(groups)


def best_possible(seen: Seen) -> int:
    """A score that nobody can beat."""
    return int(scoring.most_triples(seen.s)) if seen.s.puzzle == LIFE else 0


def payoff(seen: Seen, score: int) -> float:
    """A score as a share of the best one."""
    if seen.s.puzzle == LIFE:
        return score / best_possible(seen)
    particles = 4 * int(scoring.each_kind(seen.s))
    return max(0.0, (particles + score) / particles)


def solve(
    seen: Seen, rng: Rng, stop: Stop, beams: int = BEAMS, width: int = WIDTH, report: Callable[[int, int], None] | None = None
) -> Solution:
    """The best line that so many beams find, or what was found when `stop()` became true; `report(score, beam)` is told."""
    look, best, looked = looks()[NAMES[seen.s.puzzle]], Solution([], seen.scores[0], 0), 0
    life = seen.s.puzzle == LIFE
    beams, width = (beams * PARTS, width // NARROW) if life else (beams, width)
    for number in range(beams):
        kept = kept_of(best, rng) if life and number >= WHOLE else []
        eyes, noise = (look.varied(rng), look.noise) if number else (look, 0.0)
        found = Beam(after(seen, kept), seen, eyes, widened(width, best, kept), noise, rng).go(stop)
        looked += found.looked
        if number == 0 or found.score > best.score or (life and found.score == best.score):
            best = found._replace(actions=kept + found.actions)
        if report is not None:
            report(best.score, number + 1)
        if best.score >= best_possible(seen) or stop():
            break
    return best._replace(looked=looked)


def kept_of(best: Solution, rng: Rng) -> list[int]:
    """The beginning of the best line, from which another end is tried: at most LONGEST_KEPT of it."""
    return best.actions[: len(best.actions) * below(rng, LONGEST_KEPT) // 100]


def widened(width: int, best: Solution, kept: list[int]) -> int:
    """From how many positions a beam goes on: the shorter the end that is left to it, the more it can look at."""
    return min(WIDEST * width, width * len(best.actions) // (len(best.actions) - len(kept))) if kept else width


def after(seen: Seen, actions: list[int]) -> States:
    """The position after these."""
    states, own = seen.states(), engine(kind("bigxbang"))
    for action in actions:
        own.apply(states, 0, action)
    return states


class _Step(NamedTuple):
    parents: np.ndarray[tuple[int], np.dtype[np.int64]]
    moves: np.ndarray[tuple[int], np.dtype[np.int64]]


@functools.cache
def _compiled(engine: Engine) -> tuple[Callable[..., int], Callable[..., None]]:
    return engine.compiled_for_bots(expand), engine.compiled_for_bots(advance)


class Beam:
    """One beam from a position that was reached from `seen`."""

    def __init__(self, start: States, seen: Seen, look: Looks, width: int, noise: float, rng: Rng) -> None:
        own = engine(kind("bigxbang"))
        self._expand, self._advance = _compiled(own)
        self._early, self._late = tables(look.early), tables(look.late or look.early)
        self._noise = (noise, 8 + below(rng, 24), below(rng, 1 << 24))
        stacks = SIDE[start[0]["board"][: data.NOWHERE]] != NOBODY
        self._moves_before = MOST_STACKS - int(stacks.sum())  # about so many, since most moves make one stack of two
        self._states, self._after, self._scratch = own.states(width), own.states(width), own.states(1)
        self._states[:1], self._width, self._n = start, width, 1
        self._per_circle = np.zeros(data.NOWHERE + 1), np.zeros(data.NOWHERE + 1, np.int64)
        room = width * MOST_EACH + MAX_CHOICES
        self._ranks, self._keys = np.zeros(room), np.zeros(room, np.uint64)
        self._parents, self._moves = np.zeros(room, np.int64), np.zeros(room, np.int64)
        self._actions, self._scores, self._both = own.buffer(), np.zeros(width, np.int64), np.zeros(2, np.int64)
        own.score(start, 0, self._both)
        self._best_possible, self._now = best_possible(seen), int(self._both[0])
        self._steps: list[_Step] = []

    def go(self, stop: Stop) -> Solution:
        """Goes on until nothing can be done; the best line on the way (no moves at all if stopping at once is best)."""
        score, line, looked = self._now, (0, 0), 0
        while score < self._best_possible:
            listed = self._listed(stop)
            looked += listed
            if listed == 0:
                break
            self._take(self._chosen(listed))
            at = int(self._scores[: self._n].argmax())
            if self._scores[at] > score:
                score, line = int(self._scores[at]), (len(self._steps), at)
        return Solution(self._line(*line), score, looked)

    def _look(self) -> Tables:
        """How boards look after so many moves."""
        late = min(1.0, (self._moves_before + len(self._steps)) / LATE)
        stacks, touching, facing, stuck, groups = (a + late * (b - a) for a, b in zip(self._early, self._late, strict=True))
        return stacks, touching, facing, stuck, groups

    def _listed(self, stop: Stop) -> int:
        """Lists all that can be done from the beam; 0 if that is nothing, or nobody waits for it."""
        listed, look = 0, self._look()
        for begin in range(0, self._n, CHUNK):
            if stop():
                return 0
            end = min(begin + CHUNK, self._n)
            if listed + (end - begin) * MAX_CHOICES > len(self._ranks):
                end = begin + (len(self._ranks) - listed) // MAX_CHOICES
            listed = self._expand(
                self._states, begin, end, self._scratch, *self._per_circle, look, *self._noise,
                self._actions, self._ranks, self._keys, self._parents, self._moves, listed,
            )  # fmt: skip
        return listed

    def _chosen(self, listed: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """The best-looking of what is listed, each board once."""
        some = min(listed, 3 * self._width)
        top = np.argpartition(-self._ranks[:listed], some - 1)[:some]
        top = top[np.lexsort((self._keys[top], -self._ranks[top]))]
        _, first = np.unique(self._keys[top], return_index=True)
        return top[np.sort(first)][: self._width]

    def _take(self, chosen: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        """Goes on to these."""
        self._advance(self._states, self._after, self._parents, self._moves, chosen, self._scores, self._both)
        self._steps.append(_Step(self._parents[chosen], self._moves[chosen]))
        self._states, self._after, self._n = self._after, self._states, len(chosen)

    def _line(self, length: int, at: int) -> list[int]:
        """The moves that lead to one of the beam after so many steps."""
        line = []
        for step in reversed(self._steps[:length]):
            line.append(int(step.moves[at]))
            at = int(step.parents[at])
        return line[::-1]


def stars(seen: Seen, par: int) -> list[int]:
    """The scores that earn one, two and three stars, where `par` is the best that is known."""
    if seen.s.puzzle == LIFE:
        return [max(1, math.ceil(par / 3)), max(1, math.ceil(2 * par / 3)), max(1, par)]
    left = sum(int(data.PROTONS[code] + data.NEUTRONS[code]) for code in seen.s.board.tolist()[: data.NOWHERE])
    return [par - max(4, left // EASY), par - max(2, left // GOOD), par]
