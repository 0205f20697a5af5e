"""Match records: written, read back and replayed."""

import pytest

import bangbox
from bangbox.core.matches.match import Event, MatchRecord, now
from bangbox.core.matches.verifying import verify
from tests.core.matches.records import seeded


@pytest.mark.parametrize("name", ["bigxbang", "tictactoe", "magpie", "brains"])
def test_a_record_reads_back_exactly_and_replays(name: str) -> None:
    record = seeded(name)
    again = MatchRecord.read(record.write())
    assert again == record
    assert again.replay().over
    verdict = verify(again)
    assert verdict.good, verdict.wrong


def test_a_person_can_read_it() -> None:
    text = seeded("tictactoe", first="random").write()
    assert text.startswith("bangbox match 1\ngame: tictactoe\nversion: 1-")
    assert '\nseats: ["Ann", "Bob"]\n' in text
    assert "\n1 | " in text
    assert " | choice | 0 | " in text


def test_the_position_after_any_event() -> None:
    record = seeded("bigxbang")
    assert record.replay(1).text.split()[1] == "m"
    middle = record.replay(10)
    assert not middle.over
    assert middle == record.replay(10)
    assert record.replay(11) != middle


def test_taking_back_is_an_event_and_nothing_is_deleted() -> None:
    record = MatchRecord("tictactoe", bangbox.game("tictactoe").version, {}, ["Ann", "Bob"])
    plays = [("choice", 0, 0, "a1"), ("choice", 1, 1, "a2"), ("back", 1, None, ""), ("choice", 1, 4, "b2")]
    for number, (kind, seat, action, name) in enumerate(plays, start=1):
        data = {"to": 1} if kind == "back" else None
        record.events.append(Event(number, now(), kind, seat, action, name, data))
    again = MatchRecord.read(record.write())
    assert again.replay(2).text == "xo./.../... 0"
    assert again.replay(3).text == "x../.../... 1"
    assert again.replay().text == "x../.o./... 0"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "first line"),
        ("pgn", "first line"),
        ("bangbox match 1\ncolour: red\n", "line 2: unknown header 'colour'"),
        ("bangbox match 1\noptions: {\n", "line 2: options"),
        ("bangbox match 1\ngame: brains\n", "headers are not complete"),
        ("bangbox match 1\n\n1 | now | dance | - | a | 1\n", "unknown kind of event 'dance'"),
        ("bangbox match 1\n\n1 | now\n", "line 3: an event is"),
        ("bangbox match 1\n\n³ | now | choice | 0 | a | 1\n", "unknown header"),
        ("bangbox match 1\n\n1 | now | choice | 0 | a | -1\n", "an action is a number"),
        ("bangbox match 1\n\n1 | now | choice | 0 | a | 99999999999999999999\n", "an action is a number"),
        ("bangbox match 1\n\n1 | now | choice | x | a | 1\n", "event 1"),
        ("bangbox match 1\n\n1 | now | choice | 0 | a | 1 | [1]\n", "JSON object"),
        ("bangbox match 1\ngame: x\nversion: 1\noptions: {}\nseats: []\n\n2 | now | end | - | | |\n", "numbered 1, 2, 3"),
        ('bangbox match 1\ngame: x\nversion: 1\noptions: {}\nseats: ["A"]\n\n1 | now | resign | 7 | | |\n', "no seat 7"),
        ("bangbox match 1\ngame: x\nversion: 1\noptions: {}\nseats: []\ndice: magic\n", "unknown dice 'magic'"),
    ],
)
def test_a_broken_file_gets_a_clear_error(text: str, complaint: str) -> None:
    with pytest.raises(bangbox.RecordError, match=complaint):
        MatchRecord.read(text)


def test_other_rules_are_named() -> None:
    record = seeded("tictactoe")
    record.version = "0-00000000"
    with pytest.raises(bangbox.RecordError, match="can be read, but not replayed"):
        record.replay()
    record.game = "chess"
    with pytest.raises(bangbox.RecordError, match="no game 'chess'"):
        record.replay()
