"""What players ask of each other (take-backs, rematches, ending, replacing): a fold of the notes, as a match is of events."""

from collections.abc import Iterable

from bangbox.server.protocol import Offer
from bangbox.server.storage.rows import NoteRow


def open_offers(notes: Iterable[NoteRow], moved: int, over: bool) -> list[Offer]:
    """The offers that stand: a newer one of the same kind, a refusal or (for a take-back) a new move ends one."""
    offers: dict[int, Offer] = {}
    for note in notes:
        data = note.data or {}
        if note.kind == "offered" and note.seat is not None:
            offers = {n: offer for n, offer in offers.items() if (offer.kind, offer.seat) != (data["kind"], data.get("seat"))}
            offers[note.number] = Offer(
                id=note.number,
                kind=data["kind"],
                by=note.seat,
                agreed=[note.seat],
                needed=data["needed"],
                number=data.get("number"),
                seat=data.get("seat"),
            )
            if data["at"] != moved and data["kind"] == "back":
                del offers[note.number]
        elif note.kind == "agreed" and data.get("offer") in offers and note.seat is not None:
            offers[data["offer"]].agreed.append(note.seat)
        elif note.kind == "declined" or note.kind == "settled":
            offers.pop(data.get("offer", -1), None)
    return [offer for offer in offers.values() if (offer.kind == "rematch") == over]


def is_agreed(offer: Offer) -> bool:
    """Whether everybody who has to has agreed."""
    return set(offer.needed) <= set(offer.agreed)
