"""A room's lock: asyncio's, which can also be taken at once or not at all, and goes from hand to hand."""

import asyncio
from collections import deque


class Lock:
    """Held by one at a time. Whoever lets go hands it to whoever has waited longest: nobody comes in between."""

    __slots__ = ("_waiting", "held")

    def __init__(self) -> None:
        self.held = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> bool:
        """Takes it if that needs no waiting."""
        if self.held:
            return False
        self.held = True
        return True

    async def acquire(self) -> None:
        """Takes it as soon as it is free."""
        if self.take():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had just been handed over
                self.release()
            raise

    def release(self) -> None:
        """Hands it on, or lets go."""
        assert self.held, "nobody holds this lock"
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # still wanted
                turn.set_result(None)
                return
        self.held = False

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *failure: object) -> None:
        self.release()
