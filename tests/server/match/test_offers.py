"""What players ask of each other, as a fold of the notes."""

from typing import Any

from bangbox.server.match.offers import is_agreed, open_offers
from bangbox.server.protocol import Offer
from bangbox.server.storage.rows import NoteRow

MOVED = 5


def note(number: int, kind: str, seat: int, /, **data: Any) -> NoteRow:
    return NoteRow(number, 0, kind, seat, "Somebody", "", data)


def offered(number: int, kind: str, seat: int, needed: list[int], /, at: int = MOVED, **more: Any) -> NoteRow:
    return note(number, "offered", seat, kind=kind, needed=needed, at=at, **more)


def standing(*notes: NoteRow, over: bool = False) -> list[Offer]:
    return open_offers(notes, MOVED, over)


def test_an_offer_stands_until_all_have_agreed() -> None:
    asked = offered(0, "end", 0, [1, 2])
    (offer,) = standing(asked)
    assert (offer.id, offer.by, offer.agreed, is_agreed(offer)) == (0, 0, [0], False)
    (offer,) = standing(asked, note(1, "agreed", 1, offer=0))
    assert not is_agreed(offer)
    (offer,) = standing(asked, note(1, "agreed", 1, offer=0), note(2, "agreed", 2, offer=0))
    assert is_agreed(offer)


def test_what_nobody_has_to_agree_to_is_agreed() -> None:
    assert is_agreed(standing(offered(0, "end", 0, []))[0])


def test_declining_and_settling_end_an_offer() -> None:
    for kind in ("declined", "settled"):
        assert standing(offered(0, "end", 0, [1]), note(1, kind, 1, offer=0)) == []


def test_a_newer_offer_of_the_same_kind_replaces_the_older() -> None:
    assert [offer.id for offer in standing(offered(0, "end", 0, [1]), offered(1, "end", 1, [0]))] == [1]
    two = [offered(0, "replace", 0, [2], seat=1), offered(1, "replace", 0, [1], seat=2)]
    assert [offer.id for offer in standing(*two)] == [0, 1], "they are about different seats"


def test_a_take_back_stands_only_until_somebody_moves() -> None:
    assert [offer.number for offer in standing(offered(0, "back", 0, [1], number=3))] == [3]
    assert standing(offered(0, "back", 0, [1], at=MOVED - 1, number=3)) == []


def test_rematches_are_for_afterwards_and_nothing_else_is() -> None:
    notes = [offered(0, "end", 0, [1]), offered(1, "rematch", 0, [1])]
    assert [offer.kind for offer in standing(*notes)] == ["end"]
    assert [offer.kind for offer in standing(*notes, over=True)] == ["rematch"]


def test_agreeing_to_what_does_not_stand_changes_nothing() -> None:
    assert standing(note(0, "agreed", 1, offer=7), note(1, "chat", 1)) == []
