"""Structs become rows and rows the same structs."""

import pytest

from bangbox.server.protocol import Result
from bangbox.server.storage.rows import (
    Damaged,
    EventRow,
    NoteRow,
    event_values,
    match_values,
    note_values,
    read_event,
    read_match,
    read_note,
    read_seat,
    readable,
    seat_values,
)
from tests.server.matches import new_match, seat_row

NOTE = NoteRow(3, 5, "chat", None, "Ann", "hello")


def test_a_match() -> None:
    row = new_match(options={"first": 1}, series=3).row
    row.result = Result(reason="rules", winners=[0], scores=[1, 0])
    row.public, row.series, row.archive = False, "s1", "{}"
    assert read_match(match_values(row)) == row
    row.result = None
    assert read_match(match_values(row)) == row


@pytest.mark.parametrize("data", [None, {}, {"actions": [1, 2**53 - 1], "ä": [None, "\0"]}])
def test_an_event_and_a_note(data: dict[str, object] | None) -> None:
    event = EventRow(3, 5, "choice", 0, 2**53 - 1, "c4+e4 ä", data)
    note = NoteRow(3, 5, "chat", None, "Ann", "hä?", data)
    assert read_event(event_values("m", event)) == event
    assert read_note(note_values("m", note)) == note


def test_what_is_damaged_is_called_so() -> None:
    good = new_match().row
    bad = match_values(good) | {"setup": "{", "id": "bad"}
    with pytest.raises(Damaged):
        read_match(bad)
    assert readable([bad, match_values(good)]) == [good]
    for read, values in ((read_event, event_values("m", EventRow(1, 0, "set-up"))), (read_note, note_values("m", NOTE))):
        with pytest.raises(Damaged):
            read(values | {"data": "{"})


def test_a_seat() -> None:
    for sign in "a*.":
        seat = seat_row(1, sign)
        assert read_seat(seat_values("m", seat)) == seat
    seat.muted = True
    assert read_seat(seat_values("m", seat)).muted is True


def test_what_an_event_plays() -> None:
    assert EventRow(1, 0, "set-up", data={"actions": [4, 5]}).actions() == [4, 5]
    assert EventRow(1, 0, "set-up").actions() == []
    assert EventRow(2, 0, "choice", 0, 7).actions() == [7]
    assert EventRow(2, 0, "resign", 0).actions() == []
    assert EventRow(3, 0, "back", 0, 1).back_to() == 1
