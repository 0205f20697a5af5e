"""What a body is worth to everybody now, with the reasons (U19), and what a die would force (U8–U11)."""

import functools
from collections import Counter
from collections.abc import Iterable
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


@functools.lru_cache(4096)
def shares(word: int) -> tuple[Share, ...]:
    """U19: all that a body brings."""
    found = [kind_of(kind) for kind in kinds(word)]
    if len(found) < 2:
        return ()
    listed = []
    for colour in sorted({element.colour for element in found}):
        slots = [element.slot for element in found if element.colour == colour]
        lying = Counter(slot for slot in slots if slot is not None)
        most = [slot for slot, count in lying.items() if count == max(lying.values())]
        for slot, count in sorted(lying.items()):
            reason = {1: "only", 2: "pair"}.get(len(slots)) or ("most" if len(most) == 1 else "shared")
            if reason != "most" or slot in most:
                points = {"only": len(found) - 1, "pair": 2 * count, "most": len(slots), "shared": count}[reason]
                listed.append(Share(slot, points, reason, colour, count, len(slots)))
    return tuple(listed)


def worth(s: Record, body: int) -> list[int]:
    """What a body brings each slot now; a black hole brings nothing (U25)."""
    return worth_of(s.body[body], s.players) if not is_hole(s, body) else [0] * slots(s.players)


def worth_of(word: int, players: int) -> list[int]:
    """What a body that is no black hole brings each slot."""
    points = [0] * slots(players)
    for share in shares(word):
        points[share.slot] += share.points
    return points


def slots(players: int) -> int:
    """How many slots there are: with two players their second colours too."""
    return 4 if players == 2 else players


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


def vacant_sizes(s: Record) -> list[int]:
    """The sizes of the vacant bodies (U8)."""
    return list(sizes_without(s, s.place.tolist()[: s.players]).values())


def sizes_without(s: Record, stood: list[int]) -> dict[int, int]:
    """By body, the sizes of all but those on which somebody stands; black holes are left out."""
    return {body: len(kinds(s.body[body])) for body in bodies(s) if body not in stood and not is_hole(s, body)}
