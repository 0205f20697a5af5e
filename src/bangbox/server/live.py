"""The WebSocket of a match: a snapshot (or what was missed), then increments; moves, looks, chat and pings come in."""

import asyncio
import contextlib
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from bangbox.server import hosting, turns
from bangbox.server.errors import Refusal, Stale
from bangbox.server.hall import Hall
from bangbox.server.http import same_origin, token_of
from bangbox.server.people import now_ms
from bangbox.server.protocol import FromClient, FromServer, Look, Me, Move, Ping, Pong, Refused, Say
from bangbox.server.room import Room
from bangbox.server.showing import TAIL
from bangbox.server.storage.store import StorageError
from bangbox.server.watcher import Watcher

log = logging.getLogger("bangbox.live")

decoder = msgspec.json.Decoder(FromClient)
encoder = msgspec.json.Encoder()
POLICY = 1008
PATIENCE = 50  # bad messages in a row before a connection is closed


class Live:
    """One connection."""

    def __init__(self, hall: Hall, room: Room, socket: WebSocket, me: Me | None, watcher: Watcher) -> None:
        self.hall, self.room, self.socket, self.me, self.watcher = hall, room, socket, me, watcher
        self.offences = 0

    def send(self, message: FromServer) -> None:
        """Queues a message for this connection."""
        self.watcher.send(encoder.encode(message))

    async def begin(self, number: int | None) -> None:
        """The snapshot, or what was missed since event `number`."""
        async with self.room.lock:
            room, viewer = self.room, self.room.viewer_for(self.watcher)
            if number is not None and 0 < number <= room.match.last and room.match.last - number < TAIL:
                self.send(room.increment(viewer, number + 1, now_ms()))
            else:
                self.send(room.snapshot(self.watcher.guest, viewer))
            room.enter(self.watcher)

    async def receive(self) -> None:
        """Answers messages until the connection closes."""
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self.handle(message.get("text"))
            if self.offences > PATIENCE:
                await self.socket.close(POLICY, "too many bad messages")
                return

    async def handle(self, text: str | None) -> None:
        """One message; what cannot be done is explained to its sender."""
        asked: FromClient | None = None
        try:
            if text is None or len(text) > self.hall.settings.message_bytes:
                raise Refusal("request", "a message is JSON in a text frame of limited size", 400)
            self.hall.limits.request(self.me, self.watcher.address)
            try:
                asked = decoder.decode(text)
            except msgspec.MsgspecError as error:
                raise Refusal("request", f"not understood: {error}", 400) from None
            await self._do(asked)
            self.offences = 0
        except Refusal as refusal:
            self.hall.metrics.refused += 1
            self.offences += refusal.status in (400, 429)
            self.send(Refused(problem=refusal.problem, ask=getattr(asked, "ask", None)))
            if isinstance(refusal, Stale):
                await self._show()
        except StorageError as error:
            log.warning("the database failed: %s", error)
            away = Refusal("database", "the database is away: try again in a moment", 503)
            self.send(Refused(problem=away.problem, ask=getattr(asked, "ask", None)))
        except WebSocketDisconnect:
            raise
        except Exception:
            self.hall.metrics.errors += 1
            log.exception("a message failed", extra={"match": self.room.id})
            failed = Refusal("server", "something went wrong here; nothing was changed", 500)
            self.send(Refused(problem=failed.problem, ask=getattr(asked, "ask", None)))

    async def _do(self, asked: FromClient) -> None:
        if isinstance(asked, Move):
            self.send(await turns.move(self.room, self.watcher.guest, asked))
        elif isinstance(asked, Look):
            self._look(asked)
            await self._show()
        elif isinstance(asked, Say):
            if self.me is None:
                raise Refusal("who", "say who you are first", 401)
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

    async def transmit(self) -> None:
        """Sends what is queued."""
        while (message := await self.watcher.next()) is not None:
            await self.socket.send_text(message.decode())
        await self.socket.close(1012, "come back soon")


def _number(socket: WebSocket, name: str) -> int | None:
    text = socket.query_params.get(name, "")
    return int(text) if text.isdigit() and len(text) < 10 else None


async def connect(socket: WebSocket) -> None:
    """Accepts a connection of a guest or spectator."""
    hall: Hall = socket.app.state.hall
    if not same_origin(socket, hall.settings.address):
        await socket.close(POLICY, "another site's page")
        return
    me = await hall.people.find(token_of(socket))
    guest = me.id if me else None
    try:
        room = await hall.room(str(socket.path_params["id"]))
        seat = _number(socket, "seat")
        if seat is not None:
            room.own_seat(guest, seat)
        address = socket.client.host if socket.client else ""
        hall.sockets.enter(guest or address)
    except Refusal as refusal:
        await socket.accept()
        await socket.send_text(encoder.encode(Refused(problem=refusal.problem)).decode())
        await socket.close(POLICY, refusal.problem.code)
        return
    try:
        await socket.accept()
        own = room.match.seats_of(guest)
        follow = seat is None and not room.match.game.kind.secret
        watcher = Watcher(guest, own[0] if seat is None and own else seat, follow, address)
        await _attend(Live(hall, room, socket, me, watcher), _number(socket, "number"))
    finally:
        hall.sockets.leave(guest or address)


async def _attend(live: Live, number: int | None) -> None:
    """Sends and receives until either side has enough."""
    sending = asyncio.create_task(live.transmit())
    try:
        await live.begin(number)
        await live.receive()  # ends when the connection does, never in the middle of a move
    finally:
        sending.cancel()
        live.room.leave(live.watcher)
        if live.socket.client_state is WebSocketState.CONNECTED:
            with contextlib.suppress(Exception):
                await live.socket.close()
