"""Where the key pair for push messages is kept: a file in the data folder, and a table of its own in backups."""

import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

NAME = "push.pem"
TABLE = "push_key"


def write(path: Path, pem: bytes) -> None:
    """Makes the file, for this user only, unless there is one: of several processes that start at once one is first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{NAME}.{secrets.token_hex(8)}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pem)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def back_up(folder: Path, backup: Path) -> bool:
    """Puts the key pair of a folder into a backup; whether there is one."""
    path = folder / NAME
    if not path.exists():
        return False
    with closing(sqlite3.connect(backup)) as copy, copy:
        copy.execute(f"DROP TABLE IF EXISTS {TABLE}")  # where a backup has become the database
        copy.execute(f"CREATE TABLE {TABLE} (pem BLOB NOT NULL)")
        copy.execute(f"INSERT INTO {TABLE} VALUES (?)", (path.read_bytes(),))
    return True


def restore(folder: Path, backup: Path) -> bool:
    """Gives a folder the key pair of a backup, unless it has one, which a server may use; whether the backup's is there now."""
    with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?immutable=1", uri=True)) as copy:  # nothing is written beside it
        if not copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (TABLE,)).fetchone():
            return True  # there is none to bring back
        pem = bytes(copy.execute(f"SELECT pem FROM {TABLE}").fetchone()[0])
    write(folder / NAME, pem)
    return (folder / NAME).read_bytes() == pem
