"""Every game as a PettingZoo environment: `env("urknall", players=3)` by turns, `parallel_env("urknall")` all at once.

Agents are called player_0, player_1, … in the order of seats. Dice are rolled by the environment, from the seed of `reset`.
Rewards come at the end: 1, shared among the winners; half each in a draw of two; alone, the score scaled to 0 … 1.
Observations are dictionaries: "observation" (docs/observations.md) and "action_mask", or "offered" where actions are boxes.
"""
# mypy: allow-subclassing-any

import secrets
from typing import Any

import numpy as np

from bangbox.core.contract import Value
from bangbox.core.dice import SeededDice
from bangbox.core.errors import IllegalMove, MissingExtra, OptionError
from bangbox.core.game import game_with
from bangbox.core.position import Game, Position

try:
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from bangbox.interop.acting import Observation, acting
    from bangbox.interop.rendering import MODES, checked_mode, rendered
except ImportError as error:
    raise MissingExtra('PettingZoo is an extra: pip install "bangbox[pettingzoo]"') from error

ILLEGAL = ("raise", "replace")


class _Play:
    """A game after the other, as both kinds of environments play them."""

    def __init__(self, game: Game, max_cycles: int | None, illegal: str) -> None:
        if illegal not in ILLEGAL:
            raise OptionError(f"illegal is one of {', '.join(ILLEGAL)}, not {illegal!r}")
        if max_cycles is not None and max_cycles < 1:
            raise OptionError(f"max_cycles is at least 1, not {max_cycles}")
        self.game, self.max_cycles, self.replaces = game, max_cycles, illegal == "replace"
        self.agents = [f"player_{seat}" for seat in range(game.players)]
        self.seat = {agent: seat for seat, agent in enumerate(self.agents)}
        self.acting = acting(game)
        self.spaces = {agent: (self.acting.observation_space(), self.acting.action_space()) for agent in self.agents}
        self.seed, self.played = secrets.randbits(53), 0
        self.pos: Position = game.start(dice=None)

    def begin(self, seed: int | None) -> None:
        """The next game; the same seed gives the same games."""
        if seed is not None:
            self.seed, self.played = seed, 0
        self.pos = self.game.start(seed=(self.seed, self.played))
        self.stand_in = SeededDice((self.seed, self.played, 1))
        self.played += 1

    def move(self, given: Any) -> None:
        """Plays the acting seat's action; what is not possible is refused, or replaced by a random choice."""
        try:
            action = self.acting.action(self.pos, given)
        except IllegalMove:
            if not self.replaces:
                raise
            action = self.pos.pick(self.stand_in.rng)
        self.pos.play(action)

    def rewards(self) -> dict[str, float]:
        """What everybody has won."""
        return dict(zip(self.agents, self.pos.payoffs, strict=True))


class raw_env(AECEnv[str, Observation | None, Any]):
    """A game by turns."""

    metadata = {"render_modes": MODES, "name": "bangbox", "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        name: str,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "raise",
        **options: Value,
    ) -> None:
        super().__init__()
        self._play = _Play(game_with(name, dict(options)), max_cycles, illegal)
        self.metadata = self.metadata | {"name": f"bangbox_{name}"}
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = self._play.agents.copy()
        self.agents: list[str] = []

    @property
    def position(self) -> Position:
        """The game that is being played."""
        return self._play.pos

    def observation_space(self, agent: str) -> Any:
        """The same for every agent."""
        return self._play.spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        """The same for every agent."""
        return self._play.spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""
        self._play.begin(seed)
        self.agents = self.possible_agents.copy()
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self.agent_selection = self.agents[self._play.pos.actor]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now."""
        return self._play.acting.observe(self._play.pos, self._play.seat[agent])

    def step(self, action: Any) -> None:
        """The action of the agent whose turn it is (`agent_selection`)."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._play.move(action)
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        pos, cycles = self._play.pos, self._play.max_cycles
        if pos.over:
            self.rewards = self._play.rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.agents[pos.actor]
            if cycles is not None and self._steps >= cycles * len(self.agents):
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        """The position as everybody may see it."""
        return rendered(self._play.pos, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def env(
    name: str, render_mode: str | None = None, max_cycles: int | None = None, illegal: str = "raise", **options: Value
) -> OrderEnforcingWrapper[str, Any, Any]:
    """A game by turns, e.g. `env("urknall", players=3)`; options are those of the game.

    After `max_cycles` actions an agent on average a game is cut off. An action that is not possible raises IllegalMove and
    changes nothing, or with illegal="replace" a random choice is played instead.
    """
    return OrderEnforcingWrapper(raw_env(name, render_mode, max_cycles, illegal, **options))


class parallel_env(ParallelEnv[str, Observation, Any]):
    """A game with all agents at once: everybody gives an action, that of the agent to act (infos: "acts") is played."""

    metadata = raw_env.metadata

    def __init__(
        self,
        name: str,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "raise",
        **options: Value,
    ) -> None:
        self._play = _Play(game_with(name, dict(options)), max_cycles, illegal)
        self.metadata = raw_env.metadata | {"name": f"bangbox_{name}", "is_parallelizable": True}
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = self._play.agents.copy()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """The same for every agent."""
        return self._play.spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        """The same for every agent."""
        return self._play.spaces[agent][1]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game."""
        self._play.begin(seed)
        self.agents = self.possible_agents.copy()
        self._steps = 0
        return self._observations(), self._infos()

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._play.acting.observe(self._play.pos, seat) for agent, seat in self._play.seat.items()}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"acts": seat == self._play.pos.actor} for agent, seat in self._play.seat.items()}

    def step(self, actions: dict[str, Any]) -> tuple[Any, ...]:
        """Everybody's actions, of which one is played."""
        self._play.move(actions[self.agents[self._play.pos.actor]])
        self._steps += 1
        over = self._play.pos.over
        cut = self._play.max_cycles is not None and self._steps >= self._play.max_cycles and not over
        terminations, truncations = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        rewards = self._play.rewards() if over else dict.fromkeys(self.agents, 0.0)
        answer = self._observations(), rewards, terminations, truncations, self._infos()
        if over or cut:
            self.agents = []
        return answer

    def render(self) -> Any:
        """The position as everybody may see it."""
        return rendered(self._play.pos, self.render_mode)

    def state(self) -> Any:
        """What the agent to act sees: an environment has no view of its own."""
        return self._play.acting.observe(self._play.pos, max(self._play.pos.actor, 0))["observation"]

    def close(self) -> None:
        """Nothing is open."""


def random_action(observation: Observation, space: Any, rng: np.random.Generator) -> Any:
    """A random action that is possible, for examples and baselines."""
    if "action_mask" in observation:
        return int(rng.choice(np.flatnonzero(observation["action_mask"])))
    return rng.random(space.shape, np.float32)
