"""Connections that end when a client is too slow with its request, or floods the server with frames that say nothing.

uvicorn offers neither limit, but lets its two protocols be replaced (`http` and `ws` of its Config).
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from bangbox.server.people.limits import Bucket

REQUEST_SECONDS = 20.0  # for a whole request, from the opening of the connection or its first byte to the end of its body
UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # its head or its body is not all there yet
FRAMES_PER_SECOND, FRAMES_AT_ONCE = 1.0, 100.0  # of those that are no message: browsers send a pong every 20 seconds
BYTES_AT_ONCE = 4096  # looked at before the next look at the limit
OPEN_FILES = 65_536  # connections and all else, where the system allows as many


class TimedHttp(H11Protocol):
    """A connection on which every request has to arrive in time; how long an answer takes does not matter."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come, and may now ask."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Takes a piece of a request; the first one sets the deadline, the last one lifts it."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._relax()
        super().connection_lost(exc)

    def _watch(self) -> None:
        is_socket_now = self.transport.get_protocol() is not self
        if is_socket_now or self.conn.their_state not in UNFINISHED:
            self._relax()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _relax(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class CountedFrames(WebSocketsSansIOProtocol):
    """A WebSocket that is cut when pings, pongs and pieces of messages come in masses. Messages are counted by `api.sockets`."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._frames = Bucket(FRAMES_PER_SECOND, FRAMES_AT_ONCE)

    def data_received(self, data: bytes) -> None:
        """Takes what has come in small portions, since a portion is read whole before any of its frames is counted."""
        for start in range(0, len(data), BYTES_AT_ONCE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + BYTES_AT_ONCE])

    def handle_ping(self) -> None:
        """Answers a ping."""
        if self._is_allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Notes a pong."""
        if self._is_allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Adds a piece to a message."""
        if self._is_allowed():
            super().handle_cont(event)

    def _is_allowed(self) -> bool:
        if not self.transport.is_closing() and not self._frames.take():
            self.transport.abort()
        return not self.transport.is_closing()


def allow_open_files() -> None:
    """Lets this process hold as many connections as the system allows: many start with a limit of 1,024."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
