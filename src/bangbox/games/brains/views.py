"""What pages and terminals show of Mmm… Brains!: dice, totals, who would pay, and everybody's brains."""

import msgspec

from bangbox.core.contract import Seen
from bangbox.core.errors import IllegalMove
from bangbox.core.messages import About, Key, Message, Points, Seat
from bangbox.core.record import Record

from .notation import FACES, colour, face, tidy
from .rules import BRAIN, COLOUR, COLOURS, CUP, DICE, LETTERS, NOBODY, PAINT, PASS, THROWS, TIMES

CUP_PLACE = "cup"


class Brains(msgspec.Struct, frozen=True):
    """A number of brains, and the pieces that show it (M2)."""

    number: int
    fives: int
    ones: int


class Die(msgspec.Struct, frozen=True):
    """A die: what it is called on the board, how it is painted, and what lies on top."""

    place: str
    brain: str  # colour of its brain
    numbers: list[str]  # colours of its 1, 2, 3, 4 and 5
    top: str  # "1" to "5", "*" for the brain, "?" in the cup
    colour: str | None  # of what lies on top


class Colour(msgspec.Struct, frozen=True):
    """A colour with its total, and what choosing it would do."""

    colour: str
    sum: int  # of its numbers on top, before brains multiply it
    total: int
    brains: int  # how many would really be taken or paid
    owner: int | None  # the seat that has it and is still in
    payer: int | None  # in phase 2: who would pay


class Player(msgspec.Struct, frozen=True):
    """A player's colour and brains."""

    colour: str
    held: Brains
    out: bool


class View(msgspec.Struct, frozen=True):
    """Everything a board draws."""

    phase: int
    middle: Brains
    players: list[Player]
    seat: int | None  # on turn; None while the first player is being drawn
    throw: int
    throws: int
    dice: list[Die]
    colours: list[Colour]  # totals are 0 while dice are in the cup
    brains: int  # on top
    times: int  # what they multiply by
    stage: str  # "first", "throw", "keep", "colour", "pass" or "over"


def view(pos: Seen) -> View:
    """The whole board; nothing in this game is secret."""
    s = pos.s
    on_top = sum(top == BRAIN for top in s.face)
    return View(
        phase=s.phase,
        middle=pieces(s.middle),
        players=[Player(LETTERS[s.colour[i]], pieces(s.held[i]), not still_in(s, i)) for i in range(s.players)],
        seat=None if s.seat == NOBODY else s.seat,
        throw=s.throw,
        throws=THROWS,
        dice=[die(s, i) for i in range(DICE)],
        colours=[colour_seen(s, c) for c in range(COLOURS)],
        brains=on_top,
        times=int(TIMES[on_top]),
        stage=stage(pos),
    )


