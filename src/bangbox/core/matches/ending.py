"""Whether the end of a match record, and who has won, follow from its events."""

from typing import Any

from bangbox.core.matches.match import Event, MatchRecord, result_text
from bangbox.core.matches.path import MOVING
from bangbox.core.position import Position

FORFEITS = ("resign", "timeout")
WITHOUT_WINNER = ("agreed", "abandoned", "aborted", "update", "fault")


def how_ended(record: MatchRecord) -> str:
    """Why a match ended: `rules`, `resign`, …; empty if its events stop before an end."""
    end = _end(record)
    return "" if end is None else str(_said(end).get("reason", "rules"))


def wrong_end(record: MatchRecord) -> list[str]:
    """What is wrong with the end of a record."""
    end, final = _end(record), record.replay()
    if end is not None and end is not record.events[-1]:
        return [f"event {end.number} is the end, but others follow"]
    if end is None and not final.over:
        # The secret of fair dice is published when a match is over, and not before.
        cut = record.result or (record.dice == "fair" and record.secret)
        return ["the match is over, but its events stop before the end: the last ones are missing"] if cut else []
    said = {} if end is None else _said(end)
    reason = str(said.get("reason", "rules"))
    return _wrong_reason(record, reason, said, final) or _wrong_result(record, reason, said, final)


def _wrong_reason(record: MatchRecord, reason: str, said: dict[str, Any], final: Position) -> list[str]:
    """Why a match cannot have ended in the way it says."""
    begun = any(event.kind in MOVING for event in record.events)
    if reason == "rules":
        return [] if final.over else ["by the rules the match is not over where the record ends"]
    if reason not in (*FORFEITS, *WITHOUT_WINNER):
        return [f"nothing ends by {reason!r}"]
    if final.over:
        return [f"by the rules the match was over: it did not end by {reason!r}"]
    if reason in FORFEITS and not _gave_up(record, reason, said.get("seat")):
        return [f"the match ends by {reason!r}, but no such event of a seat stands before the end"]
    if reason == "aborted" and begun:
        return ["the match is said to be closed before it began, but it had begun"]
    return []


def _gave_up(record: MatchRecord, reason: str, seat: object) -> bool:
    """Whether the event before the end is that of the seat by which the match ended."""
    before = record.events[-2] if len(record.events) > 1 else None
    return before is not None and before.kind == reason and before.seat is not None and before.seat == seat


def _wrong_result(record: MatchRecord, reason: str, said: dict[str, Any], final: Position) -> list[str]:
    """Where the winners and points that a record tells differ from those that follow from its events."""
    wrong, winners = [], _winners(record, reason, final)
    if reason in ("update", "fault"):  # nothing could be counted any more
        return [] if said.get("winners", []) == [] else [f"a match that ends by {reason!r} has no winner"]
    told = result_text(final, record.seats, winners, reason)
    if record.result and record.result != told:
        wrong.append(f"the result is {told!r}, not {record.result!r}")
    begun = any(event.kind in MOVING for event in record.events)
    points = said.get("scores", final.scores) if begun else final.scores  # nothing was counted before the set-up
    if (said.get("winners", winners), points) != (winners, final.scores):
        wrong.append(f"the end says otherwise than the result {told!r}")
    return wrong


def _winners(record: MatchRecord, reason: str, final: Position) -> list[int]:
    """Who has won: by the rules, or with two seats whoever is left. Who gave up has not, also if a bot played on."""
    forfeits = {event.seat for event in record.events if event.kind in FORFEITS}
    if reason == "rules":
        return [seat for seat in final.winners if seat not in forfeits]
    left = [seat for seat in range(final.players) if seat not in forfeits]
    return left if reason in FORFEITS and final.players == 2 else []


def _end(record: MatchRecord) -> Event | None:
    return next((event for event in record.events if event.kind == "end"), None)


def _said(end: Event) -> dict[str, Any]:
    return end.data or {}
