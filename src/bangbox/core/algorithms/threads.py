"""A CPU as a machine for many games: compiled entry points, called by as many threads as there are cores."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from bangbox.core.compiled.engine import Engine
from bangbox.core.compiled.seeding import ROOM
from bangbox.core.gpu.machines import Array, Machine
from bangbox.system import cores

CHUNK = 64  # fewer games than this are not worth a thread


class Threads(Machine):
    """The caller's thread and others that wait for work; each has room of its own for lists."""

    xp = np

    def __init__(self, engine: Engine, threads: int | None = None) -> None:
        super().__init__({"max_choices": engine.max_choices, "max_players": engine.max_players})
        self.threads = threads or cores()
        self._engine = engine
        self._rooms: list[Any] = [
            (engine.buffer(), engine.buffer(), np.zeros(ROOM, np.uint64), engine.states(1)) for _ in range(self.threads)
        ]
        self._others: ThreadPoolExecutor | None = None

    def states(self, n: int) -> Array:
        return self._engine.states(n)

    def records(self, raw: Any) -> Array:
        return raw.reshape(-1).view(self._engine.dtype)

    def get(self, array: Array) -> Any:
        return array

    def run(self, name: str, n: int, *given: Any) -> None:
        work: Any = getattr(self._engine, name)
        parts = min(self.threads, max(1, n // CHUNK))
        if parts > 1 and self._others is None:
            self._others = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="bangbox-batch")
        edges = [n * part // parts for part in range(parts + 1)]
        jobs = [
            self._others.submit(work, edges[part], edges[part + 1], *self._rooms[part], *given)
            for part in range(1, parts)
            if self._others is not None
        ]
        work(0, edges[1], *self._rooms[0], *given)
        for job in jobs:
            job.result()
