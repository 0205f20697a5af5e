"""Measures the server as people meet it: real processes, loopback, every move committed to disk before it is acknowledged.

    python benchmarks/server.py             the whole table (some minutes)
    python benchmarks/server.py --quick     small counts
    python benchmarks/server.py --peer      with boardgame.io's tic-tac-toe in the same run (npm fetches it at run time)

All matches are set up and all sockets opened first; only play is measured. CPU is that of the server process, all its threads.
A move counts from sending it to its acknowledgement.
"""

import argparse
import asyncio
import json
import os
import random
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import httpx
import psutil
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.processes import Server, free_port  # noqa: E402

PEER = Path(__file__).parent / "peer"
HEADS = ("what", "matches", "moves/s", "CPU µs a move", "p50 ms", "p99 ms")
Row = tuple[str, ...]


class Seat:
    """One player's connection: answers its turns, at once or at a steady pace."""

    def __init__(self, table: "Table", seat: int, token: str) -> None:
        self.table, self.seat, self.token = table, seat, token
        self.now: dict[str, Any] = {"actor": None, "number": 0}
        self.waits: list[float] = []
        self.sent: float | None = None
        self.answered = -1

    async def open(self, url: str) -> None:
        """Connects and takes the snapshot."""
        address = f"{url.replace('http', 'ws')}/api/matches/{self.table.match}/live?seat={self.seat}"
        headers = {"Authorization": f"Bearer {self.token}"}
        self.socket: ClientConnection = await connect(
            address, additional_headers=headers, max_size=None, compression=None, ping_interval=None, open_timeout=60
        )
        while self.now["actor"] is None:
            self.take(json.loads(await self.socket.recv()))

    def take(self, message: dict[str, Any]) -> None:
        """Keeps what a message says."""
        if message["type"] in ("snapshot", "events"):
            self.now = message["now"]
        elif message["type"] == "accepted" and self.sent is not None:
            self.waits.append(time.perf_counter() - self.sent)
            self.sent = None
        elif message["type"] == "refused":
            raise SystemExit(f"refused: {message}")

    async def play(self, pace: float) -> None:
        """Until the match is over."""
        while self.now["actor"] != -2:
            if self.now["actor"] == self.seat and self.sent is None and self.answered != self.now["number"]:
                if pace:
                    await asyncio.sleep(random.uniform(0.5, 1.5) * pace)
                await self.move()
            self.take(json.loads(await self.socket.recv()))
        while self.sent is not None:
            self.take(json.loads(await self.socket.recv()))

    async def move(self) -> None:
        """Any move that is offered."""
        self.answered = self.now["number"]
        choice = random.choice(self.now["choices"])["number"]
        self.sent = time.perf_counter()
        await self.socket.send(f'{{"type":"move","seat":{self.seat},"number":{self.answered},"choice":{choice}}}')


class Table:
    """A match between scripted players."""

    def __init__(self, match: str, tokens: list[str]) -> None:
        self.match = match
        self.seats = [Seat(self, seat, token) for seat, token in enumerate(tokens)]

    async def play(self, pace: float = 0.0) -> None:
        """All seats play it to the end."""
        await asyncio.gather(*(seat.play(pace) for seat in self.seats))

    async def close(self) -> None:
        """Closes its sockets."""
        await asyncio.gather(*(seat.socket.close() for seat in self.seats))


async def limited(count: int, work: Iterable[Any]) -> list[Any]:
    """Runs coroutines, at most `count` at a time."""
    gate = asyncio.Semaphore(count)

    async def one(coroutine: Any) -> Any:
        async with gate:
            return await coroutine

    return list(await asyncio.gather(*(one(coroutine) for coroutine in work)))


