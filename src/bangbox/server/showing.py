"""What a reader is shown: situations and events, concealed for one seat or for spectators."""

from typing import Any

import msgspec

from bangbox.core.dice import Interval
from bangbox.core.position import SPECTATOR, Position
from bangbox.core.rules import CHANCE, OVER
from bangbox.server.match import Match, draws, outcomes, play, seen
from bangbox.server.protocol import Choice, Draw, Happened, Situation, Undo
from bangbox.server.storage.rows import Event

TAIL = 60


def situation(match: Match, viewer: int | None, now: int, undo: Undo | None = None) -> Situation:
    """The present position for one reader."""
    shown = situation_of(match.pos, viewer, match.last, match.result is not None)
    shown.clocks = match.clock.faces(now)
    shown.undo = undo
    shown.thinking = match.running and shown.actor >= 0 and match.bot_level(shown.actor) is not None
    if not match.events:  # nothing can be done before the set-up
        shown.actor, shown.choices, shown.forms, shown.prompt = CHANCE, [], [], None
    elif match.result is not None:
        shown.actor, shown.winners = OVER, match.result.winners
    elif shown.actor == CHANCE and viewer is not None and match.row.setup.dice == "typed":
        shown.outcomes = choices_of(match.pos, match.pos.choices())
    return shown


def situation_of(pos: Position, viewer: int | None, number: int, public: bool = False) -> Situation:
    """Any position for one reader."""
    looked_at = seen(pos, viewer, public)
    actor = looked_at.actor
    acts = actor >= 0 and actor == viewer and not public
    return Situation(
        number=number,
        actor=actor,
        view=looked_at.game.kind.views.view(looked_at),
        choices=choices_of(looked_at, looked_at.choices()) if acts else [],
        forms=looked_at.ranges() if acts else [],
        outcomes=[],
        prompt=looked_at.prompt() if actor >= 0 else None,
        topic=looked_at.topic(),
        tally=looked_at.tally(),
        scores=looked_at.scores,
        winners=looked_at.winners,
        clocks=[],
    )


def choices_of(pos: Position, actions: list[int]) -> list[Choice]:
    """Choices with what a page needs to offer them."""
    views = pos.game.kind.views
    return [Choice(number=a, name=pos.name(a), label=views.label(pos, a), about=views.about(pos, a)) for a in actions]


def happened(pos: Position, event: Event, viewer: int | None, public: bool) -> Happened:
    """An event as a reader may see it; `pos` is the position before it."""
    shown = Happened(number=event.number, time=event.time, kind=event.kind, seat=event.seat)  # type: ignore[arg-type]
    if event.kind in ("choice", "chance") and event.action is not None:
        _show_action(shown, pos, event, viewer, public)
    elif event.kind == "set-up":
        _show_set_up(shown, pos, event, viewer, public)
    else:
        shown.action, shown.name, shown.data = event.action, event.name, event.data
    return shown


def _show_action(shown: Happened, pos: Position, event: Event, viewer: int | None, public: bool) -> None:
    assert event.action is not None
    action = as_seen(pos, event.action, viewer, public)
    looked_at = seen(pos, viewer, public)
    views = pos.game.kind.views
    shown.action, shown.name = action, looked_at.name(action)
    shown.label, shown.about = views.label(looked_at, action), views.about(looked_at, action)
    secret = action != event.action
    shown.draws = [_draw(row, secret) for row in draws(event)]
    data = {key: value for key, value in (event.data or {}).items() if key not in ("k", "T", "interval")}
    thoughts = event.kind == "choice" and pos.game.kind.secret and not public  # how long a bot thought may betray its hand
    shown.data = data if data and not secret and not thoughts else None


def _show_set_up(shown: Happened, pos: Position, event: Event, viewer: int | None, public: bool) -> None:
    """The outcomes of a set-up: their names, as far as the reader may know them."""
    pos = pos.copy()
    rows, names = draws(event), []
    for place, outcome in enumerate(outcomes(event)):
        action = as_seen(pos, outcome, viewer, public)
        names.append(seen(pos, viewer, public).name(action))
        if rows:
            shown.draws.append(_draw(rows[place], action != outcome))
        pos.play(outcome)
    shown.data = {"names": names}


def as_seen(pos: Position, action: int, viewer: int | None, public: bool) -> int:
    """An action as a reader may see it, judged before it is played."""
    if public or not pos.game.kind.secret:
        return action
    return int(pos.game.engine.conceal_action(pos._states, 0, action, SPECTATOR if viewer is None else viewer))


def _draw(row: Interval, secret: bool) -> Draw:
    return Draw(k=row.k) if secret else Draw(k=row.k, total=row.total, low=row.low, high=row.high)


def log(match: Match, viewer: int | None, first: int, last: int) -> list[Happened]:
    """The events from `first` to `last` for one reader, each shown as of its own moment."""
    public = match.result is not None
    pos, shown = match._first(), []
    path: list[Event] = []
    for event in match.events[:last]:
        if event.number >= first:
            shown.append(happened(pos, event, viewer, public))
        if event.kind == "back":
            path = [earlier for earlier in path if event.action is not None and earlier.number <= event.action]
            pos = match._replayed(path)
        elif event.kind in ("set-up", "choice", "chance"):
            path.append(event)
            play(pos, event)
    return shown


def archive(match: Match, now: int) -> str:
    """What is kept of a finished match for a time when its rules are gone: the log and the last situation, open to all."""
    kept: dict[str, Any] = {"log": log(match, None, 1, match.last), "now": situation(match, None, now)}
    return msgspec.json.encode(kept).decode()
