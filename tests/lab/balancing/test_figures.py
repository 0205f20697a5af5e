"""The figures of a balance report, from matches that were made up: shares, deciders, set-ups."""

import numpy as np
import pytest

from bangbox.lab.balancing.figures import balance_of
from bangbox.lab.balancing.page import findings
from bangbox.lab.balancing.watching import BINS, REPEATS, Watched

HALF = BINS // 2


def match(setup: int, winner: int | None, first: int = 0, **points: list[int]) -> Watched:
    """A match of two in which the loser leads the first half."""
    payoffs = [0.5, 0.5] if winner is None else [float(seat == winner) for seat in (0, 1)]
    leaders = [-1] * BINS if winner is None else [1 - winner] * HALF + [winner] * HALF
    uses = {"dare": [3, 3]} if winner is None else {"dare": [4, 2] if winner == 0 else [2, 4]}
    return Watched(
        setup, first, payoffs, 6, [[20, 2]] + [[0, 0]] * (BINS - 1), 0 if winner is None else 1, leaders,
        1.0 if winner is None else 0.5, uses, points, {},
    )  # fmt: skip


def matches(setups: int, won_by: int) -> list[Watched]:
    """Set-ups all of whose matches have the same winner, who begins every second time."""
    return [match(number, won_by, first=number % 2) for number in range(setups) for _ in range(REPEATS)]


def test_seats_are_told_from_the_order_of_play() -> None:
    found = balance_of(matches(20, won_by=1), {})
    assert [mean.value for mean in found.seats] == [0.0, 1.0]
    assert [mean.value for mean in found.order] == [0.5, 0.5]
    assert found.seats[1].margin > 0.01, "the same result every time is no certainty"
    assert any("Seat 2 wins 1.000" in line for line in findings(found, []))
    assert not any("first to act" in line for line in findings(found, []))


def test_what_is_in_the_set_up_is_told_from_what_is_played() -> None:
    rng = np.random.default_rng(1)
    assert balance_of(matches(20, won_by=1), {}).setup_weight == 1.0
    luck = [match(setup, int(rng.integers(2))) for setup in range(400) for _ in range(REPEATS)]
    found = balance_of(luck, {})
    assert found.setup_weight < 0.1
    assert found.setup_shares == pytest.approx(found.expected_shares, abs=0.07)
    assert sum(found.expected_shares) == pytest.approx(1.0)


def test_points_decide_if_somebody_else_would_win_without_them() -> None:
    played = [
        match(1, 0, light=[5, 0], star=[1, 3]),  # 6 to 3: without light 1 to 3
        match(2, 0, light=[1, 0], star=[4, 3]),  # 5 to 3: light changes nothing, without star 1 to 0
        match(3, 1, light=[1, 0], star=[4, 0]),  # won by another rule
    ]
    found = balance_of(played, {})
    light, star = sorted(found.decides, key=lambda one: one.name)
    assert light.name == "light"
    assert light.decides == pytest.approx(1 / 3)
    assert (star.name, star.decides) == ("star", 0.0)
    assert light.winner == pytest.approx(2.0)
    assert light.others == pytest.approx(1 / 3)
    assert found.beyond_points == pytest.approx(1 / 3)


def test_the_course_of_a_match() -> None:
    found = balance_of([match(1, 0), match(1, 1), match(2, None), match(2, 0)], {})
    assert found.shared == 0.25
    assert found.nobody == 0.0
    assert found.lead_changes == [1, 3]
    assert found.leader_wins[0] == 0.0
    assert found.leader_wins[-1] == 1.0
    assert found.settled[HALF - 1] == 0.75
    assert found.decisions == [6, 6, 6, 6]
    assert found.branching[0] == 10.0
    assert found.ranges == pytest.approx(1 - 8 / 24)
    (use,) = found.uses
    assert (use.name, use.winner, use.others) == ("dare", 4.0, 2.0)
