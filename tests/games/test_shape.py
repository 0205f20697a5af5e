"""docs/add-a-game.md names every file of every game, and no other: the same job has the same name everywhere."""

import re
from pathlib import Path

import pytest

from bangbox.core.registry import kind
from tests.games.suite import NAMES

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"
MOST_FILES = 12


def named(name: str) -> set[str]:
    """The files that the page says a game has."""
    rows = re.findall(r"^\| `([\w/.]+)` \| [^|]+ \| ([\w, ]+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    return {file for file, games in rows if games == "all" or name in games.split(", ")}


def found(name: str) -> set[str]:
    """The files that it has: a part is called the same whether it is a module or a package."""
    folder = kind(name).folder
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*.py") if not path.name.startswith("test_")}
    parts = {file.removesuffix("/__init__.py") for file in files if file.endswith("/__init__.py")}
    parts |= {file.removesuffix(".py") for file in files if file in ("rules.py", "notation.py", "views.py", "settle.py")}
    return {part for part in parts if part != "recording"} | {
        file for file in files if not file.endswith("__init__.py") and file.removesuffix(".py") not in parts
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_file_of_a_game_has_the_name_of_its_job(name: str) -> None:
    assert found(name) == named(name)


@pytest.mark.parametrize("name", NAMES)
def test_no_folder_of_a_game_is_crowded(name: str) -> None:
    for folder in {path.parent for path in kind(name).folder.rglob("*.py")}:
        assert len(list(folder.glob("*.py"))) <= MOST_FILES, folder
