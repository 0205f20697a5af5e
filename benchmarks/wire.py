"""Clients that cost next to nothing, so that a benchmark measures the server and not them: a WebSocket, and POST of JSON."""

import asyncio
import base64
import json
import os
import struct
import time
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FRESH = 2.0  # seconds for which a connection is good to be used again


class Wire(asyncio.Protocol):
    """One connection: hands every text message to a function."""

    def __init__(self, take: Callable[[bytes], None], request: bytes) -> None:
        self.take, self.request = take, request
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("closed before it was open"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.opened.done():
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.opened.set_exception(ConnectionError(head.decode("latin-1")))
                return
            self._buffer = rest
            self.opened.set_result(None)
        while self._frame():
            pass

    def _frame(self) -> bool:
        """Takes one whole frame out of the buffer."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1] & 127, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(buffer) < start:
                return False
            size = struct.unpack(">H" if start == 4 else ">Q", buffer[2:start])[0]
        if len(buffer) < start + size:
            return False
        kind, message, self._buffer = buffer[0] & 15, buffer[start : start + size], buffer[start + size :]
        if kind == TEXT:
            self.take(message)
        elif kind == PING:
            self._send(PONG, message)
        return True

    def send(self, message: str) -> None:
        """A text message."""
        self._send(TEXT, message.encode())

    def _send(self, kind: int, message: bytes) -> None:
        # Clients have to mask what they send; a mask of zeros leaves it as it is.
        size = bytes([0x80 | len(message)]) if len(message) < 126 else bytes([0xFE]) + struct.pack(">H", len(message))
        self.transport.write(bytes([0x80 | kind]) + size + b"\0\0\0\0" + message)

    def close(self) -> None:
        """Says goodbye and goes."""
        self._send(CLOSE, struct.pack(">H", 1000))
        self.transport.close()


async def connect(url: str, token: str, take: Callable[[bytes], None]) -> Wire:
    """An open connection of a bot with this token."""
    parts = urlsplit(url)
    lines = [
        f"GET {parts.path}?{parts.query} HTTP/1.1",
        f"Host: {parts.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        f"Authorization: Bearer {token}",
    ]
    assert parts.hostname is not None
    assert parts.port is not None
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    _, wire = await asyncio.get_running_loop().create_connection(lambda: Wire(take, request), parts.hostname, parts.port)
    await asyncio.wait_for(wire.opened, 60)
    return wire


class Poster:
    """Posts JSON over connections that it keeps."""

    def __init__(self, url: str) -> None:
        self.place = urlsplit(url)
        self._free: list[tuple[float, asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, path: str, token: str, body: dict[str, Any]) -> Any:
        """The answer, decoded; raises ConnectionError if it is a refusal."""
        content = json.dumps(body).encode()
        lines = [
            f"POST {path} HTTP/1.1",
            f"Host: {self.place.netloc}",
            "Content-Type: application/json",
            f"Content-Length: {len(content)}",
            *([f"Authorization: Bearer {token}"] if token else []),
        ]
        reader, writer = await self._connection()
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + content)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        size = int(head.partition("content-length:")[2].partition("\r\n")[0])
        answer = await reader.readexactly(size)
        self._free.append((time.monotonic(), reader, writer))
        if not head.startswith("http/1.1 200"):
            raise ConnectionError(f"{path}: {answer.decode()}")
        return json.loads(answer)

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """One that was used just now (the server closes those that were not), or a new one."""
        while self._free:
            used, reader, writer = self._free.pop()
            if time.monotonic() - used < FRESH:
                return reader, writer
            writer.close()
        return await asyncio.open_connection(self.place.hostname, self.place.port)

    def close(self) -> None:
        """Closes the connections."""
        for _, _, writer in self._free:
            writer.close()
