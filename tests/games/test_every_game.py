"""Every game has all that a game needs: a rules page with a test for every rule, messages, cases, a golden playthrough."""

import ast
import functools
import re
from collections import Counter

import pytest

import bangbox
from bangbox.core.algorithms.counting import perft
from bangbox.core.messages import texts
from bangbox.core.registry import kind
from tests import golden
from tests.games.suite import FOLDER, NAMES, data, rule_numbers

every_game = pytest.mark.parametrize("name", NAMES)

PERFT = [(name, line["position"], line["counts"]) for name in NAMES for line in data(name).get("perft", [])]
SMALL_PERFT = 1_000_000  # sequences; longer lines are counted when soaking


@every_game
@pytest.mark.parametrize("file", ["rules.en.md", "messages.en.toml"])
def test_a_game_has_its_pages(name: str, file: str) -> None:
    assert (kind(name).folder / file).is_file()


@every_game
@pytest.mark.parametrize("file", ["cases.toml", "golden.txt"])
def test_a_game_has_its_test_data(name: str, file: str) -> None:
    assert (FOLDER / name / file).is_file(), f"tests/games/{name} lacks {file}" + (
        f": write it with `python -m tests.golden {name}`" if file == "golden.txt" else ""
    )


@every_game
def test_the_golden_playthrough_is_what_is_played_now(name: str) -> None:
    path = FOLDER / name / "golden.txt"
    if not path.is_file():
        pytest.fail(f"tests/games/{name} has no golden.txt")
    stored = path.read_text("utf-8")
    assert kind(name).version in stored.splitlines()[0], (
        f"{name} is of version {kind(name).version} now: look at the changes, then run `python -m tests.golden {name}`"
    )
    assert len(stored.splitlines()) <= golden.MOST_LINES, "too long to review"
    assert golden.playthroughs(name) == stored, (
        f"play has changed: raise version in {name}/game.toml and write the golden file anew"
    )


# -- rules and their tests


@functools.cache
def marks() -> dict[str, list[str]]:
    """The rule numbers that tests are marked with, and where."""
    found: dict[str, list[str]] = {}
    for path in sorted(FOLDER.parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name.lower().startswith("test"):
                for number in marked(node):
                    found.setdefault(number, []).append(f"{path.relative_to(FOLDER.parent)}::{node.name}")
    return found


def marked(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> list[str]:
    """What the decorators `@pytest.mark.rule("X7")` of a test say."""
    rules = [d for d in node.decorator_list if isinstance(d, ast.Call) and ast.unparse(d.func).endswith("mark.rule")]
    return [str(argument.value) for call in rules for argument in call.args if isinstance(argument, ast.Constant)]


@every_game
def test_every_rule_has_a_test(name: str) -> None:
    untested = [number for number in rule_numbers(name) if number not in marks()]
    assert not untested, f"no test is marked with {', '.join(untested)}"


@every_game
def test_rule_numbers_are_contiguous(name: str) -> None:
    letter = kind(name).manifest.rule_letter
    numbers = rule_numbers(name)
    assert numbers, "no line of the rules page looks like `- **X7** …`"
    in_order = sorted(numbers, key=lambda number: int(number.removeprefix(letter)))
    assert in_order == [f"{letter}{i}" for i in range(1, len(numbers) + 1)]


def test_no_test_is_marked_with_a_rule_that_is_not_there() -> None:
    known = {number for name in NAMES for number in rule_numbers(name)}
    unknown = {number: where for number, where in marks().items() if number not in known}
    assert not unknown


def test_no_two_games_share_a_rule_letter() -> None:
    letters = Counter(kind(name).manifest.rule_letter for name in NAMES)
    assert max(letters.values()) == 1, letters


# -- messages


@every_game
def test_every_option_is_explained(name: str) -> None:
    known = texts(kind(name).folder)
    wanted = [f"option.{option.name}{suffix}" for option in kind(name).manifest.options for suffix in ("", ".help")]
    assert not [key for key in wanted if key not in known]


@every_game
def test_messages_are_well_formed(name: str) -> None:
    for key, text in texts(kind(name).folder).items():
        assert isinstance(text, str), f"{key}: messages are flat"
        assert text.strip() == text, key
        left = re.sub(r"\{\w+(\?[^|{}]*\|[^{}]*)?\}", "", text)
        assert not set(left) & set("{}"), f"{key}: a brace that is no argument"


# -- known positions


@pytest.mark.parametrize(("name", "position", "counts"), PERFT, ids=[f"{name}-{position}" for name, position, _ in PERFT])
def test_known_numbers_of_sequences(name: str, position: str, counts: list[int], request: pytest.FixtureRequest) -> None:
    pos = bangbox.game(name).position(position)
    soaking = request.config.getoption("--soak")
    for depth, count in enumerate(counts, 1):
        if soaking or count <= SMALL_PERFT:
            assert perft(pos, depth) == count, f"depth {depth}"


def test_no_cases_are_left_without_their_game() -> None:
    assert {path.parent.name for path in FOLDER.glob("*/cases.toml")} <= set(NAMES)
