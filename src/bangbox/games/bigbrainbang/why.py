"""Why a choice of Big Brain Bang is a good one: how such throws end, what a tile joins, what a fight or the Burner destroys."""

from bangbox.core.contract import Seen
from bangbox.core.contract.minds import Compared
from bangbox.core.messages import Message, Seat

from .queries import cheap_outcome, holdings
from .rules.listing import BURNER
from .rules.record import AFTER, AIM, BURN, NO_DIE, PAWN, PLACE, POINTS, SPREAD, START, SUPPORT, TAKE, TOKEN_POINTS
from .views.telling import about

THROWS = 50  # of a kind, to say how they end


def why(compared: Compared) -> list[Message]:
    """Told by the phase."""
    seen, phase = compared.seen, compared.seen.s.phase
    if phase == AIM:
        return thrown(compared)
    if phase == START and compared.action != BURNER:
        return chosen_dice(compared)
    if phase == PLACE:
        return placed(compared)
    if phase == BURN:
        return changed(seen, compared.after)
    if phase == AFTER and not compared.action:
        return [Message("why.token", {"n": TOKEN_POINTS})]
    if phase in (PAWN, SPREAD, TAKE, SUPPORT):
        return changed(seen, compared.after)
    return []


def chosen_dice(compared: Compared) -> list[Message]:
    """What the tiles of the dice count."""
    n = tile_points(compared.action)
    m = n if compared.other in (None, BURNER) else tile_points(compared.other or 0)
    return [Message("why.dice.other", {"n": n, "m": m})] if n > m else [Message("why.dice", {"n": n})]


def tile_points(action: int) -> int:
    """The points of the tiles for which a pair of dice stands."""
    return sum(int(POINTS[size]) for size in divmod(action, 4) if size != NO_DIE)


def thrown(compared: Compared) -> list[Message]:
    """How many of a hundred such throws place a tile, and how many of those can join the own network."""
    after, seat = compared.after, compared.seen.actor
    ends = [after.then(cheap_outcome(after.s, tremor)) for tremor in range(THROWS)]
    counting = [end for end in ends if end.s.phase in (PLACE, BURN)]  # B9: flat on a tile counts for nothing
    n = round(100 * len(counting) / THROWS)
    if compared.seen.s.burning:
        return [Message("why.throw.burner", {"n": n})]
    if not holdings(compared.seen.s, seat):
        return [Message("why.throw", {"n": n})]
    joins = sum(joined(end) for end in counting)
    if not joins:
        return [Message("why.throw", {"n": n})]
    return [Message("why.throw.join", {"n": n, "m": round(100 * joins / THROWS)})]


def joined(place: Seen) -> bool:
    """Whether the tile can be put so that it touches a network of whoever puts it."""
    own = holdings(place.s, place.s.seat)
    return any(place.after(action).hit & own for action in place.choices())


def placed(compared: Compared) -> list[Message]:
    """What the new tile joins or attacks, and what that changes at once."""
    seen = compared.seen
    effect = about(seen, compared.action).effect
    told = changed(seen, compared.after)
    return told or [Message(f"why.place.{effect}")]


def changed(seen: Seen, after: Seen) -> list[Message]:
    """Whose points change at once."""
    seat, before, then = seen.actor, seen.scores, after.scores
    told = [Message("why.gain", {"n": then[seat] - before[seat]})] if then[seat] > before[seat] else []
    losses = [(before[other] - then[other], other) for other in range(seen.players) if other != seat]
    return told + [Message("why.costs", {"who": Seat(other), "n": n}) for n, other in sorted(losses, reverse=True) if n > 0]
