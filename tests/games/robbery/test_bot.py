"""The bots of The Great Brain Robbery: sensible in plain situations, always legal, blind to hands, better level by level."""

import random

import numpy as np
import pytest

import bangbox
from bangbox.bots.levels import levels
from bangbox.core.dice import SeededDice
from bangbox.core.position import Position
from bangbox.core.rules import plain
from bangbox.games.robbery import bot as mind
from bangbox.games.robbery.bot import ground as compiled_ground
from bangbox.games.robbery.views.train import steps_to
from tests.games.robbery.table import GAME, table

LEVELS = levels("robbery").names
SENSIBLE = ["medium", "hard", "expert"]
ENGINE = "r9f0s0c4e6"  # the clock of a train with its Engine
LAST_TURN = {"clock": "r36f1s0c4e6", "train": "5y:----/E", "pack": "-"}  # the steam is out when seat 0 has done
PRODIGY, BEAR_WRESTLER, PHILOSOPHER, CHEESE = 48, 5, 43, 49

sensible = pytest.mark.parametrize("level", SENSIBLE)


def chosen(pos: Position, level: str, seed: int = 1) -> str:
    """The name of what a level plays."""
    return pos.name(bangbox.bot("robbery", level).choose(pos, simulations=400, seconds=60, seed=seed))


# -- sensible


@sensible
def test_it_pulls_the_brake_that_wins(level: str) -> None:
    pos = table("move:0,dice=0:66", ["0b4:0:40:-", "0b1:0:5:-", "0a1:0:6:-"], train="E", pack="-", clock=ENGINE)
    assert pos.copy().play("go 0a5").winners == [0]
    assert chosen(pos, level) in ("go 0a5", "go 0c5")


@sensible
def test_it_does_not_pull_the_brake_that_makes_another_win(level: str) -> None:
    pos = table("move:0,dice=0:66", ["0b4:0:5:-", "0b1:0:40:-", "0a1:0:6:-"], train="E", pack="-", clock=ENGINE)
    assert chosen(pos, level) not in ("go 0a5", "go 0c5")


@sensible
def test_in_the_last_turn_it_fights_for_the_best_brain(level: str) -> None:
    pos = table("meet:0", [f"5b2:0:{BEAR_WRESTLER}:-", f"5b2:0:{PRODIGY}:-", "5c3:0:-:-"], **LAST_TURN)
    assert chosen(pos, level) == "fight"


@sensible
def test_in_the_last_turn_whoever_leads_lets_a_hopeless_fight_be(level: str) -> None:
    pos = table("meet:0", [f"5b2:0:{PRODIGY}:-", f"5b2:0:{BEAR_WRESTLER}:-", "5c3:0:-:-"], **LAST_TURN)
    assert chosen(pos, level) == "peace"


@sensible
def test_in_the_last_turn_the_winner_of_a_fight_takes_the_better_head(level: str) -> None:
    pos = table(f"spoils:0,pool={PRODIGY}.{BEAR_WRESTLER}", ["5b2:0:-:-", "5b2:1:-:-", "5c3:0:-:-"], **LAST_TURN)
    assert chosen(pos, level) == f"give {PRODIGY} 0"


@sensible
def test_a_dear_brain_goes_in_when_it_can_be_paid_and_the_steam_is_out(level: str) -> None:
    """Long before, it may be wiser to keep it: a Head that is worth much is robbed."""
    pos = table("install:0", [f"5b2:5:{CHEESE}:{PHILOSOPHER}", "5b3:0:-:-", "5c3:0:-:-"], **LAST_TURN)
    assert chosen(pos, level) == f"install {PHILOSOPHER}"


@sensible
def test_it_leaves_a_car_that_is_about_to_fall(level: str) -> None:
    """The last of five cars, none of them with a counter, two dear cards in hand that would go with it, and a way out."""
    seats = [f"1b5:3:20:{PHILOSOPHER},40", "3b3:0:12:-", "3b4:0:13:-"]
    train = "1x:----/2x:----/3x:----/4x:----/5y:----"
    pos = table("move:0,dice=0:66", seats, train=train, clock="r7f0s0c3e0")
    assert not chosen(pos, level).startswith("go 1")


@sensible
def test_a_counter_beside_it_is_not_left_lying(level: str) -> None:
    pos = table("move:0,dice=0:12", ["5b2:0:49:-", "0b3:0:-:-", "0c3:0:-:-"])
    assert chosen(pos, level) in ("go 5a2", "go 5c3", "go 5b4", "go 5a5")


@pytest.mark.parametrize("level", ["beginner", "easy"])
def test_lower_levels_decide_at_first_sight(level: str) -> None:
    """They do not search, and what they take is at times not what looks best."""
    pos, bot = table("move:0,dice=0:12", ["5b2:0:49:-", "0b3:0:-:-", "0c3:0:-:-"]), bangbox.bot("robbery", level)
    looks = [bot.choose(pos, seed=seed) for seed in range(12)]
    assert all(look.candidates == looks[0].candidates for look in looks)
    assert looks[0].candidates[0].action in [pos.parse(name) for name in ("go 5a5", "go 5b4")]
    assert len(set(map(int, looks))) > 1


