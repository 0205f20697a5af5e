"""What a reader is shown: situations and events, concealed for one seat or for spectators."""

import functools
from typing import Any

import msgspec
from msgspec.structs import replace

from bangbox.core.dice import Interval
from bangbox.core.position import SPECTATOR, Position
from bangbox.core.rules import CHANCE, OVER
from bangbox.server.match.fold import Match, draws, outcomes, play, seen
from bangbox.server.people.guests import now_ms
from bangbox.server.protocol import Draw, Happened, Situation, Undo
from bangbox.server.protocol.play import Now
from bangbox.server.showing.scene import NOTHING, Scene, Scenes, choices_of, encode, rest_of
from bangbox.server.storage.rows import Event

TAIL = 60  # events in a snapshot
KEPT = 300  # events kept ready for one point of view
CHOICE = b'{"number":%d,"time":%d,"kind":"choice","seat":%d,%b,"draws":[],"data":null}'  # an event, encoded


scenes = Scenes()


def increment(match: Match, viewer: int | None, events: list[bytes], undo: Undo | None) -> bytes:
    """What happened and the situation afterwards, encoded as an `Increment` would be."""
    now, possible, rest = _pieces(match, viewer, undo)
    return b"".join((_beginning(viewer), b",".join(events), b'],"now":', now, b",", possible, b",", rest, b"}"))


@functools.cache
def _beginning(viewer: int | None) -> bytes:
    return b'{"type":"events","seat":%b,"events":[' % encode(viewer)


def situation(match: Match, viewer: int | None, undo: Undo | None = None) -> bytes:
    """The present position for one reader, encoded as a `Situation` would be."""
    return b",".join(_pieces(match, viewer, undo))


def _pieces(match: Match, viewer: int | None, undo: Undo | None) -> tuple[bytes, bytes, bytes]:
    """A situation: the moment, what can be done, and the rest."""
    key = viewer if match.secret else None
    scene = match.scenes.get(key)
    if scene is None:
        scene = match.scenes[key] = scenes.of(match.eye(viewer), match.turn)
    actor, clock = match.actor, match.clock
    moment = Now(match.last, clock.faces(now_ms()) if clock.on else [], undo, match.bot_acts and actor != viewer)
    now = encode(moment)[:-1]
    if actor < 0 or not match.running:
        return now, NOTHING, _unusual(match, viewer, scene)
    if actor == viewer:
        return now, scene.possible or scenes.open(scene, match.eye(viewer)), scene.rest
    return now, NOTHING, scene.rest


def _unusual(match: Match, viewer: int | None, scene: Scene) -> bytes:
    """What is shown before the first event, while chance decides, and after the end."""
    if not match.events:  # nothing can be done before the set-up
        return rest_of(replace(scene.situation, actor=CHANCE, prompt=None))
    if match.result is not None and (match.turn != OVER or match.result.winners != scene.winners):  # not by the rules
        return rest_of(replace(scene.situation, actor=OVER, winners=match.result.winners, prompt=None))
    if match.actor == CHANCE and viewer is not None and match.row.setup.dice == "typed":
        return rest_of(replace(scene.situation, outcomes=choices_of(match.pos, match.pos.choices())))
    return scene.rest


def name_of(match: Match, action: int) -> str:
    """What an action is called at the present position."""
    scene = None if match.secret else match.scenes.get(None)
    return match.pos.name(action) if scene is None else scenes.made(scene, match.pos, action).name


def happens(match: Match, event: Event, viewer: int | None) -> bytes:
    """The next event as a reader may see it, encoded as a `Happened` would be."""
    scene = match.scenes.get(viewer)
    if event.kind == "choice" and event.data is None and scene is not None and not match.secret:  # as nearly always
        assert event.action is not None and event.seat is not None
        made = scene.made.get(event.action) or scenes.made(scene, match.pos, event.action)
        return CHOICE % (event.number, event.time, event.seat, made.told)
    return encode(happened(match.pos, event, viewer, not match.secret, match.eye(viewer), scene))


