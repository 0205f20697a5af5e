"""How messages leave: together, in order, never past one that waits for a slow reader; how they come in: as the standard says."""

import asyncio
import itertools
import random
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, cast

import pytest
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Close, Frame, Opcode
from websockets.streams import StreamReader

from bangbox.server.api.wire import AHEAD, Wire, head
from bangbox.server.play.watcher import BACKLOG, Outbox, Watcher

Work = Callable[[Watcher, "Reader"], Coroutine[Any, Any, None]]


class Reader:
    """Whoever reads at the other end; `slow` readers take nothing at once."""

    def __init__(self) -> None:
        self.slow = False
        self.got: list[list[bytes]] = []

    def write(self, messages: Iterable[bytes]) -> bool:
        if not self.slow:
            self.got.append(list(messages))
        return not self.slow


def watched(work: Work) -> Reader:
    """What a reader gets while `work` goes on."""

    async def run() -> Reader:
        watcher, reader = Watcher("ann", 0, False), Reader()
        watcher.shorten(reader.write, Outbox())
        await work(watcher, reader)
        return reader

    return asyncio.run(run())


async def turn() -> None:
    """The loop turns once."""
    await asyncio.sleep(0)


def test_what_a_turn_of_the_loop_says_leaves_together() -> None:
    async def work(watcher: Watcher, reader: Reader) -> None:
        watcher.send(b"one")
        watcher.send(b"two")
        assert reader.got == []
        await turn()
        watcher.send(b"three")
        await turn()

    assert watched(work).got == [[b"one", b"two"], [b"three"]]


def test_nothing_overtakes_a_message_on_its_way_to_a_slow_reader() -> None:
    async def work(watcher: Watcher, reader: Reader) -> None:
        reader.slow = True
        watcher.send(b"one")
        watcher.send(b"two")
        await turn()
        assert await watcher.next() == b"one"  # being sent from now on, however long that takes
        reader.slow = False
        assert await watcher.next() == b"two"
        watcher.send(b"three")
        await turn()
        assert reader.got == []  # two is still on its way
        assert await watcher.next() == b"three"
        waiting = asyncio.create_task(watcher.next())
        await turn()
        watcher.send(b"four")
        await turn()
        assert reader.got == [[b"four"]]
        watcher.close()
        assert await waiting is None

    watched(work)


def test_a_reader_too_far_behind_is_cut_off_after_what_is_queued() -> None:
    async def work(watcher: Watcher, reader: Reader) -> None:
        reader.slow = True
        for number in range(BACKLOG + 5):
            watcher.send(str(number).encode())
        assert watcher.closed
        assert [await watcher.next() for _ in range(BACKLOG + 1)] == [*(str(n).encode() for n in range(BACKLOG)), None]

    watched(work)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_frames_are_what_the_standard_says(size: int) -> None:
    stream = StreamReader()
    stream.feed_data(head(size) + b"x" * size)
    parsing = Frame.parse(stream.read_exact, mask=False, max_size=None, extensions=None)
    with pytest.raises(StopIteration) as finished:
        next(parsing)
    read = finished.value.value
    assert (read.opcode, read.fin, bytes(read.data)) == (Opcode.TEXT, True, b"x" * size)
    assert not stream.buffer


# -- in


class Pipe(asyncio.Transport):
    """A transport into which only the test speaks."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closing = False
        self.paused = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


class Ear:
    """An app that takes down whatever it receives."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.open = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        self.open.set()
        while not self.heard or self.heard[-1]["type"] != "websocket.disconnect":
            self.heard.append(await receive())


class Line:
    """A connection of one of the two classes."""

    def __init__(self, kind: type[WebSocketsSansIOProtocol], limit: int) -> None:
        self.ear, self.pipe, self.state = Ear(), Pipe(), ServerState()
        config = Config(
            self.ear, log_config=None, access_log=False, ws=kind, ws_per_message_deflate=False, ws_max_size=limit,
            ws_ping_interval=None, http="h11", lifespan="off",
        )  # fmt: skip
        self.protocol = kind(config, self.state, {}, asyncio.get_running_loop())
        self.protocol.connection_made(self.pipe)
        self.protocol.data_received(REQUEST)

    def feed(self, *pieces: bytes) -> None:
        for piece in pieces:
            if not self.pipe.closing:
                self.protocol.data_received(piece)

    async def end(self) -> None:
        """The client has gone; the app finishes what it has to read."""
        self.protocol.connection_lost(None)
        await asyncio.wait_for(asyncio.gather(*self.state.tasks), 10)


