"""Small positions for tests, written stack by stack: `at("c4:N e4:P")`."""

from typing import Any

import bangbox
from bangbox.core.position import Position

ROWS = (9, 10, 11, 12, 12, 11, 10, 9)
CIRCLES = [f"{letter}{i + 1}" for letter, n in zip("abcdefgh", ROWS, strict=True) for i in range(n)]
NOTHING = "0,0,0,0 0,0,0,0"


def text(stacks: str, turn: str = "m", passes: int = 0, reserves: str = NOTHING, variants: str = "-") -> str:
    """The text of a position with these stacks and nothing else."""
    signs = dict(word.split(":") for word in stacks.split())
    assert signs.keys() <= set(CIRCLES)
    rows = "/".join(
        "".join(signs.get(f"{letter}{i + 1}", ".") for i in range(n)) for letter, n in zip("abcdefgh", ROWS, strict=True)
    )
    return f"{rows} {turn} {passes} {reserves} {variants}"


def at(stacks: str, turn: str = "m", **rest: Any) -> Position:
    """A position with these stacks and nothing else."""
    return bangbox.game("bigxbang").position(text(stacks, turn, **rest))


def alone(stacks: str, variants: str = "light", **rest: Any) -> Position:
    """A solo puzzle with these stacks."""
    return at(stacks, "-", variants=variants, **rest)


def read(line: str) -> Position:
    """The position of a text."""
    return bangbox.game("bigxbang").position(line)


def stacks(pos: Position) -> str:
    """What lies on the sky, written as for `at`."""
    signs = pos.text.split()[0].replace("/", "")
    return " ".join(f"{circle}:{sign}" for circle, sign in zip(CIRCLES, signs, strict=True) if sign != ".")


def reserves(pos: Position) -> str:
    return " ".join(pos.text.split()[3:5])


def names(pos: Position) -> set[str]:
    """The names of all choices but passing and stopping."""
    return {pos.name(action) for action in pos.choices()} - {"pass", "stop"}


def after(pos: Position, *moves: str) -> str:
    """What lies on the sky after these moves."""
    for move in moves:
        pos.play(move)
    return stacks(pos)
