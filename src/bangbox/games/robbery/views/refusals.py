"""Why something cannot be done in The Great Brain Robbery: the number of the rule that forbids it."""

from bangbox.core.contract import Seen
from bangbox.core.record import Record

from ..data import ENGINE
from ..notation import place_name
from ..queries import front_is_open
from ..rules.record import BEHIND, BRAWL, DISCARDS, INSTALL, LIMIT, MEET, MOVE, SPOILS
from .telling import topic
from .train import steps_to

ASKED_IN = {
    "go": (MOVE,), "ahead": (MOVE,), "run": (MOVE,), "hit": (BRAWL,), "install": (INSTALL,), "give": (SPOILS,), "fight": (MEET,),
    "peace": (MEET,), "ready": (DISCARDS,), "discard": (DISCARDS, LIMIT, SPOILS), "pass": (BRAWL, INSTALL),
}  # fmt: skip
FIGHTS = {"hit": "R19.1", "give": "R21.1", "fight": "R17", "peace": "R17", "pass": "R19.1"}  # what belongs to a fight
AT_PRESENT = {BRAWL: "R19.1", SPOILS: "R21.1", LIMIT: "R23.1"}  # before anything else is done
TOO_FAR, NOWHERE_TO_STEP, NEVER_BEHIND, OFF_BEHIND, NO_LESS = "R8.1", "R9.1", "R13.1", "R13.2", "R8.3"
NO_FRONT = "R10.2"


def why_not(pos: Seen, attempt: str) -> str | None:
    """The rule that forbids `attempt` (a name, or places separated by blanks); None if it is allowed."""
    tried = " ".join(attempt.lower().split())
    choices = pos.choices() if pos.actor >= 0 else []
    if any(tried in (pos.name(action), " ".join(pos.about(action).places)) for action in choices):
        return None
    return refusal(pos.s, as_name(pos.s, tried).split()) or general(pos)


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
    if tried == "behind":
        return "go behind"
    return f"go {tried}" if len(words) == 1 and len(tried) == 3 and tried[0].isdigit() else tried


def refusal(s: Record, words: list[str]) -> str | None:
    """The rule, for a verb and what follows it."""
    verb = words[0] if words else ""
    if verb not in ASKED_IN:
        return None
    if s.phase not in ASKED_IN[verb]:
        return AT_PRESENT.get(s.phase) or ("R6" if s.phase in (INSTALL, DISCARDS, MOVE) else FIGHTS.get(verb, "R6"))
    if verb == "go":
        return why_not_there(s, "".join(words[1:]))
    if verb == "ahead":
        return why_not_ahead(s)
    if verb == "run":
        return NO_LESS
    if verb == "discard":  # only what one has can be discarded
        return AT_PRESENT.get(s.phase, "R6")
    return "R22" if verb == "install" else "R6" if verb == "ready" else FIGHTS[verb]


def why_not_there(s: Record, place: str) -> str:
    """Too many steps away, no space of this train, or behind it."""
    if place == "behind":
        return OFF_BEHIND if s.place[s.turn] == BEHIND else NEVER_BEHIND
    return TOO_FAR if place in {place_name(reached) for reached in steps_to(s)} else NOWHERE_TO_STEP


def why_not_ahead(s: Record) -> str:
    """A wall in front, or too few steps."""
    if s.train[s.cars - 1] == ENGINE:
        return "R14.3"
    if not front_is_open(s):
        return "R29.2" if s.pack else NO_FRONT
    return TOO_FAR


def general(pos: Seen) -> str:
    """What is going on, in a sentence."""
    rule = topic(pos)
    return {"R4": "R4.1", "R8": TOO_FAR, "R13": OFF_BEHIND, "R19": "R19.1", "R21": "R21.1", "R23": "R23.1", "R24": "R24.1"}.get(
        rule, rule
    )
