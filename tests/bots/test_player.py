"""A bot that follows a match: what it has thought is kept, and it may think on while others do."""

import threading

import bangbox
from bangbox.bots.player import Player
from bangbox.core.position import Position


def player(game: str = "tictactoe", level: str = "medium") -> Player:
    return Player(bangbox.bot(game, level), seed=3)


def seen(pos: Position, seat: int) -> Position:
    return pos.seen_by(seat)


def test_what_was_thought_counts_at_the_next_move() -> None:
    pos, bot = bangbox.game("tictactoe").start(), player()
    first = bot.choose(seen(pos, 0))
    pos.play(first).play(next(action for action in pos.choices() if action != first))
    thinking = bot._about(seen(pos, 0))
    assert thinking is not None
    kept = thinking.done
    assert 0 < kept < bot.bot.level.simulations
    assert bot.choose(seen(pos, 0)).simulations == bot.bot.level.simulations


def test_thinking_on_the_others_time_leaves_less_to_think() -> None:
    pos, bot = bangbox.game("tictactoe").start(), player()
    pos.play(bot.choose(seen(pos, 0)))
    assert bot.ponder(seen(pos, 0)) >= bot.bot.level.simulations
    reply = max(bot._about(seen(pos, 0)).candidates(), key=lambda one: one.visits)  # type: ignore[union-attr]
    pos.play(reply.action)
    assert bot._about(seen(pos, 0)).done > bot.bot.level.simulations // 3  # type: ignore[union-attr]


def test_a_move_that_was_taken_back_is_thought_about_anew() -> None:
    pos, bot = bangbox.game("tictactoe").start(), player()
    pos.play("b2")
    bot.choose(seen(pos, 1))
    other = bangbox.game("tictactoe").start().play("a1")
    assert bot._about(seen(other, 1)).done == 0  # type: ignore[union-attr]
    assert other.is_legal(bot.choose(seen(other, 1)))


def test_dice_between_two_moves_are_followed() -> None:
    pos = bangbox.game("urknall", players=2).start(seed=5)
    bots = [player("urknall", "easy") for _ in range(2)]
    for _ in range(30):
        if pos.over:
            break
        choice = bots[pos.actor].choose(seen(pos, pos.actor))
        assert pos.is_legal(choice)
        pos.play(choice)


def test_where_there_are_secrets_nothing_is_kept() -> None:
    pos, bot = bangbox.game("magpie").start(seed=2), player("magpie", "easy")
    assert bot._about(seen(pos, pos.actor)) is None
    assert bot.ponder(seen(pos, pos.actor)) == 0
    assert pos.is_legal(bot.choose(seen(pos, pos.actor)))


def test_it_stops_pondering_when_told() -> None:
    pos, bot = bangbox.game("tictactoe").start(seed=1), player("tictactoe", "hard")
    cancel = threading.Event()
    cancel.set()
    assert 0 < bot.ponder(seen(pos, 1), cancel=cancel) < bot.bot.level.simulations


def test_several_trees_come_to_the_same_choice_every_time() -> None:
    import msgspec

    from bangbox.bots import Bot

    one = bangbox.bot("bigxbang", "medium")
    two = Bot(one.kind, msgspec.structs.replace(one.level, trees=2), one.levels)
    pos = bangbox.game("bigxbang").start(seed=4)
    first, second = (two.choose(pos, simulations=600, seconds=60, seed=5) for _ in range(2))
    assert first == second
    assert first.candidates == second.candidates
    assert sum(candidate.visits for candidate in first.candidates) >= 590
