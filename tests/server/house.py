"""A server without sockets and without processes: a hall over a real SQLite file, and a clock that only the test moves."""

import asyncio
import functools
import json
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, NamedTuple

from bangbox.core.position import Position
from bangbox.server.hall import Hall
from bangbox.server.lobby.seats import contribute, join
from bangbox.server.lobby.setup import create
from bangbox.server.metrics import Metrics
from bangbox.server.people.limits import Limits
from bangbox.server.play.common import Common
from bangbox.server.play.moves import move
from bangbox.server.play.room import Room
from bangbox.server.play.shelf import Shelf
from bangbox.server.play.watcher import Watcher
from bangbox.server.protocol import Accepted, Contribution, Join, Me, Move, NewMatch, SeatSetup
from bangbox.server.settings import Settings, sqlite_path
from bangbox.server.storage.opening import migrate, open_store
from bangbox.server.storage.statements import Transaction
from bangbox.server.storage.store import StorageError, Store
from bangbox.server.tending.referee import Referee
from bangbox.server.tending.sweep import Sweep
from bangbox.server.workers.pool import HARD_LIMIT, TRIES, Workers
from bangbox.server.workers.queue import Job
from tests.server.guests import Json

PEOPLE = {name[0].lower(): Me(id=name.lower(), name=name, kind="guest") for name in ("Ann", "Bob", "Cid", "Dot")}
GAMES = ("tictactoe", "magpie", "brains", "bigbrainbang")
STEP = 5.0  # seconds between sweeps
PATIENCE = 20.0  # seconds until a test that waits for something has failed


