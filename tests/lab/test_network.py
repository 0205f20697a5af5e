"""A network learns from how matches ended, and foretells matches it has not seen."""

import numpy as np

from bangbox.lab.network import LATER, Examples, blended, fresh, learned, self_play, together


def toy(rng: np.random.Generator, n: int, seats: int) -> Examples:
    """Matches of which two features of three matter, and these only where both are high."""
    looks = rng.random((n, 4, 3)).astype(np.float32)
    seated = np.tile(np.arange(4) < seats, (n, 1))
    pull = np.where(seated, 8 * looks[..., 0] * looks[..., 1], -np.inf)
    won = np.argmax(pull + rng.gumbel(size=pull.shape), 1)
    return Examples(looks, np.eye(4, dtype=np.float32)[won], seated)


def test_it_learns_what_matters_and_whoever_is_not_there_wins_nothing() -> None:
    rng = np.random.default_rng(1)
    examples, unseen = (together([toy(rng, n, 3), toy(rng, n, 4)]) for n in (6_000, 500))
    knows, guesses = learned(examples, passes=20), learned(examples, passes=0)
    best = float(np.mean([np.log(3), np.log(4)]))
    assert knows.surprise(unseen) < best - 0.2 < guesses.surprise(unseen)
    shares = knows.shares(unseen.features, unseen.seated)
    assert np.allclose(shares.sum(1), 1.0, atol=1e-5)
    assert (shares[~unseen.seated] == 0).all()


def test_what_was_learned_can_be_gone_on_from() -> None:
    examples = toy(np.random.default_rng(2), 2_000, 4)
    first = learned(examples, passes=3)
    assert learned(examples, passes=3, start=first).surprise(examples) < first.surprise(examples)


def test_a_position_is_taught_by_what_is_foretold_after_it_and_the_last_one_by_the_end() -> None:
    match = toy(np.random.default_rng(5), 3, 4)
    match = match._replace(shares=np.tile(np.eye(4, dtype=np.float32)[2], (3, 1)))
    layers = fresh(3, 5, np.random.default_rng(6))
    foretold, taught = layers.shares(match.features, match.seated), blended(layers, match).shares
    assert (taught[2] == match.shares[2]).all()
    assert np.allclose(taught[1], (1 - LATER) * match.shares[2] + LATER * foretold[2])
    assert np.allclose(taught[0], (1 - LATER) * taught[1] + LATER * foretold[1])
    assert (match.shares[:, 2] == 1.0).all()


def test_slopes_are_those_of_the_surprise() -> None:
    examples = toy(np.random.default_rng(3), 50, 3)
    layers = learned(examples, passes=2, hidden=5)
    way, step = np.eye(3, 5, 1, dtype=np.float32), np.float32(1e-2)
    up, down = (layers._replace(inner=layers.inner + sign * step * way).surprise(examples) for sign in (1, -1))
    assert np.isclose((up - down) / (2 * step), (layers.slopes(examples).inner * way).sum(), atol=2e-3)


def test_self_play_gives_an_example_a_turn() -> None:
    examples = together(list(self_play("robbery", {"players": 3}, "easy", matches=2, simulations=4, seed=1)))
    assert len(examples.features) > 20
    assert (examples.shares.sum(1) > 0.99).all()
    assert examples.seated.sum() == 3 * len(examples.features)
