"""What fair dice stand on, fixed before the first draw: the secret, the seats' numbers, and the commitments to all of them."""

import msgspec

from bangbox.core.dice import COMMITMENT, CONTRIBUTION, SECRET_BYTES, FairDice, commitment, contribution_commitment
from bangbox.core.errors import RecordError
from bangbox.core.matches.match import MatchRecord
from bangbox.core.matches.path import MOVING


class Seen(msgspec.Struct):
    """What a player saw and kept before the first draw. Only this proves that a record's commitments were made in time."""

    commitment: str = ""
    commitments: dict[int, str] = {}  # by seat
    contributions: dict[int, str] = {}  # by seat


def promised_dice(record: MatchRecord) -> FairDice:
    """The dice of a record; raises RecordError if they are not known."""
    if not record.secret:
        raise RecordError("the secret of the dice is not published yet")
    try:
        secret = bytes.fromhex(record.secret)
    except ValueError:
        raise RecordError("the secret of the dice is not written in hexadecimal digits") from None
    return FairDice(secret, record.match, record.contributions)


def broken_promises(record: MatchRecord, secret: bytes) -> list[str]:
    """What is wrong with the secret, the numbers and the commitments of a record with fair dice."""
    wrong = []
    if len(secret) < SECRET_BYTES:
        wrong.append(f"the secret of the dice has {len(secret)} bytes: with fewer than {SECRET_BYTES} it can be guessed")
    if commitment(secret) != record.commitment:
        wrong.append("the secret is not the one that was committed to")
    if len(record.contributions) != len(record.seats):
        return [*wrong, f"there are {len(record.contributions)} contributions to the dice, but {len(record.seats)} seats"]
    if record.commitments and len(record.commitments) != len(record.seats):
        return [*wrong, f"there are {len(record.commitments)} commitments of seats, but {len(record.seats)} seats"]
    return wrong + [fault for seat in range(len(record.seats)) if (fault := _broken_by(record, seat))]


def _broken_by(record: MatchRecord, seat: int) -> str:
    """What is wrong with the number of a seat."""
    number, promised = record.contributions[seat], record.commitments[seat] if record.commitments else ""
    if not number and not any(event.kind in MOVING for event in record.events):
        return ""  # the table was closed before
    if not CONTRIBUTION.fullmatch(number):
        return f"{who(record, seat)} must contribute 16 to 64 hexadecimal digits to the dice, not {number!r}"
    if promised and contribution_commitment(number) != promised:
        return f"{who(record, seat)} did not commit to the number that it contributed"
    return ""


def committed(record: MatchRecord) -> list[int]:
    """The seats that committed to their numbers before any such number was shown."""
    return [seat for seat, promised in enumerate(record.commitments) if promised]


def differences(record: MatchRecord, seen: Seen) -> list[str]:
    """Where a record differs from what a player saw; raises RecordError if that makes no sense."""
    for seat in (*seen.commitments, *seen.contributions):
        if not 0 <= seat < len(record.seats):
            raise RecordError(f"there is no seat {seat + 1} in this record")
    wrong = []
    if seen.commitment and seen.commitment != record.commitment:
        wrong.append("the server had committed to another secret before the first draw")
    wrong += _other(record, seen.commitments, record.commitments, "had committed to another number")
    return wrong + _other(record, seen.contributions, record.contributions, "had contributed another number")


def _other(record: MatchRecord, seen: dict[int, str], told: list[str], fault: str) -> list[str]:
    return [f"{who(record, seat)} {fault}" for seat, text in seen.items() if seat >= len(told) or told[seat] != text]


def read_seen(commitments: list[str], contributions: list[str]) -> Seen:
    """What a player saw, as typed in: `HEX` is the server's commitment, `SEAT=HEX` something of a seat; raises RecordError."""
    seen = Seen()
    for text in commitments:
        seat, value = _of_seat(text)
        if not COMMITMENT.fullmatch(value):
            raise RecordError(f"a commitment has 64 hexadecimal digits, not {value!r}")
        if seat is None:
            seen.commitment = value
        else:
            seen.commitments[seat] = value
    for text in contributions:
        seat, value = _of_seat(text)
        if seat is None or not CONTRIBUTION.fullmatch(value):
            raise RecordError(f"a contribution is SEAT=HEX with 16 to 64 hexadecimal digits, not {text!r}")
        seen.contributions[seat] = value
    return seen


def _of_seat(text: str) -> tuple[int | None, str]:
    """The seat (None: no seat is named) and the digits of `SEAT=HEX`; people count seats from 1."""
    seat, equals, value = text.rpartition("=")
    if not equals:
        return None, value.lower()
    if not seat.isdecimal() or int(seat) < 1:
        raise RecordError(f"a seat is a number from 1, not {seat!r}")
    return int(seat) - 1, value.lower()


def who(record: MatchRecord, seat: int) -> str:
    """A seat as people call it."""
    return f"seat {seat + 1} ({record.seats[seat]})"
