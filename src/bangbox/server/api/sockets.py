"""The WebSocket of a match: a snapshot (or what was missed), then increments; moves, looks, chat and pings come in.

It speaks ASGI itself, without a framework in between: every layer costs at every message.
"""

import asyncio
import contextlib
import logging
import re
from typing import Any

import msgspec
from starlette.requests import HTTPConnection

from bangbox.server.api.http import same_origin, token_of
from bangbox.server.api.wire import WIRE, Wire
from bangbox.server.errors import Refusal, Stale
from bangbox.server.hall import MATCH_ID, Hall
from bangbox.server.lobby import hosting
from bangbox.server.people.guests import now_ms
from bangbox.server.people.limits import count
from bangbox.server.play import moves as turns
from bangbox.server.play.room import Room
from bangbox.server.play.watcher import Watcher
from bangbox.server.protocol import (
    Accepted,
    FromClient,
    FromServer,
    Look,
    Me,
    Move,
    Notes,
    Ping,
    Pong,
    Refused,
    Say,
    TableChanged,
)
from bangbox.server.showing.events import TAIL
from bangbox.server.storage.sqlite import SqliteStore
from bangbox.server.storage.store import StorageError

log = logging.getLogger("bangbox.live")

decoder = msgspec.json.Decoder(FromClient)
move_decoder = msgspec.json.Decoder(Move)
encoder = msgspec.json.Encoder()
PATH = re.compile(rf"/api/matches/({MATCH_ID.pattern})/live")
POLICY, RESTART = 1008, 1012
MOVE = '{"type":"move",'
PATIENCE = 50  # bad messages in a row before a connection is closed


class Live:
    """One connection."""

    def __init__(self, hall: Hall, room: Room, me: Me | None, watcher: Watcher) -> None:
        self.hall, self.room, self.me, self.watcher = hall, room, me, watcher
        self.offences = 0
        self._messages = hall.limits.requests(me, watcher.address)
        self._counted = False  # the message to be handled next, against the limits
        self._moving: tuple[str, Accepted]  # the move for which the disk is waited for: one at a time, under the room's lock

    def send(self, message: FromServer) -> None:
        """Queues a message for this connection."""
        self.watcher.send(encoder.encode(message))

    async def begin(self, number: int | None, note: int | None = None) -> None:
        """The snapshot, or what was missed since event `number` and line of talk `note`."""
        async with self.room.lock:
            if not self.hall.holds(self.room):  # closed while this waited: nobody would ever be told anything here
                self.watcher.close()
                return
            room, viewer = self.room, self.room.viewer_for(self.watcher)
            if number is not None and 0 < number <= room.match.last and room.match.last - number < TAIL:
                self.watcher.send(room.increment(viewer, number + 1))
                room.enter(self.watcher)
                self._retell(-1 if note is None else note)
            else:
                self.send(room.snapshot(self.watcher.guest, viewer))
                room.enter(self.watcher)

    def _retell(self, note: int) -> None:
        """What an increment leaves out: the table and the talk after line `note`."""
        guest = self.watcher.guest
        if not self.room.match.seats_of(guest):  # whoever sits here has had the table on entering
            self.send(TableChanged(table=self.room.table(guest)))
        notes = self.room.shown_notes(note)
        if notes:
            self.send(Notes(notes=notes))

    async def receive(self, receive: Any, send: Any) -> None:
        """Answers messages until the connection closes, which is never in the middle of a move."""
        while (message := await receive())["type"] != "websocket.disconnect":
            await self.handle(message.get("text"))
            if self.offences > PATIENCE:
                await send({"type": "websocket.close", "code": POLICY, "reason": "too many bad messages"})
                return

    def take(self, text: str) -> bool:
        """Plays a usual move at once, without a task that has to be woken up for it; False if `handle` has to look at it.

        Usual is what is possible and waits for nothing but the disk.
        """
        room, store = self.room, self.hall.store
        if not isinstance(store, SqliteStore) or not text.startswith(MOVE) or room.match.row.series or not room.lock.take():
            return False
        if not self._messages.take():
            room.lock.release()
            return False
        try:
            asked = move_decoder.decode(text)
            accepted = Accepted(number=turns.begin(room, self.watcher.guest, asked), ask=asked.ask)
            if room.taken:
                self._moving = text, accepted
                store.post(room.transaction(), self._moved)
                return True
        except (Refusal, msgspec.MsgspecError):  # `handle` will find the same, and explain it
            self._counted = True
            room.lock.release()
            return False
        except Exception:
            log.exception("a move failed", extra={"match": room.id})
            self._counted = True
            self.hall.spawn(self._again(text, None))  # nobody may see what was taken and not written
            return True
        room.lock.release()
        self.send(accepted)  # it had been played before
        return True

    def _count(self) -> None:
        """Counts a message against the limits, once."""
        if self._counted:
            self._counted = False
        else:
            count(self._messages)

    def _moved(self, error: Exception | None) -> None:
        """Goes on after the disk (the lock is held)."""
        text, accepted = self._moving
        if error is not None:
            self.hall.spawn(self._again(text, accepted.ask))
            return
        try:
            self.room.committed()
            self.offences = 0
            self.send(accepted)
        except Exception:
            self._explain_bug(accepted.ask)
        finally:
            self.room.lock.release()

    async def _again(self, text: str, ask: int | None) -> None:
        """After a failure: everything is as the database says, then the long way (the lock is held)."""
        try:
            await self.room.reload()
        except StorageError as error:
            self._explain_failure(error, ask)
            return
        finally:
            self.room.lock.release()
        await self.handle(text)

    async def handle(self, text: str | None) -> None:
        """One message; what cannot be done is explained to its sender."""
        asked: FromClient | None = None
        try:
            if text is None or len(text) > self.hall.settings.message_bytes:
                raise Refusal("request", "a message is JSON in a text frame of limited size", 400)
            self._count()
            try:
                asked = decoder.decode(text)
            except msgspec.MsgspecError as error:
                raise Refusal("request", f"not understood: {error}", 400) from None
            if type(asked) is Move:
                self.send(await turns.move(self.room, self.watcher.guest, asked))
            else:
                await self._do(asked)
            self.offences = 0
        except Refusal as refusal:
            self.hall.metrics.refused += 1
            self.offences += refusal.status in (400, 429)
            self.send(Refused(problem=refusal.problem, ask=getattr(asked, "ask", None)))
            if isinstance(refusal, Stale):
                await self._show()
        except StorageError as error:
            self._explain_failure(error, getattr(asked, "ask", None))
        except Exception:
            self._explain_bug(getattr(asked, "ask", None))

    def _explain_failure(self, error: StorageError, ask: int | None) -> None:
        log.warning("the database failed: %s", error)
        self.send(Refused(problem=_away().problem, ask=ask))

    def _explain_bug(self, ask: int | None) -> None:
        self.hall.metrics.errors += 1
        log.exception("a message failed", extra={"match": self.room.id})
        failed = Refusal("server", "something went wrong here; nothing was changed", 500)
        self.send(Refused(problem=failed.problem, ask=ask))

    async def _do(self, asked: FromClient) -> None:
        if isinstance(asked, Look):
            await self.room.catch_up()
            self._look(asked)
            await self._show()
        elif isinstance(asked, Say):
            if self.me is None:
                raise Refusal("who", "say who you are first", 401)
            await self.room.catch_up()
            await hosting.say(self.hall, self.room, self.me, asked)
        elif isinstance(asked, Ping):
            self.send(Pong(time=now_ms(), ask=asked.ask))

    def _look(self, asked: Look) -> None:
        if asked.seat is not None:
            self.room.own_seat(self.watcher.guest, asked.seat)
        self.watcher.seat, self.watcher.follow = asked.seat, asked.follow

    async def _show(self) -> None:
        async with self.room.lock:
            self.send(self.room.snapshot(self.watcher.guest, self.room.viewer_for(self.watcher)))

    async def transmit(self, send: Any) -> None:
        """Sends what could not leave at once: usually nothing."""
        with contextlib.suppress(OSError, RuntimeError):  # whoever has gone is noticed by `receive`
            while (message := await self.watcher.next()) is not None:
                await send({"type": "websocket.send", "text": message.decode()})
            await send({"type": "websocket.close", "code": RESTART, "reason": "come back soon"})


