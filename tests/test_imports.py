"""Who may import whom: each layer knows only those above it, and no two modules need each other."""

import ast
import functools
from pathlib import Path

import pytest

import bangbox

ROOT = Path(bangbox.__file__).parent

# What each layer may import besides itself; docs/architecture.md draws it.
ABOVE = {
    "system": set(),
    "core": {"system"},
    "games": {"core"},
    "rulebook": {"core"},
    "puzzles": {"core"},
    "bots": {"core", "games"},
    "lab": {"system", "core", "games", "bots", "puzzles"},
    "interop": {"system", "core", "games", "bots"},
    "bangbox": {"core", "bots"},  # the package itself: the names that others rely on
    "terminal": {"bangbox", "core", "games", "bots", "rulebook"},
    "server": {"system", "bangbox", "core", "games", "bots", "lab", "interop", "rulebook", "puzzles"},
    "cli": {"bangbox", "core", "games", "bots", "lab", "interop", "rulebook", "puzzles", "terminal", "server"},
    "__main__": {"cli"},
}


@functools.cache
def modules() -> dict[str, Path]:
    """All modules by name."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@functools.cache
def imports(name: str) -> set[str]:
    """The modules of ours that a module imports, anywhere in its text."""
    path, found = modules()[name], set()
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {_module(alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            found |= {_module(f"{start}.{alias.name}") for alias in node.names}
    return {other for other in found if other is not None} - {name}


def _module(dotted: str) -> str | None:
    """The module that an imported name lies in, if it is one of ours."""
    while dotted and dotted not in modules():
        dotted = dotted.rpartition(".")[0]
    return dotted or None


def layer(name: str) -> str:
    """The layer of a module: its package or file below `bangbox`."""
    return name.split(".")[1] if "." in name else name


def cycles() -> list[set[str]]:
    """Groups of modules that need each other, each group whole (Tarjan's strongly connected components)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        stack.append(name)
        for other in sorted(imports(name)):
            if other not in order:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], order[other])
        if low[name] == order[name]:
            group = set(stack[stack.index(name) :])
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(group)

    for name in modules():
        if name not in order:
            visit(name)
    return found


@pytest.mark.parametrize("name", modules())
def test_a_layer_knows_only_those_above_it(name: str) -> None:
    assert layer(name) in ABOVE, f"{name} is in no layer"
    foreign = {other for other in imports(name) if layer(other) not in ABOVE[layer(name)] | {layer(name)}}
    assert foreign == set(), f"{name} may import {sorted(ABOVE[layer(name)])} only"


@pytest.mark.parametrize("name", [name for name in modules() if layer(name) == "games"])
def test_a_game_knows_no_other_game(name: str) -> None:
    own = name.split(".")[:3]
    assert {other for other in imports(name) if layer(other) == "games" and other.split(".")[:3] not in (own, own[:2])} == set()


def test_no_two_modules_need_each_other() -> None:
    assert cycles() == []


def test_imports_are_found_however_they_are_written() -> None:
    assert "bangbox.core.position" in imports("bangbox")  # for the type checker only
    assert "bangbox.core.registry" in imports("bangbox.cli")  # inside a function
    assert "bangbox.games.brains.rules" in imports("bangbox.games.brains.views")  # relative
    assert "bangbox.core.compiled.single" in imports("bangbox.core.compiled.engine")  # a module from its package


# The rooms of the server, lowest first; hall.py stands among them because it puts the lower ones together.
ROOMS = ["protocol", "storage", "match", "showing", "people", "push", "workers", "play", "hall", "lobby", "tending"]
ROOMS += ["api", "running"]
BESIDE = {"errors", "settings", "metrics", "tasks", "time", "__main__"}  # files that hold no room's work


def room(name: str) -> str:
    """The room of a module of the server, or the file that stands beside the rooms."""
    return [*name.split("."), "", ""][2]


@pytest.mark.parametrize("name", [name for name in modules() if room(name) in ROOMS and layer(name) == "server"])
def test_a_room_of_the_server_knows_only_those_below_it(name: str) -> None:
    known = set(ROOMS[: ROOMS.index(room(name)) + 1]) | BESIDE
    others = {other for other in imports(name) if layer(other) == "server" and room(other)}
    assert {other for other in others if room(other) not in known} == set()


def test_every_part_of_the_server_is_a_room_or_beside_them() -> None:
    assert {room(name) for name in modules() if layer(name) == "server"} - set(ROOMS) - BESIDE == {""}


def test_the_match_and_what_is_shown_of_it_are_pure() -> None:
    for name in modules():
        if layer(name) == "server" and room(name) in ("match", "showing"):
            text = modules()[name].read_text("utf-8")
            assert "asyncio" not in text.split('"""', 2)[2] and "async def" not in text, name
