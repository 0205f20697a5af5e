"""A newcomer at the terminal: chance, ends and refusals in words, players counted from 1, in English and German."""

import io
import re
from collections.abc import Callable

import pytest
from rich.console import Console

import bangbox
from bangbox.core.dice import SeededDice
from bangbox.core.messages import Message, Words, texts
from bangbox.core.registry import kind
from bangbox.games.robbery.terminal import cell, happened
from bangbox.games.robbery.views import Space
from bangbox.terminal.telling import standing
from bangbox.terminal.words import FOLDER, Voice, languages, seat_names, visible
from tests.terminal.person import anything, lines, played

GAMES: dict[str, dict[str, int | str]] = {
    "bigbrainbang": {"throws": "cheap"}, "bigxbang": {}, "brains": {}, "robbery": {}, "urknall": {"players": 2},
    "tictactoe": {}, "magpie": {},
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_chance(game: str, language: str, soak_count: Callable[[int, int], int]) -> None:
    shown = played(bangbox.game(game, **GAMES[game]), anything(1, soak_count(25, 2000)), language=language)
    assert not re.search(r"\{\w+\}|\?\w+\|", shown), "a message with a hole"
    assert "Player 1" in shown if language == "en" else "Spieler 1" in shown


def test_both_languages_say_the_same() -> None:
    assert languages() == ["de", "en"]
    english, german = texts(FOLDER), texts(FOLDER, "de")
    assert english.keys() == german.keys()
    for key, text in english.items():
        assert set(re.findall(r"\{(\w+)", text)) == set(re.findall(r"\{(\w+)", german[key])), key
        assert key.startswith(("command.", "usage.")) or text != german[key] or key in ("bot", "player"), key


# -- chance


def test_chance_says_who_rolled_what_and_what_for() -> None:
    shown = played(bangbox.game("urknall"), lines("1", "1"), seed=3)
    assert "Player 1 rolls the die. The die shows 5." in shown
    shown = played(bangbox.game("brains"), lines("keep all"), seed=3)
    assert "The dice are rolling for Player 1: throw 1 of 3. red 5, yellow brain, green brain, blue 5, blue 1." in shown


def test_the_hands_of_others_are_not_told() -> None:
    shown = played(bangbox.game("robbery"), lines(), seed=3, name="Ada")
    assert "The cards are dealt. Bot 4 draws a card, Ada draws Audited Edam, Bot 2 draws a card" in shown


def test_the_drop_for_the_first_player_is_explained() -> None:
    shown = " ".join(played(bangbox.game("bigbrainbang", throws="cheap"), lines(), seed=3).split())
    assert "whoever sits nearest begins. It stops nearest to Player 1, who begins." in shown


def test_fights_and_falls_are_told() -> None:
    told: dict[str, Message] = {}
    for seed in range(100):
        pos, rng = bangbox.game("robbery", players=5).start(seed=seed), SeededDice(seed).rng
        while not pos.over and len(told) < 3:
            before = pos.seen_by(0, history=False)
            pos.play(pos.pick(rng))
            told |= {message.key: message for message in happened(before, pos.seen_by(0, history=False))}
    assert told.keys() == {"fight.won", "fell", "fell.hand"}
    words = Words(kind("robbery").folder, ["Ada", "Bo", "Cy", "Di", "Ed"])
    assert re.fullmatch(r"\w+ falls off the train, runs behind it and loses \d cards?\.", words.say(told["fell.hand"]))


@pytest.mark.parametrize("pawns", [[], [0], [0, 2], [0, 1, 2, 3]])
def test_a_pawn_does_not_hide_a_brake(pawns: list[int]) -> None:
    space = Space("0b5", 1, 4, "", "brake", False, None, None, pawns)
    shown = cell(space, bangbox.game("robbery").start(seed=3).view(0)).plain
    assert "B" in shown
    assert not pawns or "1" in shown
    assert len(shown) == 3


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["bigbrainbang", "bigxbang", "brains", "robbery", "urknall"])
def test_the_end_says_how_it_came(game: str, language: str) -> None:
    rng = SeededDice(3).rng
    pos = bangbox.game(game, **GAMES[game]).start(seed=3)
    while not pos.over:
        pos.play(pos.pick(rng))
    voice = Voice(kind(game), seat_names(pos.players, language), language, Console(file=io.StringIO(), width=200))
    voice.console.print(standing(pos, voice))
    assert isinstance(voice.console.file, io.StringIO)
    shown = voice.console.file.getvalue()
    assert voice.game.say(pos.prompt()) in shown
    assert all(voice.names[seat] in shown.splitlines()[-1] for seat in pos.winners)
    assert pos.prompt().args, "who or how"


