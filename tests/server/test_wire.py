"""How messages leave: together, in order, and never past one that waits for a slow reader."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from bangbox.server.watcher import BACKLOG, Watcher
from bangbox.server.wire import frame

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
        watcher.write = reader.write
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
    stream.feed_data(frame(b"x" * size))
    parsing = Frame.parse(stream.read_exact, mask=False, max_size=None, extensions=None)
    with pytest.raises(StopIteration) as finished:
        next(parsing)
    read = finished.value.value
    assert (read.opcode, read.fin, bytes(read.data)) == (Opcode.TEXT, True, b"x" * size)
    assert not stream.buffer
