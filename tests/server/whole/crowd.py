"""A crowd of scripted players that go on whatever happens to the server, and remember every move that was acknowledged."""

import asyncio
import json
import random
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.guests import Json, some_move

DOWN = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError, httpx.TransportError, EOFError)
PATIENCE = 90.0  # seconds without any progress of a match, or without any answer: it is stuck
SILENCE = 20.0  # seconds without a message after which a player connects again
PAUSES = (0.05, 0.8)  # seconds until the first attempt to connect again, doubled up to the second: a new server needs the CPU


class Stuck(AssertionError):
    """A match that does not go on."""


class Table:
    """One match: who plays it, and what was acknowledged."""

    def __init__(self, match: str, game: str, tokens: dict[int, str]) -> None:
        self.match = match
        self.game = game
        self.tokens = tokens  # by seat, of the scripted players
        self.acknowledged: dict[int, Json] = {}
        self.seen = dict.fromkeys(tokens, 0)  # the last event each of them knows
        self.over = False


class Crowd:
    """Players of many matches at once. `urls` gives the servers to choose from, again for every connection."""

    def __init__(self, urls: Callable[[], list[str]], games: dict[str, list[Json]], seed: int = 1) -> None:
        self.urls = urls
        self.games = games
        self.dice = random.Random(seed)
        self.tables: list[Table] = []
        self.finished = 0
        self.moves = 0
        self.stopping = False
        self.reconnections = 0

    # -- REST that insists

    async def ask(self, method: str, path: str, token: str = "", **body: Any) -> Json:
        """An answer, however long the server is away. Only for requests that may be repeated."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                async with httpx.AsyncClient(base_url=self.dice.choice(self.urls()), timeout=30, verify=False) as client:
                    headers = {"Authorization": f"Bearer {token}"} if token else {}
                    answer = await client.request(method, path, json=body if method == "POST" else None, headers=headers)
            except DOWN:
                answer = None
            if answer is not None and answer.status_code < 300:
                found: Json = answer.json()
                return found
            if answer is not None and answer.status_code < 500:
                raise AssertionError(f"{path}: {answer.status_code} {answer.text}")
            if time.monotonic() > deadline:
                raise Stuck(f"{path}: no answer ({answer.text if answer else 'away'})")
            await asyncio.sleep(0.05)

    async def open_table(self, game: str) -> Table:
        """A match of this game, with as many scripted people as its seats say."""
        seats = self.games[game]
        people = [place for place, seat in enumerate(seats) if seat["kind"] in ("me", "open")]
        tokens = {seat: (await self.ask("POST", "/api/bots", name=f"player {seat}"))["token"] for seat in people}
        options = {} if game in ("tictactoe", "bigxbang") else {"players": len(seats)}
        host = tokens[people[0]]
        made = await self.ask("POST", "/api/matches", host, game=game, seats=seats, options=options, public=True)
        table = Table(made["id"], game, tokens)
        for seat, token in tokens.items():
            number = secrets.token_hex(16)
            if seat != people[0]:
                await self.ask("POST", f"/api/matches/{table.match}/join", token, seat=seat)
            with suppress(AssertionError):  # repeated after a lost answer, the match may have begun
                await self.ask("POST", f"/api/matches/{table.match}/contribute", token, seat=seat, contribution=number)
        self.tables.append(table)
        return table

    # -- playing

    async def play(self, count: int, until: asyncio.Event) -> None:
        """Keeps `count` matches going until told to stop, then plays all of them to their ends."""
        names = list(self.games)
        players = [self._keep_playing(names[place % len(names)], until) for place in range(count)]
        await asyncio.gather(*players)

    async def _keep_playing(self, game: str, until: asyncio.Event) -> None:
        while True:
            table = await self.open_table(game)
            await asyncio.gather(*(self._sit(table, seat) for seat in table.tokens))
            self.finished += 1
            if until.is_set():
                return

    async def _sit(self, table: Table, seat: int) -> None:
        """One player at one table, through any number of connections."""
        progress, known, pause = time.monotonic(), 0, PAUSES[0]
        while not table.over:
            try:
                await self._connected(table, seat)
            except DOWN:
                self.reconnections += 1
                progress = time.monotonic()  # a server that is away is not a match that is stuck
                await asyncio.sleep(pause)
                pause = min(2 * pause, PAUSES[1])
            if table.seen[seat] > known:
                progress, known, pause = time.monotonic(), table.seen[seat], PAUSES[0]
            if time.monotonic() - progress > PATIENCE and not table.over:
                raise Stuck(f"{table.game} {table.match}: seat {seat} waits since event {known}")

    async def _connected(self, table: Table, seat: int) -> None:
        """Plays over one connection until it breaks or the match ends."""
        number = table.seen[seat]
        address = self.dice.choice(self.urls()).replace("http", "ws")
        headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
        query = f"?seat={seat}" + (f"&number={number}" if number else "")
        path = f"{address}/api/matches/{table.match}/live{query}"
        async with connect(path, additional_headers=headers, max_size=None, open_timeout=10, close_timeout=1) as socket:
            pending: Json | None = None
            now: Json = {"actor": None, "number": 0}
            answered = -1
            while not table.over:
                try:
                    message = json.loads(await asyncio.wait_for(socket.recv(), SILENCE))
                except TimeoutError:
                    return
                if message["type"] == "goodbye":
                    return
                if message["type"] == "accepted" and pending is not None:
                    table.acknowledged[message["number"]] = {"seat": seat, **pending}
                    self.moves += 1
                    pending = None
                if message["type"] == "refused":
                    code = message["problem"]["code"]
                    if code == "illegal" and pending is not None and "form" in pending:
                        answered = -1  # not every pose of a form is allowed: another one
                    else:
                        assert code in ("stale", "database", "not_your_turn"), message
                    pending = None
                    if message["problem"]["code"] == "database":
                        return
                if message["type"] in ("snapshot", "events"):
                    now = message["now"]
                    table.seen[seat] = now["number"]
                    table.over = now["actor"] == -2
                if now["actor"] == seat and pending is None and now["number"] != answered:
                    pending, answered = some_move(now, self.dice), now["number"]
                    answers = {"seat": seat, "number": now["number"], "ask": now["number"]}
                    await socket.send(json.dumps({"type": "move", **answers, **pending}))

    # -- afterwards

    async def check(self, only_new: int = 10**9) -> int:
        """Every acknowledged move is in the log; gives how many were looked at."""
        looked_at = 0
        for table in self.tables[-only_new:]:
            for seat in table.tokens:
                moves = {number: move for number, move in table.acknowledged.items() if move["seat"] == seat}
                if moves:
                    await self._check_seat(table, seat, moves)
                    looked_at += len(moves)
        return looked_at

    async def _check_seat(self, table: Table, seat: int, moves: dict[int, Json]) -> None:
        deadline = time.monotonic() + 10
        events: dict[int, Json] = {}
        while max(moves) not in events and time.monotonic() < deadline:  # another process may hear of a move a moment later
            log: Any = await self.ask("GET", f"/api/matches/{table.match}/log?seat={seat}", table.tokens[seat])
            events = {event["number"]: event for event in log}
        for number, move in moves.items():
            assert number in events, f"{table.match}: acknowledged move {number} is lost"
            assert (events[number]["kind"], events[number]["seat"]) == ("choice", seat)
            if "choice" in move:
                assert events[number]["action"] == move["choice"], f"{table.match}: move {number} became another"
