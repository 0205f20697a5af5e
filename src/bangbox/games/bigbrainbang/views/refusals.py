"""Why something cannot be done in Big Brain Bang: the number of the rule that forbids it."""

from bangbox.core.contract import Seen
from bangbox.core.errors import IllegalMove
from bangbox.core.record import Record

from ..data import DICE
from ..notation import parse, tidy
from ..notation.signs import TILE_NAMES
from ..queries import holdings
from ..rules.record import ATTACK, BOX, BURN, MOVE, PLACE, SPREAD, START
from .telling import about, topic

# what is asked now, in the sentence that says it
SENTENCES = {
    "B4": "B4.1", "B5": "B5.1", "B6": "B6.1", "B7": "B7.1", "B10": "B10.2", "B13": "B13.2", "B14": "B14.2", "B15": "B15.3",
    "B16": "B16.1", "B19": "B19.1", "B20": "B20.1",
}  # fmt: skip
AFTER_LOSSES = {MOVE: "B18.3", SPREAD: "B18.4"}


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
    words = wanted.split()
    if "burner" in words:
        return "B19.1"
    if set(words) & set(DICE):
        return no_such_dice(pos.s, words)
    if words[:1] in (["lying"], ["standing"]):
        return "B6.2" if pos.s.phase == BOX else "B6.1"
    if words[:1] == ["throw"]:
        return "B7.2"
    if pos.s.phase == ATTACK and words and words[-1] in TILE_NAMES:
        return no_such_foe(pos.s, TILE_NAMES.index(words[-1]))
    rule = topic(pos)
    return SENTENCES.get(rule) or AFTER_LOSSES.get(pos.s.phase, rule)


def no_such_dice(s: Record, words: list[str]) -> str:
    """A pile is empty, only one throw is left to choose, or these are not two dice."""
    if s.phase == START and any(s.piles[DICE.index(word)] == 0 for word in words if word in DICE):
        return "B5.3"
    return "B5.4" if s.phase == START and sum(n > 0 for n in s.piles) == 1 else "B5.1"


def no_such_foe(s: Record, tile: int) -> str:
    """Neutral, one's own, spared, or not touched by the new tile."""
    owner = next((seat for seat in range(s.players) if holdings(s, seat) >> tile & 1), None)
    if owner is None:
        return "B17.1"
    if owner == s.seat:
        return "B17.2"
    return "B16.2" if owner == s.helped else "B15.4"


def tapped(pos: Seen) -> set[str]:
    """The places of each listed choice, as a player would tap them."""
    if pos.s.phase in (PLACE, BURN):
        return {pos.name(action).removeprefix("burn ") for action in pos.choices()}
    return {" ".join(about(pos, action).places) for action in pos.choices()} - {""}
