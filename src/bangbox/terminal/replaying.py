"""A recorded match, event by event, as its reader may see it: whoever saved a running match sees no more than at the table."""

from pathlib import Path
from typing import Any

from rich.text import Text

from bangbox.core.errors import RecordError
from bangbox.core.matches.match import Event, MatchRecord
from bangbox.core.pictures import png
from bangbox.core.pictures.film import film
from bangbox.core.position import Position
from bangbox.core.registry import kind
from bangbox.terminal.telling import board, standing
from bangbox.terminal.words import Voice, seat_names, visible


def read_record(path: Path) -> MatchRecord:
    """The record in a file; raises RecordError."""
    try:
        return MatchRecord.read(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None


class Replay:
    """A record up to an event (None: all of it), in the reader's language."""

    def __init__(self, record: MatchRecord, at: int | None, language: str = "en") -> None:
        self.record = record
        self.events = [event for event in record.events if at is None or event.number <= at]
        most = max(len(record.seats), kind(record.game).manifest.players.max)
        given = [visible(name) for name in record.seats]
        self.voice = Voice(kind(record.game), given + seat_names(most, language)[len(given) :], language)
        self.words: dict[int, str] = {}

    def follow(self) -> Position:
        """The position after these events, as the reader may see it; raises RecordError if they cannot be replayed."""
        last = self.events[-1].number if self.events else 0
        pos = None
        for event, pos in self.record.steps():
            if event.number > last:
                break
            self.words[event.number] = self.told(event, pos)
        assert pos is not None
        return self.seen(pos)

    def seen(self, pos: Position) -> Position:
        """A position as the reader may see it."""
        return pos if self.record.reader is None else pos.seen_by(self.record.reader)

    def told(self, event: Event, before: Position) -> str:
        """An event in words; `before` is the position before it."""
        if event.kind not in ("choice", "chance"):
            return self.plain(event)
        action = next(iter(event.actions()), -1)
        if not before.is_legal(action):
            return self.plain(event)
        if self.record.reader is not None:
            action = before.action_seen_by(self.record.reader, action)
        label = self.seen(before).label(action, self.voice.names, self.voice.language)
        return label if event.seat is None else f"{self.voice.names[event.seat]}: {label}"

    def plain(self, event: Event) -> str:
        """An event as the record has it, without the rules: its name only if everything is public."""
        own = self.voice.own
        name = own("chance") if event.seat is None else self.voice.names[event.seat]
        if event.kind in ("choice", "chance"):
            hidden = self.record.reader is not None
            return own("event.hidden", name=name) if hidden else f"{name}: {visible(event.name)}"
        n = len(event.actions()) if event.kind == "set-up" else (event.data or {}).get("to", 0)
        return own(f"event.{event.kind}", name=name, n=n if isinstance(n, int) else 0)

    def show(self) -> None:
        """Prints the events and the position they lead to; raises RecordError if that cannot be found."""
        try:
            pos = self.follow()
        except RecordError:
            self.show_events()
            raise
        self.show_events()
        console = self.voice.console
        console.print(board(pos, self.voice))
        console.print(pos.text, soft_wrap=True)
        if self.record.reader is not None:
            self.voice.say("seen", "dim", who=self.voice.names[self.record.reader])
        if pos.over:
            console.print(standing(pos, self.voice), soft_wrap=True)
        if self.record.result and len(self.events) == len(self.record.events):
            console.print(visible(self.record.result), soft_wrap=True)

    def show_events(self) -> None:
        """One line an event."""
        for event in self.events:
            line = Text(f"{event.number:4} ", style="dim")
            line.append(self.words.get(event.number) or self.plain(event), style="not dim")
            self.voice.console.print(line, soft_wrap=True)

    def data(self) -> dict[str, Any]:
        """The same for a program to read."""
        pos = self.follow()
        return {
            "game": self.record.game,
            "events": len(self.events),
            "position": pos.text,
            "scores": pos.scores,
            "winners": pos.winners,
            "seen_by": self.record.reader,
        }


def drawn(shown: Replay, suffix: str) -> bytes:
    """A replay as a file of that kind: a drawing or picture of its last moment, or a film of the whole match."""
    if suffix not in (".svg", ".png"):
        return film(shown.record, shown.voice.language, suffix)
    pos = shown.follow()
    svg = pos.svg(shown.record.reader, shown.voice.names, shown.voice.language)
    return svg.encode() if suffix == ".svg" else png(svg)
