"""Somebody who watches a match: a socket or a stream, with a queue so that a slow reader holds up nobody."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable

log = logging.getLogger("bangbox.watcher")

BACKLOG = 200
Write = Callable[[Iterable[bytes]], bool]  # sends messages if that needs no waiting; False if nothing was sent


class Outbox:
    """Those for whom something has come up since the loop turned."""

    def __init__(self) -> None:
        self._watchers: list[Watcher] = []

    def add(self, watcher: "Watcher") -> None:
        """One more; all of them are served when the loop turns."""
        if not self._watchers:
            asyncio.get_running_loop().call_soon(self._flush)
        self._watchers.append(watcher)

    def _flush(self) -> None:
        watchers, self._watchers = self._watchers, []
        for watcher in watchers:
            try:
                watcher.flush()
            except Exception:
                log.exception("a message did not leave")
                watcher.close()


class Watcher:
    """A reader's point of view and what is still to be sent."""

    def __init__(self, guest: str | None, seat: int | None, follow: bool, address: str = "") -> None:
        self.guest = guest
        self.address = address
        self.seat = seat
        self.follow = follow
        self.closed = False
        self._write: Write | None = None
        self._outbox: Outbox | None = None
        self._waiting: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self._behind = False  # a message taken by `next` is still on its way: nothing may overtake it

    def shorten(self, write: Write, outbox: Outbox) -> None:
        """Messages go out by `write` as long as that needs no waiting, and only otherwise by `next`."""
        self._write, self._outbox = write, outbox

    def send(self, message: bytes) -> None:
        """Queues a message; a reader too far behind is cut off (and gets a fresh snapshot when it comes back)."""
        waiting = self._waiting
        if self.closed or len(waiting) >= BACKLOG:
            self.close()
            return
        if not waiting:  # all that comes up before the loop turns again leaves together
            if self._outbox is None:
                self._ready.set()
            else:
                self._outbox.add(self)
        waiting.append(message)

    def flush(self) -> None:
        """Sends what waits, if that needs no waiting for the reader."""
        write = self._write
        if write is not None and not self._behind and write(self._waiting):
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
