"""A match looked back on in a terminal."""

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import bangbox
from bangbox.bots.review import Review
from bangbox.cli import app
from bangbox.core.matches.match import record_of


@pytest.fixture
def match(tmp_path: Path) -> str:
    pos = bangbox.game("tictactoe").start(seed=1)
    for name in ("a1", "b2", "a2", "c3", "a3"):
        pos.play(name)
    path = tmp_path / "final.match"
    path.write_text(record_of(pos, ["Ann", "Bob"]).write(), "utf-8")
    return str(path)


def test_the_curve_the_table_and_the_moments(match: str) -> None:
    run = CliRunner().invoke(app, ["review", match])
    assert run.exit_code == 0
    assert "Ann" in run.stdout and "█" in run.stdout
    assert "Where it turned" in run.stdout
    assert "Event 4: Bob played" in run.stdout and "Better: " in run.stdout


def test_in_german_and_for_a_program(match: str) -> None:
    assert "Wo es sich drehte" in CliRunner().invoke(app, ["review", match, "--language", "de"]).stdout
    found = msgspec.json.decode(CliRunner().invoke(app, ["review", match, "--json"]).stdout, type=Review)
    assert len(found.players) == 2


def test_a_match_that_is_not_over_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "begun.match"
    path.write_text(record_of(bangbox.game("tictactoe").start(seed=1).play("a1"), ["Ann", "Bob"]).write(), "utf-8")
    run = CliRunner().invoke(app, ["review", str(path)])
    assert "when it is over" in str(run.exception)
