"""Positions to look at and try things on, without a table: what tours are made of."""

from typing import Literal

import msgspec

from bangbox.server.protocol.base import OptionValue, Strict, Struct
from bangbox.server.protocol.play import Happened, Situation
from bangbox.server.protocol.requests import Act


class Step(Act):
    """A choice or a chance outcome that is played in a study."""


class Study(Strict):
    """A position as text, the seat that looks at it, and what is played there; `settle`: a throw at the end is really thrown."""

    position: str
    seat: int
    steps: list[Step] = msgspec.field(default_factory=list)
    settle: bool = False


class Studied(Struct):
    """What has happened, and the position afterwards: as text, and as the seat may know it with what it can do."""

    position: str
    options: dict[str, OptionValue]
    events: list[Happened]
    now: Situation
    stopped: Literal["decision", "chance", "over"]


class StudyAttempt(Strict):
    """Something tried at a position: a name, or places separated by spaces."""

    position: str
    seat: int
    attempt: str
