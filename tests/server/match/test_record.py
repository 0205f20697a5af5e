"""A finished match as a record file."""

import pytest

from bangbox.core.matches.match import MatchRecord
from bangbox.core.matches.verifying import verify
from bangbox.server.errors import Refusal
from bangbox.server.match.record import record_text
from tests.server.house import House
from tests.server.matches import add, begin, end, new_match, play


def test_the_record_is_published_when_the_match_is_over() -> None:
    with pytest.raises(Refusal, match="when the match is over"):
        record_text(begin(new_match()))


def test_a_record_tells_everything_and_can_be_read_back() -> None:
    match = play(begin(new_match()), "b2", "a1")
    add(match, "back", 1, action=2)
    play(match, "c3")
    add(match, "resign", 0)
    end(match, "resign", winners=(1,))
    record = MatchRecord.read(record_text(match))
    assert [event.kind for event in record.events] == ["set-up", "choice", "choice", "back", "choice", "resign", "end"]
    assert (record.events[1].name, record.events[3].data) == ("b2", {"to": 2})
    assert (record.seats, record.result) == (["Ann", "Bob"], "0 0, won by Bob (resign)")
    assert record.secret == bytes(32).hex()


def test_typed_dice_have_no_secret_to_publish() -> None:
    match = end(begin(new_match(dice="typed")))
    record = MatchRecord.read(record_text(match))
    assert (record.dice, record.secret, record.commitment, record.contributions) == ("typed", "", "", [])


async def test_the_record_of_a_match_that_was_really_played_verifies(house: House) -> None:
    room = await house.table("a**", "magpie", options={"players": 3})
    await house.play_out(room)
    verdict = verify(MatchRecord.read(record_text(room.match)))
    assert verdict.good, verdict.wrong
