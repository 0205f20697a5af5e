"""Events as one reader may see them: concealed for a seat or for spectators, each shown as of its own moment."""

from collections.abc import Container, Iterator

import msgspec

from bangbox.core.dice import Interval
from bangbox.core.matches.path import Walk
from bangbox.core.position import Position
from bangbox.server.match.draws import draws
from bangbox.server.match.fold import Match, seen
from bangbox.server.protocol import Draw, Happened, Situation
from bangbox.server.showing.scene import Encoded, choices_of, encode, raw, situation
from bangbox.server.storage.rows import EventRow

TAIL = 60  # events in a snapshot
KEPT = 2 * TAIL  # events kept ready for one point of view
DRAW_KEYS = ("k", "T", "interval")  # the parts of an event's data that are shown as its draws


def happened(pos: Position, event: EventRow, viewer: int | None, public: bool, eye: Position | None = None) -> Happened:
    """An event as a reader may see it; `pos` is the position before it, `eye` what the reader sees of that, if known."""
    if event.kind in ("choice", "chance") and event.action is not None:
        return _played(pos, event, event.action, viewer, public, eye or seen(pos, viewer, public))
    shown = Happened(number=event.number, time=event.time, kind=event.kind, seat=event.seat)  # type: ignore[arg-type]
    if event.kind == "set-up":
        _show_set_up(shown, pos, event, viewer, public)
    else:
        shown.action, shown.name, shown.data = event.action, event.name, event.data
    return shown


def _played(pos: Position, event: EventRow, action: int, viewer: int | None, public: bool, eye: Position) -> Happened:
    """A choice, or an outcome of chance."""
    hides = not public and pos.game.kind.secret
    seen_as = pos.action_seen_by(viewer, action) if hides else action
    made = choices_of(eye, [seen_as])[0]
    shown = Happened(
        number=event.number,
        time=event.time,
        kind=event.kind,  # type: ignore[arg-type]
        seat=event.seat,
        action=seen_as,
        name=made.name,
        label=made.label,
        about=made.about,
    )
    if event.data is not None:
        shown.draws = tuple(_draw(row, hides) for row in draws(event))
        data = {key: value for key, value in event.data.items() if key not in DRAW_KEYS}
        thoughts = event.kind == "choice" and hides  # how long a bot thought may betray its hand
        shown.data = data if data and seen_as == action and not thoughts else None
    return shown


def _show_set_up(shown: Happened, pos: Position, event: EventRow, viewer: int | None, public: bool) -> None:
    """The outcomes of a set-up: their names, as far as the reader may know them."""
    hides = not public and pos.game.kind.secret
    shown.draws = tuple(_draw(row, hides) for row in draws(event))
    names = event.name.split("; ") if event.name else []
    shown.data = {"names": _names_seen(pos.copy(), event, viewer) if hides else names}


def _names_seen(pos: Position, event: EventRow, viewer: int | None) -> list[str]:
    names = []
    for outcome in event.actions():
        names.append(pos.seen_by(viewer, history=False).name(pos.action_seen_by(viewer, outcome)))
        pos.play(outcome)
    return names


def _draw(row: Interval, secret: bool) -> Draw:
    """What is shown of a draw. Where an open card stood among those left tells which of the others somebody holds."""
    return Draw(k=row.k) if secret else Draw(k=row.k, total=row.total, low=row.low, high=row.high)


def log(match: Match, viewer: int | None, first: int, last: int) -> list[Happened]:
    """The events from `first` to `last` for one reader."""
    return list(one_by_one(match, viewer, first, last))


def one_by_one(match: Match, viewer: int | None, first: int, last: int) -> Iterator[Happened]:
    """The same for whoever has other things to do in between."""
    walk: Walk[EventRow] = Walk(match.first)
    for event in match.events[:last]:
        if event.number >= first:
            yield happened(walk.pos, event, viewer, public=not match.secret)
        walk.follow(event)


class Logs:
    """The latest events of a match, encoded for each point of view as long as somebody looks from there.

    Where nothing is secret all share one list.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._kept: dict[int | None, list[Encoded]] = {}

    def add(self, event: EventRow) -> None:
        """Shows the next event, which the match has not followed yet."""
        match = self.match
        for viewer, kept in self._kept.items():
            kept.append(raw(happened(match.pos, event, viewer, not match.secret, match.eye(viewer))))
            if len(kept) > 2 * KEPT:
                del kept[:-KEPT]

    def of(self, viewer: int | None) -> list[Encoded]:
        """The latest events for a viewer, kept up to date from now on."""
        key = viewer if self.match.secret else None
        if key not in self._kept:
            last = self.match.last
            self._kept[key] = [raw(event) for event in log(self.match, key, last - TAIL + 1, last)]
        return self._kept[key]

    def since(self, viewer: int | None, first: int) -> list[Encoded]:
        """The events from number `first` on, which is one of the latest."""
        return self.of(viewer)[first - self.match.last - 1 :] if first <= self.match.last else []

    def forget(self) -> None:
        """Shows everything afresh when it is asked for again."""
        self._kept.clear()

    def keep_only(self, viewers: Container[int | None]) -> None:
        """Forgets the points of view from which nobody looks."""
        if self.match.secret:
            self._kept = {viewer: kept for viewer, kept in self._kept.items() if viewer in viewers}


class Archive(msgspec.Struct):
    """What is kept of a finished match."""

    log: list[Happened]
    now: Situation


def archived(match: Match) -> Archive:
    """A finished match of other rules, as it was when it ended."""
    assert match.row.archive is not None
    return msgspec.json.decode(match.row.archive, type=Archive)


def archive_log(match: Match) -> Iterator[Happened]:
    """The events of a finished match as they are kept, open to all."""
    if match.replayable:
        return one_by_one(match, None, 1, match.last)
    # ended because it cannot be played on: what the events say for themselves
    return (msgspec.convert(msgspec.structs.asdict(event), Happened) for event in match.events)


def archive(match: Match, shown: list[Happened], now: int) -> str:
    """What is kept of a finished match for a time when its rules are gone: this log and the last situation."""
    return encode(Archive(shown, situation(match, None, now))).decode()
