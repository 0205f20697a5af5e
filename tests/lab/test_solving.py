"""`bangbox solve`: a line that can be played, the same by the same seed, and a table over many set-ups."""

import json

import pytest
from typer.testing import CliRunner

import bangbox
from bangbox.cli import app
from bangbox.core.errors import OptionError
from bangbox.lab.solving import solved


def test_a_puzzle_by_its_seed() -> None:
    answer = CliRunner().invoke(app, ["solve", "bigxbang", "-o", "puzzle=light", "--seed", "7", "--json"])
    assert answer.exit_code == 0
    found = json.loads(answer.stdout)
    pos = bangbox.game("bigxbang").position(found["position"])
    for name in found["line"]:
        pos.play(name)
    assert pos.over and pos.scores[0] == found["score"] == found["stars"][2] == 0


def test_a_position_by_its_text() -> None:
    text = "D.d....../........../.........../............/............/.........../........../......... - 0 0,0,0,0 0,0,0,0 light"
    answer = CliRunner().invoke(app, ["solve", "bigxbang", "--position", text])
    assert "a1xa3" in answer.stdout and "★★★ 0" in answer.stdout


def test_many_set_ups_make_a_table() -> None:
    answer = CliRunner().invoke(app, ["solve", "bigxbang", "-o", "puzzle=light", "--count", "2"])
    assert "0.00 on average" in answer.stdout


def test_what_is_no_puzzle_is_refused() -> None:
    for pos in (bangbox.game("bigxbang").start(seed=1), bangbox.game("tictactoe").start(seed=1)):
        with pytest.raises(OptionError, match="puzzle"):
            solved(pos, 1, 1.0)
