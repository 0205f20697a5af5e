"""For bots of outsiders: streams of lines, each a JSON message; docs/bot-api.md has a whole bot."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
from starlette.responses import StreamingResponse

from bangbox.server.api.http import Asking, endpoint
from bangbox.server.api.routes.play import viewer_of
from bangbox.server.api.routes.tables import room_of
from bangbox.server.play.watcher import Watcher
from bangbox.server.protocol import FromServer, Turn

encoder = msgspec.json.Encoder()
ALIVE_SECONDS = 10.0


async def lines(watcher: Watcher) -> AsyncIterator[bytes]:
    """The watcher's messages, one a line; an empty line now and then shows that the line stands."""
    while True:
        try:
            message = await asyncio.wait_for(watcher.next(), ALIVE_SECONDS)
        except TimeoutError:
            yield b"\n"
            continue
        if message is None:
            return
        yield message + b"\n"


@endpoint("GET", "/api/matches/{id}/stream", answer=list[FromServer], query=("seat",))
async def stream(asking: Asking) -> StreamingResponse:
    """A match as a stream: what the WebSocket sends."""
    room = await room_of(asking)
    watcher = Watcher(asking.guest_id, viewer_of(asking, room))
    asking.hall.sockets.enter(asking.who)

    async def messages() -> AsyncIterator[bytes]:
        try:
            async with room.lock:
                if not asking.hall.rooms.holds(room):
                    return
                watcher.send(encoder.encode(room.feed.snapshot(asking.guest_id, room.feed.viewer_for(watcher))))
                room.feed.enter(watcher)
            async for line in lines(watcher):
                yield line
        finally:
            room.feed.leave(watcher)
            asking.hall.sockets.leave(asking.who)

    return StreamingResponse(messages(), media_type="application/x-ndjson")


@endpoint("GET", "/api/bot/stream", answer=list[Turn])
async def turns(asking: Asking) -> StreamingResponse:
    """Whose move it is, for all matches of whoever asks; what waits already comes first."""
    watcher = Watcher(asking.me.id, None)
    feed = asking.hall.common.turns
    asking.hall.sockets.enter(asking.me.id)

    async def messages() -> AsyncIterator[bytes]:
        try:
            feed.enter(watcher)
            await asking.hall.common.summaries.write()
            for turn in await feed.waiting(asking.me.id):
                watcher.send(encoder.encode(turn))
            async for line in lines(watcher):
                yield line
        finally:
            feed.leave(watcher)
            asking.hall.sockets.leave(asking.me.id)

    return StreamingResponse(messages(), media_type="application/x-ndjson")
