"""Names of actions and the text of a position of Big Brain Bang.

Names: `red white`, `burner`, `lying 0 0 45`, `throw 350 60 0 0 130 0`, `flat 1200 -340 125`, `1a90`, `pawn`, `take S3`,
`burn 270`. A text is the whole table in one line:

    phase seat turn tokens piles tiles pawns dice box flight die meeting broken throws
    place 0 3 3,2 15,13,10 S1:1a@-4020,1500,225/M1:1b@900,-7000,1310 S1,-/-,- rk1 - - 1234,-567,125 - - real

A tile is written as its name, the hole and face used, and the hole's place and turn (0.01 mm, 0.1°); `*` marks the new one; tiles
that have left their pile and are not written are gone. Pawns are a seat's two tiles, `-` at home, `!` and tiles in hand.
"""

import re
from pathlib import Path

from bangbox.core.contract import Options
from bangbox.core.errors import IllegalMove
from bangbox.core.forms import Field, Form
from bangbox.core.messages import Refused
from bangbox.core.record import Record

from ..data import DICE, PIECES, TABLES
from ..inputs import Box, Pose, Throw, around
from ..queries import box_fault
from ..rules.listing import BURN_FIRST, BURNER, KEEP, LIFT, REFUSE
from ..rules.packing import ABSENT, BOXES, KNOBS, LYING, OUTCOMES, STANDING
from ..rules.record import (
    AFTER,
    AIM,
    ATTACK,
    BOX,
    BURN,
    DROP,
    FIRST_SHAPE,
    FLIGHT,
    HOME,
    IN_HAND,
    MOVE,
    NO_DIE,
    NOBODY,
    ON_TABLE,
    PAWN,
    PAWNS,
    PLACE,
    SIZE,
    SPREAD,
    START,
    SUPPORT,
    TAKE,
    TILES,
)  # fmt: skip
from .reading import read
from .signs import DIE_LETTERS, PHASES, THROWS, TILE_NAMES, set_text

__all__ = ["forms", "name", "options", "pack", "parse", "read", "spelled", "text", "tidy", "unpack"]

GAME = Path(__file__).parents[1]
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


_DIE = f"({'|'.join(DICE)})"
_TILE = f"({'|'.join(TILE_NAMES)})"
_SPELLED = re.compile(
    rf"{_DIE}( {_DIE})?|burner|keep|lift|box|(lying|standing|throw)( .*)?|[12][ab](0|90|180|270)|(burn )?\d{{1,3}}|pawn|none|end"
    rf"|(support|seat) \d|(attack|move|spread|take) {_TILE}|stay|leave|{_TILE}"
)


def spelled(s: Record, text: str) -> bool:
    """Whether a text is written as choices are, or names pieces on the table."""
    return bool(_SPELLED.fullmatch(tidy(s, text)))


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
        raise Refused(GAME, "box.edge")
    if fault == 3:
        raise Refused(GAME, "box.tile")
    if fault:
        raise Refused(GAME, "box.place")


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
    if s.phase not in (DROP, FLIGHT) and word not in (form.name for form in forms(s)):
        return -1
    if not all(re.fullmatch("-?[0-9]{1,6}", number) for number in rest):
        raise Refused(GAME, "form.numbers", text=repr(text), word=word)
    numbers = [int(number) for number in rest]
    if s.phase in (DROP, FLIGHT):
        return parse_pose(word, numbers)
    for form in forms(s):
        if form.name == word and len(numbers) == len(form.fields):
            return pack(s, word, form.checked({field.name: n for field, n in zip(form.fields, numbers, strict=True)}))
    form = next(form for form in forms(s) if form.name == word)
    raise Refused(GAME, "form.like", text=repr(text), form=" ".join([word, *(field.name for field in form.fields)]))


def parse_pose(word: str, numbers: list[int]) -> int:
    """`flat x y angle` (0.01 mm, 0.1°), or one of the ways in which a throw is spoilt."""
    if word == "flat" and len(numbers) == 3 and max(map(abs, numbers)) < 2**16:
        return Pose(word, *numbers).pack() if 0 <= numbers[2] < 900 else -1
    if word in OUTCOMES[1:] and not numbers:
        return Pose(word).pack()
    raise IllegalMove(f"{word!r}: expected `flat x y angle`, or one of {', '.join(OUTCOMES[1:])}")


def text(s: Record) -> str:
    """The whole position in one line."""
    seats = range(s.players)
    asked = f"{s.seat}>{s.decider}" if s.decider != s.seat else f"{s.seat}"
    return " ".join(
        [
            PHASES[s.phase],
            asked,
            str(s.turns),
            ",".join(str(s.tokens[seat]) for seat in seats),
            ",".join(map(str, s.piles)),
            "/".join(tile_text(s, tile) for tile in range(TILES) if s.tiles[tile].state == ON_TABLE) or "-",
            "/".join(",".join(pawn_text(s, seat, p) for p in range(PAWNS)) for seat in seats),
            dice_text(s),
            f"{BOXES[s.box]},{s.box_x},{s.box_y},{s.box_angle}" if s.box != ABSENT else "-",
            ",".join(map(str, Throw.unpack(s.throw))) if PHASES[s.phase] == "flight" else "-",
            f"{s.die_x},{s.die_y},{s.die_angle}" if PHASES[s.phase] in ("place", "burn") else "-",
            (f"{s.helped}" if s.helped != NOBODY else "") + (":" + set_text(s.foes) if s.foes else "") or "-",
            "/".join(set_text(s.broken[seat]) or "-" for seat in seats) if any(s.broken) else "-",
            THROWS[s.throws],
        ]
    )


def tile_text(s: Record, tile: int) -> str:
    """`S1:1a@-4020,1500,225`, with a star if it is the new one."""
    t = s.tiles[tile]
    placing = t.shape - int(FIRST_SHAPE[SIZE[tile]])
    star = "*" if tile == s.fresh else ""
    return f"{star}{TILE_NAMES[tile]}:{placing // 2 + 1}{'ab'[placing % 2]}@{t.x},{t.y},{t.angle}"


def pawn_text(s: Record, seat: int, p: int) -> str:
    """The tile on which a pawn stands, `-` at home, `!` in hand with the tiles to which it must go."""
    pawn = s.pawns[seat, p]
    if pawn == IN_HAND:
        return "!" + set_text(s.must[seat, p])
    return "-" if pawn == HOME else TILE_NAMES[pawn]


def dice_text(s: Record) -> str:
    """The chosen dice, how many are thrown, then `b` if the Burner was used or `B` if it is being, and a `!` a misfire."""
    chosen = "".join(DIE_LETTERS[die] for die in s.dice if die != NO_DIE)
    burner = "B" if s.burning else "b" if s.burned else ""
    return f"{chosen}{s.thrown}{burner}{'!' * s.misfires}"


def options(s: Record) -> Options:
    """The options this record plays with."""
    return {"players": s.players, "throws": THROWS[s.throws]}
