"""Match records: written, read back, replayed, and their dice proven."""

from typing import Any

import pytest

import bangbox
from bangbox.core.dice import FairDice, commitment
from bangbox.core.match import Event, MatchRecord, now, record_of, result_text, verify
from bangbox.core.rules import CHANCE

SECRET = bytes(range(32))
CONTRIBUTIONS = ["00ff", "a1b2"]


def random_choice(pos: Any, seed: int) -> int:
    return int(bangbox.bot(pos.game.id, "random").choose(pos, seed=seed))


def seeded(name: str, seed: int = 5, **options: Any) -> MatchRecord:
    pos = bangbox.game(name, **options).start(seed=seed)
    while not pos.over:
        pos.play(random_choice(pos, len(pos.history)))
    return record_of(pos, ["Ann", "Bob", "Cem", "Dot", "Eve"][: pos.players])


def fair(name: str, **options: Any) -> MatchRecord:
    """A match as a server would play it: every chance outcome drawn by fair dice and written down with its interval."""
    game = bangbox.game(name, **options)
    pos, dice = game.start(dice=None), FairDice(SECRET, "m1", CONTRIBUTIONS)
    record = MatchRecord(
        game.id, game.version, game.options, ["Ann", "Bob", "Cem", "Dot", "Eve"][: pos.players], match="m1", dice="fair",
        commitment=commitment(SECRET), contributions=CONTRIBUTIONS, secret=SECRET.hex(),
    )  # fmt: skip
    drawn = []
    while pos.actor == CHANCE:
        draw = pos.draw(dice)
        drawn.append((draw, pos.name(draw.action)))
        pos.play(draw.action)
    if drawn:
        data = {"k": drawn[0][0].interval.k, "draws": [list(draw.interval[1:]) for draw, _ in drawn]}
        names = "; ".join(name for _, name in drawn)
        record.events.append(Event(1, now(), "set-up", None, [draw.action for draw, _ in drawn], names, data))
    while not pos.over:
        number = len(record.events) + 1
        if pos.actor == CHANCE:
            draw = pos.draw(dice)
            k, total, low, high = draw.interval
            data = {"k": k, "T": total, "interval": [low, high], **(draw.data or {})}
            event = Event(number, now(), "chance", None, draw.action, pos.name(draw.action), data)
        else:
            action = random_choice(pos, number)
            event = Event(number, now(), "choice", pos.actor, action, pos.name(action))
        record.events.append(event)
        pos.play(event.actions()[0])
    record.result = result_text(pos, record.seats)
    return record


@pytest.mark.parametrize("name", ["bigxbang", "tictactoe", "magpie", "brains"])
def test_a_record_reads_back_exactly_and_replays(name: str) -> None:
    record = seeded(name)
    again = MatchRecord.read(record.write())
    assert again == record
    assert again.replay().over
    verdict = verify(again)
    assert verdict.good, verdict.wrong


@pytest.mark.parametrize("name", ["bigxbang", "magpie", "brains"])
def test_fair_dice_are_proven(name: str) -> None:
    record = MatchRecord.read(fair(name).write())
    verdict = verify(record)
    assert verdict.good, verdict.wrong
    assert verdict.draws > 0


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
    ("change", "complaint"),
    [
        (lambda r: setattr(r, "secret", "ff" * 32), "not the one that was committed to"),
        (lambda r: setattr(r, "contributions", ["00ff", "a1b3"]), " gives "),
        (lambda r: setattr(r, "match", "m2"), " gives "),
        (lambda r: setattr(r, "result", "9 9, won by Ann"), "the result is"),
        (lambda r: setattr(r, "secret", ""), "not published"),
        (lambda r: r.events[0].data["draws"][3].__setitem__(0, 85), "event 1"),
        (lambda r: r.events[0].data["draws"].pop(), "what every draw stood on"),
        (lambda r: setattr(r.events[4], "action", 503), "event 5"),
        (lambda r: setattr(r.events[4], "seat", 1 - r.events[4].seat), "was to act"),
        (lambda r: setattr(r.events[4], "name", "pass me the salt"), "event 5"),
    ],
)
def test_a_forged_record_is_found_out(change: Any, complaint: str) -> None:
    record = fair("bigxbang")
    change(record)
    verdict = verify(record)
    assert not verdict.good
    assert any(complaint in wrong for wrong in verdict.wrong), verdict.wrong


def test_a_swapped_die_is_found_out() -> None:
    record = seeded("brains")
    chance = next(event for event in record.events[1:] if event.kind == "chance")
    before = record.replay(chance.number - 1)
    other = next(action for action in before.choices() if action != chance.action)
    chance.action, chance.name = other, before.name(other)
    assert any("the seed gives" in wrong for wrong in verify(record).wrong)


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
        ("bangbox match 1\n\n1 | now | choice | x | a | 1\n", "event 1"),
        ("bangbox match 1\n\n1 | now | choice | 0 | a | 1 | [1]\n", "JSON object"),
        ('bangbox match 1\ngame: x\nversion: 1\noptions: {}\nseats: []\n\n2 | now | end | - | | |\n', "numbered 1, 2, 3"),
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
