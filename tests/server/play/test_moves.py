"""The one way for a move: on disk before anybody hears of it, then told to all, then accepted; what cannot be is refused."""

import asyncio
from typing import Any

import pytest

from bangbox.core.matches.match import MatchRecord
from bangbox.core.matches.verifying import verify
from bangbox.core.rules import CHANCE
from bangbox.server.errors import Refusal
from bangbox.server.match.record import record_text
from bangbox.server.play.moves import move, resign
from bangbox.server.protocol import Accepted, Move
from bangbox.server.storage.store import StorageError
from tests.server.house import Failing, House


async def test_a_move_is_on_disk_before_anybody_hears_of_it_and_only_then_accepted(house: House) -> None:
    room = await house.table()
    listeners = [house.watch(room, who) for who in ("a", "b", "")]
    accepted = await move(room, "ann", Move(answers=1, seat=0, name="b2", ask=7))
    assert accepted == Accepted(number=2, ask=7)
    for listener in listeners:
        (heard,) = listener.heard
        assert (heard.kind, heard.on_disk) == ("events", 2)
        assert [event["name"] for event in heard.message["events"]] == ["b2"]
    assert [len(listener.heard[0].message["now"]["choices"]) for listener in listeners] == [0, 8, 0]
    await house.agrees(room)


async def test_a_game_is_played_to_its_end(house: House) -> None:
    room = await house.table()
    bob = house.watch(room, "b")
    await house.play(room, "a1", "b1", "a2", "b2", "a3")
    assert room.match.result is not None
    assert (room.match.result.reason, room.match.result.winners) == ("rules", [0])
    (row,) = house.ask("SELECT status, events, actor FROM matches WHERE id = ?", room.id)
    assert tuple(row) == ("over", 7, -2)
    assert bob.of("table")[-1]["table"]["status"] == "over"
    assert house.hall.metrics.moves == 5
    await house.agrees(room)
    with pytest.raises(Refusal, match="over"):
        await move(room, "bob", Move(answers=7, seat=1, name="c1"))


