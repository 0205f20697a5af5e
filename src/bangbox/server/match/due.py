"""When somebody has to look at a match again."""

from bangbox.server.match.fold import Match
from bangbox.server.match.series import wants_next
from bangbox.server.settings import Settings

DAY_MS = 86_400_000
WAITING_MS = 10_000


def due(match: Match, now: int, settings: Settings, shared: bool) -> int | None:
    """The moment at which a match has to be looked at; None if it waits for nothing but its players.

    `shared`: several processes look after the matches of one database.
    """
    if match.result is not None:
        return now if wants_next(match.row) else None
    if not match.events:
        forgotten = match.row.created + int(settings.patience_days * DAY_MS)
        # Two processes may seat the last two people at once, each seeing one seat free: look again soon.
        return min(forgotten, now + WAITING_MS) if shared else forgotten
    if match.needs_worker:
        return now
    if match.person_to_act is None:
        return None
    moments = [match.clock.deadline] if match.clock.on else []
    if match.row.setup.gone == "bot":
        moments.append(now + settings.gone_seconds * 1000)
    return min((moment for moment in moments if moment is not None), default=None)
