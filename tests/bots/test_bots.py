"""Bots: seeded, cancellable, blind to secrets, and better the more they think."""

import threading
import time

import pytest

import bangbox
from bangbox.bots.levels import Level, Levels, levels
from bangbox.core.dice import SeededDice
from bangbox.core.registry import games


@pytest.mark.parametrize("name", games())
def test_a_bot_plays_any_game_to_its_end(name: str) -> None:
    cheap = {"throws": "cheap"} if name == "bigbrainbang" else {}  # real throws are simulated, which only takes longer
    pos = bangbox.game(name, **cheap).start(seed=4)
    bot = bangbox.bot(name, "easy")
    for _ in range(20):  # thinking all along would only be slow
        if pos.over:
            break
        pos.play(bot.choose(pos, simulations=24, seconds=20, seed=1))
    player = bangbox.bot(name, "random")
    while not pos.over:
        pos.play(player.choose(pos, seed=1))
    assert len(pos.scores) == pos.players


@pytest.mark.parametrize("name", ["bigxbang", "magpie"])
def test_the_same_seed_gives_the_same_choice(name: str) -> None:
    pos = bangbox.game(name).start(seed=9)
    bot = bangbox.bot(name, "medium")
    first, second = (bot.choose(pos, simulations=300, seconds=60, seed=5) for _ in range(2))
    assert first == second
    assert first.candidates == second.candidates
    assert first.simulations == 300
    assert not first.cut
    assert pos.is_legal(first)


def test_it_takes_a_win_and_stops_a_loss() -> None:
    game, bot = bangbox.game("tictactoe"), bangbox.bot("tictactoe", "medium")
    for text in ("xx./oo./... 0", "xx./o../... 1"):
        pos = game.position(text)
        assert pos.name(bot.choose(pos, seed=1)) == "a3"


def test_it_sees_a_carbon_that_wins_at_once() -> None:
    board = "AA......./.H.N....../.........../............/............/.....ppp.../.....pppp./....ppppp"
    pos = bangbox.game("bigxbang").position(f"{board} m 0 0,0,0,0 3,3,3,3 -")  # antimatter has the light and the star
    winning = pos.parse("b4+b2")
    assert pos.copy().play(winning).winners == [0]
    assert bangbox.bot("bigxbang", "medium").choose(pos, seed=1) == winning


def test_more_thought_wins() -> None:
    wins = 0
    for seed in range(10):
        pos = bangbox.game("bigxbang", short=True).start(seed=seed)
        while not pos.over:
            level = "easy" if pos.actor == seed % 2 else "random"
            pos.play(bangbox.bot("bigxbang", level).choose(pos, seed=seed))
        wins += pos.winners == [seed % 2]
    assert wins >= 8


def test_time_is_a_safety_cap_and_the_choice_says_so() -> None:
    pos = bangbox.game("bigxbang").start(seed=1)
    chosen = bangbox.bot("bigxbang", "hard").choose(pos, simulations=10_000_000, seconds=0.05, seed=1)
    assert chosen.cut
    assert 0 < chosen.simulations < 10_000_000


def test_it_can_be_cancelled() -> None:
    pos = bangbox.game("bigxbang").start(seed=1)
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    began = time.monotonic()
    chosen = bangbox.bot("bigxbang", "hard").choose(pos, simulations=5_000_000, seconds=120, seed=1, cancel=cancel)
    assert chosen.cut
    assert time.monotonic() - began < 60


def test_thinking_leaves_other_threads_running() -> None:
    """The search holds no lock of the interpreter: a second thread counts on meanwhile."""
    pos = bangbox.game("bigxbang").start(seed=1)
    bot = bangbox.bot("bigxbang", "hard")
    bot.choose(pos, simulations=64, seed=1)
    ticks = 0
    done = threading.Event()

    def think() -> None:
        bot.choose(pos, simulations=30_000, seconds=60, seed=1)
        done.set()

    thread = threading.Thread(target=think)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 20


def test_it_knows_only_what_its_seat_may_know() -> None:
    """Two matches that differ only in what is hidden from the seat to act: the same choice."""
    game = bangbox.game("magpie")
    for seed in range(6):
        pos = game.start(seed=seed)
        other = pos.seen_by(pos.actor).guessed(SeededDice(seed).rng)
        bot = bangbox.bot("magpie")
        assert bot.choose(pos, simulations=200, seed=3) == bot.choose(other, simulations=200, seed=3)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(bangbox.OptionError, match="no level 'godlike'; there are random, beginner, easy"):
        bangbox.bot("bigxbang", "godlike")
    with pytest.raises(bangbox.UnknownGame):
        bangbox.bot("chess")
    game = bangbox.game("tictactoe")
    with pytest.raises(bangbox.BangboxError, match="the game is over"):
        bangbox.bot("tictactoe").choose(game.position("xxx/oo./... 1"))
    with pytest.raises(bangbox.BangboxError, match="chance is"):
        bangbox.bot("tictactoe").choose(bangbox.game("tictactoe", first="random").start(dice=None))
    with pytest.raises(bangbox.BangboxError, match="plays Big×Bang"):
        bangbox.bot("bigxbang").choose(game.start())


def test_levels_are_budgets() -> None:
    known = levels("tictactoe")
    budgets = [(level.simulations, level.seconds) for level in known.levels]
    assert budgets == sorted(budgets)
    pos = bangbox.game("tictactoe").start()
    assert bangbox.bot("tictactoe", "easy").choose(pos, seconds=60).simulations == known.named("easy").simulations


def test_parts_are_played_by_levels_that_there_are() -> None:
    known = levels("tictactoe")
    assert {known.default, known.stand_in, known.hints} <= set(known.names)
    assert bangbox.bot("tictactoe").level == known.named(known.default)
    one = (Level("only", {"en": "The only one."}, simulations=1, seconds=1.0),)
    assert Levels(one, "only", "only", "only").names == ["only"]
    with pytest.raises(bangbox.OptionError, match="no level 'best'; there are only"):
        Levels(one, default="only", stand_in="only", hints="best")
    with pytest.raises(bangbox.UnknownGame):
        levels("chess")
