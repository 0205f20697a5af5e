"""Several server processes on one address: each binds it for itself, the parent replaces those that die."""

import logging
import multiprocessing
import signal
import socket
import threading
from collections.abc import Callable
from multiprocessing.context import SpawnProcess

from bangbox.server.settings import Settings, SettingsError

log = logging.getLogger("bangbox.processes")

LONGEST_END = 20.0  # seconds for a child to end by itself


def listen(settings: Settings) -> socket.socket:
    """A socket on the address of the settings, shared with the other processes if there are several."""
    if settings.workers > 1 and not hasattr(socket, "SO_REUSEPORT"):
        raise SettingsError("this system cannot share an address between processes: use --workers 1")
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    # On Windows SO_REUSEADDR would let a second server take the address of the first.
    own = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    found.setsockopt(socket.SOL_SOCKET, own, 1)
    if settings.workers > 1:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        found.bind((settings.host, settings.port))
    except OSError as error:
        found.close()
        raise SettingsError(
            f"cannot listen on {settings.host}:{settings.port}: {error.strerror}; try another --port (0 takes a free one)"
        ) from None
    return found


def run_many(settings: Settings, target: Callable[[Settings], None]) -> None:
    """Runs `target(settings)` in several processes until told to stop."""
    held = listen(settings)  # nobody else takes the address, and it is free, or we say so now
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    context = multiprocessing.get_context("spawn")
    children: list[SpawnProcess] = []
    while not stop.is_set():
        children = [child for child in children if child.is_alive()]
        while len(children) < settings.workers:
            child = context.Process(target=target, args=(settings,), name="bangbox-server")
            child.start()
            log.info("server process started", extra={"pid": child.pid})
            children.append(child)
        stop.wait(0.5)
    for child in children:
        child.terminate()
    for child in children:
        child.join(LONGEST_END)
        child.kill()
    held.close()
