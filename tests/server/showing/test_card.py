"""What is said of a match where a link to it is pasted."""

from msgspec.structs import replace

from bangbox.server.showing.card import LONGEST, card, game_card, shortened
from tests.server.house import House


async def test_a_card_says_how_a_match_stands_and_ended(house: House) -> None:
    private, public = await house.table("ab"), await house.table("ab")
    private.match.row = replace(private.match.row, public=False)
    running = card(private.match, None, "en")
    assert (running.title, running.picture) == ("Tic-tac-toe: a table of Ann", "/api/games/tictactoe/picture.png")
    assert card(public.match, None, "en").title == "Ann – Bob: Tic-tac-toe"
    await house.play(private, "a1", "b1", "a2", "b2", "a3")
    ended = card(private.match, None, "en")
    assert (ended.title, ended.text) == ("Ann won at Tic-tac-toe", "Ann 1, Bob 0. Watch the replay, move by move.")
    assert ended.picture == f"/api/matches/{private.id}/picture.png?at={private.match.last}"
    assert card(private.match, 2, "de").title == "Ann – Bob: ein Moment von Tic-tac-toe"
    assert card(private.match, 2, "en").picture.endswith("?at=2")


async def test_a_table_that_waits_invites(house: House) -> None:
    waiting = await house.table("a.")
    assert card(waiting.match, None, "en").title == "Ann invites you to Tic-tac-toe"
    assert card(waiting.match, None, "de").text.startswith("Ein Platz ist frei.")


def test_a_game_has_a_card_and_no_title_is_too_long() -> None:
    assert game_card("bigxbang", "de").text.startswith("Verschmilz deine Teilchen")
    assert game_card("bigxbang", "en").picture == "/api/games/bigxbang/picture.png"
    assert len(shortened("x" * 500)) == LONGEST
