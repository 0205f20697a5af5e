"""Names of choices and the text of a position, as in `keep 135`, `colour r` and `1 88 20,12,5 r,y,g 2 2 1*35?`.

Where several dice show the same and only some of them are meant, a face carries its colour: `keep 35b` keeps the blue 5.
"""

import re
from pathlib import Path

from bangbox.core.contract import Options
from bangbox.core.errors import TextError
from bangbox.core.messages import Refused
from bangbox.core.record import Record

from .rules import ALL_DICE, COLOUR, CUP, DICE, LETTERS, NOBODY, PAINT, PASS, STOCK, THROWS

HERE = Path(__file__).parent
FACES = "?12345*"  # as they are numbered in the record
MOST_BRAINS = int(STOCK[5])
FORM = "expected `phase middle holdings colours seat throw dice`, as in `1 88 20,12,5 r,y,g 2 2 1*35?`"


def name(s: Record, action: int) -> str:
    """The notation of an action."""
    if s.seat == NOBODY:
        return f"first {action}"
    if s.cup < DICE:
        return FACES[action + 1]
    if action == PASS:
        return "pass"
    if action >= COLOUR:
        return f"colour {LETTERS[action - COLOUR]}"
    kept = [i for i in range(DICE) if action >> i & 1]
    return "keep " + ("".join(sign(s, i, kept) for i in kept) or "-")


def sign(s: Record, die: int, kept: list[int]) -> str:
    """A kept die's face, with its colour if another die shows the same and is not kept."""
    twins = [i for i in range(DICE) if s.face[i] == s.face[die] and i not in kept]
    return face(s, die) if not twins else face(s, die) + colour(s, die)


def face(s: Record, die: int) -> str:
    """What lies on top of a die."""
    return FACES[s.face[die]]


def colour(s: Record, die: int) -> str:
    """The colour of what lies on top of a die."""
    return LETTERS[PAINT[die, s.face[die]]]


def tidy(s: Record, text: str) -> str:
    """Takes `KEEP 5 3`, `keep 5b 3r`, `keep all`, `keep none`, `color r`, `r`, and `brain` or `6` for a die."""
    words = text.lower().replace(",", " ").split()
    if words in (["brain"], ["6"]):
        return FACES[-1]
    if len(words) == 1 and words[0] in LETTERS:
        return f"colour {words[0]}"
    if words[:1] == ["color"]:
        return " ".join(["colour", *words[1:]])
    if words[:1] == ["keep"] and s.cup == DICE and s.throw < THROWS:
        return name(s, dice_meant(s, "".join(words[1:])))
    return " ".join(words)


_SPELLED = re.compile(f"keep( .*)?|colou?r [{LETTERS}]|[{LETTERS}]|pass|((die-[{LETTERS}]|cup)( |$))+")


def spelled(s: Record, text: str) -> bool:
    """Whether a text is written as choices are, or names dice and the cup."""
    return bool(_SPELLED.fullmatch(text.lower()))


def dice_meant(s: Record, listed: str) -> int:
    """The set of dice that a list of faces, with or without their colours, stands for."""
    if listed in ("-", "none"):
        return 0
    if listed == "all":
        return ALL_DICE
    if not re.fullmatch(f"([1-5*][{LETTERS}]?)+", listed):
        raise Refused(HERE, "keep.faces", kept=listed, dice=lying(s))
    meant = 0
    faces = re.findall(f"[1-5*][{LETTERS}]?", listed)
    for wanted in sorted(set(faces), key=len, reverse=True):  # those with a colour first: they leave fewer for the others
        fits = [i for i in range(DICE) if not meant >> i & 1 and (face(s, i) + colour(s, i)).startswith(wanted)]
        if len(fits) < faces.count(wanted):
            raise Refused(HERE, "keep.few", kept=listed, n=len(fits), face=wanted, dice=lying(s))
        if len(fits) > faces.count(wanted):
            spelt = ", ".join(face(s, i) + colour(s, i) for i in fits)
            raise Refused(HERE, "keep.which", kept=listed, face=wanted, dice=spelt)
        meant |= sum(1 << i for i in fits)
    return meant


