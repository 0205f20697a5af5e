"""Why something cannot be done in The Great Brain Robbery: the number of the rule that forbids it."""

from bangbox.core.contract import Seen
from bangbox.core.record import Record

from ..data import ENGINE
from ..queries import front_is_open
from ..rules.record import BEHIND, BRAWL, DISCARDS, INSTALL, LIMIT, MEET, MOVE, PHASES, SPOILS
from .telling import topic

ASKED_IN = {
    "go": (MOVE,), "ahead": (MOVE,), "run": (MOVE,), "hit": (BRAWL,), "install": (INSTALL,), "give": (SPOILS,), "fight": (MEET,),
    "peace": (MEET,), "ready": (DISCARDS,), "discard": (DISCARDS, LIMIT, SPOILS), "pass": (BRAWL, INSTALL),
}  # fmt: skip
OWN_RULE = {
    "go": "R9", "ahead": "R10", "run": "R8", "hit": "R19", "install": "R22", "give": "R21", "fight": "R17", "peace": "R17",
    "ready": "R7", "discard": "R6", "pass": "R19",
}  # fmt: skip


def why_not(pos: Seen, attempt: str) -> str | None:
    """The rule that forbids `attempt` (a name, or places separated by blanks); None if it is allowed."""
    tried = " ".join(attempt.lower().split())
    choices = pos.choices() if pos.actor >= 0 else []
    if any(tried in (pos.name(action), " ".join(pos.about(action).places)) for action in choices):
        return None
    return refusal(pos.s, as_name(pos.s, tried).split()) or topic(pos)


def as_name(s: Record, tried: str) -> str:
    """Places as a player taps them, turned into the name he may have meant."""
    words = tried.split()
    if words and words[0].startswith("card-"):
        card = words[0].removeprefix("card-")
        if s.phase == SPOILS and len(words) == 2 and words[1].startswith("head-"):
            return f"give {card} {words[1].removeprefix('head-')}"
        verb = {MOVE: "run", BRAWL: "hit", INSTALL: "install"}.get(s.phase, "discard")
        return f"{'discard' if words[1:] == ['discards'] else verb} {card}"
    if tried == "front":
        return "ahead"
    return f"go {tried}" if len(words) == 1 and len(tried) == 3 and tried[0].isdigit() else tried


def refusal(s: Record, words: list[str]) -> str | None:
    """The rule, for a verb and what follows it."""
    verb = words[0] if words else ""
    if verb not in ASKED_IN:
        return None
    if s.phase not in ASKED_IN[verb]:
        return "R23" if s.phase == LIMIT else "R6" if PHASES[s.phase] in ("install", "discard", "move") else OWN_RULE[verb]
    if verb == "go":  # too far, through a wall, or not moving at all behind the train
        return "R13" if s.place[s.turn] == BEHIND and words[1:] == ["behind"] else "R9"
    if verb == "ahead":
        return why_not_ahead(s)
    if verb == "discard":  # only what one has can be discarded
        return {SPOILS: "R21", LIMIT: "R23"}.get(s.phase, "R6")
    return OWN_RULE[verb]


def why_not_ahead(s: Record) -> str:
    """A wall in front, or too few steps."""
    if s.train[s.cars - 1] == ENGINE:
        return "R14"
    if not front_is_open(s):
        return "R29" if s.pack else "R10"
    return "R9"
