"""Why a choice of The Great Brain Robbery is a good one: IQ, experience, dice, fights, and who falls off the train."""

from collections.abc import Callable

from bangbox.core.contract.minds import Compared
from bangbox.core.messages import Argument, Message, Seat
from bangbox.core.record import Record

from .data import SPACES
from .queries import dice_count, fighters, strength_of
from .rules.record import BEHIND, COST, DISCARDS, GIVE, IQ, IS_CHEESE
from .views.telling import about, card_name


def why(compared: Compared) -> list[Message]:
    """Told by what the choice is about."""
    explain = WAYS.get(about(compared.seen, compared.action).effect)
    return explain(compared) if explain is not None else []


def best_other(s: Record, seat: int) -> tuple[int, int]:
    """The best IQ in a Head of somebody else, and whose."""
    return max((int(IQ[s.head[other]]), -other) for other in range(s.players) if other != seat)


def installing(compared: Compared) -> list[Message]:
    """What the card makes of one's IQ."""
    s, seat = compared.seen.s, compared.seen.actor
    n, m = int(IQ[compared.after.s.head[seat]]), int(IQ[s.head[seat]])
    best, rival = best_other(s, seat)
    if n > best:
        return [Message("why.install.lead", {"n": n, "m": best, "who": Seat(-rival)})]
    return [Message("why.install.more", {"n": n, "m": m})] if n > m else [Message("why.install.head", {"n": dice_count(s, seat)})]


def counting(compared: Compared) -> list[Message]:
    """A counter: experience and a card, and what can be afforded with it."""
    s, seat = compared.seen.s, compared.seen.actor
    hand = [card for card in s.hand.tolist()[seat][: s.hand_size[seat]] if card and COST[card] == s.experience[seat] + 1]
    if hand:
        return [Message("why.counter.enough", {"card": card_name(max(hand, key=lambda card: IQ[card]))})]
    return [Message("why.counter", {"n": s.experience[seat] + 1})]


def on_last_car(s: Record) -> list[int]:
    """Who stands on the last car."""
    last = s.train[0] >> 1
    return [seat for seat in range(s.players) if s.place[seat] < BEHIND and s.place[seat] // SPACES == last]


def going_ahead(compared: Compared) -> list[Message]:
    """A new car in front, and perhaps one less at the rear."""
    s, seat = compared.seen.s, compared.seen.actor
    others = [other for other in on_last_car(s) if other != seat]
    return [Message("why.ahead.rear", {"who": Seat(others[0])})] if others else [Message("why.ahead")]


def braking(compared: Compared) -> list[Message]:
    """Who is on the car that is taken off."""
    seat = compared.seen.actor
    others = [other for other in on_last_car(compared.seen.s) if other != seat]
    return [Message("why.brake.off", {"who": Seat(others[0])})] if others else [Message("why.brake")]


def ending(compared: Compared) -> list[Message]:
    """The Brake ends the game: well for whoever has the best brain."""
    s, seat = compared.seen.s, compared.seen.actor
    n = int(IQ[s.head[seat]])
    return [Message("why.end", {"n": n})] if n > best_other(s, seat)[0] else []


def running(compared: Compared) -> list[Message]:
    """Away from the car that may fall off, or nearer to the front."""
    s, seat = compared.seen.s, compared.seen.actor
    if seat in on_last_car(s) and s.cars > 1 and seat not in on_last_car(compared.after.s):
        return [Message("why.go.off")]
    return [Message("why.go")]


def fighting(compared: Compared) -> list[Message]:
    """What there is to win from whom."""
    s, seat = compared.seen.s, compared.seen.actor
    own = int(IQ[s.head[seat]])
    n, rival = max((int(IQ[s.head[other]]), -other) for other in fighters(s) if other != seat)
    args: dict[str, Argument] = {"who": Seat(-rival), "n": n, "m": own}
    return [Message("why.fight.head", args)] if n > own else [Message("why.fight", args)]


def leaving_in_peace(compared: Compared) -> list[Message]:
    """What there would be to lose."""
    own = int(IQ[compared.seen.s.head[compared.seen.actor]])
    return [Message("why.peace.head", {"n": own})] if own else [Message("why.peace")]


def hitting(compared: Compared) -> list[Message]:
    """How the fight stands with the card."""
    s, seat = compared.seen.s, compared.seen.actor
    n, (m, rival) = strength_of(compared.after.s, seat), strongest(s, seat)
    return [Message("why.hit.ahead" if n > m else "why.hit", {"n": n, "m": m, "who": Seat(rival)})]


def strongest(s: Record, seat: int) -> tuple[int, int]:
    """The strongest of the others in a fight."""
    n, rival = max((strength_of(s, other), -other) for other in fighters(s) if other != seat)
    return n, -rival


def passing(compared: Compared) -> list[Message]:
    """No card in a fight, or none installed."""
    s, seat = compared.seen.s, compared.seen.actor
    if len(fighters(s)) > 1 and about(compared.seen, compared.action).rule == "R19":
        n, (m, rival) = strength_of(s, seat), strongest(s, seat)
        return [Message("why.pass.ahead" if n > m else "why.pass.fight", {"n": n, "m": m, "who": Seat(rival)})]
    return [Message("why.pass.install")]


def discarding(compared: Compared) -> list[Message]:
    """More dice to roll, or a card that matters least."""
    s, seat = compared.seen.s, compared.seen.actor
    m = dice_count(s, seat)
    n = dice_count(compared.after.s, seat) if s.phase == DISCARDS else m
    return [Message("why.discard.dice", {"n": n, "m": m})] if n > m else [Message("why.discard")]


def getting_ready(compared: Compared) -> list[Message]:
    """The dice there are, and the cards that are kept for them."""
    s, seat = compared.seen.s, compared.seen.actor
    return [Message("why.ready", {"n": dice_count(s, seat)})] if s.hand_size[seat] else []


def giving(compared: Compared) -> list[Message]:
    """Whose Head a card goes into after a fight."""
    s, seat, to = compared.seen.s, compared.seen.actor, compared.action - GIVE
    card = s.pool[0]
    if to == seat:
        return [Message("why.give.own", {"card": card_name(card), "n": int(IQ[card])})]
    key = "why.give.cheese" if IS_CHEESE[card] else "why.give"
    return [Message(key, {"card": card_name(card), "who": Seat(to)})]


WAYS: dict[str, Callable[[Compared], list[Message]]] = {
    "install": installing, "counter": counting, "ahead": going_ahead, "brake": braking, "end": ending, "go": running,
    "fight": fighting, "peace": leaving_in_peace, "hit": hitting, "pass": passing, "discard": discarding,
    "ready": getting_ready, "give": giving,
}  # fmt: skip