class Clock:
    """The time in milliseconds since 1970; it stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def forward(self, seconds: float) -> None:
        """Time passes."""
        self.now += int(seconds * 1000)


class Never:
    """What tells a job whether to stop."""

    def is_set(self) -> bool:
        return False


async def for_ever(job: Job) -> None:
    """Thinks and never comes to an end."""
    await asyncio.Event().wait()


class Crew(Workers):
    """Workers that do their jobs at once and here, or whatever else the test says; they remember what they were given."""

    def __init__(self) -> None:
        super().__init__(0)
        self.jobs: list[Job] = []
        self.do: Callable[[Job], Any] = lambda job: job.function(*job.arguments, Never())

    async def run(self, job: Job, urgency: int, client: str, seconds: float = HARD_LIMIT, tries: int = TRIES) -> Any:
        self.jobs.append(job)
        answer = self.do(job)
        return await answer if asyncio.iscoroutine(answer) else answer


class Heard(NamedTuple):
    """A message to somebody, and how many events of the match were on disk when it was sent."""

    who: str | None
    message: Json
    on_disk: int

    @property
    def kind(self) -> str:
        return str(self.message["type"])


class Listener(Watcher):
    """A watcher that remembers what it is sent."""

    def __init__(self, house: "House", room: Room, guest: str | None, seat: int | None, follow: bool = False) -> None:
        super().__init__(guest, seat, follow)
        self.house, self.room = house, room
        self.heard: list[Heard] = []

    def send(self, message: bytes) -> None:
        if not self.closed:
            self.heard.append(Heard(self.guest, json.loads(message), self.house.on_disk(self.room)))

    def of(self, kind: str) -> list[Json]:
        """The messages of a kind."""
        return [heard.message for heard in self.heard if heard.kind == kind]


class House:
    """A hall with people who sit at its tables."""

    def __init__(self, hall: Hall, crew: Crew, clock: Clock) -> None:
        self.hall, self.crew, self.clock = hall, crew, clock
        self.referee = Referee(hall)
        self.sweep = Sweep(hall, self.referee)
        self.path = sqlite_path(hall.settings)

    async def table(self, seats: str = "ab", game: str = "tictactoe", **setup: Any) -> Room:
        """A table at which everybody has sat down and contributed; it has begun unless a seat is open.

        One sign a seat: the first letter of a person (who is at one screen with all of the same letter), `*` for a bot, `.` for
        an open seat. The first person is the host.
        """
        host = next(PEOPLE[sign] for sign in seats if sign in PEOPLE)
        kinds = [_setup(sign, PEOPLE[sign] is host if sign in PEOPLE else False) for sign in seats]
        room = await create(self.hall, host, NewMatch(game=game, seats=kinds, public=True, **setup))
        for place, sign in enumerate(seats):
            if sign in PEOPLE:
                await self.sit(room, place, PEOPLE[sign])
        return room

    async def sit(self, room: Room, place: int, me: Me) -> None:
        """Somebody sits down, if he does not yet, and contributes to the dice."""
        number = f"{place:032x}"
        if room.match.seats[place].guest == me.id:
            await contribute(me, room, Contribution(seat=place, contribution=number))
        else:
            await join(self.hall, me, room, Join(seat=place, contribution=number))

    def watch(self, room: Room, who: str = "") -> Listener:
        """Somebody (or a stranger) watches a match from now on."""
        guest = PEOPLE[who].id if who else None
        own = room.match.seats_of(guest)
        listener = Listener(self, room, guest, own[0] if own else None, follow=len(own) > 1)
        room.feed.enter(listener)
        for watcher in room.feed.watchers:  # they were told of the new one
            if isinstance(watcher, Listener):
                watcher.heard.clear()
        return listener

    async def move(self, room: Room, name: str | None = None, **what: Any) -> Accepted:
        """Whoever has to moves."""
        seat = room.match.actor
        asked = Move(seat=seat, answers=room.match.last, name=name, **what)
        return await move(room, room.match.seats[seat].guest, asked)

    async def play(self, room: Room, *names: str) -> None:
        """Moves in turn."""
        for name in names:
            await self.move(room, name)

    async def move_somehow(self, room: Room) -> None:
        """Whoever has to takes the first choice, or a form as it is."""
        await self.move(room, **_first(room.match.pos))

    async def play_out(self, room: Room) -> None:
        """Plays a match to its end."""
        while room.match.result is None:
            await self.rest(room)
            if room.match.result is None:
                await self.move_somehow(room)

    async def rest(self, room: Room) -> None:
        """Waits until nobody thinks for a match any more."""
        async with asyncio.timeout(PATIENCE):
            while room.job is not None:
                await asyncio.gather(room.job, return_exceptions=True)

    async def wait(self, seconds: float) -> None:
        """Time passes, with sweeps every few seconds of it."""
        while seconds > 0:
            self.clock.forward(min(STEP, seconds))
            seconds -= STEP
            await self.sweep.sweep()

    # -- what is on disk

    def ask(self, sql: str, *values: Any) -> list[Any]:
        """Rows as another connection to the file reads them; what it writes is kept."""
        with closing(sqlite3.connect(self.path)) as connection, connection:
            connection.row_factory = sqlite3.Row
            return connection.execute(sql, values).fetchall()

    def on_disk(self, room: Room) -> int:
        """How many events of a match are on disk; only a file is looked at."""
        if self.hall.store.shared:
            return -1
        return int(self.ask("SELECT count(*) FROM events WHERE match = ?", room.id)[0][0])

    async def agrees(self, room: Room) -> None:
        """What is in memory is what is on disk, and nobody holds the room."""
        assert not room.lock.locked()
        stored = await Room.load(self.hall.common, self.hall.rooms, room.id)
        assert stored is not None
        assert stored.match.events == room.match.events
        assert stored.match.pos.text == room.match.pos.text
        assert stored.match.seats == room.match.seats
        assert self.on_disk(room) == room.match.last


def _setup(sign: str, host: bool) -> SeatSetup:
    if sign == "*":
        return SeatSetup(kind="bot", level="easy")
    return SeatSetup(kind="me" if host else "open")


def _first(pos: Position) -> Json:
    choices, forms = pos.choices(), pos.ranges()
    if choices:
        return {"action": choices[0]}
    return {"form": forms[0].name, "values": {field.name: field.default for field in forms[0].fields}}


class Failing:
    """A store's `commit` that fails so many times; `late`: although everything has been written."""

    def __init__(self, commit: Any, times: int, late: bool = False) -> None:
        self.commit, self.left, self.late = commit, times, late

    async def __call__(self, transaction: Transaction, match: str = "", number: int = -1) -> None:
        if self.left == 0:
            await self.commit(transaction, match, number)
            return
        self.left -= 1
        if self.late:
            await self.commit(transaction, match, number)
        raise StorageError("the disk is full")


@functools.cache
def _empty_database() -> bytes:
    """A database with its tables made: making them anew for every test takes longer than most tests."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite"
        migrate(Settings(database=f"sqlite:///{path}"))
        return path.read_bytes()


@asynccontextmanager
async def opened(folder: Path, **settings: Any) -> AsyncIterator[House]:
    """A house over a database in a folder; may be opened again when it was closed."""
    chosen = Settings(**{"database": f"sqlite:///{folder / 'some.sqlite'}", "pace": 0.0, **settings})
    if not sqlite_path(chosen).exists():
        sqlite_path(chosen).write_bytes(_empty_database())
    metrics = Metrics()
    store = await asyncio.to_thread(open_store, chosen, metrics.committed)
    async with housed(chosen, store, metrics, Clock()) as house:
        yield house


@asynccontextmanager
async def housed(chosen: Settings, store: Store, metrics: Metrics, clock: Clock) -> AsyncIterator[House]:
    """A house over a store, which is closed with it."""
    crew = Crew()
    shelf = Shelf(GAMES, lambda game: None)  # rules are loaded when they are first used
    hall = Hall(Common(chosen, store, metrics, shelf, clock), crew)
    hall.limits = Limits(chosen, lambda: clock() / 1000)
    await store.start(hall.rooms.hear)
    await shelf.load_all()
    try:
        yield House(hall, crew, clock)
    finally:
        await hall.tasks.close()
        await store.close()
