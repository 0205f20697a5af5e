"""Names of choices and the text of a position, as in `flick -10 30` and `dare 4 b0/c0/r0 3,2,1 1,1,0 b 2,0,0 2 real`."""

import re
from typing import Any

from bangbox.core.errors import IllegalMove, TextError
from bangbox.core.forms import Field, Form
from bangbox.core.rules import plain

from . import rules as compiled_rules
from .rules.record import (
    ANGLE_LOW,
    ANGLE_STEP,
    ANGLES,
    DARE,
    DEAL,
    DRAW,
    ERAS,
    FLICK,
    HIDDEN,
    KINDS,
    LEAVE,
    LIE,
    MAX_PLAYERS,
    MAX_ROUNDS,
    NEW,
    NONE,
    OFF,
    OLD,
    SIDE,
    STRENGTH_LOW,
    STRENGTH_STEP,
    STRENGTHS,
    THINGS,
    TOSS,
)

rules = plain(compiled_rules)
NAMES: list[str] = [thing["name"] for thing in THINGS]
SIGNS = "".join(thing["sign"] for thing in THINGS)
PHASES = ["deal", "draw", "toss", "dare", "flick", "lie", "over"]
THROWS = ["real", "cheap"]
FLICK_FORM = Form(
    "flick",
    [
        Field("angle", ANGLE_LOW, ANGLE_LOW + (ANGLES - 1) * ANGLE_STEP, ANGLE_STEP, "°", 0),
        Field("strength", STRENGTH_LOW, STRENGTH_LOW + (STRENGTHS - 1) * STRENGTH_STEP, STRENGTH_STEP, "", 50),
    ],
)
SHAPE = "expected `phase turn hands unseen heap toss points rounds throws`"


def name(s: Any, action: int) -> str:
    """The notation of an action."""
    if s.phase in (DEAL, DRAW):
        return "draw ?" if action == HIDDEN else f"draw {NAMES[action]}"
    if s.phase == TOSS:
        return f"toss {['old', 'new'][action // KINDS]} {NAMES[action % KINDS]}"
    if s.phase == DARE:
        return ["allow", "dare"][action]
    if s.phase == FLICK:
        return "leave" if action == LEAVE else "flick {angle} {strength}".format(**aim(action))
    return "off" if action == OFF else f"lies {action // (SIDE + 1)},{action % (SIDE + 1)}"


def aim(flick: int) -> dict[str, int]:
    """The two numbers of a flick."""
    angle, strength = divmod(flick - 1, STRENGTHS)
    return {"angle": ANGLE_LOW + angle * ANGLE_STEP, "strength": STRENGTH_LOW + strength * STRENGTH_STEP}


def tidy(s: Any, text: str) -> str:
    """Capitals do not matter."""
    return text.lower()


def forms(s: Any) -> list[Form]:
    """The flick is a decision over ranges (G6)."""
    return [FLICK_FORM] if s.phase == FLICK else []


def pack(s: Any, form: str, values: dict[str, int]) -> int:
    """The action of a flick; the values are complete and within their limits."""
    angle, strength = (values["angle"] - ANGLE_LOW) // ANGLE_STEP, (values["strength"] - STRENGTH_LOW) // STRENGTH_STEP
    return 1 + angle * STRENGTHS + strength


def unpack(s: Any, action: int) -> tuple[str, dict[str, int]] | None:
    """A flick's form and values; None for a listed choice."""
    return ("flick", aim(action)) if s.phase == FLICK and action != LEAVE else None


def parse(s: Any, text: str) -> int:
    """The action of a name that choices() does not list: a flick, or where a coin lies."""
    if s.phase == FLICK and (found := re.fullmatch(r"flick (-?[0-9]{1,3}) ([0-9]{1,3})", text)):
        return pack(s, "flick", FLICK_FORM.checked({"angle": int(found[1]), "strength": int(found[2])}))
    if s.phase == LIE and text == "off":
        return OFF
    if s.phase == LIE:
        found = re.fullmatch(r"lies ([0-9]{1,3}),([0-9]{1,3})", text)
        if found and max(int(found[1]), int(found[2])) <= SIDE:
            return int(found[1]) * (SIDE + 1) + int(found[2])
        raise IllegalMove(f"{text!r}: expected `off`, or `lies x,y` with numbers from 0 to {SIDE}")
    raise IllegalMove(f"{text!r} is not possible here" + ("; expected `flick angle strength`" if s.phase == FLICK else ""))


def text(s: Any) -> str:
    """The whole position in one line."""
    hands = "/".join(hand(s, seat) for seat in range(s.players))
    unseen = ";".join(numbers([s.unseen[era, kind] for kind in range(KINDS)]) for era in range(s.era + 1))
    points = numbers([s.points[seat] for seat in range(s.players)])
    return f"{PHASES[s.phase]} {s.turn} {hands} {unseen} {numbers(s.heap)} {thrown(s)} {points} {s.rounds} {THROWS[s.cheap]}"


