"""Matches that follow each other: rematches, and series whose points add up (core's Series does the sums)."""

import secrets

import msgspec

from bangbox.core.dice import contribution_commitment
from bangbox.core.game import game_with
from bangbox.core.matches.series import Series
from bangbox.server.match.fold import Match
from bangbox.server.protocol import NewMatch, Result, SeriesStanding
from bangbox.server.storage.rows import MatchRow, SeatRow


def contributing(bot: SeatRow) -> SeatRow:
    """A bot's seat with its number for the fair dice; the commitment is shown at once, the number with everybody's."""
    bot.contribution = secrets.token_hex(32)
    bot.commitment = contribution_commitment(bot.contribution)
    return bot


def wants_next(row: MatchRow) -> bool:
    """Whether a finished match is to be followed by the next of its series; closing or abandoning a table ends it."""
    if row.result is not None and row.result.reason in ("aborted", "abandoned"):
        return False
    return row.series is not None and row.next is None and row.place + 1 < row.setup.series


def standing(row: MatchRow, matches: list[MatchRow]) -> SeriesStanding | None:
    """The points so far, by person, and where everybody sits in the match of `row`; `matches` are those of its series."""
    if row.series is None:
        return None
    series = Series(game_with(row.game, row.setup.options), row.setup.series)
    people = len(series.points)
    for match in matches:
        if match.result is not None:
            series.add_scores(counted(match.result))
    return SeriesStanding(
        id=row.series,
        length=series.length,
        played=series.played,
        names=[],  # showing.table fills them in: people may still be coming
        points=series.points,
        seats=[(person + row.place) % people for person in range(people)],
        matches=[match.id for match in matches],
    )


def counted(result: Result) -> list[int]:
    """The points that a match adds to its series: who resigns or runs out of time gets none, who wins that way at least one."""
    if result.reason == "rules":
        return result.scores
    won = result.winners if result.reason in ("resign", "timeout") else []
    return [max(1, points) if seat in won else 0 for seat, points in enumerate(result.scores)]


def following(match: Match, match_id: str, now: int, rematch: bool) -> tuple[MatchRow, list[SeatRow]]:
    """The match after this one, everybody one seat further."""
    before = match.row
    setup = msgspec.structs.replace(before.setup, series=1) if rematch else _same_start(match)
    row = MatchRow(
        id=match_id,
        game=before.game,
        version=match.game.kind.version,
        setup=setup,
        host=before.host,
        public=False,
        status="waiting",
        created=now,
        changed=now,
        secret=secrets.token_bytes(32),
        series=None if rematch else before.series,
        place=0 if rematch else before.place + 1,
        before=before.id,
        due=now,
    )
    return row, sorted((_moved_on(seat, len(match.seats)) for seat in match.seats), key=lambda seat: seat.seat)


def _same_start(match: Match) -> NewMatch:
    """The set-up of the next game of a series: whichever seat chance let begin begins again."""
    next_game = Series(match.game, 2).next_game(match.pos if match.path else None)
    return msgspec.structs.replace(match.row.setup, options=next_game.options, position=None)


def _moved_on(seat: SeatRow, seats: int) -> SeatRow:
    """The next seat for whoever sat here; a person's share in the dice is asked for anew."""
    place = (seat.seat + 1) % seats
    moved = SeatRow(place, seat.kind, seat.guest, seat.name, seat.level, muted=seat.muted, seen=seat.seen)
    return contributing(moved) if seat.kind == "bot" else moved
