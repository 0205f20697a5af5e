"""Measures the server as people meet it: real processes, loopback, every move committed to disk before it is acknowledged.

boardgame.io's tic-tac-toe is measured in the same run if npm can fetch it. All matches are set up before; only play is
measured, for at most half a minute a row. CPU is that of the server process, all its threads. A move counts from sending it
to its acknowledgement.
"""

import argparse
import asyncio
import contextlib
import json
import os
import platform
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.players import Table  # noqa: E402
from benchmarks.wire import Poster  # noqa: E402
from tests.server.processes import Server, free_port  # noqa: E402

PEER = Path(__file__).parent / "peer"
PAGE = ROOT / "docs" / "server-benchmark.md"
HEADS = ("what", "matches at once", "moves/s", "CPU µs a move", "p50 ms", "p99 ms")
IDLE_HEADS = ("idle matches", "MB before", "MB more", "kB a match", "set up a second")
AIM = 1 / 2  # of boardgame.io's CPU a move
Row = tuple[str, ...]
ROWS = ("tictactoe", "sockets", "bigxbang", "robbery", "peer", "idle")
GAMES = {"sockets": "tictactoe", "bigxbang": "bigxbang", "robbery": "robbery"}  # of the rows about our own server alone
SEATS = {"bigxbang": 2, "robbery": 5}
WARM, AT_A_TIME = 2000, 500  # matches played before those that count, on both sides: servers run for months
REPEATS = {100: 9, 1000: 5}  # runs on both sides, by matches at once; the one in the middle counts, and short ones vary more
STEADY_REPEATS = 5
LONGEST = 240.0  # seconds for one run of boardgame.io, with all that is set up before
SECONDS = 30.0  # of play a row at most: whole random matches of Robbery would take many minutes
EXAMPLES = """examples:
  python benchmarks/server.py                                   everything (some fifteen minutes)
  python benchmarks/server.py --quick                           small counts (a minute)
  python benchmarks/server.py --only tictactoe,peer             beside boardgame.io only
  python benchmarks/server.py --write                           also writes docs/server-benchmark.md
  bangbox bench server --only idle --idle 2000                  the same by the command line
"""


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
        self.client = Poster(server.url)

    async def post(self, path: str, token: str = "", **body: Any) -> Any:
        """An answer."""
        return await self.client.post(path, token, body)

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
        """Many matches."""
        crowd = [await self.people(players) for _ in range(min(count, 50))]
        return await limited(20, (self.table(game, options, crowd[i % len(crowd)]) for i in range(count)))

    def cpu(self) -> float:
        """CPU seconds of the server process so far."""
        times = self.process.cpu_times()
        return float(times.user + times.system)

    async def warm_up(self, matches: int) -> None:
        """Plays matches of tic-tac-toe that do not count."""
        for _ in range(0, matches, AT_A_TIME):
            await self.play("warm", await self.tables(AT_A_TIME, "tictactoe", {}, 2), 100)

    async def play(self, what: str, tables: list[Table], at_once: int) -> Row:
        """Plays the matches, so many at a time, all sockets open before, and measures that."""
        await limited(40, (table.open(self.server.url) for table in tables))
        enough = asyncio.get_running_loop().call_later(SECONDS, stop, tables)
        cpu, began = self.cpu(), time.perf_counter()
        await limited(at_once, (table.play() for table in tables))
        enough.cancel()
        found = row(what, at_once, waits_of(tables), time.perf_counter() - began, self.cpu() - cpu)
        for table in tables:
            table.close()
        return found

    async def play_steadily(self, what: str, tables: list[Table], pace: float) -> Row:
        """All matches at a time, each turn after `pace` seconds on average, until the first one ends."""
        await limited(40, (table.open(self.server.url) for table in tables))

        async def sit(table: Table) -> None:
            await table.play(pace)
            stop(tables)

        cpu, began = self.cpu(), time.perf_counter()
        await asyncio.gather(*(sit(table) for table in tables))
        found = row(what, len(tables), waits_of(tables), time.perf_counter() - began, self.cpu() - cpu)
        for table in tables:
            table.close()
        return found


@contextlib.contextmanager
def served(games: Iterable[str], **settings: Any) -> Iterator[Bench]:
    """A new server of ours."""
    with tempfile.TemporaryDirectory(prefix="bangbox-bench-") as name:
        server = Server(Path(name), only=",".join(games), sockets_per_guest=1000, **settings).start()
        bench = Bench(server)
        try:
            yield bench
        finally:
            bench.client.close()
            server.stop()


def stop(tables: list[Table]) -> None:
    """Ends the play of all tables."""
    for table in tables:
        table.stop()


def waits_of(tables: list[Table]) -> list[float]:
    """How long every move took to be acknowledged."""
    return [wait for table in tables for seat in table.seats for wait in seat.waits]


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


