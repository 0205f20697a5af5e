"""PettingZoo's own tests, unchanged, on every game and number of players; and what they do not ask for."""

import itertools
import types
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import bangbox
from bangbox.core.registry import kind
from bangbox.interop import pettingzoo as zoo
from tests.games.suite import NAMES

# PettingZoo has lists of names whose observations may be dictionaries with a mask; nobody else's can be on them.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # of agents that have nothing to decide
]

Count = Callable[[int, int], int]
CHEAP = {"bigbrainbang": {"throws": "cheap"}, "magpie": {"throws": "cheap"}}


def options(name: str, players: int) -> dict[str, Any]:
    return {"players": players, **CHEAP.get(name, {})} if (name, players) != ("bigxbang", 1) else {"puzzle": "life"}


TABLES = [
    (name, options(name, players))
    for name in NAMES
    for players in range(kind(name).manifest.players.min, kind(name).manifest.players.max + 1)
]
every_table = pytest.mark.parametrize(("name", "options"), TABLES, ids=[f"{n}-{o.get('players', 1)}" for n, o in TABLES])


@every_table
def test_api(name: str, options: dict[str, Any], soak_count: Count) -> None:
    api_test(zoo.env(name, **options), num_cycles=soak_count(20, 1000))


@every_table
def test_parallel_api(name: str, options: dict[str, Any], soak_count: Count) -> None:
    parallel_api_test(zoo.parallel_env(name, illegal="replace", **options), num_cycles=soak_count(10, 1000))


@every_table
def test_seeds(name: str, options: dict[str, Any], soak_count: Count) -> None:
    seed_test(partial(zoo.env, name, **options), num_cycles=soak_count(10, 500))


@every_table
def test_max_cycles(name: str, options: dict[str, Any]) -> None:
    """The test samples without masks, and expects every agent to act in every cycle: that is what a parallel environment does.

    It seeds nothing, and a solo puzzle can be stopped before its cycles are over: so chance is the same each time.
    """

    def made(**given: Any) -> zoo.parallel_env:
        env = zoo.parallel_env(name, illegal="replace", **options, **given)
        for agent in env.possible_agents:
            env.action_space(agent).seed(1)
        env.reset = partial(env.reset, seed=1)  # type: ignore[method-assign]
        return env

    max_cycles_test(types.SimpleNamespace(parallel_env=made, env=lambda **given: parallel_to_aec(made(**given))))


@every_table
def test_rendering(name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    checks = {"svg": lambda drawn: drawn.lstrip().startswith("<svg"), "ansi": lambda text: text.strip() != ""}
    # The test samples without a mask where there is none.
    render_test(partial(zoo.env, name, illegal="replace", **options), checks)
    assert capsys.readouterr().out


@every_table
def test_performance(
    name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Their benchmark runs for five seconds; here by a clock that ticks once a cycle."""
    benchmark = pytest.importorskip("pettingzoo.test.performance_benchmark")
    ticks = itertools.count()
    monkeypatch.setattr(benchmark, "time", types.SimpleNamespace(time=lambda: next(ticks)))
    benchmark.performance_benchmark(zoo.env(name, **options))
    assert "turns per second" in capsys.readouterr().out


def played(env: Any, seed: int) -> list[Any]:
    """A whole game of random actions: what everybody saw, and the rewards."""
    env.reset(seed=seed)
    rng, seen, rewards = np.random.default_rng(seed), [], {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] = reward
        seen.append((agent, observation["observation"].tobytes()))
        env.step(None if terminated or truncated else zoo.random_action(observation, env.action_space(agent), rng))
    return [seen, rewards]


@every_table
def test_a_game_ends_with_what_everybody_has_won(name: str, options: dict[str, Any]) -> None:
    env = zoo.env(name, **options)
    first, rewards = played(env, 3)
    pos = env.unwrapped.position
    assert pos.over and [rewards[f"player_{seat}"] for seat in range(pos.players)] == pos.payoffs
    assert played(env, 3) == [first, rewards], "the same seed is the same game"
    assert played(env, 4)[0] != first


def test_an_impossible_action_changes_nothing_or_is_replaced() -> None:
    env = zoo.env("bigxbang")
    env.reset(seed=1)
    before, wrong = env.unwrapped.position.text, int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(bangbox.IllegalMove, match=f"number {wrong} is not possible"):
        env.step(wrong)
    assert env.unwrapped.position.text == before
    env = zoo.env("bigxbang", illegal="replace")
    env.reset(seed=1)
    env.step(wrong)
    assert env.unwrapped.position.text != before


def test_after_max_cycles_a_game_is_cut_off() -> None:
    env = zoo.env("bigxbang", max_cycles=3)
    env.reset(seed=1)
    steps = 0
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        assert not terminated
        steps += not truncated
        env.step(None if truncated else zoo.random_action(observation, env.action_space(agent), np.random.default_rng(2)))
    assert steps == 6


@pytest.mark.parametrize("wrong", [{"render_mode": "3d"}, {"illegal": "win"}, {"max_cycles": 0}, {"players": 9}, {"colour": 1}])
def test_a_wrong_argument_is_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(bangbox.OptionError, match=next(iter(wrong)) if "players" not in wrong else "for 3 to 5 players"):
        zoo.env("brains", **wrong)


def test_a_throw_is_a_point_of_a_box() -> None:
    """Of what is offered the nearest is chosen; the other numbers fill in the form; a box that does not fit is not put there."""
    env = zoo.env("bigbrainbang", throws="cheap")
    env.reset(seed=1)
    pos = env.unwrapped.position
    point = np.zeros(env.action_space("player_0").shape, np.float32)
    env.step(point)  # the first dice
    assert pos.text.startswith("box")
    point[0] = 1.0  # the last form: the box, standing, in a corner of the table, where it hangs over the edge
    env.step(point)
    assert pos.history[-1].name == "keep" and pos.text.startswith("aim")
    point[1:] = 0.5
    env.step(point)
    throw = next(played for played in reversed(pos.history) if played.name.startswith("throw"))
    assert throw.name == "throw 1400 160 0 15 170 0"
    with pytest.raises(bangbox.IllegalMove, match="7 numbers from 0 to 1"):
        env.step(point + 1)
