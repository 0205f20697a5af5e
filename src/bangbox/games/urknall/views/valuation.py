"""What a body is worth to everybody now, with the reasons (U19), and what a die would force (U8–U11)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bangbox.core.record import Record

from ..notation.signs import bodies, is_hole, kind_of, kinds

COMBINE, SEPARATE, NOTHING = "combine", "separate", "nothing"


class Share(NamedTuple):
    """What one slot gets for one colour of one body."""

    slot: int
    points: int
    reason: str  # "only", "pair", "most" or "shared"
    colour: int
    markers: int
    elements: int  # of that colour there


def shares(word: int) -> Iterator[Share]:
    """U19: all that a body brings."""
    found = [kind_of(kind) for kind in kinds(word)]
    if len(found) < 2:
        return
    for colour in sorted({element.colour for element in found}):
        slots = [element.slot for element in found if element.colour == colour]
        lying = Counter(slot for slot in slots if slot is not None)
        most = [slot for slot, count in lying.items() if count == max(lying.values())]
        for slot, count in sorted(lying.items()):
            reason = {1: "only", 2: "pair"}.get(len(slots)) or ("most" if len(most) == 1 else "shared")
            if reason != "most" or slot in most:
                points = {"only": len(found) - 1, "pair": 2 * count, "most": len(slots), "shared": count}[reason]
                yield Share(slot, points, reason, colour, count, len(slots))


def worth(s: Record, body: int) -> list[int]:
    """What a body brings each slot now; a black hole brings nothing (U25)."""
    points = [0] * (4 if s.players == 2 else s.players)
    for share in shares(s.body[body]) if not is_hole(s, body) else ():
        points[share.slot] += share.points
    return points


def forced(number: int, sizes: Iterable[int]) -> str:
    """What a change with this number must be when the vacant bodies have these sizes (U8–U11)."""
    vacant = sorted(sizes)
    if len(vacant) > 1 and number >= vacant[0] + vacant[1]:
        return COMBINE
    if vacant and number <= 2 and number <= vacant[0] and vacant[-1] > number:
        return SEPARATE
    return NOTHING


def possible(number: int) -> list[str]:
    """What a change with this number can turn out to be, as long as nothing is known of the bodies."""
    return {1: [SEPARATE, NOTHING], 2: [COMBINE, SEPARATE, NOTHING]}.get(number, [COMBINE, NOTHING])


def vacant_sizes(s: Record, turn_at: int | None = None) -> list[int]:
    """The sizes of the vacant bodies (U8), with the astronaut of the seat to move on another body if one is given."""
    stood = {s.place[seat] for seat in range(s.players) if turn_at is None or seat != s.turn} | {turn_at}
    return [len(kinds(s.body[body])) for body in bodies(s) if body not in stood and not is_hole(s, body)]
