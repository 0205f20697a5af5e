"""Pictures and films drawn by workers: each once, kept while there is room, and never more at a time than the bots can spare."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable

from bangbox.server.errors import Refusal
from bangbox.server.workers.pool import REVIEW, Workers, WorkFailed
from bangbox.server.workers.queue import Job

log = logging.getLogger("bangbox.pictures")

MOST_BYTES = 48 * 2**20  # of pictures kept
AT_A_TIME = 8  # being drawn or waiting for it


class Pictures:
    """What was drawn lately, and what is being drawn."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0
        self._drawing: dict[Hashable, asyncio.Task[bytes]] = {}

    def knows(self, key: Hashable) -> bool:
        """Whether a picture costs no work any more."""
        return key in self._kept or key in self._drawing

    async def get(self, key: Hashable, job: Callable[[], Job], asker: str) -> bytes:
        """The picture of that key; `job` draws it. All who ask meanwhile wait for the same work."""
        if (known := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return known
        task = self._drawing.get(key)
        if task is None:
            if len(self._drawing) >= AT_A_TIME:
                raise Refusal("busy", "too many pictures are being drawn: try again in a moment", 503)
            task = self._drawing[key] = asyncio.create_task(self._draw(key, job(), asker))
        try:
            return await asyncio.shield(task)
        except WorkFailed as error:
            log.warning("a picture could not be drawn: %s", error)
            raise Refusal("no_picture", "the picture could not be drawn", 503) from None

    async def _draw(self, key: Hashable, job: Job, asker: str) -> bytes:
        try:
            drawn: bytes = await self._workers.run(job, REVIEW, asker)
        finally:
            del self._drawing[key]
        self._kept[key] = drawn
        self._bytes += len(drawn)
        while self._bytes > MOST_BYTES:
            self._bytes -= len(self._kept.popitem(last=False)[1])
        return drawn
