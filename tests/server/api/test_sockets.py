"""The WebSocket of a match: what it is told at first, what it may say, and when it is sent away."""

import asyncio
import json
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from websockets.exceptions import ConnectionClosed

from bangbox.server.api.sockets import PATIENCE, Connection, live
from bangbox.server.people.limits import Bucket
from bangbox.server.play.moves import move
from bangbox.server.play.room import Room
from bangbox.server.protocol import Move
from bangbox.server.storage.store import StorageError
from tests.server.guests import Guest, Json, Live
from tests.server.house import PEOPLE, Failing, House, Listener


def connection(house: House, room: Room, who: str = "a") -> tuple[Connection, Listener]:
    """Somebody's connection, and what is sent over it."""
    listener = house.watch(room, who)
    return Connection(house.hall, room, PEOPLE[who] if who else None, listener, "10.0.0.1"), listener


def said(kind: str, **message: Any) -> str:
    return json.dumps({"type": kind, **message})


# -- messages


async def test_a_move_is_told_to_all_and_then_accepted(house: House) -> None:
    room = await house.table()
    ann, heard = connection(house, room)
    bob = house.watch(room, "b")
    await ann.handle(said("move", number=1, seat=0, name="b2", ask=7))
    assert [message.kind for message in heard.heard] == ["events", "accepted"]
    assert heard.heard[-1].message == {"type": "accepted", "number": 2, "ask": 7}
    assert {message.on_disk for message in (*heard.heard, *bob.heard)} == {2}


