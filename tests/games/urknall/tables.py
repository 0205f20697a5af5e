"""Small positions for the tests of Urknall: a few bodies by hand, the rest of the 36 elements out of the way in black holes."""

import bangbox
from bangbox.core.position import Position

NAMES = "JIHGFE"  # of the black holes


def at(
    bodies: str, on: str, *, die: str = "-", phase: str = "travel", turn: int = 0, comets: str = "", supplies: str = ""
) -> Position:
    """A position of as many players as there are signs in `on`. Of each colour as many elements must be given, an even number."""
    players = len(on)
    used = [bodies.count(colour) - (f"/{colour}:" in f"/{bodies}") for colour in "rgb"]  # a body may be called r, g or b
    holes = (12 - used[0]) // 2
    assert used == [used[0]] * 3, f"{used} elements"
    assert used[0] % 2 == 0
    listed = [bodies, *(f"{name}:r.r.g.g.b.b." for name in NAMES[:holes])]
    plenty = {2: "4,4,4,4", 3: "4,4,4", 4: "4,4,4,4"}[players]
    fields = [comets or "0" * players, str(turn), phase, die, on, supplies or plenty, "black_hole"]
    return bangbox.game("urknall").position(" ".join(["/".join(listed), *fields]))


def names(pos: Position, start: str = "") -> list[str]:
    """The choices by name, those that start so."""
    return [name for name in map(pos.name, pos.choices()) if name.startswith(start)]


def bodies(pos: Position) -> str:
    """The first field of the text without the black holes out of the way."""
    return "/".join(body for body in pos.text.split()[0].split("/") if body[0] not in NAMES)


def rest(pos: Position) -> str:
    """The other fields."""
    return pos.text.split(" ", 1)[1].removesuffix(" black_hole")
