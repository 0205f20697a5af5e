"""What a board of tic-tac-toe shows."""

import msgspec

from bangbox.core.contract import Seen
from bangbox.core.messages import About, Message, Points, Seat
from bangbox.core.rules import CHANCE

# What a mark touches and how it is told is the same at every position.
SQUARES = [column + row for column in "abc" for row in "123"]
ABOUT = [About([square], [], "mark", "T2") for square in SQUARES]
LABELS = [Message("mark", {"square": square}) for square in SQUARES]


class View(msgspec.Struct):
    board: list[int]


def view(pos: Seen) -> View:
    return View(list(pos.s.board))


def about(pos: Seen, action: int) -> About:
    if pos.s.mover == CHANCE:
        return About([], [], "first", "T1")
    return ABOUT[action]


def label(pos: Seen, action: int) -> Message:
    if pos.s.mover == CHANCE:
        return Message("first", {"who": Seat(action)})
    return LABELS[action]


def why_not(pos: Seen, attempt: str) -> str | None:
    return None if attempt in map(pos.name, pos.choices()) else "T2"


def tally(pos: Seen) -> list[Points]:
    return [Points(seat, points, Message("reason.line"), "T3") for seat, points in enumerate(pos.scores) if points]


def topic(pos: Seen) -> str:
    return "T4" if pos.over else "T2"


def prompt(pos: Seen) -> Message:
    return Message("prompt.mark")
