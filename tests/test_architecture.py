"""docs/architecture.md says what is there: every file and function that it names in tables exists."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SERVER = ROOT / "src" / "bangbox" / "server"
LONGEST_SENTENCE = 60  # words


def section(title: str) -> str:
    return TEXT.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def rows(title: str) -> list[list[str]]:
    lines = [line for line in section(title).splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def names(path: Path) -> set[str]:
    """The functions, classes and methods of a file, methods with their class and alone."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)}
            found |= methods | {f"{node.name}.{method}" for method in methods}
    return found


def test_the_life_of_a_move_names_what_is_there() -> None:
    files: list[str] = []
    passed: set[str] = set()
    for _, file, functions, _ in rows("The life of a move"):
        files = re.findall(r"`([\w/]+\.py)`", file) or files
        passed.add(files[0])
        for name in files:
            for function in re.findall(r"`([\w.]+)`", functions):
                assert function in names(SERVER / name), f"{name} has no {function}"
    assert 5 < len(passed) <= 10


def test_the_rooms_of_the_server_are_the_folders_and_their_files() -> None:
    for folder, _, files in rows("The server, room by room"):
        place = SERVER / folder.strip("`/")
        if place.is_dir():
            named = {name.strip("/") for name in re.findall(r"`([\w/]+)`", files)}
            there = {path.stem for path in place.iterdir() if path.name not in ("__init__.py", "__pycache__")}
            assert named == there, folder
        else:
            assert place.is_file(), folder


def test_the_rooms_of_the_lab_are_all_that_is_there() -> None:
    lab = ROOT / "src" / "bangbox" / "lab"
    named = set()
    for places, _, files in rows("The lab, room by room"):
        for place in re.findall(r"`([\w/.]+)`", places):
            named.add(place.strip("/"))
            inside = (
                {path.stem for path in (lab / place).glob("*.py")} - {"__init__", "__main__"} if place.endswith("/") else set()
            )
            assert inside == set(re.findall(r"`(\w+)`", files)), place
    there = {path.name for path in lab.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert named == there - {"__init__.py"}


def test_core_is_described_file_by_file() -> None:
    named = {name for row in rows("Core, file by file") for name in re.findall(r"`([\w/]+\.py)`", row[0])}
    core = ROOT / "src" / "bangbox" / "core"
    assert named == {str(path.relative_to(core)) for path in core.rglob("*.py") if path.name != "__init__.py"}


@pytest.mark.parametrize("page", ["architecture.md", "add-a-game.md", "web.md", "hosting.md"])
def test_no_sentence_is_endless(page: str) -> None:
    text = re.sub(r"```.*?```", "", (ROOT / "docs" / page).read_text("utf-8"), flags=re.S)
    prose = "\n".join(line for line in text.splitlines() if not line.startswith(("|", "    ")))
    for sentence in re.split(r"(?<=[.:;!?])\s+|\n\n|\n- ", prose):
        assert len(sentence.split()) <= LONGEST_SENTENCE, sentence
