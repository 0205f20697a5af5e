"""What all rooms of one server process share."""

from collections.abc import Callable

from bangbox.server.match.due import due
from bangbox.server.match.fold import Match
from bangbox.server.metrics import Metrics
from bangbox.server.play.shelf import Shelf
from bangbox.server.play.summaries import Summaries
from bangbox.server.play.turnfeed import TurnFeed
from bangbox.server.settings import Settings
from bangbox.server.storage.store import Store
from bangbox.server.time import now_ms


class Common:
    """The database, the settings, the games, the time, and who is told of turns."""

    def __init__(self, settings: Settings, store: Store, metrics: Metrics, shelf: Shelf, now: Callable[[], int] = now_ms) -> None:
        self.settings = settings
        self.store = store
        self.metrics = metrics
        self.shelf = shelf
        self.now = now
        self.turns = TurnFeed(store)
        self.summaries = Summaries(store, self.due, now)

    def due(self, match: Match, now: int) -> int | None:
        """When somebody has to look at a match again."""
        return due(match, now, self.settings, self.store.shared)
