"""uvicorn's WebSocket with a short way in and out.

A usual message, a short text in a frame of its own, is read here; everything else goes to the websockets library, frame by
frame. What a turn of the loop has to say to a reader leaves in one write.
"""

import asyncio
import struct
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiled part for this machine
    from websockets.utils import apply_mask

TEXT = 0x81  # a whole message of text
MASKED = 0x80
SHORT = 126  # bytes; longer frames have longer heads
SHORT_HEAD, MEDIUM_HEAD, LONG_HEAD = struct.Struct(">BB"), struct.Struct(">BBH"), struct.Struct(">BBQ")
FINAL, CONTROL = 0x80, 0x08
AHEAD = 8  # messages that may wait for their turn before a connection is not read any more
WIRE = "bangbox.wire"  # where an ASGI scope has the `Wire`


class Inbox:
    """What has come in, for its one reader: all of asyncio.Queue that is needed here, for a third of the price."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._events: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        """One more."""
        self._events.append(event)
        reader, self._reader = self._reader, None
        if reader is not None and not reader.done():
            reader.set_result(None)

    async def get(self) -> Any:
        """The next, as soon as it is there."""
        while not self._events:
            self._reader = self._loop.create_future()
            await self._reader
        return self._events.popleft()

    def qsize(self) -> int:
        """How many wait."""
        return len(self._events)

    def empty(self) -> bool:
        """Whether none waits."""
        return not self._events


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    # What every message needs; uvicorn's among it, too: with more than 30 attributes Python looks each up in a table of its own.
    __slots__ = (
        "_fragmented", "_framed", "_partial", "_received", "close_sent", "config", "conn", "frames", "handshake_complete", "loop",
        "queue", "read_paused", "response", "take", "transport", "writable",
    )  # fmt: skip

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = cast(Any, Inbox(self.loop))
        self.take: Callable[[str], bool] | None = None  # asked first, if nothing waits; False: it goes to the queue
        self._received = 0
        self._framed = False  # websockets gets whole frames only, and so is never in the middle of one
        self._partial = b""  # of the frame that comes next
        self._fragmented = False  # in the middle of a message of several frames

    async def run_asgi(self) -> None:
        """Hands the short ways in and out to the app."""
        cast(Any, self.scope)[WIRE] = self
        await super().run_asgi()

    # -- in

    def data_received(self, data: bytes) -> None:
        """Reads the usual message; leaves everything else to websockets."""
        if not self._framed:
            self._begin(data)
        elif data[0] == TEXT and len(data) > 6 and len(data) == data[1] - MASKED + 6 < SHORT + 6 and not self._partial:
            self._take(data)
        else:
            self._sort(data)

    def _begin(self, data: bytes) -> None:
        """Up to the handshake websockets reads alone; and for good, if a client did not wait for it."""
        if self.handshake_complete and self._received == 1:
            self._framed = True
            self.data_received(data)
        else:
            self._received += 1
            super().data_received(data)

    def _take(self, frame: bytes) -> None:
        """A whole short frame of text."""
        if self._fragmented or self.close_sent or self.transport.is_closing():
            super().data_received(frame)
            return
        try:
            text = apply_mask(frame[6:], frame[2:6]).decode()
        except UnicodeDecodeError:
            super().data_received(frame)
            return
        take = self.take
        if take is None or not self.queue.empty() or not take(text):
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            self._hold_back()

    def _sort(self, data: bytes) -> None:
        """Frames in parts, several at once, or unusual ones."""
        data = self._partial + data
        while (size := frame_size(data)) <= len(data) and not self.transport.is_closing():
            whole, data = data[:size], data[size:]
            self._note_fragments(whole[0])
            super().data_received(whole)
        self._partial = data
        if size > self.config.ws_max_size:  # websockets refuses it as soon as it has seen the head
            self._framed, self._received, self._partial = False, 2, b""
            super().data_received(data)

    def _note_fragments(self, head: int) -> None:
        if not head & CONTROL:
            self._fragmented = not head & FINAL

    def send_receive_event_to_app(self) -> None:
        """Queues a message. uvicorn stops reading at each and goes on after it, which costs more than the message."""
        stopped, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = stopped
        self._hold_back()

    def _hold_back(self) -> None:
        """Reads no further while too much waits."""
        if not self.read_paused and self.queue.qsize() > AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

    # -- out

    def write(self, messages: Iterable[bytes]) -> bool:
        """Sends messages at once; False, and nothing sent, while the reader is behind."""
        if not self.writable.is_set():
            return False
        if not self.close_sent and not self.transport.is_closing():
            parts: list[bytes] = []
            for message in messages:
                parts += (head(len(message)), message)
            self.transport.write(b"".join(parts))
        return True


def head(size: int) -> bytes:
    """What goes over the wire before a message of so many bytes (RFC 6455, 5.2; servers do not mask)."""
    if size < SHORT:
        return SHORT_HEAD.pack(TEXT, size)
    return MEDIUM_HEAD.pack(TEXT, 126, size) if size < 65536 else LONG_HEAD.pack(TEXT, 127, size)


def frame_size(data: bytes) -> int:
    """How long the frame is that begins here, as far as that is known yet: at least one byte more than there is, if not."""
    if len(data) < 2:
        return 2
    size, head = data[1] & 127, 2
    if size >= 126:
        head = 4 if size == 126 else 10
        if len(data) < head:
            return head
        size = int.from_bytes(data[2:head], "big")
    return head + 4 * (data[1] >= MASKED) + size