def lying(s: Record) -> str:
    """All dice with their colours, for people."""
    return " ".join(face(s, i) + colour(s, i) for i in range(DICE))


def text(s: Record) -> str:
    """The whole position in one line."""
    held = ",".join("x" if s.phase == 2 and not s.held[i] else str(s.held[i]) for i in range(s.players))
    colours = ",".join(LETTERS[s.colour[i]] for i in range(s.players))
    seat = "?" if s.seat == NOBODY else s.seat
    return f"{s.phase} {s.middle} {held} {colours} {seat} {s.throw} " + "".join(face(s, i) for i in range(DICE))


def read(s: Record, text: str) -> None:
    """Fills a record from a position's text."""
    fields = text.split(" ")
    if len(fields) != 7:
        raise TextError(f"{len(fields)} fields; {FORM}")
    phase, middle, holdings, colours, seat, throw, dice = fields
    s.phase = number(phase, "phase", 1, 2)
    s.middle = number(middle, "the middle", 1 if s.phase == 1 else 0, MOST_BRAINS)  # M7
    read_holdings(s, holdings.split(","))
    read_colours(s, colours.split(","))
    s.throw = number(throw, "throw", 1, THROWS)
    read_dice(s, dice)
    read_seat(s, seat)


def number(word: str, what: str, low: int, high: int) -> int:
    """A number as we write it: no sign, no leading zero."""
    if not re.fullmatch("0|[1-9][0-9]{0,2}", word) or not low <= int(word) <= high:
        raise TextError(f"{what}: expected a number from {low} to {high}, not {word!r}")
    return int(word)


def read_holdings(s: Record, words: list[str]) -> None:
    if not 3 <= len(words) <= 5:
        raise TextError(f"holdings of {len(words)} players; there are 3 to 5")
    s.players = len(words)
    for i, word in enumerate(words):
        if word == "x" and s.phase == 1:
            raise TextError("holdings: nobody is out (x) in phase 1")
        if word == "0" and s.phase == 2:
            raise TextError("holdings: in phase 2 a player without brains is out; write x")
        s.held[i] = 0 if word == "x" else number(word, "holdings", 0, MOST_BRAINS)
    if s.middle + sum(s.held) > MOST_BRAINS:
        raise TextError(f"{s.middle + sum(s.held)} brains in the middle and held; there are at most {MOST_BRAINS}")
    if s.phase == 2 and not any(s.held):
        raise TextError("holdings: in phase 2 somebody has brains")


def read_colours(s: Record, words: list[str]) -> None:
    if len(words) != s.players or len(set(words)) != s.players or not all(len(word) == 1 and word in LETTERS for word in words):
        raise TextError(f"colours: expected {s.players} different ones of {','.join(LETTERS)}, not {','.join(words)!r}")
    for i, word in enumerate(words):
        s.colour[i] = LETTERS.index(word)


def read_dice(s: Record, word: str) -> None:
    if len(word) != DICE or not all(sign in FACES for sign in word):
        raise TextError(f"dice: expected five of 1 2 3 4 5 * (brain) ? (in the cup), not {word!r}")
    for i, sign in enumerate(word):
        s.face[i] = FACES.index(sign)


def read_seat(s: Record, word: str) -> None:
    if word == "?":
        if s.phase != 1 or s.throw != 1 or any(top != CUP for top in s.face):
            raise TextError("seat: the first player can be undecided (?) only before the first throw")
        s.seat = NOBODY
        return
    s.seat = number(word, "seat", 0, s.players - 1)
    if s.phase == 2 and not s.held[s.seat]:
        raise TextError(f"seat {s.seat} is out and cannot be on turn")


def options(s: Record) -> Options:
    """The options this record plays with."""
    return {"players": s.players, "first": "random" if s.seat == NOBODY else 0}
