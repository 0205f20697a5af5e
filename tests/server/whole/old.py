"""Databases of every schema that there was, as SQL: `python -m tests.server.whole.old` writes those that are missing.

A file is made once, while its schema is the present one, and then left alone. (Those of 0001 to 0006 were made later: the
migrations of their time, filled with the rows of 0007 that had a place there. Seats had shown their numbers for the dice at once
before 0004, and so they have there.) What is in them: see `fill`. The token of Ann, who plays there, is in the first line.
"""

import functools
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from bangbox.server.settings import Settings
from bangbox.server.storage import opening
from bangbox.server.storage.migrations import NEWEST, upgrade
from tests.server.guests import Guest, play_on
from tests.server.processes import Server

FOLDER = Path(__file__).parent / "old"
SIGN = "-- Ann's token: "
GAMES = "tictactoe,bigxbang"


def path(version: str) -> Path:
    """Where the database of a schema lies."""
    return FOLDER / f"{version}.sql"


def restored(version: str, target: Path) -> str:
    """Makes a SQLite file out of an old one; Ann's token."""
    text = path(version).read_text("utf-8")
    with closing(sqlite3.connect(target)) as database:
        database.executescript(text)
    return text.splitlines()[0].removeprefix(SIGN)


def fill(folder: Path) -> str:
    """A match that is over, one that somebody has left, one that goes on, and a table that waits; the token of Ann."""
    server = Server(folder, only=GAMES).start()
    try:
        with Guest(server, "Ann") as ann:
            play_on(ann, ann.table("tictactoe", "mh")["id"])
            left = ann.table("bigxbang", "mh", options={"short": True})["id"]
            for seat in (0, 1):
                now = ann.snapshot(left, seat=seat)["now"]
                ann.move(left, seat, now["number"], choice=now["choices"][0]["number"])
            ann.post(f"/api/matches/{left}/resign", seat=0)
            going = ann.table("tictactoe", "mh")["id"]
            ann.move(going, 0, 1, name="b2")
            ann.post(f"/api/matches/{going}/chat", text="your turn")
            ann.table("tictactoe", "mo")
            return ann.http.cookies["bangbox"]
    finally:
        server.stop()


def dumped(database: Path) -> str:
    """A SQLite file as SQL."""
    with closing(sqlite3.connect(database)) as opened:
        return "\n".join(opened.iterdump()) + "\n"


def copied(source: Path, target: Path) -> None:
    """Copies what has a place in an older schema."""
    with closing(sqlite3.connect(target)) as database:
        database.execute("ATTACH ? AS newer", (str(source),))
        for (table,) in database.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall():
            columns = [row[1] for row in database.execute(f"PRAGMA main.table_info({table})")]
            newer = {row[1] for row in database.execute(f"PRAGMA newer.table_info({table})")}
            both = ", ".join(f'"{name}"' for name in columns if name in newer)
            if both and table != "alembic_version":
                database.execute(f"INSERT INTO main.{table} ({both}) SELECT {both} FROM newer.{table}")
        database.commit()


def main() -> None:
    """Writes what is missing."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        token, newest = fill(folder), folder / "bangbox.sqlite"
        for number in range(1, int(NEWEST) + 1):
            version = f"{number:04}"
            if path(version).exists():
                continue
            database = newest
            if version != NEWEST:
                database = folder / f"{version}.sqlite"
                opening.transact(Settings(database=f"sqlite:///{database}"), functools.partial(upgrade, version=version))
                copied(newest, database)
            path(version).write_text(f"{SIGN}{token}\n{dumped(database)}", "utf-8")
            print(f"{path(version)} written")


if __name__ == "__main__":
    main()
