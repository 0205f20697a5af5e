"""Softmax regression finds the weights that made the shares, and what nobody won goes to further slots."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import bangbox
from bangbox.cli import app
from bangbox.core.registry import kind
from bangbox.lab.fitting import chances, fitted, surprise
from bangbox.lab.learning import learns, slot_shares


def typed(*words: str) -> None:
    """Types `bangbox train`; a failure is raised."""
    CliRunner().invoke(app, ["train", *words], catch_exceptions=False)


def test_weights_are_found_again() -> None:
    rng = np.random.default_rng(1)
    features, weights = rng.normal(size=(400, 3, 4)), np.array([1.0, -2.0, 0.5, 0.0])
    shares = chances(features, weights)
    found = fitted(features, shares)
    assert found == pytest.approx(weights, abs=0.01)
    assert surprise(features, shares, found) <= surprise(features, shares, weights) + 1e-6


def test_a_feature_that_is_the_same_for_all_gets_no_weight() -> None:
    rng = np.random.default_rng(2)
    features = rng.normal(size=(300, 2, 2))
    features[:, :, 1] = 7.0
    winners = np.eye(2)[(features[:, 1, 0] > features[:, 0, 0]).astype(int)]
    found = fitted(features, winners)
    assert found[0] > 1.0
    assert abs(found[1]) < 1e-6


def test_what_nobody_won_goes_to_slots_beyond_the_seats() -> None:
    pos = bangbox.game("tictactoe").position("xxx/oo./... 1")
    assert slot_shares(pos.game.engine, pos.states(), 2).tolist() == [1.0, 0.0]
    assert slot_shares(pos.game.engine, pos.states(), 4).tolist() == [1.0, 0.0, 0.0, 0.0]


def test_a_bot_that_has_learned_nothing_cannot_learn_it_anew() -> None:
    assert not learns("tictactoe")
    with pytest.raises(bangbox.BangboxError, match="no network to be trained"):
        typed("tictactoe")


@pytest.mark.parametrize("option", [["--minutes", "3"], ["--device", "cpu"], ["--from", "weights.npz"], ["--seed", "0"]])
def test_an_option_that_a_game_has_no_use_for_is_refused(option: list[str]) -> None:
    with pytest.raises(bangbox.OptionError, match="only --out"):
        typed("urknall", *option)


def test_what_is_learned_lies_in_the_folder_that_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learning = kind("robbery").module("bot.learning")
    before = learning.TABLES.read_bytes()
    for name, few in {"PLAYERS": (3,), "MATCHES": 2, "SIMULATIONS": 4}.items():
        monkeypatch.setattr(learning, name, few)
    typed("robbery", "--out", str(tmp_path / "new"))
    with np.load(tmp_path / "new" / learning.TABLES.name) as new, np.load(learning.TABLES) as old:
        assert {name: new[name].shape for name in new} == {name: old[name].shape for name in old}
        assert not np.array_equal(new["inner"], old["inner"])
    assert learning.TABLES.read_bytes() == before, "bots play with it only after somebody has looked at it"
