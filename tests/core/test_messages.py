"""Messages are rendered with their arguments, in the reader's language where there is one."""

import shutil
from pathlib import Path

import pytest

from bangbox.core.messages import Key, Message, Seat, render
from bangbox.core.registry import Kind
from tests.games.suite import FOLDER

ENGLISH = """
"plain" = "Nothing to fill in"
"take" = "{who} takes {n} {n?brain|brains} of {colour}"
"empty" = "{n?|several}"
"colour.r" = "red"
"""
GERMAN = """
"take" = "{who} nimmt {n} {n?Gehirn|Gehirne} in {colour}"
"colour.r" = "Rot"
"""


@pytest.fixture
def kind(tmp_path: Path) -> Kind:
    shutil.copy(FOLDER / "tictactoe" / "game.toml", tmp_path)
    (tmp_path / "messages.en.toml").write_text(ENGLISH, "utf-8")
    (tmp_path / "messages.de.toml").write_text(GERMAN, "utf-8")
    return Kind(tmp_path)


def take(n: int) -> Message:
    return Message("take", {"who": Seat(1), "n": n, "colour": Key("colour.r")})


def test_arguments_are_filled_in(kind: Kind) -> None:
    assert render(kind, Message("plain")) == "Nothing to fill in"
    assert render(kind, take(3), ["Ann", "Bob"]) == "Bob takes 3 brains of red"
    assert render(kind, take(1), ["Ann", "Bob"]) == "Bob takes 1 brain of red"
    assert render(kind, take(0)) == "player 2 takes 0 brains of red"


def test_a_choice_by_number_may_be_empty(kind: Kind) -> None:
    assert render(kind, Message("empty", {"n": 1})) == ""
    assert render(kind, Message("empty", {"n": 2})) == "several"


def test_what_a_language_lacks_is_taken_from_english(kind: Kind) -> None:
    assert render(kind, take(2), ["Ann", "Bob"], "de") == "Bob nimmt 2 Gehirne in Rot"
    assert render(kind, Message("plain"), language="de") == "Nothing to fill in"
    assert render(kind, take(2), ["Ann", "Bob"], "xx") == "Bob takes 2 brains of red"


@pytest.mark.parametrize(
    "message", [Message("missing"), Message("take", {"n": 1}), Message("take", {**take(1).args, "colour": Key("colour.x")})]
)
def test_a_missing_text_or_argument_is_an_error(kind: Kind, message: Message) -> None:
    with pytest.raises(KeyError):
        render(kind, message)