def hand(s: Any, seat: int) -> str:
    """A hand as things with the mixing they come from: `b0r1`."""
    signs = "-" + SIGNS + "?"
    return "".join(f"{signs[s.hand[seat, place]]}{s.hand_era[seat, place]}" for place in (OLD, NEW) if s.hand[seat, place]) or "-"


def thrown(s: Any) -> str:
    """What lies tossed, `!` if dared, and the flick: `r!-10,30`."""
    if s.tossed == NONE:
        return "-"
    return SIGNS[s.tossed - 1] + "!" * s.dared + ("{angle},{strength}".format(**aim(s.flick)) if s.flick else "")


def numbers(values: Any) -> str:
    return ",".join(map(str, values))


def read(s: Any, text: str) -> None:
    """Fills a record from a position's text."""
    fields = text.split(" ")
    if len(fields) != 9:
        raise TextError(f"{len(fields)} fields; {SHAPE}")
    phase, turn, hands, unseen, heap, toss, points, rounds, throws = fields
    s.phase = place_of(phase, PHASES, "phase")
    s.rounds = number(rounds, "rounds", MAX_ROUNDS)
    s.cheap = place_of(throws, THROWS, "throws")
    read_unseen(s, unseen)
    read_hands(s, hands)
    s.left = things_left(s)
    s.turn = number(turn, "turn", s.players * (1 + s.rounds))
    fill(s.heap, heap, "heap", KINDS)
    fill(s.points, points, "points", s.players)
    read_toss(s, toss)
    rules.derive(s)
    if broken := rules.invariant(s):
        raise TextError(f"these fields cannot be together (fact {broken} of the rules is broken); {SHAPE}")


def read_unseen(s: Any, text: str) -> None:
    rows = text.split(";")
    if len(rows) > ERAS:
        raise TextError(f"unseen: at most {ERAS} mixings, not {len(rows)}")
    s.era = len(rows) - 1
    for era, row in enumerate(rows):
        for kind, count in enumerate(listed(row, "unseen", KINDS)):
            s.unseen[era, kind] = count


def read_hands(s: Any, text: str) -> None:
    hands = text.split("/")
    if not 2 <= len(hands) <= MAX_PLAYERS:
        raise TextError(f"hands of {len(hands)} players; there are 2 to {MAX_PLAYERS}")
    s.players = len(hands)
    for seat, word in enumerate(hands):
        if "?" in word:
            raise TextError("hands: a text with `?` is what one seat sees, not a whole position")
        if not re.fullmatch(f"-|([{SIGNS}][0-{s.era}]){{1,2}}", word):
            raise TextError(f"hands: expected things with their mixing, as in `b0r0`, or `-`, not {word!r}")
        for place in range(len(word) // 2):
            s.hand[seat, place] = 1 + SIGNS.index(word[2 * place])
            s.hand_era[seat, place] = int(word[2 * place + 1])


def things_left(s: Any) -> int:
    """What of the last mixing is in no hand."""
    in_hands = sum(
        s.hand[seat, place] != NONE and s.hand_era[seat, place] == s.era for seat in range(s.players) for place in (OLD, NEW)
    )
    left = sum(s.unseen[s.era, kind] for kind in range(KINDS)) - in_hands
    if not 0 <= left <= 255:
        raise TextError(f"unseen: the hands hold {in_hands} things of the last mixing, more than there are")
    return left


def read_toss(s: Any, word: str) -> None:
    if word == "-":
        return
    found = re.fullmatch(f"([{SIGNS}])(!?)(?:(-?[0-9]{{1,2}}),([0-9]{{1,2}}))?", word)
    if not found:
        raise TextError(f"toss: expected `-`, or a thing with its flick, as in `r!-10,30`, not {word!r}")
    s.tossed = 1 + SIGNS.index(found[1])
    s.dared = len(found[2])
    if found[3] is not None:
        try:
            values = FLICK_FORM.checked({"angle": int(found[3]), "strength": int(found[4])})
        except IllegalMove as error:
            raise TextError(f"toss: {error}") from None
        s.flick = pack(s, "flick", values)


def number(word: str, what: str, high: int) -> int:
    """A number as we write it: no sign, no leading zero."""
    if not re.fullmatch("0|[1-9][0-9]{0,2}", word) or int(word) > high:
        raise TextError(f"{what}: expected a number up to {high}, not {word!r}")
    return int(word)


def place_of(word: str, words: list[str], what: str) -> int:
    if word not in words:
        raise TextError(f"{what}: expected one of {', '.join(words)}, not {word!r}")
    return words.index(word)


def listed(text: str, what: str, length: int) -> list[int]:
    words = text.split(",")
    if len(words) != length:
        raise TextError(f"{what}: expected {length} numbers, not {text!r}")
    return [number(word, what, 255) for word in words]


def fill(cells: Any, text: str, what: str, length: int) -> None:
    for i, value in enumerate(listed(text, what, length)):
        cells[i] = value


def options(s: Any) -> dict[str, Any]:
    """The options this record plays with."""
    return {"players": s.players, "rounds": s.rounds, "throws": THROWS[s.cheap]}
