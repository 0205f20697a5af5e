"""Dice: seeded ones repeat and are even; fair ones are the published formula to the letter."""

import hashlib
import hmac
from itertools import count

import numpy as np
import pytest

import bangbox
from bangbox.core.dice import FairDice, SeededDice, commitment, contributions_hash, rng_state
from bangbox.core.rules import CHANCE, below, below_plain
from tests.games.suite import chi_square_is_plausible

SECRET = bytes(range(32))
CONTRIBUTIONS = ["81985529216486895", "42"]


def fair(match: str, k: int, total: int) -> tuple[int, int]:
    """The formula of the design, written a second time: r, and how many numbers were rejected before."""
    told = hashlib.sha256(",".join(CONTRIBUTIONS).encode()).hexdigest()
    for j in count():
        x = int.from_bytes(hmac.digest(SECRET, f"bangbox/1:{match}:{told}:{k}:{j}".encode("ascii"), "sha256")[:8], "big")
        if x < 2**64 - (2**64 % total):
            return x % total, j
    raise AssertionError


# -- fair


@pytest.mark.parametrize("total", [1, 2, 6, 84, 1000, 2**32 - 1, 2**53, 2**63 + 1])
def test_fair_dice_follow_the_formula(total: int) -> None:
    dice = FairDice(SECRET, "m-17", CONTRIBUTIONS)
    for k in range(40):
        assert dice.k == k
        assert dice.below(total) == fair("m-17", k, total)[0]


def test_numbers_that_would_favour_some_outcomes_are_rejected() -> None:
    total = 2**63 + 1  # nearly half of all numbers are too large for it
    rejected = [fair("m", k, total)[1] for k in range(60)]
    assert 0 in rejected
    assert max(rejected) >= 2
    dice = FairDice(SECRET, "m", CONTRIBUTIONS)
    assert [dice.below(total) for _ in range(60)] == [fair("m", k, total)[0] for k in range(60)]


def test_a_draw_can_be_made_again_and_k_goes_on() -> None:
    dice = FairDice(SECRET, "m", CONTRIBUTIONS, k=5)
    assert dice.at(3, 6) == fair("m", 3, 6)[0]
    assert dice.k == 5
    assert dice.below(6) == fair("m", 5, 6)[0]
    assert dice.k == 6


def test_every_part_of_the_message_matters() -> None:
    def numbers(dice: FairDice) -> list[int]:
        return [dice.at(k, 10**9) for k in range(4)]

    usual = numbers(FairDice(SECRET, "m", CONTRIBUTIONS))
    assert usual == numbers(FairDice(SECRET, "m", CONTRIBUTIONS))
    for other in (
        FairDice(SECRET[::-1], "m", CONTRIBUTIONS),
        FairDice(SECRET, "n", CONTRIBUTIONS),
        FairDice(SECRET, "m", ["42", "81985529216486895"]),
        FairDice(SECRET, "m", CONTRIBUTIONS[:1]),
    ):
        assert numbers(other) != usual


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert contributions_hash(["1", "2"]) == hashlib.sha256(b"1,2").hexdigest()


def test_fair_draws_of_a_game_store_what_they_stood_on() -> None:
    pos = bangbox.game("magpie").start(dice=None)
    dice = FairDice(SECRET, "m", CONTRIBUTIONS)
    for k in range(4):
        choices, weights = pos.choices(), pos.weights()
        drawn = pos.draw(dice)
        assert (drawn.interval.k, drawn.interval.total) == (k, sum(weights))
        r = fair("m", k, sum(weights))[0]
        assert drawn.interval.low <= r < drawn.interval.high
        place = choices.index(drawn.action)
        assert (drawn.interval.low, drawn.interval.high) == (sum(weights[:place]), sum(weights[: place + 1]))
        pos.play(drawn.action)


def test_for_a_throw_the_tremor_is_drawn() -> None:
    pos = bangbox.game("magpie").position("flick 8 b0/r0/c1 1,1,0;2,2,1 1,0,0 b 3,3,4 2 real").play("flick 0 50")
    drawn = pos.draw(FairDice(SECRET, "m", CONTRIBUTIONS, k=9))
    settle = pos.game.kind.settle
    assert settle is not None
    tremor = fair("m", 9, settle.TREMOR)[0]
    assert drawn.interval == (9, settle.TREMOR, tremor, tremor + 1)
    assert drawn.action == settle.settle(pos, tremor).action


# -- seeded


def test_the_same_seed_gives_the_same_numbers() -> None:
    for seed in (0, -1, 2**200, (3, 4), (-5, 2**70, 0)):
        first, again = SeededDice(seed), SeededDice(seed)
        assert [first.below(1000) for _ in range(20)] == [again.below(1000) for _ in range(20)]


def test_other_seeds_give_other_numbers() -> None:
    seeds = [*range(200), *((seed, i) for seed in range(20) for i in range(20)), (1, 2, 3), -1, 10**30]
    assert len({rng_state(seed) for seed in seeds}) == len(seeds)
    assert SeededDice().seed != SeededDice().seed


@pytest.mark.parametrize("n", [2, 3, 6, 84])
def test_seeded_dice_are_even(n: int) -> None:
    dice = SeededDice(n)
    seen = [0] * n
    for _ in range(n * 500):
        seen[dice.below(n)] += 1
    assert chi_square_is_plausible(seen, [1] * n)


@pytest.mark.parametrize("n", [1, 2, 7, 1000, 2**31, 3 * 2**30, 2**32 - 1])
def test_compiled_and_plain_numbers_are_the_same(n: int) -> None:
    plain, compiled = SeededDice(n), SeededDice(n)
    for _ in range(200):
        value = below_plain(plain.rng, n)
        assert 0 <= value < n
        assert value == below(compiled.rng, n)
        assert plain.rng[0] == compiled.rng[0]


def test_numbers_below_a_large_odd_size_are_even_too() -> None:
    """3 · 2³⁰ outcomes out of 2³²: without rejection every third would come twice as often."""
    dice, n = SeededDice(1), 3 * 2**30
    thirds = [0, 0, 0]
    for _ in range(3000):
        thirds[dice.below(n) % 3] += 1
    assert chi_square_is_plausible(thirds, [1, 1, 1])


def test_dice_of_a_game_roll_only_chance() -> None:
    pos = bangbox.game("magpie").start(seed=1)
    assert pos.actor != CHANCE
    assert [event.actor for event in pos.history] == [CHANCE] * 4
    assert isinstance(pos.dice, SeededDice)
    assert pos.dice.rng.dtype == np.uint64