def middle(runs: list[Row]) -> Row:
    """The run in the middle, by CPU a move."""
    return sorted(runs, key=cpu_of)[len(runs) // 2]


def cpu_of(line: Row) -> float:
    """Microseconds of CPU a move."""
    return float(line[3].replace(",", ""))


def shown(heads: Row, rows: list[Row]) -> str:
    """A table in Markdown."""
    widths = [max(len(line[place]) for line in (heads, *rows)) for place in range(len(heads))]
    lines = (heads, tuple("-" * width for width in widths), *rows)
    return "\n".join(
        "| " + " | ".join(part.ljust(width) for part, width in zip(line, widths, strict=True)) + " |" for line in lines
    )


def progress(what: str) -> None:
    """Says what is measured now."""
    print(f"{time.strftime('%H:%M:%S')} {what} …", file=sys.stderr, flush=True)


async def side_by_side(wanted: bool, other: Path | None, quick: bool) -> list[Row]:
    """Tic-tac-toe on our server and on boardgame.io's in turn, so that a slow minute of the machine is slow for both."""
    ours: list[Row] = []
    theirs: list[Row] = []
    for at_once in (100,) if quick else (100, 1000):
        progress(f"tic-tac-toe, {at_once:,} matches at once")
        matches, warm = (200, AT_A_TIME) if quick else (1000, WARM)
        runs: list[Row] = []
        other_runs: list[Row] = []
        with served(["tictactoe"]) if wanted else contextlib.nullcontext() as bench:
            if bench is not None:
                await bench.warm_up(warm)
            for _ in range(1 if quick else REPEATS[at_once]):
                if bench is not None:
                    runs.append(await bench.play("tic-tac-toe", await bench.tables(matches, "tictactoe", {}, 2), at_once))
                if other is not None:
                    other_runs.append(other_row(other, matches, at_once, warm))
        ours += [middle(runs)] if runs else []
        theirs += [middle(other_runs)] if other_runs else []
    return ours + theirs


async def play_larger(bench: Bench, quick: bool, only: list[str]) -> list[Row]:
    """The lines about our own server alone."""
    rows = []
    much = 1 if quick else 5
    if "sockets" in only:
        sockets, runs = 200 if quick else 2000, []
        progress(f"{sockets:,} sockets")
        await bench.warm_up(AT_A_TIME if quick else WARM)
        for _ in range(1 if quick else STEADY_REPEATS):
            tables = await bench.tables(sockets // 2, "tictactoe", {}, 2)
            runs.append(await bench.play_steadily(f"tic-tac-toe, {sockets:,} sockets, a move a second each", tables, pace=0.5))
        rows.append(middle(runs))
    for game in [name for name in SEATS if name in only]:
        progress(game)
        players = SEATS[game]
        tables = await bench.tables(4 * much, game, {"players": players} if game == "robbery" else {}, players)
        rows.append(await bench.play(f"{game}, {players} seats", tables, len(tables)))
    return rows


async def play_all(other: Path | None, quick: bool, only: list[str]) -> list[Row]:
    """All lines about matches being played."""
    rows = await side_by_side("tictactoe" in only, other, quick) if {"tictactoe", "peer"} & set(only) else []
    games = {GAMES[name] for name in only if name in GAMES}
    if games:
        with served(sorted(games)) as bench:
            rows += await play_larger(bench, quick, only)
    return rows


async def idle(count: int) -> list[Row]:
    """Memory for idle matches: those that nobody watches leave memory, so both are measured.

    The first few matches do not count: with them come caches and connections that stay as large however many follow.
    """
    rows: list[Row] = []
    for kept in (count // 10, 2 * count):
        progress(f"{count:,} idle matches, {min(kept, count):,} of them in memory")
        with served(["tictactoe"], rooms=kept) as bench:
            crowd = [await bench.people(2) for _ in range(20)]
            await limited(20, (bench.table("tictactoe", {}, crowd[i % 20]) for i in range(count // 20)))
            before = bench.process.memory_info().rss
            began = time.perf_counter()
            await limited(20, (bench.table("tictactoe", {}, crowd[i % 20]) for i in range(count)))
            seconds = time.perf_counter() - began
            grown = bench.process.memory_info().rss - before
        rows.append((f"{min(kept, count):,} of {count:,} in memory", f"{before / 2**20:.0f}", f"{grown / 2**20:.0f}",
                     f"{grown / count / 1024:.1f}", f"{count / seconds:.0f}"))  # fmt: skip
    return rows


@contextlib.contextmanager
def fetched_peer(wanted: bool) -> Iterator[Path | None]:
    """A folder with boardgame.io, fetched now; None if it cannot be had. It keeps its matches in memory, without commits."""
    npm = shutil.which("npm")
    if wanted and npm is None:
        progress("no npm: boardgame.io is left out")
    if not wanted or npm is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="bangbox-peer-") as name:
        folder = Path(name)
        for script in PEER.iterdir():
            shutil.copy(script, folder)
        fetching = [npm, "install", "--no-audit", "--no-fund", "--silent", "boardgame.io@0.50"]
        found = subprocess.run(fetching, cwd=folder, check=False, capture_output=True).returncode == 0
        if not found:
            progress("npm cannot fetch boardgame.io: it is left out")
        yield folder if found else None


def other_row(folder: Path, matches: int, at_once: int, warm: int) -> Row:
    """One line about boardgame.io."""
    port = str(free_port())
    serving = subprocess.Popen(["node", "serve.cjs", port], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert serving.stdout is not None
        serving.stdout.readline()
        playing = subprocess.run(
            ["node", "play.cjs", port, str(matches), str(at_once), str(serving.pid), str(warm), str(AT_A_TIME)],
            cwd=folder, check=True, capture_output=True, text=True, timeout=LONGEST,
        )  # fmt: skip
    finally:
        serving.kill()
        serving.wait()
    found = json.loads(playing.stdout.strip().splitlines()[-1])
    return row("boardgame.io's tic-tac-toe, nothing on disk", at_once, found["waits"], found["seconds"], found["cpu"])


def machine() -> str:
    """What this was measured on."""
    model = platform.processor() or platform.machine()
    known = Path("/proc/cpuinfo")
    if known.exists():
        names = [line.partition(":")[2].strip() for line in known.read_text().splitlines() if line.startswith("model name")]
        model = names[0] if names else model
    memory = psutil.virtual_memory().total / 2**30
    system, python = platform.system(), f"Python {platform.python_version()}"
    if sys.base_prefix == "/usr":
        python = f"{platform.freedesktop_os_release()['ID'].capitalize()}'s {python}"
    return f"{os.cpu_count()} cores ({model}), {memory:.0f} GB, {system}, {python}"


def verdict(rows: list[Row]) -> str:
    """How our CPU a move compares, at the same number of matches."""
    ours = {line[1]: cpu_of(line) for line in rows if line[0] == "tic-tac-toe"}
    theirs = {line[1]: cpu_of(line) for line in rows if line[0].startswith("boardgame.io")}
    shares = [f"{ours[count] / theirs[count]:.2f} at {count} matches" for count in ours if count in theirs]
    return f"CPU a move, ours as a share of boardgame.io's: {', '.join(shares)} (aim: {AIM:.2f})." if shares else ""


def measured(quick: bool, only: list[str], idle_count: int) -> str:
    """Everything that is asked for, in Markdown."""
    run: Callable[[Any], Any] = asyncio.run
    try:
        import uvloop

        run = uvloop.run
    except ImportError:
        pass
    load, rows, memory = os.getloadavg()[0], [], []
    with fetched_peer("peer" in only) as other:
        rows = run(play_all(other, quick, only))
    if "idle" in only:
        memory = run(idle(idle_count))
    head = f"{date.today()}, {machine()}; SQLite, WAL, synchronous=FULL; clients on the same machine; load before: {load:.1f}."
    tables = [shown(heads, lines) for heads, lines in ((HEADS, rows), (IDLE_HEADS, memory)) if lines]
    return "\n\n".join(part for part in (head, *tables[:1], verdict(rows), *tables[1:]) if part)


ABOUT = """# How much the server carries

Written by `python benchmarks/server.py --write`. Real processes over loopback; every move of ours is on disk before it is
acknowledged, and answered with full views and lists of choices. boardgame.io (npm, 0.50) keeps its matches in memory; a move
of it counts until the other player has it. Rows of tic-tac-toe are the middle one of nine runs on both sides, in turn (of five
with 1,000 matches), after two thousand matches that do not count; ours by one server for all of them, boardgame.io's by a new
one for each, since it keeps whatever was played in memory. What a position looks like is worked out once and kept
(`showing/scene.py`); the positions of tic-tac-toe come back, so that helps here more than in the larger games, whose rows stand
below it.
The interpreter matters: a Python built without `--enable-optimizations` (what pyenv makes unless it is told otherwise) needs
about a fifth more for every move than Debian's. Matches that nobody watches leave memory when there are more than `rooms` of
them: the second table shows both, as memory that the process has gained by so many matches set up; what it gets from the system
and frees again stays with it for the next. A match in memory grows by about 0.35 kB an event: one of Robbery with 286
events holds 102 kB.

"""


def chosen(text: str) -> list[str]:
    """The rows of `--only`."""
    found = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in found if name not in ROWS]
    if unknown or not found:
        raise argparse.ArgumentTypeError(f"no row {', '.join(unknown) or 'named'}; there are {', '.join(ROWS)}")
    return found


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        prog="benchmarks/server.py",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="small counts")
    parser.add_argument("--only", type=chosen, default=list(ROWS), metavar="ROWS", help=f"some of {','.join(ROWS)}")
    parser.add_argument("--idle", type=int, default=None, help="how many idle matches (default 10,000; 500 with --quick)")
    parser.add_argument("--write", action="store_true", help=f"write docs/{PAGE.name}")
    asked = parser.parse_args()
    if asked.write and set(asked.only) != set(ROWS):
        parser.error("--write wants the whole table: leave out --only")
    found = measured(asked.quick, asked.only, asked.idle or (500 if asked.quick else 10_000))
    print(found)
    if asked.write:
        PAGE.write_text(ABOUT + found + "\n", "utf-8")


if __name__ == "__main__":
    main()
