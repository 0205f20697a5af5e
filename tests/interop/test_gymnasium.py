"""Gymnasium's own checks on the puzzles, on aiming and on many games at once; and what they do not ask for."""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import bangbox
from bangbox.core.algorithms.observing import observer
from bangbox.core.position import Position
from bangbox.interop import gymnasium as gym
from bangbox.interop.vector import Against

Count = Callable[[int, int], int]

SINGLE = ["bangbox/Light-v0", "bangbox/Parallel-v0", "bangbox/Life-v0", "bangbox/Aim-v0"]
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("bigxbang", {}), ("brains", {"players": 3}), ("robbery", {"players": 3}), ("urknall", {"players": 2}), ("tictactoe", {}),
]  # fmt: skip
every_game = pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])


def test_all_are_registered() -> None:
    assert set(SINGLE) < set(gym.register())
    assert {f"bangbox/{name}-v0" for name, _ in GAMES} < set(gym.register())
    assert "bangbox/bigbrainbang-v0" not in gym.register()


@pytest.mark.parametrize("name", SINGLE)
def test_gymnasium_finds_nothing_to_complain_about(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped)


def test_a_puzzle_is_played_to_its_end_by_masks() -> None:
    env: Any = gymnasium.make("bangbox/Life-v0")
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    over, reward = False, 0.0
    while not over:
        _, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        assert not info["refused"]
    pos = env.unwrapped.position
    assert pos.over and [reward] == pos.payoffs


def test_an_impossible_number_changes_nothing() -> None:
    env: Any = gymnasium.make("bangbox/Light-v0").unwrapped
    _, info = env.reset(seed=1)
    before = env.position.text
    _, reward, over, _, info = env.step(np.int64(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, over, info["refused"], env.position.text) == (0, False, True, before)


def test_who_aims_well_is_rewarded() -> None:
    """A throw straight in from the side nearest to the place, at a speed that fits, beats a random one."""
    env: Any = gymnasium.make("bangbox/Aim-v0").unwrapped
    rewards: dict[str, list[float]] = {"random": [], "straight": []}
    rng = np.random.default_rng(1)
    for seed in range(80):
        env.reset(seed=seed)
        rewards["random"].append(env.step(rng.uniform(-1, 1, 6).astype(np.float32))[1])
        env.reset(seed=seed)
        around = (env.target[0] - 1 / 6) / (4 / 6) * 2 - 1  # along the south side of the small table
        throw = np.array([around / 4 - 0.75, -0.9, 0, -1 / 3, -0.5, 0], np.float32)
        rewards["straight"].append(env.step(throw)[1])
    assert np.mean(rewards["straight"]) > np.mean(rewards["random"]) + 0.1
    assert all(0 <= reward <= 1 for kind in rewards.values() for reward in kind)


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
def test_environments_can_be_looked_at(mode: str) -> None:
    for name in ("bangbox/Life-v0", "bangbox/Aim-v0"):
        env = gymnasium.make(name, render_mode=mode)
        env.reset(seed=1)
        assert env.render() is not None


def random_numbers(mask: Any, rng: np.random.Generator) -> Any:
    """A random possible number in each row."""
    return (rng.random(mask.shape) * mask).argmax(1)


@every_game
def test_many_games_go_on_and_on(name: str, options: dict[str, Any], soak_count: Count) -> None:
    envs = gymnasium.make_vec(f"bangbox/{name}-v0", num_envs=5, **options)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, infos = envs.reset(seed=3)
    rng, games, won = np.random.default_rng(1), 0, 0.0
    for _ in range(soak_count(400, 20_000)):
        assert envs.observation_space.contains(seen) and infos["action_mask"].any(1).all()
        seen, rewards, ended, cut, infos = envs.step(random_numbers(infos["action_mask"], rng))
        assert not infos["refused"].any() and not cut.any() and not rewards[~ended].any()
        assert ("final_obs" in infos) == ended.any()
        if ended.any():
            assert infos["final_obs"][ended].any() and (infos["_final_obs"] == ended).all()
        games, won = games + ended.sum(), won + rewards.sum()
    assert games >= 5 and 0 < won < games
    envs.close()


@every_game
def test_states_are_those_of_the_rules(name: str, options: dict[str, Any]) -> None:
    """What is seen is what an observer sees of the states; the same seed gives the same games, whatever the threads."""
    runs = []
    for threads in (1, 2):
        envs = Against(name, 128, threads=threads, **options)
        watched, rng = observer(envs.game), np.random.default_rng(2)
        seen, infos = envs.reset(seed=5)
        for _ in range(3):
            seen, *_, infos = envs.step(random_numbers(infos["action_mask"], rng))
        for i in (0, 77):
            pos = Position(envs.game, envs.states[i : i + 1].copy())
            assert pos.actor == envs.seats[i]
            assert np.array_equal(seen[i], watched.observe(pos, pos.actor))
            assert np.array_equal(infos["action_mask"][i], watched.mask(pos))
        runs.append((seen.tobytes(), infos["action_mask"].tobytes()))
        envs.close()
    assert runs[0] == runs[1]


def test_a_greedy_opponent_is_harder_than_a_random_one() -> None:
    won = {}
    for opponent in ("random", "greedy"):
        envs, rng = Against("bigxbang", 64, opponent=opponent), np.random.default_rng(1)
        _, infos = envs.reset(seed=1)
        rewards: list[float] = []
        while len(rewards) < 200:
            _, reward, ended, _, infos = envs.step(random_numbers(infos["action_mask"], rng))
            rewards += reward[ended].tolist()
        won[opponent] = np.mean(rewards)
    assert won["greedy"] < won["random"] - 0.2


def test_impossible_numbers_are_replaced_and_wrong_arguments_named() -> None:
    envs = Against("tictactoe", 4)
    _, infos = envs.reset(seed=1)
    *_, infos = envs.step(np.full(4, -7))
    assert infos["refused"].all() and infos["action_mask"].any(1).all()
    for wrong, named in (({"opponent": "god"}, "opponent"), ({"seat": 2}, "seat"), ({"players": 3}, "players")):
        with pytest.raises(bangbox.OptionError, match=named):
            Against("tictactoe", 2, **wrong)
    with pytest.raises(bangbox.OptionError, match="ranges"):
        Against("bigbrainbang", 2, throws="cheap")
    with pytest.raises(bangbox.OptionError, match="need 4 actions"):
        envs.step(np.zeros(3, np.int64))
