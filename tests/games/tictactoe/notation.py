"""Squares a1 to c3, rows from the top; a position is `x.o/.../... 0`."""

from typing import Any

from bangbox.core.errors import TextError
from bangbox.core.rules import CHANCE

MARKS = ".xo"
SQUARES = tuple(column + row for column in "abc" for row in "123")


def name(s: Any, action: int) -> str:
    if s.mover == CHANCE:
        return f"first{action}"
    return SQUARES[action]


def text(s: Any) -> str:
    marks = "".join(MARKS[mark] for mark in s.board)
    return f"{marks[:3]}/{marks[3:6]}/{marks[6:]} {'?' if s.mover == CHANCE else s.mover}"


def read(s: Any, text: str) -> None:
    board, _, mover = text.partition(" ")
    rows = board.split("/")
    if [len(row) for row in rows] != [3, 3, 3] or set("".join(rows)) - set(MARKS) or mover not in ("0", "1", "?"):
        raise TextError(f"expected three rows of three of {MARKS} and the mover, as in xo./.x./... 1; got {text!r}")
    for square, mark in enumerate("".join(rows)):
        s.board[square] = MARKS.index(mark)
        s.filled += mark != "."
    s.mover = CHANCE if mover == "?" else int(mover)


def options(s: Any) -> dict[str, Any]:
    return {"first": "random" if s.mover == CHANCE else int(s.mover + s.filled) % 2}
