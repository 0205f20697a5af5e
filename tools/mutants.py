"""Plants small faults in the rules of games, one at a time, and sees whether a test of a rule notices: `make mutants`.

    python -m tools.mutants                      40 faults of each game, and docs/mutants.md
    python -m tools.mutants robbery --each 200   only that game, nothing written

Rules run uncompiled, in a copy of the package, against the examples of their rules (tests/games/<id>/test_rules*.py and the
puzzles of Big×Bang); tests that count (those with `soak_count`) are left out, because they take too long so. Which faults are
planted depends on nothing but the seed and the rules. For each that nobody notices, tools/mutants.toml holds the reason why it
may stay; without one the command fails.
"""

import argparse
import ast
import copy
import os
import random
import re
import resource
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "mutants.md"
REASONS = Path(__file__).with_suffix(".toml")
GAMES = ["bigbrainbang", "bigxbang", "brains", "robbery", "urknall"]
EACH = 40
# What must equal something else is compared with it by the common suite, not by examples: legal actions and random picks with the
# lists, facts with forged texts, what is derived with what play has made of it, guesses and dice without physics by statistics.
LEFT_OUT_FILES = {"facts.py", "legal.py", "picking.py", "cheap.py", "aiming.py", "landing.py"}
LEFT_OUT_FUNCTIONS = re.compile("invariant|is_legal|legal_move|is_outcome|derive|random_.*|guess.*|colours_shown")
OTHER_WAY: dict[type[ast.AST], ast.cmpop | ast.operator] = {
    ast.Lt: ast.LtE(), ast.LtE: ast.Lt(), ast.Gt: ast.GtE(), ast.GtE: ast.Gt(), ast.Eq: ast.NotEq(), ast.NotEq: ast.Eq(),
    ast.In: ast.NotIn(), ast.NotIn: ast.In(), ast.Add: ast.Sub(), ast.Sub: ast.Add(),
}  # fmt: skip
EXAMPLES = re.compile("rules|puzzles")
MOST_SECONDS = 600


class Fault(NamedTuple):
    """One change of one place of a game's rules."""

    file: Path  # within the package
    function: str
    start: int  # the place, in bytes
    end: int
    new: str  # what stands there then
    lines: str  # the lines around it, as they are …
    changed: str  # … and as they are then

    def __str__(self) -> str:
        changed = "left out" if self.new == "pass" else f"`{self.changed}`"
        return f"{self.file.relative_to('games')}, {self.function}: `{self.lines}` → {changed}"


# -- which faults there are


def faults(file: Path, source: str) -> list[Fault]:
    """All faults that can be planted in the functions of one file of rules."""
    text = source.encode()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: dict[tuple[int, int, str], Fault] = {}
    for function in ast.parse(source).body:
        if isinstance(function, ast.FunctionDef) and is_rule(function):
            for node, new in changes(function):
                last, column = node.end_lineno or node.lineno, node.end_col_offset or 0
                start, end = starts[node.lineno - 1] + node.col_offset, starts[last - 1] + column
                before, after = text[starts[node.lineno - 1] : start], text[end : starts[last]]
                lines, changed = one_line(before + text[start:end] + after), one_line(before + new.encode() + after)
                found.setdefault((start, end, new), Fault(file, function.name, start, end, new, lines, changed))
    return list(found.values())


def one_line(code: bytes) -> str:
    """Lines of code as they are told: in one line, without remarks."""
    return " ".join(line.split("  #")[0].strip() for line in code.decode().splitlines())


def is_rule(function: ast.FunctionDef) -> bool:
    """Whether a function is one of those whose rules are tested by examples."""
    marks = {mark.id for mark in function.decorator_list if isinstance(mark, ast.Name)}
    return bool(marks & {"rule", "inlined"}) and not LEFT_OUT_FUNCTIONS.fullmatch(function.name)


def changes(function: ast.FunctionDef) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Each place of a function with what could stand there instead."""
    for statement in function.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.expr):
                yield from ((node, f"({ast.unparse(other)})") for other in expressions(node))
            elif isinstance(node, ast.Assign | ast.AugAssign | ast.Expr) and not is_remark(node):
                yield node, "pass"


def is_remark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def expressions(node: ast.expr) -> Iterator[ast.expr]:
    """What could stand instead of an expression: another comparison, sign or number, a condition without one of its clauses."""
    if isinstance(node, ast.Compare):
        for i, sign in enumerate(node.ops):
            other = copy.deepcopy(node)
            other.ops[i] = OTHER_WAY[type(sign)]  # type: ignore[assignment]
            yield other
    elif isinstance(node, ast.BoolOp):
        for i in range(len(node.values)):
            other_values = node.values[:i] + node.values[i + 1 :]
            yield ast.BoolOp(node.op, other_values) if len(other_values) > 1 else other_values[0]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in OTHER_WAY:
        yield ast.BinOp(node.left, OTHER_WAY[type(node.op)], node.right)  # type: ignore[arg-type]
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1)


def faults_of(game: str) -> list[Fault]:
    """All faults that can be planted in the rules of a game."""
    package = ROOT / "src" / "bangbox"
    rules = package / "games" / game / "rules"
    files = sorted(rules.glob("*.py")) if rules.is_dir() else [rules.with_suffix(".py")]
    listed = [file for file in files if file.name not in LEFT_OUT_FILES]
    return [fault for file in listed for fault in faults(file.relative_to(package), file.read_text("utf-8"))]


# -- planting one and looking


class Few:
    """A plugin that leaves out tests with counts."""

    def pytest_collection_modifyitems(self, items: list[object]) -> None:
        items[:] = [item for item in items if "soak_count" not in getattr(item, "fixturenames", ())]


class Looked(NamedTuple):
    """What the tests of a game's rules said."""

    noticed: bool
    seconds: float  # of work


