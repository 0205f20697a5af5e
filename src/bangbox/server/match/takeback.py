"""Which choices can be taken back: never across a chance outcome or anything newly shown; others' choices only by consent."""

import itertools
import secrets
from typing import Any

import numpy as np

from bangbox.core.position import SPECTATOR, Position
from bangbox.core.rules import OVER
from bangbox.server.match.fold import Match
from bangbox.server.protocol import Undo
from bangbox.server.storage.rows import Event

GUESSES = 24


class Undoing:
    """The take-backs of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._shown: dict[int, bool] = {}

    def forget(self) -> None:
        """After the match was read anew."""
        self._shown.clear()

    def offer(self, seat: int) -> Undo | None:
        """The last choice made at this seat's screen that can be taken back; None if there is none."""
        match = self.match
        path, secret, mine = match.path, match.conceals, match.screens[seat]
        for place in range(len(path) - 1, 0, -1):
            event = path[place]
            if event.kind != "choice" or (secret and self.shows(event)):
                return None
            if event.seat in mine:
                return Undo(path[place - 1].number, event is path[-1] or mine.issuperset(match.people()))
        return None

    def allowed(self, seat: int, number: int) -> bool:
        """Whether a seat may go (or ask to go) back to just after event `number`."""
        path, mine = self.match.path, self.match.screens[seat]
        undone = [event for event in path if event.number > number]
        known = any(event.number == number for event in path)
        if not known or not any(event.seat in mine for event in undone):
            return False
        return all(event.kind == "choice" and not self.shows(event) for event in undone)

    def needed(self, seat: int, number: int) -> list[int]:
        """The people at other screens who have to agree: none if only one's own choices are undone."""
        mine = self.match.screens[seat]
        undone = itertools.takewhile(lambda event: event.number > number, reversed(self.match.path))
        if all(event.seat in mine for event in undone):
            return []
        return [other for other in self.match.people() if other not in mine]

    def shows(self, event: Event) -> bool:
        """Whether a choice of the path told anybody something new."""
        if not self.match.conceals:
            return False
        if event.number not in self._shown:
            assert event.action is not None
            before = self.match._replayed([earlier for earlier in self.match.path if earlier.number < event.number])
            self._shown[event.number] = shows(before, event.action)
        return self._shown[event.number]


def shows(pos: Position, action: int) -> bool:
    """Whether playing `action` tells any seat, or a spectator, something it did not know.

    Judged by guessing worlds that fit what a viewer knows: if the action would look different, or could not be done, in one of
    them, seeing it rules that world out.
    """
    rng = np.array([secrets.randbits(64)], np.uint64)
    return any(_learns(pos, action, viewer, rng) for viewer in range(SPECTATOR, pos.players))


def _learns(pos: Position, action: int, viewer: int, rng: Any) -> bool:
    engine = pos.game.engine
    after = pos._states.copy()
    if engine.apply(after, 0, action) == OVER:
        return True  # everything is public afterwards
    engine.conceal(after, 0, viewer)
    known = pos._states.copy()
    engine.conceal(known, 0, viewer)
    shown = int(engine.conceal_action(pos._states, 0, action, viewer))
    for _ in range(GUESSES):
        world = known.copy()
        engine.guess(world, 0, viewer, rng)
        same = _same_to(pos, world, action, shown, viewer)
        if same is None:
            return True
        engine.apply(world, 0, same)
        engine.conceal(world, 0, viewer)
        if world.tobytes()[: engine.identity] != after.tobytes()[: engine.identity]:
            return True
    return False


def _same_to(pos: Position, world: Any, action: int, shown: int, viewer: int) -> int | None:
    """An action of a guessed world that the viewer could not tell from the one played."""
    engine, out = pos.game.engine, pos.game.engine.buffer()
    if engine.legal(world, 0, action, out) and int(engine.conceal_action(world, 0, action, viewer)) == shown:
        return action
    n = int(engine.choices(world, 0, out))
    alike = (a for a in out[:n].tolist() if int(engine.conceal_action(world, 0, a, viewer)) == shown)
    return next(alike, None)
