"""Codes that can be spoken."""

import pytest

from bangbox.server.people.spoken import COLOURS, THINGS, new_words, tidy_words


def test_there_are_enough_of_them_and_none_sounds_like_two() -> None:
    assert len(COLOURS) * len(THINGS) * 90 > 300_000
    for words in (COLOURS, THINGS):
        assert len(set(words)) == len(words)
        assert all(word.isalpha() and word.islower() for word in words)


def test_a_code_is_its_own_tidy_form() -> None:
    for _ in range(50):
        words = new_words()
        assert tidy_words(words) == words


@pytest.mark.parametrize("said", ["Blue Comet 42", " blue-comet-42 ", "blue, comet, 42", "BLUE-COMET 42", "blue comet42"])
def test_it_may_be_typed_as_it_is_heard(said: str) -> None:
    assert tidy_words(said) == "blue-comet-42"


@pytest.mark.parametrize("said", ["", "blue comet", "42", "blue-comet-4", "blue-comet-421", "https://example.org/match/abc"])
def test_other_things_are_no_such_code(said: str) -> None:
    assert tidy_words(said) is None
