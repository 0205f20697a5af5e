"""Where the keys for push messages are kept, and how backups bring them along."""

import sqlite3
import stat
from pathlib import Path

from bangbox.server.push import kept
from bangbox.server.push.kept import NAME
from bangbox.server.push.keys import kept_keys


def test_a_backup_brings_the_keys_to_another_computer(tmp_path: Path) -> None:
    here, there, backup = tmp_path / "here", tmp_path / "there", tmp_path / "backup.sqlite"
    assert not kept.back_up(here, backup), "no keys yet"
    first = kept_keys(here)
    for _ in range(2):  # also into a backup that has become a database and is backed up again
        assert kept.back_up(here, backup)
    assert kept.restore(there, backup)
    assert kept_keys(there).public == first.public
    assert stat.S_IMODE((there / NAME).stat().st_mode) == 0o600


def test_a_backup_never_takes_the_keys_of_a_server(tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite"
    kept_keys(tmp_path / "here")
    kept.back_up(tmp_path / "here", backup)
    own = kept_keys(tmp_path / "there")
    assert not kept.restore(tmp_path / "there", backup)
    assert kept_keys(tmp_path / "there").public == own.public


def test_a_backup_without_keys_changes_none(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "backup.sqlite").close()
    assert kept.restore(tmp_path, tmp_path / "backup.sqlite")
    assert not (tmp_path / NAME).exists()
