"""A server killed at random moments loses no acknowledged move, leaves no match stuck, and its clients go on."""

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path

from bangbox.core.registry import games
from bangbox.server.settings import Settings
from bangbox.server.storage.opening import migrate
from tests.server.guests import Json
from tests.server.processes import Postgres, Server
from tests.server.whole.crowd import Crowd

Count = Callable[[int, int], int]
BOT = {"kind": "bot", "level": "random"}
ME, OPEN = {"kind": "me"}, {"kind": "open"}
SEATS: dict[str, list[Json]] = {
    "tictactoe": [ME, OPEN],
    "magpie": [ME, OPEN, BOT],
    "bigxbang": [ME, BOT],
    "brains": [ME, BOT, OPEN],
    "urknall": [ME, BOT, BOT],
    "robbery": [ME, BOT, OPEN],
    "bigbrainbang": [ME, BOT],
}
QUICK = ("tictactoe", "magpie")


def chosen(soaking: bool) -> dict[str, list[Json]]:
    """All games when soaking; else two that compile and end quickly, with secrets, throws and dice in one of them."""
    return {game: seats for game, seats in SEATS.items() if game in games() and (soaking or game in QUICK)}


async def storm(servers: list[Server], kills: int, crowd: Crowd, tables: int, seed: int) -> None:
    """Kills servers at random moments while the crowd plays, then lets it finish."""
    dice, stop = random.Random(seed), asyncio.Event()
    playing = asyncio.create_task(crowd.play(tables, stop))
    for _ in range(kills):
        moves = crowd.moves
        while crowd.moves == moves and not playing.done():  # something was played since the last time
            await asyncio.sleep(0.05)
        await asyncio.sleep(dice.random() * 0.8)
        if playing.done():
            break
        victim = dice.choice(servers)
        victim.kill()
        victim.start(wait=False)
        await asyncio.to_thread(victim.wait)
        await crowd.check(only_new=3 * tables)
    stop.set()
    await asyncio.wait_for(playing, 600)


def test_a_killed_server_loses_nothing(folder: Path, soak_count: Count, soak_row: Callable[[str, int, str, float], None]) -> None:
    kills, began = soak_count(2, 100), time.monotonic()
    played = chosen(soak_count(0, 1) == 1)
    server = Server(folder, only=",".join(played)).start()
    crowd = Crowd(lambda: [server.url], played)
    try:
        asyncio.run(storm([server], kills, crowd, tables=len(played) + 1, seed=1))
        looked_at = asyncio.run(crowd.check())
    finally:
        server.stop()
    assert looked_at == sum(len(table.acknowledged) for table in crowd.tables) > 0
    assert all(table.over for table in crowd.tables)
    assert "Traceback" not in server.logged(), server.logged()
    found = f"{looked_at:,} acknowledged moves all there, {crowd.finished} matches finished, {crowd.reconnections} reconnections"
    soak_row(f"server killed (SIGKILL) while {', '.join(played)} are played", kills, found, time.monotonic() - began)


def test_two_processes_on_one_postgres_lose_nothing(
    folder: Path, postgres: Postgres, soak_count: Count, soak_row: Callable[[str, int, str, float], None]
) -> None:
    kills, began = soak_count(2, 100), time.monotonic()
    played = chosen(soak_count(0, 1) == 1)
    database = postgres.new_database()
    migrate(Settings(database=database))
    servers = [Server(folder, only=",".join(played), database=database) for _ in range(2)]
    try:
        for server in servers:
            server.start(wait=False)
        for server in servers:
            server.wait()
        crowd = Crowd(lambda: [server.url for server in servers], played, seed=2)
        asyncio.run(storm(servers, kills, crowd, tables=len(played) + 1, seed=2))
        looked_at = asyncio.run(crowd.check())
    finally:
        for server in servers:
            server.stop()
    assert looked_at == sum(len(table.acknowledged) for table in crowd.tables) > 0
    assert all(table.over for table in crowd.tables)
    for server in servers:
        assert "Traceback" not in server.logged(), server.logged()
    found = f"{looked_at:,} acknowledged moves all there, {crowd.finished} matches finished, {crowd.reconnections} reconnections"
    soak_row("either of two servers on one PostgreSQL killed (SIGKILL)", kills, found, time.monotonic() - began)
