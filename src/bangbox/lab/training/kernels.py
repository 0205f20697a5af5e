"""A game's bodies as compiled loops for the CPU, what a learner has to know of the game, and how games begin."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from bangbox.core.compiled.engine import engine as engine_of
from bangbox.core.errors import BangboxError
from bangbox.core.game import game
from bangbox.core.registry import Kind, kind
from bangbox.lab.training.machines import Cpu

BASE_RULES = 0.4  # of all games that are played; the others have variants
VARIANT = 0.35  # how likely each of them has each variant
KINDS_OF_GAMES = 128


def bodies_of(name: str) -> ModuleType:
    """The bodies of a game; raises BangboxError if it has none."""
    of = kind(name)
    if not (of.folder / "bot" / "bodies.py").exists():
        raise BangboxError(f"{of.manifest.title} has no network to be trained; bigxbang has")
    return of.module("bot.bodies")


def about(name: str) -> dict[str, Any]:
    """What a machine and a learner know of a game."""
    of, bodies = kind(name), bodies_of(name)
    seen = of.module("bot.features")
    columns = np.repeat(np.arange(len(seen.WIDTHS)), seen.WIDTHS)
    codes = np.concatenate([np.arange(1, width + 1) for width in seen.WIDTHS])
    codes[columns >= seen.COUNTS_AT] = 0
    return {
        "game": name, "version": of.version, "record": of.rules.STATE.itemsize, "max_choices": of.rules.MAX_CHOICES,
        "signatures": bodies.SIGNATURES | bodies.CPU_SIGNATURES, "columns": seen.COLUMNS, "inputs": seen.INPUTS,
        "input_columns": columns.tolist(), "input_codes": codes.tolist(), "scale": seen.SCALE, "kinds": seen.KINDS,
        "circles": seen.NOWHERE, "origins": seen.ORIGINS, "targets": seen.TARGETS, "meetings": seen.MEETINGS_OF_KINDS,
    }  # fmt: skip


def firsts(name: str, seed: int = 1) -> Any:
    """The beginnings of games, as rows of bytes: many with the rules alone, the others with variants."""
    of, rng = kind(name), np.random.default_rng(seed)
    switches = [option.name for option in of.manifest.options if isinstance(option.default, bool) and option.name != "coop"]
    rows = []
    for number in range(KINDS_OF_GAMES):
        plain = number < BASE_RULES * KINDS_OF_GAMES
        options = {} if plain else {switch: bool(rng.random() < VARIANT) for switch in switches}
        rows.append(np.frombuffer(game(name, **options).start(dice=None).states(1).tobytes(), np.uint8))
    return np.stack(rows)


def cpu(name: str) -> Cpu:
    """One core, ready to learn a game."""
    of, bodies, known = kind(name), bodies_of(name), about(name)
    loops = {body: _loop(of, body, getattr(bodies, body)) for body in known["signatures"]}
    return Cpu(known, loops, of.rules.STATE)


def _loop(of: Kind, name: str, body: Callable[..., None]) -> Callable[..., None]:
    def loop(n: int, work: Any, *given: Any) -> None:
        for i in range(n):
            body(i, work, *given)

    loop.__qualname__ = f"loop_{name}"
    return engine_of(of).compiled_for_bots(loop)
