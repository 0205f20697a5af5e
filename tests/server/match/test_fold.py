"""A match is the fold of its events: position, turn, seats, stand-ins, result, and what each seat may see of it."""

import random

import pytest

from bangbox.core.errors import OptionError
from bangbox.core.rules import CHANCE, OVER
from bangbox.server.match.fold import Match, seen
from bangbox.server.storage.rows import EventRow
from tests.server.matches import add, begin, end, new_match, play, seat_row, steps, viewers


def test_a_match_begins_with_its_set_up() -> None:
    match = new_match()
    assert (match.running, match.complete, match.person_to_act) == (False, True, None)
    begin(match)
    assert (match.running, match.actor, match.person_to_act, match.last) == (True, 0, 0, 1)


def test_choices_are_played() -> None:
    match = play(begin(new_match()), "b2", "a1")
    assert (match.actor, match.moved, match.last) == (0, 3, 3)
    assert [event.name for event in match.path] == ["", "b2", "a1"]
    assert match.pos.text.startswith("o../.x./...")


def test_events_come_in_order() -> None:
    with pytest.raises(AssertionError):
        begin(new_match()).apply(EventRow(7, 0, "choice", 0, 4, "b2"))


def test_a_take_back_returns_to_an_earlier_position_and_deletes_nothing() -> None:
    match = play(begin(new_match()), "b2", "a1", "c3")
    add(match, "back", 0, action=2)
    assert [event.name for event in match.path] == ["", "b2"]
    assert (match.actor, match.moved, match.last) == (1, 5, 5)
    play(match, "a2")
    assert match.pos.text.startswith(".o./.x./...")
    assert match.position_at(3).text.startswith("o../.x./...")
    assert match.position_at(5).text == match.position_at(2).text
    assert match.position_before(match.events[5]).text == match.position_at(5).text


@pytest.mark.parametrize("game", ["magpie", "robbery", "brains"])
def test_every_earlier_position_can_be_found_again(game: str) -> None:
    match, known = new_match(game), {}
    for event in steps(match, 3):
        known[event.number - 1] = match.pos.text
    for number, text in known.items():
        assert match.position_at(number).text == text
    for event in match.path:
        assert match.position_before(event).text == match.position_at(event.number - 1).text


def test_a_take_back_does_not_lower_the_number_of_draws() -> None:
    match = begin(new_match("brains", options={"players": 3}))
    dice, drawn = random.Random(1), match.drawn
    assert drawn == len((match.events[0].data or {})["draws"])
    choice = next(name for name in map(match.pos.name, match.pos.choices()))
    play(match, choice)
    while match.actor == CHANCE:
        action = dice.choice(match.pos.choices())
        add(match, "chance", action=action, data={"k": match.drawn, "T": 9, "interval": [0, 1]})
    assert match.drawn == match.dice().k > drawn
    before = match.drawn
    add(match, "back", 0, action=1)
    assert match.drawn == before


# -- seats


def test_who_sits_where() -> None:
    match = new_match("magpie", "aba", options={"players": 3})
    assert (match.seats_of("ann"), match.seats_of("bob"), match.seats_of(None), match.seats_of("eve")) == ((0, 2), (1,), (), ())
    assert (match.screen(0), match.screen(1)) == ((0, 2), (1,))
    match.sit(seat_row(2, "c"))
    assert (match.seats_of("ann"), match.seats_of("cid")) == ((0,), (2,))
    match.sit(seat_row(2, "."))
    assert not match.complete


def test_bots_act_for_bots_and_for_those_they_stand_in_for() -> None:
    match = begin(new_match(seats="a*"))
    assert (match.bot_acts, match.bot_level(0), match.bot_level(1)) == (False, None, "easy")
    play(match, "b2")
    assert (match.bot_acts, match.person_to_act, match.needs_worker) == (True, None, True)
    play(match, "a1")
    add(match, "holder", 0, data={"level": "easy"})
    assert (match.bot_acts, match.bot_level(0), match.people()) == (True, "easy", ())
    add(match, "holder", 0)
    assert (match.bot_acts, match.bot_level(0), match.people()) == (False, None, (0,))


@pytest.mark.parametrize("kind", ["resign", "timeout"])
def test_whoever_gives_up_has_no_say_any_more(kind: str) -> None:
    match = begin(new_match("magpie", "abc", options={"players": 3}))
    add(match, kind, 1)
    assert (match.forfeits, match.people(), match.running) == ({1}, (0, 2), True)


def test_a_match_that_is_over_has_a_result_and_nobody_acts() -> None:
    match = end(play(begin(new_match()), "b2"), "agreed", winners=())
    assert match.result is not None
    assert (match.result.reason, match.actor, match.turn, match.running) == ("agreed", OVER, 1, False)
    assert (match.person_to_act, match.needs_worker) == (None, False)


# -- what a seat looks at


def test_where_nothing_is_secret_all_look_at_the_same() -> None:
    match = begin(new_match())
    assert all(match.eye(viewer) is match.pos for viewer in viewers(match))


def test_secrets_are_concealed_until_the_end() -> None:
    match = begin(new_match("magpie", options={"players": 3}))
    for viewer in viewers(match):
        assert match.eye(viewer).text == match.pos.seen_by(viewer).text == seen(match.pos, viewer).text
    assert len({match.eye(viewer).text for viewer in viewers(match)}) == 4
    play(match, match.pos.name(match.pos.choices()[0]))
    assert match.eye(1).text == match.pos.seen_by(1).text, "of this moment, not of the one before"
    end(match, "agreed")
    assert all(match.eye(viewer) is match.pos for viewer in viewers(match))
    assert seen(match.pos, 1, public=True) is match.pos


# -- matches of other rules, and broken ones


def test_events_of_other_rules_are_kept_and_not_played() -> None:
    match = new_match(version="of long ago")
    add(match, "set-up", data={"actions": [99], "k": 0, "draws": [[9, 0, 1]]})
    add(match, "choice", 0, action=12345, name="once a move")
    assert (match.replayable, match.last, match.moved, match.drawn) == (False, 2, 2, 1)
    assert match.pos.text == match.first().text


def test_options_of_other_rules_may_not_exist_any_more() -> None:
    match = new_match()
    match.row.setup.options["colour"] = "red"
    match.row.version = "of long ago"
    assert Match(match.row, match.seats).game.options == {"players": 2, "first": 0}


def test_what_these_rules_cannot_play_is_opened_only_as_broken() -> None:
    row, seats = new_match().row, new_match().seats
    row.setup.options["colour"] = "red"
    with pytest.raises(OptionError):
        Match(row, seats)
    row.setup.position = "nonsense"
    match = Match(row, seats, broken=True)
    add(match, "set-up", data={"actions": [77], "k": 0, "draws": []})
    add(match, "choice", 0, action=77, name="?")
    assert (match.replayable, match.broken, match.last) == (False, True, 2)
