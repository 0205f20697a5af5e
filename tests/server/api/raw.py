"""Bytes as a client that keeps to no rules sends them: requests and frames made by hand."""

import socket
from collections.abc import Sequence

from websockets.frames import Close, Frame, Opcode

from tests.server.processes import Server

KEY = b"dGhlIHNhbXBsZSBub25jZQ=="
UPGRADE = [b"Upgrade: websocket", b"Connection: Upgrade", b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: " + KEY]


def request(
    method: bytes = b"GET",
    path: bytes = b"/api/me",
    headers: Sequence[bytes] = (),
    body: bytes = b"",
    host: bytes | None = b"here",
) -> bytes:
    """A request."""
    lines = [method + b" " + path + b" HTTP/1.1", *headers]
    if host is not None:
        lines.append(b"Host: " + host)
    if method == b"POST":
        lines.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def frame(data: str | bytes, opcode: Opcode = Opcode.TEXT, mask: bool = True, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data.encode() if isinstance(data, str) else data, fin).serialize(mask=mask)


def closing(code: int) -> bytes:
    """A frame that ends a connection."""
    return frame(Close(code, "bye").serialize(), Opcode.CLOSE)


class Line:
    """A connection to a server."""

    def __init__(self, server: Server) -> None:
        self._socket = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        self._read = self._socket.makefile("rb")

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, *_: object) -> None:
        self._read.close()
        self._socket.close()

    def send(self, *pieces: bytes) -> None:
        """Sends pieces, each by itself."""
        for piece in pieces:
            self._socket.sendall(piece)

    def status(self) -> int:
        """The status of the answer to a request; its headers are read too."""
        line = self._read.readline()
        while self._read.readline() not in (b"\r\n", b""):
            pass
        return int(line.split()[1])

    def frame(self) -> Frame:
        """The next frame."""
        parsing = Frame.parse(self._exactly, mask=False, max_size=None, extensions=None)
        try:
            while True:
                next(parsing)
        except StopIteration as finished:
            found: Frame = finished.value
            return found

    def _exactly(self, size: int):  # type: ignore[no-untyped-def]
        yield from ()
        found = self._read.read(size)
        if len(found) < size:
            raise EOFError
        return found
