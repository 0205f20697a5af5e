"""Softmax regression finds the weights that made the shares, and what nobody won goes to further slots."""

import numpy as np
import pytest

import bangbox
from bangbox.lab.fitting import chances, fitted, surprise
from bangbox.lab.learning import learn, slot_shares


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
    with pytest.raises(bangbox.OptionError, match="have nothing that is fitted"):
        learn("tictactoe", print)
