"""What only the host of a table may do: mute, unmute and remove players."""

from bangbox.server.errors import Refusal
from bangbox.server.lobby.seats import stand_up
from bangbox.server.play.moves import end, give_up
from bangbox.server.play.room import Room
from bangbox.server.protocol import HostOrder, Me
from bangbox.server.storage.queries import MUTE
from bangbox.server.storage.statements import Write


async def order(room: Room, me: Me, asked: HostOrder) -> None:
    """Does what the host wants."""
    async with room.lock:
        match = room.match
        if match.row.host != me.id:
            raise Refusal("not_host", "only the host of the table does that", 403)
        if not 0 <= asked.seat < len(match.seats) or match.seats[asked.seat].kind != "person":
            raise Refusal("seat", "nobody sits there", 422)
        if match.seats[asked.seat].guest == me.id:
            raise Refusal("seat", "that is your own seat", 422)
        if asked.action == "remove":
            await _remove(room, asked.seat)
        else:
            await _mute(room, asked.seat, asked.action == "mute")


async def _mute(room: Room, seat: int, silent: bool) -> None:
    mute = Write(MUTE, {"match_id": room.id, "place": seat, "silent": int(silent)})
    await room.note("muted" if silent else "unmuted", seat, writes=[mute])
    room.match.seats[seat].muted = silent
    room.feed.tell_table()


async def _remove(room: Room, seat: int) -> None:
    """Before the start the seat is open again; later it is as if its player had resigned, but nobody wins by it."""
    if room.match.result is not None:
        raise Refusal("over", "the match is over")
    if not room.match.events:
        await stand_up(room, seat, "removed")
        return
    if seat in room.match.forfeits:
        raise Refusal("forfeit", "this seat has given up already")
    async with room.writing():
        if len(room.match.seats) == 2:
            end(room, "abandoned", [], seat)
        else:
            give_up(room, seat, "resign")
    await room.note("removed", seat)
