"""Proves a match record: every move by the rules, every chance outcome by the committed secret or the seed, the result."""

import msgspec

from bangbox.core.contract import Agreeing, Settle
from bangbox.core.dice import FairDice, Interval, SeededDice
from bangbox.core.errors import MissingExtra, RecordError
from bangbox.core.matches.ending import how_ended, wrong_end
from bangbox.core.matches.match import Event, MatchRecord
from bangbox.core.matches.path import MOVING, Path
from bangbox.core.matches.promises import Seen, broken_promises, committed, differences, promised_dice
from bangbox.core.position import Position


class Verdict(msgspec.Struct):
    """What verifying found: what was proven, and what is wrong."""

    events: int = 0
    draws: int = 0
    throws: int = 0
    throws_simulated: int = 0
    match: str = ""
    dice: str = ""
    committed: list[int] = []  # the seats that committed to their numbers before any of those was shown
    ended: str = ""  # by `rules`, `resign`, …; empty if the record stops before the end
    wrong: list[str] = []

    @property
    def good(self) -> bool:
        """Nothing is wrong."""
        return not self.wrong

    @property
    def provable(self) -> bool:
        """Whether the record holds anything by which its chance outcomes can be proven (true if there are none)."""
        return self.dice in ("fair", "seeded") or not self.draws


def verify(record: MatchRecord, seen: Seen | None = None) -> Verdict:
    """Replays a record by the rules, proves its dice, and compares it with what a player saw."""
    verdict = Verdict(match=record.match, dice=record.dice, ended=how_ended(record))
    try:
        verdict.wrong += differences(record, seen) if seen else []
        {"fair": _verify_fair, "seeded": _verify_seeded}.get(record.dice, _verify_unproven)(record, verdict)
        _verify_backs(record, verdict)
        verdict.wrong += wrong_end(record)
    except (RecordError, ValueError) as error:
        verdict.wrong.append(str(error))
    return verdict


def _verify_unproven(record: MatchRecord, verdict: Verdict) -> None:
    """Rules only: the dice were typed in, or nothing is known about them."""
    for event, _ in record.steps():
        verdict.events += event.kind in MOVING
        verdict.draws += len(event.actions()) if event.kind in ("set-up", "chance") else 0


def _verify_backs(record: MatchRecord, verdict: Verdict) -> None:
    """A roll that was taken back could be rolled until it pleases: choices only are ever taken back."""
    path: Path[Event] = Path()
    for event in record.events:
        if any(undone.kind != "choice" for undone in path.follow(event)):
            verdict.wrong.append(f"event {event.number}: a chance outcome was taken back")


def _verify_fair(record: MatchRecord, verdict: Verdict) -> None:
    dice = promised_dice(record)
    verdict.committed = committed(record)
    verdict.wrong += broken_promises(record, dice.secret)
    for event, before in record.steps():
        verdict.events += event.kind in MOVING
        if event.kind not in ("set-up", "chance"):
            continue
        pos = before.copy()
        for action, interval in zip(event.actions(), _intervals(event), strict=False):
            if interval.k != verdict.draws:  # whoever may leave out draws can roll until it pleases
                verdict.wrong.append(f"event {event.number}: it stands on draw {interval.k}, but draw {verdict.draws} was next")
            verdict.draws += 1
            event.need_turn(pos)
            _verify_draw(pos, event, action, interval, dice, verdict)
            event.play(pos, action)
        if len(_intervals(event)) != len(event.actions()):
            verdict.wrong.append(f"event {event.number}: it does not say what every draw stood on")


def _verify_draw(pos: Position, event: Event, action: int, interval: Interval, dice: FairDice, verdict: Verdict) -> None:
    choices = pos.choices()
    settle = pos.game.kind.settle
    weights = pos.weights() if choices or settle is None else [settle.TREMOR]
    total = sum(weights)
    if interval.total != total:
        verdict.wrong.append(f"event {event.number}: by the rules a draw is out of {total} here, not out of {interval.total}")
        return
    value = dice.at(interval.k, total)
    if not interval.low <= value < interval.high:
        verdict.wrong.append(f"event {event.number}: draw {interval.k} gives {value}, not {interval.low} to {interval.high - 1}")
    if not choices and settle is not None:
        _verify_throw(pos, settle, event, action, interval, verdict)
        return
    if action not in choices:
        raise RecordError(f"event {event.number}: outcome {action} is not possible here")
    place = choices.index(action)
    low = sum(weights[:place])
    if (interval.low, interval.high) != (low, low + weights[place]):
        verdict.wrong.append(f"event {event.number}: by the rules {pos.name(action)!r} has another interval")


def _verify_throw(pos: Position, settle: Settle, event: Event, action: int, interval: Interval, verdict: Verdict) -> None:
    verdict.throws += 1
    if interval.high != interval.low + 1 or not 0 <= interval.low < settle.TREMOR:
        verdict.wrong.append(f"event {event.number}: a throw stands on one tremor, not on {interval.low} to {interval.high - 1}")
        return
    try:
        settled = settle.settle(pos, interval.low)
    except MissingExtra:
        return  # without the physics engine only the tremor is proven
    verdict.throws_simulated += 1
    agrees = settle.agrees(settled.action, action) if isinstance(settle, Agreeing) else settled.action == action
    if not agrees:
        verdict.wrong.append(f"event {event.number}: the throw comes to rest elsewhere")


def _intervals(event: Event) -> list[Interval]:
    """What the draws of a chance or set-up event stood on."""
    data = event.data or {}
    try:
        if event.kind == "set-up":
            first, rows = data.get("k", 0), data.get("draws", [])
            return [msgspec.convert([first + place, *row], Interval) for place, row in enumerate(rows)]
        return [msgspec.convert([data["k"], data["T"], *data["interval"]], Interval)] if "k" in data else []
    except (KeyError, TypeError, msgspec.ValidationError):
        raise RecordError(f"event {event.number}: what it stood on is k, T and an interval of whole numbers") from None


def _verify_seeded(record: MatchRecord, verdict: Verdict) -> None:
    try:
        parts = tuple(int(part) for part in record.seed.split(","))
    except ValueError:
        raise RecordError(f"the seed should be whole numbers separated by commas, not {record.seed!r}") from None
    dice = SeededDice(parts if len(parts) > 1 else parts[0])
    for event, before in record.steps():
        verdict.events += event.kind in MOVING
        if event.kind not in ("set-up", "chance"):
            continue
        pos = before.copy()
        for action in event.actions():
            verdict.draws += 1
            event.need_turn(pos)
            if (drawn := pos.draw(dice).action) != action:
                given = pos.name(action) if pos.is_legal(action) else f"outcome {action}"
                verdict.wrong.append(f"event {event.number}: the seed gives {pos.name(drawn)!r}, not {given!r}")
                return
            event.play(pos, action)
