"""What chance events stand on: the draws of the fair dice, as events keep them."""

from typing import Any

from bangbox.core.dice import Interval
from bangbox.core.position import Drawn, Position
from bangbox.core.rules import CHANCE
from bangbox.server.storage.rows import EventRow


def draws(event: EventRow) -> list[Interval]:
    """What an event's chance outcomes stood on (none if they were typed in)."""
    data = event.data or {}
    if event.kind == "set-up":
        return [Interval(data["k"] + place, *row) for place, row in enumerate(data.get("draws", []))]
    return [Interval(data["k"], data["T"], *data["interval"])] if "k" in data else []


def drawn_data(drawn: Drawn) -> dict[str, Any]:
    """What an event keeps of a chance outcome: the draw, and a flight if there was one."""
    k, total, low, high = drawn.interval
    return {**(drawn.data or {}), "k": k, "T": total, "interval": [low, high]}


def settles(pos: Position) -> bool:
    """Whether chance here is a throw that physics has to settle."""
    return pos.actor == CHANCE and not pos.choices()