REFUSED: dict[str, tuple[str | None, dict[str, Any], str]] = {
    "not one's turn": ("bob", {"seat": 1, "answers": 3, "name": "a1"}, "not_your_turn"),
    "not possible": ("ann", {"seat": 0, "answers": 3, "name": "b2"}, "illegal"),
    "no such choice": ("ann", {"seat": 0, "answers": 3, "action": 99}, "illegal"),
    "no such form": ("ann", {"seat": 0, "answers": 3, "form": "flick", "values": {"angle": 3}}, "illegal"),
    "a choice and a name": ("ann", {"seat": 0, "answers": 3, "action": 0, "name": "a1"}, "move"),
    "nothing": ("ann", {"seat": 0, "answers": 3}, "move"),
    "too late": ("ann", {"seat": 0, "answers": 1, "name": "a1"}, "stale"),
    "long before the beginning": ("ann", {"seat": 0, "answers": -5, "name": "a1"}, "stale"),
    "from the future": ("ann", {"seat": 0, "answers": 9, "name": "a1"}, "number"),
    "another's seat": ("bob", {"seat": 0, "answers": 3, "name": "a1"}, "not_your_seat"),
    "no seat": ("ann", {"seat": 5, "answers": 3, "name": "a1"}, "not_your_seat"),
    "a stranger": (None, {"seat": 0, "answers": 3, "name": "a1"}, "not_your_seat"),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_what_is_not_possible_is_explained_and_changes_nothing(house: House, what: str) -> None:
    who, asked, code = REFUSED[what]
    room = await house.table()
    await house.play(room, "b2", "c1")
    ann = house.watch(room, "a")
    with pytest.raises(Refusal) as refused:
        await move(room, who, Move(**asked))
    assert refused.value.problem.code == code
    assert refused.value.problem.text
    assert ann.heard == []
    assert room.match.last == 3
    await house.agrees(room)
    await house.play(room, "a1")


async def test_a_refusal_names_the_rule(house: House) -> None:
    room = await house.table()
    await house.play(room, "b2")
    with pytest.raises(Refusal) as refused:
        await house.move(room, "b2")
    assert refused.value.problem.rule == "T2"


async def test_nothing_is_played_before_the_match_begins(house: House) -> None:
    room = await house.table("a.")
    with pytest.raises(Refusal, match="has not begun"):
        await move(room, "ann", Move(answers=0, seat=0, name="a1"))


async def test_a_move_sent_again_is_accepted_again_and_nothing_is_written(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table()
    await house.play(room, "a1", "b2")
    ann = house.watch(room, "a")
    monkeypatch.setattr(house.hall.store, "commit", Failing(house.hall.store.commit, 100))
    assert await move(room, "ann", Move(answers=1, seat=0, name="a1", ask=8)) == Accepted(number=2, ask=8)
    assert ann.heard == []
    with pytest.raises(Refusal, match="has gone on"):
        await move(room, "ann", Move(answers=1, seat=0, name="c3"))
    await house.agrees(room)


async def test_two_moves_at_once_are_played_one_after_the_other(house: House) -> None:
    room = await house.table()
    first, second = Move(answers=1, seat=0, name="a1", ask=7), Move(answers=2, seat=1, name="b2", ask=9)
    answers = await asyncio.gather(move(room, "ann", first), move(room, "bob", second))
    assert list(answers) == [Accepted(number=2, ask=7), Accepted(number=3, ask=9)]
    await house.agrees(room)


async def test_whoever_comes_first_is_served_first(house: House) -> None:
    """Nobody overtakes those who wait for the lock."""
    room, order = await house.table(), list[str]()

    async def wait(name: str) -> None:
        async with room.lock:
            order.append(name)

    async with room.lock:
        waiting = [asyncio.create_task(wait(name)) for name in "xyz"]
        await asyncio.sleep(0)
        moving = asyncio.create_task(house.move(room, "a1"))
        await asyncio.sleep(0)
        assert room.match.last == 1
    await asyncio.gather(*waiting, moving)
    assert (order, room.match.last) == (["x", "y", "z"], 2)


# -- chance


async def test_chance_follows_a_choice_in_the_same_commit(house: House) -> None:
    room = await house.table("abc", "brains", options={"players": 3, "first": 0})
    ann = house.watch(room, "a")
    told: list[str] = []
    while told[-1:] != ["chance"]:
        await house.move_somehow(room)
        heard = next(heard for heard in reversed(ann.heard) if heard.kind == "events")
        told = [event["kind"] for event in heard.message["events"]]
    assert heard.on_disk == heard.message["now"]["number"] == room.match.last
    assert room.match.events[-1].data is not None
    assert room.match.events[-1].data["k"] == room.match.drawn - 1
    await house.agrees(room)


async def test_the_dice_of_a_real_table_are_typed_in_by_anybody_who_sits_there(house: House) -> None:
    room = await house.table("ab", dice="typed", options={"first": "random"})
    assert room.match.actor == CHANCE
    with pytest.raises(Refusal, match="not yours"):
        await move(room, "cid", Move(answers=1, seat=0, name="first1"))
    typed = await move(room, "ann", Move(answers=1, seat=0, name="first1"))
    assert await move(room, "bob", Move(answers=1, seat=1, name="first1")) == typed, "whoever did not hear of it says it again"
    with pytest.raises(Refusal, match="has gone on"):
        await move(room, "bob", Move(answers=1, seat=1, name="first0"))
    assert (room.match.actor, room.match.events[1].kind, room.match.events[1].data) == (1, "chance", None)


# -- giving up


async def test_with_two_seats_whoever_resigns_loses(house: House) -> None:
    room = await house.table()
    await resign(room, "ann", 0)
    assert room.match.result is not None
    assert (room.match.result.reason, room.match.result.winners, room.match.result.seat) == ("resign", [1], 0)
    record = MatchRecord.read(record_text(room.match))
    assert record.result == "0 0, won by Bob (resign)"
    assert verify(record).good
    del record.events[-1]
    assert not verify(record).good, "cut off"


async def test_with_more_seats_a_bot_plays_on_for_whoever_resigns(house: House) -> None:
    room = await house.table("ab*", "magpie", options={"players": 3})
    await resign(room, "ann", 0)
    assert (room.match.running, room.match.stand_ins, room.match.forfeits) == (True, {0: "easy"}, {0})
    with pytest.raises(Refusal, match="given up already"):
        await resign(room, "ann", 0)
    await house.play_out(room)
    assert room.match.result is not None
    assert 0 not in room.match.result.winners, "who has resigned cannot win"


async def test_when_the_last_person_resigns_the_match_is_over(house: House) -> None:
    room = await house.table("a**", "magpie", options={"players": 3})
    await resign(room, "ann", 0)
    assert room.match.result is not None
    assert (room.match.result.reason, room.match.result.winners) == ("resign", [])


async def test_only_the_owner_of_a_seat_resigns_it_and_only_while_the_match_runs(house: House) -> None:
    room = await house.table()
    with pytest.raises(Refusal, match="not yours"):
        await resign(room, "bob", 0)
    await resign(room, "ann", 0)
    with pytest.raises(Refusal, match="over"):
        await resign(room, "ann", 0)


async def test_a_stand_in_moves_for_a_seat_until_its_owner_takes_it_back(house: House) -> None:
    room = await house.table("ab", gone="bot")
    async with room.lock, room.writing():
        room.add("holder", 0, data={"level": "easy"})
    with pytest.raises(Refusal, match="take it back first"):
        await move(room, "ann", Move(answers=2, seat=0, name="a1"))


# -- a database that fails


async def test_a_move_that_cannot_be_written_is_refused_and_never_shown(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table()
    listeners = [house.watch(room, who) for who in ("a", "b", "")]
    with monkeypatch.context() as broken:
        broken.setattr(house.hall.store, "commit", Failing(house.hall.store.commit, 1))
        with pytest.raises(StorageError, match="full"):
            await house.move(room, "a1")
    assert all(listener.of("events") == [] for listener in listeners)
    assert (room.match.last, room.match.actor) == (1, 0)
    await house.agrees(room)
    await house.play(room, "a1")
    assert [len(listener.of("events")) for listener in listeners] == [1, 1, 1]


async def test_a_move_that_was_written_after_all_is_told_once_and_accepted_when_it_is_sent_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await house.table()
    listeners = [house.watch(room, who) for who in ("a", "b", "")]
    with monkeypatch.context() as broken:
        broken.setattr(house.hall.store, "commit", Failing(house.hall.store.commit, 1, late=True))
        with pytest.raises(StorageError, match="full"):
            await house.move(room, "a1")
    assert await move(room, "ann", Move(answers=1, seat=0, name="a1", ask=7)) == Accepted(number=2, ask=7)
    assert [[event["number"] for event in listener.of("events")[0]["events"]] for listener in listeners] == [[2], [2], [2]]
    assert [len(listener.of("events")) for listener in listeners] == [1, 1, 1]
    await house.agrees(room)


async def test_when_the_database_is_gone_everybody_is_sent_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table()
    listeners = [house.watch(room, who) for who in ("a", "b", "")]

    async def unreadable(*_: Any, **__: Any) -> Any:
        raise StorageError("no such file")

    with monkeypatch.context() as broken:
        broken.setattr(house.hall.store, "commit", Failing(house.hall.store.commit, 100))
        broken.setattr(house.hall.store, "read", unreadable)
        with pytest.raises(StorageError):
            await house.move(room, "a1")
    assert all(listener.closed for listener in listeners)
    assert not house.hall.rooms.holds(room)
    again = await house.hall.rooms.get(room.id)
    assert (again.match.last, house.on_disk(again)) == (1, 1)
    await house.play(again, "a1")


async def test_what_the_rules_cannot_do_is_never_shown(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the middle of a write: the room is as the database says."""
    room = await house.table()
    ann = house.watch(room, "a")
    with monkeypatch.context() as broken:
        broken.setattr(room.match.walk, "follow", _fail)
        with pytest.raises(ZeroDivisionError):
            await house.move(room, "a1")
    assert ann.of("events") == []
    assert (room.match.last, house.on_disk(room)) == (1, 1)
    await house.agrees(room)
    await house.play(room, "a1")


def _fail(*_: Any) -> None:
    raise ZeroDivisionError


async def test_a_move_whose_sender_went_away_is_played_once_or_not_at_all(house: House) -> None:
    room = await house.table()
    moving = asyncio.create_task(house.move(room, "a1"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    moving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await moving
    assert await move(room, "ann", Move(answers=1, seat=0, name="a1")) == Accepted(number=2)
    await house.agrees(room)
