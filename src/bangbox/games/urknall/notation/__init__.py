"""Names of choices, as in `travel c mark g` and `comet join a c`, and the text of a position.

A text is `bodies comets seat phase die astronauts supplies variants`, for example

    a:r.g0/b:b1/... 111 0 travel 4 aqr 9,9,10 -

Bodies as `name:elements`; comets left, one sign a seat; the seat whose turn it is (`-` before and after the game); the phase;
the die (`-` if none lies, `4+` if the opponent has placed, so two changes are due); where astronauts stand (`-`: off
the table); the supplies (with two players their second ones too); `black_hole` or `-`. Reading is in reading.py.
"""

import re
from collections.abc import Callable

from bangbox.core.contract import Options
from bangbox.core.record import Record

from ..rules.dealing import PART
from ..rules.record import (
    ASK_DEAL,
    ASK_DISCARD,
    ASK_FIRST,
    ASK_JOIN,
    ASK_LEAVE,
    ASK_MARK,
    ASK_PLACE,
    ASK_ROLL,
    ASK_SPLIT,
    ASK_STAY,
    ASK_TRAVEL,
    COMET,
    DEAL,
    END,
    FIRST,
    KINDS,
    OFF,
    PLACE,
)
from .reading import read
from .signs import COLOURS, NAMES, OWNERS, PHASES, bodies, element, kinds

__all__ = ["name", "options", "parts", "read", "spelled", "taken", "text", "tidy"]


def parts(action: int) -> tuple[int, int, int, bool]:
    """What an action is made of: the kind of choice, the body, the colour (or other body, or part), whether the comet pays."""
    return action >> 16 & 15, action >> 8 & 255, action & 255, bool(action & COMET)


def taken(part: int) -> list[int]:
    """The kinds of the elements that a separation takes off."""
    return [kind for kind in (part >> 4, part & 15) if kind < KINDS]


def name(s: Record, action: int) -> str:
    """The notation of an action."""
    ask, body, detail, comet = parts(action)
    named: dict[int, Callable[[], str]] = {
        ASK_FIRST: lambda: f"first {detail}",
        ASK_DEAL: lambda: "deal " + "".join(COLOURS[c] * PART[detail, c] for c in range(3)),
        ASK_PLACE: lambda: f"place {NAMES[body]}",
        ASK_ROLL: lambda: f"roll {detail}",
        ASK_MARK: lambda: f"mark {NAMES[body]} {COLOURS[detail]}",
        ASK_TRAVEL: lambda: f"travel {NAMES[body]} mark {COLOURS[detail]}",
        ASK_STAY: lambda: f"stay mark {COLOURS[detail]}",
        ASK_DISCARD: lambda: "discard",
        ASK_LEAVE: lambda: "leave",
        ASK_JOIN: lambda: f"join {NAMES[body]} {NAMES[detail]}",
        ASK_SPLIT: lambda: f"split {NAMES[body]} take " + "".join(element(s.players, kind) for kind in taken(detail)),
    }
    return ("comet " if comet else "") + named[ask]()


def tidy(s: Record, text: str) -> str:
    """Takes any order, as in `join c a`, `split c take g0 r.`, `deal gr`; also `r` for `r.`, and a bare `4` for a roll."""
    words = text.split()
    lead = words[:1] if words[:1] == ["comet"] else []
    match words[len(lead) :]:
        case ["join", one, other] if {one, other} <= set(NAMES):
            return " ".join([*lead, "join", *sorted((one, other), key=NAMES.index)])
        case ["split", body, "take", *part]:
            return " ".join([*lead, "split", body, "take", _tidy_part(s.players, "".join(part))])
        case ["deal", colours] if set(colours) <= set(COLOURS):
            return "deal " + "".join(sorted(colours, key=COLOURS.index))
        case [die] if die in set("123456"):
            return f"roll {die}"
    return " ".join(words)


def spelled(s: Record, text: str) -> bool:
    """Whether a text is written as choices are, or names bodies that there are and elements of theirs."""
    words = text.removeprefix("comet ").split()
    there = {NAMES[body] for body in bodies(s)}
    match words:
        case ["discard" | "leave" | "comet" | "supply"]:
            return True
        case ["stay", "mark", colour]:
            return colour in tuple(COLOURS)
        case ["place", body]:
            return body in there
        case ["mark", body, colour] | ["travel", body, "mark", colour]:
            return body in there and colour in tuple(COLOURS)
        case ["join", one, other]:
            return {one, other} <= there
        case ["split", body, "take", *part]:
            return body in there and bool(re.fullmatch(r"([rgb][.0-5]?)+", "".join(part)))
    return bool(words) and all(re.fullmatch(r"(.)(:[rgb][.0-5])?", word) and word[0] in there for word in words)


def _tidy_part(players: int, part: str) -> str:
    """Elements in the order in which names list them."""
    if not re.fullmatch(r"([rgb][.0-5]?)+", part):
        return part
    listed = [found if len(found) == 2 else found + "." for found in re.findall(r"[rgb][.0-5]?", part)]
    return "".join(sorted(listed, key=lambda sign: (COLOURS.index(sign[0]), OWNERS[players].find(sign[1]))))


def text(s: Record) -> str:
    """The whole position in one line."""
    written = (f"{NAMES[b]}:" + "".join(element(s.players, kind) for kind in kinds(s.body[b])) for b in bodies(s))
    seats = range(s.players)
    fields = [
        "/".join(written) or "-",
        "".join(str(s.comet[seat]) for seat in seats),
        "-" if s.phase in (FIRST, END) else str(s.turn),
        PHASES[s.phase],
        (str(s.die) if s.die else "-") + ("+" if s.twice else ""),
        "".join("-" if s.place[seat] == OFF else NAMES[s.place[seat]] for seat in seats),
        ",".join(str(s.supply[slot]) for slot in range(len(OWNERS[s.players]) - 1)),
        "black_hole" if s.black_hole else "-",
    ]
    return " ".join(fields)


def options(s: Record) -> Options:
    """The options this record plays with. Who began is known, and matters, only until the first astronaut is placed."""
    begins = s.phase == DEAL or (s.phase == PLACE and all(s.place[seat] == OFF for seat in range(s.players)))
    first: int | str = "random" if s.phase == FIRST else s.turn if begins else 0
    return {"players": s.players, "black_hole": bool(s.black_hole), "first": first}
