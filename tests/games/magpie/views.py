"""What a board of Magpie shows, and what is said about its choices."""

import msgspec

from bangbox.core.contract import Seen
from bangbox.core.errors import IllegalMove
from bangbox.core.messages import About, Key, Message, Points, Seat

from .notation import NAMES, PHASES, aim, parse, tidy
from .rules.record import DARE, DEAL, DRAW, FLICK, HIDDEN, KINDS, LEAVE, LIE, NEW, NONE, OFF, OLD, SIDE, TOSS, UNKNOWN

TOPICS = ["G2", "G3", "G4", "G5", "G6", "G7", "G10"]  # by phase


class Thing(msgspec.Struct):
    """A thing in a hand: its name (empty if one may not know it) and the mixing from which it comes."""

    name: str
    era: int


class View(msgspec.Struct):
    """The table as one seat sees it."""

    phase: str
    mover: int
    hands: list[list[Thing]]
    pile: int
    heap: dict[str, int]
    tossed: str
    dared: bool
    points: list[int]
    turns_left: int


def view(pos: Seen) -> View:
    """Everything a board draws."""
    s = pos.s
    return View(
        phase=PHASES[s.phase],
        mover=mover(pos),
        hands=[hand(pos, seat) for seat in range(s.players)],
        pile=s.left,
        heap=dict(zip(NAMES, s.heap, strict=True)),
        tossed=NAMES[s.tossed - 1] if s.tossed else "",
        dared=bool(s.dared),
        points=[s.points[seat] for seat in range(s.players)],
        turns_left=s.players * (1 + s.rounds) - max(s.turn, s.players),
    )


def mover(pos: Seen) -> int:
    """Whose turn it is, whoever acts."""
    return pos.s.turn % pos.s.players


def hand(pos: Seen, seat: int) -> list[Thing]:
    s = pos.s
    held = [(s.hand[seat, place], s.hand_era[seat, place]) for place in (OLD, NEW)]
    return [Thing("" if thing == UNKNOWN else NAMES[thing - 1], era) for thing, era in held if thing != NONE]


def about(pos: Seen, action: int) -> About:
    """What an action touches; hands are places `old` and `new`, the table's are `x,y`."""
    phase = pos.s.phase
    if phase in (DEAL, DRAW):
        return About(["pile"], [] if action == HIDDEN else [NAMES[action]], "draw", TOPICS[phase])
    if phase == TOSS:
        return About([["old", "new"][action // KINDS]], [NAMES[action % KINDS]], "toss", "G4")
    if phase == DARE:
        return About([], [], "answer", "G5")
    if phase == FLICK:
        return About([], ["coin"], "leave" if action == LEAVE else "flick", "G6")
    return About([] if action == OFF else [f"{action // (SIDE + 1)},{action % (SIDE + 1)}"], ["coin"], "lie", "G7")


def label(pos: Seen, action: int) -> Message:
    """What a person reads for an action."""
    phase = pos.s.phase
    if phase in (DEAL, DRAW):
        return drawn(mover(pos), action)
    if phase == TOSS:
        return Message("toss." + ["old", "new"][action // KINDS], {"thing": thing(action % KINDS)})
    if phase == DARE:
        return Message("dare", {"who": Seat(mover(pos))}) if action else Message("allow")
    if phase == FLICK:
        return Message("leave") if action == LEAVE else flicked(**aim(action))
    if action == OFF:
        return Message("off")
    return Message("lie", {"x": action // (SIDE + 1), "y": action % (SIDE + 1)})


def thing(kind: int) -> Key:
    return Key(f"thing.{NAMES[kind]}")


def drawn(seat: int, kind: int) -> Message:
    if kind == HIDDEN:
        return Message("draw.hidden", {"who": Seat(seat)})
    return Message("draw", {"who": Seat(seat), "thing": thing(kind)})


def flicked(angle: int, strength: int) -> Message:
    if angle == 0:
        return Message("flick.ahead", {"strength": strength})
    side = Key("side.left" if angle < 0 else "side.right")
    return Message("flick", {"degrees": abs(angle), "side": side, "strength": strength})


def why_not(pos: Seen, attempt: str) -> str | None:
    """The rule that forbids an attempt: the one in force, unless it names what can be done or its places."""
    wanted = tidy(pos.s, " ".join(attempt.split()))
    if any(wanted in (pos.name(action), " ".join(about(pos, action).places)) for action in pos.choices() if wanted):
        return None
    try:
        return None if pos.ranges() and pos.is_legal(parse(pos.s, wanted)) else topic(pos)
    except IllegalMove:
        return topic(pos)


def tally(pos: Seen) -> list[Points]:
    """Points by seat and reason."""
    s = pos.s
    found = [Points(seat, s.points[seat], Message("reason.coin"), "G8") for seat in range(s.players) if s.points[seat]]
    if pos.over:
        kept = [score - s.points[seat] for seat, score in enumerate(pos.scores)]
        found += [Points(seat, value, Message("reason.kept"), "G10") for seat, value in enumerate(kept) if value]
    return found


def topic(pos: Seen) -> str:
    """The rule in force now."""
    return TOPICS[pos.s.phase]


def prompt(pos: Seen) -> Message:
    """What the actor is asked."""
    phase = pos.s.phase
    if phase in (DEAL, DRAW, LIE):
        return Message("prompt.chance")
    if phase == DARE:
        return Message("prompt.dare", {"who": Seat(mover(pos)), "thing": thing(pos.s.tossed - 1)})
    return Message("prompt.toss" if phase == TOSS else "prompt.flick" if phase == FLICK else "prompt.over")
