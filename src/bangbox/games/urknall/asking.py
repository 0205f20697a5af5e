"""Which rule of Urknall is in force, and what the player to move is asked."""

from bangbox.core.contract import Seen
from bangbox.core.messages import Message, Seat
from bangbox.core.record import Record

from .rules_record import AGAIN, END, OFF, RIVAL, TRAVEL
from .signs import NAMES, PHASES, bodies, is_hole, kinds
from .valuation import COMBINE, NOTHING, SEPARATE, forced, vacant_sizes

TOPICS = {"first": "U4", "deal": "U2", "place": "U4", "roll": "U5", "rival": "U22"}
FORCE_TOPICS = {COMBINE: "U9", SEPARATE: "U10", NOTHING: "U11"}
TRAVEL_TOPICS = {"travel": "U6", "stay": "U7", "discard": "U7", "return": "U27", "stranded": "U27"}


def number(s: Record) -> int:
    """The number of the change that is next."""
    return 7 - s.die if s.phase == AGAIN else s.die


def force(s: Record) -> str:
    """What the present change must be."""
    return forced(number(s), vacant_sizes(s))


def errand(s: Record) -> str:
    """What the astronaut must do without the comet: travel, stay, discard, or from off the table return (stranded: cannot)."""
    here = s.place[s.turn]
    marked = [body for body in bodies(s) if body != here and not is_hole(s, body) and has_free(s, body)]
    if here == OFF:
        return "return" if marked else "stranded"
    if any(colours(s, here) & colours(s, body) for body in marked):
        return "travel"
    return "stay" if has_free(s, here) else "discard"


def has_free(s: Record, body: int) -> bool:
    """Whether a body has a free element."""
    return any(kind % 5 == 0 for kind in kinds(s.body[body]))


def colours(s: Record, body: int) -> set[int]:
    """The colours of a body."""
    return {kind // 5 for kind in kinds(s.body[body])}


def topic(pos: Seen) -> str:
    """The number of the rule in force now."""
    s = pos.s
    if s.phase == END:
        return "U24" if s.players == 2 else "U19"
    if s.phase == TRAVEL:
        return TRAVEL_TOPICS[errand(s)]
    return TOPICS.get(PHASES[s.phase]) or FORCE_TOPICS[force(s)]


def prompt(pos: Seen) -> Message:
    """What the player to move is asked, or what is going on."""
    s = pos.s
    if s.phase == END:
        return outcome(pos)
    if s.phase == TRAVEL:
        here = s.place[s.turn]
        return Message(f"prompt.{errand(s)}", {"number": s.die} | ({} if here == OFF else {"body": NAMES[here]}))
    if s.phase == RIVAL:
        return Message("prompt.rival", {"number": s.die})
    if PHASES[s.phase] in TOPICS:
        return Message(f"prompt.{PHASES[s.phase]}", {"who": Seat(s.turn)})
    return Message(f"prompt.{force(s)}", {"number": number(s)})


def outcome(pos: Seen) -> Message:
    """How it ended."""
    won = pos.winners
    if len(won) == 1:
        return Message("prompt.over", {"who": Seat(won[0])})
    if won:
        return Message(f"prompt.over.{len(won)}", {f"who{place}": Seat(seat) for place, seat in enumerate(won, 1)})
    return Message("prompt.over.tie" if any(pos.payoffs) else "prompt.over.lost")