def pieces(brains: int) -> Brains:
    """Brains as 5s and 1s."""
    return Brains(brains, brains // 5, brains % 5)


def die(s: Record, i: int) -> Die:
    """One die as the board draws it."""
    painted = [LETTERS[PAINT[i, n]] for n in range(1, BRAIN)]
    return Die(place(i), LETTERS[PAINT[i, BRAIN]], painted, face(s, i), None if s.face[i] == CUP else colour(s, i))


def place(i: int) -> str:
    """What a die is called on the board: it goes by the colour of its brain."""
    return f"die-{LETTERS[PAINT[i, BRAIN]]}"


def colour_seen(s: Record, c: int) -> Colour:
    """One colour as the board draws it."""
    shown = sum(s.face[i] for i in range(DICE) if s.face[i] in range(1, BRAIN) and PAINT[i, s.face[i]] == c)
    owner = next((i for i in range(s.players) if s.colour[i] == c and still_in(s, i)), None)
    return Colour(LETTERS[c], shown, s.total[c], moved(s, c), owner, s.payer[c] if s.phase == 2 else None)


def moved(s: Record, c: int) -> int:
    """How many brains the choice of a colour would move (M7, M9)."""
    return int(min(s.total[c], s.middle if s.phase == 1 else s.held[s.payer[c]]))


def still_in(s: Record, seat: int) -> bool:
    """Whether a seat is still in the game (M11)."""
    return bool(s.phase == 1 or s.held[seat] > 0)


def stage(pos: Seen) -> str:
    """What is being done now."""
    s = pos.s
    if pos.over:
        return "over"
    if s.seat == NOBODY:
        return "first"
    if s.cup < DICE:
        return "throw"
    if s.throw < THROWS:
        return "keep"
    return "colour" if any(s.total) else "pass"


def about(pos: Seen, action: int) -> About:
    """What a choice touches and causes."""
    s = pos.s
    now = stage(pos)
    if now == "first":
        return About([f"seat-{action}"], [], "first", "M3")
    if now == "throw":
        return About([place(s.cup)], [place(s.cup)], "fall", "M4")
    if now == "keep":
        kept = [place(i) for i in range(DICE) if action >> i & 1]
        thrown = [place(i) for i in range(DICE) if not action >> i & 1]
        return About(kept + [CUP_PLACE] * bool(thrown), thrown, "throw" if thrown else "stop", "M4")
    if action == PASS:
        return About(["pass"], [place(i) for i in range(DICE)], "pass", "M10")
    c = action - COLOUR
    return About([LETTERS[c]], counting(s, c), effect(s, c), settling_rule(s, c))


def counting(s: Record, c: int) -> list[str]:
    """The dice that make up a colour's total: its numbers, and the brains if they multiply."""
    brains = [i for i in range(DICE) if s.face[i] == BRAIN]
    numbers = [i for i in range(DICE) if s.face[i] != BRAIN and PAINT[i, s.face[i]] == c]
    return [place(i) for i in sorted(numbers + (brains if len(brains) > 1 else []))]


def effect(s: Record, c: int) -> str:
    """Whether brains are taken, or an opponent or the player on turn pays."""
    if s.phase == 1:
        return "take"
    return "own" if s.payer[c] == s.seat else "pay"


def settling_rule(s: Record, c: int) -> str:
    """The rule that decides what the choice of a colour does."""
    if s.phase == 1:
        return "M7" if moved(s, c) == s.middle else "M6"
    if moved(s, c) == s.held[s.payer[c]]:
        return "M11"
    return "M8"


def label(pos: Seen, action: int) -> Message:
    """A choice as a person reads it."""
    s = pos.s
    now = stage(pos)
    if now == "first":
        return Message("first", {"who": Seat(action)})
    if now == "throw":
        return Message("fall", {"face": Key(f"face.{FACES[action + 1]}{LETTERS[PAINT[s.cup, action + 1]]}")})
    if now == "keep":
        kept = [Key(f"face.{face(s, i)}{colour(s, i)}") for i in range(DICE) if action >> i & 1]
        return Message(f"keep.{len(kept)}", dict(zip("abcde", kept, strict=False)))
    if action == PASS:
        return Message("pass")
    return colour_label(s, action - COLOUR)


def colour_label(s: Record, c: int) -> Message:
    """As in “Red 12: Ann pays”."""
    key = {"M6": "take", "M7": "take.last", "M8": "pay", "M11": "pay.out"}[settling_rule(s, c)]
    if effect(s, c) == "own":
        key = key.replace("pay", "pay.own")
    args: dict[str, int | str | Seat | Key] = {"colour": Key(f"colour.{LETTERS[c]}"), "total": s.total[c], "brains": moved(s, c)}
    return Message(key, args | {"who": Seat(s.payer[c])})


KEEPING, THROWING_ENDS = "M4.2", "M4.4"


def why_not(pos: Seen, attempt: str) -> str | None:
    """The rule that forbids an attempt, given by name or by the places tapped."""
    try:
        wanted = tidy(pos.s, attempt)
    except IllegalMove:
        return KEEPING
    if any(wanted == pos.name(action) or attempt.split() == about(pos, action).places for action in pos.choices()):
        return None
    now, about_dice = stage(pos), wanted.startswith("keep") or "die-" in wanted or CUP_PLACE in wanted.split()
    if now == "keep":
        return KEEPING if about_dice else THROWING_ENDS
    if about_dice and not pos.over:
        return THROWING_ENDS
    return {"colour": "M6.2" if pos.s.phase == 1 else "M8.1", "over": "M12.1"}.get(now) or topic(pos)


def tally(pos: Seen) -> list[Points]:
    """Everybody's brains; they are all the points there are."""
    held = [int(pos.s.held[i]) for i in range(pos.s.players)]
    return [Points(i, brains, Message("reason.held", {"n": brains}), "M2") for i, brains in enumerate(held)]


def topic(pos: Seen) -> str:
    """The rule in force now."""
    choosing = "M6" if pos.s.phase == 1 else "M8"
    return {"first": "M3", "throw": "M4", "keep": "M4", "colour": choosing, "pass": "M10", "over": "M12"}[stage(pos)]


def prompt(pos: Seen) -> Message:
    """What the player on turn is asked, or what is going on."""
    s = pos.s
    now = stage(pos)
    if now == "over":
        return Message("prompt.over", {"who": Seat(pos.winners[0]), "n": max(pos.scores)})
    if now == "throw":
        return Message("prompt.throw", {"who": Seat(s.seat), "throw": s.throw})
    if now == "keep":
        return Message("prompt.keep", {"throw": s.throw})
    if now == "colour":
        return Message("prompt.take" if s.phase == 1 else "prompt.pay")
    return Message(f"prompt.{now}")
