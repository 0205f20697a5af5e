"""A table as a reader sees it: who plays, how it was set up, what is on offer, how it ended."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from bangbox.core.errors import UnknownGame
from bangbox.core.registry import kind
from bangbox.server.match.fold import Match
from bangbox.server.match.offers import open_offers
from bangbox.server.protocol import DiceInfo, MatchLine, Note, Player, SeriesStanding, Table
from bangbox.server.storage.rows import MatchRow, NoteRow, SeatRow


def table(
    match: Match,
    notes: list[NoteRow],
    missing: Mapping[int, Literal["here", "away", "gone"]],
    series: SeriesStanding | None = None,
    watchers: int = 0,
) -> Table:
    """The table for a stranger."""
    row = match.row
    return Table(
        id=row.id,
        game=row.game,
        title=match.game.title,
        version=row.version,
        options=match.game.options,
        status=status(match),
        players=[_player(match, seat, missing) for seat in match.seats],
        mine=[],
        host=False,
        public=row.public,
        clock=row.setup.clock,
        gone=row.setup.gone,
        hints=row.setup.hints,
        take_backs=row.setup.take_backs,
        dice=_dice(match),
        created=row.created,
        started=match.events[0].time if match.events else None,
        ended=match.events[-1].time if match.result else row.ended,
        result=match.result,
        series=series and replace(series, names=[match.seats[seat].name for seat in series.seats]),
        offers=open_offers(notes, match.moved, match.result is not None),
        next=row.next,
        before=row.before,
        watchers=watchers,
        replayable=match.replayable,
    )


def table_for(guest: str | None, match: Match, common: Table) -> Table:
    """The same table for one guest."""
    mine = match.seats_of(guest)
    players = [replace(player, mine=True) if player.seat in mine else player for player in common.players]
    return replace(common, mine=list(mine), host=guest is not None and match.row.host == guest, players=players)


def status(match: Match) -> Literal["waiting", "running", "over"]:
    """Where a match stands."""
    if match.result is not None:
        return "over"
    return "running" if match.events else "waiting"


def _player(match: Match, seat: SeatRow, missing: Mapping[int, Literal["here", "away", "gone"]]) -> Player:
    return Player(
        seat=seat.seat,
        name=seat.name,
        kind=seat.kind,  # type: ignore[arg-type]
        level=seat.level,
        mine=False,
        host=seat.guest is not None and seat.guest == match.row.host,
        contributed=seat.contribution is not None,
        presence=missing.get(seat.seat, "here"),
        stand_in=match.stand_ins.get(seat.seat),
        forfeit=seat.seat in match.forfeits,
        muted=seat.muted,
    )


def _dice(match: Match) -> DiceInfo:
    row = match.row
    return DiceInfo(
        kind=row.setup.dice,
        commitment=match.commitment,
        commitments=[seat.commitment for seat in match.seats],
        contributions=[_shown_number(match, seat) for seat in match.seats],
        secret=row.secret.hex() if match.result is not None else None,
    )


def _shown_number(match: Match, seat: SeatRow) -> str | None:
    """A seat's number for the dice; a bot shows its own when everybody has."""
    held_back = seat.kind == "bot" and seat.commitment is not None and not match.events
    return None if held_back else seat.contribution


def line(row: MatchRow, seats: list[SeatRow], guest: str | None) -> MatchLine:
    """A match in a list."""
    mine = [seat.seat for seat in seats if guest is not None and seat.guest == guest]
    return MatchLine(
        id=row.id,
        game=row.game,
        title=_title(row.game),
        status=row.status,  # type: ignore[arg-type]
        names=[seat.name for seat in seats],
        levels=[seat.level for seat in seats],
        open_seats=sum(seat.kind == "open" for seat in seats),
        clock=row.setup.clock,
        created=row.created,
        changed=row.changed,
        events=row.events,
        my_seats=mine,
        my_turn=row.status == "running" and row.actor in mine,
        result=row.result,
    )


def _title(game: str) -> str:
    """A game's name for people; matches of games that are gone are still listed."""
    try:
        return kind(game).manifest.title
    except UnknownGame:
        return game


def shown_note(note: NoteRow) -> Note:
    """A note as everybody sees it."""
    return Note(number=note.number, time=note.time, kind=note.kind, seat=note.seat, name=note.name, text=note.text)  # type: ignore[arg-type]