def look(game: str, patience: int) -> Looked:
    """Whether the tests of a game's rules notice anything, found by a child that has loaded everything else.

    Rules that never end are noticed after so many seconds of work.
    """
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        import pytest

        files = [str(file) for file in (ROOT / "tests" / "games" / game).glob("test_*.py") if EXAMPLES.search(file.name)]
        arguments = ["-x", "-p", "no:cacheprovider", "-m", "rule", *sorted(files)]
        os._exit(pytest.main(arguments, plugins=[Few()]))
    _, ended, used = os.wait4(child, 0)
    return Looked(ended != 0, used.ru_utime + used.ru_stime)


def planted(package: Path, fault: Fault, patience: int) -> Looked:
    """What the tests say with a fault planted."""
    file = package / fault.file
    right = file.read_bytes()
    file.write_bytes(right[: fault.start] + fault.new.encode() + right[fault.end :])
    try:
        return look(fault.file.parts[1], patience)
    finally:
        file.write_bytes(right)


def load(tree: Path) -> Path:
    """A copy of the package to plant faults in; all but the games is loaded from it, and uncompiled."""
    os.environ["BANGBOX_PLAIN"] = "1"
    sys.dont_write_bytecode = True  # a file changed twice a second would be taken for the one before
    package = tree / "bangbox"
    shutil.copytree(ROOT / "src" / "bangbox", package, ignore=shutil.ignore_patterns("web", "__pycache__"))
    sys.path.insert(0, str(tree))
    import pytest  # noqa: F401

    import bangbox.core.game

    assert Path(bangbox.core.game.__file__).is_relative_to(tree)
    return package


class Result(NamedTuple):
    """What became of the faults of one game."""

    game: str
    possible: int
    tried: int
    survivors: list[Fault]
    seconds: float  # of work


def try_game(package: Path, game: str, each: int, seed: int) -> Result:
    """Plants some faults in a game's rules."""
    right = look(game, MOST_SECONDS)
    if right.noticed:
        sys.exit(f"the tests of {game} fail as it is: see BANGBOX_PLAIN=1 python -m pytest -m rule tests/games/{game}")
    patience = 5 + int(3 * right.seconds)
    possible = faults_of(game)
    chosen = random.Random(f"{seed}/{game}").sample(possible, min(each, len(possible)))
    survivors, seconds = [], right.seconds
    for n, fault in enumerate(chosen, 1):
        looked = planted(package, fault, patience)
        survivors += [] if looked.noticed else [fault]
        seconds += looked.seconds
        print(f"{game} {n}/{len(chosen)} {'noticed' if looked.noticed else 'NOT NOTICED'}: {fault}", flush=True)
    return Result(game, len(possible), len(chosen), survivors, seconds)


# -- telling


def reason_of(fault: Fault, reasons: dict[str, str]) -> str:
    return reasons.get(str(fault), "")


def page(results: list[Result], reasons: dict[str, str], seed: int) -> str:
    """docs/mutants.md"""
    lines = [
        "# Mutants", "",
        "Small faults planted in the rules one at a time (another comparison or sign, a number one larger, a condition without",
        "one of its clauses, a statement left out), and whether a test marked with a rule noticed. Written by `make mutants`",
        f"(seed {seed}); which tests run, and what is left out, says `tools/mutants.py`.", "",
        "| game | places | planted | noticed | not noticed | seconds |", "|---|---|---|---|---|---|",
    ]  # fmt: skip
    for game, possible, tried, survivors, seconds in results:
        lines.append(f"| {game} | {possible:,} | {tried} | {tried - len(survivors)} | {len(survivors)} | {seconds:.0f} |")
    lines += ["", "## Not noticed, and why they may stay", ""]
    for result in results:
        lines += [f"- {fault}: {reason_of(fault, reasons) or '**no reason yet**'}" for fault in result.survivors]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Plants, prints, and writes the page if all games were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], help="which (all, if none is named)")
    parser.add_argument("--each", type=int, default=EACH, help=f"how many faults a game (default {EACH})")
    parser.add_argument("--seed", type=int, default=1, help="which faults (default 1)")
    asked = parser.parse_args()
    reasons: dict[str, str] = tomllib.loads(REASONS.read_text("utf-8"))
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as tree:
        package = load(Path(tree))
        results = [try_game(package, game, asked.each, asked.seed) for game in asked.games or GAMES]
    text = page(results, reasons, asked.seed)
    if not asked.games:
        PAGE.write_text(text, "utf-8")
    print(text)
    unexplained = [fault for result in results for fault in result.survivors if not reason_of(fault, reasons)]
    sys.exit(f"{len(unexplained)} survive without a reason" if unexplained else 0)


if __name__ == "__main__":
    main()
