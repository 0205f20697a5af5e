"""docs/games has a page for each game, all in one form, and what they say of options, notation and versions is so."""

import re
from pathlib import Path

import pytest

from bangbox.core.registry import kind
from bangbox.rulebook import numbered_rules

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in ROOT.glob("src/bangbox/games/*/game.toml"))
FORM = ["What it is", "How to play", "Notation", "Options", "Bots and puzzles", "History of the rules"]


def text_of(game: str) -> str:
    return (ROOT / f"docs/games/{game}.md").read_text("utf-8")


def section(game: str, heading: str) -> str:
    return text_of(game).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def rows(game: str, heading: str) -> list[list[str]]:
    """The cells of a section's table, without its head."""
    lines = [line for line in section(game, heading).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def shape(name: str) -> str:
    """A name with its figures, places and colours left out: `travel c mark g` and `travel k mark r` are of one shape."""

    def word(part: str) -> str:
        if re.fullmatch("[a-z]{4,}|end|go|hit|run|off|box|car", part) and part not in ("black", "white"):
            return part
        bare = re.sub(r"[a-h]\d+", "·", part)
        return bare if re.match("·[+x~]", bare) else "·"

    return " ".join(map(word, name.split()))


def test_every_game_has_its_page() -> None:
    assert sorted(path.stem for path in (ROOT / "docs/games").glob("*.md")) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_all_pages_have_one_form(game: str) -> None:
    manifest, text = kind(game).manifest, text_of(game)
    assert text.startswith(f"# {manifest.title}\n\n*{manifest.blurb}*\n")
    assert re.findall("^## (.*)$", text, re.MULTILINE) == FORM
    assert manifest.designer in text and manifest.publisher in text and str(manifest.year or "") in text
    assert f"pictures/{game}.webp" in text and f"pictures/{game}-phone.webp" in text


@pytest.mark.parametrize("game", GAMES)
def test_options_are_those_of_the_manifest(game: str) -> None:
    said = {cells[0]: cells[1:3] for cells in rows(game, "Options")}
    wanted = {}
    for option in kind(game).manifest.options:
        if option.values is not None:
            values, usual = ", ".join(f"`{value}`" for value in option.values), f"`{option.default}`"
        elif isinstance(option.default, bool):
            values, usual = "yes or no", "yes" if option.default else "no"
        else:
            values, usual = f"{option.low} to {option.high}", f"`{option.default}`"
        wanted[f"`{option.name}`"] = [values, usual]
    assert said == wanted


@pytest.mark.parametrize("game", GAMES)
def test_rules_that_are_named_exist(game: str) -> None:
    letter = kind(game).manifest.rule_letter
    named = set(re.findall(rf"\b{letter}\d+\b", text_of(game)))
    assert len(named) > 5
    assert named <= set(numbered_rules(kind(game)))


@pytest.mark.parametrize("game", GAMES)
def test_every_way_of_writing_a_move_is_explained(game: str) -> None:
    """The golden games are random ones with all options, so that they contain what is usual."""
    explained = {shape(name) for cells in rows(game, "Notation") for name in re.findall("`([^`]+)`", cells[0])}
    golden = " ".join((ROOT / f"tests/games/{game}/golden.txt").read_text("utf-8").split())
    played = {shape(name) for name in re.findall(r"\d+\. (?:\[\d\] )?([^/;]+?) /\d+", golden)}
    assert len(played) > 2
    assert played <= explained


@pytest.mark.parametrize("game", GAMES)
def test_the_newest_version_is_in_the_history(game: str) -> None:
    newest = kind(game).manifest.version
    assert [cells[0] for cells in rows(game, "History of the rules")] == [str(n) for n in range(newest, 0, -1)]
