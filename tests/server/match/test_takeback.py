"""Which choices can be taken back, by whom, and who has to agree."""

from bangbox.server.match.fold import Match
from bangbox.server.match.takeback import TakeBacks
from bangbox.server.protocol import TakeBackOffer
from tests.server.matches import add, begin, end, new_match, play


def offers(match: Match) -> list[tuple[int, bool] | None]:
    """What every seat may take back: up to where, and whether freely."""
    found = [TakeBacks(match).offered(seat) for seat in range(len(match.seats))]
    return [None if offer is None else (offer.number, offer.free) for offer in found]


def test_the_last_choice_is_taken_back_freely_and_one_before_it_by_consent() -> None:
    match = play(begin(new_match()), "b2")
    assert offers(match) == [(1, True), None]
    play(match, "a1")
    assert offers(match) == [(1, False), (2, True)]
    take_backs = TakeBacks(match)
    assert take_backs.allowed(0, 1)
    assert take_backs.needed(0, 1) == [1]
    assert take_backs.needed(1, 2) == []
    assert not take_backs.allowed(1, 3), "nothing of one's own would be undone"


def test_a_spectator_is_offered_nothing() -> None:
    assert TakeBacks(play(begin(new_match()), "b2")).offered(None) is None


def test_what_was_taken_back_is_not_taken_back_again() -> None:
    match = play(begin(new_match()), "b2")
    add(match, "back", 0, action=1)
    assert offers(match) == [None, None]
    assert not TakeBacks(match).allowed(0, 1)
    assert not TakeBacks(match).allowed(0, 2), "the event is not in force any more"


def test_nobody_has_to_agree_against_bots_or_at_one_screen() -> None:
    match = play(begin(new_match(seats="a*")), "b2", "a1")
    assert offers(match)[0] == (1, True)
    assert TakeBacks(match).needed(0, 1) == []
    match = play(begin(new_match(seats="aa")), "b2", "a1")
    assert offers(match) == [(2, True), (2, True)]
    assert TakeBacks(match).needed(0, 1) == []


def test_nothing_goes_back_across_chance() -> None:
    match = begin(new_match("brains", options={"players": 3, "first": 0}))
    assert offers(match) == [None, None, None], "the set-up is chance"
    play(match, match.pos.name(match.pos.choices()[0]))
    while match.actor < 0:
        add(match, "chance", action=match.pos.choices()[0], data={"k": match.drawn, "T": 9, "interval": [0, 1]})
    assert offers(match) == [None, None, None]
    assert not TakeBacks(match).allowed(0, 1)


def test_nothing_goes_back_across_anything_newly_shown() -> None:
    match = begin(new_match("magpie", options={"players": 3}))
    play(match, match.pos.name(match.pos.choices()[0]))
    assert offers(match) == [None, None, None], "a tossed thing has been seen"
    assert not TakeBacks(match).allowed(0, 1)
    answered = match.last
    play(match, "dare")
    assert TakeBacks(match).offered(1) == TakeBackOffer(number=answered, free=True), "what is said openly shows nothing new"


def test_tables_without_take_backs_and_matches_that_are_over() -> None:
    assert offers(play(begin(new_match(take_backs=False)), "b2")) == [None, None]
    assert offers(end(play(begin(new_match()), "b2"))) == [None, None]


def test_nothing_is_offered_where_nothing_was_replayed() -> None:
    match = new_match(version="of long ago")
    add(match, "set-up", data={"actions": [], "k": 0, "draws": []})
    add(match, "choice", 0, action=4, name="b2")
    assert offers(match) == [None, None]


def test_after_a_match_was_read_anew_everything_is_judged_anew() -> None:
    match = begin(new_match("magpie", options={"players": 3}))
    take_backs = TakeBacks(match)
    play(match, match.pos.name(match.pos.choices()[0]))
    answered = match.last
    assert take_backs.offered(0) is None, "the second event has shown something"
    match.forget()
    take_backs.forget()
    begin(match, seed=1)
    play(match, match.pos.name(match.pos.choices()[0]), "allow")
    assert take_backs.offered(1) == TakeBackOffer(number=answered, free=True)
