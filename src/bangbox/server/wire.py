"""uvicorn's WebSocket with a short way out: what a turn of the loop has to say to a reader leaves in one write."""

import struct
from collections.abc import Iterable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

TEXT = 0x81  # a whole message of text
AHEAD = 8  # messages that may wait for their turn before a connection is not read any more
WRITE = "bangbox.write"  # where an ASGI scope has `Wire.write`


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    async def run_asgi(self) -> None:
        """Hands the short way out to the app."""
        cast(Any, self.scope)[WRITE] = self.write
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        """Queues a message. uvicorn stops reading at each and goes on after it, which costs more than the message."""
        stopped, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = stopped
        if not stopped and self.queue.qsize() > AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

    def write(self, messages: Iterable[bytes]) -> bool:
        """Sends messages at once; False, and nothing sent, while the reader is behind."""
        if not self.writable.is_set():
            return False
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(map(frame, messages)))
        return True


def frame(message: bytes) -> bytes:
    """A message as it goes over the wire (RFC 6455, 5.2; servers do not mask)."""
    size = len(message)
    if size < 126:
        return struct.pack(">BB", TEXT, size) + message
    if size < 65536:
        return struct.pack(">BBH", TEXT, 126, size) + message
    return struct.pack(">BBQ", TEXT, 127, size) + message
