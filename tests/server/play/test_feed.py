"""Who watches a match, and what each of them is told."""

import asyncio
from typing import Any

import msgspec
import pytest

from bangbox.server.play.feed import NOTES_SHOWN
from bangbox.server.play.moves import end
from bangbox.server.protocol import Goodbye, Increment
from bangbox.server.showing.events import TAIL, log
from tests.server.house import House, Listener


def plain(value: Any) -> Any:
    """As it looks on the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("game", ["tictactoe", "magpie", "brains"])
async def test_an_increment_is_its_events_and_the_situation(house: House, game: str) -> None:
    room = await house.table("abc" if game != "tictactoe" else "ab", game, options={} if game == "tictactoe" else {"players": 3})
    feed = room.feed
    for _ in range(8):
        before = room.match.last
        await house.rest(room)
        await house.move_somehow(room)
        for viewer in (0, 1, None):
            told = msgspec.json.decode(feed.increment(viewer, before + 1), type=Increment)
            assert plain(told.events) == plain(log(room.match, viewer, before + 1, room.match.last))
            assert plain(told.now) == plain(feed.situation(viewer))
            assert told.seat == viewer
        if not room.match.pos.choices():
            break


async def test_a_snapshot_is_all_of_it_for_one_reader(house: House) -> None:
    room = await house.table("abc", "magpie", options={"players": 3})
    async with room.lock:
        await room.note("chat", 0, "hello")
    for guest, viewer in (("ann", 0), ("bob", 1), (None, None)):
        shown = plain(room.feed.snapshot(guest, viewer))
        assert shown["now"] == plain(room.feed.situation(viewer))
        assert shown["log"] == plain(log(room.match, viewer, 1, room.match.last))
        assert shown["table"]["mine"] == ([] if viewer is None else [viewer])
        assert [note["text"] for note in shown["notes"]][-1] == "hello"


async def test_a_snapshot_has_the_latest_events_and_lines_of_talk(house: House) -> None:
    room = await house.table()
    async with room.lock:
        for number in range(TAIL):
            async with room.writing():
                room.add("choice", 0, 4, "b2")
                room.add("back", 0, 1)
            if number < NOTES_SHOWN // 10:
                await room.note("chat", 0, str(number))
    shown = plain(room.feed.snapshot(None, None))
    assert [event["number"] for event in shown["log"]] == list(range(room.match.last - TAIL + 1, room.match.last + 1))
    assert [note.text for note in room.feed.shown_notes(after=room.notes[-3].number)] == ["8", "9"]


async def test_everybody_is_told_what_they_may_know(house: House) -> None:
    room = await house.table("abc", "magpie", options={"players": 3})
    listeners = {who: house.watch(room, who) for who in ("a", "b", "")}
    await house.move_somehow(room)
    await house.move(room, name="allow")
    for who, seat in (("a", 0), ("b", 1), ("", None)):
        told = listeners[who].of("events")[-1]
        assert told["seat"] == seat
        assert told["now"]["view"] == plain(room.feed.situation(seat).view)
    views = [str(listener.of("events")[-1]["now"]["view"]) for listener in listeners.values()]
    assert len(set(views)) == 3


async def test_whoever_plays_several_seats_at_one_screen_follows_the_turn(house: House) -> None:
    room = await house.table("aa")
    ann = house.watch(room, "a")
    await house.play(room, "a1", "b2")
    assert [message["seat"] for message in ann.of("events")] == [1, 0]


async def test_whoever_loses_a_seat_looks_on_as_a_spectator(house: House) -> None:
    room = await house.table("ab")
    bob = house.watch(room, "b")
    room.match.sit(msgspec.structs.replace(room.match.seats[1], guest="cid"))
    assert room.feed.viewer_for(bob) is None
    ann = Listener(house, room, "ann", None)
    assert room.feed.viewer_for(ann) is None, "who wants to look on as a spectator does"


async def test_that_somebody_came_or_went_is_told_once(house: House) -> None:
    room = await house.table()
    ann = house.watch(room, "a")
    bob = house.watch(room, "b")
    assert ann.heard == []
    room.feed.leave(bob)
    room.feed.tell_presence()
    assert ann.of("table") == []
    house.clock.forward(31)
    for _ in range(2):
        room.feed.tell_presence()
    (told,) = ann.of("table")
    assert [player["presence"] for player in told["table"]["players"]] == ["here", "away"]
    room.feed.enter(Listener(house, room, "bob", 1))
    assert ann.of("table")[-1]["table"]["players"][1]["presence"] == "here"


async def test_spectators_are_counted(house: House) -> None:
    room = await house.table()
    for who in ("a", "c", ""):
        house.watch(room, who)
    assert room.feed.table("ann").watchers == 2


async def test_what_was_settled_is_not_told_as_talk(house: House) -> None:
    room = await house.table()
    ann = house.watch(room, "a")
    async with room.lock:
        await room.note("settled", 0, "end", {"offer": 0})
    assert ann.of("notes") == []
    assert [note.kind for note in room.feed.shown_notes()] == ["joined"]


async def test_a_goodbye_reaches_everybody(house: House) -> None:
    room = await house.table()
    listeners = [house.watch(room, who) for who in ("a", "b", "")]
    room.feed.tell(Goodbye(reason="restart", again_ms=1500))
    room.feed.close()
    assert all([heard.kind for heard in listener.heard] == ["goodbye"] and listener.closed for listener in listeners)


async def test_of_a_match_that_nobody_watches_no_encoded_events_are_kept(house: House) -> None:
    room = await house.table()
    ann, bob = house.watch(room, "a"), house.watch(room, "b")
    await house.play(room, "b2", "a1")
    shown = plain(room.feed.snapshot("ann", 0))
    room.feed.leave(ann)
    assert room.feed.logs._kept, "somebody is still there"
    room.feed.leave(bob)
    assert not room.feed.logs._kept
    assert plain(room.feed.snapshot("ann", 0))["log"] == shown["log"]


async def test_the_log_of_a_match_that_has_just_ended_is_public(house: House) -> None:
    room = await house.table("abc", "magpie", options={"players": 3})
    bob = house.watch(room, "b")
    hidden = plain(room.feed.snapshot("bob", 1))["log"][0]["data"]
    async with room.lock, room.writing():
        end(room, "agreed", [])
    shown = plain(room.feed.snapshot("bob", 1))["log"][0]["data"]
    assert hidden != shown
    assert bob.of("events")[-1]["now"]["actor"] == -2


async def test_a_closed_page_is_told_soon(house: House) -> None:
    room = await house.table()
    ann, bob = house.watch(room, "a"), house.watch(room, "b")
    room.feed.presence.grace_ms = 0
    room.feed.leave(bob)
    house.clock.forward(1)
    await asyncio.sleep(0.2)
    assert ann.of("table")[-1]["table"]["players"][1]["presence"] == "away"


async def test_whoever_tells_what_was_seen_is_waited_for_but_not_for_ever(house: House) -> None:
    """A player's page that lags is waited for; a spectator's, one that tells nothing, and one that has gone are not."""
    room = await house.table("ab")
    feed, last = room.feed, room.match.last
    ann, stranger = house.watch(room, "a"), house.watch(room)
    await asyncio.wait_for(feed.until_seen(last, 60), 5)
    feed.saw(stranger, last - 1)
    await asyncio.wait_for(feed.until_seen(last, 60), 5)
    feed.saw(ann, last - 1)
    waiting = asyncio.create_task(feed.until_seen(last, 60))
    await asyncio.sleep(0.02)
    assert not waiting.done()
    feed.saw(ann, last + 1000)  # nobody has seen what has not happened
    assert ann.seen == last
    await asyncio.wait_for(waiting, 5)
    feed.saw(ann, last - 1)
    await asyncio.wait_for(feed.until_seen(last, 0.02), 5)
    waiting = asyncio.create_task(feed.until_seen(last, 60))
    await asyncio.sleep(0)
    feed.leave(ann)
    await asyncio.wait_for(waiting, 5)