def happened(
    pos: Position, event: Event, viewer: int | None, public: bool, eye: Position | None = None, scene: Scene | None = None
) -> Happened:
    """An event as a reader may see it; `pos` is the position before it (`eye`: what the reader sees of that, in a `scene`)."""
    if event.kind in ("choice", "chance") and event.action is not None:
        return _played(pos, event, event.action, viewer, public, eye or seen(pos, viewer, public), scene)
    shown = Happened(number=event.number, time=event.time, kind=event.kind, seat=event.seat)  # type: ignore[arg-type]
    if event.kind == "set-up":
        _show_set_up(shown, pos, event, viewer, public)
    else:
        shown.action, shown.name, shown.data = event.action, event.name, event.data
    return shown


def _played(
    pos: Position, event: Event, action: int, viewer: int | None, public: bool, eye: Position, scene: Scene | None
) -> Happened:
    """A choice, or an outcome of chance."""
    hides = not public and pos.game.kind.secret
    seen_as = as_seen(pos, action, viewer, public) if hides else action
    made: Any = choices_of(eye, [seen_as])[0] if scene is None else scenes.made(scene, eye, seen_as).described
    shown = Happened(
        number=event.number,
        time=event.time,
        kind=event.kind,  # type: ignore[arg-type]
        seat=event.seat,
        action=seen_as,
        name=event.name if seen_as == action else made.name,
        label=made.label,
        about=made.about,
    )
    if event.data is not None:
        shown.draws = tuple(_draw(row, hides) for row in draws(event))
        data = {key: value for key, value in event.data.items() if key not in ("k", "T", "interval")}
        thoughts = event.kind == "choice" and hides  # how long a bot thought may betray its hand
        shown.data = data if data and seen_as == action and not thoughts else None
    return shown


def _show_set_up(shown: Happened, pos: Position, event: Event, viewer: int | None, public: bool) -> None:
    """The outcomes of a set-up: their names, as far as the reader may know them."""
    rows = draws(event)
    if public or not pos.game.kind.secret:
        shown.data = {"names": event.name.split("; ") if event.name else []}
        shown.draws = tuple(_draw(row, False) for row in rows)
        return
    pos = pos.copy()
    names = []
    for outcome in outcomes(event):
        action = as_seen(pos, outcome, viewer, public)
        names.append(seen(pos, viewer, public).name(action))
        pos.play(outcome)
    shown.data, shown.draws = {"names": names}, tuple(_draw(row, True) for row in rows)


def as_seen(pos: Position, action: int, viewer: int | None, public: bool) -> int:
    """An action as a reader may see it, judged before it is played."""
    if public or not pos.game.kind.secret:
        return action
    return int(pos.game.engine.conceal_action(pos._states, 0, action, SPECTATOR if viewer is None else viewer))


def _draw(row: Interval, secret: bool) -> Draw:
    """What is shown of a draw. Where an open card stood among those left tells which of the others somebody holds."""
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


class Archive(msgspec.Struct):
    """What is kept of a finished match."""

    log: list[Happened]
    now: Situation


def archived(match: Match) -> Archive:
    """A finished match of other rules, as it was when it ended."""
    assert match.row.archive is not None
    return msgspec.json.decode(match.row.archive, type=Archive)


def archive(match: Match, known: list[bytes]) -> str:
    """What is kept of a finished match for a time when its rules are gone: the log and the last situation, open to all.

    `known` is the log as the room has it, encoded and perhaps without its beginning.
    """
    if not match.replayable:  # ended by an update: what the events say for themselves
        known = [encode(msgspec.convert(msgspec.structs.asdict(event), Happened)) for event in match.events]
    elif len(known) != match.last:
        known = [encode(event) for event in log(match, None, 1, match.last)]
    return (b'{"log":[%b],"now":%b}' % (b",".join(known), situation(match, None))).decode()
