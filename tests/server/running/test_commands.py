"""The commands of a host, as they are typed."""

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bangbox.cli import app
from bangbox.core.errors import BangboxError
from bangbox.server.push.keys import kept_keys
from tests.server.processes import Postgres


def typed(*words: str) -> str:
    """What a command prints; a failure is raised."""
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    return done.output.strip()


def test_migrate_backup_and_restore(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bangbox.server.running.logs.set_up", lambda form: None)  # the tests have their own
    database, kept = postgres.new_database(), tmp_path / "kept.sqlite"
    with pytest.raises(BangboxError, match="run `bangbox migrate"):
        typed("serve", "--database", database, "--workers", "2")
    assert typed("migrate", "--database", database) == "the tables are up to date"
    assert "rows saved" in typed("backup", "--database", database, str(kept))
    assert kept.exists()
    fresh = f"sqlite:///{tmp_path / 'new.sqlite'}"
    assert "rows restored" in typed("restore", "--database", fresh, str(kept))


def test_a_backup_has_the_keys_for_push_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there, backup = tmp_path / "here", tmp_path / "there", str(tmp_path / "backup.sqlite")
    monkeypatch.setenv("BANGBOX_DATA", str(here))
    typed("migrate")
    public = kept_keys(here).public
    assert "rows and the keys for push messages saved" in typed("backup", backup)
    monkeypatch.setenv("BANGBOX_DATA", str(there))
    assert "push.pem" not in typed("restore", backup)
    assert kept_keys(there).public == public
    other = tmp_path / "other"
    monkeypatch.setenv("BANGBOX_DATA", str(other))
    kept_keys(other)
    assert "push.pem stays, with other keys" in typed("restore", backup)


def test_what_cannot_be_is_one_line_and_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from bangbox.cli import main; main()", "serve", "--workers", "2"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("bangbox: --workers above 1 needs PostgreSQL")
    assert len(done.stderr.splitlines()) == 1


def test_every_command_shows_an_example() -> None:
    for command in ("serve", "migrate", "backup", "restore"):
        assert f"bangbox {command}" in typed(command, "--help")
