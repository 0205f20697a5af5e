"""The review of a match: chances, luck apart from play, accuracy, and where it turned."""

import threading

import msgspec
import pytest

import bangbox
from bangbox.bots.review import MOST_JUDGED, Review, Reviewing, accuracy, chosen_steps, review, steps_of
from bangbox.core.dice import SeededDice
from bangbox.core.errors import RecordError
from bangbox.core.matches.match import Event, MatchRecord, record_of
from bangbox.core.registry import kind


def played(game: str, *names: str, **options: int) -> MatchRecord:
    """A match with these choices."""
    pos = bangbox.game(game, **options).start(seed=1)
    for name in names:
        pos.play(name)
    return record_of(pos, ["Ann", "Bob"][: pos.players])


def at_random(game: str, seed: int, **options: int | str | bool) -> MatchRecord:
    """A match between players who do anything."""
    pos, dice = bangbox.game(game, **options).start(seed=seed), SeededDice(seed)
    while not pos.over:
        pos.play(pos.pick(dice.rng))
    return record_of(pos, [f"P{seat}" for seat in range(pos.players)])


@pytest.fixture(scope="module")
def blunder() -> Review:
    """Bob lets Ann have three in a row."""
    return review(played("tictactoe", "a1", "b2", "a2", "c3", "a3"))


def test_a_blunder_is_where_it_turned(blunder: Review) -> None:
    (turn,) = [turn for turn in blunder.turns if turn.number == 4]
    assert (turn.seat, turn.since) == (1, 3)
    better = kind("tictactoe").views.label(bangbox.game("tictactoe").position(turn.position), 2)
    assert turn.better == better, "a3 is what stops three in a row"
    assert turn.lost > 0.4
    assert turn.after[1] == pytest.approx(turn.before[1] - turn.lost, abs=0.001)


def test_accuracy_falls_with_what_was_given_away(blunder: Review) -> None:
    ann, bob = blunder.players
    assert ann.accuracy is not None and bob.accuracy is not None
    assert ann.accuracy > bob.accuracy + 10
    assert accuracy(0.0, 2) == 100
    assert accuracy(0.1, 2) > accuracy(0.2, 2)
    assert accuracy(0.1, 4) == accuracy(0.2, 2), "measured by a fair share"


def test_the_curve_ends_with_the_result(blunder: Review) -> None:
    assert blunder.curve[-1].chances == [1, 0]
    assert [point.number for point in blunder.curve] == [0, 1, 2, 3, 4, 5]
    assert all(sum(point.chances) == pytest.approx(1, abs=0.001) for point in blunder.curve)


@pytest.mark.parametrize(("game", "players"), [("brains", 3), ("magpie", 3), ("urknall", 2)])
def test_luck_play_and_what_others_did_add_up_to_the_result(game: str, players: int) -> None:
    found = review(at_random(game, 3, players=players))
    first, last = found.curve[0].chances, found.curve[-1].chances
    for seat, player in enumerate(found.players):
        explained = player.luck + player.play + player.gifts + player.unseen
        assert explained == pytest.approx(last[seat] - first[seat], abs=0.01)
        assert player.play <= 0 <= player.gifts
    assert any(player.luck for player in found.players)


def test_where_nothing_is_thrown_there_is_no_luck() -> None:
    assert [player.luck for player in review(at_random("bigxbang", 2, short=True)).players] == [0, 0]


def test_it_can_be_interrupted_and_gone_on_with() -> None:
    record = played("tictactoe", "a1", "b2", "a2", "c3", "a3")
    reviewing, looks = Reviewing(record), iter([False, False, True])
    assert not reviewing.go_on(lambda: next(looks))
    assert len(reviewing.notes.judged) == 2
    assert 0 < reviewing.progress < 1
    notes = msgspec.json.decode(msgspec.json.encode(reviewing.notes), type=type(reviewing.notes))
    again = Reviewing(record, notes)
    assert again.go_on()
    assert again.review() == review(record), "the same seeds"


def test_it_can_be_cancelled() -> None:
    stop = threading.Event()
    stop.set()
    assert review(played("tictactoe", "a1", "b2", "a2", "c3", "a3"), cancel=stop).curve == []


def test_what_was_taken_back_is_not_held_against_anybody() -> None:
    record = played("tictactoe", "a1", "b2", "a2", "a3", "c1", "b1", "b3", "c3", "c2")
    taken = Event(10, "", "back", 0, None, "", {"to": 8})
    record.events[9:] = [taken, Event(11, "", "choice", 0, record.events[8].action, record.events[8].name), Event(12, "", "end")]
    steps, final = steps_of(record)
    assert final.over
    assert [step.number for step in steps] == [1, 2, 3, 4, 5, 6, 7, 8, 11]


def test_a_match_that_was_given_up_ends_where_it_was_given_up() -> None:
    record = played("tictactoe", "a1", "b2")
    record.events += [Event(3, "", "resign", 0), Event(4, "", "end", None, None, "", {"reason": "resign", "winners": [1]})]
    assert review(record).curve[-1].chances == [0, 1]


def test_a_match_that_goes_on_is_not_reviewed() -> None:
    with pytest.raises(RecordError, match="when it is over"):
        review(played("tictactoe", "a1", "b2"))


def test_of_a_very_long_match_some_decisions_are_looked_at() -> None:
    steps, _ = steps_of(at_random("robbery", 1, players=7))
    judged = chosen_steps(steps)
    assert len(judged) <= MOST_JUDGED < len(steps)
    assert judged[-1] > 0.95 * len(steps), "to its end"
