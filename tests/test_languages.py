"""Every language says everything: messages and rules of the games, refusals of the server; nothing is missing or left over."""

import json
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bangbox.cli import app
from bangbox.core.messages import texts
from bangbox.core.registry import kind
from bangbox.rulebook import numbered_rules, rule_text, rules_page

ROOT = Path(__file__).parents[1]
GAMES = ["bigbrainbang", "bigxbang", "brains", "robbery", "urknall"]
LANGUAGES = ["de"]
MARKS = {"de": {"ruling": "Festlegung", "ours": "von uns"}}
FAMILIES = {"effect", "option", "help"}  # put together by the pages of all games
BLURB = "blurb"  # English has it in game.toml

every_game = pytest.mark.parametrize("name", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def arguments(text: str) -> set[str]:
    """The names of what is filled in."""
    return set(re.findall(r"\{(\w+)", text))


# -- messages


@every_language
@every_game
def test_a_games_messages_are_all_there_with_all_their_arguments(name: str, language: str) -> None:
    folder = kind(name).folder
    assert (folder / f"messages.{language}.toml").exists()
    english, other = texts(folder), own_texts(folder, language)
    assert set(other) == {*english, BLURB}
    assert {key: arguments(other[key]) for key in english} == {key: arguments(text) for key, text in english.items()}


def own_texts(folder: Path, language: str) -> dict[str, str]:
    """The messages as written, without those taken from English."""
    return tomllib.loads((folder / f"messages.{language}.toml").read_text("utf-8"))


@every_language
@every_game
def test_a_choice_of_words_has_two_different_ones(name: str, language: str) -> None:
    for key, text in own_texts(kind(name).folder, language).items():
        for one, many in re.findall(r"\{\w+\?([^|}]*)\|([^}]*)\}", text):
            assert one != many, key


@every_game
def test_no_message_is_left_over(name: str) -> None:
    """Every part of a key is a word in some text of the code that could put it together: the game's, its board's, the pages'."""
    folder, web = kind(name).folder, ROOT / "web" / "src"
    files = [
        *folder.rglob("*.py"),
        *folder.glob("*.toml"),
        *(web / "games" / name).rglob("*.svelte"),
        *(web / "games" / name).rglob("*.ts"),
    ]
    files += [*(web / "match").rglob("*.svelte"), *(web / "play").rglob("*.ts")]
    files += (ROOT / "src" / "bangbox" / "terminal").glob("*.py")
    code = "\n".join(path.read_text("utf-8") for path in files if not path.name.startswith("messages."))
    quoted = re.findall(r"""\"([^"\n]*)\"|'([^'\n]*)'|`([^`\n]*)`""", code)
    words = set(re.findall(r"\w+", " ".join(part for found in quoted for part in found)))
    idle = [key for key in texts(folder) if not set(key.split(".")) <= words | FAMILIES and not re.search(r"\.\d+$|face\.", key)]
    assert idle == []


@every_game
def test_every_text_that_a_board_asks_for_by_its_name_is_there(name: str) -> None:
    board = ROOT / "web" / "src" / "games" / name
    known = texts(kind(name).folder) | json.loads((board / "messages.en.json").read_text("utf-8"))
    code = "\n".join(path.read_text("utf-8") for kind_of in ("*.svelte", "*.ts") for path in board.rglob(kind_of))
    asked = re.findall(r"\b(?:text|say)\(\s*'([\w.]+)'", code)
    assert asked
    assert [key for key in asked if key not in known] == []


# -- rules pages


@every_language
@every_game
def test_the_rules_pages_have_the_same_rules_with_the_same_figures(name: str, language: str) -> None:
    english, other = numbered_rules(kind(name)), numbered_rules(kind(name), language)
    assert rules_page(kind(name), language) != rules_page(kind(name))
    assert list(other) == list(english)
    for number, text in english.items():
        assert figures(other[number]) == figures(text), number
        for mark, word in MARKS[language].items():
            assert other[number].count(f"({word}") == text.count(f"({mark}"), (number, mark)


def figures(text: str) -> Counter[str]:
    """All numbers, circles, nuclei, rules and codes in a text."""
    return Counter(re.findall(r"[A-Za-z]?\d+(?:\.\d+)?|`\w+`", text.replace(",", ".")))


@every_language
@every_game
def test_the_rules_pages_are_built_alike(name: str, language: str) -> None:
    def build(language: str) -> list[str]:
        lines = rules_page(kind(name), language).splitlines()
        return [re.match(r"#+|- |", line)[0] for line in lines if line.startswith(("#", "- "))]  # type: ignore[index]

    assert build(language) == build("en")


@every_language
def test_rules_are_read_in_a_language(language: str) -> None:
    shown = CliRunner().invoke(app, ["rules", "bigxbang", "X9", "--language", language])
    assert shown.exit_code == 0
    assert shown.stdout.strip() == rule_text(kind("bigxbang"), "X9", language)
    assert "passen" in shown.stdout


# -- what the server refuses


@every_language
def test_every_refusal_has_a_text(language: str) -> None:
    """English ones are the server's own; pages have those of other languages by their code."""
    server = "\n".join(path.read_text("utf-8") for path in (ROOT / "src" / "bangbox" / "server").rglob("*.py"))
    codes = set(re.findall(r"""(?:Refusal\(\s*|code=|super\(\).__init__\()"([a-z_]+)",""", server)) | {"options", "request"}
    assert {"stale", "database", "taken"} <= codes
    pages = ROOT / "web" / "src" / "messages"
    english, other = (set(json.loads((pages / f"{tongue}.json").read_text("utf-8"))) for tongue in ("en", language))
    written = {key.removeprefix("problem.") for key in other if key.startswith("problem.")}
    assert codes - written == set()
    assert {f"problem.{code}" for code in written - codes} <= english  # what only pages say
