"""Puts the server together and runs it."""

import asyncio
import contextlib
import gc
import logging
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from bangbox.server.api import http, openapi, pages
from bangbox.server.api.sockets import live
from bangbox.server.hall import Hall
from bangbox.server.metrics import Metrics
from bangbox.server.play.common import Common
from bangbox.server.play.shelf import Shelf
from bangbox.server.protocol import Goodbye
from bangbox.server.running import logs
from bangbox.server.running.connections import CountedFrames, TimedHttp, allow_open_files
from bangbox.server.running.loading import Loader, offered
from bangbox.server.running.processes import listen, run_many
from bangbox.server.running.stopping import insist_on_end
from bangbox.server.settings import Settings, SettingsError, from_environment, keeping_folder
from bangbox.server.storage.opening import open_store
from bangbox.server.storage.queries import GAMES_RUNNING
from bangbox.server.storage.store import StorageError, Store
from bangbox.server.tending.referee import Referee
from bangbox.server.tending.sweep import Sweep
from bangbox.server.workers.pool import Workers
from bangbox.system import cores

log = logging.getLogger("bangbox")


def make_app(settings: Settings, store: Store, metrics: Metrics) -> Starlette:
    """The server as an ASGI app; its `state.hall` has all its parts."""
    loader = Loader()
    shelf = Shelf(offered(settings), loader.load, loader.load_bots, loader.end)
    hall = Hall(Common(settings, store, metrics, shelf), Workers(bot_processes(settings)))
    sweep = Sweep(hall, Referee(hall))

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await store.start(hall.rooms.hear)
        hall.workers.start()
        hall.tasks.spawn(_load_games(hall))
        await sweep.begin()
        _begin_pushing(hall)
        yield
        await close(hall)

    app = Starlette(
        routes=[
            *http.routes(hall),
            WebSocketRoute("/api/matches/{id}/live", live),
            Route("/api/openapi.json", _described),
            Route("/healthz", _health),
            Route("/metrics", _numbers),
            Route("/{path:path}", pages.page),
        ],
        lifespan=life,
    )
    app.add_middleware(pages.Headers)
    app.state.hall = hall
    return app


async def _load_games(hall: Hall) -> None:
    """Loads all rules and bots; first those of matches that are being played."""
    running = [row["game"] for row in await hall.store.read(GAMES_RUNNING)]
    await hall.shelf.load_all(first=[game for game in running if game in hall.shelf.offered])
    spare_collector()


def _begin_pushing(hall: Hall) -> None:
    """Tells absent people of their turns; not where the libraries for it are not installed."""
    try:
        from bangbox.server.push.courier import Courier
        from bangbox.server.push.keys import kept_keys
        from bangbox.server.tending.turns import Turns
    except ImportError:
        log.info("no push messages: install bangbox[push] for them")
        return
    try:
        keys = kept_keys(keeping_folder(hall.settings))
    except SettingsError as error:  # no reason not to play
        log.error("no push messages: %s", error)
        return
    hall.push = Courier(hall.store, hall.settings, hall.metrics, keys, hall.common.now)
    hall.push.start(hall.tasks)
    hall.tasks.spawn(Turns(hall, hall.push).look_on())


async def say_goodbye(hall: Hall) -> None:
    """Tells everybody to come back soon."""
    hall.closing = True
    hall.shelf.close()
    for seconds in (0.2, 0):  # time for the goodbyes to leave; then for those who came back at once
        for room in hall.rooms.open.values():
            room.feed.tell(Goodbye(reason="restart", again_ms=1500))
            room.feed.close()
        hall.common.turns.close()
        await asyncio.sleep(seconds)


async def close(hall: Hall) -> None:
    """Stops everything; what was kept back is written."""
    hall.closing = True
    hall.common.turns.close()
    await hall.tasks.close()
    with contextlib.suppress(StorageError):
        await hall.common.summaries.write()
    await hall.workers.close()
    await hall.store.close()


async def _described(request: Request) -> Response:
    return Response(openapi.encoded(), media_type="application/json")


async def _health(request: Request) -> Response:
    """Whether this process can serve: its database answers."""
    hall: Hall = request.app.state.hall
    well = not hall.closing and await hall.is_well()
    return PlainTextResponse("ok\n" if well else "not now\n", 200 if well else 503)


async def _numbers(request: Request) -> Response:
    hall: Hall = request.app.state.hall
    gauges = {
        "matches": len(hall.rooms.open),
        "sockets": hall.sockets.count,
        "bot_queue": len(hall.workers.queue),
        "workers_replaced": hall.workers.replaced,
        "workers_missing": hall.workers.missing,
        "games_ready": sum(map(hall.shelf.is_ready, hall.shelf.offered)),
    }
    return PlainTextResponse(hall.metrics.text(**gauges))


def bot_processes(settings: Settings) -> int:
    """How many processes think for the bots of one server process."""
    return settings.bots or max(1, cores() // settings.workers - 1)


def serve(open_browser: bool = False, page: str = "", **given: Any) -> None:
    """Runs the server until it is stopped. `given` are settings; those left out come from the environment."""
    settings = from_environment(**given)
    logs.set_up(settings.log)
    offered(settings)  # what is wrong is said here, once
    if settings.workers > 1:
        open_store(settings, Metrics().committed)
        run_many(settings, run)
    else:
        run(settings, page if open_browser else None)


def play(game: str | None = None, port: int | None = None, browser: bool = True) -> None:
    """Everything embedded, on this machine only: server, SQLite, the browser opened."""
    serve(host="127.0.0.1", port=port, workers=1, open_browser=browser, page=f"new/{game}" if game else "")


class PoliteServer(uvicorn.Server):
    """Opens the browser when it is ready, and says goodbye to everybody before it closes their connections."""

    opens: str | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to listen."""
        insist_on_end()  # after uvicorn has set its own signal handlers
        await super().startup(sockets)
        if self.opens is not None:
            threading.Thread(target=webbrowser.open, args=[self.opens], daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends it."""
        await say_goodbye(self.config.app.state.hall)  # type: ignore[union-attr]
        await super().shutdown(sockets)


def run(settings: Settings, page: str | None = None) -> None:
    """One server process; opens a page of it in the browser if one is given."""
    logs.set_up(settings.log)
    allow_open_files()
    listening, metrics = listen(settings), Metrics()
    store = open_store(settings, metrics.committed)
    config = uvicorn.Config(
        make_app(settings, store, metrics),
        log_config=None,
        log_level="warning",
        access_log=False,
        http=TimedHttp,
        ws=CountedFrames,
        ws_per_message_deflate=False,
        ws_max_size=settings.message_bytes * 4,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    address = f"http://{settings.host}:{listening.getsockname()[1]}/"
    log.info("listening", extra={"address": address})
    server = PoliteServer(config)
    server.opens = None if page is None else address + page
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:  # uvloop where there is one
        runner.run(server.serve(sockets=[listening]))


def spare_collector() -> None:
    """What is loaded now stays: looking through it for garbage again and again would cost a fifth of every move."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 5, 100)  # little at a time: collecting 20,000 at once holds everybody up for 50 ms
