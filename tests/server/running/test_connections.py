"""Clients that are too slow or too loud: their connections end, those of others do not."""

import asyncio
import resource
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import NamedTuple

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Opcode

from bangbox.server.running import connections
from bangbox.server.running.connections import FRAMES_AT_ONCE, CountedFrames, TimedHttp, allow_open_files
from tests.server.api.raw import UPGRADE, frame, request

PATIENCE = 20.0
BODY = b"x" * 100


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers a request when all of it is there, /slow after a while, and repeats messages."""
    message = await receive()
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
        return
    while message.get("more_body"):
        message = await receive()
    if message["type"] == "http.request":
        await asyncio.sleep(4 * connections.REQUEST_SECONDS if scope["path"] == "/slow" else 0)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


class Line(NamedTuple):
    """A connection to the app."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def hears(self, what: bytes) -> bool:
        """Whether this comes, before the connection ends."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.reader.readuntil(what)
        except (asyncio.IncompleteReadError, ConnectionError):
            return False
        return True

    async def sends(self, data: bytes, pause: float = 0.0, piece: int = 1) -> None:
        """In pieces, as long as anybody is there."""
        for start in range(0, len(data), piece):
            if not self.writer.is_closing():
                self.writer.write(data[start : start + piece])
                await asyncio.sleep(pause)


Dial = Callable[[], Awaitable[Line]]


@pytest.fixture
async def dial(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Dial]:
    """Connects to the app, which has little time for requests."""
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.3)
    config, state = uvicorn.Config(app, ws=CountedFrames, lifespan="off", log_level="critical"), ServerState()
    lines: list[Line] = []

    async def connected() -> Line:
        lines.append(Line(*await asyncio.open_connection(*listening.getsockname())))
        return lines[-1]

    with socket.create_server(("127.0.0.1", 0)) as listening:
        loop = asyncio.get_running_loop()
        async with await loop.create_server(lambda: TimedHttp(config, state, {}), sock=listening):
            yield connected
            for line in lines:
                line.writer.transport.abort()
            await asyncio.gather(*state.tasks)


async def live(dial: Dial) -> Line:
    """An open WebSocket."""
    line = await dial()
    await line.sends(request(headers=UPGRADE), piece=1000)
    assert await line.hears(b"\r\n\r\n")
    return line


# -- requests


@pytest.mark.parametrize("said", [b"", b"GET / HTT", request()[:-1], request(b"POST", body=BODY)[:-1]])
async def test_a_request_that_stops_in_the_middle_ends_its_connection(dial: Dial, said: bytes) -> None:
    line = await dial()
    await line.sends(said, piece=1000)
    assert not await line.hears(b"ok")


@pytest.mark.parametrize("whole", [request(headers=[b"X: " + BODY]), request(b"POST", body=BODY)], ids=["head", "body"])
async def test_nobody_keeps_a_connection_by_a_byte_now_and_then(dial: Dial, whole: bytes) -> None:
    line = await dial()
    await line.sends(whole, pause=0.02)
    assert not await line.hears(b"ok")


async def test_the_next_request_has_to_come_in_time_too(dial: Dial) -> None:
    line = await dial()
    await line.sends(request(), piece=1000)
    assert await line.hears(b"ok")
    await line.sends(request()[:-1], piece=1000)
    assert not await line.hears(b"ok")


async def test_an_answer_may_take_longer_than_a_request(dial: Dial) -> None:
    line = await dial()
    await line.sends(request(b"POST", b"/slow", body=BODY), piece=50)
    assert await line.hears(b"ok")
    await line.sends(request(), piece=50)
    assert await line.hears(b"ok")


async def test_a_socket_stays_open(dial: Dial) -> None:
    line = await live(dial)
    await asyncio.sleep(4 * connections.REQUEST_SECONDS)
    await line.sends(frame("still here"))
    assert await line.hears(b"still here")


# -- frames


NOTHING = {
    "pings": (b"", frame("", Opcode.PING)),
    "pongs": (b"", frame("", Opcode.PONG)),
    "empty pieces of a message": (frame("begun", fin=False), frame("", Opcode.CONT, fin=False)),
}


@pytest.mark.parametrize("kind", NOTHING)
async def test_frames_that_say_nothing_are_limited(dial: Dial, kind: str) -> None:
    begin, nothing = NOTHING[kind]
    line = await live(dial)
    few = begin + nothing * int(FRAMES_AT_ONCE)
    await line.sends(few + frame("", Opcode.CONT if begin else Opcode.TEXT, fin=not begin), piece=10**6)
    line.writer.write(nothing * 5)
    assert not await line.hears(b"never said")


async def test_a_few_of_them_do_no_harm(dial: Dial) -> None:
    line = await live(dial)
    await line.sends(b"".join(begin + nothing * 20 for begin, nothing in NOTHING.values()), piece=10**6)
    await line.sends(frame(" and done", Opcode.CONT), piece=10**6)
    assert await line.hears(b"begun and done")


async def test_a_flood_is_not_read_to_its_end(dial: Dial, monkeypatch: pytest.MonkeyPatch) -> None:
    read, parse = 0, WebSocketsSansIOProtocol.data_received

    def count(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        nonlocal read
        read += len(data)
        parse(self, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", count)
    line = await live(dial)
    line.writer.write(frame("", Opcode.PING) * 100_000)
    assert not await line.hears(b"never said")
    assert read < 3 * connections.BYTES_AT_ONCE


# -- file handles


def test_as_many_files_may_be_open_as_the_system_allows() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, before[1]))
        allow_open_files()
        after = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert after == (min(connections.OPEN_FILES, before[1]) if before[1] >= 0 else connections.OPEN_FILES, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
