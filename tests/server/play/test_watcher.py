"""Somebody who watches: messages in order, nobody waits for a slow reader."""

import asyncio

from bangbox.server.play.watcher import BACKLOG, Watcher


async def test_messages_come_in_order() -> None:
    watcher = Watcher("ann", 0)
    for message in (b"one", b"two"):
        watcher.send(message)
    assert [await watcher.next(), await watcher.next()] == [b"one", b"two"]


async def test_whoever_waits_gets_the_next_message() -> None:
    watcher = Watcher("ann", 0)
    waiting = asyncio.create_task(watcher.next())
    await asyncio.sleep(0)
    watcher.send(b"news")
    assert await asyncio.wait_for(waiting, 5) == b"news"


async def test_closing_ends_it_after_what_is_queued() -> None:
    watcher = Watcher("ann", 0)
    watcher.send(b"last")
    watcher.close()
    watcher.send(b"too late")
    assert [await watcher.next(), await watcher.next()] == [b"last", None]
    waiting = asyncio.create_task(Watcher.next(other := Watcher(None, None)))
    await asyncio.sleep(0)
    other.close()
    assert await asyncio.wait_for(waiting, 5) is None


async def test_a_reader_too_far_behind_is_cut_off_after_what_is_queued() -> None:
    watcher = Watcher("ann", 0)
    for number in range(BACKLOG + 5):
        watcher.send(str(number).encode())
    assert watcher.closed
    assert [await watcher.next() for _ in range(BACKLOG + 1)] == [*(str(n).encode() for n in range(BACKLOG)), None]
