"""Records in the terminal: told in words, harmless to the screen, and no more than whoever saved them may know."""

import io
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

import bangbox
from bangbox.core.errors import RecordError
from bangbox.core.matches.match import Event, MatchRecord, record_of
from bangbox.core.position import Position
from bangbox.terminal.replaying import Replay
from tests.terminal.person import lines, played

SEATS = ["Ada", "Bo", "Cy"]


def shown(record: MatchRecord, at: int | None = None, language: str = "en") -> str:
    """What `bangbox replay` prints."""
    replay = Replay(MatchRecord.read(record.write()), at, language)
    replay.voice.console = Console(file=io.StringIO(), markup=False, emoji=False, highlight=False, width=100, force_terminal=True)
    try:
        replay.show()
    finally:
        assert isinstance(replay.voice.console.file, io.StringIO)
        text = replay.voice.console.file.getvalue()
        assert "\x1b[2J" not in text
    return text


def some_way(game: str, choices: int, **options: int | str) -> Position:
    """A game in which the last choice was taken so many times."""
    pos = bangbox.game(game, **options).start(seed=3)
    for _ in range(choices):
        pos.play(pos.choices()[-1])
    return pos


def test_events_are_told_in_words() -> None:
    record = record_of(some_way("urknall", 6), SEATS)
    assert "Ada: Start on body v" in shown(record)
    assert "The die shows 5" in shown(record)
    assert "Der Würfel zeigt 5" in shown(record, language="de")


@pytest.mark.parametrize("name", ["[/b]", "[red]x", "\x1b[2JEve", "a\u202eb", ":skull:", "{who}"])
def test_names_and_texts_of_a_file_are_shown_as_they_are(name: str) -> None:
    record = record_of(some_way("brains", 6, players=3), [name, *SEATS[1:]])
    record.result = f"won by {name}"
    text = shown(record)
    assert name.replace("\x1b", r"\x1b").replace("\u202e", r"\u202e") in text
    record.version = "0-other"
    record.events.append(Event(len(record.events) + 1, "", "choice", 0, 1, name))
    with pytest.raises(RecordError, match="its events can be read"):
        shown(record)


def test_a_running_match_shows_what_its_saver_may_know() -> None:
    pos = some_way("robbery", 1, players=3)
    assert [pos.s.hand_size[seat] for seat in range(3)] == [1, 1, 1]
    for seat in range(3):
        record = record_of(pos, SEATS, saved_by=seat)
        replay = Replay(MatchRecord.read(record.write()), None)
        seen = replay.follow()
        assert seen == pos.seen_by(seat)
        assert replay.data()["position"] == pos.seen_by(seat).text != pos.text
        assert f"this is what {SEATS[seat]} may know" in shown(record)


def test_it_hides_as_much_if_it_cannot_be_replayed() -> None:
    record = record_of(some_way("robbery", 7, players=3), SEATS, saved_by=0)
    record.version = "0-other"
    replay = Replay(record, None)
    with pytest.raises(RecordError):
        replay.show()
    assert not any(event.name in replay.plain(event) for event in record.events if event.name)


def test_a_match_that_is_over_is_open() -> None:
    pos = some_way("robbery", 7, players=3)
    record = record_of(pos, SEATS, saved_by=0)
    record.events.append(Event(len(record.events) + 1, "", "end"))
    assert Replay(record, None).data()["position"] == pos.text


def test_the_terminal_saves_for_its_own_seat(tmp_path: Path) -> None:
    path = tmp_path / "mine.match"
    played(bangbox.game("robbery"), lines("1", f"save {path}"), seed=3, seat=1)
    record = MatchRecord.read(path.read_text("utf-8"))
    assert record.saved_by == 1
    assert record.seats == ["Bot 1", "Player 2", "Bot 3", "Bot 4"]


@pytest.mark.parametrize("saver", ['"1"', "-1", "9", "[0]"])
def test_a_saver_who_has_no_seat_is_refused(saver: str) -> None:
    text = record_of(some_way("brains", 2, players=3), SEATS, saved_by=0).write()
    with pytest.raises(RecordError):
        MatchRecord.read(text.replace("saved_by: 0", f"saved_by: {saver}"))


def test_a_record_that_is_nested_too_deep_is_refused() -> None:
    text = record_of(some_way("brains", 2, players=3), SEATS).write()
    with pytest.raises(RecordError):
        MatchRecord.read(text.replace("seats: ", "seats: " + "[" * 100_000, 1))


def test_take_backs_and_the_end_are_told() -> None:
    record = record_of(some_way("brains", 3, players=3), SEATS)
    last = len(record.events)
    record.events.append(Event(last + 1, "", "back", 0, None, "", {"to": last - 1}))
    record.events.append(Event(last + 2, "", "resign", 1))
    record.events.append(Event(last + 3, "", "end"))
    text = shown(msgspec.structs.replace(record, result="0 0 0, nobody wins (resign)"))
    assert f"Ada takes back to event {last - 1}" in text
    assert "Bo gives up" in text
    assert "The match is over" in text
    assert "nobody wins (resign)" in text