# -- typing


def test_a_place_shows_what_can_be_done_there() -> None:
    shown = played(bangbox.game("urknall"), lines("place q", "b"), seed=3)
    assert "Travel to body b and mark a green element" in shown


def test_a_letter_plays_a_colour_in_brains() -> None:
    shown = played(bangbox.game("brains"), lines("keep all", "r"), seed=3)
    assert "Player 1: Red 10: take 10" in shown


@pytest.mark.parametrize(
    ("game", "typed"), [("bigxbang", "foo"), ("urknall", "travle a"), ("urknall", "z"), ("brains", "kep 5"), ("robbery", "9z9")]
)
def test_a_typo_is_not_blamed_on_a_rule(game: str, typed: str) -> None:
    letter = kind(game).manifest.rule_letter
    answer = played(bangbox.game(game), lines(typed), seed=3).rsplit(typed, 1)[1]
    assert "is no choice, no place and no command" in " ".join(answer.split())
    assert not re.search(rf"{letter}\d", answer)
    with pytest.raises(bangbox.IllegalMove) as refused:
        bangbox.game(game).start(seed=3).parse(typed)
    assert refused.value.rule is None


def test_what_a_rule_forbids_is_refused_by_it() -> None:
    answer = played(bangbox.game("urknall"), lines("place a"), seed=3).rsplit("“place a”", 1)[1]
    assert answer.split("\n")[1].startswith("U4: ")


def test_capitals_do_not_matter_where_they_mean_nothing() -> None:
    assert "Player 1: Annihilate n on a5" in played(bangbox.game("bigxbang"), lines("A5XA6"), seed=3)


def test_a_seed_is_for_bots_too() -> None:
    some = [played(bangbox.game("robbery"), anything(1, 4), seed=seed) for seed in (5, 5, 6)]
    assert some[0] == some[1] != some[2]


def test_players_are_counted_from_1() -> None:
    two, four = (bangbox.game("urknall", players=players).start(seed=1) for players in (2, 4))
    assert kind("urknall").module("terminal").spoken(two, "split c take g0r4") == "split c take g1r4", "4 is a second colour"
    assert kind("urknall").module("terminal").spoken(four, "split c take g0r3") == "split c take g1r4"
    assert kind("robbery").module("terminal").heard(two, "give 27 1") == "give 27 0"
    shown = played(bangbox.game("robbery"), lines(), seed=3)
    assert "1 Player 1 0b3" in shown
    assert re.search(r"^b [|=][ \d*]* 1 ", shown, re.MULTILINE), "the pawn has the number of its player"


def test_text_of_strangers_cannot_steer_the_screen() -> None:
    assert visible("\x1b[2J\nA\u202e") == r"\x1b[2J\nA\u202e"
    assert visible("Zoë 👩\u200d🚀") == "Zoë 👩\u200d🚀"
    assert "[/b]" in played(bangbox.game("urknall"), lines("1"), name="[/b]")


@pytest.mark.parametrize(
    ("game", "typed", "english", "german"),
    [
        ("brains", "keep 9", "is not a list of faces", "ist keine Liste von Würfelseiten"),
        ("bigbrainbang", "lying x=290", "would hang over the edge", "ragte über den Rand"),
        ("bigbrainbang", "lying x=990", "x must be from -300 to 300, not 990", "x geht von -300 bis 300, nicht 990"),
        ("bigbrainbang", "lying self=1", "lying has no field 'self'", "lying hat kein Feld 'self'"),
        ("bigbrainbang", "lying x=far", "needs a whole number for x, not 'far'", "braucht für x eine ganze Zahl, nicht 'far'"),
        ("bigbrainbang", "lying 1", "expected `lying x y angle`", "erwartet wird `lying x y angle`"),
    ],
)
def test_what_is_wrong_with_a_move_is_told_in_both_languages(game: str, typed: str, english: str, german: str) -> None:
    first = ["red black"] if game == "bigbrainbang" else []
    for language, words in (("en", english), ("de", german)):
        shown = played(bangbox.game(game, **GAMES[game]), lines(*first, typed), seed=3, language=language)
        assert words in " ".join(shown.split())
