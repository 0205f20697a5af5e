"""Table talk and order: chat, what the host may do, and what players ask of each other."""

from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.lobby import setup as lobby
from bangbox.server.match.offers import is_agreed, open_offers
from bangbox.server.match.series import next_match
from bangbox.server.people.guests import now_ms
from bangbox.server.play.moves import offer, undo
from bangbox.server.play.room import Room
from bangbox.server.protocol import PHRASES, HostOrder, Me, NewOffer, Note, Offer, OfferAnswer, Say
from bangbox.server.showing.table import shown_note
from bangbox.server.storage.rows import MUTE
from bangbox.server.storage.statements import Write
from bangbox.server.tending.referee import DAY_MS

LONGEST_TEXT = 300


async def say(hall: Hall, room: Room, me: Me, asked: Say) -> Note:
    """A line of chat, or a preset phrase. Spectators listen only."""
    async with room.lock:
        seats = room.match.seats_of(me.id)
        if not seats:
            raise Refusal("not_seated", "only those at the table talk", 403)
        if room.match.seats[seats[0]].muted:
            raise Refusal("muted", "the host has muted you", 403)
        kind, text = _said(asked)
        hall.limits.talk(me.id)
        return shown_note(await room.note(kind, seats[0], text))


def _said(asked: Say) -> tuple[str, str]:
    if asked.phrase is not None and asked.text is None:
        if asked.phrase not in PHRASES:
            raise Refusal("phrase", f"a phrase is one of {', '.join(PHRASES)}", 422)
        return "phrase", asked.phrase
    text = " ".join((asked.text or "").split())
    if not 1 <= len(text) <= LONGEST_TEXT or not text.isprintable():
        raise Refusal("text", f"a line has 1 to {LONGEST_TEXT} visible characters", 422)
    return "chat", text


async def order(hall: Hall, room: Room, me: Me, asked: HostOrder) -> None:
    """What only the host may do."""
    async with room.lock:
        match = room.match
        if match.row.host != me.id:
            raise Refusal("not_host", "only the host of the table does that", 403)
        if not 0 <= asked.seat < len(match.seats) or match.seats[asked.seat].kind != "person":
            raise Refusal("seat", "nobody sits there", 422)
        if match.seats[asked.seat].guest == me.id:
            raise Refusal("seat", "that is your own seat", 422)
        if asked.action == "remove":
            await _remove(hall, room, asked.seat)
            return
        silent = asked.action == "mute"
        mute = Write(MUTE, {"match_id": room.id, "place": asked.seat, "silent": int(silent)})
        await room.note("muted" if silent else "unmuted", asked.seat, writes=[mute])
        match.seats[asked.seat].muted = silent
        room.tell_table()


async def _remove(hall: Hall, room: Room, seat: int) -> None:
    """Before the start the seat is open again; later it is as if its player had resigned, but nobody wins by it."""
    if room.match.result is not None:
        raise Refusal("over", "the match is over")
    if not room.match.events:
        await lobby.stand_up(room, seat, "removed")
        return
    if seat in room.match.forfeits:
        raise Refusal("forfeit", "this seat has given up already")
    if len(room.match.seats) == 2:
        room.take_end("abandoned", [], seat)
    else:
        room.take(room.next_event("resign", seat))
        hall.referee.give_up(room, seat, "resign")
    await room.commit()
    await room.note("removed", seat)


# -- offers


async def ask(hall: Hall, room: Room, me: Me, asked: NewOffer) -> None:
    """Asks the others; if nobody has to agree, it is done at once."""
    async with room.lock:
        room.own_seat(me.id, asked.seat)
        standing = [o for o in _open(room) if o.kind == asked.kind and o.seat == asked.about]
        if standing:
            await _agree(hall, room, asked.seat, standing[0])
            return
        _check(hall, room, asked)
        mine = room.match.seats_of(me.id)
        voters = _people(room) if asked.kind == "rematch" else room.match.people()
        needed = [seat for seat in voters if seat not in mine and seat != asked.about]
        if asked.kind == "end" and _forgotten(hall, room):
            needed = []
        await offer(room, asked.seat, asked.kind, needed, seat=asked.about)
        await _settle_if_agreed(hall, room)


def _people(room: Room) -> list[int]:
    return [seat.seat for seat in room.match.seats if seat.kind == "person"]


def _open(room: Room) -> list[Offer]:
    return open_offers(room.notes, room.match.moved, room.match.result is not None)


def _forgotten(hall: Hall, room: Room) -> bool:
    """A match without a clock that nobody has touched for a fortnight."""
    quiet = now_ms() - room.match.events[-1].time
    return not room.match.clock.on and quiet > hall.settings.patience_days * DAY_MS


def _check(hall: Hall, room: Room, asked: NewOffer) -> None:
    if asked.about is not None and asked.kind != "replace":  # whoever it is about has no say in it
        raise Refusal("about", "only replacing a player is about a seat", 422)
    if asked.kind == "rematch":
        if room.match.result is None:
            raise Refusal("running", "the match is not over yet")
        if room.match.row.next is not None or hall.wants_next(room.match.row):
            raise Refusal("next", "there is a next match already")
        return
    room.need_running()
    if asked.kind == "replace":
        if asked.about is None or room.presence().get(asked.about) != "gone" or asked.about in room.match.stand_ins:
            raise Refusal("not_gone", "this player is not gone")
        if room.match.row.setup.gone == "clock":
            raise Refusal("clock_only", "at this table only the clock counts")


async def answer(hall: Hall, room: Room, me: Me, asked: OfferAnswer) -> None:
    """Agrees or declines."""
    async with room.lock:
        room.own_seat(me.id, asked.seat)
        found = [o for o in _open(room) if o.id == asked.offer]
        if not found or asked.seat not in found[0].needed:
            raise Refusal("no_offer", "this offer does not stand any more, or is not yours to answer")
        if asked.agree:
            await _agree(hall, room, asked.seat, found[0])
            return
        await room.note("declined", asked.seat, found[0].kind, {"offer": found[0].id})
        room.tell_table()


async def _agree(hall: Hall, room: Room, seat: int, found: Offer) -> None:
    if seat in found.agreed:
        return
    await room.note("agreed", seat, found.kind, {"offer": found.id})
    room.tell_table()
    await _settle_if_agreed(hall, room)


async def _settle_if_agreed(hall: Hall, room: Room) -> None:
    for found in _open(room):
        if is_agreed(found):
            await _settle(hall, room, found)


async def _settle(hall: Hall, room: Room, found: Offer) -> None:
    """Does what everybody agreed to."""
    if found.kind == "back" and found.number is not None:
        if room.undoing.allowed(found.by, found.number):
            await undo(room, found.by, found.number)
    elif found.kind == "rematch":
        await next_match(hall, room, rematch=True)
    elif found.kind == "end":
        room.take_end("abandoned" if _forgotten(hall, room) else "agreed", [])
        await room.commit()
    elif found.seat is not None:
        room.take_stand_in(found.seat)
        await room.commit()
    await room.note("settled", found.by, found.kind, {"offer": found.id})
    room.tell_table()


async def come_back(hall: Hall, room: Room, me: Me, seat: int) -> None:
    """A player takes a seat back from the bot that kept it warm."""
    async with room.lock:
        room.own_seat(me.id, seat)
        room.need_running()
        if seat in room.match.forfeits:
            raise Refusal("forfeit", "this seat has given up: the bot plays it to the end")
        if seat not in room.match.stand_ins:
            return
        if room.job is not None:
            room.job.cancel()
            room.job = None
        room.take(room.next_event("holder", seat))
        await room.commit()
