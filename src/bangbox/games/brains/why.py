"""Why a choice of Mmm… Brains! is a good one: what the dice bring on average, who pays and who is out."""

import numpy as np
from numpy.typing import NDArray

from bangbox.core.contract.minds import Compared
from bangbox.core.messages import Argument, Message, Seat
from bangbox.core.record import Record

from .rules import ALL_DICE, BRAIN, COLOUR, COLOURS, DICE, PAINT, THROWS, TIMES
from .views import moved, stage

Values = NDArray[np.float64]  # by what lies on top of each die
FACES = np.indices((BRAIN,) * DICE) + 1
BRAINS = (FACES == BRAIN).sum(axis=0)


def why(compared: Compared) -> list[Message]:
    """What the choice moves, or moves on average."""
    now = stage(compared.seen)
    if now == "keep":
        return kept(compared)
    return settled(compared) if now == "colour" else []


def kept(compared: Compared) -> list[Message]:
    """How many brains a set of dice brings on average, beside the other one; for sure if nothing is thrown again."""
    s = compared.seen.s
    values = averages(s)
    n = round(value_of(s, values, compared.action))
    args: dict[str, Argument] = {"n": n}
    aim = "take" if s.phase == 1 else "pay"
    if compared.action == ALL_DICE:
        m = round(max(value_of(s, values, mask) for mask in range(ALL_DICE)))
        return [Message(f"why.stop.{aim}", args | {"m": m})] if m < n else [Message("why.stop")]
    if compared.other is None or (m := round(value_of(s, values, compared.other))) >= n:
        return [Message(f"why.keep.{aim}", args)]
    return [Message(f"why.keep.{aim}.other", args | {"m": m})]


def settled(compared: Compared) -> list[Message]:
    """What choosing a colour does to whom."""
    s, seat = compared.seen.s, compared.seen.actor
    colour = compared.action - COLOUR
    n = moved(s, colour)
    most = n == max(moved(s, c) for c in range(COLOURS) if s.total[c])
    if s.phase == 1:
        if n == s.middle:
            return [Message("why.last", {"n": n, "m": s.held[seat] + n})]
        return [Message("why.most", {"n": n})] if most else []
    payer = s.payer[colour]
    if payer == seat:
        return [Message("why.own", {"n": n})]
    if n == s.held[payer]:
        return [Message("why.out", {"who": Seat(payer)})]
    leads = s.held[payer] == max(s.held[i] for i in range(s.players) if i != seat)
    return [Message("why.leader" if leads else "why.pays", {"who": Seat(payer), "n": n, "m": s.held[payer] - n})]


# -- averages over all that the dice can show


def averages(s: Record) -> Values:
    """What a set of dice is worth, index 0 standing for a die that is thrown again; each later throw kept as well as can be."""
    values = averaged(worth(s))
    for _ in range(THROWS - 1 - s.throw):
        values = averaged(best_kept(values))
    return values


def value_of(s: Record, values: Values, mask: int) -> float:
    """The same for the dice of a set, kept out of those that lie there."""
    return float(values[tuple(s.face[i] if mask >> i & 1 else 0 for i in range(DICE))])


def averaged(values: Values) -> Values:
    """With a place 0 for each die: the mean over its faces."""
    for axis in range(DICE):
        values = np.concatenate([values.mean(axis=axis, keepdims=True), values], axis=axis)
    return values


def best_kept(values: Values) -> Values:
    """For all that five dice can show, the best set to keep."""
    full = (BRAIN,) * DICE
    best = np.full(full, -np.inf)
    for mask in range(1 << DICE):
        kept = tuple(slice(1, None) if mask >> i & 1 else slice(0, 1) for i in range(DICE))
        best = np.maximum(best, np.broadcast_to(values[kept], full))
    return best


def worth(s: Record) -> Values:
    """For all that five dice can show, the brains that can be taken; in phase 2, those that an opponent must pay, or oneself."""
    times = np.array(TIMES)[BRAINS]
    best = np.full((BRAIN,) * DICE, -np.inf)
    for colour in range(COLOURS):
        shown = sum(np.where((np.array(PAINT)[i][FACES[i]] == colour) & (FACES[i] < BRAIN), FACES[i], 0) for i in range(DICE))
        total = shown * times
        if s.phase == 1:
            moves = np.minimum(total, s.middle)
        else:
            payer = s.payer[colour]
            moves = np.minimum(total, s.held[payer]) * (-1 if payer == s.seat else 1)
        best = np.maximum(best, np.where(total > 0, moves, -np.inf))
    return np.where(np.isneginf(best), 0.0, best)