REFUSED = {
    "not one's turn": ("b", said("move", number=1, seat=1, name="a1", ask=3), "not_your_turn"),
    "a stranger's": ("", said("move", number=1, seat=0, name="a1"), "not_your_seat"),
    "a stranger's word": ("", said("say", text="hi"), "who"),
    "another's view": ("a", said("look", seat=1), "not_your_seat"),
    "no JSON": ("a", '{"type":"move",nonsense', "request"),
    "no number": ("a", '{"type":"move","seat":0,"name":"a1"}', "request"),
    "two kinds": ("a", '{"type":"move","type":"ping"}', "request"),
    "an unknown field": ("a", said("ping", colour="red"), "request"),
    "nothing": ("a", "", "request"),
    "bytes": ("a", None, "request"),
    "too much": ("a", said("ping", pad="x" * 20_000), "request"),
    "too deep": ("a", '{"ask":' + "[" * 7000 + "]" * 7000 + ',"type":"ping"}', "request"),
    "half a character": ("a", '{"type":"say","text":"\\ud800"}', "request"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
async def test_what_cannot_be_done_is_explained_to_its_sender_alone(house: House, what: str) -> None:
    who, text, code = REFUSED[what]
    room = await house.table()
    sender, heard = connection(house, room, who)
    other = house.watch(room, "c")
    await sender.handle(text)
    assert heard.of("refused")[0]["problem"]["code"] == code
    assert heard.of("refused")[0]["ask"] == (3 if what == "not one's turn" else None)
    assert other.of("events") == []
    await house.agrees(room)


async def test_after_a_stale_move_the_present_state_follows(house: House) -> None:
    room = await house.table()
    ann, heard = connection(house, room)
    await house.play(room, "b2", "a1")
    heard.heard.clear()
    await ann.handle(said("move", number=1, seat=0, name="c3"))
    assert [message.kind for message in heard.heard] == ["refused", "snapshot"]
    assert heard.heard[1].message["now"]["number"] == 3


async def test_pings_looks_and_words(house: House) -> None:
    room = await house.table("aa")
    ann, heard = connection(house, room)
    await ann.handle(said("ping", ask=5))
    assert heard.of("pong") == [{"type": "pong", "time": house.clock(), "ask": 5}]
    await ann.handle(said("seen", number=1))
    assert ann.watcher.seen == 1
    await ann.handle(said("look", seat=1))
    assert heard.of("snapshot")[-1]["seat"] == 1
    await ann.handle(said("look"))
    assert heard.of("snapshot")[-1]["seat"] is None
    await ann.handle(said("say", phrase="thanks"))
    assert heard.of("notes")[-1]["notes"][0]["text"] == "thanks"


async def test_a_message_counts_once_against_the_limits(house: House) -> None:
    room = await house.table()
    bob, heard = connection(house, room, "b")
    bob._messages = Bucket(0.8, 4, lambda: house.clock() / 1000)  # four at once
    for _ in range(5):
        await bob.handle(said("move", number=1, seat=1, choice=0))
    codes = [message["problem"]["code"] for message in heard.of("refused")]
    assert codes == ["not_your_turn"] * 4 + ["slow_down"]
    house.clock.forward(2)
    await bob.handle(said("ping"))
    assert len(heard.of("pong")) == 1


async def test_a_database_that_fails_is_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table()
    ann, heard = connection(house, room)
    with monkeypatch.context() as broken:
        broken.setattr(house.hall.store, "commit", Failing(house.hall.store.commit, 1))
        await ann.handle(said("move", number=1, seat=0, name="a1", ask=7))
    (refused,) = heard.of("refused")
    assert (refused["problem"]["code"], refused["ask"]) == ("database", 7)
    assert heard.of("events") == []
    await ann.handle(said("move", number=1, seat=0, name="a1", ask=8))
    assert heard.of("accepted") == [{"type": "accepted", "number": 2, "ask": 8}]


async def test_whatever_goes_wrong_is_told_and_the_connection_stays(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await house.table()
    ann, heard = connection(house, room)

    async def fail(*_: Any) -> Any:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr("bangbox.server.api.sockets.move", fail)
        await ann.handle(said("move", number=1, seat=0, name="a1"))
    assert heard.of("refused")[0]["problem"]["code"] == "server"
    assert house.hall.metrics.errors == 1
    await ann.handle(said("move", number=1, seat=0, name="a1"))
    assert len(heard.of("accepted")) == 1


# -- coming in


async def begun(house: House, room: Room, who: str = "a", **known: int | None) -> list[Json]:
    """What somebody is told at first; `known` are the last event and line of talk."""
    guest = PEOPLE[who].id if who else None
    own = room.match.seats_of(guest)
    listener = Listener(house, room, guest, own[0] if own else None)
    await Connection(house.hall, room, PEOPLE[who] if who else None, listener, "").begin(known.get("number"), known.get("note"))
    return [heard.message for heard in listener.heard]


async def test_at_first_there_is_a_snapshot_or_what_was_missed(house: House) -> None:
    room = await house.table()
    await house.play(room, "a1", "b1")
    for number in (None, 0, 99):
        assert (await begun(house, room, number=number))[0]["type"] == "snapshot"
    missed = (await begun(house, room, number=2))[0]
    assert (missed["type"], [event["number"] for event in missed["events"]]) == ("events", [3])
    assert (await begun(house, room, number=3))[0]["events"] == []


async def test_whoever_comes_back_gets_the_table_and_the_talk(house: House) -> None:
    room = await house.table("aa")
    async with room.lock:
        notes = [await room.note("chat", 0, text) for text in ("one", "two", "three")]
    for who in ("a", "b", ""):
        first, *others = await begun(house, room, who, number=1)
        assert [message["type"] for message in (first, *others)] == ["events", "table", "notes"]
        assert [note["text"] for note in others[1]["notes"]] == ["one", "two", "three"]
        (_, _, talk) = await begun(house, room, who, number=1, note=notes[0].number)
        assert [note["text"] for note in talk["notes"]] == ["two", "three"]
        assert len(await begun(house, room, who, number=1, note=notes[-1].number)) == 2


async def test_whoever_waits_for_a_room_that_is_dropped_is_sent_away(house: House) -> None:
    room, watcher = await house.table(), None
    async with room.lock:  # somebody writes, and the database fails
        watcher = Listener(house, room, None, None)
        waiting = asyncio.create_task(Connection(house.hall, room, None, watcher, "").begin(None, None))
        await asyncio.sleep(0)
        house.hall.rooms.drop(room)
    await asyncio.wait_for(waiting, 5)
    assert watcher.closed
    assert watcher not in room.feed.watchers
    assert watcher.heard == []


# -- the whole way, without a network


class Line:
    """A socket as the server sees it."""

    def __init__(self, house: House, match: str, headers: list[tuple[bytes, bytes]] | None = None, query: bytes = b"") -> None:
        self.app = Starlette(routes=[WebSocketRoute("/api/matches/{id}/live", live)])
        self.app.state.hall = house.hall
        self.scope = {
            "type": "websocket", "path": f"/api/matches/{match}/live", "query_string": query, "headers": headers or [],
            "client": ("10.0.0.1", 5), "subprotocols": [], "app": self.app,
        }  # fmt: skip
        self.sent: list[Json] = []
        self.incoming: asyncio.Queue[Json] = asyncio.Queue()
        self.incoming.put_nowait({"type": "websocket.connect"})

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    async def run(self, *texts: str) -> list[Json]:
        """Says these and goes; what it was sent."""
        for text in texts:
            self.incoming.put_nowait({"type": "websocket.receive", "text": text})
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self.app(self.scope, self.incoming.get, self.send), 20)
        return self.sent


def refused(sent: list[Json]) -> tuple[str, int]:
    """Why somebody was sent away: the problem's code, and the code of the closing."""
    accepted, problem, closed = sent
    assert accepted["type"] == "websocket.accept"
    return json.loads(problem["text"])["problem"]["code"], closed["code"]


@pytest.mark.parametrize("cookie", [b"", b"bangbox=somebody"])
async def test_whoever_comes_while_the_database_is_away_is_told_so(
    house: House, cookie: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreadable(*_: Any, **__: Any) -> Any:
        raise StorageError("no connection")

    monkeypatch.setattr(house.hall.store, "read", unreadable)
    assert refused(await Line(house, "m", [(b"cookie", cookie)]).run()) == ("database", 1012)


async def test_who_is_not_let_in(house: House) -> None:
    room = await house.table()
    assert refused(await Line(house, "nosuch").run()) == ("unknown_match", 1008)
    assert refused(await Line(house, room.id, query=b"seat=0").run()) == ("not_your_seat", 1008)
    foreign = await Line(house, room.id, [(b"origin", b"http://["), (b"host", b"here")]).run()
    assert [message["type"] for message in foreign] == ["websocket.close"]
    assert house.hall.sockets.count == 0
    assert room.feed.watchers == set()


async def test_connections_are_counted_and_limited(house: House) -> None:
    room = await house.table()
    house.hall.sockets.most = 1
    first = Line(house, room.id)
    running = asyncio.create_task(first.app(first.scope, first.incoming.get, first.send))
    while not room.feed.watchers:
        await asyncio.sleep(0)
    assert refused(await Line(house, room.id).run()) == ("sockets", 1008)
    await first.incoming.put({"type": "websocket.disconnect", "code": 1000})
    await running
    assert (house.hall.sockets.count, room.feed.watchers) == (0, set())


async def test_opening_a_connection_counts_as_a_message(house: House) -> None:
    room = await house.table()
    while house.hall.limits.requests(None, "10.0.0.1").take():
        pass
    assert refused(await Line(house, room.id).run()) == ("slow_down", 1008)
    house.clock.forward(1)
    assert [message["type"] for message in await Line(house, room.id).run()] == ["websocket.accept"]


async def test_too_much_nonsense_ends_a_connection(house: House) -> None:
    room = await house.table()
    line = Line(house, room.id)
    sent = await line.run(*["nonsense"] * (PATIENCE + 5))
    assert (sent[-1]["type"], sent[-1]["code"]) == ("websocket.close", 1008)
    sent = await Line(house, room.id).run(*(["nonsense"] * (PATIENCE - 5) + [said("ping")]) * 2)
    assert sent[-1]["type"] != "websocket.close", "a good message makes up for bad ones"


async def test_a_move_is_finished_even_if_its_sender_has_gone(house: House) -> None:
    me, token = await house.hall.people.welcome("Ann")
    PEOPLE["z"] = me
    try:
        room = await house.table("zb")
        line = Line(house, room.id, [(b"authorization", f"Bearer {token}".encode())])
        await line.run(said("move", number=1, seat=0, name="b2"))
    finally:
        del PEOPLE["z"]
    assert room.match.last == 2
    await move(room, "bob", Move(answers=2, seat=1, name="a1"))
    await house.agrees(room)


# -- over a network


def test_a_match_of_two_people(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mo", public=True)["id"]
    assert bob.join(match)["status"] == "running"
    with ann.live(match) as first, bob.live(match) as second:
        assert first.receive()["now"]["choices"]
        assert second.receive()["now"]["choices"] == []
        sockets, number = [first, second], 1
        for turn, square in enumerate(["a1", "b1", "a2", "b2", "a3"]):
            sockets[turn % 2].send("move", seat=turn % 2, number=number, name=square, ask=turn)
            for socket in sockets:
                told = socket.wait_for("events")
                assert told["events"][0]["name"] == square
                assert told["events"][0]["label"] == {"key": "mark", "args": {"square": square}}
            assert sockets[turn % 2].wait_for("accepted") == {"type": "accepted", "number": number + 1, "ask": turn}
            number = told["now"]["number"]
        assert [event["kind"] for event in told["events"]] == ["choice", "end"]
        assert told["now"]["winners"] == [0]
    over = bob.get(f"/api/matches/{match}")
    assert over["result"] == {"reason": "rules", "winners": [0], "scores": [1, 0], "seat": None}
    assert over["dice"]["secret"]


def test_two_seats_at_one_screen_follow_the_turn(ann: Guest) -> None:
    match = ann.table("tictactoe", "mh")["id"]
    with ann.live(match) as live:
        shown = live.receive()
        for number, square in enumerate(["a1", "b2"], start=1):
            live.send("move", seat=shown["seat"], number=number, name=square)
            shown = live.wait_for("events")
        assert shown["seat"] == 0


def told_at_first(live: Live) -> list[Json]:
    """Everything that a socket is told when it is opened."""
    live.send("ping")
    found: list[Json] = []
    while not found or found[-1]["type"] != "pong":
        found.append(live.receive())
    return found[:-1]


def test_a_socket_that_comes_back_gets_what_it_missed(ann: Guest, bob: Guest) -> None:
    match = ann.table("tictactoe", "mh", public=True)["id"]
    ann.move(match, 0, 1, name="a1")
    for guest, mine in ((ann, [0, 1]), (bob, [])):
        with guest.live(match, number=1, note=0) as live:
            events, table = told_at_first(live)
            assert [event["number"] for event in events["events"]] == [2]
            assert table["table"]["mine"] == mine
    with ann.live(match, number="%C2%B3", seat="%C2%B2") as live:
        assert live.receive()["type"] == "snapshot", "digits in name only are no numbers"


def test_a_seat_of_somebody_else_is_not_shown(ann: Guest, bob: Guest) -> None:
    match = ann.table("magpie", "mbb", public=True, options={"players": 3})["id"]
    with bob.live(match, seat=0) as live:
        assert live.receive()["problem"]["code"] == "not_your_seat"
        with pytest.raises(ConnectionClosed):
            live.receive()
