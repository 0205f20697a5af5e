"""What workers do."""

import pytest

import bangbox
from bangbox.bots.review import Notes
from bangbox.bots.why import told
from bangbox.core.dice import FairDice
from bangbox.core.matches.match import record_of
from bangbox.server.match.draws import settles
from bangbox.server.workers import jobs
from bangbox.server.workers.jobs import PLAYERS_KEPT, _players, advise, first_choice, ponder, settle, take_turn, think
from tests.server.house import Never


def test_a_bot_chooses_well_and_says_what_that_rests_on() -> None:
    pos = bangbox.game("tictactoe").position("xx./oo./... 0")
    thought = think(pos.seen_by(0), "medium", 7, Never())
    assert pos.name(thought.action) == "a3"
    assert thought.simulations > 0
    assert thought.candidates[0][0] == thought.action


def test_a_bot_told_to_stop_says_that_it_was() -> None:
    class Now:
        def is_set(self) -> bool:
            return True

    pos = bangbox.game("tictactoe").start()
    assert think(pos.seen_by(0), "hard", 7, Now()).cut


def test_a_bot_at_a_table_goes_on_with_what_was_thought() -> None:
    pos = bangbox.game("tictactoe").start()
    pos.play(take_turn(pos.seen_by(0), "medium", "m1", Never()).action)
    before = ponder(pos.seen_by(0), "medium", "m1", Never())
    assert before >= 4000
    assert ponder(pos.seen_by(0), "medium", "another match", Never()) > 0
    for number in range(PLAYERS_KEPT):
        ponder(pos.seen_by(0), "easy", f"m{number + 2}", Never())
    assert len(_players) == PLAYERS_KEPT
    assert ("m1", 0, "medium") not in _players


def test_a_hint_is_the_best_choice_and_why() -> None:
    pos = bangbox.game("tictactoe").position("xx./oo./... 0")
    advice = advise(pos.seen_by(0), "medium", 7, Never())
    assert pos.name(advice.actions[0]) == "a3"
    assert len(advice.actions) == 3
    assert told(pos.game.kind, advice.why).startswith(
        "It brings 1 point. This way about 100 of 100 matches from here are won, with another choice "
    )


def test_a_review_is_made_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = bangbox.game("tictactoe").start()
    for name in ("a1", "b2", "a2", "c3", "a3"):
        pos.play(name)
    record = record_of(pos, ["Ann", "Bob"])
    monkeypatch.setattr(jobs, "PART_SECONDS", -1)
    part = jobs.review(record, Notes(), Never())
    assert (part.review, part.progress) == (None, 0)
    monkeypatch.setattr(jobs, "PART_SECONDS", 60)
    part = jobs.review(record, part.notes, Never())
    assert part.review is not None
    assert part.review.curve[-1].chances == [1, 0]


def test_the_first_choice_or_any_where_there_is_no_list() -> None:
    pos = bangbox.game("tictactoe").start()
    assert pos.name(first_choice(pos.seen_by(0), Never()).action) == "a1"
    throw = bangbox.game("magpie", players=3).start(seed=1)
    throw.play(throw.choices()[0]).play("dare")
    assert not throw.choices()
    assert throw.is_legal(first_choice(throw.seen_by(0), Never()).action)


def test_a_throw_is_settled_by_the_dice_of_its_match() -> None:
    pos = bangbox.game("magpie", players=3).start(seed=1).copy()
    pos.play(pos.choices()[0]).play("dare")
    pos.play(pos.pack("flick", angle=0, strength=40))
    assert settles(pos)
    one, two = (settle(pos.copy(), FairDice(bytes(32), "m", ["a", "b", "c"], 5), Never()) for _ in range(2))
    assert one == two
    assert one.interval.k == 5
