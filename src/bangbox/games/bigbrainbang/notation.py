"""Names of actions and the text of a position of Big Brain Bang.

Names: `red white`, `burner`, `lying 0 0 45`, `throw 350 60 0 0 130 0`, `flat 1200 -340 125`, `1a90`, `pawn`, `take S3`,
`burn 270`.
"""

import re

from bangbox.core.errors import IllegalMove
from bangbox.core.forms import Field, Form
from bangbox.core.record import Record

from .asking import box_fault
from .inputs import Box, Pose, Throw, around
from .pieces import DICE, PIECES, TABLES
from .rules_choices import BURN_FIRST, BURNER, KEEP, LIFT, REFUSE
from .rules_packing import BOXES, KNOBS, LYING, OUTCOMES, STANDING
from .rules_table import (
    AFTER,
    AIM,
    ATTACK,
    BOX,
    BURN,
    DROP,
    FLIGHT,
    MOVE,
    NO_DIE,
    PAWN,
    PLACE,
    SPREAD,
    START,
    SUPPORT,
    TAKE,
)
from .texts import TILE_NAMES, options, read, text

__all__ = ["forms", "name", "options", "pack", "parse", "read", "text", "unpack"]

FACES = "ab"
VERBS = {ATTACK: "attack", MOVE: "move", SPREAD: "spread", TAKE: "take"}
SIDES = {2: (0, 2), 3: (0, 3, 2), 4: (0, 3, 2, 1)}  # of the table, anticlockwise from the south, by players and seat


def name(s: Record, action: int) -> str:
    """The notation of an action."""
    if s.phase in (DROP, FLIGHT):
        return pose_name(action)
    if s.phase == START:
        return "burner" if action == BURNER else dice_name(action)
    if s.phase == BOX:
        return {KEEP: "keep", LIFT: "lift", BURN_FIRST: "burner"}.get(action) or " ".join(map(str, Box.unpack(action)))
    if s.phase == AIM:
        return " ".join(["throw", *map(str, Throw.unpack(action))])
    if s.phase == PLACE:
        return placing_name(action)
    if s.phase == BURN:
        return f"burn {action}"
    if s.phase == PAWN:
        return ["none", "pawn"][action]
    if s.phase == AFTER:
        return ["end", "burner"][action]
    if s.phase == SUPPORT:
        return f"support {action}"
    if action == REFUSE:
        return {SPREAD: "stay", TAKE: "leave"}[s.phase]
    return f"{VERBS[s.phase]} {TILE_NAMES[action]}"


def pose_name(action: int) -> str:
    """How a throw ended."""
    pose = Pose.unpack(action)
    return " ".join(map(str, pose)) if pose.outcome == "flat" else pose.outcome


def dice_name(action: int) -> str:
    """Two dice in the order of throwing, or the only one."""
    return " ".join(DICE[die] for die in divmod(action, 4) if die != NO_DIE)


def placing_name(action: int) -> str:
    """Hole, face and turn of a tile over the die: `1a0`, `2b270`."""
    return f"{action // 8 + 1}{FACES[action // 4 % 2]}{action % 4 * 90}"


def tidy(s: Record, text: str) -> str:
    """Capitals matter only in the names of tiles."""
    return " ".join(word.upper() if word.upper() in TILE_NAMES else word.lower() for word in text.split())


def forms(s: Record) -> list[Form]:
    """The box before a throw (B6), and the throw (B7)."""
    if s.phase == BOX:
        return [box_form(s, kind) for kind in (LYING, STANDING)]
    return [throw_form(s)] if s.phase == AIM else []


def table_of(s: Record) -> int:
    """How wide the table is (0.01 mm)."""
    return TABLES[s.players > 2]


def throw_form(s: Record) -> Form:
    """A throw; by default from the middle of the player's own side."""
    whole = around(table_of(s))
    side = SIDES[s.players][s.seat]
    place = Field("around", 0, whole - 1, 1, "mm", side * whole // 4 + whole // 8)
    return Form("throw", [place, *(Field(name=knob, **PIECES["throw"][knob]) for knob in KNOBS)])


def box_form(s: Record, kind: int) -> Form:
    """The box lying or standing somewhere on the table."""
    half = table_of(s) // 200
    places = [Field("x", -half, half, 1, "mm", 0), Field("y", -half, half, 1, "mm", 0)]
    return Form(BOXES[kind], [*places, Field("angle", 0, 90 * kind - 1, 1, "°", 0)])


def pack(s: Record, form: str, values: dict[str, int]) -> int:
    """The action of a form; raises IllegalMove if the box does not fit there."""
    if form == "throw":
        return Throw(**values).pack()
    action = Box(form, **values).pack()
    check_box(s, action)
    return action


def check_box(s: Record, action: int) -> None:
    """Raises IllegalMove that says why the box cannot be put there (B6)."""
    fault = box_fault(s, action)
    if fault == 2:
        raise IllegalMove("the box would hang over the edge of the table (rule B6)")
    if fault == 3:
        raise IllegalMove("the box would stand on a tile (rule B6)")
    if fault:
        raise IllegalMove("this is no place and turn of the box (rule B6)")


def unpack(s: Record, action: int) -> tuple[str, dict[str, int]] | None:
    """A throw's or box's form and values; None for a listed choice."""
    if s.phase == AIM:
        return "throw", Throw.unpack(action)._asdict()
    if s.phase == BOX and action not in (KEEP, LIFT, BURN_FIRST):
        kind, x, y, angle = Box.unpack(action)
        return kind, {"x": x, "y": y, "angle": angle}
    return None


def parse(s: Record, text: str) -> int:
    """The action of a name that choices() does not list: a box, a throw, or how a die came to rest."""
    word, *rest = text.split(" ")
    if not all(re.fullmatch("-?[0-9]{1,6}", number) for number in rest):
        raise IllegalMove(f"{text!r} is not possible here: {word} takes whole numbers")
    numbers = [int(number) for number in rest]
    if s.phase in (DROP, FLIGHT):
        return parse_pose(word, numbers)
    for form in forms(s):
        if form.name == word and len(numbers) == len(form.fields):
            return pack(s, word, form.checked({field.name: n for field, n in zip(form.fields, numbers, strict=True)}))
    wanted = " or ".join(f"`{form.name} {' '.join(field.name for field in form.fields)}`" for form in forms(s))
    raise IllegalMove(f"{text!r} is not possible here" + (f"; expected {wanted}" if wanted else ""))


def parse_pose(word: str, numbers: list[int]) -> int:
    """`flat x y angle` (0.01 mm, 0.1°), or one of the ways in which a throw is spoilt."""
    if word == "flat" and len(numbers) == 3 and max(map(abs, numbers)) < 2**16:
        return Pose(word, *numbers).pack() if 0 <= numbers[2] < 900 else -1
    if word in OUTCOMES[1:] and not numbers:
        return Pose(word).pack()
    raise IllegalMove(f"{word!r}: expected `flat x y angle`, or one of {', '.join(OUTCOMES[1:])}")
