"""Games are found by folder; options are checked, and bad ones are refused in words."""

import shutil
from pathlib import Path

import pytest

import bangbox
from bangbox.core.registry import Kind, Option, add_folder, games, kind, read_options
from tests.games.suite import FOLDER

SWITCH = Option("short", False)
NUMBER = Option("rounds", 2, low=1, high=4)
CHOICE = Option("first", 0, values=(0, 1, "random"))


# -- finding games


def test_games_are_found_by_folder() -> None:
    assert {"tictactoe", "magpie", "bigxbang"} <= set(games())
    assert games() == sorted(games())


@pytest.mark.parametrize("name", ["chess", "", "../magpie", "magpie/", "Magpie"])
def test_an_unknown_game_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(bangbox.UnknownGame, match=r"there are .*magpie, .*tictactoe"):
        bangbox.game(name)


def test_a_folder_of_games_can_be_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(FOLDER / "tictactoe", tmp_path / "noughts")
    assert "noughts" not in games()
    monkeypatch.setenv("BANGBOX_GAMES", str(tmp_path))
    assert "noughts" in games()
    pos = bangbox.game("noughts").start()
    assert pos.play("b2").text == ".../.x./... 1"
    assert pos != bangbox.game("tictactoe").start().play("b2")


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(bangbox.BangboxError, match="no folder of games"):
        add_folder(tmp_path / "nowhere")


@pytest.mark.parametrize("broken", ["title = 1", "title =", 'title = "A"\nversion = 1\ncolour = "red"'])
def test_a_broken_manifest_is_refused(tmp_path: Path, broken: str) -> None:
    (tmp_path / "game.toml").write_text(broken, "utf-8")
    with pytest.raises(bangbox.BangboxError, match=r"game\.toml"):
        Kind(tmp_path)


def test_the_version_follows_the_data_and_not_the_messages(tmp_path: Path) -> None:
    def version_after(file: str) -> str:
        folder = tmp_path / file.replace(".", "_") / "magpie"
        shutil.copytree(FOLDER / "magpie", folder)
        with (folder / file).open("a", encoding="utf-8") as changed:
            changed.write("\n# a change\n")
        return Kind(folder).version

    now = kind("magpie").version
    assert now.startswith("1-")
    assert version_after("messages.en.toml") == now
    assert version_after("things.toml") != now


# -- options


@pytest.mark.parametrize(("option", "value", "code"), [
    (SWITCH, False, 0), (SWITCH, True, 1), (NUMBER, 1, 1), (NUMBER, 4, 4), (CHOICE, 0, 0), (CHOICE, 1, 1), (CHOICE, "random", 2),
])  # fmt: skip
def test_rules_get_options_as_integers(option: Option, value: bool | int | str, code: int) -> None:
    assert option.code(value) == code


@pytest.mark.parametrize(("option", "value", "expected"), [
    (SWITCH, 1, "true or false"), (SWITCH, "yes", "true or false"), (NUMBER, 0, "from 1 to 4"), (NUMBER, 5, "from 1 to 4"),
    (NUMBER, True, "from 1 to 4"), (NUMBER, "2", "from 1 to 4"), (CHOICE, 2, "one of 0, 1, random"), (CHOICE, True, "one of"),
    (CHOICE, "Random", "one of"), (CHOICE, None, "one of"),
])  # fmt: skip
def test_a_value_an_option_cannot_have_is_refused(option: Option, value: object, expected: str) -> None:
    with pytest.raises(bangbox.OptionError, match=f"option {option.name} takes .*{expected}"):
        option.code(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(("option", "text", "value"), [
    (SWITCH, "true", True), (SWITCH, "False", False), (NUMBER, "3", 3), (NUMBER, "-7", -7), (CHOICE, "1", 1),
    (CHOICE, "RANDOM", "random"),
])  # fmt: skip
def test_options_are_read_as_typed(option: Option, text: str, value: bool | int | str) -> None:
    assert option.read(text) == value


@pytest.mark.parametrize(("option", "text"), [
    (SWITCH, "maybe"), (SWITCH, "1"), (NUMBER, "three"), (NUMBER, "--3"), (NUMBER, "²"), (NUMBER, ""), (NUMBER, "1.5"),
    (CHOICE, "2"), (NUMBER, "1" * 5000),
])  # fmt: skip
def test_what_cannot_be_read_is_refused(option: Option, text: str) -> None:
    with pytest.raises(bangbox.OptionError, match=f"option {option.name} takes"):
        option.read(text)


def test_options_of_a_command_line() -> None:
    assert read_options("magpie", ["players=4", "throws=cheap", "rounds=1"]) == {"players": 4, "throws": "cheap", "rounds": 1}
    for wrong in ("player=4", "speed", "=3"):
        with pytest.raises(bangbox.OptionError, match="Magpie has no option"):
            read_options("magpie", [wrong])
    for wrong in ("players=four", "players=²", "players", "players=-1", "players=9"):
        with pytest.raises(bangbox.OptionError, match="Magpie is for 2 to 4 players"):
            bangbox.game("magpie", **read_options("magpie", [wrong]))


@pytest.mark.parametrize(("options", "expected"), [
    ({"speed": 3}, "Magpie has no option 'speed'; it has players, rounds, throws"),
    ({"players": 5}, "Magpie is for 2 to 4 players, not 5"),
    ({"players": True}, "Magpie is for 2 to 4 players"),
    ({"players": "3"}, "Magpie is for 2 to 4 players"),
    ({"rounds": 9}, "option rounds takes a number from 1 to 4, not 9"),
    ({"throws": 1}, "option throws takes one of real, cheap, not 1"),
])  # fmt: skip
def test_impossible_options_are_refused(options: dict[str, bool | int | str], expected: str) -> None:
    with pytest.raises(bangbox.OptionError, match=expected):
        bangbox.game("magpie", **options)


@pytest.mark.parametrize("key", ["name", "self", "kind", "options", "players ", ""])
def test_a_key_that_somebody_made_up_is_no_option(key: str) -> None:
    for made in (bangbox.game_with, lambda name, options: bangbox.game(name, **options)):
        with pytest.raises(bangbox.OptionError, match="Magpie has no option"):
            made("magpie", {key: 3})
    assert bangbox.game_with("magpie", {"rounds": 4}) == bangbox.game("magpie", rounds=4)


def test_a_game_knows_its_options() -> None:
    game = bangbox.game("magpie", rounds=4)
    assert game.options == {"players": 3, "rounds": 4, "throws": "real"}
    assert (game.id, game.title, game.players) == ("magpie", "Magpie", 3)
    assert repr(game) == "game('magpie', rounds=4)"
    assert game == bangbox.game("magpie", rounds=4, throws="real")
    assert len({game, bangbox.game("magpie", rounds=4), bangbox.game("magpie")}) == 2
