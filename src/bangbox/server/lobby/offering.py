"""What players ask of each other: taking back, a rematch, ending the match, a bot for a player who is gone."""

from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.lobby.following import set_up_next
from bangbox.server.match.due import DAY_MS
from bangbox.server.match.offers import is_agreed, open_offers
from bangbox.server.match.series import wants_next
from bangbox.server.play.moves import end, stand_in, take_back
from bangbox.server.play.room import Room
from bangbox.server.protocol import Me, NewOffer, Offer, OfferAnswer, TakeBack


async def ask_back(hall: Hall, room: Room, me: Me, asked: TakeBack) -> None:
    """Takes own choices back; what needs the others' consent is asked of them."""
    async with room.lock:
        room.own_seat(me.id, asked.seat)
        room.need_running()
        if not room.match.row.setup.take_backs:
            raise Refusal("no_take_backs", "this table plays without take-backs")
        if not room.take_backs.allowed(asked.seat, asked.number):
            raise Refusal("no_way_back", "nothing is taken back across chance or anything newly shown")
        needed = room.take_backs.needed(asked.seat, asked.number)
        if needed:
            hall.limits.talk(me.id)
            await _offer(room, asked.seat, "back", needed, number=asked.number)
        else:
            await take_back(room, asked.seat, asked.number)


async def ask(hall: Hall, room: Room, me: Me, asked: NewOffer) -> None:
    """Asks the others; if nobody has to agree, it is done at once."""
    async with room.lock:
        room.own_seat(me.id, asked.seat)
        standing = [offer for offer in _open(room) if offer.kind == asked.kind and offer.seat == asked.about]
        if standing:
            await _agree(hall, room, asked.seat, standing[0])
            return
        _check(room, asked)
        hall.limits.talk(me.id)
        needed = [] if asked.kind == "end" and _forgotten(room) else _voters(room, asked.seat, asked.kind, asked.about)
        await _offer(room, asked.seat, asked.kind, needed, seat=asked.about)
        await _settle_if_agreed(hall, room)


async def answer(hall: Hall, room: Room, me: Me, asked: OfferAnswer) -> None:
    """Agrees or declines."""
    async with room.lock:
        room.own_seat(me.id, asked.seat)
        found = next((offer for offer in _open(room) if offer.id == asked.offer), None)
        if found is None or asked.seat not in found.needed:
            raise Refusal("no_offer", "this offer does not stand any more, or is not yours to answer")
        if asked.agree:
            await _agree(hall, room, asked.seat, found)
            return
        await room.note("declined", asked.seat, found.kind, {"offer": found.id})
        room.feed.tell_table()


async def come_back(room: Room, me: Me, seat: int) -> None:
    """A player takes a seat back from the bot that kept it warm."""
    async with room.lock:
        room.own_seat(me.id, seat)
        room.need_running()
        if seat in room.match.forfeits:
            raise Refusal("forfeit", "this seat has given up: the bot plays it to the end")
        if seat not in room.match.stand_ins:
            return
        room.stop_work()
        async with room.writing():
            room.add("holder", seat)


async def _offer(room: Room, by: int, kind: str, needed: list[int], number: int | None = None, seat: int | None = None) -> None:
    data = {"kind": kind, "needed": needed, "at": room.match.moved, "number": number, "seat": seat}
    await room.note("offered", by, kind, data)
    room.feed.tell_table()


def _voters(room: Room, by: int, kind: str, about: int | None) -> list[int]:
    """Those who have to agree: people at other screens, except whom it is about. A rematch needs also those who gave up."""
    people = [seat.seat for seat in room.match.seats if seat.kind == "person"]
    voters = people if kind == "rematch" else room.match.people()
    return [seat for seat in voters if seat not in room.match.screen(by) and seat != about]


def _open(room: Room) -> list[Offer]:
    return open_offers(room.notes, room.match.moved, room.match.result is not None)


def _forgotten(room: Room) -> bool:
    """A match without a clock that nobody has touched for a fortnight."""
    quiet = room.common.now() - room.match.events[-1].time
    return not room.match.clock.on and quiet > room.common.settings.patience_days * DAY_MS


def _check(room: Room, asked: NewOffer) -> None:
    """Refuses offers that make no sense now."""
    if asked.about is not None and asked.kind != "replace":  # whoever it is about has no say in it
        raise Refusal("about", "only replacing a player is about a seat", 422)
    if asked.kind == "rematch":
        if room.match.result is None:
            raise Refusal("running", "the match is not over yet")
        if room.match.row.next is not None or wants_next(room.match.row):
            raise Refusal("next", "there is a next match already")
        return
    room.need_running()
    if asked.kind == "replace":
        if asked.about is None or room.feed.missing().get(asked.about) != "gone" or asked.about in room.match.stand_ins:
            raise Refusal("not_gone", "this player is not gone")
        if room.match.row.setup.gone == "clock":
            raise Refusal("clock_only", "at this table only the clock counts")


async def _agree(hall: Hall, room: Room, seat: int, found: Offer) -> None:
    if seat in found.agreed:
        return
    await room.note("agreed", seat, found.kind, {"offer": found.id})
    room.feed.tell_table()
    await _settle_if_agreed(hall, room)


async def _settle_if_agreed(hall: Hall, room: Room) -> None:
    for found in _open(room):
        if is_agreed(found) and _is_still_meant(room, found):
            await _settle(hall, room, found)


def _is_still_meant(room: Room, found: Offer) -> bool:
    """Whether what was asked still holds: nobody who came back meanwhile is replaced, or left out of the vote."""
    if found.kind == "replace":
        return found.seat is not None and room.feed.missing().get(found.seat) == "gone"
    if found.kind == "end" and found.needed:
        return set(_voters(room, found.by, found.kind, found.seat)) <= set(found.agreed)
    return True


async def _settle(hall: Hall, room: Room, found: Offer) -> None:
    """Does what everybody agreed to."""
    if found.kind == "back" and found.number is not None:
        if room.take_backs.allowed(found.by, found.number):
            await take_back(room, found.by, found.number)
    elif found.kind == "rematch":
        await set_up_next(hall, room, rematch=True)
    elif found.kind == "end":
        async with room.writing():
            end(room, "abandoned" if _forgotten(room) else "agreed", [])
    elif found.seat is not None:
        async with room.writing():
            stand_in(room, found.seat)
    await room.note("settled", found.by, found.kind, {"offer": found.id})
    room.feed.tell_table()