class LiveSockets:
    """The ASGI app of all matches' sockets."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Accepts a connection of a guest or spectator, or explains why not."""
        connection = HTTPConnection(scope)
        found = PATH.fullmatch(scope["path"])
        await receive()  # websocket.connect
        if found is None or not same_origin(connection, self.hall.settings.address):
            await send({"type": "websocket.close", "code": POLICY})
            return
        await send({"type": "websocket.accept"})
        try:
            me = await self.hall.people.find(token_of(connection))
            who = me.id if me else connection.client.host if connection.client else ""
            room = await self.hall.room(found[1])
            await room.catch_up()
            watcher = self._watcher(connection, room, me, who)
            wire: Wire | None = scope.get(WIRE)
            if wire is not None:
                watcher.shorten(wire.write, self.hall.outbox)
            self.hall.sockets.enter(who)
        except Refusal as refusal:
            await _turn_away(send, refusal, POLICY)
            return
        except StorageError as error:
            log.warning("the database failed: %s", error)
            await _turn_away(send, _away(), RESTART)
            return
        try:
            known = _number(connection, "number"), _number(connection, "note")
            await self._attend(Live(self.hall, room, me, watcher), known, receive, send, wire)
        finally:
            self.hall.sockets.leave(who)

    @staticmethod
    def _watcher(connection: HTTPConnection, room: Room, me: Me | None, who: str) -> Watcher:
        """The point of view asked for: a seat of one's own, else the first one, following the turn where nothing is secret."""
        guest, seat = me.id if me else None, _number(connection, "seat")
        own = room.match.seats_of(guest)
        if seat is not None:
            room.own_seat(guest, seat)
        follow = seat is None and not room.match.conceals
        return Watcher(guest, own[0] if seat is None and own else seat, follow, who)

    @staticmethod
    async def _attend(live: Live, known: tuple[int | None, int | None], receive: Any, send: Any, wire: Wire | None) -> None:
        """Sends and receives until either side has enough. `known` are the last event and line of talk the other side has."""
        sending = asyncio.create_task(live.transmit(send))
        try:
            await live.begin(*known)
            if wire is not None:
                wire.take = live.take
            # In a task of its own: it wakes up twice a message, and otherwise through all layers above.
            await asyncio.create_task(live.receive(receive, send))
        finally:
            if wire is not None:
                wire.take = None
            sending.cancel()
            live.room.leave(live.watcher)


def _away() -> Refusal:
    return Refusal("database", "the database is away: try again in a moment", 503)


async def _turn_away(send: Any, why: Refusal, code: int) -> None:
    await send({"type": "websocket.send", "text": encoder.encode(Refused(problem=why.problem)).decode()})
    await send({"type": "websocket.close", "code": code, "reason": why.problem.code})


def _number(connection: HTTPConnection, name: str) -> int | None:
    text = connection.query_params.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 10 else None
