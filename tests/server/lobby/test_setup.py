"""Setting up a table: what cannot be played is refused, and the match begins when nothing is missing."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.lobby.setup import BOTS_ONLY, create, play_on
from bangbox.server.protocol import ClockSetup, NewMatch, PlayOn, SeatSetup
from tests.server.house import PEOPLE, House, opened

ANN = PEOPLE["a"]
ME, HERE, OPEN = (SeatSetup(kind=kind) for kind in ("me", "here", "open"))
BOT = SeatSetup(kind="bot", level="easy")

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"game": "chess", "seats": []}, "unknown_game"),
    ({"seats": [ME]}, "seats"),
    ({"seats": [ME, SeatSetup(kind="bot", level="divine")]}, "level"),
    ({"seats": [ME, SeatSetup(kind="bot")]}, "level"),
    ({"options": {"first": 7}}, "options"),
    ({"options": {"blind": True}}, "options"),
    ({"options": {"name": "x", "self": "y"}}, "options"),
    ({"game": "magpie", "options": {"players": 99}, "seats": []}, "options"),
    ({"clock": ClockSetup(kind="move", seconds=0)}, "clock"),
    ({"clock": ClockSetup(kind="game", seconds=60, increment=-1)}, "clock"),
    ({"clock": ClockSetup(kind="days", seconds=31 * 86_400)}, "clock"),
    ({"series": 99}, "series"),
    ({"series": 0}, "series"),
    ({"series": 3, "position": "xx./oo./... 0"}, "series"),
    ({"position": "nonsense"}, "options"),
    ({"position": "xxx/oo./... 0"}, "position"),
    ({"game": "magpie", "options": {"players": 3}, "seats": [ME, BOT, BOT], "dice": "typed"}, "typed_dice"),
    ({"seats": [BOT, BOT], "options": {"first": "random"}, "dice": "typed"}, "typed_dice"),
    ({"seats": [SeatSetup(kind="me", name="<b>"), HERE]}, "name"),
]


@pytest.mark.parametrize(("setup", "code"), REFUSED)
async def test_what_cannot_be_set_up_is_explained_and_leaves_nothing_behind(
    house: House, setup: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        await create(house.hall, ANN, NewMatch(**{"game": "tictactoe", "seats": [ME, HERE]} | setup))
    assert refused.value.problem.code == code
    assert house.ask("SELECT count(*) FROM matches")[0][0] == 0


async def test_a_table_waits_for_players_and_contributions(house: House) -> None:
    room = await create(house.hall, ANN, NewMatch(game="tictactoe", seats=[ME, OPEN], public=True))
    seats = [(seat.kind, seat.guest, seat.name) for seat in room.match.seats]
    assert seats == [("person", "ann", "Ann"), ("open", None, "")]
    await house.sit(room, 0, ANN)
    assert not room.match.events
    await house.sit(room, 1, PEOPLE["b"])
    assert room.match.running


async def test_people_at_one_screen_have_names(house: House) -> None:
    room = await create(house.hall, ANN, NewMatch(game="tictactoe", seats=[ME, HERE]))
    assert [seat.name for seat in room.match.seats] == ["Ann", "Ann 2"]


async def test_bots_among_themselves_begin_at_once_but_there_are_only_a_few_such_tables(house: House) -> None:
    house.hall.closing = True  # so that they do not play to the end
    for _ in range(BOTS_ONLY):
        room = await create(house.hall, ANN, NewMatch(game="tictactoe", seats=[BOT, BOT]))
        assert room.match.running
    with pytest.raises(Refusal, match="bots only"):
        await create(house.hall, ANN, NewMatch(game="tictactoe", seats=[BOT, BOT]))
    await create(house.hall, ANN, NewMatch(game="tictactoe", seats=[ME, BOT]))


async def test_nobody_has_more_tables_than_allowed_not_even_by_asking_for_all_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path, matches_per_guest=3) as house:
        new = NewMatch(game="tictactoe", seats=[ME, OPEN])
        outcomes = await asyncio.gather(*(create(house.hall, ANN, new) for _ in range(6)), return_exceptions=True)
        assert sum(isinstance(outcome, Refusal) for outcome in outcomes) == 3
        await create(house.hall, PEOPLE["b"], new)
        (row,) = house.ask("SELECT count(*) FROM matches WHERE host = 'ann'")
        assert row[0] == 3


async def test_a_match_can_start_from_a_position(house: House) -> None:
    room = await house.table("aa", position="xx./oo./... 0")
    await house.play(room, "a3")
    assert room.match.result is not None
    assert room.match.result.winners == [0]


async def test_no_two_bots_have_one_name(house: House) -> None:
    house.hall.closing = True
    new = NewMatch(game="magpie", options={"players": 3}, seats=[ME, BOT, BOT])
    assert [seat.name for seat in (await create(house.hall, ANN, new)).match.seats] == ["Ann", "easy bot", "easy bot 2"]
    ann = SeatSetup(kind="bot", level="easy", name="Ann")
    new = NewMatch(game="magpie", options={"players": 3}, seats=[ME, ann, ann])
    assert [seat.name for seat in (await create(house.hall, ANN, new)).match.seats] == ["Ann", "Ann 2", "Ann 3"]


async def test_a_match_that_is_over_can_be_played_on_from_any_moment(house: House) -> None:
    old = await house.table("ab")
    for name in ("b2", "a1", "c3"):
        await house.play(old, name)
    with pytest.raises(Refusal, match="not over"):
        await play_on(house.hall, ANN, old, PlayOn(2, [ME, HERE]))
    await house.play_out(old)
    room = await play_on(house.hall, ANN, old, PlayOn(3, [HERE, ME]))
    for seat in (0, 1):
        await house.sit(room, seat, ANN)
    assert room.match.running
    assert room.match.pos.text == old.match.position_at(3).text
    for number, code in ((0, "number"), (99, "number"), (old.match.last, "position")):
        with pytest.raises(Refusal) as refused:
            await play_on(house.hall, ANN, old, PlayOn(number, [ME, HERE]))
        assert refused.value.problem.code == code


@pytest.mark.parametrize("first", ["random", 1, 2])
async def test_whoever_began_a_match_it_can_be_played_on(house: House, first: int | str) -> None:
    """A position does not tell who began: that option of the old table refuses nothing."""
    old = await house.table("abc", "brains", options={"players": 3, "first": first})
    await house.play_out(old)
    decided = next(number for number in range(8, old.match.last) if old.match.position_at(number).actor >= 0)
    room = await play_on(house.hall, ANN, old, PlayOn(decided, [ME, HERE, HERE]))
    for seat in range(3):
        await house.sit(room, seat, ANN)
    assert room.match.pos.text == old.match.position_at(decided).text


async def test_secrets_stay_secrets_where_a_match_is_played_on(house: House) -> None:
    """Each seat of the new table sees what it saw then, and not the other hands."""
    old = await house.table("abc", "magpie", options={"players": 3})
    await house.play_out(old)
    room = await play_on(house.hall, ANN, old, PlayOn(1, [ME, HERE, HERE]))
    for seat in range(3):
        await house.sit(room, seat, ANN)
    then = old.match.position_at(1)
    for seat in range(3):
        assert room.match.pos.seen_by(seat).text == then.seen_by(seat).text


async def test_the_set_up_is_drawn_by_the_fair_dice(house: House) -> None:
    room = await house.table("abc", "magpie", options={"players": 3})
    (event,) = room.match.events
    assert event.data is not None
    assert len(event.data["actions"]) == len(event.data["draws"]) == room.match.drawn == 4
    assert event.name.count("; ") == 3
