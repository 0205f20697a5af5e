"""Tasks that run beside everything else; what goes wrong in one is logged and counted."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from bangbox.server.metrics import Metrics

log = logging.getLogger("bangbox.tasks")


class Tasks:
    """The tasks of one server process."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Starts a task."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.metrics.errors += 1
            log.error("a task failed", exc_info=error)

    async def close(self) -> None:
        """Cancels all of them and waits for their end."""
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