class Bench:
    """A server under measurement."""

    def __init__(self, server: Server) -> None:
        self.server = server
        assert server.process is not None
        self.process = psutil.Process(server.process.pid)
        self.client = httpx.AsyncClient(base_url=server.url, timeout=120, limits=httpx.Limits(max_connections=20))

    async def post(self, path: str, token: str = "", **body: Any) -> Any:
        """An answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.client.post(path, json=body, headers=headers)
        answer.raise_for_status()
        return answer.json()

    async def people(self, count: int) -> list[str]:
        """Tokens of so many players."""
        return [(await self.post("/api/bots", name=f"player {place}"))["token"] for place in range(count)]

    async def table(self, game: str, options: dict[str, Any], tokens: list[str]) -> Table:
        """A running match of these players."""
        seats = [{"kind": "me"}] + [{"kind": "open"}] * (len(tokens) - 1)
        made = await self.post("/api/matches", tokens[0], game=game, options=options, seats=seats, public=True)
        path = f"/api/matches/{made['id']}"
        await self.post(f"{path}/contribute", tokens[0], seat=0, contribution=secrets.token_hex(16))
        for seat, token in enumerate(tokens[1:], start=1):
            await self.post(f"{path}/join", token, seat=seat, contribution=secrets.token_hex(16))
        return Table(made["id"], tokens)

    async def tables(self, count: int, game: str, options: dict[str, Any], players: int) -> list[Table]:
        """Many matches, all sockets open."""
        crowd = [await self.people(players) for _ in range(min(count, 50))]
        found = await limited(8, (self.table(game, options, crowd[i % len(crowd)]) for i in range(count)))
        await limited(40, (seat.open(self.server.url) for table in found for seat in table.seats))
        return found

    def cpu(self) -> float:
        """CPU seconds of the server process so far."""
        times = self.process.cpu_times()
        return float(times.user + times.system)

    async def play(self, what: str, tables: list[Table], at_once: int, pace: float = 0.0) -> Row:
        """Plays the matches, so many at a time, and measures that."""
        cpu, began = self.cpu(), time.perf_counter()
        await limited(at_once, (table.play(pace) for table in tables))
        seconds, used = time.perf_counter() - began, self.cpu() - cpu
        waits = [wait for table in tables for seat in table.seats for wait in seat.waits]
        await limited(40, (table.close() for table in tables))
        return row(what, at_once, waits, seconds, used)


def row(what: str, at_once: int, waits: list[float], seconds: float, cpu: float) -> Row:
    """A line of the table."""
    cuts = statistics.quantiles(waits, n=100)
    return (
        what,
        f"{at_once:,}",
        f"{len(waits) / seconds:,.0f}",
        f"{cpu / len(waits) * 1e6:,.0f}",
        f"{cuts[49] * 1000:.1f}",
        f"{cuts[98] * 1000:.1f}",
    )


def show(heads: Row, rows: list[Row]) -> None:
    """Prints a table in Markdown."""
    widths = [max(len(line[place]) for line in (heads, *rows)) for place in range(len(heads))]
    for line in (heads, tuple("-" * width for width in widths), *rows):
        print("| " + " | ".join(part.ljust(width) for part, width in zip(line, widths, strict=True)) + " |", flush=True)


async def play_all(server: Server, quick: bool) -> list[Row]:
    """The lines about our own server."""
    bench, rows = Bench(server), []
    much = 1 if quick else 5
    for at_once in (100,) if quick else (100, 1000):
        tables = await bench.tables(max(at_once, 200 * much), "tictactoe", {}, 2)
        rows.append(await bench.play("tic-tac-toe", tables, at_once))
    sockets = 200 if quick else 2000
    tables = await bench.tables(sockets // 2, "tictactoe", {}, 2)
    rows.append(await bench.play(f"tic-tac-toe, {sockets:,} sockets, a move a second each", tables, len(tables), pace=1.0))
    for game, options, players in (("bigxbang", {}, 2), ("robbery", {"players": 5}, 5)):
        tables = await bench.tables(4 * much, game, options, players)
        rows.append(await bench.play(f"{game}, {players} seats", tables, len(tables)))
    await bench.client.aclose()
    return rows


async def idle(folder: Path, count: int) -> list[Row]:
    """Memory for idle matches: those that nobody watches leave memory, so both are measured."""
    rows = []
    for kept in (1000, 2 * count):
        server = Server(folder / f"idle{kept}", only="tictactoe", rooms=kept)
        server.folder.mkdir()
        server.start()
        bench = Bench(server)
        before = bench.process.memory_info().rss
        crowd = [await bench.people(2) for _ in range(20)]
        began = time.perf_counter()
        await limited(8, (bench.table("tictactoe", {}, crowd[i % 20]) for i in range(count)))
        seconds = time.perf_counter() - began
        grown = bench.process.memory_info().rss - before
        rows.append((f"{min(kept, count):,} of {count:,} in memory", f"{before / 2**20:.0f}", f"{grown / 2**20:.0f}",
                     f"{grown / min(kept, count) / 1024:.1f}", f"{count / seconds:.0f}"))  # fmt: skip
        await bench.client.aclose()
        server.stop()
    return rows


def peer(matches: int, at_once: int) -> Row | None:
    """boardgame.io's tic-tac-toe, fetched now, in memory and without commits; None if it cannot be had."""
    npm = shutil.which("npm")
    if npm is None:
        print("no npm: boardgame.io is left out")
        return None
    with tempfile.TemporaryDirectory(prefix="bangbox-peer-") as name:
        folder = Path(name)
        for script in PEER.iterdir():
            shutil.copy(script, folder)
        fetched = subprocess.run(
            [npm, "install", "--no-audit", "--no-fund", "--silent", "boardgame.io@0.50"],
            cwd=folder,
            check=False,
            capture_output=True,
        )
        if fetched.returncode != 0:
            print("npm cannot fetch boardgame.io: it is left out")
            return None
        port = str(free_port())
        serving = subprocess.Popen(["node", "serve.cjs", port], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            assert serving.stdout is not None
            serving.stdout.readline()
            playing = subprocess.run(
                ["node", "play.cjs", port, str(matches), str(at_once), str(serving.pid)],
                cwd=folder, check=True, capture_output=True, text=True,
            )  # fmt: skip
        finally:
            serving.kill()
            serving.wait()
        found = json.loads(playing.stdout.strip().splitlines()[-1])
        return row("boardgame.io's tic-tac-toe, nothing on disk", at_once, found["waits"], found["seconds"], found["cpu"])


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="small counts")
    parser.add_argument("--peer", action="store_true", help="measure boardgame.io too, if npm can fetch it")
    parser.add_argument("--idle", type=int, default=None, help="how many idle matches (default 10,000; 500 with --quick)")
    asked = parser.parse_args()
    run: Callable[[Any], Any] = asyncio.run
    try:
        import uvloop

        run = uvloop.run
    except ImportError:
        pass
    with tempfile.TemporaryDirectory(prefix="bangbox-bench-") as name:
        folder = Path(name)
        (folder / "play").mkdir()
        server = Server(folder / "play", only="tictactoe,bigxbang,robbery").start()
        print(f"{os.cpu_count()} cores; SQLite in {folder}, WAL, synchronous=FULL\n")
        try:
            rows = run(play_all(server, asked.quick))
        finally:
            server.stop()
        if asked.peer and (found := peer(200 if asked.quick else 1000, 100)) is not None:
            rows.insert(1, found)
        show(HEADS, rows)
        print()
        many = asked.idle or (500 if asked.quick else 10_000)
        show(("idle matches", "MB before", "MB more", "kB each in memory", "set up a second"), run(idle(folder, many)))


if __name__ == "__main__":
    main()
