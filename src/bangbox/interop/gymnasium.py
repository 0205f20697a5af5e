"""Gymnasium environments: Big×Bang's puzzles, aiming in Big Brain Bang, and any game against an opponent, many at once.

    gymnasium.make("bangbox/Life-v0")                       a puzzle alone; also Light-v0 and Parallel-v0
    gymnasium.make("bangbox/Aim-v0")                        a throw that should come to rest at a place (continuous actions)
    gymnasium.make_vec("bangbox/bigxbang-v0", num_envs=256) a game against an opponent, over all environments at once

Importing this module registers them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bangbox.core.algorithms.observing import observer
from bangbox.core.contract import Ranging, Value
from bangbox.core.dice import SeededDice
from bangbox.core.errors import IllegalMove, MissingExtra
from bangbox.core.game import game, game_with
from bangbox.core.position import Position
from bangbox.core.registry import games, kind
from bangbox.games.bigbrainbang import data
from bangbox.games.bigbrainbang.rules.record import AIM, BURN, PLACE

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete

    from bangbox.interop.acting import filled_in
    from bangbox.interop.rendering import MODES, checked_mode, rendered
except ImportError as error:
    raise MissingExtra('Gymnasium is an extra: pip install "bangbox[gymnasium]"') from error

SEEDS = 2**53
PUZZLES = ("light", "parallel", "life")
MOST_TURNS = 40  # decisions before a throw
SPOILT = 0.0  # what a throw is worth that does not come to rest on the table, or on a tile
Answer = tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]


class Solo(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A game for one, such as Big×Bang's puzzles. The reward comes at the end: the score, scaled to 0 … 1.

    Observations and numbers of actions: docs/observations.md. `info["action_mask"]` has a 1 for each possible number. A number
    that is not possible changes nothing and is noted as `info["refused"]`.
    """

    metadata = {"render_modes": MODES, "render_fps": 2}

    def __init__(self, name: str = "bigxbang", render_mode: str | None = None, **options: Value) -> None:
        self._game = game_with(name, dict(options))
        self._observer = observer(self._game)
        self.render_mode = checked_mode(render_mode)
        self.observation_space = Box(0.0, 1.0, (self._observer.size,), np.float32)
        self.action_space = Discrete(self._observer.actions)
        self.position: Position = self._game.start(dice=None)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """A new puzzle."""
        super().reset(seed=seed)
        self.position = self._game.start(seed=int(self.np_random.integers(SEEDS)))
        return self._observer.observe(self.position, 0), self._info(False)

    def step(self, action: np.int64) -> Answer:
        """One action."""
        refused = False
        try:
            self.position.play(self._observer.action(self.position, int(action)))
        except IllegalMove:
            refused = True
        over = self.position.over
        reward = self.position.payoffs[0] if over and not refused else 0.0
        return self._observer.observe(self.position, 0), reward, over, False, self._info(refused)

    def _info(self, refused: bool) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "refused": refused}

    def action_masks(self) -> NDArray[np.int8]:
        """Which numbers are possible."""
        return self._observer.mask(self.position)

    def render(self) -> Any:
        """The position."""
        return rendered(self.position, self.render_mode, 0)


class Aim(gymnasium.Env[NDArray[np.float32], NDArray[np.float32]]):
    """One throw in the middle of a game of Big Brain Bang: the die should come to rest as near as possible to a place.

    The observation is the game's own (docs/observations.md) and then the place: x and y as observations have lengths. The action
    is the throw, six numbers from -1 to 1: place around the table, height, direction, elevation, speed, spin. The reward is 1
    less the distance in widths of the table; 0 if the die falls off, leans, lies on the box or on a tile.
    """

    metadata = {"render_modes": MODES, "render_fps": 2}

    def __init__(self, players: int = 2, throws: str = "cheap", render_mode: str | None = None) -> None:
        self._game = game("bigbrainbang", players=players, throws=throws)
        self._table = game("bigbrainbang", players=players, throws="cheap")  # on which the game before the throw is played
        self._observer = observer(self._game)
        self._width = data.TABLES[players > 2]
        self.render_mode = checked_mode(render_mode)
        self.observation_space = Box(0.0, 1.0, (self._observer.size + 2,), np.float32)
        self.action_space = Box(-1.0, 1.0, (6,), np.float32)
        self.target = np.zeros(2, np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Some moment of a random game at which somebody throws, and a place to hit."""
        super().reset(seed=seed)
        dice, pos = self._dice(), None
        while pos is None:
            pos = self._before_a_throw(dice, int(self.np_random.integers(MOST_TURNS)))
        self.position = Position(self._game, pos.states())
        half = self._width / data.TABLES[1] / 2
        self.target = self.np_random.uniform(0.5 - half * 0.9, 0.5 + half * 0.9, 2).astype(np.float32)
        return self._observation(self.position.actor), {}

    def _dice(self) -> SeededDice:
        return SeededDice(int(self.np_random.integers(SEEDS)))

    def _before_a_throw(self, dice: SeededDice, decisions: int) -> Position | None:
        pos = self._table.start(dice=dice)
        while not pos.over:
            if decisions <= 0 and pos.s.phase == AIM:
                return pos
            pos.play(pos.pick(dice.rng))
            decisions -= 1
        return None

    def _observation(self, seat: int) -> NDArray[np.float32]:
        return np.concatenate([self._observer.observe(self.position, seat), self.target])

    def step(self, action: NDArray[np.float32]) -> Answer:
        """The throw, and the end."""
        seat = self.position.actor
        [form] = self.position.ranges()
        steps = (np.clip(np.asarray(action, np.float64), -1, 1) + 1) / 2
        thrown = self.position.pack_values(form.name, filled_in(form, steps.tolist()))
        self.position = self.position.copy(self._dice()).play(thrown)
        s = self.position.s
        reward = SPOILT
        if s.phase in (PLACE, BURN):
            place = np.array([s.die_x, s.die_y]) / data.TABLES[1] + 0.5
            reward = max(0.0, 1 - float(np.hypot(*(place - self.target))) * data.TABLES[1] / self._width)
        return self._observation(seat), reward, True, False, {"at_rest": reward > SPOILT}

    def render(self) -> Any:
        """The table."""
        return rendered(self.position, self.render_mode)


def register() -> list[str]:
    """Registers what Gymnasium does not know yet; returns all ids of ours."""
    wanted: dict[str, dict[str, Any]] = {
        f"bangbox/{puzzle.title()}-v0": {"entry_point": Solo, "kwargs": {"puzzle": puzzle}} for puzzle in PUZZLES
    }
    wanted["bangbox/Aim-v0"] = {"entry_point": Aim}
    for name in games():
        if kind(name).observing is not None and not isinstance(kind(name).observing, Ranging):
            vector = "bangbox.interop.vector:Against"
            wanted[f"bangbox/{name}-v0"] = {"vector_entry_point": vector, "kwargs": {"name": name}}
    for name, given in wanted.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, **given)
    return sorted(wanted)


register()
