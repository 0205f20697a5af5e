"""Why a choice of Urknall is a good one: points won and lost, body by body, and the comet."""

from bangbox.core.contract import Seen
from bangbox.core.contract.minds import Compared
from bangbox.core.messages import Message, Seat

from .notation import parts
from .notation.signs import NAMES, bodies
from .rules.record import ASK_MARK
from .views.telling import makes_hole
from .views.valuation import worth


def why(compared: Compared) -> list[Message]:
    """What the choice does to everybody's points, and what happens otherwise."""
    seen, after, seat = compared.seen, compared.after, compared.seen.actor
    ask, _, _, comet = parts(compared.action)
    if makes_hole(seen.s, compared.action):
        return [Message("why.hole")]
    if ask == ASK_MARK:
        return blocked(seen, after, seat)
    told = gained(seen, after, seat) + lost_by_others(seen, after, seat)
    if compared.instead is not None:
        told += otherwise(after, compared.instead, seat)
        if parts(compared.other or 0)[3] and not comet:
            told.append(Message("why.comet.kept"))
    return told


def points(pos: Seen, slot: int) -> int:
    """What a colour of markers would score now, and an unused comet."""
    s = pos.s
    return sum(worth(s, body)[slot] for body in bodies(s)) + (s.comet[slot] if slot < s.players else 0)


def by_body(pos: Seen, slot: int) -> dict[int, int]:
    """What each body brings a colour of markers."""
    return {body: worth(pos.s, body)[slot] for body in bodies(pos.s)}


def gained(seen: Seen, after: Seen, seat: int) -> list[Message]:
    """What it brings, and where most of it."""
    n = points(after, seat) - points(seen, seat)
    if n <= 0:
        return []
    before, then = by_body(seen, seat), by_body(after, seat)
    body = max(then, key=lambda body: (then[body] - before.get(body, 0), -body))
    return [Message("why.gain", {"n": n, "body": NAMES[body]})]


def lost_by_others(seen: Seen, after: Seen, seat: int) -> list[Message]:
    """Whom it costs something: those who lose most first."""
    losses = [(points(seen, other) - points(after, other), other) for other in range(seen.players) if other != seat]
    return [Message("why.costs", {"who": Seat(other), "n": n}) for n, other in sorted(losses, reverse=True) if n > 0]


def otherwise(after: Seen, instead: Seen, seat: int) -> list[Message]:
    """What the other choice would have made of the points."""
    n = points(after, seat) - points(instead, seat)
    if n > 0:
        return [Message("why.otherwise", {"n": n})]
    gains = [(points(instead, other) - points(after, other), other) for other in range(after.players) if other != seat]
    return [Message("why.otherwise.gain", {"who": Seat(other), "n": n}) for n, other in [max(gains)] if n > 0]


def blocked(seen: Seen, after: Seen, seat: int) -> list[Message]:
    """U22: a marker of the second colour takes points from the opponent."""
    n = points(seen, 1 - seat) - points(after, 1 - seat)
    return [Message("why.costs", {"who": Seat(1 - seat), "n": n})] if n > 0 else [Message("why.block")]
