"""OpenSpiel's own tests and algorithms, unchanged, on every game of ours that it can hold; and what they do not ask for."""

import unittest
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability, ismcts, mcts
from open_spiel.python.policy import TabularPolicy, UniformRandomPolicy

import bangbox
from bangbox.core.registry import kind
from bangbox.interop import openspiel
from tests.games.suite import NAMES

Count = Callable[[int, int], int]

LISTED = [name for name in NAMES if name not in ("bigbrainbang", "magpie")]
TABLES = [
    f"bangbox_{name}(players={players})" if (name, players) != ("bigxbang", 1) else "bangbox_bigxbang(players=1,puzzle=life)"
    for name in LISTED
    for players in range(kind(name).manifest.players.min, kind(name).manifest.players.max + 1)
]
every_table = pytest.mark.parametrize("table", TABLES)


def test_every_game_whose_choices_can_be_listed_is_registered() -> None:
    assert openspiel.register() == [f"bangbox_{name}" for name in LISTED]
    assert {f"bangbox_{name}" for name in LISTED} <= set(pyspiel.registered_names())


@every_table
def test_random_simulations(table: str, soak_count: Count, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(table), num_sims=soak_count(1, 20), serialize=True, verbose=False)


def api_cases(table: str) -> unittest.TestSuite:
    """OpenSpiel's Python API tests of a game, on states of random games."""
    from open_spiel.integration_tests import api_test

    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": pyspiel.load_game(table), "game_name": table})
    return unittest.defaultTestLoader.loadTestsFromTestCase(case)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@every_table
def test_python_api(table: str) -> None:
    found = unittest.TestResult()
    api_cases(table).run(found)
    assert found.testsRun >= 5 and not found.failures and not found.errors, found.failures + found.errors


def played_by(bots: list[Any], table: str, most: int = 2000) -> list[float]:
    """A game among OpenSpiel's bots; chance by its probabilities."""
    state, rng = pyspiel.load_game(table).new_initial_state(), np.random.default_rng(1)
    for _ in range(most):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, likely = zip(*state.chance_outcomes(), strict=True)
            assert sum(likely) == pytest.approx(1)
            state.apply_action(int(rng.choice(outcomes, p=likely)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return list(state.returns())


def mcts_bot(table: str, simulations: int) -> Any:
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    return mcts.MCTSBot(pyspiel.load_game(table), 1.4, simulations, rollouts, random_state=np.random.RandomState(2))


def test_mcts_never_loses_at_tic_tac_toe() -> None:
    bots = [mcts_bot("bangbox_tictactoe", 400), mcts_bot("bangbox_tictactoe", 400)]
    assert played_by(bots, "bangbox_tictactoe") == [0, 0]


ENDGAME = "........./..AA....../..D.D..P.../......T...../.....aa...../...d...H..n/...d...h../......... m 0 1,1,1,1 0,2,0,2 -"


def test_mcts_plays_big_bang() -> None:
    """Matter is one fusion away from carbon, which wins at once."""
    game = pyspiel.load_game("bangbox_bigxbang", {"position": ENDGAME})
    state = game.new_initial_state()
    state.apply_action(mcts_bot(str(game), 60).step(state))
    assert state.is_terminal() and state.returns() == [1, -1]


@every_table
def test_tree_search_plays_at_every_table(table: str) -> None:
    """MCTS, and IS-MCTS where something is hidden, decides for whoever acts."""
    game = pyspiel.load_game(table)
    state, rng, decisions = game.new_initial_state(), np.random.default_rng(1), 0
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        bot = mcts_bot(table, 2)
    else:
        rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(2))
        bot = ismcts.ISMCTSBot(game, rollouts, 1.4, 2, random_state=np.random.RandomState(3))
    while decisions < 3:
        if state.is_chance_node():
            state.apply_action(int(rng.choice(state.legal_actions())))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1


def test_a_resampled_state_looks_the_same_to_its_player() -> None:
    state, rng, differing = pyspiel.load_game("bangbox_robbery(players=4)").new_initial_state(), np.random.default_rng(5), 0
    for _ in range(120):
        actions = state.legal_actions()
        if not state.is_chance_node():
            for player in range(4):
                other = state.resample_from_infostate(player, rng.random)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.observation_tensor(player) == state.observation_tensor(player)
                assert other.current_player() == state.current_player()
                if player == state.current_player():
                    assert other.legal_actions() == actions
                differing += str(other) != str(state)
        state.apply_action(int(rng.choice(actions)))
    assert differing > 10, "nothing was ever hidden: the test shows nothing"


def test_exploitability_of_small_variants() -> None:
    """A table nearly full: who plays at random can be beaten, who plays the only winning square cannot."""
    game = pyspiel.load_game("bangbox_tictactoe", {"position": "xo./xo./... 0"})
    random = exploitability.nash_conv(game, UniformRandomPolicy(game))
    assert random > 0.5
    policy = TabularPolicy(game)
    row = policy.policy_for_key(game.new_initial_state().information_state_string())
    row[:] = 0
    row[6] = 1  # three in a column
    assert exploitability.nash_conv(game, policy) == pytest.approx(0)


def test_exploitability_of_an_endgame_of_big_bang() -> None:
    text = "D.......D/........../.........../............/............/.........../........../d.......d m 0 0,0,0,0 0,0,0,0 -"
    game = pyspiel.load_game("bangbox_bigxbang", {"position": text})
    assert exploitability.nash_conv(game, UniformRandomPolicy(game)) > 0


def test_states_are_written_and_read() -> None:
    game = pyspiel.load_game("bangbox_urknall(players=3)")
    state, rng = game.new_initial_state(), np.random.default_rng(2)
    for _ in range(60):
        state.apply_action(int(rng.choice(state.legal_actions())))
    again_game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(again_game), str(again), again.history()) == (str(game), str(state), state.history())
    assert again.legal_actions() == state.legal_actions()


def test_parameters_are_the_options_of_the_game() -> None:
    state = pyspiel.load_game("bangbox_bigxbang(short=True,first=random)").new_initial_state()
    assert "short" in str(state) and len(state.chance_outcomes()) == 2
    with pytest.raises(bangbox.OptionError, match="for 3 to 5 players"):
        pyspiel.load_game("bangbox_brains(players=9)")
    with pytest.raises(bangbox.TextError):
        pyspiel.load_game("bangbox_tictactoe", {"position": "nonsense"})


def test_nothing_hidden_is_told() -> None:
    state = pyspiel.load_game("bangbox_robbery(players=3)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    own = [state.information_state_string(player) for player in range(3)]
    assert len({text.split(":", 1)[1] for text in own}) == 3, "everybody has seen another card"
