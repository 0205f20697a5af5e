"""The end of a match record and its winners follow from its events, or it is found out."""

from typing import Any

import pytest

from bangbox.core.matches.match import Event, MatchRecord, now, result_text
from bangbox.core.matches.verifying import verify
from tests.core.matches.records import fair, seeded

CUT = 40
Seats = list[int] | None


def cut(record: MatchRecord, reason: str, winners: Seats = None, seat: int | None = None, *gave_up: str) -> MatchRecord:
    """The match stops early, for a reason and with winners that the record tells; before it, events of who gave up."""
    del record.events[CUT:]
    final = record.replay()
    record.events += [Event(CUT + 1 + place, now(), kind, seat) for place, kind in enumerate(gave_up)]
    said = {"reason": reason, "winners": winners or [], "scores": final.scores, "seat": seat}
    record.events.append(Event(len(record.events) + 1, now(), "end", seat, None, "", said))
    record.result = result_text(final, record.seats, winners or [], reason)
    return record


@pytest.mark.parametrize("reason", ["resign", "timeout"])
def test_with_two_seats_the_other_wins_when_one_gives_up(reason: str) -> None:
    verdict = verify(cut(fair("bigxbang"), reason, [0], 1, reason))
    assert (verdict.good, verdict.ended) == (True, reason), verdict.wrong


@pytest.mark.parametrize("reason", ["agreed", "abandoned", "fault"])
def test_a_match_may_end_early_without_a_winner(reason: str) -> None:
    verdict = verify(cut(fair("bigxbang"), reason))
    assert (verdict.good, verdict.ended) == (True, reason), verdict.wrong
    claimed = verify(cut(fair("bigxbang"), reason, [1])).wrong
    assert any("the result is" in wrong or "has no winner" in wrong for wrong in claimed)


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        (("rules", [0]), "not over where the record ends"),
        (("resign", [0], 1), "no such event of a seat"),
        (("timeout", [0], 1, "resign"), "no such event of a seat"),
        (("resign", [0], None, "resign"), "no such event of a seat"),
        (("resign", [1], 1, "resign"), "the result is"),
        (("resign", [], 1, "resign"), "the result is"),
        (("resign", [0, 1], 1, "resign"), "the result is"),
        (("aborted", []), "it had begun"),
        (("boredom", [0]), "nothing ends by"),
    ],
)
def test_a_match_cut_short_is_found_out(told: Any, complaint: str) -> None:
    verdict = verify(cut(fair("bigxbang"), *told))
    assert any(complaint in wrong for wrong in verdict.wrong), verdict.wrong


def test_who_gives_up_must_be_who_ends_the_match() -> None:
    record = cut(fair("bigxbang"), "resign", [0], 1, "resign")
    record.events[-2].seat = 0
    assert any("no such event of a seat" in wrong for wrong in verify(record).wrong)


def test_an_end_may_not_follow_another_reason_once_the_rules_have_ended_the_match() -> None:
    record = fair("brains")
    record.events[-1].data = {"reason": "resign", "winners": [7]}
    assert any("by the rules the match was over" in wrong for wrong in verify(record).wrong)


@pytest.mark.parametrize("winners", [[[1]], "Ann", {"a": 1}, 7, None, [None], [True, "x"]])
def test_winners_that_are_none_are_wrong_and_no_error(winners: Any) -> None:
    record = fair("brains")
    record.events[-1].data = {"reason": "rules", "winners": winners}
    assert any("says otherwise" in wrong for wrong in verify(record).wrong)


def test_events_without_an_end_are_missing_once_the_secret_is_out() -> None:
    record = fair("brains")
    del record.events[CUT:]
    record.result = ""
    assert any("the last ones are missing" in wrong for wrong in verify(record).wrong)
    local = seeded("brains")
    del local.events[CUT:]
    local.result = ""
    assert (verify(local).good, verify(local).ended) == (True, ""), "a match saved in the middle"


def test_a_table_closed_before_the_start_is_a_record_too() -> None:
    record = fair("brains")
    final = record.begin()
    record.events = [Event(1, now(), "end", 0, None, "", {"reason": "aborted", "winners": [], "scores": [0, 0, 0], "seat": 0})]
    record.result = result_text(final, record.seats, [], "aborted")
    record.contributions[1] = ""
    verdict = verify(record)
    assert (verdict.good, verdict.ended, verdict.draws) == (True, "aborted", 0), verdict.wrong


def test_who_resigned_cannot_win() -> None:
    record = seeded("brains")
    winner = record.replay().winners[0]
    end = record.events.pop()
    record.events.append(Event(end.number, now(), "resign", winner))
    record.events.append(Event(end.number + 1, now(), "end"))
    assert any("nobody wins" in wrong for wrong in verify(record).wrong)
    record.result = record.result.split(",")[0] + ", nobody wins"
    assert verify(record).good, verify(record).wrong
