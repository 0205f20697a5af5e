"""Somebody who watches a match: a socket or a stream, with a queue so that a slow reader holds up nobody."""

import asyncio
from collections import deque

BACKLOG = 200


class Watcher:
    """A reader's point of view and what is still to be sent."""

    def __init__(self, guest: str | None, seat: int | None, follow: bool = False) -> None:
        self.guest = guest
        self.seat = seat
        self.follow = follow  # look from whichever of one's seats has to act
        self.closed = False
        self.seen: int | None = None  # the last event its page has shown; None: it does not tell
        self._waiting: deque[bytes] = deque()
        self._ready = asyncio.Event()

    def send(self, message: bytes) -> None:
        """Queues a message; a reader too far behind is cut off (and gets a fresh snapshot when it comes back)."""
        if self.closed or len(self._waiting) >= BACKLOG:
            self.close()
            return
        self._waiting.append(message)
        self._ready.set()

    def close(self) -> None:
        """Ends it after what is queued."""
        self.closed = True
        self._ready.set()

    async def next(self) -> bytes | None:
        """The next message; None when closed."""
        while not self._waiting:
            if self.closed:
                return None
            self._ready.clear()
            await self._ready.wait()
        return self._waiting.popleft()
