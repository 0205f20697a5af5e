"""Getting ready: compiles the rules before anybody waits for them, and answers those who come too early."""

import contextlib
import logging
import socket
import threading
import time
from collections.abc import Iterator

from bangbox.bots import bot
from bangbox.core.game import Game
from bangbox.core.registry import games, kind
from bangbox.server.settings import Settings, SettingsError
from bangbox.server.showing.scene import situation_of

log = logging.getLogger("bangbox.ready")

PAGE = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2"><title>Bangbox</title><h1>Bangbox is getting ready</h1>
<p>The rules are being compiled; this is done once and takes a minute or two. This page reloads by itself. ({stage})</p>
<p lang="de">Bangbox macht sich bereit: Die Regeln werden einmalig übersetzt, das dauert ein, zwei Minuten.
Die Seite lädt von selbst neu.</p>
"""


class GettingReady:
    """What is ready so far, told to whoever asks over a socket that the server itself will take over."""

    def __init__(self, listening: socket.socket) -> None:
        self.stage = "starting"
        self._socket = listening
        self._ready = threading.Event()

    @contextlib.contextmanager
    def answering(self) -> Iterator[None]:
        """Answers every request with "not yet" meanwhile."""
        self._socket.listen(64)
        self._socket.settimeout(0.1)
        thread = threading.Thread(target=self._answer_all, name="getting ready", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ready.set()
            thread.join()
            self._socket.settimeout(None)

    def _answer_all(self) -> None:
        while not self._ready.is_set():
            with contextlib.suppress(OSError):  # nobody came, or they went away
                visitor, _ = self._socket.accept()
                with visitor:
                    self._answer(visitor)

    def _answer(self, visitor: socket.socket) -> None:
        visitor.settimeout(1)
        asked = visitor.recv(8192).split(b" ", 2)
        health = len(asked) > 1 and asked[1] == b"/healthz"
        kind, text = ("text/plain", f"getting ready: {self.stage}\n") if health else ("text/html", PAGE.format(stage=self.stage))
        body = text.encode()
        lines = [
            "HTTP/1.1 503 Service Unavailable",
            f"Content-Type: {kind}; charset=utf-8",
            f"Content-Length: {len(body)}",
            "Content-Security-Policy: default-src 'none'",
            "Cache-Control: no-store",
            "Retry-After: 2",
            "Connection: close",
        ]
        visitor.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def warm_up(settings: Settings, ready: GettingReady | None = None) -> list[str]:
    """Compiles the rules of every game that is offered; one that fails is left out, and why is logged."""
    wanted = [name for name in settings.only.split(",") if name] or games()
    unknown = [name for name in wanted if name not in games()]
    if unknown:
        raise SettingsError(f"--only names no game {', '.join(unknown)}; there are {', '.join(games())}")
    offered = []
    for place, name in enumerate(wanted, 1):
        began = time.perf_counter()
        if ready is not None:
            ready.stage = f"{name}, {place} of {len(wanted)}"
        try:
            opening = Game(kind(name), {}).start(seed=1)
            situation_of(opening.seen_by(max(0, opening.actor)), opening.actor)
            bot(name).choose(opening, simulations=1)
            offered.append(name)
            log.info("rules ready", extra={"game": name, "count": f"{place}/{len(wanted)}", "seconds": _seconds_since(began)})
        except Exception:
            log.exception("%s is left out: it does not start", name)
    return offered


def _seconds_since(began: float) -> float:
    return round(time.perf_counter() - began, 1)
