"""A finished match as a record file, which `bangbox replay` and `bangbox verify` read."""

from datetime import UTC, datetime

from bangbox.core.dice import commitment
from bangbox.core.matches.match import Event, MatchRecord, result_text
from bangbox.server.errors import Refusal
from bangbox.server.match.fold import Match
from bangbox.server.storage.rows import EventRow


def record_text(match: Match) -> str:
    """The record; refuses while the match runs, because it holds everything."""
    if match.result is None:
        raise Refusal("running", "the record is published when the match is over")
    return record(match).write()


def record(match: Match) -> MatchRecord:
    """The record of a match."""
    row, seats = match.row, [seat.name or "-" for seat in match.seats]
    fair = row.setup.dice == "fair"
    return MatchRecord(
        game=row.game,
        version=row.version,
        options=dict(match.game.options),
        seats=seats,
        events=[_line(event) for event in match.events],
        result=result_text(match.pos, seats, match.result.winners, match.result.reason) if match.result else "",
        match=row.id,
        dice=row.setup.dice,
        commitment=commitment(row.secret) if fair else "",
        commitments=_commitments(match) if fair else [],
        contributions=[seat.contribution or "" for seat in match.seats] if fair else [],
        secret=row.secret.hex() if fair else "",
        start=row.setup.position or "",
    )


def _commitments(match: Match) -> list[str]:
    """What the seats had committed to, if any did."""
    found = [seat.commitment or "" for seat in match.seats]
    return found if any(found) else []


def _line(event: EventRow) -> Event:
    time = datetime.fromtimestamp(event.time / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if event.kind == "set-up":
        data = {key: value for key, value in (event.data or {}).items() if key != "actions"}
        return Event(event.number, time, event.kind, None, event.actions(), event.name, data)
    if event.kind == "back":
        return Event(event.number, time, event.kind, event.seat, None, "", {"to": event.action})
    return Event(event.number, time, event.kind, event.seat, event.action, event.name, event.data)
