"""Where Big×Bang has something better than search: exact endgames."""

from collections.abc import Callable, Sequence

from bangbox.core.contract import Candidate
from bangbox.core.position import Position
from bangbox.core.record import Rng

from .endgame import solved


def decide(
    seen: Position, settings: dict[str, float], rng: Rng, stop: Callable[[], bool]
) -> Sequence[Candidate] | None:  # fmt: skip
    """Exact values with up to settings["exact"] stacks; else None: search."""
    return solved(seen, int(settings.get("exact", 0)), stop)
