"""Everything that one server process has, for those who answer requests and for those who look after matches."""

import asyncio
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from bangbox.server.metrics import Metrics
from bangbox.server.people.guests import People
from bangbox.server.people.limits import Limits, Sockets
from bangbox.server.play.common import Common
from bangbox.server.play.looking import Latest
from bangbox.server.play.rooms import Rooms
from bangbox.server.play.shelf import Shelf
from bangbox.server.settings import Settings
from bangbox.server.storage.queries import ALIVE
from bangbox.server.storage.store import StorageError, Store
from bangbox.server.tasks import Tasks
from bangbox.server.workers.pictures import Pictures
from bangbox.server.workers.pool import Workers

if TYPE_CHECKING:  # its libraries may not be installed
    from bangbox.server.push.courier import Courier


class BeingMade:
    """A review that workers are making, for whoever asked first."""

    def __init__(self, asker: str) -> None:
        self.asker, self.progress = asker, 0.0
        self.task: asyncio.Task[None] | None = None


class Hall:
    """The parts of a server process; each does its own work."""

    def __init__(self, common: Common, workers: Workers) -> None:
        self.common = common
        self.settings: Settings = common.settings
        self.store: Store = common.store
        self.metrics: Metrics = common.metrics
        self.shelf: Shelf = common.shelf
        self.workers = workers
        self.pictures = Pictures(workers)
        self.rooms = Rooms(common)
        self.people = People(common.store, common.now)
        self.limits = Limits(common.settings)
        self.sockets = Sockets(common.settings.sockets_per_guest)
        self.tasks = Tasks(common.metrics)
        self.reviews: dict[str, BeingMade] = {}  # being made, by match
        self.push: Courier | None = None  # without it nobody is told of anything but on open pages
        self.foreseeing = Latest()
        self.closing = False
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def one_at_a_time(self, guest: str) -> asyncio.Lock:
        """The lock under which what counts against a guest's own limits is done."""
        lock = self._locks.get(guest)
        if lock is None:
            lock = self._locks[guest] = asyncio.Lock()
        return lock

    async def is_well(self) -> bool:
        """Whether the database can be read and written, and bots can think."""
        try:
            return bool(await self.store.read(ALIVE)) and not self.store.failing and not self.workers.missing
        except StorageError:
            return False
