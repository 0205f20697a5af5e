"""Every game at a real terminal, with typos, bad paths, bytes that are no text, Ctrl-C and Ctrl-D: never a traceback."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.person import Person

CTRL_C, CTRL_D = b"\x03", b"\x04"
GAMES = {"bigbrainbang": ["-o", "throws=cheap"], "bigxbang": [], "brains": ["--language", "de"], "robbery": [], "urknall": []}
NONSENSE = [
    "xyzzy", "?", "", "0", "-1", "99999999999999999999", "why", "why xyzzy", "why 1", "pass pass", "[/b]", "{0}", "c4 c4 c4",
    "throw", "throw self=1", "throw speed=", "throw speed=99999999999999", "keep 9", "give 1 9", "\x1b[A", "ünï¢ødé", "rules",
    "list",
]  # fmt: skip
NOWHERE = ["/", "/no/such/folder/x", "/proc/x", "a\x01b/c", "~nobody/x", "x" * 300]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_typed_the_game_goes_on(game: str, tmp_path: Path, soak_count: Callable[[int, int], int]) -> None:
    kept, mine, lot = tmp_path / "kept.match", tmp_path / "mine.txt", random.Random(7)
    mine.write_text("mine")
    with Person("play", game, "--terminal", "--level", "random", "--seed", "7", *GAMES[game]) as person:
        person.asked()
        for words in NONSENSE:
            person.type(words)
        person.press(b"\xff\xfe\n")
        person.asked()
        for path in [*NOWHERE, tmp_path, mine]:
            person.type(f"save {path}")
        for _ in range(2):  # a match may be written over
            person.type(f"save {kept}")
        assert mine.read_text() == "mine"
        assert kept.read_text("utf-8").startswith("bangbox match 1")
        for _ in range(soak_count(12, 400)):
            if person.process.poll() is None:
                person.type("throw" if "throw  around" in person.seen[-2000:] else str(lot.randint(1, 6)))
        assert person.leave(CTRL_C) == 0


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D], ids=["ctrl-c", "ctrl-d"])
def test_leaving_at_once(key: bytes) -> None:
    with Person("play", "brains", "--terminal", "--level", "random") as person:
        person.asked()
        assert person.leave(key) == 0
        assert person.seen.rstrip().endswith("Goodbye.")


def test_leaving_while_a_bot_thinks() -> None:
    with Person("play", "bigxbang", "--terminal", "--level", "hard", "--seat", "2") as person:
        person.read(lambda shown: "is thinking" in shown)
        assert person.leave(CTRL_C) == 0
        assert person.seen.rstrip().endswith("Goodbye.")


def test_rules_are_rendered_for_a_reader() -> None:
    with Person("rules", "urknall", "U6") as person:
        shown = person.read(lambda shown: False)
        assert "(ruling)" in shown
        assert "*" not in shown
