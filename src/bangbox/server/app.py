"""Puts the server together and runs it."""

import logging
import os
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import sqlalchemy
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

import bangbox.server.routes.games
import bangbox.server.routes.people
import bangbox.server.routes.play
import bangbox.server.routes.tables  # noqa: F401
from bangbox.core.game import Game
from bangbox.core.registry import games, kind
from bangbox.server import http, live, pages, showing
from bangbox.server.hall import Hall
from bangbox.server.metrics import Metrics
from bangbox.server.settings import Settings, from_environment, sqlite_path
from bangbox.server.storage.migrations import upgrade
from bangbox.server.storage.sqlite import SqliteStore
from bangbox.server.storage.store import Store
from bangbox.server.workers import Workers

log = logging.getLogger("bangbox")


def make_store(settings: Settings, metrics: Metrics) -> Store:
    """The database of these settings, with its schema up to date."""
    path = sqlite_path(settings)
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = sqlalchemy.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        upgrade(connection)
    engine.dispose()
    return SqliteStore(path, metrics.committed)


def make_app(settings: Settings, offered: list[str]) -> Starlette:
    """The whole server as an ASGI app."""
    metrics = Metrics()
    store = make_store(settings, metrics)
    hall = Hall(settings, store, Workers(settings.bots or max(1, (os.cpu_count() or 2) - 1)), metrics, offered)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await hall.open()
        yield
        await hall.close()

    async def health(request: Request) -> Response:
        return PlainTextResponse("closing\n" if hall.closing else "ok\n", 503 if hall.closing else 200)

    async def numbers(request: Request) -> Response:
        gauges = {"matches": len(hall.rooms), "sockets": hall.sockets.count, "bot_queue": hall.workers.queue.qsize()}
        return PlainTextResponse(metrics.text(**gauges))

    app = Starlette(
        routes=[
            *http.routes(hall),
            WebSocketRoute("/api/matches/{id}/live", live.connect),
            Route("/healthz", health),
            Route("/metrics", numbers),
            Route("/{path:path}", pages.page),
        ],
        lifespan=life,
    )
    app.add_middleware(pages.Headers)
    app.state.hall = hall
    return app


def warm_up(settings: Settings) -> list[str]:
    """Compiles the rules of every game before anybody waits for them; a game that fails is left out, and why is logged."""
    wanted = [name for name in settings.only.split(",") if name] or games()
    ready = []
    for name in wanted:
        try:
            opening = Game(kind(name), {}).start(seed=1)
            showing.situation_of(opening, max(0, opening.actor), 1)
            ready.append(name)
        except Exception:
            log.exception("%s is left out: it does not start", name)
    return ready


def serve(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    workers: int | None = None,
    open_browser: bool = False,
    **others: object,
) -> None:
    """Runs the server until it is stopped."""
    settings = from_environment(host=host, port=port, database=database, workers=workers, **others)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
    ready = warm_up(settings)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [f"http://{settings.host}:{settings.port}/"]).start()
    uvicorn.run(
        make_app(settings, ready),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        access_log=False,
        ws_per_message_deflate=False,
        ws_max_size=settings.message_bytes * 4,
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    serve()