REQUEST = (
    b"GET /api HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
LIMIT = 2000


def sent(data: str | bytes, opcode: Opcode = Opcode.TEXT, mask: bool = True, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data.encode() if isinstance(data, str) else data, fin).serialize(mask=mask)


def closing(code: int) -> bytes:
    return sent(Close(code, "bye").serialize(), Opcode.CLOSE)


def exchanged(
    kind: type[WebSocketsSansIOProtocol], pieces: Iterable[bytes], limit: int = LIMIT, early: int = 0
) -> tuple[list[Any], bytes]:
    """What the app hears and what the client is sent; the `early` pieces come before the handshake is over."""

    async def run() -> tuple[list[Any], bytes]:
        line, left = Line(kind, limit), list(pieces)
        line.feed(*left[:early])
        await line.ear.open.wait()
        line.feed(*left[early:])
        await line.end()
        return line.ear.heard, line.pipe.written

    return asyncio.run(run())


def texts(heard: list[Any]) -> list[Any]:
    return [event["text"] for event in heard if event["type"] == "websocket.receive"]


def codes(heard: list[Any]) -> list[Any]:
    return [event["code"] for event in heard if event["type"] == "websocket.disconnect"]


def mixed() -> bytes:
    """All that a client may say."""
    return b"".join([
        sent("short"),
        sent("é" * 100),
        sent(b"\x00\x81\xff", Opcode.BINARY),
        sent("frag", fin=False),
        sent("are you there", Opcode.PING),
        sent("men", Opcode.CONT, fin=False),
        sent("ted", Opcode.CONT),
        sent(""),
        sent("x" * 125),
        sent("unasked", Opcode.PONG),
        sent("", Opcode.PING),
        sent("", fin=False),
        sent("y" * 130, Opcode.CONT),
        sent(b"", Opcode.BINARY),
        sent("last"),
        closing(1000),
        sent("too late"),
    ])  # fmt: skip


def in_pieces(stream: bytes, cuts: Iterable[int]) -> list[bytes]:
    """The stream, cut at these places."""
    places = [0, *sorted(cuts), len(stream)]
    return [stream[first:last] for first, last in itertools.pairwise(places) if first < last]


@pytest.mark.parametrize("text", ["hello", "", "ü", *("z" * size for size in (125, 126, 127, 65_535, 65_536))], ids=len)
def test_a_message_comes_in_whole(text: str) -> None:
    heard, written = exchanged(Wire, [sent(text)], 100_000)
    assert texts(heard) == [text]
    assert (heard, written) == exchanged(WebSocketsSansIOProtocol, [sent(text)], 100_000)


def test_a_message_of_the_greatest_size_and_those_after_it_come_in() -> None:
    pieces = [sent("x" * LIMIT), sent("after"), *in_pieces(sent("y" * LIMIT), [50]), sent("end")]
    assert texts(exchanged(Wire, pieces)[0]) == ["x" * LIMIT, "after", "y" * LIMIT, "end"]


def test_it_does_not_matter_where_a_stream_is_cut() -> None:
    stream = mixed()
    expected = exchanged(WebSocketsSansIOProtocol, [stream])
    assert texts([event for event in expected[0] if "text" in event])[::3] == ["short", "", "last"]
    for cut in range(len(stream) + 1):
        assert exchanged(Wire, in_pieces(stream, [cut])) == expected, cut


def test_single_bytes_and_pieces_of_any_size_are_put_together() -> None:
    stream, dice = mixed(), random.Random(5)
    expected = exchanged(WebSocketsSansIOProtocol, [stream])
    assert exchanged(Wire, in_pieces(stream, range(len(stream)))) == expected
    for _ in range(300):
        cuts = dice.sample(range(1, len(stream)), dice.randrange(1, 40))
        assert exchanged(Wire, in_pieces(stream, cuts)) == expected, cuts


def test_frames_of_their_own_are_read_as_well_as_all_at_once() -> None:
    parted = [sent("two", fin=False), sent("p", Opcode.PING), sent("three", Opcode.CONT)]
    frames = [sent("one"), *parted, sent("four"), closing(1001)]
    expected = exchanged(WebSocketsSansIOProtocol, frames)
    assert texts(expected[0]) == ["one", "twothree", "four"]
    assert exchanged(Wire, frames) == expected


def test_the_rest_of_a_frame_is_no_frame_even_if_it_looks_like_one() -> None:
    inner = sent("inner")
    pieces = [bytes([0x82, 0x80 + 2 + len(inner), 0, 0, 0, 0]) + b"in", inner, sent("next")]
    heard, written = exchanged(Wire, pieces)
    assert [event.get("bytes") or event.get("text") for event in heard[:-1]] == [b"in" + inner, "next"]
    assert (heard, written) == exchanged(WebSocketsSansIOProtocol, pieces)


@pytest.mark.parametrize("whole", [True, False])
def test_a_message_too_long_is_refused_when_it_is_announced(whole: bool) -> None:
    pieces = [sent("fine"), sent("x" * (LIMIT + 1))[: None if whole else 8]]
    heard, written = exchanged(Wire, pieces)
    assert (texts(heard), codes(heard)) == (["fine"], [1009])
    assert (heard, written) == exchanged(WebSocketsSansIOProtocol, pieces)


WRONG = {
    "not masked": (1002, [sent("plain", mask=False)]),
    "not masked and long": (1002, [sent("p" * 300, mask=False)]),
    "a reserved bit": (1002, [b"\xc1" + sent("squeezed")[1:]]),
    "no text": (1007, [sent(b"\xff\xfe")]),
    "no text in a long frame": (1007, [sent(b"x" * 200 + b"\xc3")]),
    "no text in two frames": (1007, [sent(b"\xc3", fin=False), sent(b"x", Opcode.CONT)]),
    "a continuation of nothing": (1002, [sent("more", Opcode.CONT)]),
    "a message within a message": (1002, [sent("begun", fin=False), sent("new")]),
    "a message within a message, after a ping": (1002, [sent("begun", fin=False), sent("", Opcode.PING), sent("new")]),
    "a ping in parts": (1002, [b"\x09" + sent("p")[1:]]),
    "an endless ping": (1002, [b"\x89\xfe\x00\x80" + bytes(132)]),
    "an unknown kind": (1002, [b"\x83\x80" + bytes(4)]),
    "more than a message may have, in frames": (1009, [sent("x" * 1500, fin=False), sent("x" * 1500, Opcode.CONT)]),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_what_the_standard_forbids_ends_the_connection(wrong: str) -> None:
    code, frames = WRONG[wrong]
    pieces = [sent("fine"), *frames, sent("ignored")]
    expected = exchanged(WebSocketsSansIOProtocol, pieces)
    assert (texts(expected[0]), codes(expected[0])) == (["fine"], [code])
    assert exchanged(Wire, pieces) == expected
    assert exchanged(Wire, [b"".join(pieces)]) == expected
    assert exchanged(Wire, in_pieces(b"".join(pieces), range(2000))) == expected


@pytest.mark.parametrize("cut", range(0, 12))
def test_who_does_not_wait_for_the_handshake_is_understood(cut: int) -> None:
    pieces = [*in_pieces(sent("early"), [cut]), sent("next"), *in_pieces(sent("parted") + sent("end"), [cut])]
    for early in range(1, len(pieces) + 1):
        found = exchanged(Wire, pieces, early=early)
        assert texts(found[0]) == ["early", "next", "parted", "end"]
        assert found == exchanged(WebSocketsSansIOProtocol, pieces, early=early)


# -- messages taken at once


def taken(answer: Callable[[str], bool], *pieces: bytes, waiting: Iterable[bytes] = ()) -> tuple[list[str], list[Any]]:
    """What is offered to a taker and what the app hears; `waiting` is unread when the taker comes."""
    offered: list[str] = []

    def take(text: str) -> bool:
        offered.append(text)
        return answer(text)

    async def run() -> list[Any]:
        line = Line(Wire, LIMIT)
        await line.ear.open.wait()
        await turn()
        line.feed(*waiting)
        cast(Wire, line.protocol).take = take
        line.feed(*pieces)
        await line.end()
        return texts(line.ear.heard)

    return offered, asyncio.run(run())


def test_a_usual_message_is_offered_first() -> None:
    found = taken(lambda text: text != "no", sent("yes"), sent("ä"), sent("no"))
    assert found == (["yes", "ä", "no"], ["no"])


def test_nothing_is_taken_before_what_waits() -> None:
    assert taken(lambda text: True, sent("second"), sent("third"), waiting=[sent("first")]) == ([], ["first", "second", "third"])


def test_a_message_refused_is_not_overtaken() -> None:
    assert taken(lambda text: text == "b", sent("a"), sent("b")) == (["a"], ["a", "b"])


def test_unusual_messages_are_queued() -> None:
    unusual = [sent("frag", fin=False), sent("mented", Opcode.CONT)]
    assert taken(lambda text: True, *unusual) == ([], ["fragmented"])
    assert taken(lambda text: True, sent("x" * 126)) == ([], ["x" * 126])
    assert taken(lambda text: True, sent("one") + sent("two"))[1] == ["one", "two"]


def test_messages_are_taken_again_after_unusual_ones() -> None:
    unusual = [*in_pieces(sent("parted"), [3]), sent("frag", fin=False), sent("", Opcode.PING), sent("mented", Opcode.CONT)]
    offered: list[str] = []

    def take(text: str) -> bool:
        offered.append(text)
        return True

    async def run() -> list[Any]:
        line = Line(Wire, LIMIT)
        await line.ear.open.wait()
        cast(Wire, line.protocol).take = take
        line.feed(*unusual)
        while len(line.ear.heard) < 2:
            await turn()
        line.feed(sent("usual"))
        await line.end()
        return texts(line.ear.heard)

    assert (asyncio.run(run()), offered) == (["parted", "fragmented"], ["usual"])


def test_reading_stops_while_much_waits_and_goes_on_afterwards() -> None:
    async def run() -> tuple[list[bool], list[Any]]:
        line, paused = Line(Wire, LIMIT), list[bool]()
        await line.ear.open.wait()
        await turn()
        for number in range(AHEAD + 1):
            line.feed(sent(str(number)))
            paused.append(line.pipe.paused)
        while len(line.ear.heard) <= AHEAD:
            await turn()
        paused.append(line.pipe.paused)
        await line.end()
        return paused, texts(line.ear.heard)

    assert asyncio.run(run()) == ([False] * AHEAD + [True, False], [str(number) for number in range(AHEAD + 1)])
