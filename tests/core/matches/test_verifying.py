"""Dice are proven, and whoever changes anything in a record is found out."""

import random
from typing import Any

import msgspec
import pytest

import bangbox
from bangbox.core.dice import FairDice
from bangbox.core.matches.match import Event, MatchRecord, now
from bangbox.core.matches.verifying import verify
from tests.core.matches.records import fair, seeded


@pytest.mark.parametrize("name", ["bigxbang", "magpie", "brains", "urknall", "robbery", "bigbrainbang"])
def test_fair_dice_are_proven(name: str) -> None:
    record = MatchRecord.read(fair(name, **({"throws": "cheap"} if name == "bigbrainbang" else {})).write())
    verdict = verify(record)
    assert verdict.good, verdict.wrong
    assert verdict.draws > 10
    assert (verdict.throws > 0) == (name in ("magpie", "bigbrainbang"))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda r: setattr(r, "secret", "ff" * 32), "not the one that was committed to"),
        (lambda r: setattr(r, "contributions", ["00ff" * 4, "a1b3" * 8]), " gives "),
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


def chance(record: MatchRecord, place: int = 3) -> Event:
    """A roll in the middle of a match."""
    return [event for event in record.events if event.kind == "chance"][place]


def stood_on(record: MatchRecord) -> dict[str, Any]:
    """What that roll stood on."""
    data = chance(record).data
    assert data is not None
    return data


def another_roll(record: MatchRecord) -> None:
    """The same die with another face up, and the interval that belongs to it."""
    event = chance(record)
    before = record.replay(event.number - 1)
    assert event.data is not None
    place = (before.choices().index(event.actions()[0]) + 1) % len(before.choices())
    event.action = before.choices()[place]
    event.name = before.name(event.action)
    event.data["interval"] = [place, place + 1]


def left_out_draw(record: MatchRecord) -> None:
    """All rolls from the fourth on taken from one draw later: as if a roll that did not please had been thrown away."""
    dice = FairDice(bytes.fromhex(record.secret), record.match, record.contributions)
    event = chance(record)
    before = record.replay(event.number - 1)
    assert event.data is not None
    dice.k = event.data["k"] + 1
    drawn = before.draw(dice)
    event.action, event.name = drawn.action, before.name(drawn.action)
    event.data = {"k": drawn.interval.k, "T": drawn.interval.total, "interval": list(drawn.interval[2:])}
    del record.events[event.number :]
    record.result = ""


def rolled_again(record: MatchRecord) -> None:
    """A roll is taken back, and rolled once more with the next draw: every single draw is right."""
    event = chance(record)
    before = record.replay(event.number - 1)
    assert event.data is not None
    drawn = before.draw(FairDice(bytes.fromhex(record.secret), record.match, record.contributions, event.data["k"] + 1))
    data = {"k": drawn.interval.k, "T": drawn.interval.total, "interval": list(drawn.interval[2:])}
    again = Event(event.number + 2, now(), "chance", None, drawn.action, before.name(drawn.action), data)
    back = Event(event.number + 1, now(), "back", 0, None, "", {"to": event.number - 1})
    record.events[event.number :] = [back, again]
    record.result = ""


def dropped(record: MatchRecord) -> None:
    """One choice is left out, and the rest is numbered anew."""
    place = next(event.number for event in record.events[5:] if event.kind == "choice") - 1
    del record.events[place]
    for number, event in enumerate(record.events, start=1):
        event.number = number


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (another_roll, " gives "),
        (left_out_draw, "was next"),
        (rolled_again, "a chance outcome was taken back"),
        (dropped, "was to act"),
        (lambda r: r.contributions.reverse(), " gives "),
        (lambda r: setattr(r, "commitment", "00" * 32), "not the one that was committed to"),
        (lambda r: setattr(r, "secret", "no number"), "secret"),
        (lambda r: stood_on(r).update(interval=[0, 6]), "another interval"),
        (lambda r: stood_on(r).update(T=1, interval=[0, 1]), "out of 6 here, not out of 1"),
        (lambda r: stood_on(r).update(T=10**30, interval=[0, 10**30]), "out of 6 here"),
        (lambda r: stood_on(r).update(T="six"), "whole numbers"),
        (lambda r: stood_on(r).update(interval=None), "whole numbers"),
        (lambda r: stood_on(r).pop("T"), "whole numbers"),
        (lambda r: setattr(chance(r), "data", None), "what every draw stood on"),
        (lambda r: r.events.__delitem__(slice(40, None)), "the last ones are missing"),
        (lambda r: r.events.insert(-1, msgspec.structs.replace(r.events[-1])), "is the end, but others follow"),
        (lambda r: setattr(r.events[-1], "data", {"reason": "rules", "winners": [0, 1, 2]}), "says otherwise"),
        (lambda r: setattr(r.events[-1], "data", {"reason": "rules", "scores": [99, 0, 0]}), "says otherwise"),
        (lambda r: r.events.insert(-1, Event(0, now(), "back", 0, None, "", {"to": "start"})), "to which earlier event"),
    ],
)
def test_forged_rolls_are_found_out(change: Any, complaint: str) -> None:
    record = fair("brains")
    assert verify(record).good
    change(record)
    verdict = verify(record)
    assert any(complaint in wrong for wrong in verdict.wrong), verdict.wrong


def test_a_tremor_that_is_not_the_drawn_one_is_found_out() -> None:
    record = fair("magpie")
    throw = next(event for event in record.events if event.kind == "chance" and not record.replay(event.number - 1).choices())
    assert verify(record).throws > 0
    assert throw.data is not None
    throw.data["interval"] = [0, throw.data["T"]]  # holds whatever was drawn, and starts with a tremor to one's liking
    assert any("stands on one tremor" in wrong for wrong in verify(record).wrong)


def test_dice_that_were_typed_in_cannot_be_proven() -> None:
    record = fair("brains")
    for kind in ("typed", "none"):
        verdict = verify(msgspec.structs.replace(record, dice=kind))
        assert (verdict.good, verdict.provable) == (True, False)
        assert verdict.draws > 50
    assert verify(record).provable
    assert verify(msgspec.structs.replace(seeded("tictactoe"), dice="none")).provable, (
        "where nothing is rolled nothing is missing"
    )


def test_no_change_whatever_makes_verifying_fail(soak_count: Any) -> None:
    """Signs of a record are changed, cut out and repeated at random: it is refused or (where only a name, a time or a bot's note
    was hit) good, never an error of another kind."""
    text, dice = fair("brains").write(), random.Random(1)
    text = "\n".join(text.splitlines()[:60]) + "\n"
    for _ in range(soak_count(500, 20_000)):
        place = dice.randrange(len(text))
        signs = dice.choice(
            ["", "-", "³", "9" * dice.randrange(1, 30), "null", "|", ",", "\n", "[", "x", text[place : place + 9]]
        )
        forged = text[:place] + signs + text[place + dice.randrange(1, 9) :]
        try:
            verify(MatchRecord.read(forged))
        except bangbox.RecordError:
            continue
