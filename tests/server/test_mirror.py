"""The tests stand in the same rooms as the server: every module has its test file."""

from pathlib import Path

HERE = Path(__file__).parent
SERVER = HERE.parents[1] / "src" / "bangbox" / "server"
MOST = 12  # files in a folder

# Modules that hold no behaviour of their own.
PLAIN = {
    "__main__",  # calls one function
    "errors",
    "time",
    "play/common",  # what others share
    "protocol/again",
    "protocol/answers",  # structs: protocol/test_protocol.py looks at all of them
    "protocol/base",
    "protocol/play",
    "protocol/push",
    "protocol/puzzles",
    "protocol/requests",
    "protocol/shelf",
    "protocol/study",
    "protocol/table",
    "storage/schema",  # tables: storage/test_migrations.py compares them with the migrations
    "storage/migrations/env",
}


def modules() -> set[str]:
    """All modules with something in them, by their path; a package that holds functions counts as one."""
    found = {path for path in SERVER.rglob("*.py") if path.name != "__init__.py" and "versions" not in path.parts}
    names = {path.relative_to(SERVER).with_suffix("").as_posix() for path in found}
    return names | {"storage/migrations"}


def expected(module: str) -> Path:
    """Where the test of a module is."""
    folder, _, name = module.rpartition("/")
    return HERE / folder / f"test_{name}.py"


def test_every_module_has_its_test_file() -> None:
    assert [module for module in sorted(modules() - PLAIN) if not expected(module).exists()] == []


def test_only_modules_that_exist_are_left_out() -> None:
    assert modules() >= PLAIN
    assert [module for module in sorted(PLAIN) if expected(module).exists()] == []


def test_there_is_no_room_that_the_server_does_not_have() -> None:
    rooms = {path.parent.relative_to(HERE).as_posix() for path in HERE.rglob("test_*.py")} - {".", "whole"}
    assert [room for room in sorted(rooms) if not (SERVER / room).is_dir()] == []


def test_no_folder_is_crowded() -> None:
    for folder in [HERE, *(path for path in HERE.rglob("*") if path.is_dir() and path.name != "__pycache__")]:
        assert len([path for path in folder.glob("*.py") if path.name != "conftest.py"]) <= MOST, folder
