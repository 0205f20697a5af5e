"""The lists of matches."""

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.lobby.lists import listed
from bangbox.server.protocol import Me
from tests.server.house import PEOPLE, House

FOREVER = 2**53


async def shown(house: House, show: str, who: str = "", game: str | None = None, before: int = FOREVER) -> dict[str, bool]:
    """The matches of a list, and whether it is one's turn there."""
    me: Me | None = PEOPLE[who] if who else None
    return {line.id: line.my_turn for line in await listed(house.hall, me, show, game, before)}


async def test_every_match_is_in_its_list_and_up_to_date(house: House) -> None:
    waiting, running, over = await house.table("a."), await house.table(), await house.table()
    await house.play(running, "b2")
    await house.play(over, "a1", "b1", "a2", "b2", "a3")
    assert await shown(house, "open") == {waiting.id: False}
    assert await shown(house, "running") == {running.id: False}
    assert await shown(house, "finished") == {over.id: False}
    assert await shown(house, "mine", "b") == {running.id: True, over.id: False}, "a moment after the move"
    assert set(await shown(house, "mine", "a")) == {waiting.id, running.id, over.id}
    assert await shown(house, "mine") == {}


async def test_a_damaged_match_does_not_cost_the_list(house: House) -> None:
    bad, good = await house.table(), await house.table()
    house.ask("UPDATE matches SET setup = '{' WHERE id = ?", bad.id)
    assert set(await shown(house, "running")) == set(await shown(house, "mine", "a")) == {good.id}


async def test_lists_by_game_and_by_page(house: House) -> None:
    room = await house.table("a.")
    assert set(await shown(house, "open", game="tictactoe")) == {room.id}
    assert await shown(house, "open", game="magpie") == {}
    assert await shown(house, "open", before=house.clock()) == {}


async def test_matches_of_games_that_are_gone_are_still_listed(house: House) -> None:
    room, other = await house.table(), await house.table()
    house.ask("UPDATE matches SET game = 'gone' WHERE id = ?", room.id)
    titles = {line.id: line.title for line in await listed(house.hall, None, "running", None, FOREVER)}
    assert titles == {room.id: "gone", other.id: "Tic-tac-toe"}


async def test_what_is_no_list(house: House) -> None:
    with pytest.raises(Refusal, match="show is"):
        await shown(house, "everything")
    with pytest.raises(Refusal, match="no game 'no%' here"):
        await shown(house, "open", game="no%")