# -- what it knows


def test_what_is_not_worth_a_look_is_not_looked_at() -> None:
    """Of twenty and more spaces the counters, the others' and two to wait on; and something is always left."""
    lot = random.Random(3)
    for seed in range(6):
        pos = GAME.start(seed=seed)
        while not pos.over:
            actions = np.array(pos.choices() + [0] * 8, np.int64)
            n = plain(mind).prune(pos.s, mind.memory(), actions, len(pos.choices()))
            kept = [int(action) for action in actions[:n]]
            assert kept
            assert set(kept) <= set(pos.choices())
            assert n < 30
            pos.play(lot.choice(pos.choices()))


def test_steps_are_those_of_the_rules() -> None:
    ground, lot = plain(compiled_ground), random.Random(4)
    for seed in range(4):
        pos = GAME.start(seed=seed)
        while not pos.over:
            start = pos.s.place[pos.s.turn]
            for place, steps in steps_to(pos.s).items():
                assert ground.steps_between(pos.s, start, place) == steps
            for _ in range(7):
                if not pos.over:
                    pos.play(lot.choice(pos.choices()))


def test_who_leads_and_is_on_turn_beside_the_brake_has_nearly_won() -> None:
    pos = table("roll:0", ["0b4:0:40:-", "0b1:0:3:-", "0a1:0:4:-"], train="E", pack="-", clock=ENGINE)
    shares = np.zeros(7)
    plain(mind).judge(pos.s, *mind.memory()[6:], shares)
    assert shares[:3].sum() == pytest.approx(1.0)
    assert shares[0] > 0.7


def test_every_feature_is_used_and_small() -> None:
    """Numbers of about one in whole matches, none of them the same all along."""
    lot, seen = random.Random(5), []
    for seed in range(8):
        pos = bangbox.game("robbery", players=3 + seed % 5).start(seed=seed)
        while not pos.over:
            f = np.zeros((7, mind.ROOM))
            plain(mind).features(pos.s, f)
            seen.append(f[: pos.players, : mind.FEATURES])
            for _ in range(9):
                if not pos.over:
                    pos.play(lot.choice(pos.choices()))
    every = np.concatenate(seen)
    assert np.isfinite(every).all()
    assert np.abs(every).max() < 12
    assert (every.std(0) > 0).sum() >= mind.FEATURES - 2, "powers are rare"


# -- legal, blind, reproducible


@pytest.mark.parametrize("level", LEVELS)
def test_whole_matches_are_legal(level: str) -> None:
    """Of 3 and of 7, with every variant: what is chosen can be played, and a match ends."""
    variants = {"recycle": True, "long_train": 2, "late_engine": 2, "free_cheese": True}
    for players, options in ((3, {}), (7, variants)):
        pos = bangbox.game("robbery", players=players, **options).start(seed=players)
        bot = bangbox.bot("robbery", level)
        while not pos.over:
            choice = bot.choose(pos, simulations=min(20, bot.level.simulations), seconds=60, seed=1)
            assert pos.is_legal(choice)
            pos.play(choice)


@pytest.mark.parametrize("level", LEVELS)
def test_it_knows_only_what_its_seat_may_know(level: str) -> None:
    """Two matches that differ only in the hands of others: the same choice, from the same grounds."""
    bot, lot, compared = bangbox.bot("robbery", level), random.Random(6), 0
    for seed in range(4):
        pos = bangbox.game("robbery", players=4).start(seed=seed)
        while not pos.over and pos.s.round < 8:
            other = pos.seen_by(pos.actor).guessed(SeededDice(seed).rng)
            if other.text != pos.text and len(pos.choices()) > 1:
                compared += 1
                budget = min(60, bot.level.simulations)
                first, second = (bot.choose(world, simulations=budget, seconds=60, seed=3) for world in (pos, other))
                assert first == second, f"{pos.text} and {other.text}"
                assert first.candidates == second.candidates
            pos.play(lot.choice(pos.choices()))
    assert compared > 20


def test_the_same_seed_gives_the_same_choice() -> None:
    pos = table("move:0,dice=0:34", ["5b2:0:49:-", "0b3:0:-:7", "0c3:0:-:9"])
    bot = bangbox.bot("robbery", "hard")
    first, second = (bot.choose(pos, simulations=300, seconds=60, seed=5) for _ in range(2))
    assert first == second
    assert first.candidates == second.candidates


# -- levels


def wins(one: str, others: str, matches: int) -> float:
    """How many matches of three a level wins against two of another, on each seat in turn."""
    won = 0.0
    for number in range(matches):
        pos = GAME.start(seed=number)
        while not pos.over:
            level = one if pos.actor == number % 3 else others
            pos.play(bangbox.bot("robbery", level).choose(pos, seconds=60, seed=number))
        won += pos.payoffs[number % 3]
    return won


STEPS = [("beginner", "random"), ("easy", "beginner"), ("medium", "beginner"), ("hard", "easy")]


@pytest.mark.parametrize(("one", "others"), STEPS)
def test_a_higher_level_wins_more_than_its_share(one: str, others: str) -> None:
    assert wins(one, others, 24) > 24 / 3 + 2
