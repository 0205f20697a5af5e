"""Work spread over any executor: this process, several here, or a Dask cluster."""

import os
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import Any, TypeVar

from bangbox.core.errors import BangboxError

AHEAD = 256  # tasks that wait in an executor: enough for its workers, few enough for memory
Task = TypeVar("Task")
Result = TypeVar("Result")


def spread(work: Callable[[Task], Result], tasks: Iterable[Task], executor: Executor | None) -> Iterator[Result]:
    """The results of work(task) as they are finished, with a bounded number under way; here, in order, without an executor."""
    if executor is None:
        yield from map(work, tasks)
        return
    finished: queue.SimpleQueue[Future[Result]] = queue.SimpleQueue()
    waiting, under_way = iter(tasks), set[Future[Result]]()

    def submit_next() -> None:
        for task in waiting:
            future = executor.submit(work, task)
            under_way.add(future)
            future.add_done_callback(finished.put)
            return

    for _ in range(AHEAD):
        submit_next()
    try:
        while under_way:
            future = finished.get()
            under_way.discard(future)
            submit_next()
            yield future.result()
    finally:
        for future in under_way:
            future.cancel()


@contextmanager
def workers(processes: int = 1, cluster: str | None = None) -> Iterator[Executor | None]:
    """The executor that people ask for: none with one process, a pool, or the Dask cluster at an address."""
    if cluster is not None:
        from distributed import Client

        try:
            client: Any = Client(cluster, timeout="10s")  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise BangboxError(f"no Dask cluster answers at {cluster}: {error}") from None
        with client, client.get_executor(pure=False) as executor:
            yield executor
    elif processes > 1:
        with ProcessPoolExecutor(processes, get_context("spawn"), initializer=_end_with_parent) as pool:
            yield pool
    else:
        yield None


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for ever."""

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
