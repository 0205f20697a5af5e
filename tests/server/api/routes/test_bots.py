"""Streams for bots of outsiders: the same messages as a socket, one a line."""

import asyncio
import json
from typing import Any

import pytest

from bangbox.server.api.routes import bots
from bangbox.server.api.routes.bots import lines
from bangbox.server.play.watcher import Watcher
from tests.server.guests import Guest
from tests.server.processes import Server


async def test_an_empty_line_shows_that_the_line_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "ALIVE_SECONDS", 0.01)
    watcher = Watcher("bot", None)
    found = lines(watcher)
    assert await anext(found) == b"\n"
    watcher.send(b"{}")
    assert await asyncio.wait_for(anext(found), 5) == b"{}\n"
    watcher.close()
    assert [line async for line in found] == []


def test_the_stream_of_turns_tells_a_bot_when_to_move(server: Server, ann: Guest) -> None:
    made = ann.post("/api/bots", name="Listener")
    with Guest(server, token=made["token"]) as bot:
        match = ann.table("tictactoe", "mo", public=True)["id"]
        bot.join(match)
        ann.move(match, 0, 1, name="a1")
        with bot.http.stream("GET", "/api/bot/stream") as stream:
            told = (line for line in stream.iter_lines() if line)
            assert next(told) == f'{{"type":"turn","match":"{match}","game":"tictactoe","seat":1,"number":2,"over":false}}'
            bot.move(match, 1, 2, name="b2")
            ann.move(match, 0, 3, name="a2")
            assert '"number":4' in next(told)


def test_a_match_as_a_stream(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True)["id"]
    bob.join(match)
    with bob.http.stream("GET", f"/api/matches/{match}/stream") as stream:
        told = (json.loads(line) for line in stream.iter_lines() if line)
        first: Any = next(told)
        assert (first["type"], first["seat"]) == ("snapshot", 1)
        ann.move(match, 0, 1, name="b2")
        event: Any = next(message for message in told if message["type"] == "events")
        assert event["now"]["choices"]
    assert bob.http.get(f"/api/matches/{match}/stream", params={"seat": 0}).status_code == 403


def test_strangers_have_no_turns(server: Server) -> None:
    with Guest(server, token="nonsense") as stranger:
        assert stranger.http.get("/api/bot/stream").status_code == 401


def test_streams_that_ended_are_not_counted_any_more(server: Server, ann: Guest) -> None:
    match = ann.table("tictactoe", "mh")["id"]
    for _ in range(50):  # more than one may have at a time
        for path in (f"/api/matches/{match}/stream", "/api/bot/stream"):
            with ann.http.stream("GET", path) as stream:
                assert stream.status_code == 200
                if "matches" in path:
                    next(stream.iter_lines())
