"""Which choices can be taken back: never across a chance outcome or anything newly shown; others' choices only by consent."""

from bangbox.core.algorithms.revealing import reveals
from bangbox.server.match.fold import Match
from bangbox.server.protocol import TakeBackOffer
from bangbox.server.storage.rows import EventRow


class TakeBacks:
    """The take-backs of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._shown: dict[int, bool] = {}

    def forget(self) -> None:
        """After the match was read anew."""
        self._shown.clear()

    def offered(self, viewer: int | None) -> TakeBackOffer | None:
        """What a viewer may take back now: the last choice made at this seat's screen, if nothing forbids it."""
        match = self.match
        if viewer is None or not match.row.setup.take_backs or not match.running:
            return None
        path, mine = match.path, match.screen(viewer)
        for place in range(len(path) - 1, 0, -1):
            event = path[place]
            if event.kind != "choice" or self.shows(event):
                return None
            if event.seat in mine:
                return TakeBackOffer(number=path[place - 1].number, free=event is path[-1] or set(match.people()) <= set(mine))
        return None

    def _undone(self, number: int) -> list[EventRow]:
        """The events of the path that a return to just after event `number` takes back."""
        return [event for event in self.match.path if event.number > number]

    def allowed(self, seat: int, number: int) -> bool:
        """Whether a seat may go (or ask to go) back to just after event `number`."""
        mine, undone = self.match.screen(seat), self._undone(number)
        known = any(event.number == number for event in self.match.path)
        if not known or not any(event.seat in mine for event in undone):
            return False
        return all(event.kind == "choice" and not self.shows(event) for event in undone)

    def needed(self, seat: int, number: int) -> list[int]:
        """The people at other screens who have to agree: none if only one's own choices are undone."""
        mine = self.match.screen(seat)
        if all(event.seat in mine for event in self._undone(number)):
            return []
        return [other for other in self.match.people() if other not in mine]

    def shows(self, event: EventRow) -> bool:
        """Whether a choice of the path told anybody something new."""
        if not self.match.conceals:
            return False
        if event.number not in self._shown:
            assert event.action is not None
            self._shown[event.number] = reveals(self.match.position_before(event), event.action)
        return self._shown[event.number]
