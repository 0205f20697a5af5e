"""The bot of Mmm… Brains! is exact where it can be, sensible elsewhere, and its levels differ."""

from collections.abc import Callable
from functools import cache
from itertools import product

import numpy as np
import pytest

import bangbox
from bangbox.bots.levels import levels
from bangbox.core.dice import SeededDice
from bangbox.games.brains.bot import decide
from bangbox.games.brains.bot.learning import after_a_turn, random_colours, random_holdings, solve_duel
from bangbox.games.brains.bot.outlook import taking
from bangbox.games.brains.bot.race import chances, stored
from bangbox.games.brains.bot.throws import MOST, TOTALS, cup, kept, lying
from bangbox.games.brains.rules import ALL_DICE, COLOUR, COLOURS, DICE, THROWS
from bangbox.lab.tournaments.pairings import Fixture, Pairing
from bangbox.lab.tournaments.playing import play

OPTIMUM = 13.1428  # brains a turn of phase 1, if all throws are played best
LEVELS = [level.name for level in levels("brains").offered]
Count = Callable[[int, int], int]


def test_totals_of_throws_are_those_of_the_rules() -> None:
    for faces in ("35*1*", "55555", "****5", "*****", "12345"):
        pos = bangbox.game("brains").position(f"1 100 0,0,0 r,y,g 0 3 {faces}")
        at = tuple(5 if face == "*" else int(face) - 1 for face in faces)
        assert [int(TOTALS[(colour, *at)]) for colour in range(COLOURS)] == pos.s.total.tolist()


def test_the_best_turn_of_phase_1_is_known_exactly() -> None:
    assert taking(MOST).mean(THROWS)[(0,) * DICE] == pytest.approx(OPTIMUM, abs=0.00005)


def test_means_and_best_ways_to_keep_agree_with_counting_all() -> None:
    rng = np.random.default_rng(3)
    worth = rng.random((1,) + (6,) * DICE)
    mean, best = cup(worth), kept(cup(worth))
    for faces in rng.integers(0, 6, (5, DICE)):

        def thrown_again(dice: int, faces: "np.ndarray[tuple[int], np.dtype[np.int64]]" = faces) -> float:
            sides = [[int(face)] if dice >> i & 1 else list(range(6)) for i, face in enumerate(faces)]
            return float(np.mean([worth[(0, *fallen)] for fallen in product(*sides)]))

        assert best[(0, *faces)] == pytest.approx(max(thrown_again(dice) for dice in range(32)))
        assert mean[(0, *(int(face) + 1 for face in faces[:3]), 0, 0)] == pytest.approx(thrown_again(0b00111))


def test_expert_takes_the_optimum_on_average(soak_count: Count) -> None:
    """Turns of phase 1, each alone at a fresh table."""
    turns = soak_count(400, 100_000)
    table = bangbox.game("brains", players=3)
    expert, taken = bangbox.bot("brains", "expert"), []
    for number in range(turns):
        pos = table.start(seed=(11, number))
        while pos.actor == 0:
            pos.play(expert.choose(pos, seed=number))
        taken.append(pos.scores[0])
    error = float(np.std(taken)) / turns**0.5
    assert np.mean(taken) == pytest.approx(OPTIMUM, abs=0.05 if turns >= 100_000 else 4 * error)


def test_the_duel_is_solved_as_a_plain_recursion_would() -> None:
    """Two left with at most six brains together, each decision of each throw gone through one by one."""
    known = stored().duel

    @cache
    def best(mine: int, his: int) -> float:
        """The chance of the player on turn; colour 0 is his, colour 1 the other's. Five brains are taken from the table."""

        def after(colour: int, total: int) -> float:
            if colour == 1:
                return 1.0 if total >= his else 1.0 - best(his - total, mine)
            return 0.0 if total >= mine else 1.0 - best(his, mine - total)

        worth = np.zeros((1,) + (6,) * DICE)
        for at in product(range(6), repeat=DICE):
            shown = [(colour, int(TOTALS[(colour, *at)])) for colour in range(5) if TOTALS[(colour, *at)]]
            worth[(0, *at)] = max((after(*each) for each in shown), default=1.0 - known[his, mine])
        return float(kept(cup(kept(cup(worth)))).mean())

    for mine, his in ((1, 1), (2, 1), (1, 3), (3, 3)):
        assert known[mine, his] == pytest.approx(best(mine, his), abs=2e-5)


