"""The games and option sets over which the common suite runs, and random walks through them."""

import functools
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import bangbox
from bangbox.core.dice import SeededDice
from bangbox.core.position import Position
from bangbox.core.registry import games, kind
from bangbox.core.rules import CHANCE

FOLDER = Path(__file__).parent
EACH = 16  # nodes of a game that are looked at
BOUND = 20_000  # no game takes more actions, unless its cases.toml says so


class Case(NamedTuple):
    """A game with an option set."""

    id: str
    options: tuple[tuple[str, Any], ...]
    bound: int

    @property
    def game(self) -> bangbox.Game:
        return bangbox.game(self.id, **dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.id, *(f"{name}={value}" for name, value in self.options)])


def data(name: str) -> dict[str, Any]:
    """A game's cases.toml; empty if there is none (a test of its own fails then)."""
    path = FOLDER / name / "cases.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


bangbox.add_folder(FOLDER)
NAMES = games()
CASES = [
    Case(name, tuple(case["options"].items()), data(name).get("bound", BOUND))
    for name in NAMES
    for case in data(name).get("cases", [])
]
SECRET = [case for case in CASES if kind(case.id).secret]


def step(pos: Position, dice: SeededDice) -> int:
    """A random action: the actor's, or chance's by its weights (never by physics)."""
    if pos.actor == CHANCE:
        engine = pos.game.engine
        return int(engine.draw(pos.states(), 0, dice.rng, engine.buffer(), engine.buffer()))
    return pos.pick(dice.rng)


def walk(case: Case, seed: int) -> Iterator[Position]:
    """Every node of a random game, chance nodes and the end included. The position is the same object, played on."""
    dice = SeededDice((seed, len(case.options)))
    pos = case.game.start(dice=None)
    for _ in range(case.bound + 1):
        yield pos
        if pos.over:
            return
        pos.play(step(pos, dice))
    raise AssertionError(f"{case}: seed {seed} does not end within {case.bound} actions")


def nodes(case: Case, games: int = 2) -> list[Position]:
    """Positions from random games: the start, the end of each and some between. Do not play on in them: copy."""
    return [pos for seed in range(games) for pos in nodes_of_game(case, seed)]


@functools.cache
def nodes_of_game(case: Case, seed: int) -> list[Position]:
    """The end and EACH others of one game, without histories (which would have to be told again for each viewer)."""
    chosen: list[Position] = []
    lot = random.Random(seed)
    pos = None
    for i, pos in enumerate(walk(case, seed)):
        if len(chosen) < EACH:
            chosen.append(bare(pos))
        elif (place := lot.randrange(seed == 0, i + 1)) < EACH:  # the first game keeps its start
            chosen[place] = bare(pos)
    assert pos is not None
    return [*(node for node in chosen if not node.over), bare(pos)]


def bare(pos: Position) -> Position:
    return Position(pos.game, pos.states())


def viewers(pos: Position) -> list[int | None]:
    """All seats and a spectator."""
    return [*range(pos.players), None]


def rule_numbers(name: str) -> list[str]:
    """The numbers of a game's rules page, in its order."""
    page = kind(name).folder / "rules.en.md"
    return re.findall(r"^\s*[-*] \*\*([A-Z]+[0-9]+)\*\*", page.read_text("utf-8"), re.MULTILINE) if page.exists() else []


def chi_square_is_plausible(seen: list[int], weights: list[int]) -> bool:
    """Whether counts fit weights: chi-square within five standard deviations (after Wilson and Hilferty)."""
    total, n = sum(weights), sum(seen)
    chi = sum((count - n * weight / total) ** 2 / (n * weight / total) for count, weight in zip(seen, weights, strict=True))
    freedom = len(seen) - 1
    deviation = ((chi / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5
    return abs(deviation) < 5
