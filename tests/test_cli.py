"""The command line as a person or a program uses it: real processes, real output, exit codes."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from bangbox import __version__, game
from bangbox.cli import app, main
from bangbox.core.matches.match import Event
from tests.core.matches.records import fair

START = "NNpPppNnP/npNppPNnNN/pPnNNnnppNN/NnNpPnPPpnPn/pnNNnPPpPPpP/PpNNNnPPnnN/npPnppnpNp/npPNnnPPP m 0 0,0,0,0 0,0,0,0 -"


class Run(NamedTuple):
    """What a command answered."""

    returncode: int
    stdout: str
    stderr: str


Bangbox = Callable[..., Run]


@pytest.fixture
def bangbox(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Bangbox:
    """Runs a command as the console script does."""

    def run(*words: str, stdin: str = "") -> Run:
        monkeypatch.setattr("sys.argv", ["bangbox", *words])
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        capfd.readouterr()
        code = 0
        try:
            main()
        except SystemExit as ended:
            code = int(ended.code or 0)
        return Run(code, *capfd.readouterr())

    return run


def test_the_installed_command_answers() -> None:
    command = Path(sys.executable).with_name("bangbox")
    run = subprocess.run([command, "perft", "tictactoe", "--depth", "1"], capture_output=True, text=True, timeout=120)
    assert (run.returncode, run.stdout) == (0, "1 9\n")


def test_signs_that_cannot_be_written_are_replaced() -> None:
    """As on Windows, where files and pipes are not written in UTF-8."""
    command = [sys.executable, "-m", "bangbox", "rules", "bigxbang"]
    run = subprocess.run(command, env=os.environ | {"PYTHONIOENCODING": "cp1252"}, capture_output=True, timeout=120)
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.startswith(b"# Big\xd7Bang")


def test_perft_prints_one_line_a_depth(bangbox: Bangbox) -> None:
    run = bangbox("perft", "bigxbang", "--position", START, "--depth", "2")
    assert run.returncode == 0
    assert run.stdout == "1 94\n2 11349\n"
    assert json.loads(bangbox("perft", "tictactoe", "--depth", "3", "--json").stdout) == {"1": 9, "2": 72, "3": 504}


def test_score_tells_who_gets_what_and_why(bangbox: Bangbox) -> None:
    found = json.loads(bangbox("score", "bigxbang", "--position", START, "--json").stdout)
    assert found["scores"] == [0, 1]
    star = {"reason": "the heaviest star: 26 particles to 24", "rule": "X12", "numbers": {"n": 26, "m": 24, "each": 24}}
    assert found["tally"] == [{"seat": 1, "points": 1, **star}]
    assert "Player 2: +1 the heaviest star: 26 particles to 24 (X12)" in bangbox("score", "bigxbang", "--position", START).stdout
    german = bangbox("score", "bigxbang", "--position", START, "--language", "de").stdout
    assert "Spieler 2: +1 der schwerste Stern: 26 Teilchen zu 24 (X12)" in german


def test_score_has_the_end_and_second_colours_as_data(bangbox: Bangbox) -> None:
    pos = game("urknall", players=2).start(seed=1)
    while not pos.over:
        pos.play(pos.choices()[-1])
    found = json.loads(bangbox("score", "urknall", "--position", pos.text, "--json").stdout)
    second = [row["numbers"]["points"] for row in found["tally"] if row["rule"] == "U24"]
    assert second == [player.second_points for player in pos.view().players]
    assert found["end"]["rule"] == "U24"
    assert found["end"]["reason"] in bangbox("score", "urknall", "--position", pos.text).stdout


def test_options_that_agree_with_a_position_are_taken(bangbox: Bangbox) -> None:
    run = bangbox("perft", "brains", "--position", "1 88 20,12,5 r,y,g 2 2 1*352", "-o", "players=3", "--depth", "1")
    assert run == (0, "1 32\n", "")


def test_rules_whole_or_one(bangbox: Bangbox) -> None:
    assert bangbox("rules", "bigxbang").stdout.startswith("# ")
    assert bangbox("rules", "bigxbang", "x7").stdout.startswith("X7: ")


def test_a_game_in_the_terminal_is_saved_replayed_and_verified(bangbox: Bangbox, tmp_path: Path) -> None:
    saved = tmp_path / "game.match"
    typed = f"why a1\nrules\nhelp\nlist\nnonsense\nb2\na2\nc1\nb1\nsave {saved}\nquit\n"
    run = bangbox("play", "tictactoe", "--terminal", "--level", "random", "--seed", "2", stdin=typed)
    assert run.returncode == 0, run.stderr
    assert "T2" in run.stdout
    assert "“nonsense” is not possible here." in run.stdout
    if not saved.exists():  # the game ended before: play shorter
        bangbox("play", "tictactoe", "--terminal", "--level", "random", "--seed", "2", stdin=f"b2\nsave {saved}\nquit\n")
    shown = json.loads(bangbox("replay", str(saved), "--json").stdout)
    assert shown["game"] == "tictactoe"
    assert bangbox("verify", str(saved)).stdout.startswith("good: ")
    forged = saved.read_text().replace("b2 | 4", "b2 | 3")
    saved.write_text(forged)
    run = bangbox("verify", str(saved))
    assert run.returncode == 1
    assert run.stdout.startswith("wrong: ")


def test_verify_says_what_cannot_be_proven(bangbox: Bangbox, tmp_path: Path) -> None:
    record = fair("brains")
    path = tmp_path / "brains.match"
    for dice, code, words in [
        ("fair", 0, "good: "),
        ("typed", 0, "unverifiable: "),
        ("none", 0, "unverifiable: "),
        ("seeded", 1, "wrong: the seed should be whole numbers"),
    ]:
        path.write_text(msgspec.structs.replace(record, dice=dice).write(), "utf-8")
        run = bangbox("verify", str(path))
        assert (run.returncode, run.stdout[: len(words)]) == (code, words), run.stdout
    path.write_text(msgspec.structs.replace(record, contributions=["00ff" * 4] * 2, commitments=[]).write(), "utf-8")
    run = bangbox("verify", str(path))
    assert run.returncode == 1
    assert len(run.stdout.splitlines()) == 11, "the first ten, and how many more"
    assert "things more" in run.stdout


def test_verify_says_for_whom_dice_are_proven_and_how_a_match_ended(bangbox: Bangbox, tmp_path: Path) -> None:
    record = fair("bigxbang")
    path = tmp_path / "bigxbang.match"
    path.write_text(record.write(), "utf-8")
    assert "proven fair for seat 1 (Ann), seat 2 (Bob), committed" in bangbox("verify", str(path)).stdout
    path.write_text(msgspec.structs.replace(record, commitments=[]).write(), "utf-8")
    assert "no seat committed to its number" in bangbox("verify", str(path)).stdout
    del record.events[9:]
    scores = record.replay().scores
    record.events.append(Event(10, "", "resign", 1))
    record.events.append(Event(11, "", "end", 1, None, "", {"reason": "resign", "winners": [0], "scores": scores, "seat": 1}))
    record.result = ""
    path.write_text(record.write(), "utf-8")
    assert "ended before its time (resign)" in bangbox("verify", str(path)).stdout


def test_verify_compares_with_what_a_player_saw(bangbox: Bangbox, tmp_path: Path) -> None:
    record = fair("bigxbang")
    path = tmp_path / "bigxbang.match"
    path.write_text(record.write(), "utf-8")
    seen = ["--commitment", record.commitment, "--commitment", f"2={record.commitments[1]}"]
    run = bangbox("verify", str(path), *seen, "--contribution", f"1={record.contributions[0]}", "--json")
    found = json.loads(run.stdout)
    assert (run.returncode, found["good"], found["committed"], found["ended"]) == (0, True, [0, 1], "rules")
    run = bangbox("verify", str(path), *seen, "--contribution", f"1={'00' * 16}")
    assert (run.returncode, run.stdout.strip()) == (1, "wrong: seat 1 (Ann) had contributed another number")
    run = bangbox("verify", str(path), "--commitment", "short")
    assert (run.returncode, "64 hexadecimal digits" in run.stderr) == (2, True), run.stderr


def test_bench_prints_the_promised_figures(bangbox: Bangbox) -> None:
    figures = json.loads(bangbox("bench", "tictactoe", "--json", "--seconds", "0.05").stdout)
    promised = {"playouts_per_s", "moves_per_s", "python_moves_per_s", "batch_moves_per_s", "batch_threads"}
    assert promised | {"compile_s", "import_s"} <= set(figures)


@pytest.mark.parametrize(
    "words",
    [
        ["perft", "chess"],
        ["perft", "bigxbang", "--position", "nonsense"],
        ["perft", "bigxbang", "-o", "shorter"],
        ["perft", "bigxbang", "-o", "short=maybe"],
        ["perft", "brains", "-o", "players=9"],
        ["perft", "bigxbang", "-o", "coop"],
        ["score", "brains", "--position", "1 2 3"],
        ["score", "brains", "--position", "1 88 20,12,5 r,y,g 2 2 1*35?", "-o", "players=4"],
        ["score", "bigxbang", "--language", "fr"],
        ["replay", "no/such/file"],
        ["verify", "README.md"],
        ["rules", "bigxbang", "X99"],
        ["rules", "bigxbang", "--language", "fr"],
        ["play", "bigxbang", "--terminal", "--seat", "7"],
        ["play", "bigxbang", "--terminal", "--seat", "0"],
        ["play", "bigxbang", "--terminal", "--language", "fr"],
        ["play", "bigxbang", "--terminal", "--level", "godlike"],
        ["bench", "chess"],
        ["throw", "--speed", "9999"],
        ["throw", "--box", "upside-down"],
        ["throw", "--box-x", "100"],
        ["throw", "--players", "5"],
        ["throw", "--throws", "cheap", "--picture", "no/such/folder/throw.png"],
        ["throw", "--throws", "cheap", "--picture", "throw.unknown"],
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(bangbox: Bangbox, words: list[str]) -> None:
    run = bangbox(*words)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert run.stderr.startswith("bangbox: ")
    assert len(run.stderr.strip().splitlines()) == 1


COMMANDS = [command.name or command.callback.__name__ for command in app.registered_commands if command.callback]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_an_example(bangbox: Bangbox, command: str) -> None:
    said = bangbox(command, "--help").stdout
    assert f"bangbox {command}" in said[said.index("Example") :]


def test_the_readme_names_every_command() -> None:
    page = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    assert [command for command in COMMANDS if f"`bangbox {command}" not in page] == []


def test_the_help_of_all_says_how_to_begin(bangbox: Bangbox) -> None:
    said = bangbox("--help").stdout
    assert {"play", "serve", "throw", "games"} <= set(COMMANDS)
    assert "bangbox play" in said[said.index("Example") :]


def test_the_version(bangbox: Bangbox) -> None:
    assert bangbox("--version") == (0, f"{__version__}\n", "")


@pytest.mark.parametrize(("module", "needs", "words", "extra"), [
    ("uvicorn", "bangbox.server.running.app", ["play", "--no-browser"], "play"),
    ("alembic", "bangbox.server.storage.opening", ["migrate"], "play"),
])  # fmt: skip
def test_a_command_says_what_is_not_installed(
    bangbox: Bangbox, monkeypatch: pytest.MonkeyPatch, module: str, needs: str, words: list[str], extra: str
) -> None:
    for name in [name for name in sys.modules if name.startswith((needs, f"{module}."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    answer = bangbox(*words)
    assert answer.returncode == 2
    assert answer.stderr == f'bangbox: this needs more than is installed: pip install "bangbox[{extra}]"\n'