def test_stored_tables_are_what_is_learned_anew() -> None:
    small = solve_duel(16)
    assert np.abs(stored().duel[:17, :17] - small)[small > 0].max() < 2e-5
    rng = np.random.default_rng(7)
    for left in (3, 4, 5):
        held = random_holdings(left, 40, rng)
        after = np.array([after_a_turn(stored(), row, random_colours(left, rng)) for row in held])
        before = chances(stored(), held, tuple(range(left)), left - 1)
        assert np.abs(after - before).mean() < 0.035, "a turn should shift chances little from what was foretold"
        assert np.allclose(before.sum(1), 1.0)


def test_chances_in_a_race_follow_brains_and_turns() -> None:
    """Who has more is better off, between two who is on turn, and who has none has no chance."""
    race = stored()
    even = chances(race, np.array([[20, 20, 20]]), (0, 1, 2), 2)[0]
    duel = chances(race, np.array([[20, 20, 0]]), (0, 1, 2), 2)[0]
    assert duel[0] > 0.5 > duel[1]
    ahead, behind = chances(race, np.array([[40, 20, 20], [10, 20, 20]]), (0, 1, 2), 2)
    assert ahead[0] > even[0] > behind[0]
    assert chances(race, np.array([[0, 20, 20]]), (0, 1, 2), 2)[0, 0] == 0.0


def test_it_puts_out_whom_it_can() -> None:
    """Red is on turn; yellow is the last opponent: five yellow end the game, and so would five red."""
    pos = bangbox.game("brains").position("2 90 5,5,x r,y,g 0 3 55111")
    chosen = bangbox.bot("brains", "expert").choose(pos, seed=1)
    assert pos.name(chosen) == "colour y"
    assert chosen.candidates[0].value == 1.0
    assert pos.play(chosen).winners == [0]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_only_does_what_is_allowed(level: str) -> None:
    for players in (3, 4, 5):
        pos = bangbox.game("brains", players=players).start(seed=players)
        while not pos.over:
            pos.play(bangbox.bot("brains", level).choose(pos, seed=1))
        assert len(pos.winners) == 1


def test_the_same_seed_gives_the_same_choice() -> None:
    pos = bangbox.game("brains").start(seed=5)
    one, other = (bangbox.bot("brains", "beginner").choose(pos, seed=9) for _ in range(2))
    assert one == other
    assert one.candidates == other.candidates


def test_values_are_chances() -> None:
    pos = bangbox.game("brains", players=5).start(seed=2)
    while not pos.over:
        candidates = decide(pos.seen_by(pos.actor), {}, SeededDice(1).rng, lambda: False)
        assert all(0.0 <= candidate.value <= 1.0 for candidate in candidates)
        assert [c.action for c in sorted(candidates)] == sorted(pos.choices())
        pos.play(candidates[0].action)


@pytest.mark.parametrize(("one", "others"), list(zip(LEVELS[1:], LEVELS, strict=False)))
def test_each_level_is_stronger_than_the_one_below(one: str, others: str, soak_count: Count) -> None:
    """Few matches tell little: docs/bots.md has the measured figures, and a soak asks for what they say."""
    matches = soak_count(40, 1_000)
    for players in (4,) if matches < 1_000 else (3, 4, 5):
        pairing = Pairing("brains", one, others, players)
        shares = [play(Fixture(pairing, seed, seed % players)).share for seed in range(matches)]
        assert np.mean(shares) > pairing.fair * (1.6 if matches >= 1_000 else 1.0)


def test_lying_dice_are_worth_their_best_colour() -> None:
    by_colour = np.tile(np.arange(MOST + 1.0), (5, 1))
    worth = lying(by_colour[None], np.array([-1.0]))
    assert worth.max() == MOST
    assert worth[(0,) + (5,) * DICE] == -1.0


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("faces", ["5***4", "4***3", "5*2**"])
def test_no_level_throws_a_good_turn_away(level: str, faces: str) -> None:
    """21 brains and more lie there: throwing any way that costs much of them on average is no slip, and nor is a small colour."""
    table, player = bangbox.game("brains", players=3), bangbox.bot("brains", level)
    pos = table.position(f"1 100 0,0,0 r,y,g 0 2 {faces}")
    means = {choice.action: choice.value for choice in decide(pos, {"throws": 1.0}, SeededDice(1).rng, lambda: False)}
    chosen = {player.choose(pos, seed=seed) for seed in range(60)}
    assert min(means[action] for action in chosen) > means[ALL_DICE] - 5 / 150  # five brains as a share of the win
    pos = table.position(f"1 100 0,0,0 r,y,g 0 3 {faces}")
    taken = {int(pos.s.total[player.choose(pos, seed=seed) - COLOUR]) for seed in range(60)}
    assert min(taken) > max(pos.s.total.tolist()) - 5
