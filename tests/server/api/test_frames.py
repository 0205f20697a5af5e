"""Frames that no browser sends: the server answers as RFC 6455 asks, or closes the connection, and goes on."""

import itertools
import json
import random
from collections.abc import Iterator

import pytest
from websockets.frames import Close, Opcode

from tests.server.api.raw import UPGRADE, Line, closing, frame, request
from tests.server.guests import Guest
from tests.server.processes import Server


def ping(ask: int) -> bytes:
    """A message that is answered."""
    return frame(json.dumps({"type": "ping", "ask": ask}))


@pytest.fixture
def match(server: Server, ann: Guest) -> Iterator[str]:
    """A match; afterwards the server goes on and has logged no traceback."""
    found: str = ann.table("tictactoe", "mh", public=True)["id"]
    yield found
    assert ann.snapshot(found)["now"]["number"] == 1
    assert "Traceback" not in server.logged()


def handshake(match: str) -> bytes:
    return request(path=f"/api/matches/{match}/live".encode(), headers=UPGRADE)


class Talk:
    """A connection on which all answers are noted; it is closed after so many, or by the server."""

    def __init__(self, server: Server, match: str, *pieces: bytes, answers: int | None = None) -> None:
        self.pongs: list[bytes] = []
        self.asks: list[int] = []
        self.refused: list[str] = []
        self.code: int | None = None
        with Line(server) as line:
            line.send(handshake(match))
            assert line.status() == 101
            line.send(*pieces)
            while self.code is None:
                if len(self.asks) + len(self.refused) == answers:
                    line.send(closing(1000))
                    answers = None
                self._note(line)

    def _note(self, line: Line) -> None:
        found = line.frame()
        if found.opcode is Opcode.PONG:
            self.pongs.append(bytes(found.data))
        elif found.opcode is Opcode.CLOSE:
            self.code = Close.parse(found.data).code
        else:
            message = json.loads(bytes(found.data))
            if message["type"] == "pong":
                self.asks.append(message["ask"])
            elif message["type"] == "refused":
                self.refused.append(message["problem"]["code"])


def in_pieces(stream: bytes, cuts: Iterator[int] | list[int]) -> list[bytes]:
    """The stream, cut at these places."""
    places = [0, *sorted(cuts), len(stream)]
    return [stream[first:last] for first, last in itertools.pairwise(places) if first < last]


def mixed() -> bytes:
    """All that a client may say."""
    halves = [json.dumps({"type": "ping", "ask": 2})[:9], json.dumps({"type": "ping", "ask": 2})[9:]]
    return b"".join([
        ping(1),
        frame(halves[0], fin=False),
        frame("are you there", Opcode.PING),
        frame(halves[1], Opcode.CONT),
        frame("unasked", Opcode.PONG),
        frame("", Opcode.PING),
        frame(b"\x00\x81\xff", Opcode.BINARY),
        frame(""),
        frame("", fin=False),
        frame("", Opcode.CONT, fin=False),
        frame(json.dumps({"type": "ping", "ask": 3}), Opcode.CONT),
        frame(json.dumps({"type": "ping", "ask": 4, "pad": "é" * 200})),
        ping(5),
    ])  # fmt: skip


def check_mixed(talk: Talk) -> None:
    assert talk.asks == [1, 2, 3, 5]
    assert talk.pongs == [b"are you there", b""]
    assert talk.refused == ["request", "request", "request"]
    assert talk.code == 1000


def test_fragments_and_control_frames_are_put_together(server: Server, match: str) -> None:
    check_mixed(Talk(server, match, mixed(), answers=7))


def test_it_does_not_matter_where_a_stream_is_cut(server: Server, match: str) -> None:
    stream, dice = mixed(), random.Random(5)
    check_mixed(Talk(server, match, *in_pieces(stream, list(range(len(stream)))), answers=7))
    for _ in range(10):
        check_mixed(Talk(server, match, *in_pieces(stream, dice.sample(range(1, len(stream)), 20)), answers=7))


@pytest.mark.parametrize("at_once", [True, False])
def test_who_does_not_wait_for_the_handshake_does_no_harm(server: Server, match: str, at_once: bool) -> None:
    """Nobody may send that early: what comes in one piece with the handshake may be lost, what comes later is not."""
    with Line(server) as line:
        line.send(*([handshake(match) + ping(1)] if at_once else [handshake(match), ping(1)]))
        assert line.status() == 101
        line.send(ping(2))
        asks: list[int] = []
        while 2 not in asks:
            message = json.loads(bytes(line.frame().data))
            asks += [message["ask"]] if message["type"] == "pong" else []
        assert asks in ([1, 2], [2])


def test_after_a_close_nothing_more_is_done(server: Server, match: str) -> None:
    talk = Talk(server, match, closing(1000) + frame(json.dumps({"type": "move", "seat": 0, "number": 1, "name": "a1"})))
    assert (talk.code, talk.refused) == (1000, [])


WRONG = {
    "not masked": (1002, [frame("plain", mask=False)]),
    "not masked and long": (1002, [frame("p" * 300, mask=False)]),
    "a reserved bit": (1002, [b"\xc1" + frame("squeezed")[1:]]),
    "no text": (1007, [frame(b"\xff\xfe")]),
    "no text in a long frame": (1007, [frame(b"x" * 200 + b"\xc3")]),
    "no text in two frames": (1007, [frame(b"\xc3", fin=False), frame(b"x", Opcode.CONT)]),
    "a continuation of nothing": (1002, [frame("more", Opcode.CONT)]),
    "a message within a message": (1002, [frame("begun", fin=False), frame("new")]),
    "a ping in parts": (1002, [b"\x09" + frame("p")[1:]]),
    "an endless ping": (1002, [b"\x89\xfe\x00\x80" + bytes(132)]),
    "an unknown kind": (1002, [b"\x83\x80" + bytes(4)]),
    "a close without sense": (1002, [frame(b"\x03", Opcode.CLOSE)]),
    "a message beyond all limits": (1009, [frame("x" * 100_000)]),
    "a message beyond all limits, announced": (1009, [b"\x81\xff" + (2**40).to_bytes(8, "big") + bytes(4)]),
    "more than a message may have, in frames": (1009, [frame("x" * 60_000, fin=False), frame("x" * 60_000, Opcode.CONT)]),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_the_standard_forbids_ends_the_connection(server: Server, match: str, wrong: str) -> None:
    code, frames = WRONG[wrong]
    for pieces in ([ping(1), *frames], [b"".join([ping(1), *frames])]):
        assert Talk(server, match, *pieces).code == code


def test_messages_that_are_too_long_or_too_deep_are_refused(server: Server, match: str) -> None:
    deep = '{"ask":' + "[" * 7000 + "]" * 7000 + ',"type":"ping"}'
    talk = Talk(server, match, frame(deep), frame("x" * 20_000), ping(1), answers=3)
    assert (talk.refused, talk.asks, talk.code) == (["request", "request"], [1], 1000)


def test_a_client_that_vanishes_in_the_middle_of_a_frame(server: Server, match: str) -> None:
    for cut in (1, 3, 20):
        with Line(server) as line:
            line.send(handshake(match))
            assert line.status() == 101
            line.send(ping(1) + frame("half a message")[:cut])
    assert Talk(server, match, ping(1), answers=1).asks == [1]
