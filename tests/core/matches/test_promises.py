"""What fair dice stand on: numbers that nobody can choose after having seen the others', and what a player saw of that."""

import itertools
from typing import Any

import msgspec
import pytest

import bangbox
from bangbox.core.dice import FairDice, contribution_commitment
from bangbox.core.matches.match import MatchRecord
from bangbox.core.matches.promises import Seen, differences, read_seen
from bangbox.core.matches.verifying import verify
from tests.core.matches.records import CONTRIBUTIONS, SECRET, fair

WANTED = [5, 5, 5]  # three sixes


def steered(others: list[str]) -> str:
    """The number of somebody who knows the secret and has seen the others': with it the first dice show what is wanted."""
    for attempt in itertools.count():
        number = f"{attempt:032x}"
        dice = FairDice(SECRET, "m1", [*others, number])
        if [dice.below(6) for _ in WANTED] == WANTED:
            return number
    raise AssertionError


def with_last_number(number: str) -> tuple[MatchRecord, FairDice]:
    """A match to which the last of two seats contributes this number, and its dice."""
    record = fair("bigxbang")
    record.contributions = [CONTRIBUTIONS[0], number]
    return record, FairDice(SECRET, "m1", record.contributions)


def test_who_gives_the_last_number_and_knows_the_secret_steers_unless_it_had_committed() -> None:
    number = steered([CONTRIBUTIONS[0]])
    record, dice = with_last_number(number)
    assert [dice.below(6) for _ in WANTED] == WANTED, "without commitments the attack works: docs/dice.md says so"
    complaint = "seat 2 (Bob) did not commit to the number that it contributed"
    assert complaint in verify(record).wrong, "the commitment was made before the other number was shown"
    record.commitments[1] = contribution_commitment(number)  # forged afterwards
    assert complaint not in verify(record).wrong
    seen = Seen(commitments={1: contribution_commitment(CONTRIBUTIONS[1])})
    assert differences(record, seen) == ["seat 2 (Bob) had committed to another number"], "but the other player had seen it"


def test_the_record_tells_which_seats_had_committed() -> None:
    record = fair("bigxbang")
    assert verify(record).committed == [0, 1]
    half = msgspec.structs.replace(record, commitments=["", record.commitments[1]])
    assert (verify(half).good, verify(half).committed) == (True, [1])
    old = MatchRecord.read(msgspec.structs.replace(record, commitments=[]).write())
    assert (verify(old).good, verify(old).committed) == (True, []), "records from before there were commitments of seats"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda r: r.contributions.pop(), "1 contributions to the dice, but 2 seats"),
        (lambda r: r.contributions.append("ab" * 16), "3 contributions to the dice, but 2 seats"),
        (lambda r: r.contributions.__setitem__(1, ""), "16 to 64 hexadecimal digits"),
        (lambda r: r.contributions.__setitem__(1, "ab" * 7), "16 to 64 hexadecimal digits"),
        (lambda r: r.contributions.__setitem__(1, "AB" * 16), "16 to 64 hexadecimal digits"),
        (lambda r: r.contributions.__setitem__(1, "ab" * 33), "16 to 64 hexadecimal digits"),
        (lambda r: r.contributions.__setitem__(1, "ab" * 16), "did not commit"),
        (lambda r: r.commitments.pop(), "1 commitments of seats, but 2 seats"),
        (lambda r: r.commitments.reverse(), "seat 1 (Ann) did not commit"),
        (lambda r: setattr(r, "secret", "07"), "1 bytes"),
        (lambda r: setattr(r, "secret", "07" * 31), "31 bytes"),
        (lambda r: setattr(r, "seats", ["Ann"]), "has 2 seat(s)"),
    ],
)
def test_a_broken_promise_is_found_out(change: Any, complaint: str) -> None:
    record = fair("bigxbang")
    change(record)
    assert any(complaint in wrong for wrong in verify(record).wrong), verify(record).wrong


@pytest.mark.parametrize("header", ["secret", "commitment", "commitments", "contributions", "seats", "result"])
def test_no_header_stands_twice(header: str) -> None:
    lines = fair("bigxbang").write().splitlines()
    line = next(line for line in lines if line.startswith(f"{header}:"))
    with pytest.raises(bangbox.RecordError, match=f"the header '{header}' stands here for the second time"):
        MatchRecord.read("\n".join([lines[0], line, *lines[1:]]))


def test_what_a_player_saw_is_compared() -> None:
    record = fair("bigxbang")
    numbers = [f"{seat}={number}" for seat, number in enumerate(record.contributions, start=1)]
    right = read_seen([record.commitment.upper(), f"2={record.commitments[1]}"], numbers)
    assert verify(record, right).good
    wrong = read_seen(["00" * 32, f"1={'00' * 32}"], [f"2={'00' * 16}"])
    assert verify(record, wrong).wrong == [
        "the server had committed to another secret before the first draw",
        "seat 1 (Ann) had committed to another number",
        "seat 2 (Bob) had contributed another number",
    ]
    old = msgspec.structs.replace(record, commitments=[])
    assert verify(old, right).wrong == ["seat 2 (Bob) had committed to another number"]
    nobody = read_seen([], [f"3={'00' * 16}"])
    assert verify(record, nobody).wrong == ["there is no seat 3 in this record"]


@pytest.mark.parametrize(
    ("commitments", "contributions", "complaint"),
    [
        (["abc"], [], "64 hexadecimal digits, not 'abc'"),
        (["1=abc"], [], "64 hexadecimal digits"),
        (["0=" + "ab" * 32], [], "a number from 1, not '0'"),
        (["x=" + "ab" * 32], [], "a number from 1, not 'x'"),
        ([], ["ab" * 16], "is SEAT=HEX"),
        ([], ["1=short"], "is SEAT=HEX"),
    ],
)
def test_what_nobody_can_have_seen_is_refused(commitments: list[str], contributions: list[str], complaint: str) -> None:
    with pytest.raises(bangbox.RecordError, match=complaint):
        read_seen(commitments, contributions)
