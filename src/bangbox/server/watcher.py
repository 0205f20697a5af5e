"""Somebody who watches a match: a socket or a stream, with a queue so that a slow reader holds up nobody."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

BACKLOG = 200


class Watcher:
    """A reader's point of view and what is still to be sent."""

    def __init__(self, guest: str | None, seat: int | None, follow: bool, address: str = "") -> None:
        self.guest = guest
        self.address = address
        self.seat = seat
        self.follow = follow
        self.closed = False
        self.write: Callable[[Iterable[bytes]], bool] | None = None  # sends messages if that needs no waiting
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self._behind = False  # a message taken by `next` is still on its way: nothing may overtake it

    def send(self, message: bytes) -> None:
        """Queues a message; a reader too far behind is cut off (and gets a fresh snapshot when it comes back)."""
        if self.closed:
            return
        if len(self._waiting) >= BACKLOG:
            self.close()
            return
        self._waiting.append(message)
        if len(self._waiting) == 1:  # all that comes up before the loop turns again leaves together
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        if self.write is not None and not self._behind and self.write(self._waiting):
            self._waiting.clear()
        else:
            self._ready.set()

    def close(self) -> None:
        """Ends it after what is queued."""
        self.closed = True
        self._ready.set()

    async def next(self) -> bytes | None:
        """The next message that could not leave at once; None when closed. The one before has been sent."""
        self._behind = False
        while not self._waiting:
            if self.closed:
                return None
            self._ready.clear()
            await self._ready.wait()
        self._behind = True
        return self._waiting.popleft()
