"""The WebSocket of a match: a snapshot (or what was missed), then increments; moves, looks, chat and pings come in."""

import asyncio
import contextlib
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from bangbox.server.api.http import away, same_origin, token_of
from bangbox.server.errors import Refusal, Stale
from bangbox.server.hall import Hall
from bangbox.server.lobby.talk import say
from bangbox.server.people.limits import count
from bangbox.server.play.moves import move
from bangbox.server.play.room import Room
from bangbox.server.play.watcher import Watcher
from bangbox.server.protocol import (
    FromClient,
    FromServer,
    Look,
    Me,
    Move,
    Notes,
    Ping,
    Pong,
    Problem,
    Refused,
    Say,
    Seen,
    TableChanged,
)
from bangbox.server.showing.events import TAIL
from bangbox.server.storage.store import StorageError

log = logging.getLogger("bangbox.sockets")

decoder = msgspec.json.Decoder(FromClient)
encoder = msgspec.json.Encoder()
POLICY, RESTART = 1008, 1012
PATIENCE = 50  # bad messages in a row before a connection is closed


class Connection:
    """One guest or spectator who watches a match, and plays if a seat is theirs."""

    def __init__(self, hall: Hall, room: Room, me: Me | None, watcher: Watcher, address: str) -> None:
        self.hall, self.room, self.me, self.watcher = hall, room, me, watcher
        self.offences = 0
        self._messages = hall.limits.requests(me, address)

    def send(self, message: FromServer) -> None:
        """Queues a message for this connection."""
        self.watcher.send(encoder.encode(message))

    async def begin(self, number: int | None, note: int | None) -> None:
        """The snapshot, or what was missed since event `number` and line of talk `note`."""
        async with self.room.lock:
            if not self.hall.rooms.holds(self.room):  # closed while this waited: nobody would ever be told anything here
                self.watcher.close()
                return
            feed, match = self.room.feed, self.room.match
            viewer = feed.viewer_for(self.watcher)
            if number is not None and 0 < number <= match.last and match.last - number < TAIL and match.replayable:
                self.watcher.send(feed.increment(viewer, number + 1))
                feed.enter(self.watcher)
                self._retell(-1 if note is None else note)
            else:
                self.send(feed.snapshot(self.watcher.guest, viewer))
                feed.enter(self.watcher)

    def _retell(self, note: int) -> None:
        """What an increment leaves out: the table and the talk after line `note`."""
        guest = self.watcher.guest
        if not self.room.match.seats_of(guest):  # whoever sits here has had the table on entering
            self.send(TableChanged(table=self.room.feed.table(guest)))
        if notes := self.room.feed.shown_notes(note):
            self.send(Notes(notes=notes))

    async def receive(self, socket: WebSocket) -> None:
        """Answers messages until the connection closes, which is never in the middle of a move."""
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self.handle(message.get("text"))
            if self.offences > PATIENCE:
                await socket.close(POLICY, "too many bad messages")
                return

    async def transmit(self, socket: WebSocket) -> None:
        """Sends what is queued, as fast as the other side reads."""
        with contextlib.suppress(OSError, RuntimeError, WebSocketDisconnect):  # whoever has gone is noticed by `receive`
            while (message := await self.watcher.next()) is not None:
                await socket.send_text(message.decode())
            await socket.close(RESTART, "come back soon")

    async def handle(self, text: str | None) -> None:
        """One message; what cannot be done is explained to its sender."""
        asked: FromClient | None = None
        try:
            count(self._messages)
            asked = self._understood(text)
            await self._do(asked)
            self.offences = 0
        except Refusal as refusal:
            self.hall.metrics.refused += 1
            self.offences += refusal.status in (400, 429)
            self._refuse(refusal.problem, asked)
            if isinstance(refusal, Stale):
                await self._show()
        except StorageError as error:
            log.warning("the database failed: %s", error)
            self._refuse(away().problem, asked)
        except Exception:
            self.hall.metrics.errors += 1
            log.exception("a message failed", extra={"match": self.room.id})
            self._refuse(Problem(code="server", text="something went wrong here; nothing was changed"), asked)

    def _understood(self, text: str | None) -> FromClient:
        if text is None or len(text) > self.hall.settings.message_bytes:
            raise Refusal("request", "a message is JSON in a text frame of limited size", 400)
        try:
            return decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Refusal("request", f"not understood: {error}", 400) from None

    def _refuse(self, problem: Problem, asked: FromClient | None) -> None:
        self.send(Refused(problem=problem, ask=getattr(asked, "ask", None)))

    async def _do(self, asked: FromClient) -> None:
        if isinstance(asked, Move):
            self.send(await move(self.room, self.watcher.guest, asked))
        elif isinstance(asked, Look):
            await self.room.catch_up()
            if asked.seat is not None:
                self.room.own_seat(self.watcher.guest, asked.seat)
            self.watcher.seat, self.watcher.follow = asked.seat, asked.follow
            await self._show()
        elif isinstance(asked, Say):
            if self.me is None:
                raise Refusal("who", "say who you are first", 401)
            await self.room.catch_up()
            await say(self.hall, self.room, self.me, asked)
        elif isinstance(asked, Seen):
            self.room.feed.saw(self.watcher, asked.number)
        elif isinstance(asked, Ping):
            self.send(Pong(time=self.hall.common.now(), ask=asked.ask))

    async def _show(self) -> None:
        async with self.room.lock:
            self.send(self.room.feed.snapshot(self.watcher.guest, self.room.feed.viewer_for(self.watcher)))


async def live(socket: WebSocket) -> None:
    """Accepts a connection of a guest or spectator, or explains why not."""
    hall: Hall = socket.app.state.hall
    if not same_origin(socket, hall.settings.address):
        await socket.close(POLICY)
        return
    await socket.accept()
    try:
        me = await hall.people.find(token_of(socket))
        who = me.id if me else socket.client.host if socket.client else ""
        hall.limits.request(me, who)
        room = await hall.rooms.get(socket.path_params["id"])
        await room.catch_up()
        watcher = _watcher(socket, room, me)
        hall.sockets.enter(who)
    except Refusal as refusal:
        await _turn_away(socket, refusal, POLICY)
        return
    except StorageError as error:
        log.warning("the database failed: %s", error)
        await _turn_away(socket, away(), RESTART)
        return
    try:
        await _attend(socket, Connection(hall, room, me, watcher, who))
    finally:
        hall.sockets.leave(who)


def _watcher(socket: WebSocket, room: Room, me: Me | None) -> Watcher:
    """The point of view asked for: a seat of one's own, else the first one, following the turn where nothing is secret."""
    guest, seat = me.id if me else None, _number(socket, "seat")
    own = room.match.seats_of(guest)
    if seat is not None:
        room.own_seat(guest, seat)
    follow = seat is None and not room.match.conceals
    return Watcher(guest, own[0] if seat is None and own else seat, follow)


async def _attend(socket: WebSocket, connection: Connection) -> None:
    """Sends and receives until either side has enough."""
    sending = asyncio.create_task(connection.transmit(socket))
    try:
        await connection.begin(_number(socket, "number"), _number(socket, "note"))
        await connection.receive(socket)
    finally:
        sending.cancel()
        connection.room.feed.leave(connection.watcher)


async def _turn_away(socket: WebSocket, why: Refusal, code: int) -> None:
    with contextlib.suppress(OSError, RuntimeError, WebSocketDisconnect):
        await socket.send_text(encoder.encode(Refused(problem=why.problem)).decode())
        await socket.close(code, why.problem.code)


def _number(socket: WebSocket, name: str) -> int | None:
    text = socket.query_params.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 10 else None
