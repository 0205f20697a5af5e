"""The server put together: what operators are told, how it opens the browser, and how it ends."""

import asyncio
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from bangbox.server.metrics import Metrics
from bangbox.server.running import app
from bangbox.server.running.app import bot_processes, close, make_app, say_goodbye
from bangbox.server.settings import Settings
from bangbox.server.storage.opening import open_store
from tests.server.guests import Guest
from tests.server.house import House
from tests.server.processes import Server, free_port


@pytest.fixture
async def whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Starlette]:
    """A whole server without a network; nothing is kept from its collector."""
    monkeypatch.setattr(app, "spare_collector", lambda: None)
    settings, metrics = Settings(data=str(tmp_path), only="tictactoe", bots=1), Metrics()
    store = await asyncio.to_thread(open_store, settings, metrics.committed)
    found = make_app(settings, store, metrics)
    async with found.router.lifespan_context(found):
        yield found


async def asked(server: Starlette, path: str) -> httpx.Response:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(server), base_url="http://here") as client:
        return await client.get(path)


async def numbers(server: Starlette) -> dict[str, float]:
    lines = (await asked(server, "/metrics")).text.splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


async def test_health_and_what_stands_in_its_way(whole: Starlette, tmp_path: Path) -> None:
    hall = whole.state.hall
    assert (await asked(whole, "/healthz")).text == "ok\n"
    hall.workers.missing = 1
    assert (await asked(whole, "/healthz")).status_code == 503
    assert (await numbers(whole))["bangbox_workers_missing"] == 1
    hall.workers.missing = 0
    hall.store.failing = True
    assert (await asked(whole, "/healthz")).status_code == 503
    hall.store.failing = False
    assert (await asked(whole, "/healthz")).status_code == 200
    (tmp_path / "bangbox.sqlite").rename(tmp_path / "elsewhere")
    assert (await asked(whole, "/healthz")).status_code == 503
    (tmp_path / "elsewhere").rename(tmp_path / "bangbox.sqlite")
    assert (await asked(whole, "/healthz")).status_code == 200
    hall.closing = True
    assert (await asked(whole, "/healthz")).status_code == 503


async def test_rules_are_loaded_while_the_server_answers(whole: Starlette) -> None:
    async with asyncio.timeout(300):
        while (await numbers(whole))["bangbox_games_ready"] < 1:
            await asyncio.sleep(0.01)


async def test_every_page_and_the_description_are_there(whole: Starlette) -> None:
    assert (await asked(whole, "/api/openapi.json")).json()["openapi"]
    assert (await asked(whole, "/")).status_code in (200, 503)
    assert (await asked(whole, "/api/games")).json()[0]["id"] == "tictactoe"


def test_what_was_done_is_counted(server: Server, ann: Guest) -> None:
    ann.move(ann.table("tictactoe", "mh")["id"], 0, 1, name="a1")
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    found = {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}
    assert found["bangbox_moves_total"] > 0
    assert found["bangbox_commit_seconds_sum"] > 0
    assert {"bangbox_matches", "bangbox_sockets", "bangbox_bot_queue"} <= set(found)


def test_how_many_processes_think() -> None:
    assert bot_processes(Settings(bots=3)) == 3
    assert bot_processes(Settings(workers=1000)) == 1


async def test_everybody_is_told_to_come_back_and_nobody_is_kept(house: House) -> None:
    room = await house.table()
    ann = house.watch(room, "a")
    await say_goodbye(house.hall)
    assert [heard.kind for heard in ann.heard] == ["goodbye"]
    assert ann.closed
    assert house.hall.closing


async def test_what_was_kept_back_is_written_at_the_end(house: House) -> None:
    room = await house.table()
    await house.play(room, "b2")
    assert house.ask("SELECT events FROM matches")[0][0] == 1
    await close(house.hall)
    assert house.ask("SELECT events FROM matches")[0][0] == 2


def test_the_browser_opens_when_the_server_answers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[tuple[str, int]] = []
    server: list[app.PoliteServer] = []
    made = app.PoliteServer.__init__

    def remember(self: app.PoliteServer, *given: object) -> None:
        made(self, *given)  # type: ignore[arg-type]
        server.append(self)

    def open_page(url: str) -> None:
        with urllib.request.urlopen(f"{url.partition('/new')[0]}/healthz", timeout=30) as answer:
            answers.append((url, answer.status))
        server[0].should_exit = True

    monkeypatch.setattr(app.PoliteServer, "__init__", remember)
    monkeypatch.setattr("webbrowser.open", open_page)
    monkeypatch.setattr(app, "insist_on_end", lambda: None)  # the tests go on in this process
    monkeypatch.setattr(app, "spare_collector", lambda: None)
    monkeypatch.setattr("bangbox.server.running.logs.set_up", lambda form: None)
    port = free_port()
    app.run(Settings(port=port, data=str(folder), only="tictactoe"), page="new/tictactoe")
    assert answers == [(f"http://127.0.0.1:{port}/new/tictactoe", 200)]
