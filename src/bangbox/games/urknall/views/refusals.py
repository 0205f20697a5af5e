"""Which rule of Urknall forbids what somebody tried."""

from bangbox.core.contract import Seen
from bangbox.core.record import Record

from ..notation import tidy
from ..notation.signs import NAMES, bodies, is_hole
from ..rules.record import END, PLACE, RIVAL, TRAVEL
from .telling import about, errand, force, topic
from .valuation import COMBINE, SEPARATE

COMET_USES = {"travel": "U16", "stay": "U15", "join": "U13.1", "split": "U14.1"}
WHERE_TO, FREE_ELEMENT, VACANT, BLACK_HOLE, BACK = "U6.1", "U6.2", "U8.1", "U25.2", "U27.1"


def why_not(pos: Seen, attempt: str) -> str | None:
    """The rule that forbids an attempt, given by name or by the places tapped; None if it is allowed."""
    s = pos.s
    wanted = tidy(s, attempt)
    if any(wanted == pos.name(action) or touches(about(pos, action).places, attempt.split()) for action in pos.choices()):
        return None
    if s.phase in (END, RIVAL) or s.phase <= PLACE or pos.actor < 0:
        return set_up_refused(pos, wanted.split())
    words = spoken(s, wanted)
    if any(len(word) == 1 and word in NAMES and is_hole(s, NAMES.index(word)) for word in words[1:]):
        return BLACK_HOLE
    if words[:1] == ["comet"]:
        return comet_refused(s, words[1:])
    return (travel_refused if s.phase == TRAVEL else change_refused)(pos, words)


def touches(places: list[str], tapped: list[str]) -> bool:
    """Whether taps are (or can become) a choice; a body stands for any of its elements. The comet must be tapped to be used."""
    if not tapped or ("comet" in places) != ("comet" in tapped):
        return False
    return all(any(place == tap or place.startswith(f"{tap}:") for place in places) for tap in tapped)


def spoken(s: Record, attempt: str) -> list[str]:
    """Tapped places as words: elements of the present body mean to stay, of another to travel or split, two bodies to join."""
    words = attempt.split()
    lead, rest = (words[:1], words[1:]) if words[:1] == ["comet"] else ([], words)
    if not rest or not all(word[:1] in NAMES and (len(word) == 1 or word[1:2] == ":") for word in rest):
        return words
    there = {word[0] for word in rest}
    if s.phase == TRAVEL:
        stays = there == {NAMES[body] for body in bodies(s) if body == s.place[s.turn]}
        return [*lead, "stay" if stays else "travel", *there]
    return [*lead, "split" if len(there) == 1 and ":" in rest[0] else "join", *there]


def comet_refused(s: Record, words: list[str]) -> str:
    """The rule for this use of the comet: it is gone, or this is not what it is for, or not now."""
    use = words[0] if words else ""
    if use == "stay" and errand(s) in ("return", "stranded"):
        return "U27.3"
    return COMET_USES.get(use, "U16" if s.phase == TRAVEL else "U13.1")


def travel_refused(pos: Seen, words: list[str]) -> str:
    """Why the astronaut cannot do this."""
    now = errand(pos.s)
    if words[:1] and words[0] in ("join", "split", "leave"):
        return VACANT
    if now in ("return", "stranded"):
        return BACK if now == "return" else "U27.2"
    if words[:1] == ["discard"]:
        return "U7.2"
    if now == "travel":
        return (
            FREE_ELEMENT
            if words[:1] == ["travel"] and any(name.startswith(" ".join(words[:2])) for name in named(pos))
            else WHERE_TO
        )
    return "U7.1" if now == "stay" else "U7.2"


def change_refused(pos: Seen, words: list[str]) -> str:
    """Why nothing can be combined or separated like this."""
    s = pos.s
    use = words[0] if words else ""
    if use in ("travel", "stay", "discard"):
        return VACANT
    stood = {NAMES[s.place[seat]] for seat in range(s.players) if s.place[seat] < len(NAMES)}
    if use in ("join", "split") and stood & set(words[1:]):
        return VACANT
    due = force(s)
    if due == COMBINE:
        return "U9.2" if use == "join" else "U9.1"
    if due == SEPARATE:
        return "U10.2" if use == "split" else "U10.1"
    return "U11.1"


def named(pos: Seen) -> list[str]:
    """All that can be done, by name."""
    return [pos.name(action) for action in pos.choices()]


def set_up_refused(pos: Seen, words: list[str]) -> str:
    """Why nothing can be set up, or blocked by the opponent's second colour, like this."""
    s = pos.s
    if s.phase == PLACE:
        stood = {NAMES[s.place[seat]] for seat in range(s.players) if s.place[seat] < len(NAMES)}
        return "U4.2" if stood & {word[0] for word in words[-1:]} else "U4.1"
    rule = topic(pos)
    return {"U2": "U2.1", "U22": "U22.1", "U19": "U18.1", "U24": "U24.1"}.get(rule, rule)
