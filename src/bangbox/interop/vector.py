"""Many games at once against opponents, as a `gymnasium.vector` environment: compiled from action to observation.

    envs = Against("bigxbang", 256, opponent="greedy")

All work of a step, opponents, dice and new games included, is done in compiled code over one array of states.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bangbox.core.algorithms.observing import observer
from bangbox.core.compiled.engine import Engine
from bangbox.core.compiled.random_play import Pick
from bangbox.core.contract import Observing, Value
from bangbox.core.dice import rng_state
from bangbox.core.errors import MissingExtra, OptionError
from bangbox.core.game import game_with
from bangbox.core.record import Numbers, Rng, States, copied
from bangbox.core.rules import CHANCE, OVER, below
from bangbox.system import cores

try:
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingExtra('Gymnasium is an extra: pip install "bangbox[gymnasium]"') from error

OPPONENTS = ("random", "greedy")
SEEDS = 2**53
FEWEST = 64  # environments that are worth a thread


def make_greedy(engine: Engine) -> Callable[[States, int, Rng, Numbers, States, Numbers], int]:
    """greedy(states, i, rng, out, world, points): the choice after which one leads by most points, a random one of the best"""
    rules_actor, rules_players = engine.rules.actor, engine.rules.players
    rules_choices, rules_apply, rules_score = engine.rules.choices, engine.rules.apply, engine.rules.score

    def greedy(states: States, i: int, rng: Rng, out: Numbers, world: States, points: Numbers) -> int:
        seat, players = rules_actor(states[i]), rules_players(states[i])
        best, found, ties = 0, -1, 0
        for k in range(rules_choices(states[i], out)):
            world[0] = states[i]
            rules_apply(world[0], out[k])
            rules_score(world[0], points)
            rival = -(1 << 40)
            for other in range(players):
                if other != seat:
                    rival = max(rival, points[other])
            lead = points[seat] - rival
            if found < 0 or lead > best:
                best, found, ties = lead, out[k], 1
            elif lead == best:
                ties += 1
                if below(rng, ties) == 0:
                    found = out[k]
        return found

    return greedy


def make_random(pick: Pick) -> Callable[[States, int, Rng, Numbers, States, Numbers], int]:
    """The same for an opponent that chooses at random."""

    def at_random(states: States, i: int, rng: Rng, out: Numbers, world: States, points: Numbers) -> int:
        return pick(states, i, rng, out)

    return at_random


def make_advance(engine: Engine, answer: Callable[..., int]) -> Callable[..., None]:
    """advance(states, i, rng, seat, out, weights, world, points): dice and opponents, until the seat acts or the game is over"""
    rules_actor, rules_apply, draw = engine.rules.actor, engine.rules.apply, engine.draw

    def advance(
        states: States, i: int, rng: Rng, seat: int, out: Numbers, weights: Numbers, world: States, points: Numbers
    ) -> None:
        actor = rules_actor(states[i])
        while actor not in (seat, OVER):
            if actor == CHANCE:
                rules_apply(states[i], draw(states, i, rng, out, weights))
            else:
                rules_apply(states[i], answer(states, i, rng, out, world, points))
            actor = rules_actor(states[i])

    return advance


def make_begin(engine: Engine, advance: Callable[..., None]) -> Callable[..., None]:
    """begin(states, first, rngs, seats, rotates, low, high, out, weights, world, points): new games in states[low:high]

    Where `rotates`, a game's seat is the next one. A game that ends before the seat acts is not begun.
    """
    rules_actor, rules_players = engine.rules.actor, engine.rules.players

    def begin(
        states: States, first: States, rngs: Rng, seats: Numbers, rotates: bool, low: int, high: int,
        out: Numbers, weights: Numbers, world: States, points: Numbers,
    ) -> None:  # fmt: skip
        for i in range(low, high):
            if rotates:
                seats[i] = (seats[i] + 1) % rules_players(first[0])
            over = True
            while over:
                states[i] = first[0]
                advance(states, i, rngs[i], seats[i], out, weights, world, points)
                over = rules_actor(states[i]) == OVER

    return begin


def make_step(
    engine: Engine, observing: Observing, pick: Pick, advance: Callable[..., None], begin: Callable[..., None]
) -> Callable[..., None]:
    """step(…): plays numbers[i] in states[i], then opponents and dice; a game that is over is followed by a new one

    Where a number is not possible a random choice is played and refused[i] is 1. Of a game that is over, ended[i] is 1,
    rewards[i] the payoff and last[i] what the seat observes at the end.
    """
    rules_actor, rules_apply, rules_payoff = engine.rules.actor, engine.rules.apply, engine.rules.payoff
    legal, action_of, observe = engine.legal, observing.action, observing.observe

    def step(
        states: States, first: States, rngs: Rng, seats: Numbers, rotates: bool, numbers: Numbers, low: int, high: int,
        out: Numbers, weights: Numbers, world: States, points: Numbers, payoffs: NDArray[np.float64],
        rewards: NDArray[np.float64], ended: NDArray[np.bool_], refused: NDArray[np.bool_], last: NDArray[np.float32],
    ) -> None:  # fmt: skip
        for i in range(low, high):
            action = action_of(states[i], numbers[i])
            refused[i] = action < 0 or not legal(states, i, action, out)
            if refused[i]:
                action = pick(states, i, rngs[i], out)
            rules_apply(states[i], action)
            advance(states, i, rngs[i], seats[i], out, weights, world, points)
            ended[i] = rules_actor(states[i]) == OVER
            rewards[i] = 0.0
            if ended[i]:
                rules_payoff(states[i], payoffs)
                rewards[i] = payoffs[seats[i]]
                last[i] = 0
                observe(states[i], seats[i], last[i])
                begin(states, first, rngs, seats, rotates, i, i + 1, out, weights, world, points)

    return step


class Against(VectorEnv[NDArray[np.float32], NDArray[np.int64], Any]):
    """`num_envs` games, each against opponents that choose at random or greedily (by the points after one action).

    Observations [n, size] and numbers of actions: docs/observations.md; `infos["action_mask"]` [n, actions] has a 1 for each
    possible number. A number that is not possible is replaced by a random choice (`infos["refused"]`). Rewards come at the end
    of a game: its payoff, from 0 to 1. The next game begins in the same step (autoreset mode SAME_STEP): `infos["final_obs"]`
    has what was seen at the end, where `infos["_final_obs"]` says so. `seat` is the learner's; None: another one each game.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        opponent: str = "random",
        seat: int | None = None,
        threads: int | None = None,
        render_mode: None = None,
        **options: Value,
    ) -> None:
        game = game_with(name, dict(options))
        watched, found = observer(game), game.kind.observing
        assert found is not None
        if opponent not in OPPONENTS:
            raise OptionError(f"opponent is one of {', '.join(OPPONENTS)}, not {opponent!r}")
        if watched.forms:
            raise OptionError(f"{game.title} has decisions over ranges, which cannot be numbered")
        if seat is not None and not 0 <= seat < game.players:
            raise OptionError(f"seat is from 0 to {game.players - 1}, not {seat}")
        self.game, self._watched, self.num_envs, self.render_mode = game, watched, num_envs, render_mode
        self.single_observation_space = Box(0.0, 1.0, (watched.size,), np.float32)
        self.single_action_space = Discrete(watched.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        engine = game.engine
        self._first = copied(game.start(dice=None).states())
        self.states = engine.states(num_envs)
        self.seats = np.zeros(num_envs, np.int64)
        self._seat, self._rngs = seat, np.zeros((num_envs, 1), np.uint64)
        answer = engine.compiled(make_greedy(engine) if opponent == "greedy" else make_random(engine.pick))
        advance = engine.compiled(make_advance(engine, answer))
        self._begin = engine.compiled(make_begin(engine, advance))
        self._step = engine.compiled_for_observing(make_step(engine, found, engine.pick, advance, self._begin))
        self._parts = max(1, min(threads or cores(), num_envs // FEWEST))
        self._pool = ThreadPoolExecutor(self._parts) if self._parts > 1 else None
        self._rooms = [
            (engine.buffer(), engine.buffer(), engine.states(1), np.zeros(engine.max_players, np.int64))
            for _ in range(self._parts)
        ]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """New games everywhere; environment i plays the games of its seed (or of `seed + i`)."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds = seed if isinstance(seed, list) else [None if seed is None else seed + i for i in range(self.num_envs)]
        for i, given in enumerate(seeds):
            self._rngs[i] = rng_state(int(self.np_random.integers(SEEDS)) if given is None else given)
        self.seats[:] = np.arange(self.num_envs) % self.game.players - 1 if self._seat is None else self._seat
        self._each(lambda low, high, room: self._begin(
            self.states, self._first, self._rngs, self.seats, self._seat is None, low, high, *room))  # fmt: skip
        seen, mask = self._look()
        return seen, {"action_mask": mask}

    def _each(self, work: Callable[[int, int, tuple[Any, ...]], None]) -> None:
        """Runs work(low, high, room) over all environments, split among the threads."""
        edges = [self.num_envs * part // self._parts for part in range(self._parts + 1)]
        if self._pool is None:
            work(0, self.num_envs, self._rooms[0])
            return
        for job in [self._pool.submit(work, edges[p], edges[p + 1], self._rooms[p]) for p in range(self._parts)]:
            job.result()

    def _look(self) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        seen = np.empty((self.num_envs, self._watched.size), np.float32)
        masks = np.empty((self.num_envs, self._watched.actions), np.int8)

        def look(low: int, high: int, room: tuple[Any, ...]) -> None:
            self._watched.observe_all(self.states, self.seats, low, high, room[2], seen)
            self._watched.masks_all(self.states, low, high, room[0], masks)

        self._each(look)
        return seen, masks

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One action in every environment."""
        numbers = np.ascontiguousarray(actions, np.int64)
        if numbers.shape != (self.num_envs,):
            raise OptionError(f"{self.num_envs} environments need {self.num_envs} actions, not {numbers.shape}")
        n = self.num_envs
        rewards, ended, refused = np.zeros(n), np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        last = np.zeros((n, self._watched.size), np.float32)
        self._each(lambda low, high, room: self._step(
            self.states, self._first, self._rngs, self.seats, self._seat is None, numbers, low, high, *room,
            np.zeros(self.game.engine.max_players), rewards, ended, refused, last))  # fmt: skip
        seen, mask = self._look()
        infos: dict[str, Any] = {"action_mask": mask, "refused": refused}
        if ended.any():
            infos |= {"final_obs": last, "_final_obs": ended}
        return seen, rewards, ended, np.zeros(n, np.bool_), infos

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()
