"""Scripted players of a benchmark: each answers its turns over a socket and remembers how long its moves took."""

import asyncio
import random
import time
from typing import Any

import msgspec

from benchmarks.wire import Wire, connect


class Offered(msgspec.Struct):
    """A choice, as far as a scripted player looks at it."""

    number: int


class Now(msgspec.Struct):
    """A situation: whose turn it is, and what can be done."""

    actor: int
    number: int
    choices: list[Offered]


class Message(msgspec.Struct):
    """Whatever the server sends."""

    type: str
    now: Now | None = None
    problem: Any = None


decoder = msgspec.json.Decoder(Message)


class Seat:
    """One player's connection: answers its turns, at once or at a steady pace."""

    def __init__(self, match: str, seat: int, token: str) -> None:
        self.match, self.seat, self.token = match, seat, token
        self.now: Now | None = None
        self.waits: list[float] = []
        self.sent: float | None = None
        self.answered = -1
        self.pace: float | None = None  # None: not yet
        self.stopped = False
        self.shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, url: str) -> None:
        """Connects, and waits for the first view: that is no part of any move."""
        address = f"{url.replace('http', 'ws')}/api/matches/{self.match}/live?seat={self.seat}"
        self.wire: Wire = await connect(address, self.token, self.take)
        await self.shown

    def play(self, pace: float) -> None:
        """Answers turns from now on, after `pace` seconds on average."""
        self.pace = pace
        self.answer()

    def stop(self) -> None:
        """No further moves."""
        self.stopped = True
        self.answer()

    def take(self, message: bytes) -> None:
        """Keeps what a message says."""
        told = decoder.decode(message)
        if told.now is not None:
            self.now = told.now
            if not self.shown.done():
                self.shown.set_result(None)
        elif told.type == "accepted" and self.sent is not None:
            self.waits.append(time.perf_counter() - self.sent)
            self.sent = None
        elif told.type == "refused":
            raise SystemExit(f"refused: {told.problem}")
        self.answer()

    def answer(self) -> None:
        """Moves if it is one's turn."""
        now = self.now
        if now is None or self.pace is None or self.sent is not None:
            return
        if now.actor == -2 or self.stopped:
            if not self.over.done():
                self.over.set_result(None)
        elif now.actor == self.seat and self.answered != now.number:
            self.answered = now.number
            if self.pace:
                asyncio.get_running_loop().call_later(random.uniform(0.5, 1.5) * self.pace, self.move, now)
            else:
                self.move(now)

    def move(self, now: Now) -> None:
        """Any move that is offered."""
        if self.stopped:
            return
        choice = random.choice(now.choices).number
        self.sent = time.perf_counter()
        self.wire.send(f'{{"type":"move","seat":{self.seat},"number":{now.number},"choice":{choice}}}')


class Table:
    """A match between scripted players."""

    def __init__(self, match: str, tokens: list[str]) -> None:
        self.seats = [Seat(match, seat, token) for seat, token in enumerate(tokens)]

    async def open(self, url: str) -> None:
        """Connects everybody."""
        await asyncio.gather(*(seat.open(url) for seat in self.seats))

    async def play(self, pace: float = 0.0) -> None:
        """All seats play it to the end, or until they are told to stop."""
        for seat in self.seats:
            seat.play(pace)
        await asyncio.gather(*(seat.over for seat in self.seats))

    def stop(self) -> None:
        """Nobody begins another move; moves that are under way are still acknowledged."""
        for seat in self.seats:
            seat.stop()

    def close(self) -> None:
        """Closes its sockets."""
        for seat in self.seats:
            seat.wire.close()
