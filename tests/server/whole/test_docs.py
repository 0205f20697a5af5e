"""What the documents promise: the bot of docs/bot-api.md plays, settings are listed, dice are checked as docs/dice.md says."""

import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bangbox.core.dice import FairDice
from bangbox.server.running.commands import serve
from bangbox.server.settings import Settings
from tests.server.guests import Guest, play_on
from tests.server.processes import Server

DOCS = Path(__file__).parents[3] / "docs"
SOURCES = Path(__file__).parents[3] / "src"


def code(page: str) -> str:
    """The first Python program of a page."""
    found = re.search(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.S)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(("game", "seats", "public"), [("tictactoe", "mo", True), ("magpie", "mob", False)])
def test_the_bot_in_thirty_lines_plays_a_match(
    server: Server, ann: Guest, tmp_path: Path, game: str, seats: str, public: bool
) -> None:
    text = code("bot-api.md")
    assert len(text.splitlines()) <= 30
    program = tmp_path / "bot.py"
    program.write_text(text)
    options = {"players": len(seats)} if game == "magpie" else {}
    match = ann.table(game, seats, public=public, options=options)["id"]
    arguments = [server.url, match] if public else [server.url, match, ann.post(f"/api/matches/{match}/invite")["code"]]
    bot = subprocess.Popen([sys.executable, str(program), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        while ann.get(f"/api/matches/{match}")["status"] == "waiting":
            assert bot.poll() is None, bot.communicate()
        over = play_on(ann, match)
        out, errors = bot.communicate(timeout=30)
    finally:
        bot.kill()
        bot.communicate()
    assert bot.returncode == 0, errors
    assert out.strip().splitlines()[-1] == f"over, won by seats {over['table']['result']['winners']}"
    assert over["table"]["players"][1]["name"] == "Thirty lines"


def test_dice_are_drawn_as_the_page_says() -> None:
    scope: dict[str, Any] = {}
    exec(code("dice.md"), scope)
    secret, contributions = bytes(range(32)), ["ab" * 16, "cd" * 8]
    dice = FairDice(secret, "m4tch", contributions)
    for total in (1, 2, 6, 84, 2**31, 2**53 - 1):
        assert scope["draw"](secret.hex(), "m4tch", contributions, dice.k, total) == dice.below(total)


def test_every_setting_is_a_flag() -> None:
    assert list(inspect.signature(serve).parameters) == list(Settings.__struct_fields__)


def test_every_environment_variable_is_listed() -> None:
    """Those of single settings are listed by their settings' names."""
    page = (DOCS / "hosting.md").read_text("utf-8")
    named = {name for path in SOURCES.rglob("*.py") for name in re.findall(r"BANGBOX_[A-Z_]+[A-Z]", path.read_text("utf-8"))}
    settings = {f"BANGBOX_{name.upper()}" for name in Settings.__struct_fields__}
    assert {"BANGBOX_CACHE", "BANGBOX_GAMES"} <= named - settings
    assert [name for name in sorted(named - settings) if f"`{name}`" not in page] == []


def test_every_setting_is_listed() -> None:
    page = (DOCS / "hosting.md").read_text("utf-8")
    listed = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", page, re.M))
    assert set(listed) == set(Settings.__struct_fields__)
    for name, shown in listed.items():
        default = Settings.__struct_defaults__[Settings.__struct_fields__.index(name)]
        if shown.startswith("`"):
            assert shown.strip("`") == (str(int(default)) if isinstance(default, float) else str(default)), name
