"""Why something cannot be done in Big Brain Bang: the number of the rule that forbids it."""

from bangbox.core.contract import Seen
from bangbox.core.errors import IllegalMove

from ..data import DICE
from ..notation import parse, tidy
from ..rules.record import BURN, PLACE
from .telling import about, topic


def why_not(pos: Seen, attempt: str) -> str | None:
    """The rule that forbids an attempt: the one in force, unless it is among what can be done."""
    wanted = tidy(pos.s, " ".join(attempt.split()))
    if wanted in map(pos.name, pos.choices()) or wanted in tapped(pos):
        return None
    try:
        if pos.ranges() and pos.is_legal(parse(pos.s, wanted)):
            return None
    except IllegalMove:
        pass
    words = set(wanted.split())
    if "burner" in words:
        return "B19"
    if words & set(DICE):
        return "B5"
    return topic(pos)


def tapped(pos: Seen) -> set[str]:
    """The places of each listed choice, as a player would tap them."""
    if pos.s.phase in (PLACE, BURN):
        return {pos.name(action).removeprefix("burn ") for action in pos.choices()}
    return {" ".join(about(pos, action).places) for action in pos.choices()} - {""}
